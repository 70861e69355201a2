//! Pictures in a row: one animated PNG, or a file for each frame.
//!
//! An animated PNG (APNG) shows in browsers, and its first frame in every viewer of PNG. Each frame stores only the box
//! in which it differs from the one before, so that what stands still costs nothing. Frames are written as they come:
//! one is kept in memory, however long the animation is. The file has its name when the last frame is in it; single
//! frames have theirs one by one.

use crate::compose::sheet;
use crate::encode::pixels;
use crate::error::DrawError;
use crate::picture::Picture;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use wayfront_world::files::NewFile;

/// An animation that is being written.
///
/// The name of the file says what it becomes: `F.png` or `F.apng` is an animated PNG that plays for ever; a name with
/// `#` gives a file for each frame, in which the `#` are the number of the frame, from 1: `F-####.png` is `F-0001.png`,
/// `F-0002.png` and so on. Single frames may be `.svg` too.
///
/// ```
/// use wayfront_draw::{Animation, Options, Picture};
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let file = std::env::temp_dir().join("wayfront-doc.png");
/// let mut animation = Animation::create(&file, 2, 10.0)?;
/// for title in ["tick", "tock"] {
///     let mut picture = Picture::of_world(&world, &Options::default().size(200))?;
///     picture.set_title(Some(title.into()));
///     animation.push(&picture)?;
/// }
/// animation.finish()?;
/// # std::fs::remove_file(&file).ok();
/// # Ok::<(), wayfront_draw::DrawError>(())
/// ```
pub struct Animation {
    path: PathBuf,
    frames: u32,
    /// Seconds per frame, as a fraction.
    delay: [u16; 2],
    shown: u32,
    target: Target,
}

enum Target {
    /// A file for each frame.
    Numbered,
    /// One file; nothing is known of it before the first frame.
    Animated(Option<Film>),
}

/// An animated PNG and its last frame.
struct Film {
    path: PathBuf,
    file: Shared,
    writer: png::Writer<Shared>,
    size: [u32; 2],
    rgb: Vec<u8>,
}

/// A file that the encoder writes, and that is still there to be finished when the encoder is done.
#[derive(Clone)]
struct Shared(Arc<Mutex<NewFile>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

impl Animation {
    /// Starts an animation of so many frames. Numbers of frames per second beyond a hundredth and a thousand are taken
    /// as these.
    ///
    /// # Errors
    /// If the name of the file is that of no animation. The file itself is first touched by the first frame.
    pub fn create(path: impl AsRef<Path>, frames: u32, frames_per_second: f64) -> Result<Self, DrawError> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let target = match ending.as_deref() {
            Some("png" | "svg") if is_numbered(&path) => Target::Numbered,
            Some("png" | "apng") if !is_numbered(&path) => Target::Animated(None),
            _ => return Err(DrawError::NoAnimation { path }),
        };
        Ok(Self { path, frames, delay: delay(frames_per_second), shown: 0, target })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If the picture cannot be made or has another size than the first, or the file cannot be written.
    pub fn push(&mut self, picture: &Picture) -> Result<(), DrawError> {
        self.shown += 1;
        if self.shown > self.frames {
            return Err(DrawError::FrameCount { expected: self.frames, found: self.shown });
        }
        match &mut self.target {
            Target::Numbered => picture.save(numbered(&self.path, self.shown)),
            Target::Animated(film) => {
                let pixmap = pixels(&sheet(picture)?)?;
                let size = [pixmap.width(), pixmap.height()];
                // The page is opaque.
                let rgb: Vec<u8> = pixmap.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
                match film {
                    Some(film) if film.size != size => {
                        Err(DrawError::FrameSize { frame: self.shown, found: size, first: film.size })
                    }
                    Some(film) => film.add(rgb),
                    None => Film::start(&self.path, size, rgb, self.frames, self.delay).map(|f| *film = Some(f)),
                }
            }
        }
    }

    /// Ends the animation; returns the files that were written.
    ///
    /// # Errors
    /// If there are fewer frames than was said, or the file cannot be written.
    pub fn finish(self) -> Result<Vec<PathBuf>, DrawError> {
        if self.shown != self.frames {
            return Err(DrawError::FrameCount { expected: self.frames, found: self.shown });
        }
        match self.target {
            Target::Numbered => Ok((1..=self.frames).map(|frame| numbered(&self.path, frame)).collect()),
            Target::Animated(film) => {
                film.map_or(Ok(()), Film::finish)?;
                Ok(vec![self.path])
            }
        }
    }
}

impl Film {
    fn start(
        path: &Path,
        size: [u32; 2],
        rgb: Vec<u8>,
        frames: u32,
        [seconds, parts]: [u16; 2],
    ) -> Result<Self, DrawError> {
        let encoding = |why| failed(path, why);
        let file = NewFile::create(path).map_err(|cause| DrawError::Unwritable { path: path.to_owned(), cause })?;
        let file = Shared(Arc::new(Mutex::new(file)));
        let mut encoder = png::Encoder::new(file.clone(), size[0], size[1]);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(frames, 0).map_err(encoding)?;
        encoder.set_frame_delay(seconds, parts).map_err(encoding)?;
        let mut writer = encoder.write_header().map_err(encoding)?;
        writer.write_image_data(&rgb).map_err(encoding)?;
        Ok(Self { path: path.to_owned(), file, writer, size, rgb })
    }

    /// Writes the box in which the frame differs from the last one.
    fn add(&mut self, rgb: Vec<u8>) -> Result<(), DrawError> {
        let path = &self.path;
        let encoding = |why| failed(path, why);
        let [x, y, width, height] = changed(&self.rgb, &rgb, self.size[0] as usize);
        let row_bytes = 3 * self.size[0] as usize;
        let rows = rgb.chunks_exact(row_bytes).skip(y).take(height);
        let part: Vec<u8> = rows.flat_map(|row| &row[3 * x..3 * (x + width)]).copied().collect();
        // A frame is first put in the corner: a box may never, not even in between, reach beyond the picture.
        self.writer.set_frame_position(0, 0).map_err(encoding)?;
        self.writer.set_frame_dimension(width as u32, height as u32).map_err(encoding)?;
        self.writer.set_frame_position(x as u32, y as u32).map_err(encoding)?;
        self.writer.write_image_data(&part).map_err(encoding)?;
        self.rgb = rgb;
        Ok(())
    }

    fn finish(self) -> Result<(), DrawError> {
        let Self { path, file, writer, .. } = self;
        writer.finish().map_err(|why| failed(&path, why))?;
        // The encoder had the only other handle, and is gone.
        let whole = Arc::into_inner(file.0).map(|file| file.into_inner().unwrap_or_else(PoisonError::into_inner));
        whole.map_or(Ok(()), NewFile::finish).map_err(|cause| DrawError::Unwritable { path, cause })
    }
}

/// The box of pixels that differ: left, top, width, height. One pixel where none does, since a frame has some.
fn changed(before: &[u8], after: &[u8], columns: usize) -> [usize; 4] {
    let rows = before.chunks_exact(3 * columns).zip(after.chunks_exact(3 * columns)).enumerate();
    let (mut left, mut right, mut top, mut bottom) = (columns, 0, usize::MAX, 0);
    for (y, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
        let differs = |x: &usize| old[3 * x..3 * x + 3] != new[3 * x..3 * x + 3];
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..columns).rev().find(differs).unwrap_or(right);
        (top, bottom) = (top.min(y), y);
    }
    if top == usize::MAX { [0, 0, 1, 1] } else { [left, top, right + 1 - left, bottom + 1 - top] }
}

