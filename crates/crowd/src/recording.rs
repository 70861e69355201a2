//! What is kept of a run: trajectories in files that others read, and what pictures are made of.
//!
//! A [`Recorder`] writes while the run goes on: the file's ending says whether as text, as PedPy and its kin read it, or
//! as a database in JuPedSim's layout. It writes whole frames, a batch at a time, so a run that is interrupted, even by
//! force, leaves a file that can be read. Where a file of that name is there already, the run writes to another beside
//! it, which takes its place at the end: until then, and if the disk is full, the old one is as it was. Within a frame
//! agents are sorted by number: the bytes depend on the scene and its seed alone.
//!
//! [`Trails`], [`Occupancy`], [`QueueLog`] and [`Snapshot`] are kept in memory: the paths, how long people stood where, the
//! queues, and moments.

#[cfg(feature = "sqlite")]
mod database;
#[cfg(feature = "sqlite")]
mod grounds;
mod name;
mod occupancy;
mod queue_log;
#[cfg(feature = "sqlite")]
mod read;
mod snapshot;
mod text;
mod trajectories;

pub use occupancy::Occupancy;
pub use queue_log::{QueueLog, QueueRecord};
#[cfg(feature = "sqlite")]
pub use read::{ReadRecording, ReadRecordingError};
pub use snapshot::{Seen, Snapshot};
pub use trajectories::{Trajectories, Trajectory};

use crate::Simulation;
#[cfg(feature = "sqlite")]
use database::Database;
use std::path::{Path, PathBuf};
use text::Text;
use thiserror::Error;
use wayfront_geometry::Point;
use wayfront_world::files;

/// Why a run is not recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// The file's ending says neither text nor database.
    #[error("{}: trajectories are written as .txt or .sqlite", .path.display())]
    Ending {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("{}: cannot write the trajectories: {cause}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// The database cannot be begun.
    #[error("{}: cannot write the trajectories: {cause}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// This build writes no databases.
    #[error("{}: this build of the library writes no databases", .path.display())]
    NoDatabases {
        /// The file.
        path: PathBuf,
    },
    /// The world has no free space to write down.
    #[error("the walkable area cannot be written: {why}")]
    Geometry {
        /// Why.
        why: String,
    },
}

impl RecordingError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        let advice = match self {
            Self::NoDatabases { .. } => "write .txt, or build with the feature `sqlite`",
            Self::Geometry { .. } => "`wayfront check` reports more about the scene",
            Self::Unwritable { cause, .. } => return files::advice(cause),
            Self::Ending { .. } => "give the file one of these endings",
            Self::Database { .. } => "look at the folder and its permissions",
        };
        advice.into()
    }
}

/// An agent in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    id: u64,
    at: Point,
    /// Of length 1, or 0 for those who neither move nor want to.
    facing: Point,
}

/// The kind of a recording, by the ending of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingKind {
    /// Lines `id frame x y z`.
    Text,
    /// SQLite, as JuPedSim writes it.
    Database,
}

impl RecordingKind {
    /// What the ending of a file's name asks for: `.txt`, or `.sqlite`, `.sqlite3` and `.db`.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_string_lossy().to_ascii_lowercase().as_str() {
            "txt" => Some(Self::Text),
            "sqlite" | "sqlite3" | "db" => Some(Self::Database),
            _ => None,
        }
    }
}

/// What frames are written to.
enum Target {
    Text(Text),
    #[cfg(feature = "sqlite")]
    Database(Box<Database>),
}

/// Every how many steps a frame is due, so that frames come as often as asked for, or as nearly as steps allow.
#[must_use]
pub fn steps_per_frame(step: f64, frames_per_second: f64) -> u64 {
    (1.0 / (step * frames_per_second)).round().max(1.0) as u64
}

/// Writes the trajectories of a run while it goes on.
///
/// ```
/// use wayfront_crowd::{Recorder, Simulation};
///
/// let world = wayfront_world::builtin("pocket").unwrap();
/// let mut run = Simulation::new(&world).unwrap();
/// let file = std::env::temp_dir().join("wayfront-doc-pocket.txt");
/// let mut recorder = Recorder::create(&file, &run, 10.0)?;
/// for _ in 0..40 {
///     recorder.look(&run)?;
///     run.step();
/// }
/// assert_eq!(recorder.finish()?, 20); // frames: two seconds at ten a second
/// # std::fs::remove_file(&file).ok();
/// # Ok::<(), wayfront_crowd::RecordingError>(())
/// ```
pub struct Recorder {
    target: Target,
    every: u64,
    frames_per_second: f64,
    frames: u64,
    rows: Vec<Row>,
}

impl Recorder {
    /// Starts a recording. A file of that name is replaced when the recording is finished; until then the frames are in
    /// a file beside it, `run.part.txt` for `run.txt`. Where there is none, they are in the file itself from the start.
    ///
    /// # Errors
    /// If the ending of the name is unknown, or the file cannot be written.
    pub fn create(path: impl AsRef<Path>, run: &Simulation, frames_per_second: f64) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let step = run.settings().step;
        let every = steps_per_frame(step, frames_per_second);
        // Frames are steps: the rate is what the steps make of it, and the file tells that one.
        let frames_per_second = neat(1.0 / (every as f64 * step));
        let target = match RecordingKind::of_path(path) {
            Some(RecordingKind::Text) => Target::Text(Text::create(path, frames_per_second)?),
            #[cfg(not(feature = "sqlite"))]
            Some(RecordingKind::Database) => return Err(RecordingError::NoDatabases { path: path.to_owned() }),
            #[cfg(feature = "sqlite")]
            Some(RecordingKind::Database) => {
                Target::Database(Box::new(Database::create(path, frames_per_second, run)?))
            }
            None => return Err(RecordingError::Ending { path: path.to_owned() }),
        };
        Ok(Self { target, every, frames_per_second, frames: 0, rows: Vec::new() })
    }

    /// Frames a second, as they are written: the nearest rate that steps allow to the one asked for.
    #[must_use]
    pub const fn frames_per_second(&self) -> f64 {
        self.frames_per_second
    }

    /// Looks at the run: before its first step, and after each. Writes a frame when one is due.
    ///
    /// # Errors
    /// If the file takes no more.
    pub fn look(&mut self, run: &Simulation) -> Result<(), RecordingError> {
        if !run.steps().is_multiple_of(self.every) {
            return Ok(());
        }
        let agents = run.agents();
        self.rows.clear();
        self.rows.extend((0..agents.len()).map(|slot| {
            let facing = agents.velocity()[slot].unit().or_else(|| agents.wish()[slot].unit());
            Row { id: agents.id()[slot], at: agents.position()[slot], facing: facing.unwrap_or_default() }
        }));
        self.rows.sort_unstable_by_key(|row| row.id);
        self.frames += 1;
        let frame = run.steps() / self.every;
        match &mut self.target {
            Target::Text(text) => text.frame(frame, &self.rows),
            #[cfg(feature = "sqlite")]
            Target::Database(database) => database.frame(frame, &self.rows, run),
        }
    }

    /// Writes what is left, and tells how many frames there are.
    ///
    /// # Errors
    /// If the file takes no more.
    pub fn finish(self) -> Result<u64, RecordingError> {
        match self.target {
            Target::Text(text) => text.finish()?,
            #[cfg(feature = "sqlite")]
            Target::Database(database) => database.finish()?,
        }
        Ok(self.frames)
    }
}

/// A number without the noise of its last digits: 1 / (2 * 0.05) is 10.
fn neat(x: f64) -> f64 {
    let rounded = (x * 1e9).round() / 1e9;
    if rounded > 0.0 { rounded } else { x }
}
