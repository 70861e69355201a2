//! Whether lanes are what they should be: exact distances between curves, for tests and for callers that want to be sure.

use crate::lanes::{Lane, Lanes};
use crate::near::Near;
use crate::terminals::Terminal;
use std::borrow::Cow;
use thiserror::Error;
use wayfront_geometry::{Piece, Point, closest_on_segment};

/// Tolerance: Share of a line by which its ends are moved before one asks whether they see each other: ends lie on
/// outlines but for rounding, and are seen but for the last bit.
pub(crate) const OFF_END: f64 = 1e-9;
/// How finely two pieces that come too close are looked at.
const SAMPLES: u32 = 64;

/// What is wrong with lanes.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// There are fewer or more lanes than the cut has room for.
    #[error("{found} lanes, but the cut has room for {expected}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A lane has no pieces, or they do not meet end to end.
    #[error("lane {lane} is torn at {at}")]
    Torn {
        /// Which.
        lane: usize,
        /// Where.
        at: Point,
    },
    /// A lane does not start at its entrance or end at its exit.
    #[error("lane {lane} ends {distance} off its entrance or exit, at {at}")]
    End {
        /// Which.
        lane: usize,
        /// Where.
        at: Point,
        /// How far off.
        distance: f64,
    },
    /// A lane comes too close to something solid.
    #[error("lane {lane} comes within {distance} of something solid near {at}")]
    Solid {
        /// Which.
        lane: usize,
        /// Where.
        at: Point,
        /// How close.
        distance: f64,
    },
    /// Two lanes come too close to each other.
    #[error("lanes {first} and {second} come within {distance} of each other near {at}")]
    Lanes {
        /// The one.
        first: usize,
        /// The other.
        second: usize,
        /// Where.
        at: Point,
        /// How close.
        distance: f64,
    },
}