/// Seconds per frame as a fraction of small numbers.
fn delay(frames_per_second: f64) -> [u16; 2] {
    let rate = if frames_per_second.is_nan() { 1.0 } else { frames_per_second.clamp(0.01, 1000.0) };
    if rate.fract() == 0.0 { [1, rate as u16] } else { [(100.0 / rate).round().clamp(1.0, 10_000.0) as u16, 100] }
}

fn is_numbered(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains('#'))
}

/// The file of a frame: its number in place of the first run of `#`, with at least as many digits.
fn numbered(path: &Path, frame: u32) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let Some(start) = name.find('#') else { return path.to_owned() };
    let digits = name[start..].bytes().take_while(|&b| b == b'#').count();
    path.with_file_name(format!("{}{frame:0digits$}{}", &name[..start], &name[start + digits..]))
}

fn failed(path: &Path, why: png::EncodingError) -> DrawError {
    match why {
        png::EncodingError::IoError(cause) => DrawError::Unwritable { path: path.to_owned(), cause },
        other => DrawError::Encoding(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_numbered_in_their_place() {
        let of = |path: &str, frame| numbered(Path::new(path), frame).to_string_lossy().into_owned();
        assert_eq!(of("a#b/frame-####.png", 7), "a#b/frame-0007.png");
        assert_eq!(of("#.svg", 12), "12.svg");
        assert_eq!(of("x##-#.png", 123), "x123-#.png");
    }

    #[test]
    fn rates_are_fractions() {
        let cases = [(25.0, [1, 25]), (2.5, [40, 100]), (0.0, [10_000, 100]), (1e9, [1, 1000]), (f64::NAN, [1, 1])];
        for (rate, fraction) in cases {
            assert_eq!(delay(rate), fraction, "{rate}");
        }
    }

    #[test]
    fn only_what_changed_is_stored() {
        let before = vec![0; 3 * 5 * 4];
        let mut after = before.clone();
        assert_eq!(changed(&before, &after, 5), [0, 0, 1, 1]);
        after[3 * (5 + 3) + 1] = 9;
        assert_eq!(changed(&before, &after, 5), [3, 1, 1, 1]);
        after[3 * (2 * 5 + 1)] = 9;
        assert_eq!(changed(&before, &after, 5), [1, 1, 3, 2]);
    }

    #[test]
    fn names_tell_the_kind() {
        for name in ["a.png", "a.apng", "A.PNG", "f-##.png", "f-##.svg"] {
            assert!(Animation::create(name, 1, 1.0).is_ok(), "{name}");
        }
        for name in ["a.svg", "a.gif", "a", "f-##.apng", "f-#"] {
            assert!(matches!(Animation::create(name, 1, 1.0), Err(DrawError::NoAnimation { .. })), "{name}");
        }
    }
}
