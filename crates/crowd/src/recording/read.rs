//! Recordings read back: ours, and those of JuPedSim and of the Pedestrian Dynamics Data Archive in the same layouts.
//!
//! A database has its frame rate in `metadata` and its walkable area in `geometry`; a text has the rate in its comments and
//! no area. Of a database with several areas the first is taken. Cost: linear in rows, which are limited.

use rusqlite::{Connection, OpenFlags};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;
use wayfront_geometry::Point;

/// Trajectories of a file, frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadRecording {
    /// Frames of a second.
    pub frames_per_second: f64,
    /// Who was where in each frame, sorted by number. Numbers of frames that the file leaves out are left out here.
    pub frames: Vec<Vec<(u64, Point)>>,
    /// The walkable area as well-known text, if the file has one.
    pub walkable: Option<String>,
}

/// Why a recording was not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadRecordingError {
    /// The file cannot be opened.
    #[error("the recording cannot be read: {0}")]
    Unreadable(String),
    /// A line of a text is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// There is no frame rate, or none that makes sense.
    #[error("the recording does not say how many frames a second has")]
    NoRate,
    /// There is no position in it.
    #[error("the recording has no positions")]
    Empty,
    /// There are more positions than the limit.
    #[error("the recording has more than {most} positions")]
    TooLarge {
        /// The limit.
        most: usize,
    },
}

impl ReadRecordingError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Unreadable(_) | Self::Empty => {
                "give a file that `wayfront simulate --out` or JuPedSim wrote (.sqlite, .txt)"
            }
            Self::Line { .. } => "a line is `id frame x y` and perhaps z",
            Self::NoRate => "add a line `# framerate: 16` to a text, or `fps` to the metadata of a database",
            Self::TooLarge { .. } => "record fewer frames a second, or cut it",
        }
    }
}

impl ReadRecording {
    /// Reads a database or a text, whichever it is, with at most so many positions.
    ///
    /// # Errors
    /// If it is neither, has no frame rate or no positions, or too many of them.
    pub fn open(path: &Path, most: usize) -> Result<Self, ReadRecordingError> {
        let unreadable = |why: std::io::Error| ReadRecordingError::Unreadable(why.to_string());
        let mut start = [0; 16];
        let read =
            std::io::Read::read(&mut std::fs::File::open(path).map_err(unreadable)?, &mut start).map_err(unreadable)?;
        if start[..read].starts_with(b"SQLite format 3") {
            return Self::of_database(path, most);
        }
        let bytes = wayfront_world::files::read(path, 1 << 30);
        let bytes = bytes.map_err(|why| ReadRecordingError::Unreadable(why.to_string()))?;
        Self::of_text(&String::from_utf8_lossy(&bytes), most)
    }

    fn of_database(path: &Path, most: usize) -> Result<Self, ReadRecordingError> {
        let failed = |why: rusqlite::Error| ReadRecordingError::Unreadable(why.to_string());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        let rate =
            connection.query_row("SELECT value FROM metadata WHERE key = 'fps'", [], |row| row.get::<_, String>(0));
        let rate = rate.ok().and_then(|rate| rate.parse().ok()).ok_or(ReadRecordingError::NoRate)?;
        let walkable =
            connection.query_row("SELECT wkt FROM geometry ORDER BY hash LIMIT 1", [], |row| row.get(0)).ok();
        let query = "SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY frame, id LIMIT ?1";
        let mut statement = connection.prepare(query).map_err(failed)?;
        let rows = statement.query_map([most as i64 + 1], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, Point::new(row.get(2)?, row.get(3)?)))
        });
        let mut gathered = Gathered::new(most);
        for row in rows.map_err(failed)? {
            let (frame, id, at) = row.map_err(failed)?;
            gathered.add(frame, id, at)?;
        }
        gathered.finish(rate, walkable)
    }

    fn of_text(text: &str, most: usize) -> Result<Self, ReadRecordingError> {
        let mut rate = None;
        let mut gathered = Gathered::new(most);
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix('#') {
                rate = rate.or_else(|| rate_in(comment));
                continue;
            }
            let mut words = line.split_ascii_whitespace();
            let Some(id) = words.next() else { continue };
            let mut next = || words.next().and_then(|word| word.parse::<f64>().ok()).filter(|n| n.is_finite());
            let wrong = |what| ReadRecordingError::Line { line: number + 1, what };
            let id = id.parse().map_err(|_| wrong("the first word is no number of an agent"))?;
            let frame = next().ok_or_else(|| wrong("the second word is no number of a frame"))?;
            let (Some(x), Some(y)) = (next(), next()) else { return Err(wrong("the position is missing")) };
            gathered.add(frame as i64, id, Point::new(x, y))?;
        }
        gathered.finish(rate.ok_or(ReadRecordingError::NoRate)?, None)
    }
}

/// The number behind the word `framerate`.
fn rate_in(comment: &str) -> Option<f64> {
    let lower = comment.to_lowercase();
    let rest = &lower[lower.find("framerate")? + "framerate".len()..];
    let number: String = rest
        .trim_start_matches([':', ' ', '=', '\t'])
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    number.parse().ok()
}

/// Positions by frame.
struct Gathered {
    frames: BTreeMap<i64, Vec<(u64, Point)>>,
    count: usize,
    most: usize,
}

impl Gathered {
    const fn new(most: usize) -> Self {
        Self { frames: BTreeMap::new(), count: 0, most }
    }

    fn add(&mut self, frame: i64, id: i64, at: Point) -> Result<(), ReadRecordingError> {
        self.count += 1;
        if self.count > self.most {
            return Err(ReadRecordingError::TooLarge { most: self.most });
        }
        if at.is_finite() {
            self.frames.entry(frame).or_default().push((id.unsigned_abs(), at));
        }
        Ok(())
    }

    fn finish(self, rate: f64, walkable: Option<String>) -> Result<ReadRecording, ReadRecordingError> {
        if !(rate.is_finite() && rate > 0.0) {
            return Err(ReadRecordingError::NoRate);
        }
        let mut frames: Vec<Vec<(u64, Point)>> = self.frames.into_values().collect();
        for frame in &mut frames {
            frame.sort_by_key(|agent| agent.0);
        }
        if frames.is_empty() {
            return Err(ReadRecordingError::Empty);
        }
        Ok(ReadRecording { frames_per_second: rate, frames, walkable })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_with_their_rate() {
        let text =
            "# description: x\n#framerate: 8.00\n#ID frame x/m y/m z/m\n1 0 0.5 1 0\n2 0 3 4 0\n1\t1\t0.75 1 0\n";
        let read = ReadRecording::of_text(text, 100).unwrap();
        assert_eq!((read.frames_per_second, read.frames.len()), (8.0, 2));
        assert_eq!(read.frames[0], [(1, Point::new(0.5, 1.0)), (2, Point::new(3.0, 4.0))]);
        assert!(matches!(ReadRecording::of_text(text, 2), Err(ReadRecordingError::TooLarge { most: 2 })));
        let broken = ReadRecording::of_text("# framerate: 8\n1 0 zero 1\n", 9).unwrap_err();
        assert_eq!(broken.to_string(), "line 2: the position is missing");
    }
}
