//! A run: step by step, or to its end in slices between which Python may interrupt.

use super::guide::{ArrayGuide, SharedGuide};
use super::report::summary;
use super::watch::{Watch, unrecorded};
use crate::arrays::array_of;
use crate::errors::{impossible, scene_error};
use crate::pictures::{NativePicture, draw, drawn, options};
use crate::scene::NativeScene;
use crate::threads::work;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wayfront::crowd::{RecordingError, Trip};
use wayfront::draw::{Animation, CrowdColours, DrawError, Picture, Plot};
use wayfront::geometry::Point;
use wayfront::world::World;
use wayfront::{Scene, Simulation};

/// Python has its turn this often: signals, progress.
const SLICE: Duration = Duration::from_millis(50);

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// A run and what watches it.
struct Running {
    run: Simulation,
    watch: Watch,
    guides: Vec<(usize, Arc<ArrayGuide>)>,
}

/// Why a slice ended early.
enum Stopped {
    Recording(RecordingError),
    Python(PyErr),
}

/// The crowd of a scene on its way.
#[pyclass(name = "Simulation", module = "wayfront._native", frozen)]
pub struct NativeSimulation {
    running: Mutex<Running>,
    world: Arc<World>,
}

impl NativeSimulation {
    /// The run; waits without the interpreter's lock while another thread steps it.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Running> {
        match self.running.try_lock() {
            Ok(running) => running,
            Err(_) => loop {
                py.detach(|| std::thread::sleep(Duration::from_millis(1)));
                match self.running.try_lock() {
                    Ok(running) => break running,
                    Err(std::sync::TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
                    Err(std::sync::TryLockError::WouldBlock) => {}
                }
            },
        }
    }
}

