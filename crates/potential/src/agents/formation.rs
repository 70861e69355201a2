//! Formations: a place for each member of a group around its centre, given as points or sampled from a sketched outline.

use wayfront_geometry::Point;

/// Places around a centre, for a group that moves along x.
///
/// ```
/// use wayfront_geometry::Point;
/// use wayfront_potential::Formation;
/// let wedge = [(0.0, 0.0), (-3.0, 2.0), (-3.0, -2.0)].map(Point::from);
/// let formation = Formation::from_outline(&wedge, 9);
/// assert_eq!(formation.places().len(), 9);
/// assert!(formation.size() < 3.0); // around their mean
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    places: Vec<Point>,
    size: f64,
}

impl Formation {
    /// A place for each point; their mean becomes the centre.
    #[must_use]
    pub fn from_points(points: &[Point]) -> Self {
        let count = points.len().max(1) as f64;
        let centre = points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / count);
        let places: Vec<Point> = points.iter().map(|&p| p - centre).collect();
        let size = places.iter().map(|p| p.length()).fold(0.0, f64::max);
        Self { places, size }
    }

    /// `count` places in rows of a square, `spacing` apart, the first rows in front.
    #[must_use]
    pub fn block(count: usize, spacing: f64) -> Self {
        let across = (count as f64).sqrt().ceil().max(1.0) as usize;
        let place = |k: usize| Point::new(-((k / across) as f64), (k % across) as f64) * spacing;
        Self::from_points(&(0..count).map(place).collect::<Vec<_>>())
    }

    /// `count` places evenly along a sketched outline, which is closed.
    #[must_use]
    pub fn from_outline(outline: &[Point], count: usize) -> Self {
        if outline.is_empty() {
            return Self::from_points(&[]);
        }
        let next = |k: usize| outline[(k + 1) % outline.len()];
        let length: f64 = outline.iter().enumerate().map(|(k, p)| p.distance(next(k))).sum();
        let mut places = Vec::with_capacity(count);
        let (mut walked, mut leg) = (0.0, 0);
        for k in 0..count {
            let target = length * k as f64 / count as f64;
            while leg + 1 < outline.len() && walked + outline[leg].distance(next(leg)) < target {
                walked += outline[leg].distance(next(leg));
                leg += 1;
            }
            let along = outline[leg].distance(next(leg));
            let share = if along > 0.0 { ((target - walked) / along).min(1.0) } else { 0.0 };
            places.push(outline[leg].lerp(next(leg), share));
        }
        Self::from_points(&places)
    }

    /// The places, relative to the centre.
    #[must_use]
    pub fn places(&self) -> &[Point] {
        &self.places
    }

    /// The farthest place's distance from the centre.
    #[must_use]
    pub const fn size(&self) -> f64 {
        self.size
    }
}
