//! One lane, pulled taut while all others stay.
//!
//! A lane is a list of pieces. Three moves, all deterministic, each accepted only if the new straight piece keeps its
//! distance from everything solid and from all other lanes: *cuts* lead from a point of the lane straight to a later
//! one, as far as they can; *bevels* cut a corner as deep as there is room, found by bisection; *slides* move an end
//! along its entrance or exit to where the lane is shorter.
//!
//! In its first turns a lane leaps across obstacles that it goes around, see `leap`. Cuts follow the lane in steps that double, so that a turn costs its points, each times the logarithm of how far it leads.

use crate::lanes::{Lane, Lanes};
use crate::leap::leapt;
use crate::room::Room;
use crate::terminals::Terminal;
use wayfront_geometry::{CircularArc, Piece, Point, checkpoint, closest_on_segment};

/// Tolerance: Share of a length that rounding may account for: sums of hundreds of pieces, each right to 1e-16.
const LENGTH_ROUNDING: f64 = 1e-12;
/// Tolerance: Cuts of a corner by less than this share of what was tried are not worth two more pieces.
const LEAST_SHARE: f64 = 1e-2;
/// Tolerance: Radians by which the end of an arc may miss the start of the next and still go on in it.
const SAME_ANGLE: f64 = 1e-9;
/// Tolerance: Twice the area of a triangle, in squares of its longest side, below which its corners lie on a line but
/// for rounding.
const STRAIGHT: f64 = 1e-14;
/// Times that a lane is pulled when it has its turn.
const MOST_PULLS: usize = 6;
/// Tolerance: Share of the length that one more try must gain.
pub(crate) const WORTHWHILE: f64 = 3e-5;
/// Longest part of an arc between two points that cuts may start from, in radians.
const TURN: f64 = 0.2;
/// Sine of the angle below which a corner is not worth cutting: its length is within a hundredth of a percent of an
/// arc's.
const BEND: f64 = 0.05;
/// Steps in which the depth of a bevel is found.
const BISECTIONS: usize = 8;
/// Pieces of a lane that a new start may skip, at most.
const MOST_SKIPPED: usize = 48;

/// One lane that is pulled taut.
pub(crate) struct Taut<'a> {
    pub room: &'a Room<'a>,
    pub lanes: &'a Lanes<'a>,
    pub lane: &'a Lane,
    /// It may leap across what it goes around.
    pub leaps: bool,
}

impl Taut<'_> {
    /// Its pieces when nothing shortens it any more.
    pub fn pulled(&self) -> Vec<Piece> {
        let mut best = self.lane.pieces.clone();
        if self.leaps {
            best = leapt(&best, |from, to| self.room.has_place_for(from, to));
        }
        let mut length: f64 = best.iter().map(Piece::length).sum();
        for _ in 0..MOST_PULLS {
            checkpoint();
            let pulled = joined(self.bevels(self.slides(self.cuts(divided(&best, self.lanes.radius)))));
            let now: f64 = pulled.iter().map(Piece::length).sum();
            if now >= length {
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
        let ends = pieces.iter().scan(0.0, |along, piece| {
            *along += piece.length();
            Some(*along)
        });
        let far: Vec<f64> = ends.collect();
        let mut at = 0;
        while at < pieces.len() {
            checkpoint();
            let from = pieces[at].start();
            match self.farthest(&pieces, &far, at) {
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
    /// `far` is how far along the lane pieces end.
    fn farthest(&self, pieces: &[Piece], far: &[f64], at: usize) -> Option<usize> {
        let from = pieces[at].start();
        let last = pieces.len() - 1;
        let along = |end: usize| far[end] - far[at] + pieces[at].length();
        let reaches = |end: usize| {
            from.distance(pieces[end].end()) <= along(end) * (1.0 + LENGTH_ROUNDING)
                && self.room.has_place_for(from, pieces[end].end())
        };
        let end = galloped(at, last, reaches);
        let is_shorter = from.distance(pieces[end].end()) < along(end) * (1.0 - LENGTH_ROUNDING);
        (end > at && is_shorter).then_some(end)
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
        if reach <= self.lanes.flow.rounding() * 1e3 || !is_bent(last, next) {
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
        (good > LEAST_SHARE * reach).then(|| shares(good))
    }

    /// Moves the ends to where the lane is shorter.
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
        for (k, piece) in pieces.iter().enumerate().take(MOST_SKIPPED) {
            along += piece.length();
            let to = piece.end();
            for side in self.lanes.sides_of(terminal) {
                let [a, b] = self.lanes.flow.local().side_points(side);
                let from = closest_on_segment(a, b, to);
                let gain = along - from.distance(to);
                let is_better = gain > LENGTH_ROUNDING * along && best.is_none_or(|(most, ..)| gain > most);
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

/// The last number before the first that does not reach, found in steps that double and then halve.
fn galloped(at: usize, last: usize, reaches: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut step) = (at, 1);
    while good + step <= last && reaches(good + step) {
        good += step;
        step *= 2;
    }
    while step > 1 {
        step /= 2;
        if good + step <= last && reaches(good + step) {
            good += step;
        }
    }
    good
}

/// Two pieces meet in a corner.
fn is_bent(last: &Piece, next: &Piece) -> bool {
    let (before, after) = (last.end() - last.at(0.999), next.at(0.001) - next.start());
    let scale = before.length() * after.length();
    before.cross(after).abs() > BEND * scale || before.dot(after) < 0.0
}

/// Arcs in parts from whose ends cuts may start; long straight pieces in two.
fn divided(pieces: &[Piece], long: f64) -> Vec<Piece> {
    let divide = |piece: &Piece| {
        let count = match piece {
            Piece::Arc(arc) => (arc.sweep.abs() / TURN).ceil().max(1.0),
            Piece::Straight([a, b]) if a.distance(*b) > long => 2.0,
            Piece::Straight(_) => 1.0,
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

fn goes_on(last: &CircularArc, next: &CircularArc) -> bool {
    let is_same = last.centre == next.centre && last.radius == next.radius;
    is_same && (last.sweep > 0.0) == (next.sweep > 0.0) && (last.start + last.sweep - next.start).abs() < SAME_ANGLE
}

fn is_straight(a: Point, b: Point, c: Point) -> bool {
    (b - a).cross(c - b).abs() <= STRAIGHT * a.distance(c).powi(2) && (b - a).dot(c - b) >= 0.0
}
