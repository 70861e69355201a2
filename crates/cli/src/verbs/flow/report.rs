//! The result for programs.

use crate::arguments::Flow;
use crate::pieces::PieceJson;
use serde::Serialize;
use wayfront::Point;
use wayfront::flow::{FlowMap, Gate, Lane, Lanes, PlainLine, SPECIFIC_FLOW, Widening};

/// Polylines of lanes differ from their curves by this share of the radius at most.
const TOLERANCE: f64 = 1e-3;

/// What the command found.
pub struct Found<'a> {
    pub flow: &'a FlowMap,
    pub before: Option<&'a Lanes<'a>>,
    pub after: Option<&'a Lanes<'a>>,
    pub plain: Option<Vec<PlainLine>>,
    pub seconds: Seconds,
    /// The crowd of the scene keeps more distance.
    pub is_calm: bool,
}

/// How long it took.
pub struct Seconds {
    pub capacity: f64,
    pub lanes: f64,
    pub shorten: f64,
}

impl<'a> Found<'a> {
    /// The lanes to report: shortened, unless that was not wanted.
    pub fn lanes(&self) -> Option<&'a Lanes<'a>> {
        self.after.or(self.before)
    }
}

#[derive(Serialize)]
pub struct Report {
    pub capacity: f64,
    pub lane_capacity: Option<usize>,
    pub min_cut: Vec<Vec<[f64; 2]>>,
    pub lanes: Vec<LaneJson>,
    pub total_length: f64,
    pub radius: Option<f64>,
    /// Before shortening.
    pub flow_length: f64,
    pub agents_per_second: Option<f64>,
    /// Of people at the gates of the min cut, and of each metre of them.
    pub people_per_second: f64,
    pub specific_flow: f64,
    pub speed: f64,
    pub spacing: Option<f64>,
    /// The cut that limits lanes, and others that are as narrow.
    pub gates: Vec<GateJson>,
    /// If no agent of that radius can pass: the gate that is too narrow.
    pub too_narrow: Option<PassageJson>,
    /// With `--plain`.
    pub plain_lines: Option<PlainJson>,
    /// How far the lanes' points may be from their curves.
    pub tolerance: f64,
    pub capacity_seconds: f64,
    pub lanes_seconds: f64,
    pub shorten_seconds: f64,
    pub picture: Option<String>,
    pub raster: Option<String>,
    /// The widths of `min_cut`.
    pub min_cut_widths: Vec<f64>,
}

#[derive(Serialize)]
pub struct LaneJson {
    length: f64,
    points: Vec<[f64; 2]>,
    entrance: usize,
    exit: usize,
    /// The curve itself.
    pieces: Vec<PieceJson>,
}

#[derive(Serialize)]
pub struct GateJson {
    pub points: Vec<[f64; 2]>,
    pub width: f64,
    pub lanes: usize,
    pub on_cut: bool,
    /// Lanes that the world gains if this gate alone becomes wider by one lane; not known where entrances and exits take
    /// turns around the world.
    pub gain: Option<usize>,
    /// How much wider it must become for that.
    pub missing: f64,
}

#[derive(Serialize)]
pub struct PassageJson {
    pub points: Vec<[f64; 2]>,
    pub width: f64,
}

#[derive(Serialize)]
pub struct PlainJson {
    pub lines: usize,
    pub with_room: usize,
}

pub fn report(arguments: &Flow, found: &Found) -> Report {
    let (flow, lanes) = (found.flow, found.lanes());
    let radius = lanes.map(Lanes::radius);
    let spacing = arguments.spacing.or(radius.map(|r| 4.0 * r));
    let tolerance = radius.map_or(0.0, |r| TOLERANCE * r);
    let specific_flow = SPECIFIC_FLOW[usize::from(found.is_calm)];
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|f| f.display().to_string());
    Report {
        capacity: flow.capacity(),
        lane_capacity: lanes.map(Lanes::capacity),
        min_cut: flow.cut().iter().map(|gate| plain(&gate.points)).collect(),
        lanes: lanes.map_or_else(Vec::new, |l| l.lanes().iter().map(|one| lane(one, tolerance)).collect()),
        total_length: lanes.map_or(0.0, Lanes::total_length),
        radius,
        flow_length: found.before.map_or(0.0, Lanes::total_length),
        agents_per_second: lanes.zip(spacing).map(|(lanes, d)| lanes.agents_per_second(arguments.speed, d)),
        people_per_second: flow.people_per_second(specific_flow, 2.0 * radius.unwrap_or_default()),
        specific_flow,
        speed: arguments.speed,
        spacing,
        gates: lanes.map_or_else(Vec::new, gates),
        too_narrow: lanes.filter(|l| l.capacity() == 0).and_then(|_| flow.narrowest_passage()).map(passage),
        plain_lines: found.plain.as_deref().map(plain_lines),
        tolerance,
        capacity_seconds: found.seconds.capacity,
        lanes_seconds: found.seconds.lanes,
        shorten_seconds: found.seconds.shorten,
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
        min_cut_widths: flow.cut().iter().map(|gate| gate.width).collect(),
    }
}

fn plain(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|&p| p.into()).collect()
}

fn lane(lane: &Lane, tolerance: f64) -> LaneJson {
    LaneJson {
        length: lane.length(),
        points: plain(&lane.polyline(tolerance)),
        entrance: lane.entrance,
        exit: lane.exit,
        pieces: lane.pieces.iter().map(PieceJson::from).collect(),
    }
}

fn passage(gate: Gate) -> PassageJson {
    PassageJson { points: plain(&gate.points), width: gate.width }
}

fn plain_lines(lines: &[PlainLine]) -> PlainJson {
    PlainJson { lines: lines.len(), with_room: lines.iter().filter(|line| line.has_room).count() }
}

/// The gates that are worth widening; where entrances and exits take turns, just those of the cut.
fn gates(lanes: &Lanes) -> Vec<GateJson> {
    let worth = |Widening { gate, lanes, is_on_cut, gain, missing }: Widening| GateJson {
        points: plain(&gate.points),
        width: gate.width,
        lanes,
        on_cut: is_on_cut,
        gain: Some(gain),
        missing,
    };
    let of_cut = |gate: &Gate| {
        let count = lanes.lanes_through(gate);
        let missing = 2.0 * lanes.radius() * (count + 1) as f64 - gate.width;
        let points = plain(&gate.points);
        GateJson { points, width: gate.width, lanes: count, on_cut: true, gain: None, missing }
    };
    let widenings = lanes.widenings();
    if widenings.is_empty() {
        return lanes.cut().iter().map(of_cut).collect();
    }
    widenings.into_iter().map(worth).collect()
}
