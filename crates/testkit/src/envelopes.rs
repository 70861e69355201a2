//! Oracle of Voronoi cells of discs, each on its own: how far its border is in a direction, and which cell lies beyond.
//!
//! With x = c + rho u, a disc of radius r at c is as far from x as another disc (q away, larger by e) where
//! 1/rho = 2 (q·u + e) / (|q|² - e²), and as a wall's line (h away, n towards it) where 1/rho = (1 + n·u) / (h + r). The
//! border is the nearest of all of these: an upper envelope around the circle, with no structure that cells could share.

use wayfront_geometry::Point;

/// Discs that touch a wall do so but for rounding, as a share of their radius.
const ROUNDING: f64 = 1e-9;

/// What a cell borders on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The disc of this number.
    Disc(usize),
    /// The wall of this number.
    Wall(usize),
}

/// Discs, given as centre and radius, and walls around them.
#[derive(Clone, Debug)]
pub struct Envelopes {
    /// Centre and radius of each.
    pub discs: Vec<(Point, f64)>,
    /// Their ends.
    pub walls: Vec<[Point; 2]>,
}

impl Envelopes {
    /// How far the border of a disc's cell is from its centre in a direction of length 1, and what is beyond.
    #[must_use]
    pub fn border(&self, disc: usize, direction: Point) -> Option<(f64, Beyond)> {
        let discs = (0..self.discs.len()).filter(|&k| k != disc);
        let discs = discs.filter_map(|k| Some((self.with_disc(disc, k, direction)?, Beyond::Disc(k))));
        let walls = (0..self.walls.len()).filter_map(|k| Some((self.with_wall(disc, k, direction)?, Beyond::Wall(k))));
        discs.chain(walls).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// How far the border with one other disc is, if it is met in this direction.
    #[must_use]
    pub fn with_disc(&self, disc: usize, other: usize, direction: Point) -> Option<f64> {
        let (centre, radius) = self.discs[other];
        self.with_circle(disc, centre, radius, direction)
    }

    fn with_circle(&self, disc: usize, at: Point, theirs: f64, direction: Point) -> Option<f64> {
        let (centre, radius) = self.discs[disc];
        let (q, e) = (at - centre, theirs - radius);
        let apart = q.dot(q) - e * e;
        if apart <= ROUNDING * q.dot(q) {
            return None; // the end of a wall that the disc touches: their border is a ray
        }
        let inverse = 2.0 * (q.dot(direction) + e) / apart;
        (inverse > 0.0).then_some(1.0 / inverse)
    }

    fn with_wall(&self, disc: usize, wall: usize, direction: Point) -> Option<f64> {
        let (centre, radius) = self.discs[disc];
        let [a, b] = self.walls[wall];
        let length = a.distance(b);
        let along = (b - a) * (1.0 / length);
        let up = along.left();
        let offset = up.dot(centre - a);
        // A disc that reaches over the line beyond an end borders on both sides of the wall.
        let hands = [1.0, -1.0].map(|hand| {
            let reach = radius + hand * offset;
            let line = if reach > ROUNDING * radius { reach / (1.0 - hand * up.dot(direction)) } else { f64::INFINITY };
            let foot = along.dot(centre + direction * line - a);
            (line.is_finite() && line >= radius * (1.0 - ROUNDING) && (0.0..=length).contains(&foot)).then_some(line)
        });
        let ends = [a, b].map(|end| self.with_circle(disc, end, 0.0, direction));
        hands.into_iter().chain(ends).flatten().min_by(f64::total_cmp)
    }
}
