//! What tells agents of a group apart: drawn once for each, from the seed and its number alone.

use wayfront_world::{Distribution, Group, Profile, Random};

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
        let profile = profile_of(group, seed, id);
        let spread = |own: Distribution, of: fn(&Profile) -> Option<Distribution>| profile.and_then(of).unwrap_or(own);
        Self {
            radius: draw(spread(group.radius, |profile| profile.radius), &mut random),
            speed: draw(spread(group.speed, |profile| profile.speed), &mut random),
            premovement: draw(spread(group.premovement, |profile| profile.premovement), &mut random),
        }
    }
}

/// The kind of people that somebody belongs to. Multiples of the golden ratio are spread so evenly that, of any row of
/// numbers, each kind has its share to within one or two.
fn profile_of(group: &Group, seed: u64, id: u64) -> Option<&Profile> {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let all: f64 = group.profiles.iter().map(|profile| profile.share).sum();
    let place = Random::new(seed).next_u64().wrapping_add(id.wrapping_mul(GOLDEN));
    let mut left = (place >> 11) as f64 / (1_u64 << 53) as f64 * all;
    let chosen = group.profiles.iter().find(|profile| {
        left -= profile.share;
        left < 0.0
    });
    chosen.or(group.profiles.last())
}

/// Random numbers of one agent: the same whoever else there is.
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
        Distribution::Around { mean, deviation } => normal(mean, deviation, [from, to], random),
        Distribution::LogNormal { .. } => {
            let [middle, sigma] = spread.logarithm();
            if sigma == 0.0 {
                return middle.exp();
            }
            normal(middle, sigma, [from, to].map(f64::ln), random).exp().clamp(from, to)
        }
        Distribution::Triangular { mode, .. } => {
            // The inverse of its distribution function.
            let (u, width) = (random.unit(), to - from);
            let below = (mode - from) * width;
            if u * width * width < below {
                from + (u * below).sqrt()
            } else {
                to - ((1.0 - u) * width * (to - mode)).sqrt()
            }
        }
    }
}

/// A normally distributed number in a range: what lies outside is drawn again.
fn normal(mean: f64, deviation: f64, [from, to]: [f64; 2], random: &mut Random) -> f64 {
    loop {
        // Box and Muller.
        let (u, v) = (1.0 - random.unit(), random.unit());
        let x = mean + deviation * (-2.0 * u.ln()).sqrt() * (v * std::f64::consts::TAU).cos();
        if (from..=to).contains(&x) {
            return x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Start;

    /// Mean and deviation of many numbers, all within the range.
    fn moments(spread: Distribution) -> [f64; 2] {
        let mut random = Random::new(11);
        let numbers: Vec<f64> = (0..40_000).map(|_| draw(spread, &mut random)).collect();
        let [from, to] = spread.range();
        assert!(numbers.iter().all(|x| (from..=to).contains(x)));
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / numbers.len() as f64;
        [mean, variance.sqrt()]
    }

    #[test]
    fn spreads_have_the_moments_that_they_name() {
        let [mean, deviation] = moments(Distribution::LogNormal { mean: 60.0, deviation: 20.0 });
        assert!((mean - 60.0).abs() < 0.8 && (deviation - 20.0).abs() < 1.5, "{mean} {deviation}");
        let [mean, deviation] = moments(Distribution::Triangular { from: 1.0, mode: 2.0, to: 6.0 });
        let known = ((1.0 + 4.0 + 36.0 - 2.0 - 6.0 - 12.0) / 18.0_f64).sqrt();
        assert!((mean - 3.0).abs() < 0.02 && (deviation - known).abs() < 0.02, "{mean} {deviation} {known}");
        assert!(moments(Distribution::LogNormal { mean: 2.0, deviation: 0.0 })[1] < 1e-9);
        assert_eq!(moments(Distribution::Around { mean: 2.0, deviation: 0.0 }), [2.0, 0.0]);
    }

    #[test]
    fn profiles_have_their_shares() {
        let slow = Profile::new(1.0).with_speed(Distribution::Exactly(0.5));
        let quick = Profile::new(3.0).with_speed(Distribution::Exactly(2.0));
        let group = Group::new(Start::Points(Vec::new())).with_profiles(vec![slow, quick]);
        for (seed, from) in [(1, 0), (2, 17), (3, 1000)] {
            let slow = (from..from + 100).filter(|&id| Traits::of(&group, seed, id).speed == 0.5).count();
            assert!((23..=27).contains(&slow), "{slow} of 100 where 25 should be");
        }
    }
}
