//! Shortest paths of discs between two points: a search for each pair, in the same memory, for any radius.
//!
//! Exact, as maps are. Without a radius it is the search of points ([`PairSearch`]), bit for bit.

use crate::discs::{DiscPath, DiscWork, Narrowest, NoRoom};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Piece, Point};
use wayfront_pathmap::PairSearch;

/// Finds shortest paths of discs between pairs of points, one after another, for any radius.
#[derive(Debug)]
pub struct DiscSearch {
    points: PairSearch,
    discs: DiscWork,
}

impl DiscSearch {
    /// A search in a domain.
    #[must_use]
    pub fn new(domain: Arc<Domain>) -> Self {
        Self { points: PairSearch::new(domain), discs: DiscWork::default() }
    }

    /// The domain that it searches.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        self.points.domain()
    }

    /// The search for points.
    pub fn points(&mut self) -> &mut PairSearch {
        &mut self.points
    }

    /// The shortest way of a disc from `a` to `b`: exact, for any radius. It may touch what it passes: a gap of
    /// exactly two radii is open. What corners see is kept for the next question, for all radii.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Domain;
    /// # use wayfront_geometry::Point;
    /// # use wayfront_bodies::DiscSearch;
    /// let world = wayfront_world::builtin("profiling0").unwrap();
    /// let mut search = DiscSearch::new(Arc::new(Domain::without_doors(&world).unwrap()));
    /// // Around the corner (20, 40) of a square: two tangents and a quarter of a circle.
    /// let way = search.find(Point::new(17.0, 30.0), Point::new(30.0, 43.0), 3.0).unwrap();
    /// assert!((way.length - (20.0 + 3.0 * std::f64::consts::FRAC_PI_2)).abs() < 1e-9);
    /// assert_eq!(way.pieces.len(), 3);
    /// ```
    ///
    /// # Errors
    /// If the radius is not one, one of the points has too little room, or there is no way for a disc of this radius.
    pub fn find(&mut self, a: Point, b: Point, radius: f64) -> Result<DiscPath, NoRoom> {
        let length = self.length(a, b, radius)?;
        if radius > 0.0 {
            return Ok(self.discs.route(self.points.domain()));
        }
        let way = self.points.find(a, b).map_err(|_| NoRoom::Unreachable)?;
        let pieces = way.points.windows(2).map(|leg| Piece::Straight([leg[0], leg[1]])).collect();
        Ok(DiscPath { radius, length, pieces, narrowest: None })
    }

    /// The length of [`Self::find`].
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn length(&mut self, a: Point, b: Point, radius: f64) -> Result<f64, NoRoom> {
        self.check_room([a, b], radius)?;
        if radius == 0.0 {
            return self.points.length(a, b).map_err(|_| NoRoom::Unreachable);
        }
        match self.discs.search(self.points.domain(), [a, b], radius) {
            length if length.is_finite() => Ok(length),
            _ if self.points.length(a, b).is_ok() => Err(NoRoom::TooNarrow { radius }),
            _ => Err(NoRoom::Unreachable),
        }
    }

    /// A disc of this radius has room at both ends.
    pub(crate) fn check_room(&self, ends: [Point; 2], radius: f64) -> Result<(), NoRoom> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(NoRoom::Radius(radius));
        }
        for at in ends {
            if !self.domain().contains(at) || radius > 0.0 && !self.domain().has_room(at, radius) {
                let nearest = self.domain().nearest_free_for(at, radius);
                let clearance = self.domain().clearance(at).unwrap_or(0.0);
                return Err(NoRoom::Blocked { at, radius, clearance, nearest });
            }
        }
        Ok(())
    }

    /// The greatest radius with which a disc gets from `a` to `b`, to the last bit, and the gap that decides; `None` if not
    /// even a point gets there. By halving: some sixty searches.
    pub fn widest(&mut self, a: Point, b: Point) -> Option<(f64, Option<Narrowest>)> {
        self.points.length(a, b).ok()?;
        let room = |p: Point| self.domain().clearance(p).unwrap_or(0.0);
        // Doubles that are not negative have the order of their bits.
        let (mut low, mut high) = (0u64, (room(a).min(room(b)) * (1.0 + 1e-12)).to_bits() + 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.length(a, b, f64::from_bits(middle)).is_ok() {
                low = middle;
            } else {
                high = middle;
            }
        }
        let widest = f64::from_bits(low);
        let way = self.find(a, b, widest).ok()?;
        Some((widest, way.narrowest))
    }

    /// What to do where a disc has no way from `a` to `b`: where every way is too narrow, the widest radius that gets
    /// through and the gap that decides, by [`widest`](Self::widest); else [`NoRoom::advice`].
    pub fn advice(&mut self, a: Point, b: Point, why: &NoRoom) -> String {
        let narrow = matches!(why, NoRoom::TooNarrow { .. });
        let Some((radius, gap)) = narrow.then(|| self.widest(a, b)).flatten() else { return why.advice() };
        let place =
            gap.map_or_else(String::new, |gap| format!("; the narrowest gap is {} wide, at {}", gap.width, gap.at));
        format!("the widest radius that gets through is {radius}{place}")
    }
}
