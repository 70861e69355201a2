//! The tests, one function each, and what they come from.
//!
//! RiMEA: guideline for microscopic evacuation analysis, version 4; IMO: MSC.1/Circ.1533, annex 3; NIST: technical note
//! 1822. Where these name figures, the figures are theirs; where they ask for something to be seen, the limit is ours
//! and stands in the row.

mod doors;
mod routes;
mod streams;
mod walking;

use crate::figures::ReportFigure;
use crate::run::{Outcome, Setting, mean, most};
use crate::{Row, figures};
use std::fmt;

/// A test: what it is called, where it comes from, and how it is run.
pub struct Test {
    /// A short name.
    pub name: &'static str,
    /// What it looks at.
    pub about: &'static str,
    /// Which guidelines and experiments ask for it.
    pub source: &'static str,
    pub(crate) run: fn(&Setting<'_>) -> Vec<Row>,
    pub(crate) figures: fn(&Setting<'_>) -> Vec<ReportFigure>,
}

impl fmt::Debug for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Test").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The fields of a test in order.
const fn test(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    run: fn(&Setting<'_>) -> Vec<Row>,
    figures: fn(&Setting<'_>) -> Vec<ReportFigure>,
) -> Test {
    Test { name, about, source, run, figures }
}

/// All tests.
pub const TESTS: &[Test] = &[
    test("rimea-1", "one person walks 40 m in a corridor", "RiMEA 1, NIST 2.1", walking::rimea_1, figures::none),
    test("imo-1", "one person walks 40 m at 1 m/s", "IMO 1", walking::imo_1, figures::none),
    test(
        "stairs",
        "one person walks up and down stairs of 10 m, which are areas of another speed",
        "RiMEA 2 and 3, IMO 2 and 3, NIST 2.2",
        walking::stairs,
        figures::stairs,
    ),
    test("rimea-4", "speed over density in a corridor", "RiMEA 4, Weidmann 1993", doors::fundamental, figures::diagram),
    test(
        "rimea-5",
        "ten people set off after 10 to 100 s, and not before",
        "RiMEA 5, IMO 5, NIST 1.1",
        walking::rimea_5,
        figures::premovement,
    ),
    test("rimea-6", "twenty people around a corner", "RiMEA 6, IMO 6, NIST 2.3", walking::rimea_6, figures::corner),
    test(
        "rimea-7",
        "people of four kinds walk at their speeds",
        "RiMEA 7, IMO 7, NIST 2.4",
        walking::rimea_7,
        figures::none,
    ),
    test(
        "rimea-9",
        "a hall with four equal doors, and with two",
        "RiMEA 9, IMO 9",
        routes::rimea_9,
        figures::four_doors,
    ),
    test(
        "rimea-10",
        "people in twelve rooms leave by the exits that they are sent to",
        "RiMEA 10, IMO 10, NIST 3.1",
        routes::rimea_10,
        figures::assigned_exits,
    ),
    test("rimea-11", "a near and a far door", "RiMEA 11", routes::rimea_11, figures::two_doors),
    test(
        "rimea-12",
        "two rooms in a row: the jam is in the first",
        "RiMEA 12, IMO 11, NIST 5.1",
        doors::rimea_12,
        figures::rooms,
    ),
    test(
        "rimea-15",
        "a bend of 20 m between a short and a long passage",
        "RiMEA 15",
        streams::rimea_15,
        figures::rimea_15,
    ),
    test(
        "imo-4",
        "the setting `calm` keeps the flow of IMO 4 through a door of 1 m",
        "IMO 4",
        doors::imo_4,
        figures::imo_4,
    ),
    test(
        "calibrations",
        "the default, as in experiments, and `calm`, as codes of practice",
        "experiments, IMO MSC.1/Circ.1533",
        doors::calibrations,
        figures::none,
    ),
    test(
        "smoke",
        "one person walks through smoke, which is an area of another speed",
        "NIST 2.5",
        walking::smoke,
        figures::none,
    ),
    test(
        "family",
        "five who keep together, the slowest of them half as fast",
        "NIST 2.9",
        walking::family,
        figures::family,
    ),
    test(
        "wheelchairs",
        "people who are too wide for a door take the detour",
        "NIST 2.10",
        routes::wheelchairs,
        figures::wheelchairs,
    ),
    test(
        "closing-exit",
        "an exit closes after a second, and people take the other",
        "NIST 4.1",
        routes::closing_exit,
        figures::closing_exit,
    ),
    test(
        "doors",
        "flow through doors of 0.8 to 3 m, however one comes and goes",
        "NIST 5.2, experiments",
        doors::doors,
        figures::doors,
    ),
    test("corridor", "flow through a corridor of 2 m", "Weidmann 1993", doors::corridor, figures::none),
    test("bends", "the whole width of bends is used", "experiments", streams::bends, figures::bends),
    test("tee", "two streams merge into one passage", "experiments", streams::tee, figures::tee),
    test(
        "counterflow",
        "streams that meet pass each other",
        "NIST 2.8, IMO 8",
        streams::counterflow,
        figures::counterflow,
    ),
    test(
        "rerouting",
        "`delay` saves where it can and costs nothing elsewhere",
        "ours",
        routes::rerouting,
        figures::rerouting,
    ),
    test("waiting", "who waits stands still, and small stops are reached", "ours", walking::waiting, figures::none),
    test(
        "counting",
        "lines on exits count, and everybody once; everybody is accounted for",
        "ours",
        routes::counting,
        figures::none,
    ),
    test("mirror", "a building and its mirror image", "ours", streams::mirror, figures::none),
    test("school", "twelve class rooms with 960 people and three exits", "ours", routes::school, figures::school),
];

/// Tests of the guidelines that are not run, and why.
pub const ELSEWHERE: &[(&str, &str)] = &[
    (
        "RiMEA 2 and 3, IMO 2 and 3, NIST 2.2",
        "run as areas of another speed: there is one storey, and nobody goes up or down",
    ),
    ("RiMEA 8", "asks for a study of parameters and names no limit: `wayfront simulate --seeds`"),
    ("RiMEA 13, IMO 11 (stairs)", "needs storeys: a jam at the foot of stairs between two of them"),
    ("RiMEA 14", "needs storeys: the choice between a short path over stairs and a long one without"),
    ("NIST 2.6", "incapacitation by smoke is not modelled"),
    ("NIST 2.7", "needs storeys: lifts"),
    ("NIST 3.2 and 3.3", "social influence and affiliation with exits are not modelled: goals are given"),
];

fn times(runs: &[Outcome]) -> Vec<f64> {
    runs.iter().map(Outcome::time).collect()
}

fn motion(setting: &Setting<'_>, name: &str, runs: &[Outcome], most_acceleration: f64) -> Vec<Row> {
    let of = |value: fn(&Outcome) -> f64| mean(runs.iter().map(value));
    let mut rows = vec![
        Row::at_most(format!("{name}: turns above 90°"), of(|run| run.turns), 0.005, "per agent and second"),
        Row::at_most(format!("{name}: mean acceleration"), of(|run| run.acceleration), most_acceleration, "m/s²"),
    ];
    if setting.model.is_rigid() {
        // Forces let bodies that are pushed together overlap.
        let overlap = most(runs.iter().map(|run| run.overlap));
        rows.push(Row::at_most(format!("{name}: largest overlap"), overlap, 0.01, "radii"));
    }
    rows
}
