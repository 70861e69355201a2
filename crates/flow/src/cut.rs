//! Capacity and min cut: distances between solids when solids cost nothing to pass.

use crate::assign::assign;
use crate::solids::{Part, SolidId, Solids};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_pathmap::{Solid, SolidMap};

/// The narrowest place between two solids.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// What it lies between.
    pub between: [SolidId; 2],
    /// How wide it is.
    pub width: f64,
    /// From one to the other: two points, or more where the path bends around a reflex corner of an entrance or exit.
    pub points: Vec<Point>,
}

/// What crossing a gate counts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measure {
    /// Its width.
    Width,
    /// The room of whole lanes of this width; a gate too narrow by `slack` still counts.
    Lanes { width: f64, slack: f64 },
}

impl Measure {
    pub fn of(self, width: f64) -> f64 {
        match self {
            Self::Width => width,
            Self::Lanes { width: lane, .. } => lane * self.lanes(width),
        }
    }

    /// How many lanes a gate holds.
    pub fn lanes(self, width: f64) -> f64 {
        match self {
            Self::Width => f64::INFINITY,
            Self::Lanes { width: lane, slack } => ((width + slack) / lane).floor().max(0.0),
        }
    }

    /// A sum of measures without what rounding added.
    fn settled(self, sum: f64) -> f64 {
        match self {
            Self::Width => sum,
            Self::Lanes { width: lane, .. } => lane * (sum / lane).round(),
        }
    }
}

/// A cut, and the map of the distances that it comes from.
pub(crate) struct Cut {
    pub value: f64,
    pub gates: Vec<Gate>,
    pub map: SolidMap,
}

impl Cut {
    pub fn new(domain: &Arc<Domain>, solids: &Solids, measure: Measure) -> Self {
        if let [part] = solids.parts.as_slice()
            && let ([bottom], [top]) = (part.bottoms.as_slice(), part.tops.as_slice())
        {
            let map = distances(domain, &solids.solids, &[(*bottom, 0.0)], measure);
            let value = measure.settled(map.costs[*top as usize]);
            return Self { value, gates: gates_to(&map, *top), map };
        }
        let (mut value, mut gates, mut heights) = (0.0, Vec::new(), Vec::new());
        for part in &solids.parts {
            value += cut_part(domain, solids, part, measure, &mut gates, &mut heights);
        }
        let map = distances(domain, &solids.solids, &heights, measure);
        Self { value, gates, map }
    }
}

/// The cut of a part with several bottoms and tops; adds its gates, and the heights of its bottoms.
fn cut_part(
    domain: &Arc<Domain>,
    solids: &Solids,
    part: &Part,
    measure: Measure,
    gates: &mut Vec<Gate>,
    heights: &mut Vec<(u32, f64)>,
) -> f64 {
    let maps: Vec<SolidMap> =
        part.bottoms.iter().map(|&b| distances(domain, &solids.solids, &[(b, 0.0)], measure)).collect();
    let row = |map: &SolidMap| part.tops.iter().map(|&top| measure.settled(map.costs[top as usize])).collect();
    let table: Vec<Vec<f64>> = maps.iter().map(row).collect();
    let joined = assign(&table);
    for (k, &top) in joined.top_of.iter().enumerate() {
        gates.extend(gates_to(&maps[k], part.tops[top]));
    }
    heights.extend(part.bottoms.iter().copied().zip(joined.heights.iter().map(|&h| measure.settled(h))));
    joined.top_of.iter().enumerate().map(|(k, &top)| table[k][top]).sum()
}

/// What all solids cost from some of them.
pub(crate) fn distances(domain: &Arc<Domain>, solids: &[Solid], starts: &[(u32, f64)], measure: Measure) -> SolidMap {
    let mut solids = solids.to_vec();
    for &(start, cost) in starts {
        let known = &mut solids[start as usize].cost;
        *known = Some(known.map_or(cost, |known| known.min(cost)));
    }
    SolidMap::new(domain.clone(), &solids, |width| measure.of(width))
}

/// The gates on the path to a solid, from where the map starts.
fn gates_to(map: &SolidMap, solid: u32) -> Vec<Gate> {
    let mut gates = Vec::new();
    let mut at = solid as usize;
    while let Some(crossing) = &map.crossings[at] {
        let between = [SolidId(crossing.from as u32), SolidId(at as u32)];
        gates.push(Gate { between, width: crossing.width, points: crossing.points.clone() });
        at = crossing.from;
    }
    gates.reverse();
    gates
}
