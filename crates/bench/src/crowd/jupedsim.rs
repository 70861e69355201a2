//! The bottleneck room beside JuPedSim, where Python has it (`pip install jupedsim`): a thousand agents, the same start,
//! the same steps.

use crate::stopwatch::Times;
use crate::table::{Row, Section};
use serde::Deserialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;
use wayfront::crowd::Simulation;
use wayfront::world::{Distribution, Format, Group, Start, World, builtin, write_text};

const SCRIPT: &str = include_str!("../../jupedsim/bottleneck.py");
const WALKERS: usize = 1000;
const RADIUS: f64 = 0.15;
const STEP: f64 = 0.05;
const AT_LEAST: f64 = 20.0;

/// What the script prints.
#[derive(Deserialize)]
struct Peer {
    seconds: f64,
    walker_steps: usize,
}

pub fn section(quick: bool) -> Section {
    let steps = if quick { 50 } else { 200 };
    let world = room();
    let mut run = Simulation::new(&world).expect("the room is sound");
    let input = input(&world, &run, steps);
    let start = Instant::now();
    (0..steps).for_each(|_| run.step());
    let seconds = start.elapsed().as_secs_f64();
    let moved = run.phases().walker_steps() as usize;
    let of = |seconds: f64| Times { median: seconds, best: seconds };
    let mut rows = vec![Row::new(format!("{steps} steps: ours, ORCA and path map"), moved, of(seconds))];
    let remarks = match peer(&input) {
        Ok(peer) => {
            rows.push(Row::new(
                format!("{steps} steps: JuPedSim, collision-free speed"),
                peer.walker_steps,
                of(peer.seconds),
            ));
            let ratio = (moved as f64 / seconds) / (peer.walker_steps as f64 / peer.seconds);
            let verdict = if ratio >= AT_LEAST { "reached" } else { "NOT reached" };
            vec![format!("{ratio:.0} times JuPedSim's walker-steps per second, at least {AT_LEAST}: {verdict}")]
        }
        Err(why) => vec![format!("JuPedSim beside us: {why}")],
    };
    let title = format!("{WALKERS} walkers in a room of 20 m x 10 m with a door of 1.2 m (size: walker-steps)");
    Section { title, rows, remarks }
}

/// The built-in room with more people in it.
fn room() -> World {
    let mut world = builtin("bottleneck").expect("is built in");
    let crowd = world.crowd.as_mut().expect("has a crowd");
    crowd.step = STEP;
    crowd.measures.clear();
    let outline = [(0.0, 0.0), (19.5, 0.0), (19.5, 10.0), (0.0, 10.0)].map(Into::into).to_vec();
    crowd.groups = vec![
        Group::new(Start::Area { outline, count: WALKERS })
            .with_radius(Distribution::Exactly(RADIUS))
            .with_speed(Distribution::Exactly(1.34)),
    ];
    world
}

/// The room, its exit and its agents, as the script reads them.
fn input(world: &World, run: &Simulation, steps: usize) -> String {
    let area = World::new().with_areas(world.areas.clone());
    let wkt = write_text(&area, Format::Wkt).expect("the room is sound").replace('\n', " ");
    let mut text = format!("{wkt}\n25.5,1,26,1,26,9,25.5,9\n{STEP}\n{steps}\n");
    for p in run.agents().position() {
        let _ = writeln!(text, "{},{}", p.x, p.y);
    }
    text
}

/// Runs the script; says why if that is not possible.
fn peer(input: &str) -> Result<Peer, String> {
    let python = std::env::var("WAYFRONT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(&python);
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|why| format!("{python}: {why}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A script that ended early says why below.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|why| why.to_string())?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        let last = messages.lines().last().unwrap_or("it failed").to_owned();
        return Err(format!("{last} (pip install jupedsim; WAYFRONT_PYTHON names another Python)"));
    }
    serde_json::from_slice(&output.stdout).map_err(|why| format!("its answer cannot be read: {why}"))
}
