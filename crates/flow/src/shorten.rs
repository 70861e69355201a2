//! Shorter lanes: each is pulled taut between its neighbours, again and again, until nothing shortens.
//!
//! A lane is a list of pieces. Three moves, all deterministic, each accepted only if the new straight piece keeps its
//! distance from everything solid and from all other lanes: *cuts* lead from a point of the lane straight to the farthest
//! later one that they can; *bevels* cut a corner as deep as there is room, found by bisection; *slides* move an end
//! along its entrance or exit to where the way is shorter. What is shortened makes room for the neighbours, so lanes take
//! turns, from the last to the first and back.
//!
//! Invariant: after every move all lanes are still lanes, and none has become longer. Cost: for each lane and round, the
//! pairs of its points tried.

use crate::lanes::{Lane, Lanes};
use crate::near::Near;
use crate::terminals::Terminal;
use wayfront_geometry::{Arc, Piece, Point, closest_on_segment};

/// Rounds over all lanes.
const MOST_ROUNDS: usize = 16;
/// Times that a lane is pulled when it has its turn.
const MOST_PULLS: usize = 6;
/// Share of the total length that a round must gain for another one.
const WORTHWHILE: f64 = 3e-5;
/// Longest part of an arc between two points that cuts may start from, in radians.
const TURN: f64 = 0.2;
/// Sine of the angle below which a corner is not worth cutting: its length is within a hundredth of a percent of an
/// arc's.
const BEND: f64 = 0.05;
/// Steps in which the depth of a bevel is found.
const BISECTIONS: usize = 8;
/// Points of a lane that are tried from each of its points, at most.
const FAR_LOOKS: usize = 48;

impl<'a> Lanes<'a> {
    /// The same lanes, pulled taut: never longer, never fewer, as far apart as before.
    #[must_use]
    pub fn shortened(&self) -> Lanes<'a> {
        let mut lanes = Lanes {
            flow: self.flow,
            radius: self.radius,
            capacity: self.capacity,
            gates: self.gates.clone(),
            heights: self.heights.clone(),
            lanes: self.lanes.clone(),
        };
        let mut room = Room::of(self);
        let mut length = lanes.total_length();
        for round in 0..MOST_ROUNDS {
            let count = lanes.lanes.len();
            let order: Vec<usize> = if round % 2 == 0 { (0..count).rev().collect() } else { (0..count).collect() };
            for k in order {
                let pieces = room.taken_out(k);
                let pieces = Taut { room: &room, lanes: self, lane: &lanes.lanes[k] }.pulled(pieces);
                lanes.lanes[k].pieces.clone_from(&pieces);
                room.put_in(k, pieces);
            }
            let now = lanes.total_length();
            if length - now < WORTHWHILE * now {
                break;
            }
            length = now;
        }
        lanes
    }
}

/// Everything that a lane must keep its distance from.
pub(crate) struct Room<'a> {
    lanes: &'a Lanes<'a>,
    solids: Vec<Piece>,
    near_solids: Near,
    /// Per lane: its pieces.
    pieces: Vec<Vec<Piece>>,
    near_lanes: Near,
    /// Side of a cell: long pieces are looked at part by part.
    step: f64,
}

/// Lanes and pieces as one number.
const PIECE_BITS: u32 = 16;

impl<'a> Room<'a> {
    pub fn of(lanes: &'a Lanes<'a>) -> Self {
        let domain = &lanes.flow.domain;
        let solids: Vec<Piece> = lanes.flow.solid_pieces().collect();
        let bounds = domain.bounds();
        let mut near_solids = Near::over(bounds, 2 * solids.len());
        solids.iter().enumerate().for_each(|(k, side)| near_solids.add(k as u32, side.bounds()));
        let cells = (bounds.width() * bounds.height() / (lanes.radius * lanes.radius * 16.0)).min(65_536.0) as usize;
        let near_lanes = Near::over(bounds, cells);
        let step = (2.0 * near_lanes.cell()).max(2.0 * lanes.radius);
        let mut room =
            Self { lanes, solids, near_solids, pieces: vec![Vec::new(); lanes.lanes.len()], near_lanes, step };
        for (k, lane) in lanes.lanes.iter().enumerate() {
            room.put_in(k, lane.pieces.clone());
        }
        room
    }

    pub fn put_in(&mut self, lane: usize, pieces: Vec<Piece>) {
        for (k, piece) in pieces.iter().enumerate() {
            for part in parts(piece, self.step) {
                self.near_lanes.add((lane as u32) << PIECE_BITS | k as u32, part.bounds());
            }
        }
        self.pieces[lane] = pieces;
    }

