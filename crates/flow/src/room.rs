//! The room that lanes have: whether a straight piece keeps its distance from everything solid and from all other lanes.
//!
//! Solids and lanes lie in a grid, long ones part by part so that boxes are small and exact distances are rarely needed.
//! Most questions are about pieces that differ little from the one before and fail for the same reason, so whatever was
//! in the way last is looked at first. Cost: the parts near the piece, or one.
//!
//! Lanes that were in the way are remembered: as long as none of them moves, asking again is of no use.

use crate::check::OFF_END;
use crate::lanes::Lanes;
use crate::near::Near;
use std::cell::Cell;
use wayfront_geometry::{Bounds, Piece, Point};

/// Everything that a lane must keep its distance from.
pub(crate) struct Room<'a> {
    lanes: &'a Lanes<'a>,
    solids: PartIndex,
    others: PartIndex,
    /// Per lane: its parts in the index.
    of_lane: Vec<Vec<u32>>,
    /// What was in the way last, and how far one must stay away from it.
    last: Cell<Option<(Piece, f64)>>,
    /// Per lane: it was in the way since the last lane was taken out.
    has_blocked: Vec<Cell<bool>>,
}

impl<'a> Room<'a> {
    /// The room beside all lanes.
    pub fn of(lanes: &'a Lanes<'a>) -> Self {
        let bounds = lanes.flow.local().bounds();
        let pieces: Vec<Piece> = lanes.flow.local_solids().collect();
        let mut solids = PartIndex::over(bounds, 2 * pieces.len(), lanes.radius);
        pieces.iter().for_each(|piece| solids.add(piece, 0, &mut Vec::new()));
        let cells = (bounds.width() * bounds.height() / (lanes.radius * lanes.radius * 16.0)).min(65_536.0) as usize;
        let others = PartIndex::over(bounds, cells, lanes.radius);
        let count = lanes.lanes.len();
        let of_lane = vec![Vec::new(); count];
        let has_blocked = vec![Cell::new(false); count];
        let mut room = Self { lanes, solids, others, of_lane, last: Cell::new(None), has_blocked };
        (0..).zip(&lanes.lanes).for_each(|(k, lane)| room.put_in(k, &lane.pieces));
        room
    }

    /// From now on others keep their distance from this lane.
    pub fn put_in(&mut self, lane: usize, pieces: &[Piece]) {
        pieces.iter().for_each(|piece| self.others.add(piece, lane as u32, &mut self.of_lane[lane]));
    }

    /// A lane that is about to move does not block itself.
    pub fn take_out(&mut self, lane: usize) {
        self.of_lane[lane].drain(..).for_each(|part| self.others.remove(part));
        self.last.set(None);
        self.has_blocked.iter().for_each(|was| was.set(false));
    }

    /// The lanes that were in the way since the last one was taken out.
    pub fn blocking(&self) -> Vec<usize> {
        (0..self.has_blocked.len()).filter(|&k| self.has_blocked[k].get()).collect()
    }

    /// A straight piece keeps its distance from all solids and from the lanes that are in.
    pub fn has_place_for(&self, a: Point, b: Point) -> bool {
        let radius = self.lanes.radius;
        // What the lanes may lack already, no more.
        let slack = 2.0 * self.lanes.flow.slack();
        let piece = Piece::Straight([a, b]);
        if self.last.get().is_some_and(|(other, apart)| other.distance(&piece) < apart) {
            return false;
        }
        if let Some(solid) = self.solids.closer_than(&piece, radius - slack) {
            self.last.set(Some((solid.piece, radius - slack)));
            return false;
        }
        if let Some(other) = self.others.closer_than(&piece, 2.0 * radius - slack) {
            self.last.set(Some((other.piece, 2.0 * radius - slack)));
            self.has_blocked[other.lane as usize].set(true);
            return false;
        }
        // Through a reflex entrance or exit one could leave the world and come back.
        let domain = self.lanes.flow.local();
        a.distance(b) <= slack || domain.sees(a.lerp(b, OFF_END), b.lerp(a, OFF_END))
    }
}

/// A part of something to keep away from.
#[derive(Clone, Copy)]
struct Part {
    piece: Piece,
    bounds: Bounds,
    lane: u32,
}

/// Parts of pieces by place.
struct PartIndex {
    near: Near,
    /// Longest part.
    step: f64,
    parts: Vec<Part>,
    /// Places whose parts were removed.
    vacant: Vec<u32>,
}

impl PartIndex {
    fn over(bounds: Bounds, cells: usize, radius: f64) -> Self {
        let near = Near::over(bounds, cells);
        let step = (2.0 * near.cell()).max(2.0 * radius);
        Self { near, step, parts: Vec::new(), vacant: Vec::new() }
    }

    /// Adds a piece; the numbers of its parts go to `numbers`.
    fn add(&mut self, piece: &Piece, lane: u32, numbers: &mut Vec<u32>) {
        for piece in parts(piece, self.step) {
            let part = Part { piece, bounds: piece.bounds(), lane };
            let number = self.vacant.pop().unwrap_or(self.parts.len() as u32);
            match self.parts.get_mut(number as usize) {
                Some(place) => *place = part,
                None => self.parts.push(part),
            }
            self.near.add(number, part.bounds);
            numbers.push(number);
        }
    }

    fn remove(&mut self, number: u32) {
        self.near.remove(number, self.parts[number as usize].bounds);
        self.vacant.push(number);
    }

    /// Some part that a piece comes closer to than allowed.
    fn closer_than(&self, piece: &Piece, apart: f64) -> Option<&Part> {
        parts(piece, self.step).find_map(|own| {
            let bounds = own.bounds();
            let is_close = |part: &&Part| part.bounds.distance(&bounds) < apart && part.piece.distance(&own) < apart;
            self.near.around(bounds.grown(apart)).map(|k| &self.parts[k as usize]).find(is_close)
        })
    }
}

/// A piece in parts whose boxes are small.
fn parts(piece: &Piece, step: f64) -> impl Iterator<Item = Piece> + use<> {
    let piece = *piece;
    let count = (piece.length() / step).ceil().clamp(1.0, 1e5);
    (0..count as u32).map(move |k| piece.part(f64::from(k) / count, f64::from(k + 1) / count))
}
