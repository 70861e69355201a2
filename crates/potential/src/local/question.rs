//! What an agent asks its local map, so that one window after the other or all at once can answer it.

use super::LocalMap;
use crate::bias::Bias;
use wayfront_geometry::Point;

/// A disc that blocks cells of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalDisc {
    /// Its centre.
    pub centre: Point,
    /// Its radius.
    pub radius: f64,
}

/// An agent's question: in which direction to go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalQuestion {
    /// Where it is.
    pub at: Point,
    /// Where it looks, of length 1.
    pub heading: Point,
    /// Where its global map leads; the window is open there.
    pub towards: Point,
    /// Its radius.
    pub radius: f64,
    /// The number of its global map.
    pub map: usize,
    /// A pull to one side.
    pub bias: Bias,
}

impl LocalQuestion {
    /// Whether a point lies in the view cone of this aperture.
    #[must_use]
    pub fn sees(&self, aperture: f64, p: Point) -> bool {
        (p - self.at).dot(self.heading) >= (aperture / 2.0).cos() * (p - self.at).length()
    }
}

impl LocalMap {
    /// Moves the window to an agent, with the walls and discs in its view cone of this aperture, and opens it. Goals within
    /// the window are set afterwards.
    pub fn look(
        &mut self,
        question: &LocalQuestion,
        aperture: f64,
        is_free: impl Fn(Point) -> bool,
        discs: impl IntoIterator<Item = LocalDisc>,
    ) {
        self.centre_on(question.at);
        self.block(|p| !is_free(p) && question.sees(aperture, p));
        for disc in discs {
            if disc.centre != question.at && question.sees(aperture, disc.centre) {
                self.block_disc(disc.centre, disc.radius + question.radius);
            }
        }
        self.open_towards(question.towards);
    }
}
