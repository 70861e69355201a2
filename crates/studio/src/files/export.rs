//! Exports: what the browser downloads. Pictures are those of the room `draw`, not of the screen; runs are computed again
//! from their seed, so a file has every frame, whatever the session has dropped.

use crate::frame::{FrameHead, FrameKind};
use crate::limits;
use crate::messages::Export;
use crate::runs::SharedRun;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wayfront_crowd::{Recorder, Simulation, Snapshot, steps_per_frame};
use wayfront_domain::Scene;
use wayfront_draw::{
    Animation, CrowdColours, FilmError, FlowPicture, MapFilm, MapStyle, Options, Picture, PotentialStyle, film_times,
};
use wayfront_flow::FlowMap;
use wayfront_pathmap::PathMap;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::{Format, Rejected, World, left_out, write_text};

/// What can be exported.
pub const EXPORTS: [&str; 11] =
    ["toml", "json", "geojson", "wkt", "svg", "png", "film", "apng", "sqlite", "trajectories", "summary"];

/// Frames a second of animations and recordings.
const FRAMES_PER_SECOND: f64 = 10.0;
/// Cells along the longer side of a potential field.
const CELLS: f64 = 256.0;

/// Everything that an export needs, apart from the session.
#[derive(Debug)]
pub struct ExportInput {
    pub export: Export,
    pub name: String,
    /// The scene as it would be saved.
    pub text: String,
    pub world: Result<Arc<World>, Rejected>,
    /// The moment that the page shows.
    pub time: Option<f64>,
    pub run: Option<Arc<SharedRun>>,
    pub frame: u32,
    pub revision: u32,
}

type Failed = [String; 2];

/// The file as a page gets it, or what is wrong and what to do.
pub fn export(input: &ExportInput) -> Result<Vec<u8>, Failed> {
    let kind = input.export.kind.as_str();
    let (bytes, ending, media) = match kind {
        "toml" => (input.text.clone().into_bytes(), "toml", "application/toml"),
        "json" => (written(input, Format::SceneJson)?, "json", "application/json"),
        "geojson" => (written(input, Format::GeoJson)?, "geojson", "application/geo+json"),
        "wkt" => (written(input, Format::Wkt)?, "wkt", "text/plain"),
        "svg" => (picture(input)?.to_svg().map_err(failed)?.into_bytes(), "svg", "image/svg+xml"),
        "png" => (picture(input)?.to_png().map_err(failed)?, "png", "image/png"),
        "film" => (map_film(input)?, "png", "image/apng"),
        "apng" => (animation(input)?, "png", "image/apng"),
        "sqlite" => (recording(input, "sqlite")?, "sqlite", "application/vnd.sqlite3"),
        "trajectories" => (recording(input, "txt")?, "txt", "text/plain"),
        "summary" => (summary(input)?, "json", "application/json"),
        other => {
            let what = format!("there is no export called `{}`", other.chars().take(40).collect::<String>());
            return Err([what, format!("there are {}", EXPORTS.join(", "))]);
        }
    };
    let stem = Path::new(&input.name)
        .file_stem()
        .map_or_else(|| "plan".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let suffix = match kind {
        "summary" => "-summary",
        "film" => "-film",
        _ => "",
    };
    let lost = lost(input, kind);
    let about = json!({"type": "file", "name": format!("{stem}{suffix}.{ending}"), "media": media, "left_out": lost});
    let about = about.to_string();
    let counts = [about.len() as u32, bytes.len() as u32, 0];
    let head = FrameHead {
        kind: FrameKind::File,
        frame: input.frame,
        revision: input.revision,
        counts,
        origin: [0.0; 2],
        most: 0.0,
    };
    let mut message = head.begin(about.len() + bytes.len());
    message.extend_from_slice(about.as_bytes());
    message.extend_from_slice(&bytes);
    Ok(message)
}

fn failed(why: impl std::fmt::Display) -> Failed {
    [why.to_string(), "look at the problems of the scene".to_owned()]
}

fn world(input: &ExportInput) -> Result<&Arc<World>, Failed> {
    input.world.as_ref().map_err(failed)
}

/// The world at the moment that is shown.
fn moment(input: &ExportInput) -> Result<Arc<World>, Failed> {
    let world = world(input)?;
    Ok(input.time.map_or_else(|| world.clone(), |time| Arc::new(world.at(time))))
}

fn written(input: &ExportInput, format: Format) -> Result<Vec<u8>, Failed> {
    write_text(world(input)?, format).map(String::into_bytes).map_err(|error| [error.to_string(), error.advice()])
}

fn lost(input: &ExportInput, kind: &str) -> Vec<&'static str> {
    let format = match kind {
        "geojson" => Format::GeoJson,
        "wkt" => Format::Wkt,
        _ => return Vec::new(),
    };
    input.world.as_ref().map_or_else(|_| Vec::new(), |world| left_out(world, format))
}

