//! Trajectories as an SQLite database in the layout of JuPedSim, version 2, which PedPy, JuPedSim and its viewers read.
//!
//! Frames are written a batch at a time, each batch in a transaction: whoever reads the file, even after the run was
//! killed, sees whole frames up to the last batch.

use super::{RecordingFault, Row};
use rusqlite::{Connection, params};
use std::path::{Path, PathBuf};
use wayfront_geometry::Point;

/// Frames of a batch.
const BATCH_FRAMES: usize = 100;
/// Rows of a batch, for large crowds.
const BATCH_ROWS: usize = 50_000;
/// The last version that every reader knows: the next one only leaves the directions out.
const VERSION: i64 = 2;
/// There is one geometry.
const GEOMETRY: i64 = 1;

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
    frames: Vec<u64>,
    rows: Vec<(u64, Row)>,
}

impl Database {
    pub fn create(path: &Path, frames_per_second: f64, wkt: &str, bounds: [Point; 2]) -> Result<Self, RecordingFault> {
        remove_old(path)?;
        let failed = |cause| RecordingFault::Database { path: path.to_owned(), cause };
        let mut connection = Connection::open(path).map_err(failed)?;
        begin(&mut connection, frames_per_second, wkt, bounds).map_err(failed)?;
        Ok(Self { path: path.to_owned(), connection, frames: Vec::new(), rows: Vec::new() })
    }

    pub fn frame(&mut self, frame: u64, rows: &[Row]) -> Result<(), RecordingFault> {
        self.frames.push(frame);
        self.rows.extend(rows.iter().map(|&row| (frame, row)));
        if self.frames.len() >= BATCH_FRAMES || self.rows.len() >= BATCH_ROWS { self.write() } else { Ok(()) }
    }

    pub fn finish(mut self) -> Result<(), RecordingFault> {
        self.write()?;
        let Self { path, connection, .. } = self;
        connection.close().map_err(|(_, cause)| RecordingFault::Database { path, cause })
    }

    fn write(&mut self) -> Result<(), RecordingFault> {
        self.batch().map_err(|cause| RecordingFault::Database { path: self.path.clone(), cause })
    }

    fn batch(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut row = transaction.prepare_cached("INSERT INTO trajectory_data VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for (frame, Row { id, at, facing }) in self.rows.drain(..) {
                row.execute(params![frame as i64, id as i64, at.x, at.y, facing.x, facing.y])?;
            }
            let mut geometry = transaction.prepare_cached("INSERT INTO frame_data VALUES (?1, ?2)")?;
            for frame in self.frames.drain(..) {
                geometry.execute(params![frame as i64, GEOMETRY])?;
            }
        }
        transaction.commit()
    }
}

/// Tables, what is known of the whole run, and the walkable area.
fn begin(
    connection: &mut Connection,
    frames_per_second: f64,
    wkt: &str,
    [min, max]: [Point; 2],
) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.execute("INSERT INTO metadata VALUES ('version', ?1)", params![VERSION.to_string()])?;
    let numbers = [("fps", frames_per_second), ("xmin", min.x), ("xmax", max.x), ("ymin", min.y), ("ymax", max.y)];
    for (key, value) in numbers {
        transaction.execute("INSERT INTO metadata VALUES (?1, ?2)", params![key, value.to_string()])?;
    }
    transaction.execute("INSERT INTO geometry VALUES (?1, ?2)", params![GEOMETRY, wkt])?;
    transaction.commit()
}

/// Removes the file that will be replaced, and what a killed run may have left beside it: a journal of another database
/// would be taken for one of this.
fn remove_old(path: &Path) -> Result<(), RecordingFault> {
    for ending in ["", "-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::remove_file(&name) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                return Err(RecordingFault::Unwritable { path: path.to_owned(), cause });
            }
            _ => {}
        }
    }
    Ok(())
}