#[pymethods]
impl NativeSimulation {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &NativeScene,
        fps: f64,
        rows: bool,
        out: Option<PathBuf>,
        animated: bool,
        guides: Vec<(usize, Py<PyAny>)>,
    ) -> PyResult<Self> {
        if !fps.is_finite() || fps <= 0.0 {
            return Err(PyValueError::new_err(format!("fps is {fps}: give frames a second, above 0")));
        }
        let checked: &Scene = scene.checked(py)?;
        let mut run = work(py, || Simulation::of(checked))?.map_err(|rejected| scene_error(py, &rejected))?;
        let count = run.settings().groups.len();
        let guides: Vec<_> = guides.into_iter().map(|(group, f)| (group, Arc::new(ArrayGuide::new(f)))).collect();
        for (group, guide) in &guides {
            if *group >= count {
                return Err(PyValueError::new_err(format!("there is no group {group}: the scene has {count}")));
            }
            run.lead(*group, Box::new(SharedGuide(guide.clone())));
        }
        let watch = Watch::new(&run, fps, rows, out.as_deref(), animated).map_err(|why| unrecorded(py, &why))?;
        let mut running = Running { run, watch, guides };
        work(py, || running.watch.look(&running.run))?.map_err(|why| unrecorded(py, &why))?;
        Ok(Self { running: Mutex::new(running), world: scene.world().clone() })
    }

    /// Steps so many times, or until the run is over; without a number to its end. Calls `progress` between slices.
    fn run(&self, py: Python<'_>, steps: Option<u64>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let mut left = steps.unwrap_or(u64::MAX);
        while left > 0 {
            let (walked, state) = {
                let running = &self.running;
                let slice = work(py, || {
                    let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
                    let walked = running.slice(left);
                    (walked, running.state())
                });
                match slice {
                    Ok((Ok(walked), state)) => (walked, state),
                    Ok((Err(Stopped::Recording(why)), _)) => return Err(unrecorded(py, &why)),
                    Ok((Err(Stopped::Python(why)), _)) => return Err(self.ended(py, why)),
                    Err(panic) => return Err(self.ended(py, panic)),
                }
            };
            left -= walked.min(left);
            py.check_signals().map_err(|signal| self.ended(py, signal))?;
            if let Some(progress) = &progress {
                progress.call1(py, state).map_err(|why| self.ended(py, why))?;
            }
            if walked == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Completes the recording.
    fn finish(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let finished = self.lock(py).watch.finish();
        finished.transpose().map_err(|why| unrecorded(py, &why))
    }

    #[getter]
    fn going_on(&self, py: Python<'_>) -> bool {
        self.lock(py).run.is_going_on()
    }

    /// Time, steps, agents inside, arrived.
    #[getter]
    fn state(&self, py: Python<'_>) -> (f64, u64, usize, usize) {
        let run = &self.lock(py).run;
        (run.time(), run.steps(), run.agents().len(), run.arrived())
    }

    /// Where each agent is now: number, position, velocity, radius, group; sorted by number.
    fn agents<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Column<'py, i64>,
        Bound<'py, PyArray2<f64>>,
        Bound<'py, PyArray2<f64>>,
        Column<'py, f64>,
        Column<'py, i64>,
    )> {
        let running = self.lock(py);
        let (run, agents) = (&running.run, running.run.agents());
        let mut slots: Vec<usize> = (0..agents.len()).collect();
        slots.sort_unstable_by_key(|&slot| agents.id()[slot]);
        let of = |values: &[Point]| slots.iter().map(|&slot| values[slot]).collect::<Vec<_>>();
        Ok((
            PyArray1::from_vec(py, slots.iter().map(|&slot| agents.id()[slot] as i64).collect()),
            array_of(py, &of(agents.position()))?,
            array_of(py, &of(agents.velocity()))?,
            PyArray1::from_vec(py, slots.iter().map(|&slot| agents.radius()[slot]).collect()),
            PyArray1::from_vec(py, slots.iter().map(|&slot| run.group(slot) as i64).collect()),
        ))
    }

    /// Columns of the trajectories so far: id, frame, x, y, group; handed over without a copy if they are `taken`.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        taken: bool,
    ) -> Option<(Column<'py, i64>, Column<'py, i64>, Column<'py, f64>, Column<'py, f64>, Column<'py, i64>)> {
        let mut running = self.lock(py);
        let rows = if taken { running.watch.rows.take() } else { running.watch.rows.clone() }?;
        Some((
            PyArray1::from_vec(py, rows.id),
            PyArray1::from_vec(py, rows.frame),
            PyArray1::from_vec(py, rows.x),
            PyArray1::from_vec(py, rows.y),
            PyArray1::from_vec(py, rows.group),
        ))
    }

    /// Frames a second of the trajectories.
    #[getter]
    fn frame_rate(&self, py: Python<'_>) -> f64 {
        let running = self.lock(py);
        running.watch.frame_rate(&running.run)
    }

    /// What the run came to so far.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let running = self.lock(py);
        summary(py, &running.run, running.watch.queues.records())
    }

    /// The queues as they are now: both ends, how many wait, how long, since when.
    fn queues(&self, py: Python<'_>) -> Vec<([(f64, f64); 2], usize, f64, f64)> {
        let queues = self.lock(py);
        let queues = queues.run.queues().iter();
        queues.map(|queue| (queue.segment.map(|p| (p.x, p.y)), queue.waiting, queue.wait, queue.since)).collect()
    }

    /// One row for each arrival: id, group, entered, left, length, waited, walking, exit.
    fn trips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let trips = self.lock(py).run.summary().trips;
        let row = |trip: &Trip| {
            let exit = trip.exit.map_or(-1.0, |exit| exit as f64);
            [trip.id as f64, trip.group as f64, trip.entered, trip.left, trip.length, trip.waited, trip.walking, exit]
        };
        crate::arrays::rows(py, trips.iter().flat_map(row).collect(), 8)
    }

    /// Person-seconds in cells, the lowest row first; the extent of them, and the seconds that were watched.
    fn occupancy<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray2<f64>>, [f64; 4], f64)> {
        let running = self.lock(py);
        let occupancy = &running.watch.occupancy;
        let ([width, height], b) = (occupancy.size(), occupancy.bounds());
        let array = PyArray1::from_slice(py, occupancy.seconds()).reshape([height, width])?;
        Ok((array, [b.min.x, b.max.x, b.min.y, b.max.y], occupancy.time()))
    }

    /// A picture of the run: its paths, its density, a plot of arrivals, exits or the diagram, or the moment.
    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>, kind: &str, colour: &str) -> PyResult<NativePicture> {
        let options = options(given)?;
        let colours = colours(colour)?;
        let running = self.lock(py);
        let (run, world) = (&running.run, self.world.as_ref());
        let (trails, occupancy) = (&running.watch.trails, &running.watch.occupancy);
        match kind {
            "paths" => draw(py, || Picture::of_trails(world, trails, colours, &options)),
            "density" => draw(py, || Picture::of_occupancy(world, occupancy, &options)),
            "now" => {
                let moment = wayfront::crowd::Snapshot::of(run);
                draw(py, || Picture::of_moment(world, &moment, colours, &options))
            }
            "arrivals" | "exits" | "diagram" => {
                let summary = run.summary();
                let plot = match kind {
                    "arrivals" => Plot::of_arrivals(&summary, run.settings()),
                    "exits" => Plot::of_exits(&summary),
                    _ => Plot::of_diagram(&measured(&summary)),
                };
                draw(py, || Picture::of_plot(&plot, &options))
            }
            _ => Err(PyValueError::new_err(format!(
                "picture `{kind}`: one of paths, density, now, arrivals, exits, diagram is known"
            ))),
        }
    }

    /// An animated PNG of the run, so many times as fast.
    fn animation<'py>(
        &self,
        py: Python<'py>,
        given: &Bound<'_, PyDict>,
        colour: &str,
        faster: f64,
        path: PathBuf,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let options = options(given)?;
        let colours = colours(colour)?;
        if !faster.is_finite() || faster <= 0.0 {
            return Err(PyValueError::new_err(format!("faster is {faster}: give a number above 0")));
        }
        let running = self.lock(py);
        let (watch, world) = (&running.watch, self.world.as_ref());
        if watch.moments.is_empty() {
            return Err(impossible(py, &"no moments were kept for an animation", "give `animated=True` to Simulation"));
        }
        let rate = faster / watch.moment_seconds(&running.run);
        let moments = &watch.moments;
        let written = work(py, || animate(&path, world, moments, rate, colours, &options))?;
        drawn(py, written)?;
        Ok(PyBytes::new(py, &std::fs::read(&path)?))
    }
}

