//! Trajectories as text: comments, then a line `id frame x y z` for each agent in each frame.
//!
//! This is the form of the Pedestrian Dynamics Data Archive and of jpscore. Readers find the frame rate behind the word
//! `framerate`, and the unit in `x/m`. Positions have four decimals: a tenth of a millimetre.

use super::name::Name;
use super::{RecordingError, Row};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// Bytes that are kept before they are written, always whole frames.
const BATCH: usize = 1 << 16;

pub struct Text {
    name: Name,
    file: File,
    /// Bytes of the frames that are in the file.
    written: u64,
    waiting: String,
}

impl Text {
    pub fn create(path: &Path, frames_per_second: f64) -> Result<Self, RecordingError> {
        let unwritable = |cause| RecordingError::Unwritable { path: path.to_owned(), cause };
        let name = Name::of(path).map_err(unwritable)?;
        let file = File::create(name.now()).map_err(unwritable)?;
        let mut text = Self { name, file, written: 0, waiting: String::new() };
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
        self.write()?;
        let settled = self.file.sync_data().and_then(|()| self.name.settle());
        settled.map_err(|why| self.unwritten(&why))
    }

    fn write(&mut self) -> Result<(), RecordingError> {
        if let Err(why) = self.file.write_all(self.waiting.as_bytes()) {
            // Half a batch is worse than none. What cannot be cut off stays, as after a kill.
            let _ = self.file.set_len(self.written);
            return Err(self.unwritten(&why));
        }
        self.written += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    fn unwritten(&self, why: &io::Error) -> RecordingError {
        let cause = io::Error::new(why.kind(), self.name.explained(why));
        RecordingError::Unwritable { path: self.name.target().to_owned(), cause }
    }
}
