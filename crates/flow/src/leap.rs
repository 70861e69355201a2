//! Long shortcuts of a lane, the most worthwhile first.
//!
//! A lane that follows the flow may go around many obstacles that a straight line passes on the other side. All pairs of
//! some points of the lane are tried, those that save most first; once taken, a shortcut may be replaced by a longer one
//! that includes it. Cost: the square of the number of points, which is bounded.

use wayfront_geometry::{Piece, Point, checkpoint};

/// About how many points are tried with each other.
const STOPS: usize = 64;
/// Share of a lane's length that a shortcut must save.
const WORTHWHILE: f64 = 1e-4;

/// A lane with shortcuts wherever there is place for them.
pub(crate) fn leapt(pieces: &[Piece], has_place: impl Fn(Point, Point) -> bool) -> Vec<Piece> {
    let mut stops = Stops::along(pieces);
    for [from, to] in stops.by_saving() {
        checkpoint();
        if stops.saves(from, to) && has_place(stops.points[from], stops.points[to]) {
            stops.leap(from, to);
        }
    }
    stops.pieces()
}

/// Points of a lane, and the links between them.
struct Stops {
    points: Vec<Point>,
    /// Per stop: the link from it to the next one that is still there; empty at the last.
    links: Vec<Vec<Piece>>,
    /// Per stop: how far along the lane it lies; none if a shortcut leads past it.
    along: Vec<Option<f64>>,
    least: f64,
}

impl Stops {
    fn along(pieces: &[Piece]) -> Self {
        let length: f64 = pieces.iter().map(Piece::length).sum();
        let step = length / STOPS as f64;
        let mut stops = Self { points: Vec::new(), links: Vec::new(), along: Vec::new(), least: WORTHWHILE * length };
        let (mut far, mut due) = (0.0, 0.0);
        for piece in pieces {
            // Pieces much shorter than a step share a link.
            let count = (piece.length() / step).floor().clamp(1.0, STOPS as f64);
            for k in 0..count as u32 {
                let part = piece.part(f64::from(k) / count, f64::from(k + 1) / count);
                if far >= due {
                    stops.push(part.start(), far);
                    due = far + 0.25 * step;
                }
                far += part.length();
                stops.links.last_mut().into_iter().for_each(|link| link.push(part));
            }
        }
        stops.push(pieces.last().map_or_else(Point::default, Piece::end), far);
        stops
    }

    fn push(&mut self, at: Point, along: f64) {
        self.points.push(at);
        self.links.push(Vec::new());
        self.along.push(Some(along));
    }

    /// All pairs that are worth a try, those that save most first.
    fn by_saving(&self) -> Vec<[usize; 2]> {
        let count = self.points.len();
        let pairs = (0..count).flat_map(|from| (from + 1..count).map(move |to| [from, to]));
        let mut saving: Vec<(f64, [usize; 2])> = pairs.map(|[from, to]| (self.saving(from, to), [from, to])).collect();
        saving.retain(|(saved, _)| *saved > self.least);
        // Of two that save the same, the first: the same lane every time.
        saving.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        saving.into_iter().map(|(_, pair)| pair).collect()
    }

    /// What a straight line saves; nothing where a shortcut leads past one of the ends.
    fn saving(&self, from: usize, to: usize) -> f64 {
        match (self.along[from], self.along[to]) {
            (Some(start), Some(end)) => end - start - self.points[from].distance(self.points[to]),
            _ => 0.0,
        }
    }

    fn saves(&self, from: usize, to: usize) -> bool {
        self.saving(from, to) > self.least
    }

    fn leap(&mut self, from: usize, to: usize) {
        let saved = self.saving(from, to);
        for k in from + 1..to {
            self.along[k] = None;
            self.links[k].clear();
        }
        self.links[from] = vec![Piece::Straight([self.points[from], self.points[to]])];
        self.along[to..].iter_mut().flatten().for_each(|along| *along -= saved);
    }

    fn pieces(self) -> Vec<Piece> {
        self.links.into_iter().flatten().collect()
    }
}
