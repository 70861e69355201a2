//! Whole files: read up to a limit, and replaced only when what replaces them is complete.
//!
//! Reading. A file is read until its end or until a limit, whichever comes first; a device, which may have no end, is
//! not opened at all. So no name that a user gives fills the memory.
//!
//! Writing. A [`NewFile`] is written beside its name and renamed when it is whole. Whatever goes wrong before that, a
//! full disk included, the file that was there is as it was. If the process is killed, what was begun stays beside it
//! as `.wayfront-….part`. A link is followed, and stays a link; a pipe or a device takes the bytes as they come. What
//! replaces a file is on the disk before it does.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Links that are followed one after another, as many as systems follow.
const MOST_LINKS: usize = 40;

/// How much is read, at most. Larger inputs are refused with the limit's name.
///
/// ```
/// use wayfront_world::files::Limits;
/// let limits = Limits::default().points(1000);
/// assert_eq!((limits.bytes, limits.points), (1 << 30, 1000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file.
    pub bytes: u64,
    /// Points of a scene, vertices of a mesh, points to answer.
    pub points: usize,
    /// Cells of a grid over a scene.
    pub cells: u64,
    /// Which files a file may name.
    pub named: NamedFiles,
}

/// Which files a file may name, as `file` of a scene and `image` of a ROS map do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedFiles {
    /// Every file that the system gives away.
    #[default]
    Anywhere,
    /// Files in its folder or below, links followed.
    Below,
    /// None.
    Refused,
}

impl Default for Limits {
    /// 1 GiB, 20 million points and 2^24 cells: what a machine of some gigabytes holds.
    fn default() -> Self {
        Self { bytes: 1 << 30, points: 20_000_000, cells: 1 << 24, named: NamedFiles::Anywhere }
    }
}

impl Limits {
    /// Another limit for the bytes of a file.
    #[must_use]
    pub const fn bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// Another limit for points.
    #[must_use]
    pub const fn points(self, points: usize) -> Self {
        Self { points, ..self }
    }

    /// Another limit for cells.
    #[must_use]
    pub const fn cells(self, cells: u64) -> Self {
        Self { cells, ..self }
    }

    /// Other files that may be named.
    #[must_use]
    pub const fn named(self, named: NamedFiles) -> Self {
        Self { named, ..self }
    }
}

/// Why a file was not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is no such file.
    #[error("there is no such file")]
    NotFound,
    /// The name is that of a folder.
    #[error("this is a folder")]
    Folder,
    /// The name is that of a device, which may have no end.
    #[error("this is a device, not a file")]
    Device,
    /// The file is larger than the limit.
    #[error("the file has more than {most} bytes")]
    TooLarge {
        /// The limit.
        most: u64,
    },
    /// The system would not give the file away.
    #[error("{0}")]
    System(#[source] io::Error),
}

impl FileError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NotFound => "look at the spelling and the folder",
            Self::Folder => "name a file in it",
            Self::Device => "name a file or a pipe",
            Self::TooLarge { .. } => "cut it into several files, or raise the limit (`--max-file`, `Limits::bytes`)",
            Self::System(why) if why.kind() == ErrorKind::PermissionDenied => {
                "look at the permissions of the file and its folder"
            }
            Self::System(_) => "look at the file and the disk that it lies on",
        }
        .into()
    }
}

impl From<io::Error> for FileError {
    fn from(why: io::Error) -> Self {
        if why.kind() == ErrorKind::NotFound { Self::NotFound } else { Self::System(why) }
    }
}

/// No file has this name, as opposed to one that may not be looked at.
#[must_use]
pub fn is_absent(path: &Path) -> bool {
    use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    let why = fs::metadata(path).err().map(|why| why.kind());
    matches!(why, Some(NotFound | NotADirectory | InvalidFilename | InvalidInput))
}

/// Whether a file that another names lies in that one's folder or below, links followed. A file that is not there does,
/// if its name alone leads nowhere else.
#[must_use]
pub fn is_below(from: &Path, named: &Path) -> bool {
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_plain = named.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    match (folder.canonicalize(), folder.join(named).canonicalize()) {
        (Ok(folder), Ok(path)) => path.starts_with(folder),
        // A link to nowhere is a link.
        _ => is_plain && fs::read_link(folder.join(named)).is_err(),
    }
}

/// The bytes of a file or a pipe.
///
/// # Errors
/// If it cannot be read, or has more bytes than `most`.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(FileError::Folder);
    }
    if is_device(&about) {
        return Err(FileError::Device);
    }
    if about.len() > most {
        return Err(FileError::TooLarge { most });
    }
    read_from(File::open(path)?, most)
}

/// Everything that a reader gives, such as standard input.
///
/// # Errors
/// If it cannot be read, or gives more bytes than `most`.
pub fn read_from(from: impl Read, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(FileError::TooLarge { most }) } else { Ok(bytes) }
}

