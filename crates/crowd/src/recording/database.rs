//! Trajectories as an SQLite database in the layout of JuPedSim, version 2, which PedPy, JuPedSim and its viewers read.
//!
//! Frames are written a batch at a time, each batch in a transaction: whoever reads the file, even after the run was
//! killed, sees whole frames up to the last batch. Each frame names the walkable area that it is in.

use super::grounds::Grounds;
use super::{RecordingError, Row};
use crate::Simulation;
use rusqlite::{Connection, Transaction, params};
use std::path::{Path, PathBuf};

/// Frames of a batch.
const BATCH_FRAMES: usize = 100;
/// Rows of a batch, for large crowds.
const BATCH_ROWS: usize = 50_000;
/// The last version that every reader knows: the next one only leaves the directions out.
const VERSION: i64 = 2;

const TABLES: &str = "
    CREATE TABLE trajectory_data (
        frame INTEGER NOT NULL,
        id INTEGER NOT NULL,
        pos_x REAL NOT NULL,
        pos_y REAL NOT NULL,
        ori_x REAL NOT NULL,
        ori_y REAL NOT NULL);
    CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
    CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
    CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
    CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);";

pub struct Database {
    path: PathBuf,
    connection: Connection,
    /// The walkable areas, and how many of them are in the file.
    grounds: Grounds,
    told: usize,
    /// Frames that wait to be written, each with the number of its area.
    frames: Vec<(u64, usize)>,
    rows: Vec<(u64, Row)>,
}

impl Database {
    pub fn create(path: &Path, frames_per_second: f64, run: &Simulation) -> Result<Self, RecordingError> {
        let mut grounds = Grounds::default();
        grounds.number(run)?;
        remove_old(path)?;
        let failed = |cause| RecordingError::Database { path: path.to_owned(), cause: Box::new(cause) };
        let mut connection = Connection::open(path).map_err(failed)?;
        begin(&mut connection, frames_per_second).map_err(failed)?;
        let (frames, rows) = (Vec::new(), Vec::new());
        let mut database = Self { path: path.to_owned(), connection, grounds, told: 0, frames, rows };
        database.write()?;
        Ok(database)
    }

    pub fn frame(&mut self, frame: u64, rows: &[Row], run: &Simulation) -> Result<(), RecordingError> {
        self.frames.push((frame, self.grounds.number(run)?));
        self.rows.extend(rows.iter().map(|&row| (frame, row)));
        if self.frames.len() >= BATCH_FRAMES || self.rows.len() >= BATCH_ROWS { self.write() } else { Ok(()) }
    }

    pub fn finish(mut self) -> Result<(), RecordingError> {
        self.write()?;
        let Self { path, connection, .. } = self;
        connection.close().map_err(|(_, cause)| RecordingError::Database { path, cause: Box::new(cause) })
    }

    fn write(&mut self) -> Result<(), RecordingError> {
        self.batch().map_err(|cause| RecordingError::Database { path: self.path.clone(), cause: Box::new(cause) })
    }

    fn batch(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        if self.told < self.grounds.texts().len() {
            tell(&transaction, &self.grounds, self.told)?;
        }
        {
            let mut row = transaction.prepare_cached("INSERT INTO trajectory_data VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for (frame, Row { id, at, facing }) in self.rows.drain(..) {
                row.execute(params![frame as i64, id as i64, at.x, at.y, facing.x, facing.y])?;
            }
            let mut geometry = transaction.prepare_cached("INSERT INTO frame_data VALUES (?1, ?2)")?;
            for (frame, ground) in self.frames.drain(..) {
                geometry.execute(params![frame as i64, hash(ground)])?;
            }
        }
        self.told = self.grounds.texts().len();
        transaction.commit()
    }
}

/// Tables, and what is known of the whole run.
fn begin(connection: &mut Connection, frames_per_second: f64) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    for (key, value) in [("version", VERSION.to_string()), ("fps", frames_per_second.to_string())] {
        transaction.execute("INSERT INTO metadata VALUES (?1, ?2)", params![key, value])?;
    }
    transaction.commit()
}

/// The walkable areas that the file does not have yet, and the box of all.
fn tell(transaction: &Transaction<'_>, grounds: &Grounds, told: usize) -> rusqlite::Result<()> {
    for (number, text) in grounds.texts().iter().enumerate().skip(told) {
        transaction.execute("INSERT INTO geometry VALUES (?1, ?2)", params![hash(number), text])?;
    }
    let [min, max] = grounds.corners();
    for (key, value) in [("xmin", min.x), ("xmax", max.x), ("ymin", min.y), ("ymax", max.y)] {
        transaction.execute("INSERT OR REPLACE INTO metadata VALUES (?1, ?2)", params![key, value.to_string()])?;
    }
    Ok(())
}

/// What the file calls an area.
const fn hash(number: usize) -> i64 {
    number as i64 + 1
}

/// Removes the file that will be replaced, and what a killed run may have left beside it: a journal of another database
/// would be taken for one of this.
fn remove_old(path: &Path) -> Result<(), RecordingError> {
    for ending in ["", "-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::remove_file(&name) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                return Err(RecordingError::Unwritable { path: path.to_owned(), cause });
            }
            _ => {}
        }
    }
    Ok(())
}