impl Lanes<'_> {
    /// Checks every lane: their number, their ends, their distance from everything solid, from each other.
    ///
    /// # Errors
    /// The first violation found.
    pub fn check(&self) -> Result<(), Violation> {
        if self.lanes.len() != self.capacity {
            return Err(Violation::Count { found: self.lanes.len(), expected: self.capacity });
        }
        let tolerance = self.flow.rounding();
        // As the user has them, rounded; measured where differences are exact.
        let lanes: Cow<'_, [Lane]> = if self.flow.frame.is_given() {
            Cow::Borrowed(&self.lanes)
        } else {
            self.lanes().iter().map(|lane| lane.moved(-self.flow.frame.origin)).collect()
        };
        for (k, lane) in lanes.iter().enumerate() {
            self.check_ends(k, lane, tolerance)?;
        }
        let pieces: Vec<(usize, &Piece)> =
            lanes.iter().enumerate().flat_map(|(k, lane)| lane.pieces.iter().map(move |piece| (k, piece))).collect();
        self.check_solids(&pieces, tolerance)?;
        self.check_pairs(&pieces, tolerance)
    }

    fn check_ends(&self, k: usize, lane: &Lane, tolerance: f64) -> Result<(), Violation> {
        let (Some(first), Some(last)) = (lane.pieces.first(), lane.pieces.last()) else {
            return Err(Violation::Torn { lane: k, at: Point::default() });
        };
        for pair in lane.pieces.windows(2) {
            if pair[0].end().distance(pair[1].start()) > tolerance {
                return Err(Violation::Torn { lane: k, at: pair[0].end() });
            }
        }
        let ends = [(first.start(), Terminal::Entrance(lane.entrance)), (last.end(), Terminal::Exit(lane.exit))];
        for (at, terminal) in ends {
            let distances = self.sides_of(terminal).map(|side| {
                let [a, b] = self.flow.local().side_points(side);
                closest_on_segment(a, b, at).distance(at)
            });
            let distance = distances.fold(f64::INFINITY, f64::min);
            if distance > tolerance {
                return Err(Violation::End { lane: k, at, distance });
            }
        }
        Ok(())
    }

    fn check_solids(&self, pieces: &[(usize, &Piece)], tolerance: f64) -> Result<(), Violation> {
        let (sides, near) = self.flow.solids_by_place();
        for &(lane, piece) in pieces {
            for k in near.around(piece.bounds().grown(self.radius)) {
                let side = &sides[k as usize];
                let distance = side.distance(piece);
                if distance < self.radius - tolerance && !self.passes_outside(piece, side, self.radius - tolerance) {
                    return Err(Violation::Solid { lane, at: piece.start(), distance });
                }
            }
        }
        Ok(())
    }

    fn check_pairs(&self, pieces: &[(usize, &Piece)], tolerance: f64) -> Result<(), Violation> {
        let mut near = Near::over(self.flow.local().bounds(), pieces.len());
        pieces.iter().enumerate().for_each(|(k, (_, piece))| near.add(k as u32, piece.bounds()));
        for &(first, piece) in pieces {
            for k in near.around(piece.bounds().grown(2.0 * self.radius)) {
                let (second, other) = pieces[k as usize];
                if second <= first {
                    continue;
                }
                let distance = piece.distance(other);
                if distance < 2.0 * self.radius - tolerance
                    && !self.passes_outside(piece, other, 2.0 * self.radius - tolerance)
                {
                    return Err(Violation::Lanes { first, second, at: piece.start(), distance });
                }
            }
        }
        Ok(())
    }

    /// Nowhere do two pieces that come closer than `limit` see each other: the line between them leaves the world through
    /// an entrance or exit with a reflex corner. What is near as the crow flies is not near within the world.
    pub(crate) fn passes_outside(&self, one: &Piece, other: &Piece, limit: f64) -> bool {
        let shares = || (0..=SAMPLES).map(|k| f64::from(k) / f64::from(SAMPLES));
        let mut pairs = shares().flat_map(|s| shares().map(move |t| (one.at(s), other.at(t))));
        // Ends lie on outlines but for rounding: they are seen but for the last bit of the line.
        let sees = |p: Point, q: Point| self.flow.local().sees(p.lerp(q, OFF_END), q.lerp(p, OFF_END));
        !pairs.any(|(p, q)| p.distance(q) < limit && sees(p, q))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FlowMap;
    use wayfront_world::builtin;

    /// What is wrong after lanes were tampered with.
    fn after(tamper: impl FnOnce(&mut Vec<Lane>)) -> Violation {
        let flow = FlowMap::new(&builtin("corridor").unwrap()).unwrap();
        let mut lanes = flow.lanes(0.25).unwrap();
        assert_eq!(lanes.check(), Ok(()));
        tamper(&mut lanes.lanes);
        lanes.check().unwrap_err()
    }

    #[test]
    fn everything_that_can_be_wrong_is_seen() {
        assert!(matches!(after(|l| drop(l.pop())), Violation::Count { found: 8, expected: 9 }));
        assert!(matches!(after(|l| l[3].pieces.clear()), Violation::Torn { lane: 3, .. }));
        assert!(matches!(after(|l| l[8].pieces.retain(|piece| piece.length() > 1.0)), Violation::Torn { lane: 8, .. }));
        assert!(matches!(after(|l| l[8].pieces.truncate(1)), Violation::End { lane: 8, .. }));
        let down = |by: f64| {
            move |lanes: &mut Vec<Lane>| {
                lanes[0].pieces.iter_mut().for_each(|piece| *piece = piece.moved(Point::new(0.0, by)));
            }
        };
        assert!(matches!(after(down(-1e-6)), Violation::Solid { lane: 0, .. }));
        assert!(matches!(after(down(1e-6)), Violation::Lanes { first: 0, second: 1, .. }));
        assert!(matches!(after(|l| l[2].exit = 7), Violation::End { lane: 2, .. }));
    }
}
