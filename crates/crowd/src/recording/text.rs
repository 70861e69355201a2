//! Trajectories as text: comments, then a line `id frame x y z` for each walker in each frame.
//!
//! This is the form of the Pedestrian Dynamics Data Archive and of jpscore. Readers find the frame rate behind the word
//! `framerate`, and the unit in `x/m`. Positions have four decimals: a tenth of a millimetre.

use super::{RecordingError, Row};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Bytes that are kept before they are written, always whole frames.
const BATCH: usize = 1 << 16;

pub struct Text {
    path: PathBuf,
    file: File,
    waiting: String,
}

impl Text {
    pub fn create(path: &Path, frames_per_second: f64) -> Result<Self, RecordingError> {
        let unwritable = |cause| RecordingError::Unwritable { path: path.to_owned(), cause };
        let file = File::create(path).map_err(unwritable)?;
        let mut text = Self { path: path.to_owned(), file, waiting: String::new() };
        let rate = if (frames_per_second * 100.0).fract() == 0.0 {
            format!("{frames_per_second:.2}")
        } else {
            frames_per_second.to_string()
        };
        text.waiting = format!(
            "# description: wayfront {}\n# framerate: {rate}\n# id frame x/m y/m z/m\n",
            env!("CARGO_PKG_VERSION")
        );
        text.write()?;
        Ok(text)
    }

    pub fn frame(&mut self, frame: u64, rows: &[Row]) -> Result<(), RecordingError> {
        for Row { id, at, .. } in rows {
            // A string takes everything.
            let _ = writeln!(self.waiting, "{id} {frame} {:.4} {:.4} 0", at.x, at.y);
        }
        if self.waiting.len() >= BATCH { self.write() } else { Ok(()) }
    }

    pub fn finish(mut self) -> Result<(), RecordingError> {
        self.write()
    }

    fn write(&mut self) -> Result<(), RecordingError> {
        let unwritable = |cause| RecordingError::Unwritable { path: self.path.clone(), cause };
        self.file.write_all(self.waiting.as_bytes()).map_err(unwritable)?;
        self.waiting.clear();
        Ok(())
    }
}
