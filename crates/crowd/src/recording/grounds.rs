//! The walkable areas of a run, as well-known text: one for each scene that the run has met, each written once.
//!
//! A scene in which obstacles come and go has several. A frame tells which of them it is in.

use super::RecordingError;
use crate::Simulation;
use std::sync::Arc;
use wayfront_geometry::{Bounds, Point, winding_number};
use wayfront_world::{Format, Polygon, Start, World, write_text};

/// The areas so far.
#[derive(Default)]
pub struct Grounds {
    /// The scene of the last frame.
    scene: Option<Arc<World>>,
    number: usize,
    texts: Vec<String>,
    bounds: Option<Bounds>,
}

impl Grounds {
    /// The number of the area that people are in now, from 0. Looks again only when the scene has changed.
    pub fn number(&mut self, run: &Simulation) -> Result<usize, RecordingError> {
        if self.scene.as_ref().is_some_and(|known| Arc::ptr_eq(known, run.scene())) {
            return Ok(self.number);
        }
        let (text, bounds) = walkable_area(run)?;
        let known = self.texts.iter().position(|known| *known == text);
        self.number = known.unwrap_or(self.texts.len());
        if known.is_none() {
            self.texts.push(text);
        }
        let all = self.bounds.get_or_insert(bounds);
        bounds.corners().into_iter().for_each(|corner| all.include(corner));
        self.scene = Some(run.scene().clone());
        Ok(self.number)
    }

    /// The areas, by their numbers.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The corners of the box of all of them.
    pub fn corners(&self) -> [Point; 2] {
        self.bounds.map_or_else(Default::default, |bounds| [bounds.min, bounds.max])
    }
}

/// The free space in which people are, or will be, or that leads to a goal; and its box.
fn walkable_area(run: &Simulation) -> Result<(String, Bounds), RecordingError> {
    let fault = |why: String| RecordingError::Geometry { why };
    let domain = run.domain();
    let mut areas = domain.polygons();
    if areas.len() > 1 {
        let used = places(run);
        let is_used = |area: &Polygon| used.iter().any(|&place| holds(area, place));
        if areas.iter().any(is_used) {
            areas.retain(is_used);
        }
    }
    let bounds = Bounds::of(areas.iter().flat_map(|area| &area.outer));
    let free = World::new().with_areas(areas);
    let text = write_text(&free, Format::Wkt).map_err(|e| fault(e.to_string()))?;
    Ok((text.trim_end().to_owned(), bounds))
}

/// Where people are, come in, and want to go.
fn places(run: &Simulation) -> Vec<Point> {
    let goals = run.scene().sources.iter().flat_map(|source| source.shape.points()).copied();
    let entrances = run.settings().groups.iter().filter_map(|group| match &group.start {
        Start::Entrance { segment, .. } => Some(segment[0].lerp(segment[1], 0.5)),
        _ => None,
    });
    goals.chain(entrances).chain(run.agents().position().iter().copied()).collect()
}

/// A point is in a polygon or on its outline.
fn holds(area: &Polygon, p: Point) -> bool {
    winding_number(&area.outer, p) != Some(0)
        && area.holes.iter().all(|hole| matches!(winding_number(hole, p), None | Some(0)))
}
