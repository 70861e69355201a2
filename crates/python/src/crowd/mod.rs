//! Runs of crowds: the run, what watches it, guides written in Python, and what it came to.

mod guide;
pub mod report;
pub mod simulation;
mod watch;
