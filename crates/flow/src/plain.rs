//! The flow that ignores the size of agents: what it loses.
//!
//! Lines of equal distance, a lane's width apart, run through every gap as if lanes could be split. Where a gap holds a
//! lane and a half, one of them comes too close to a wall. [`FlowMap::lanes`] counts whole lanes and loses none.

use crate::error::FlowError;
use crate::lanes::Lane;
use crate::map::FlowMap;
use wayfront_geometry::Piece;

/// A line of the flow without a radius.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainLine {
    /// Where it runs.
    pub lane: Lane,
    /// It keeps a radius away from everything solid.
    pub has_room: bool,
}

impl FlowMap {
    /// The lines of the flow a lane's width apart, and which of them discs of a radius could follow.
    ///
    /// # Errors
    /// If the radius is no positive number, or so small that there would be too many lines.
    pub fn plain_lines(&self, radius: f64) -> Result<Vec<PlainLine>, FlowError> {
        self.check_radius(radius)?;
        let count = (self.capacity() / (2.0 * radius)).ceil() as u32;
        let levels = (0..count).map(|k| f64::from(2 * k + 1) * radius).filter(|&level| level < self.capacity());
        let entrances = || self.open_sides().filter(|(_, terminal)| terminal.is_entrance());
        let lines = levels.flat_map(|level| {
            let starts = entrances().flat_map(move |(side, start)| {
                self.local_levels().level_lines_from(side, level).into_iter().map(move |line| (line, start))
            });
            starts.filter_map(|(line, start)| self.lane(line, start))
        });
        let (solids, near) = self.solids_by_place();
        let has_room = |piece: &Piece| {
            let mut around = near.around(piece.bounds().grown(radius));
            around.all(|k| solids[k as usize].distance(piece) >= radius - self.rounding())
        };
        let plain =
            |lane: Lane| PlainLine { has_room: lane.pieces.iter().all(has_room), lane: lane.moved(self.frame.origin) };
        Ok(lines.map(plain).collect())
    }
}
