//! Contests: several players do the same work in turns, so that a busy moment of the machine hits all of them.
//!
//! A turn is as many runs as fit a few milliseconds, at least one: short work is measured with warm caches, long work
//! once. The first turn of each player is a warm-up.

use crate::stopwatch::Times;
use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

/// A turn ends with the first run after this time.
const TURN: Duration = Duration::from_millis(5);

/// One player: gives the seconds of each run.
pub type Player<'a> = Box<dyn FnMut() -> io::Result<Vec<f64>> + 'a>;

/// How long to measure.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Fewest and most turns of each player.
    turns: [usize; 2],
    /// Time after which no further round is begun.
    budget: Duration,
    /// Questions asked to a map in one run.
    pub questions: usize,
}

impl Effort {
    pub const QUICK: Self = Self { turns: [3, 7], budget: Duration::from_millis(60), questions: 5_000 };
    pub const FULL: Self = Self { turns: [5, 41], budget: Duration::from_millis(1_000), questions: 50_000 };
}

/// Lets the players take turns.
///
/// # Errors
/// Those of the players.
pub fn in_turns(effort: Effort, mut players: Vec<Player<'_>>) -> io::Result<Vec<Times>> {
    let mut seconds = vec![Vec::new(); players.len()];
    for player in &mut players {
        player()?;
    }
    let start = Instant::now();
    let mut turns = 0;
    while turns < effort.turns[0] || (turns < effort.turns[1] && start.elapsed() < effort.budget) {
        for (player, seconds) in players.iter_mut().zip(&mut seconds) {
            seconds.extend(player()?);
        }
        turns += 1;
    }
    Ok(seconds.into_iter().map(Times::of).collect())
}

/// Work of ours as a player. What a run leaves behind is freed outside the measured time.
pub fn player<'a, T>(mut work: impl FnMut() -> T + 'a) -> Player<'a> {
    Box::new(move || {
        let mut seconds = Vec::new();
        let start = Instant::now();
        while seconds.is_empty() || start.elapsed() < TURN {
            let run = Instant::now();
            let result = black_box(work());
            seconds.push(run.elapsed().as_secs_f64());
            drop(result);
        }
        Ok(seconds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn players_take_turns() {
        let order = RefCell::new(String::new());
        let note = |name: char, seconds: f64| -> Player<'_> {
            let order = &order;
            Box::new(move || {
                order.borrow_mut().push(name);
                Ok(vec![seconds; 2])
            })
        };
        let effort = Effort { turns: [2, 2], ..Effort::QUICK };
        let times = in_turns(effort, vec![note('a', 3.0), note('b', 4.0)]).unwrap();
        assert_eq!(*order.borrow(), "ababab");
        assert_eq!([times[0].median, times[1].best], [3.0, 4.0]);
    }

    #[test]
    fn the_failure_of_a_player_ends_the_contest() {
        let failing: Player = Box::new(|| Err(io::Error::other("gone")));
        assert_eq!(in_turns(Effort::QUICK, vec![player(|| 1), failing]).unwrap_err().to_string(), "gone");
    }
}