fn picture(input: &ExportInput) -> Result<Picture, Failed> {
    let world = moment(input)?;
    let size = input.export.size.unwrap_or(1600).clamp(100, limits::PIXELS);
    let options = Options::default().size(size);
    let scene = || Scene::new(world.clone()).map_err(failed);
    match input.export.layer.as_deref() {
        Some("flow") => {
            let flow = FlowMap::of(&scene()?).map_err(failed)?;
            let radius = world.flow.as_ref().and_then(|flow| flow.radius);
            let lanes = radius.map(|radius| flow.lanes(radius)).transpose().map_err(failed)?;
            let taut = lanes.as_ref().map(wayfront_flow::Lanes::shortened);
            let shown = FlowPicture::new(&flow).lanes(taut.as_ref());
            Picture::of_flow(&world, &shown, &options).map_err(failed)
        }
        Some("potential") => {
            let scene = scene()?;
            let cell = scene.walled_domain().bounds().size() / CELLS;
            let map = PotentialMap::of(&scene, cell, Bias::NONE).map_err(failed)?;
            let style = PotentialStyle::default();
            Picture::of_potential(&scene.settled_world(), &map, &[], &style, &options).map_err(failed)
        }
        Some("world") => Picture::of_world(&world, &options).map_err(failed),
        _ if world.sources.is_empty() => Picture::of_world(&world, &options).map_err(failed),
        colours => {
            let scene = scene()?;
            let map = PathMap::of(&scene).map_err(failed)?;
            let style = if colours == Some("cost") { MapStyle::cost() } else { MapStyle::default() };
            Picture::of_path_map(&scene.settled_world(), &map, &style, &options).map_err(failed)
        }
    }
}

/// The map of a scene that moves, moment by moment.
fn map_film(input: &ExportInput) -> Result<Vec<u8>, Failed> {
    let world = world(input)?;
    let unfilmed = |error: FilmError| [error.to_string(), error.advice()];
    // Long motions are shown in fewer frames a second.
    let fps = (limits::PICTURES as f64 / world.duration().max(f64::MIN_POSITIVE)).min(FRAMES_PER_SECOND);
    let times = film_times(world, None, fps).map_err(unfilmed)?;
    let style = if input.export.layer.as_deref() == Some("cost") { MapStyle::cost() } else { MapStyle::default() };
    let options = Options::default().size(input.export.size.unwrap_or(800).clamp(100, 1600));
    let mut film = MapFilm::new(world, 0.0, |moment| moment, style, options);
    for &time in &times {
        film.look_at(time).map_err(unfilmed)?;
    }
    in_file("apng", |path| {
        let mut animation = Animation::create(path, times.len() as u32, fps).map_err(failed)?;
        for &time in &times {
            animation.push(&film.picture(time).map_err(unfilmed)?).map_err(failed)?;
        }
        animation.finish().map(|_| ()).map_err(failed)
    })
}

/// The world of the last run, or of the scene if there was none.
fn run_world(input: &ExportInput) -> Result<Arc<World>, Failed> {
    match &input.run {
        Some(run) if run.recording.is_none() => Ok(run.world.clone()),
        _ => world(input).cloned(),
    }
}

fn simulation(world: &Arc<World>) -> Result<Simulation, Failed> {
    if world.crowd.is_none() {
        return Err(["the scene has no people".to_owned(), "add a group of people".to_owned()]);
    }
    Simulation::of(&Scene::new(world.clone()).map_err(failed)?).map_err(failed)
}

fn animation(input: &ExportInput) -> Result<Vec<u8>, Failed> {
    let world = run_world(input)?;
    let mut run = simulation(&world)?;
    let faster = input.export.faster.filter(|faster| *faster > 0.0 && faster.is_finite()).unwrap_or(1.0);
    let (from, to) = (input.export.from.unwrap_or(0.0), input.export.to.unwrap_or(f64::INFINITY));
    let step = run.settings().step;
    let every = steps_per_frame(step, FRAMES_PER_SECOND / faster);
    let mut moments = vec![];
    loop {
        if run.steps().is_multiple_of(every) && run.time() >= from && moments.len() < limits::PICTURES {
            moments.push(Snapshot::of(&run));
        }
        if !run.is_going_on() || run.time() >= to || moments.len() >= limits::PICTURES {
            break;
        }
        run.step();
    }
    let options = Options::default().size(input.export.size.unwrap_or(800).clamp(100, 1600));
    in_file("apng", |path| {
        let mut film = Animation::create(path, moments.len() as u32, faster / (every as f64 * step)).map_err(failed)?;
        for moment in &moments {
            let picture = Picture::of_moment(&world, moment, CrowdColours::Group, &options).map_err(failed)?;
            film.push(&picture).map_err(failed)?;
        }
        film.finish().map(|_| ()).map_err(failed)
    })
}

fn recording(input: &ExportInput, ending: &str) -> Result<Vec<u8>, Failed> {
    let mut run = simulation(&run_world(input)?)?;
    in_file(ending, |path| {
        let mut recorder = Recorder::create(path, &run, FRAMES_PER_SECOND).map_err(failed)?;
        recorder.look(&run).map_err(failed)?;
        while run.is_going_on() {
            run.step();
            recorder.look(&run).map_err(failed)?;
        }
        recorder.finish().map(|_| ()).map_err(failed)
    })
}

fn summary(input: &ExportInput) -> Result<Vec<u8>, Failed> {
    let known = input.run.as_ref().and_then(|run| run.progress().summary.clone());
    let summary = match known {
        Some(summary) => summary,
        None => {
            let mut run = simulation(&run_world(input)?)?;
            while run.is_going_on() {
                run.step();
            }
            run.summary()
        }
    };
    serde_json::to_vec_pretty(&summary).map_err(failed)
}

/// What a writer that needs a file of its own makes of it.
fn in_file(ending: &str, write: impl FnOnce(&Path) -> Result<(), Failed>) -> Result<Vec<u8>, Failed> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(failed)?;
    let path: PathBuf = std::env::temp_dir().join(format!("wayfront-{:016x}.{ending}", u64::from_le_bytes(random)));
    let written = write(&path);
    let bytes = written.and_then(|()| std::fs::read(&path).map_err(failed));
    // What cannot be removed lies among the files that the system clears.
    let _ = std::fs::remove_file(&path);
    bytes
}
