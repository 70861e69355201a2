//! `wayfront flow`: how many can cross side by side, what limits them, and along which lanes.

use crate::arguments::{Common, Flow, Format};
use crate::failure::Failure;
use crate::output::{self, count, short};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::verbs::draw::undrawn;
use serde::Serialize;
use std::time::Instant;
use wayfront::Point;
use wayfront::draw::{FlowPicture, Options, Picture};
use wayfront::flow::{FlowFault, FlowMap, Gate, Lanes, Widening, boundary_between};
use wayfront::world::{Flow as Chains, Rejected, World};

/// Polylines of lanes differ from their curves by this share of the radius at most.
const TOLERANCE: f64 = 1e-3;
/// How many gates are shown to people.
const SHOWN: usize = 12;

/// The result for programs.
#[derive(Serialize)]
struct Report {
    capacity: f64,
    lane_capacity: Option<usize>,
    min_cut: Vec<Vec<[f64; 2]>>,
    lanes: Vec<LaneJson>,
    total_length: f64,
    radius: Option<f64>,
    /// Before shortening.
    flow_length: f64,
    agents_per_second: Option<f64>,
    speed: f64,
    spacing: Option<f64>,
    /// The cut that limits lanes, and others that are as narrow.
    gates: Vec<GateJson>,
    /// How far the lanes' points may be from their curves.
    tolerance: f64,
    capacity_seconds: f64,
    lanes_seconds: f64,
    shorten_seconds: f64,
    picture: Option<String>,
}

#[derive(Serialize)]
struct LaneJson {
    length: f64,
    points: Vec<[f64; 2]>,
    entrance: usize,
    exit: usize,
}

#[derive(Serialize)]
struct GateJson {
    points: Vec<[f64; 2]>,
    width: f64,
    lanes: usize,
    on_cut: bool,
    /// Lanes that the world gains if this gate alone becomes wider by one lane.
    gain: usize,
    /// How much wider it must become for that.
    missing: f64,
}

/// Finds capacity, cut and lanes, draws them if asked to, and tells.
pub fn run(arguments: &Flow, common: &Common) -> Result<(), Failure> {
    check_numbers(arguments)?;
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let mut scene = Scene::open(&arguments.scene)?;
    take_chains(arguments, &mut scene.world)?;
    progress.step("finding capacity and min cut");
    let start = Instant::now();
    let flow = FlowMap::new(&scene.world).map_err(|fault| refused(&scene, fault))?;
    let capacity_seconds = start.elapsed().as_secs_f64();
    let radius = arguments.radius.or_else(|| scene.world.flow.as_ref().and_then(|f| f.radius));
    progress.step("following lanes");
    let start = Instant::now();
    let before = radius.map(|r| flow.lanes(r)).transpose().map_err(|fault| refused(&scene, fault))?;
    let lanes_seconds = start.elapsed().as_secs_f64();
    progress.step("pulling lanes taut");
    let start = Instant::now();
    let after = before.as_ref().filter(|_| !arguments.no_shorten).map(Lanes::shortened);
    let shorten_seconds = start.elapsed().as_secs_f64();
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let lanes = after.as_ref().or(before.as_ref());
        let shown = FlowPicture { flow: &flow, lanes, before: before.as_ref().filter(|_| after.is_some()) };
        let options = Options { size: arguments.size, ..Options::default() };
        let picture = Picture::of_flow(&scene.world, &shown, &options).map_err(undrawn)?;
        picture.save(file).map_err(undrawn)?;
    }
    drop(progress);
    let mut report = report(arguments, &flow, before.as_ref(), after.as_ref());
    (report.capacity_seconds, report.lanes_seconds) = (capacity_seconds, lanes_seconds);
    report.shorten_seconds = shorten_seconds;
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&told(&scene.label, &report, &flow)),
    }
}

