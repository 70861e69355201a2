//! Groups in formation on a field, to its goals or along a drawn route.

use crate::aimed::settled;
use crate::arguments::Potential;
use crate::failure::Failure;
use serde::Serialize;
use std::sync::Arc;
use wayfront::Point;
use wayfront::domain::Domain;
use wayfront::potential::PotentialMap;
use wayfront::potential::{Formation, Journey, SketchedRoutes, Tour};

/// How far members of a block are from each other, in cells.
const SPACING: f64 = 4.0;
/// How near to an earlier stroke a later one must begin, in cells.
const NEAR: f64 = 8.0;
/// Metres per second.
const SPEED: f64 = 1.3;

/// A group's journey for programs.
#[derive(Serialize)]
pub struct GroupJson {
    arrived: bool,
    seconds: f64,
    /// Where each member ended.
    members: Vec<[f64; 2]>,
    /// The trajectory of each member.
    trails: Vec<Vec<[f64; 2]>>,
}

impl GroupJson {
    pub fn of(journey: &Journey) -> Self {
        let pairs = |points: &[Point]| points.iter().map(|&p| p.into()).collect();
        Self {
            arrived: journey.arrived,
            seconds: journey.seconds(),
            members: pairs(journey.last()),
            trails: journey.trails().iter().map(|trail| pairs(trail)).collect(),
        }
    }

    pub fn describe(&self) -> String {
        let end = if self.arrived { "arrived" } else { "did not arrive" };
        format!("  group       of {} {end} after {:.1} s", self.members.len(), self.seconds)
    }
}

/// The journeys of a group from each start.
pub fn journeys(
    label: &str,
    domain: &Domain,
    map: &Arc<PotentialMap>,
    starts: &[Point],
    arguments: &Potential,
) -> Result<Vec<Journey>, Failure> {
    let Some(count) = arguments.group.map(usize::from) else { return Ok(Vec::new()) };
    let cell = map.grid().cell();
    let formation = match &arguments.formation {
        Some(outline) => Formation::from_outline(&outline.0, count),
        None => Formation::block(count, SPACING * cell),
    };
    let sketch = drawn(label, domain, arguments, NEAR * cell)?;
    let lead = |&start: &Point| {
        let tour = match &sketch {
            None => Tour::to(map.clone()),
            Some(sketch) => Tour::along(map.grid(), sketch, start).ok_or_else(|| unreached(label, start))?,
        };
        tour.led(&formation, start, SPEED).map_err(|_| unreached(label, start))
    };
    starts.iter().map(lead).collect()
}

fn drawn(label: &str, domain: &Domain, arguments: &Potential, near: f64) -> Result<Option<SketchedRoutes>, Failure> {
    let mut sketch = SketchedRoutes::default();
    for stroke in &arguments.sketch {
        let points: Result<Vec<Point>, Failure> =
            stroke.0.iter().map(|&p| settled(label, domain, "--sketch", p)).collect();
        sketch.draw(&points?, near).map_err(|error| Failure::File {
            what: format!("{label}: --sketch from {}: {error}", stroke.0[0]), // strokes have two points
            advice: error.advice(),
        })?;
    }
    Ok((!arguments.sketch.is_empty()).then_some(sketch))
}

fn unreached(label: &str, start: Point) -> Failure {
    Failure::File {
        what: format!("{label}: no path leads from {start} to the goal of the group"),
        advice: "choose another start with --from, or smaller cells with --cell".into(),
    }
}
