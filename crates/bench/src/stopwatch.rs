//! Repeated measurements: a warm-up, then as many runs as fit a time budget, and of these the median and the best.
//!
//! The best is what the machine can do; the median is what one gets when others use it too.

use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Fewest and most runs of one thing.
const RUNS: [usize; 2] = [3, 31];
/// Time after which no further run is begun.
const BUDGET: Duration = Duration::from_millis(1500);

/// Times of several runs, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Times {
    pub median: f64,
    pub best: f64,
}

/// Something computed from medians, and from best times.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Figures {
    pub median: f64,
    pub best: f64,
}

impl Figures {
    /// A figure that is the same by medians and by best times.
    pub fn of(figure: f64) -> Self {
        Self { median: figure, best: figure }
    }

    /// Another figure, made of both.
    pub fn map(self, figure: impl Fn(f64) -> f64) -> Self {
        Self { median: figure(self.median), best: figure(self.best) }
    }
}

impl Times {
    /// Of the seconds of at least one run.
    pub fn of(mut seconds: Vec<f64>) -> Self {
        seconds.sort_by(f64::total_cmp);
        Self { median: seconds[seconds.len() / 2], best: seconds[0] }
    }

    /// A figure made of the median, and of the best.
    pub fn map(self, figure: impl Fn(f64) -> f64) -> Figures {
        Figures { median: figure(self.median), best: figure(self.best) }
    }

    /// How many times as long it takes as `other`.
    pub fn over(self, other: Self) -> Figures {
        Figures { median: self.median / other.median, best: self.best / other.best }
    }
}

/// Runs `work` several times and gives the times and the last result.
pub fn repeat<T>(mut work: impl FnMut() -> T) -> (Times, T) {
    let mut result = black_box(work());
    let mut seconds = Vec::with_capacity(RUNS[1]);
    let start = Instant::now();
    while seconds.len() < RUNS[0] || (seconds.len() < RUNS[1] && start.elapsed() < BUDGET) {
        let run = Instant::now();
        let fresh = black_box(work());
        seconds.push(run.elapsed().as_secs_f64());
        // Outside the measured time: freeing the last result is not part of making the next.
        result = fresh;
    }
    (Times::of(seconds), result)
}

/// Runs several things in turns, so that a machine that gets slower or faster treats all alike.
pub fn in_turns(works: &mut [impl FnMut()], turns: usize) -> Vec<Times> {
    let mut seconds = vec![Vec::with_capacity(turns); works.len()];
    works.iter_mut().for_each(|work| work());
    for _ in 0..turns {
        for (work, seconds) in works.iter_mut().zip(&mut seconds) {
            let run = Instant::now();
            work();
            seconds.push(run.elapsed().as_secs_f64());
        }
    }
    seconds.into_iter().map(Times::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_not_above_the_median() {
        let mut calls = 0;
        let (times, last) = repeat(|| {
            calls += 1;
            calls
        });
        assert!(times.best <= times.median);
        assert!((1 + RUNS[0]..=1 + RUNS[1]).contains(&calls));
        assert_eq!(last, calls);
    }
}
