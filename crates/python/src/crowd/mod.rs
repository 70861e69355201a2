//! Runs of crowds: the run, what watches it, guides written in Python, and what it came to.

mod guide;
mod report;
pub mod simulation;
mod watch;
