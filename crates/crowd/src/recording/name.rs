//! The name under which a recording is written, and the one that it has in the end.
//!
//! A recording grows while the run goes on, and is of use before it is whole: so it is written under its own name where
//! that is free. Where a file is to be replaced, the recording is written beside it, and the file stays as it was until
//! the recording is complete.

use std::io;
use std::path::{Path, PathBuf};
use wayfront_world::files::followed;

/// Where a recording is, and where it will be.
pub struct Name {
    now: PathBuf,
    /// `None` where it has its name from the start.
    later: Option<PathBuf>,
}

impl Name {
    /// Where to write a recording of this name.
    pub fn of(path: &Path) -> io::Result<Self> {
        match std::fs::metadata(path) {
            Ok(old) if old.is_file() => {
                let path = followed(path)?;
                // A file that its owner has locked stays.
                std::fs::OpenOptions::new().write(true).open(&path)?;
                Ok(Self { now: part(&path), later: Some(path) })
            }
            _ => Ok(Self { now: path.to_owned(), later: None }),
        }
    }

    /// Where the recording is written.
    pub fn now(&self) -> &Path {
        &self.now
    }

    /// Where it will be in the end.
    pub fn target(&self) -> &Path {
        self.later.as_deref().unwrap_or(&self.now)
    }

    /// Gives the recording its name.
    pub fn settle(&self) -> io::Result<()> {
        self.later.as_ref().map_or(Ok(()), |later| std::fs::rename(&self.now, later))
    }

    /// An error, with what is left of the files.
    pub fn explained(&self, why: &impl ToString) -> String {
        let why = why.to_string();
        match &self.later {
            Some(_) => format!(
                "{why}; the file that was there is unchanged, and the frames up to here are in `{}`",
                self.now.display()
            ),
            None => format!("{why}; the file has the frames up to here"),
        }
    }
}

/// `run.part.txt` for `run.txt`: the ending says how it is read.
fn part(path: &Path) -> PathBuf {
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    path.with_extension(format!("part{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_stays() {
        assert_eq!(part(Path::new("a.b/run.sqlite")), Path::new("a.b/run.part.sqlite"));
    }
}
