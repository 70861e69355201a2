//! Trajectories as an SQLite database in the layout of JuPedSim, version 2, which PedPy, JuPedSim and its viewers read.
//!
//! Frames are written a batch at a time, each batch in a transaction: a reader of the file, even after the run was
//! killed, sees whole frames up to the last batch. A batch is handed to the system and does not wait for the disk, which
//! would take longer than the run where agents are few; a killed process loses nothing by that. When the recording is
//! finished, all of it is on the disk. Each frame names the walkable area that it is in.

use super::grounds::Grounds;
use super::name::Name;
use super::{RecordingError, Row};
use crate::Simulation;
use rusqlite::{Connection, ErrorCode, Transaction, params};
use std::fs::File;
use std::io;
use std::path::Path;

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
    name: Name,
    connection: Connection,
    /// The walkable areas, and how many of them are in the file.
    grounds: Grounds,
    listed: usize,
    /// Frames that wait to be written, each with the number of its area.
    frames: Vec<(u64, usize)>,
    rows: Vec<(u64, Row)>,
}

impl Database {
    pub fn create(path: &Path, frames_per_second: f64, run: &Simulation) -> Result<Self, RecordingError> {
        let mut grounds = Grounds::default();
        grounds.number(run)?;
        let unwritable = |cause| RecordingError::Unwritable { path: path.to_owned(), cause };
        let name = Name::of(path).map_err(unwritable)?;
        remove_database(name.now()).map_err(unwritable)?;
        let failed = |cause| RecordingError::Database { path: path.to_owned(), cause: Box::new(cause) };
        let mut connection = Connection::open(name.now()).map_err(failed)?;
        begin(&mut connection, frames_per_second).map_err(|why| refused(&name, &why))?;
        let (frames, rows) = (Vec::new(), Vec::new());
        let mut database = Self { name, connection, grounds, listed: 0, frames, rows };
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
        let Self { name, connection, .. } = self;
        connection.close().map_err(|(_, why)| refused(&name, &why))?;
        let on_disk = || {
            File::open(name.now())?.sync_all()?;
            // A journal of the database that goes would be applied to the one that comes.
            remove_journals(name.target())?;
            name.settle()
        };
        on_disk().map_err(|why| unwritten(&name, &why))
    }

    fn write(&mut self) -> Result<(), RecordingError> {
        self.batch().map_err(|why| refused(&self.name, &why))
    }

    fn batch(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        if self.listed < self.grounds.texts().len() {
            list(&transaction, &self.grounds, self.listed)?;
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
        self.listed = self.grounds.texts().len();
        transaction.commit()
    }
}

/// Tables, and what is known of the whole run.
fn begin(connection: &mut Connection, frames_per_second: f64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "OFF")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    for (key, value) in [("version", VERSION.to_string()), ("fps", frames_per_second.to_string())] {
        transaction.execute("INSERT INTO metadata VALUES (?1, ?2)", params![key, value])?;
    }
    transaction.commit()
}

/// The walkable areas that the file does not have yet, and the box of all.
fn list(transaction: &Transaction<'_>, grounds: &Grounds, listed: usize) -> rusqlite::Result<()> {
    for (number, text) in grounds.texts().iter().enumerate().skip(listed) {
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

/// SQLite would not write.
fn refused(name: &Name, why: &rusqlite::Error) -> RecordingError {
    let is_disk = matches!(why.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure));
    let kind = if is_disk { io::ErrorKind::StorageFull } else { io::ErrorKind::Other };
    unwritten(name, &io::Error::new(kind, why.to_string()))
}

fn unwritten(name: &Name, why: &io::Error) -> RecordingError {
    let cause = io::Error::new(why.kind(), name.explained(why));
    RecordingError::Unwritable { path: name.target().to_owned(), cause }
}

/// Removes a database, and what a killed run may have left beside it: a journal of another database would be taken for
/// one of this.
fn remove_database(path: &Path) -> io::Result<()> {
    remove(path)?;
    remove_journals(path)
}

fn remove_journals(path: &Path) -> io::Result<()> {
    ["-journal", "-wal", "-shm"].into_iter().try_for_each(|ending| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        remove(Path::new(&name))
    })
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}