#[cfg(unix)]
fn is_device(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    about.file_type().is_char_device() || about.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

/// Replaces a file, or makes it: whole or not at all.
///
/// # Errors
/// If it cannot be written; the file that was there is then as it was, and the message says so.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// let path = std::env::temp_dir().join("wayfront-doc-files.txt");
/// wayfront_world::files::write(&path, b"whole")?;
/// assert_eq!(std::fs::read(&path)?, b"whole");
/// # std::fs::remove_file(path)
/// # }
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// What to do about a file that was not written.
#[must_use]
pub fn advice(why: &io::Error) -> String {
    match why.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "make room on the disk, or name a file on another one".into()
        }
        _ => "look at the folder and its permissions".into(),
    }
}

/// A file that appears under its name when it is [finished](Self::finish); dropped before, it leaves no trace.
#[derive(Debug)]
pub struct NewFile {
    /// Where it will be, links followed.
    path: PathBuf,
    /// Where it is until then; `None` for pipes and devices.
    beside: Option<PathBuf>,
    /// What it will replace.
    old: Option<fs::Metadata>,
    out: BufWriter<File>,
}

impl NewFile {
    /// Starts a file.
    ///
    /// # Errors
    /// If the folder takes no new file, or the file that is there may not be changed.
    pub fn create(path: &Path) -> io::Result<Self> {
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) || is_system(path) {
            let out = BufWriter::new(OpenOptions::new().write(true).create(true).truncate(true).open(path)?);
            return Ok(Self { path: path.to_owned(), beside: None, old: None, out });
        }
        let path = followed(path)?;
        if old.is_some() {
            // A file that its owner has locked stays.
            OpenOptions::new().write(true).open(&path)?;
        }
        let (beside, file) = unused(&path)?;
        Ok(Self { path, beside: Some(beside), old, out: BufWriter::new(file) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If not all of it could be written; the file that was there is then as it was.
    pub fn finish(mut self) -> io::Result<()> {
        self.rename().map_err(|why| self.unchanged(why))
    }

    fn rename(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(beside) = &self.beside else { return Ok(()) };
        if let Some(old) = &self.old {
            self.out.get_ref().sync_data()?;
            self.out.get_ref().set_permissions(old.permissions())?;
        }
        fs::rename(beside, &self.path)?;
        self.beside = None;
        Ok(())
    }

    /// The error, with the fact that nothing was lost.
    fn unchanged(&self, why: io::Error) -> io::Error {
        if self.old.is_none() {
            return why;
        }
        io::Error::new(why.kind(), format!("{why}; the file that was there is unchanged"))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes).map_err(|why| self.unchanged(why))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(|why| self.unchanged(why))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Nothing else can be done about what cannot be removed.
            let _ = fs::remove_file(beside);
        }
    }
}

/// Names such as `/dev/stdout`, which stand for what is open already.
fn is_system(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// What a name stands for: the end of a chain of links, whether or not something is there.
///
/// # Errors
/// If the links go around in a circle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "its links go around in a circle"))
}

/// A new file in the same folder.
fn unused(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let beside = path.with_file_name(format!(".wayfront-{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => return Err(why),
            Ok(file) => return Ok((beside, file)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("wayfront-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of our own");
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read"));
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_when_its_successor_is_whole() {
        let folder = folder("whole");
        let path = folder.join("a.txt");
        write(&path, b"old").unwrap();
        let mut new = NewFile::create(&path).unwrap();
        new.write_all(b"new").unwrap();
        new.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(&folder).len(), 2);
        new.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(NewFile::create(&path).unwrap());
        assert_eq!(names(&folder), ["a.txt"]);
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (path, link) = (folder.join("a.txt"), folder.join("link.txt"));
        symlink("a.txt", &link).unwrap();
        write(&link, b"made").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"made");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&link, b"replaced").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"replaced");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let around = folder.join("around");
        symlink("around", &around).unwrap();
        let message = write(&around, b"nowhere").unwrap_err().to_string();
        assert_eq!(message, "its links go around in a circle");
        assert!(!is_absent(&around) && matches!(read(&around, 9), Err(FileError::System(_))));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn devices_take_bytes_and_give_none() {
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").is_ok_and(|about| is_device(&about)));
        assert!(matches!(read(Path::new("/dev/zero"), 9), Err(FileError::Device)));
        assert_eq!(write(Path::new("/dev/full"), b"much").unwrap_err().kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn more_than_the_limit_is_not_read() {
        let endless = io::repeat(b'0');
        assert!(matches!(read_from(endless, 1000), Err(FileError::TooLarge { most: 1000 })));
        assert_eq!(read_from(&b"12345"[..], 5).unwrap(), b"12345");
        let folder = folder("limit");
        write(&folder.join("a"), b"12345").unwrap();
        assert!(matches!(read(&folder.join("a"), 4), Err(FileError::TooLarge { most: 4 })));
        assert!(matches!(read(&folder, 4), Err(FileError::Folder)));
        assert!(matches!(read(&folder.join("b"), 4), Err(FileError::NotFound)));
        fs::remove_dir_all(folder).unwrap();
    }
}