fn check_numbers(arguments: &Flow) -> Result<(), Failure> {
    let named = [("--speed", Some(arguments.speed)), ("--spacing", arguments.spacing)];
    match named.into_iter().find(|(_, number)| number.is_some_and(|n| !(n > 0.0 && n.is_finite()))) {
        Some((name, Some(number))) => Err(Failure::Usage(format!("{name} is {number}; it must be a positive number"))),
        _ => Ok(()),
    }
}

/// Entrances and exits of the command line instead of the scene's.
fn take_chains(arguments: &Flow, world: &mut World) -> Result<(), Failure> {
    let chains = |ends: &[Point]| ends.chunks_exact(2).map(|e| boundary_between(world, e[0], e[1])).collect::<Vec<_>>();
    let (entrances, exits) = (chains(&arguments.entrance), chains(&arguments.exit));
    if entrances.is_empty() && exits.is_empty() {
        return Ok(());
    }
    let mut flow = world.flow.take().unwrap_or_default();
    flow.entrances = if entrances.is_empty() { flow.entrances } else { entrances };
    flow.exits = if exits.is_empty() { flow.exits } else { exits };
    world.flow = Some(Chains { ..flow });
    Ok(())
}

/// Why there is no flow, and what to do.
fn refused(scene: &Scene, fault: FlowFault) -> Failure {
    let advice = match &fault {
        FlowFault::Misplaced(problems) => {
            return Failure::Rejected(Rejected { files: scene.world.files.clone(), problems: problems.clone() });
        }
        FlowFault::Unbuildable(unbuildable) => {
            let problems = unbuildable.problems.clone();
            return Failure::Rejected(Rejected { files: scene.world.files.clone(), problems });
        }
        FlowFault::NoFlow | FlowFault::NoChains { .. } => {
            "give --entrance X,Y X,Y and --exit X,Y X,Y, two points on the boundary each"
        }
        FlowFault::Overlap { .. } => "end one of them where the other begins",
        FlowFault::NoWay => "open a door, or choose an entrance and an exit of the same part",
        FlowFault::Apart { .. } => "put all entrances and exits on the outer boundary, or all on the same inner one",
        FlowFault::Radius { .. } => "give half of the width that one takes up, such as --radius 0.25",
        FlowFault::TooMany { .. } => "choose a larger --radius",
        _ => "`wayfront check` tells more about the scene",
    };
    Failure::File { what: format!("{}: {fault}", scene.label), advice: advice.into() }
}

fn report(arguments: &Flow, flow: &FlowMap, before: Option<&Lanes>, after: Option<&Lanes>) -> Report {
    let lanes = after.or(before);
    let radius = lanes.map(Lanes::radius);
    let spacing = arguments.spacing.or(radius.map(|r| 4.0 * r));
    let tolerance = radius.map_or(0.0, |r| TOLERANCE * r);
    let lane = |lane: &wayfront::flow::Lane| LaneJson {
        length: lane.length(),
        points: plain(&lane.polyline(tolerance)),
        entrance: lane.entrance,
        exit: lane.exit,
    };
    Report {
        capacity: flow.capacity(),
        lane_capacity: lanes.map(Lanes::capacity),
        min_cut: flow.cut().iter().map(|gate| plain(&gate.points)).collect(),
        lanes: lanes.map_or_else(Vec::new, |l| l.lanes().iter().map(lane).collect()),
        total_length: lanes.map_or(0.0, Lanes::total_length),
        radius,
        flow_length: before.map_or(0.0, Lanes::total_length),
        agents_per_second: lanes.zip(spacing).map(|(lanes, d)| lanes.agents_per_second(arguments.speed, d)),
        speed: arguments.speed,
        spacing,
        gates: lanes.map_or_else(Vec::new, gates),
        tolerance,
        capacity_seconds: 0.0,
        lanes_seconds: 0.0,
        shorten_seconds: 0.0,
        picture: arguments.picture.as_ref().map(|file| file.display().to_string()),
    }
}

fn plain(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|&p| p.into()).collect()
}

