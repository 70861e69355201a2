//! What must be reached, and whether it is.
//!
//! Both the medians and the best times have to reach it. On a machine that others use, long runs are interrupted more
//! often than short ones: medians then flatter the faster one, which best times do not.

use crate::stopwatch::Figures;
use serde::Serialize;
use std::fmt;

/// One thing to reach.
#[derive(Serialize)]
pub struct Target {
    pub what: String,
    pub value: Figures,
    #[serde(flatten)]
    pub bound: Bound,
    /// By the medians and by the best times.
    pub reached: bool,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    pub fn new(what: impl Into<String>, value: Figures, bound: Bound) -> Self {
        let reached = match bound {
            Bound::AtLeast(least) => value.median >= least && value.best >= least,
            Bound::AtMost(most) => value.median <= most && value.best <= most,
        };
        Self { what: what.into(), value, bound, reached }
    }

    pub fn verdict(&self) -> &'static str {
        if self.reached { "reached" } else { "NOT reached" }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "at least {least}"),
            Self::AtMost(most) => write!(f, "at most {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_median_is_not_enough() {
        let reached = |median, best, bound| Target::new("", Figures { median, best }, bound).reached;
        assert!(reached(12.0, 11.0, Bound::AtLeast(10.0)));
        assert!(!reached(35.0, 9.0, Bound::AtLeast(10.0)));
        assert!(!reached(9.0, 11.0, Bound::AtLeast(10.0)));
        assert!(reached(4.0, 3.0, Bound::AtMost(5.0)));
        assert!(!reached(6.0, 3.0, Bound::AtMost(5.0)));
        assert!(!reached(f64::NAN, 3.0, Bound::AtMost(5.0)));
    }
}
