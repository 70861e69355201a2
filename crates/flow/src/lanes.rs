//! Lanes: as many as the world can carry, as lines of equal distance in a world of whole lanes.
//!
//! Every gate counts the lanes that fit into it. Then all solids lie at whole numbers of lanes above the bottom, and the
//! lines of equal distance half-way between whole numbers are the lanes. Distances grow by at most 1 per length, so two
//! lanes are at least one lane's width apart; and a solid lies at a whole number, so every lane keeps half a lane's
//! width from it. The number of lanes is the height of the top, which is the min cut in lanes: none is lost.
//!
//! Degenerate case: where a gate is as wide as an odd number of lanes, a line may run through its middle twice. Levels
//! are raised by a little less than rounding, which closes such a gate.

use crate::cut::{Bundle, Cut, Gate, Toll, bundles};
use crate::fault::FlowError;
use crate::map::FlowMap;
use crate::terminals::Terminal;
use wayfront_domain::SideId;
use wayfront_geometry::{Piece, Point};
use wayfront_pathmap::LevelLine;

/// More lanes than this are not made.
const MOST_LANES: usize = 20_000;

/// So many times its size from the origin, a world may have too few digits for lanes.
const FAR_AWAY: f64 = 1e3;

/// Share of what counts as rounding by which levels are raised.
const RAISE: f64 = 0.4;

/// A way from an entrance to an exit for discs, one behind the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Straight pieces and arcs, end to end.
    pub pieces: Vec<Piece>,
    /// Where it starts.
    pub entrance: usize,
    /// Where it ends.
    pub exit: usize,
}

impl Lane {
    /// How long it is.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.pieces.iter().map(Piece::length).sum()
    }

    /// Its points as a polyline that stays within `tolerance` of it.
    #[must_use]
    pub fn polyline(&self, tolerance: f64) -> Vec<Point> {
        let mut points: Vec<Point> = self.pieces.first().map(Piece::start).into_iter().collect();
        self.pieces.iter().for_each(|piece| piece.flatten_into(tolerance, &mut points));
        points
    }
}

/// The lanes of a world for discs of a radius.
pub struct Lanes<'a> {
    pub(crate) flow: &'a FlowMap,
    pub(crate) radius: f64,
    pub(crate) capacity: usize,
    pub(crate) gates: Vec<Gate>,
    /// Per solid: its height above the bottom, if there is one bottom only.
    pub(crate) heights: Vec<f64>,
    pub(crate) lanes: Vec<Lane>,
}

impl FlowMap {
    /// All lanes for discs of a radius. None if the cut has no room: then [`Lanes::cut`] tells gates that are too narrow,
    /// and [`FlowMap::narrowest_passage`] the largest disc that could pass.
    ///
    /// # Errors
    /// If the radius is no positive number, or so small that there would be too many lanes; or if the world lies so far
    /// from the origin that lanes cannot be told from each other.
    pub fn lanes(&self, radius: f64) -> Result<Lanes<'_>, FlowError> {
        self.check_radius(radius)?;
        let width = 2.0 * radius;
        let toll = Toll::Lanes { width, slack: self.slack() };
        let mut cut = Cut::new(&self.domain, &self.solids, toll);
        let gates = std::mem::take(&mut cut.gates);
        let heights = cut.map.costs.clone();
        let bundles = bundles(&self.domain, &self.solids, cut, toll, width);
        let capacity = bundles.iter().map(|b| b.count).sum();
        let lanes: Vec<Lane> = bundles.iter().flat_map(|bundle| self.lines(bundle, width)).collect();
        self.check_digits(lanes.len(), capacity)?;
        Ok(Lanes { flow: self, radius, capacity, gates, heights, lanes })
    }

    /// There can be lanes for discs of a radius, and not too many.
    pub(crate) fn check_radius(&self, radius: f64) -> Result<(), FlowError> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(FlowError::Radius { radius });
        }
        let most = self.capacity() / (2.0 * radius);
        if most > MOST_LANES as f64 {
            return Err(FlowError::TooMany { radius, lanes: most as usize, most: MOST_LANES });
        }
        Ok(())
    }

    /// Lines get lost where a small world lies far from the origin, as in degrees of longitude and latitude.
    fn check_digits(&self, found: usize, expected: usize) -> Result<(), FlowError> {
        let bounds = self.domain.bounds();
        let away = bounds.corners().iter().fold(0.0, |most: f64, p| most.max(p.x.abs()).max(p.y.abs()));
        if found != expected && away > FAR_AWAY * bounds.size() {
            return Err(FlowError::Coarse { found, expected, size: bounds.size(), away });
        }
        Ok(())
    }

    /// The lines of a bundle: at all levels half-way between whole numbers of lanes.
    fn lines(&self, bundle: &Bundle, width: f64) -> Vec<Lane> {
        let raise = RAISE * self.slack();
        let mut lanes = Vec::with_capacity(bundle.count);
        for number in 0..bundle.count {
            let level = (number as f64 + 0.5) * width + raise;
            // Lines have what they are measured from on their right: at tops they come from exits.
            for (side, start) in self.open_sides().filter(|(_, t)| t.is_entrance() != bundle.is_top) {
                let lines = bundle.map.map.level_lines_from(side, level).into_iter();
                lanes.extend(lines.filter_map(|line| self.lane(line, start)));
            }
        }
        lanes
    }

    /// A line as a lane, if it leads from an entrance to an exit or the other way round.
    pub(crate) fn lane(&self, line: LevelLine, start: Terminal) -> Option<Lane> {
        match (start, self.terminal(line.end?)?) {
            (Terminal::Entrance(entrance), Terminal::Exit(exit)) => Some(Lane { pieces: line.pieces, entrance, exit }),
            (Terminal::Exit(exit), Terminal::Entrance(entrance)) => {
                let pieces = line.pieces.iter().rev().map(Piece::reversed).collect();
                Some(Lane { pieces, entrance, exit })
            }
            _ => None,
        }
    }
}

impl<'a> Lanes<'a> {
    /// The world that they cross.
    #[must_use]
    pub fn flow(&self) -> &'a FlowMap {
        self.flow
    }

    /// Radius of the discs.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// How many lanes the world can carry: the min cut in whole lanes.
    ///
    /// Where entrances and exits take turns around the world, it may be fewer: lanes for different exits then keep their
    /// distance from each other in the middle too, which no cut between entrances and exits asks for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The gates that together let no more lanes pass.
    #[must_use]
    pub fn cut(&self) -> &[Gate] {
        &self.gates
    }

    /// How many lanes fit through a gate.
    #[must_use]
    pub fn lanes_through(&self, gate: &Gate) -> usize {
        self.toll().lanes(gate.width) as usize
    }

    /// The lanes, from bottom to top.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// The sum of their lengths.
    #[must_use]
    pub fn total_length(&self) -> f64 {
        self.lanes.iter().map(Lane::length).sum()
    }

    /// How many discs leave per second if they walk at `speed`, their centres `spacing` apart.
    #[must_use]
    pub fn agents_per_second(&self, speed: f64, spacing: f64) -> f64 {
        self.lanes.len() as f64 * speed / spacing
    }

    pub(crate) fn toll(&self) -> Toll {
        Toll::Lanes { width: 2.0 * self.radius, slack: self.flow.slack() }
    }

    /// The side on which a lane's end lies, of those that belong to a terminal.
    pub(crate) fn sides_of(&self, terminal: Terminal) -> impl Iterator<Item = SideId> + '_ {
        self.flow.open_sides().filter(move |(_, t)| *t == terminal).map(|(side, _)| side)
    }
}