impl NativeSimulation {
    /// Completes the recording before an exception leaves.
    fn ended(&self, py: Python<'_>, why: PyErr) -> PyErr {
        match self.lock(py).watch.finish() {
            Some(Err(unwritten)) => {
                let also = unrecorded(py, &unwritten);
                also.set_cause(py, Some(why));
                also
            }
            _ => why,
        }
    }
}

impl Running {
    /// Steps for a slice of time, at most so many times; tells how many.
    fn slice(&mut self, most: u64) -> Result<u64, Stopped> {
        let start = Instant::now();
        let mut walked = 0;
        while walked < most && self.run.is_going_on() && start.elapsed() < SLICE {
            self.ask_guides().map_err(Stopped::Python)?;
            self.run.step();
            if let Some(why) = self.guides.iter().find_map(|(_, guide)| guide.failure()) {
                return Err(Stopped::Python(why));
            }
            self.watch.look(&self.run).map_err(Stopped::Recording)?;
            walked += 1;
        }
        Ok(walked)
    }

    /// Asks the guides that are written in Python, each once for its whole group.
    fn ask_guides(&self) -> PyResult<()> {
        if self.guides.is_empty() {
            return Ok(());
        }
        Python::attach(|py| {
            for (group, guide) in &self.guides {
                let agents = self.run.agents().position().iter().enumerate();
                let own: Vec<Point> =
                    agents.filter(|(slot, _)| self.run.group(*slot) == *group).map(|(_, &p)| p).collect();
                guide.ask(py, &own)?;
            }
            Ok(())
        })
    }

    fn state(&self) -> (f64, usize, usize) {
        (self.run.time(), self.run.agents().len(), self.run.arrived())
    }
}

fn animate(
    path: &Path,
    world: &World,
    moments: &[wayfront::crowd::Snapshot],
    rate: f64,
    colours: CrowdColours,
    options: &wayfront::draw::Options,
) -> Result<(), DrawError> {
    let mut animation = Animation::create(path, moments.len() as u32, rate)?;
    for moment in moments {
        animation.push(&Picture::of_moment(world, moment, colours, options)?)?;
    }
    animation.finish().map(|_| ())
}

/// Density and speed of each measured area, whenever it was occupied.
fn measured(summary: &wayfront::crowd::Summary) -> Vec<(String, Vec<[f64; 2]>)> {
    let areas = summary.measures.iter().filter(|report| !report.samples.is_empty());
    let pairs = areas.map(|report| {
        let samples = report.samples.iter().filter_map(|sample| Some([sample.density, sample.speed?]));
        (report.name.clone(), samples.collect())
    });
    pairs.collect()
}

fn colours(name: &str) -> PyResult<CrowdColours> {
    match name {
        "group" => Ok(CrowdColours::Group),
        "pace" => Ok(CrowdColours::Pace),
        _ => Err(PyValueError::new_err(format!("colour `{name}`: one of group, pace is known"))),
    }
}
