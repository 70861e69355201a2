//! What tells agents of a group apart: drawn once for each, from the seed and its number alone.

use wayfront_world::{Distribution, Group, Random};

/// How one agent differs from others of its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Traits {
    pub radius: f64,
    pub speed: f64,
    pub premovement: f64,
}

impl Traits {
    /// Of the agent with this number.
    pub fn of(group: &Group, seed: u64, id: u64) -> Self {
        let mut random = stream(seed, id);
        Self {
            radius: draw(group.radius, &mut random),
            speed: draw(group.speed, &mut random),
            premovement: draw(group.premovement, &mut random),
        }
    }
}

/// Random numbers of one walker: the same whoever else there is.
pub(crate) fn stream(seed: u64, id: u64) -> Random {
    let mut mixed = Random::new(seed);
    Random::new(mixed.next_u64() ^ id.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A number of a spread.
pub(crate) fn draw(spread: Distribution, random: &mut Random) -> f64 {
    let [from, to] = spread.range();
    match spread {
        Distribution::Exactly(x) => x,
        Distribution::Between(..) => random.between(from, to),
        Distribution::Around { mean, deviation } => loop {
            // Box and Muller; what is too far out is drawn again.
            let (u, v) = (1.0 - random.unit(), random.unit());
            let x = mean + deviation * (-2.0 * u.ln()).sqrt() * (v * std::f64::consts::TAU).cos();
            if (from..=to).contains(&x) {
                return x;
            }
        },
    }
}
