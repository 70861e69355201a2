//! Numbers that differ from agent to agent.

/// A number that differs from agent to agent.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// The same for all.
    Exactly(f64),
    /// Evenly between two numbers.
    Between(f64, f64),
    /// Normally distributed, within two deviations.
    Around {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
    /// Log-normally distributed, within three deviations of its logarithm: many are quick, a few take long.
    LogNormal {
        /// The mean, of the number itself and not of its logarithm.
        mean: f64,
        /// The standard deviation, of the number itself.
        deviation: f64,
    },
    /// Triangularly distributed.
    Triangular {
        /// The smallest number.
        from: f64,
        /// The most frequent one.
        mode: f64,
        /// The largest one.
        to: f64,
    },
}

impl Distribution {
    /// How far around its mean a normal distribution reaches, in deviations.
    const REACH: f64 = 2.0;
    /// How far that of a logarithm does.
    const LOG_REACH: f64 = 3.0;

    /// The smallest and the largest number that may come.
    #[must_use]
    pub fn range(self) -> [f64; 2] {
        match self {
            Self::Exactly(x) => [x, x],
            Self::Between(from, to) => [from, to],
            Self::Around { mean, deviation } => [mean - Self::REACH * deviation, mean + Self::REACH * deviation],
            Self::LogNormal { .. } => {
                let [middle, sigma] = self.logarithm();
                [middle - Self::LOG_REACH * sigma, middle + Self::LOG_REACH * sigma].map(f64::exp)
            }
            Self::Triangular { from, to, .. } => [from, to],
        }
    }

    /// The mean and the deviation of the logarithm of a log-normal number; of no meaning for others.
    #[must_use]
    pub fn logarithm(self) -> [f64; 2] {
        let Self::LogNormal { mean, deviation } = self else { return [0.0, 0.0] };
        let variance = (1.0 + (deviation / mean) * (deviation / mean)).ln();
        [mean.ln() - variance / 2.0, variance.sqrt()]
    }

    /// The mean.
    #[must_use]
    pub fn mean(self) -> f64 {
        let [from, to] = self.range();
        match self {
            Self::LogNormal { mean, .. } => mean,
            Self::Triangular { mode, .. } => (from + mode + to) / 3.0,
            _ => f64::midpoint(from, to),
        }
    }
}