    pub fn taken_out(&mut self, lane: usize) -> Vec<Piece> {
        let pieces = std::mem::take(&mut self.pieces[lane]);
        for (k, piece) in pieces.iter().enumerate() {
            for part in parts(piece, self.step) {
                self.near_lanes.remove((lane as u32) << PIECE_BITS | k as u32, part.bounds());
            }
        }
        pieces
    }

    /// A straight piece keeps its distance from all solids and from the lanes that are in.
    pub fn has_place_for(&self, a: Point, b: Point) -> bool {
        let radius = self.lanes.radius;
        // What the lanes may lack already, no more.
        let slack = 2.0 * self.lanes.flow.slack();
        let piece = Piece::Straight([a, b]);
        for part in parts(&piece, self.step) {
            let around = part.bounds().grown(radius);
            let is_close = |k: u32| self.solids[k as usize].distance(&part) < radius - slack;
            if self.near_solids.around(around).any(is_close) {
                return false;
            }
            let around = part.bounds().grown(2.0 * radius);
            let is_close = |k: u32| {
                let other = &self.pieces[(k >> PIECE_BITS) as usize][(k & ((1 << PIECE_BITS) - 1)) as usize];
                other.distance(&part) < 2.0 * radius - slack
            };
            if self.near_lanes.around(around).any(is_close) {
                return false;
            }
        }
        // Through a reflex entrance or exit one could leave the world and come back.
        let domain = &self.lanes.flow.domain;
        a.distance(b) <= slack || domain.sees(a.lerp(b, 1e-9), b.lerp(a, 1e-9))
    }
}

/// A piece in parts whose boxes are small.
fn parts(piece: &Piece, step: f64) -> impl Iterator<Item = Piece> + use<> {
    let piece = *piece;
    let count = (piece.length() / step).ceil().clamp(1.0, 1e5);
    (0..count as u32).map(move |k| piece.part(f64::from(k) / count, f64::from(k + 1) / count))
}

/// One lane on its way to being taut.
struct Taut<'a> {
    room: &'a Room<'a>,
    lanes: &'a Lanes<'a>,
    lane: &'a Lane,
}

