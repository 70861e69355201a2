//! Several runs of one scene that differ in their seed alone: what is chance, and what is the building.
//!
//! Each run has a thread of its own, so that runs do not wait for each other, and as many go on at once as asked for;
//! of each only its [figures](RunFigures) stay. An [`Estimate`] tells the mean of a figure over the seeds, its standard
//! deviation, and the interval in which the true mean lies with 95 % confidence: mean ± t s / √n, where t is the
//! 0.975 quantile of Student's distribution with n − 1 degrees of freedom.

use crate::{Simulation, Summary};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wayfront_domain::Scene;
use wayfront_world::{Rejected, World};

/// What a run comes to, in a few numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFigures {
    /// Its seed.
    pub seed: u64,
    /// How many arrived.
    pub arrived: usize,
    /// How many were still there at the end, the trapped included.
    pub remaining: usize,
    /// How many of these were trapped.
    pub trapped: usize,
    /// When 50, 95, 98 and 100 % of all who could leave had left.
    pub percentiles: [Option<f64>; 4],
    /// Means over all who arrived: travel, waiting, length.
    pub means: [Option<f64>; 3],
    /// Speed while walking.
    pub walking_speed: Option<f64>,
    /// Of each exit.
    pub exits: Vec<ExitFigures>,
}

/// What an exit comes to in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExitFigures {
    /// How many left by it.
    pub arrived: usize,
    /// When the last did.
    pub last: Option<f64>,
    /// People a second, between the first and the last.
    pub flow: Option<f64>,
}

impl RunFigures {
    /// The shares of [`percentiles`](Self::percentiles).
    pub const SHARES: [f64; 4] = [0.5, 0.95, 0.98, 1.0];

    /// Those of a run.
    #[must_use]
    pub fn of(seed: u64, summary: &Summary) -> Self {
        let exit = |exit: &crate::ExitReport| {
            let (arrived, last) = (exit.times.len(), exit.times.last().copied());
            ExitFigures { arrived, last, flow: exit.flow() }
        };
        Self {
            seed,
            arrived: summary.trips.len(),
            remaining: summary.remaining,
            trapped: summary.trapped.len(),
            percentiles: Self::SHARES.map(|share| summary.percentile(share)),
            means: [
                summary.mean(crate::Trip::seconds),
                summary.mean(|trip| trip.waited),
                summary.mean(|trip| trip.length),
            ],
            walking_speed: summary.walking_speed(),
            exits: summary.exits.iter().map(exit).collect(),
        }
    }

    /// Bytes that the figures of one run take, with so many exits.
    #[must_use]
    pub const fn bytes(exits: usize) -> usize {
        size_of::<Self>() + exits * size_of::<ExitFigures>()
    }
}

/// A figure over several seeds.
///
/// ```
/// let times = wayfront_crowd::Estimate::of(&[61.0, 63.0, 62.0, 66.0, 63.0]).unwrap();
/// assert_eq!(times.mean, 63.0);
/// assert!((times.deviation - 1.87).abs() < 0.01);
/// assert!((times.interval[0] - 60.68).abs() < 0.01 && (times.interval[1] - 65.32).abs() < 0.01);
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Over so many runs.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation from run to run; 0 for a single one.
    pub deviation: f64,
    /// Where the true mean lies with 95 % confidence; the mean itself for a single run.
    pub interval: [f64; 2],
    /// The smallest and the largest.
    pub range: [f64; 2],
}

impl Estimate {
    /// Of these numbers; `None` if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        let reach = if count > 1 { student(count - 1) * deviation / (count as f64).sqrt() } else { 0.0 };
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Some(Self { count, mean, deviation, interval: [mean - reach, mean + reach], range: [least, most] })
    }
}

/// The 0.975 quantile of Student's distribution.
fn student(freedom: usize) -> f64 {
    const FEW: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    // Beyond the table: the first terms of its series around the normal distribution.
    let n = freedom as f64;
    FEW.get(freedom - 1).copied().unwrap_or(1.959_964 + 2.372_27 / n + 2.822_5 / (n * n))
}

/// Runs a scene with each of some seeds, `at_once` at a time, until `stop` says so; tells after each how many are done.
/// Figures are in the order of the seeds; those of runs that were stopped are left out.
///
/// # Errors
/// With everything that keeps the crowd from walking, for the first seed for which something does.
pub fn run_seeds(
    scene: &Scene,
    seeds: impl ExactSizeIterator<Item = u64> + Send,
    at_once: usize,
    stop: &(dyn Fn() -> bool + Sync),
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<RunFigures>, (u64, Rejected)> {
    let at_once = at_once.clamp(1, seeds.len().max(1));
    let seeds = Mutex::new(seeds.enumerate());
    let next = || seeds.lock().ok().and_then(|mut seeds| seeds.next());
    let (finished, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let failed = Mutex::new(None::<(usize, u64, Rejected)>);
    let has_failed = || failed.lock().is_ok_and(|failed| failed.is_some());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some((k, seed)) = next() {
                    if stop() || has_failed() {
                        break;
                    }
                    match alone(scene, seed, stop) {
                        Ok(Some(figures)) => {
                            if let Ok(mut results) = results.lock() {
                                results.push((k, figures));
                            }
                            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                        }
                        Ok(None) => break,
                        Err(rejected) => {
                            let Ok(mut failed) = failed.lock() else { break };
                            if failed.as_ref().is_none_or(|first| k < first.0) {
                                *failed = Some((k, seed, rejected));
                            }
                        }
                    }
                }
            });
        }
    });
    if let Some((_, seed, rejected)) = failed.into_inner().ok().flatten() {
        return Err((seed, rejected));
    }
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(k, _)| *k);
    Ok(results.into_iter().map(|(_, figures)| figures).collect())
}

/// One run on one thread; `None` if it was stopped.
fn alone(scene: &Scene, seed: u64, stop: &(dyn Fn() -> bool + Sync)) -> Result<Option<RunFigures>, Rejected> {
    let run = || {
        let mut run = Simulation::of(&seeded(scene, seed)?)?;
        while run.is_going_on() {
            if stop() {
                return Ok(None);
            }
            run.step();
        }
        Ok(Some(RunFigures::of(seed, &run.summary())))
    };
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(run),
        Err(_) => run(),
    }
}

fn seeded(scene: &Scene, seed: u64) -> Result<Scene, Rejected> {
    let mut world = World::clone(scene.world());
    if let Some(crowd) = &mut world.crowd {
        crowd.seed = seed;
    }
    Scene::new(world)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_fall_to_the_normal_one() {
        let quantiles: Vec<f64> = (1..200).map(student).collect();
        assert!(quantiles.windows(2).all(|pair| pair[1] < pair[0]));
        assert!((student(60) - 2.000).abs() < 0.001 && (student(120) - 1.980).abs() < 0.001);
    }

    #[test]
    fn seeds_give_the_same_figures_alone_and_at_once() {
        let scene = Scene::open("crossing").unwrap();
        let run =
            |at_once| run_seeds(&scene, (1..4).map(u64::from as fn(u32) -> u64), at_once, &|| false, &|_| {}).unwrap();
        let figures = run(1);
        assert_eq!(figures.iter().map(|run| run.seed).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(figures == run(3) && figures[0] != figures[1]);
        assert!(
            figures
                .iter()
                .all(|run| run.arrived == 100 && run.exits.iter().map(|exit| exit.arrived).sum::<usize>() == 100)
        );
    }
}
