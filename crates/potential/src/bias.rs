//! The pull that makes agents prefer a direction.
//!
//! A free cell is a weighted mean of its neighbours: a quarter each, less on the side towards the bias and more on the
//! other. Read as a walk at random from a cell until it ends at the goal or at a wall, the walk drifts against the
//! bias; so cells on the bias' side of a goal see it more often than others do, and a route that climbs towards cells that
//! see the goal more often is pulled to that side. The papers' update has weights 1/4 ± e v / 8: there e v = -bias.
//!
//! Weights are positive below length 2. At 2 one neighbour of a cell no longer counts, and beyond it would count
//! with the opposite sign: walls attract and goals repel.

use crate::fault::PotentialError;
use wayfront_geometry::Point;

/// A vector of length below 2 towards which agents are pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bias(Point);

impl Bias {
    /// No pull.
    pub const NONE: Self = Self(Point::new(0.0, 0.0));

    /// A pull towards `vector`; the longer, the stronger.
    ///
    /// # Errors
    /// If it is not finite, or not shorter than 2.
    ///
    /// ```
    /// use wayfront_potential::Bias;
    /// assert!(Bias::new((0.0, 1.9)).is_ok());
    /// assert!(Bias::new((1.5, 1.5)).is_err());
    /// ```
    pub fn new(vector: impl Into<Point>) -> Result<Self, PotentialError> {
        let vector = vector.into();
        // Not the negation of the opposite: NaN must fail too.
        if vector.length() < 2.0 { Ok(Self(vector)) } else { Err(PotentialError::BiasTooLong { bias: vector }) }
    }

    /// The vector.
    #[must_use]
    pub const fn vector(self) -> Point {
        self.0
    }

    /// The share of each neighbour in a cell: left, right, below, above. They are positive and add up to 1.
    #[must_use]
    pub fn shares(self) -> [f64; 4] {
        let Point { x, y } = self.0;
        [0.25 + x / 8.0, 0.25 - x / 8.0, 0.25 + y / 8.0, 0.25 - y / 8.0]
    }

    /// What q has to be divided by, per cell along x and y, so that what neighbours take over from each other is the
    /// same both ways; as logarithms.
    pub(crate) fn tilt(self) -> [f64; 2] {
        [self.0.x, self.0.y].map(|b| ((2.0 + b) / (2.0 - b)).ln() / 2.0)
    }

    /// What neighbours along x and y take over from each other after that division.
    pub(crate) fn symmetric_shares(self) -> [f64; 2] {
        [self.0.x, self.0.y].map(|b| ((2.0 - b) * (2.0 + b)).sqrt() / 8.0)
    }

    /// The best factor of over-relaxation for a square of so many cells; with a bias neighbours depend on each other less.
    #[must_use]
    pub fn over_relaxation(self, side: usize) -> f64 {
        let [x, y] = self.symmetric_shares();
        let radius = 2.0 * (x + y) * (std::f64::consts::PI / (side - 1) as f64).cos();
        2.0 / (1.0 + (1.0 - radius * radius).sqrt())
    }
}