impl Taut<'_> {
    fn pulled(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut best = pieces;
        let mut length: f64 = best.iter().map(Piece::length).sum();
        for _ in 0..MOST_PULLS {
            let pulled = joined(self.bevels(self.slides(self.cuts(divided(&best)))));
            let now: f64 = pulled.iter().map(Piece::length).sum();
            // Pieces must fit into their numbers.
            if now >= length || pulled.len() >= 1 << PIECE_BITS {
                break;
            }
            let is_done = length - now < WORTHWHILE * now;
            (best, length) = (pulled, now);
            if is_done {
                break;
            }
        }
        best
    }

    /// From each point to the farthest that can be reached straight on.
    fn cuts(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut cut = Vec::with_capacity(pieces.len());
        let mut at = 0;
        while at < pieces.len() {
            let from = pieces[at].start();
            match self.farthest(&pieces, at) {
                Some(end) => {
                    cut.push(Piece::Straight([from, pieces[end].end()]));
                    at = end + 1;
                }
                None => {
                    cut.push(pieces[at]);
                    at += 1;
                }
            }
        }
        cut
    }

    /// The last piece whose end can be reached straight from the start of piece `at`, if that is shorter.
    fn farthest(&self, pieces: &[Piece], at: usize) -> Option<usize> {
        let from = pieces[at].start();
        let last = pieces.len() - 1;
        // All points that are near, and fewer the farther they are.
        let step = ((last - at) / FAR_LOOKS).max(1);
        let mut along: f64 = pieces[at..].iter().map(Piece::length).sum();
        let mut counted = last;
        for end in (at + 1..=last).rev().filter(|end| (last - end).is_multiple_of(step) || end - at < FAR_LOOKS / 4) {
            along -= pieces[end + 1..=counted].iter().map(Piece::length).sum::<f64>();
            counted = end;
            let to = pieces[end].end();
            if from.distance(to) < along * (1.0 - 1e-12) && self.room.has_place_for(from, to) {
                return Some(end);
            }
        }
        None
    }

    /// Cuts corners as deep as there is room.
    fn bevels(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut cut: Vec<Piece> = Vec::with_capacity(2 * pieces.len());
        for piece in pieces {
            if let Some(&last) = cut.last()
                && let Some([from, to]) = self.bevel(&last, &piece)
            {
                cut.pop();
                cut.extend([last.part(0.0, from), Piece::Straight([last.at(from), piece.at(to)]), piece.part(to, 1.0)]);
            } else {
                cut.push(piece);
            }
        }
        cut.retain(|piece| piece.length() > 0.0);
        cut
    }

    /// At which shares of two pieces the deepest straight cut of the corner between them begins and ends.
    fn bevel(&self, last: &Piece, next: &Piece) -> Option<[f64; 2]> {
        let (before, after) = (last.length(), next.length());
        let reach = before.min(after);
        if reach <= self.lanes.flow.domain.rounding() * 1e3 || !is_bent(last, next) {
            return None;
        }
        let shares = |depth: f64| [1.0 - depth / before, depth / after];
        let fits = |depth: f64| {
            let [from, to] = shares(depth);
            self.room.has_place_for(last.at(from), next.at(to))
        };
        if fits(reach) {
            return Some(shares(reach));
        }
        let (mut good, mut bad) = (0.0, reach);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (good + bad);
            if fits(middle) { good = middle } else { bad = middle }
        }
        (good > 1e-2 * reach).then(|| shares(good))
    }

    /// Moves the ends to where the way is shorter.
    fn slides(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let start = self.slid(pieces, Terminal::Entrance(self.lane.entrance));
        let turned: Vec<Piece> = start.iter().rev().map(Piece::reversed).collect();
        let end = self.slid(turned, Terminal::Exit(self.lane.exit));
        end.iter().rev().map(Piece::reversed).collect()
    }

    /// The start of the lane at the point of its terminal from which a later point of the lane is reached best.
    fn slid(&self, pieces: Vec<Piece>, terminal: Terminal) -> Vec<Piece> {
        let mut along = 0.0;
        let mut best: Option<(f64, Point, usize)> = None;
        for (k, piece) in pieces.iter().enumerate().take(FAR_LOOKS) {
            along += piece.length();
            let to = piece.end();
            for side in self.lanes.sides_of(terminal) {
                let [a, b] = self.lanes.flow.domain.side_points(side);
                let from = closest_on_segment(a, b, to);
                let gain = along - from.distance(to);
                let is_better = gain > 1e-12 * along && best.is_none_or(|(most, ..)| gain > most);
                if is_better && self.room.has_place_for(from, to) {
                    best = Some((gain, from, k));
                }
            }
        }
        let Some((_, from, k)) = best else { return pieces };
        let mut slid = vec![Piece::Straight([from, pieces[k].end()])];
        slid.extend(&pieces[k + 1..]);
        slid
    }
}

/// Two pieces meet in a corner.
fn is_bent(last: &Piece, next: &Piece) -> bool {
    let (before, after) = (last.end() - last.at(0.999), next.at(0.001) - next.start());
    let scale = before.length() * after.length();
    before.cross(after).abs() > BEND * scale || before.dot(after) < 0.0
}

/// Arcs in parts from whose ends cuts may start; long straight pieces in two.
fn divided(pieces: &[Piece]) -> Vec<Piece> {
    let divide = |piece: &Piece| {
        let count = match piece {
            Piece::Arc(arc) => (arc.sweep.abs() / TURN).ceil().max(1.0),
            Piece::Straight(_) => 2.0,
        };
        let piece = *piece;
        (0..count as u32).map(move |k| piece.part(f64::from(k) / count, f64::from(k + 1) / count))
    };
    pieces.iter().flat_map(divide).collect()
}

/// Parts of one arc or straight line made whole again.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut whole: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (whole.last_mut(), piece) {
            (Some(Piece::Arc(last)), Piece::Arc(arc)) if goes_on(last, &arc) => last.sweep += arc.sweep,
            (Some(Piece::Straight([a, b])), Piece::Straight([_, c])) if is_straight(*a, *b, c) => *b = c,
            _ => whole.push(piece),
        }
    }
    whole
}

fn goes_on(last: &Arc, next: &Arc) -> bool {
    let is_same = last.centre == next.centre && last.radius == next.radius;
    is_same && (last.sweep > 0.0) == (next.sweep > 0.0) && (last.start + last.sweep - next.start).abs() < 1e-9
}

fn is_straight(a: Point, b: Point, c: Point) -> bool {
    (b - a).cross(c - b).abs() <= 1e-14 * a.distance(c).powi(2) && (b - a).dot(c - b) >= 0.0
}
