//! Everything that watches a run, and the files that it leaves.

use crate::arguments::{AgentColours, Simulate};
use crate::failure::Failure;
use crate::outputs::Outputs;
use crate::progress::Progress;
use std::path::Path;
use wayfront::crowd::{
    Occupancy, QueueLog, QueueRecord, Recorder, RecordingError, Simulation, Snapshot, Trajectories, steps_per_frame,
};
use wayfront::draw::{Animation, CrowdColours, Options, Picture, Plot};
use wayfront::geometry::Bounds;
use wayfront::world::World;

/// Points of a trajectory and cells of the density, as shares of the world's size.
const GRAIN: f64 = 1e-3;
const CELL: f64 = 1.0 / 320.0;
/// Longer animations are a slip of the fingers.
const MOST_FRAMES: f64 = 20_000.0;

/// What watches a run.
pub struct Observers {
    recorder: Option<(String, Recorder)>,
    trails: Option<Trajectories>,
    occupancy: Option<Occupancy>,
    film: Option<Film>,
    queues: QueueLog,
}

/// Moments for an animation.
struct Film {
    every: u64,
    frames_per_second: f64,
    moments: Vec<Snapshot>,
}

/// A recording that was written.
pub struct Recorded {
    pub file: String,
    pub frames: u64,
    pub frames_per_second: f64,
}

impl Observers {
    pub fn new(arguments: &Simulate, world: &World, run: &Simulation) -> Result<Self, Failure> {
        let bounds = Bounds::of(world.walkable().unwrap_or_default().iter().flat_map(|area| &area.outer));
        let film = arguments.animate.as_ref().map(|_| Film::new(arguments, run)).transpose()?;
        let recorder = match &arguments.out {
            Some(file) => {
                let recorder = Recorder::create(file, run, arguments.fps).map_err(unrecorded)?;
                Some((file.display().to_string(), recorder))
            }
            None => None,
        };
        Ok(Self {
            recorder,
            trails: arguments.picture.as_ref().map(|_| Trajectories::new(GRAIN * bounds.size())),
            occupancy: arguments.density.as_ref().map(|_| Occupancy::new(bounds, CELL * bounds.size())),
            film,
            queues: QueueLog::default(),
        })
    }

    /// Looks at the run: before its first step, and after each.
    pub fn look(&mut self, run: &Simulation) -> Result<(), Failure> {
        if let Some((_, recorder)) = &mut self.recorder {
            recorder.look(run).map_err(unrecorded)?;
        }
        if let Some(trails) = &mut self.trails {
            trails.look(run);
        }
        if let Some(occupancy) = &mut self.occupancy {
            occupancy.look(run);
        }
        if let Some(film) = self.film.as_mut().filter(|film| run.steps().is_multiple_of(film.every)) {
            film.moments.push(Snapshot::of(run));
        }
        self.queues.look(run);
        Ok(())
    }

    pub fn queues(&self) -> &[QueueRecord] {
        self.queues.records()
    }

    pub fn finish_recording(&mut self, outputs: &Outputs) -> Result<Option<Recorded>, Failure> {
        let Some((file, recorder)) = self.recorder.take() else { return Ok(None) };
        let frames_per_second = recorder.frames_per_second();
        let frames = outputs.wrote(Path::new(&file), recorder.finish().map_err(unrecorded))?;
        Ok(Some(Recorded { file, frames, frames_per_second }))
    }

    /// Draws what was asked for; returns the names of the files.
    pub fn draw(
        self,
        arguments: &Simulate,
        world: &World,
        run: &Simulation,
        outputs: &Outputs,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        progress.step("drawing");
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let colours = match arguments.colour {
            AgentColours::Group => CrowdColours::Group,
            AgentColours::Pace => CrowdColours::Pace,
        };
        let mut files = Vec::new();
        let mut save = |picture: Picture, file: &Path| {
            files.push(file.display().to_string());
            outputs.wrote(file, picture.save(file))
        };
        if let Some((file, trails)) = arguments.picture.as_ref().zip(self.trails) {
            save(Picture::of_trails(world, &trails, colours, &options)?, file)?;
        }
        if let Some((file, occupancy)) = arguments.density.as_ref().zip(self.occupancy) {
            save(Picture::of_occupancy(world, &occupancy, &options)?, file)?;
        }
        if let Some(file) = &arguments.arrivals {
            let plot = named(Plot::of_arrivals(&run.summary(), run.settings()), world, "arrivals");
            save(Picture::of_plot(&plot, &options)?, file)?;
        }
        if let Some(file) = &arguments.exits {
            let plot = named(Plot::of_exits(&run.summary()), world, "agents by exit");
            save(Picture::of_plot(&plot, &options)?, file)?;
        }
        if let Some(file) = &arguments.diagram {
            let plot = named(Plot::of_diagram(&measured(run)), world, "speed over density");
            save(Picture::of_plot(&plot, &options)?, file)?;
        }
        if let Some((file, film)) = arguments.animate.as_ref().zip(self.film) {
            files.extend(outputs.wrote(file, film.write(file, world, colours, &options, progress))?);
        }
        Ok(files)
    }
}

impl Film {
    fn new(arguments: &Simulate, run: &Simulation) -> Result<Self, Failure> {
        let step = run.settings().step;
        let every = steps_per_frame(step, arguments.fps / arguments.faster);
        let (seconds, frames_per_second) = (run.settings().seconds, arguments.faster / (every as f64 * step));
        let frames = seconds / (every as f64 * step);
        if frames > MOST_FRAMES {
            let what = format!("{seconds} s may take {frames:.0} frames of animation");
            return Err(Failure::Usage(format!("{what}; choose other --seconds, --fps or --faster")));
        }
        Ok(Self { every, frames_per_second, moments: Vec::new() })
    }

    /// Draws all moments, one in memory at a time.
    fn write(
        self,
        file: &Path,
        world: &World,
        colours: CrowdColours,
        options: &Options,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        let count = self.moments.len();
        let mut animation = Animation::create(file, count as u32, self.frames_per_second)?;
        for (k, moment) in self.moments.iter().enumerate() {
            progress.share("drawing frames", k, count);
            let picture = Picture::of_moment(world, moment, colours, options)?;
            animation.push(&picture)?;
        }
        let files = animation.finish()?;
        Ok(files.into_iter().map(|file| file.display().to_string()).collect())
    }
}

/// A plot with a title.
fn named(plot: Plot, world: &World, what: &str) -> Plot {
    let name = world.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
    plot.title(format!("{name}{what}"))
}

/// Density and speed of each measured area, whenever it was occupied.
fn measured(run: &Simulation) -> Vec<(String, Vec<[f64; 2]>)> {
    let reports = run.summary().measures.into_iter();
    reports
        .filter(|report| !report.samples.is_empty())
        .map(|report| {
            let pairs = report.samples.iter().filter_map(|s| Some([s.density, s.speed?]));
            (report.name.clone(), pairs.collect())
        })
        .collect()
}

fn unrecorded(why: RecordingError) -> Failure {
    Failure::File { what: why.to_string(), advice: why.advice() }
}
