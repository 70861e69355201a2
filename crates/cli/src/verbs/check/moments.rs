//! What is wrong with a scene only while it moves, for people.

use crate::problems::{first_of, prefix};
use crate::text::short;
use wayfront::world::Problem;

/// Problems for people: like those of a scene that stands still, each with its moment.
pub fn listed(files: &[String], problems: &[(f64, Problem)]) -> String {
    let described = |(time, p): &(f64, Problem)| {
        format!("{}at {} s: {p}\n    {}", prefix(files, &p.place), short(*time), p.fault.advice())
    };
    first_of(problems, described).join("\n")
}