/// The gates that are worth widening; where entrances and exits take turns, just those of the cut.
fn gates(lanes: &Lanes) -> Vec<GateJson> {
    let told = |Widening { gate, lanes, is_on_cut, gain, missing }: Widening| GateJson {
        points: plain(&gate.points),
        width: gate.width,
        lanes,
        on_cut: is_on_cut,
        gain,
        missing,
    };
    let worth = lanes.widenings();
    if !worth.is_empty() {
        return worth.into_iter().map(told).collect();
    }
    let of_cut = |gate: &Gate| {
        let count = lanes.lanes_through(gate);
        let missing = 2.0 * lanes.radius() * (count + 1) as f64 - gate.width;
        told(Widening { gate: gate.clone(), lanes: count, is_on_cut: true, gain: 0, missing })
    };
    lanes.cut().iter().map(of_cut).collect()
}

fn told(label: &str, report: &Report, flow: &FlowMap) -> String {
    let milliseconds =
        |seconds: f64| format!("{} ms", short(format!("{:.2e}", seconds * 1e3).parse().unwrap_or(seconds)));
    let mut lines = vec![
        format!("{label}: {} can flow through; {}", short(report.capacity), milliseconds(report.capacity_seconds)),
        format!("  min cut     {}, together {}", count(flow.cut().len(), "gate"), short(report.capacity)),
    ];
    lines.extend(
        flow.cut()
            .iter()
            .take(SHOWN)
            .map(|gate| format!("    {} wide, {}", short(gate.width), ends(&plain(&gate.points)))),
    );
    if flow.cut().len() > SHOWN {
        lines.push(format!("    and {} more (all with --format json)", flow.cut().len() - SHOWN));
    }
    let Some((lanes, radius)) = report.lane_capacity.zip(report.radius) else {
        lines.push("  lanes       give --radius R to have lanes for discs of that radius".into());
        return lines.join("\n") + "\n";
    };
    lines.push(format!("  lanes       {} for radius {}; {}", lanes, short(radius), milliseconds(report.lanes_seconds)));
    if lanes == 0 {
        let widest = report.gates.iter().filter(|g| g.on_cut).max_by(|a, b| a.width.total_cmp(&b.width));
        lines.extend(widest.map(|g| {
            format!(
                "    too narrow: {} wide, a lane needs {}, {}",
                short(g.width),
                short(2.0 * radius),
                ends(&g.points)
            )
        }));
    } else {
        lines.push(format!(
            "  length      {} in all, {} before shortening; {}",
            short(report.total_length),
            short(report.flow_length),
            milliseconds(report.shorten_seconds)
        ));
        if let Some((agents, spacing)) = report.agents_per_second.zip(report.spacing) {
            lines.push(format!(
                "  throughput  {} per second at speed {}, {} apart",
                short(agents),
                short(report.speed),
                short(spacing)
            ));
        }
    }
    lines.push("  widening    what a gate that is a lane wider gains the world".into());
    let gates: Vec<&GateJson> = report.gates.iter().filter(|g| g.on_cut || g.gain > 0).collect();
    lines.extend(gates.iter().take(SHOWN).map(|g| {
        let gains = if g.gain == 0 { "nothing alone".into() } else { count(g.gain, "lane") };
        format!(
            "    {}: {}, {} wide, +{} needed; gains {gains}",
            ends(&g.points),
            count(g.lanes, "lane"),
            short(g.width),
            short(g.missing)
        )
    }));
    lines.extend(report.picture.clone());
    lines.join("\n") + "\n"
}

/// `(0, 1) - (4, 1)`.
fn ends(points: &[[f64; 2]]) -> String {
    let at = |p: &[f64; 2]| format!("({}, {})", short(p[0]), short(p[1]));
    match (points.first(), points.last()) {
        (Some(a), Some(b)) => format!("{} - {}", at(a), at(b)),
        _ => String::new(),
    }
}
