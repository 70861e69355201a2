//! The terms as the caller gives them: speed changes at corners, and gates that are crossed at a price.

use crate::generators::LayerId;
use thiserror::Error;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Barrier, BarrierCost, Weight};

/// What crossing a gate of the domain costs.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Price {
    /// Nothing: an open door.
    Open,
    /// No way through: a closed door.
    Closed,
    /// A fixed extra, 0 or more: a queue.
    Delay(f64),
    /// The rest of the leg that crosses costs so many times as much, 1 or more.
    Factor(f64),
}

impl From<&Barrier> for Price {
    fn from(barrier: &Barrier) -> Self {
        match barrier.cost {
            BarrierCost::Delay(delay) => Self::Delay(delay),
            BarrierCost::Weight(factor) => Self::Factor(factor),
        }
    }
}

/// What a map takes into account besides lengths.
///
/// Cost is time: a leg costs its length divided by the speed on it. The trip starts at the source at speed 1. A path
/// that turns at a corner with a weight goes on at that speed; if it already has another speed than at the start, it
/// keeps the larger of the two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Speed changes.
    pub weights: Vec<Weight>,
    /// A price for each gate of the domain, by its number.
    pub prices: Vec<Price>,
}

/// Why a map cannot be built on these terms.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TermsError {
    /// A weight is not at a corner.
    #[error("weight {index}: there is no corner at {at}{}", nearest.map(|p| format!("; the nearest is {p}")).unwrap_or_default())]
    NoCorner {
        /// Which weight.
        index: usize,
        /// Where it should be.
        at: Point,
        /// The corner nearest to that.
        nearest: Option<Point>,
    },
    /// A weight is not a finite number above zero.
    #[error("weight {index} is {weight}; a speed is a finite number above 0")]
    BadWeight {
        /// Which weight.
        index: usize,
        /// Its value.
        weight: f64,
    },
    /// Two weights at one corner.
    #[error("weight {index} is at the same corner as weight {other}")]
    Duplicate {
        /// Which weight.
        index: usize,
        /// The one before it.
        other: usize,
    },
    /// A delay below zero, a factor below one, or not a number.
    #[error("gate {gate}: the price {price:?} is not a delay of 0 or more, nor a factor of 1 or more")]
    BadPrice {
        /// Which gate.
        gate: usize,
        /// Its price.
        price: Price,
    },
    /// Fewer prices than the domain has gates.
    #[error("{prices} prices for {gates} gates")]
    PriceCount {
        /// How many prices there are.
        prices: usize,
        /// How many gates the domain has.
        gates: usize,
    },
    /// More different speeds than a map can hold.
    #[error("{count} different speeds; a map holds up to {}", LayerId::MOST - 1)]
    TooManySpeeds {
        /// How many there are.
        count: usize,
    },
}

impl Terms {
    /// Lengths alone would give the same map.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.weights.is_empty() && self.prices.is_empty()
    }

    /// The terms make sense on this domain.
    pub(crate) fn check(&self, domain: &Domain) -> Result<(), TermsError> {
        for (index, w) in self.weights.iter().enumerate() {
            if !(w.weight > 0.0 && w.weight.is_finite()) {
                return Err(TermsError::BadWeight { index, weight: w.weight });
            }
            if let Some(other) = self.weights[..index].iter().position(|o| o.corner == w.corner) {
                return Err(TermsError::Duplicate { index, other });
            }
        }
        for (gate, &price) in self.prices.iter().enumerate() {
            let is_good = match price {
                Price::Open | Price::Closed => true,
                Price::Delay(delay) => delay >= 0.0 && delay.is_finite(),
                Price::Factor(factor) => factor >= 1.0 && factor.is_finite(),
            };
            if !is_good {
                return Err(TermsError::BadPrice { gate, price });
            }
        }
        let along = domain.gate_sides().filter_map(|side| domain.gate(side)).flat_map(|gate| gate.gates);
        let (prices, gates) = (self.prices.len(), along.map(|gate| gate.0 as usize + 1).max().unwrap_or(0));
        if prices >= gates { Ok(()) } else { Err(TermsError::PriceCount { prices, gates }) }
    }
}
