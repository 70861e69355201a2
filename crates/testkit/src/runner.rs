//! Runs a property on many seeds. A world that fails is made smaller, as long as it still fails, and printed as Rust
//! code together with its seed.
//!
//! [`check`] is for properties of one world, which can be shrunk; [`each_seed`] for everything else that follows from a
//! seed: a series of edits, a flow, a grid. Two variables of the environment change what both do:
//!
//! | `WAYFRONT_FUZZ_SECONDS` | `WAYFRONT_FUZZ_SEED` | seeds |
//! |---|---|---|
//! | - | - | those of the test, always the same |
//! | 60 | - | those of the test, then others for a minute, from the clock on |
//! | 60 | 7 | those of the test, then 7, 8, ... for a minute |
//! | - | 7 | 7 alone: a failure is replayed |
//!
//! Each property has its own minute, so `cargo test` with a test's name fuzzes that one.

use crate::rng::Rng;
use crate::shrink::{as_code, shrunk};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant, SystemTime};
use wayfront_world::World;

/// What is wrong, in words.
pub type Verdict = Result<(), String>;

/// Seconds for which each property goes on with new seeds.
pub const SECONDS: &str = "WAYFRONT_FUZZ_SECONDS";
/// The seed to start with, or without [`SECONDS`] the only one.
pub const SEED: &str = "WAYFRONT_FUZZ_SEED";

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The seeds that one run takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Those of the test.
    Fixed,
    /// Those of the test, then from `first` on for so many seconds.
    Longer { first: u64, seconds: u64 },
    /// This one alone.
    Replay(u64),
}

impl Plan {
    fn of(seconds: Option<u64>, seed: Option<u64>, clock: impl Fn() -> u64) -> Self {
        match (seconds, seed) {
            (None, None) => Self::Fixed,
            (None, Some(seed)) => Self::Replay(seed),
            (Some(seconds), seed) => Self::Longer { first: seed.unwrap_or_else(clock), seconds },
        }
    }

    /// As the environment asks for.
    fn asked() -> Self {
        let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64 >> 8);
        Self::of(number(SECONDS), number(SEED), clock)
    }
}

/// A variable's number. Panics if it is set to something else: a fuzzer that silently does not run finds nothing.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text:?}, not a whole number")))
}

/// Checks `property` on `count` worlds. Random choices of the property come from the generator it is given.
pub fn check(name: &str, count: u64, make: impl Fn(&mut Rng) -> World, property: impl Fn(&World, &mut Rng) -> Verdict) {
    run(name, count, |seed| check_seed(name, seed, &make, &property));
}

/// Checks `property` for the seeds 0..`count`; it panics where it does not hold. True if all of these were run: false
/// when a single one is replayed, so that sums over all seeds mean nothing.
pub fn each_seed(name: &str, count: u64, mut property: impl FnMut(u64)) -> bool {
    run(name, count, |seed| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| property(seed))) {
            println!("{name} fails for {SEED}={seed}");
            resume_unwind(panic);
        }
    })
}

fn run(name: &str, count: u64, mut one: impl FnMut(u64)) -> bool {
    let plan = Plan::asked();
    if let Plan::Replay(seed) = plan {
        one(seed);
        println!("{name}: seed {seed} holds");
        return false;
    }
    (0..count).for_each(&mut one);
    if let Plan::Longer { first, seconds } = plan {
        let end = Instant::now() + Duration::from_secs(seconds);
        let mut seed = first;
        while Instant::now() < end {
            one(seed);
            seed = seed.wrapping_add(1);
        }
        println!("{name}: {} more seeds from {first} on", seed.wrapping_sub(first));
    }
    true
}

fn check_seed(
    name: &str,
    seed: u64,
    make: &impl Fn(&mut Rng) -> World,
    property: &impl Fn(&World, &mut Rng) -> Verdict,
) {
    let world = make(&mut Rng::new(seed));
    let verdict = |world: &World| {
        let run = || property(world, &mut Rng::new(!seed));
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("panic".into()))
    };
    if verdict(&world).is_ok() {
        return;
    }
    hush();
    IS_QUIET.set(true);
    let small = shrunk(world, |w| verdict(w).is_err());
    IS_QUIET.set(false);
    let why = verdict(&small).expect_err("shrinking keeps the failure");
    panic!("{name}, {SEED}={seed}: {why}\n{}", as_code(&small));
}

/// Keeps panics quiet while a world is made smaller.
fn hush() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                usual(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::{Coordinates, world};

    #[test]
    fn the_environment_chooses_the_seeds() {
        assert_eq!(Plan::of(None, None, || 5), Plan::Fixed);
        assert_eq!(Plan::of(None, Some(7), || 5), Plan::Replay(7));
        assert_eq!(Plan::of(Some(60), None, || 5), Plan::Longer { first: 5, seconds: 60 });
        assert_eq!(Plan::of(Some(60), Some(7), || 5), Plan::Longer { first: 7, seconds: 60 });
    }

    /// A property that fails names the seed and the smallest world for which it does.
    #[test]
    fn what_fails_is_shrunk_and_named() {
        let property = |w: &World, _: &mut Rng| if w.obstacles.is_empty() { Ok(()) } else { Err("has some".into()) };
        let make = |rng: &mut Rng| world(rng, Coordinates::Grid(6));
        let seed = (0..).find(|&seed| make(&mut Rng::new(seed)).obstacles.len() > 1).expect("most have");
        let panic = catch_unwind(|| check_seed("no obstacles", seed, &make, &property)).expect_err("fails");
        let message = panic.downcast_ref::<String>().expect("a message");
        assert!(
            message.starts_with(&format!("no obstacles, WAYFRONT_FUZZ_SEED={seed}: has some\nWorld {{\n")),
            "{message}"
        );
        assert_eq!(message.matches("polygon(").count(), 1, "{message}");
    }
}
