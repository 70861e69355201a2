//! What can go wrong when a picture is made.

use std::path::PathBuf;
use thiserror::Error;
use wayfront_world::files;

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The world has no extent to draw.
    #[error("there is nothing to draw: the world is empty")]
    Empty,
    /// A coordinate that decides about the picture's size is NaN, infinite, or too large to be scaled.
    #[error("the world cannot be drawn: its extent is not a finite number")]
    NotFinite,
    /// The size is 0.
    #[error("a picture needs at least {least} pixels, not {asked}")]
    TooSmall {
        /// The size asked for.
        asked: u32,
        /// The smallest possible one.
        least: u32,
    },
    /// The picture would have too many pixels.
    #[error("a picture of {width} x {height} pixels is too large: at most {side} on a side and {pixels} in all")]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
        /// The longest side possible.
        side: u32,
        /// The most pixels possible.
        pixels: u64,
    },
    /// The samples of a raster do not match its size.
    #[error("a raster of {columns} x {rows} needs {needed} bytes of colour, but has {found}")]
    RasterSize {
        /// Samples along x.
        columns: u32,
        /// Samples along y.
        rows: u32,
        /// Four per sample.
        needed: u64,
        /// How many were given.
        found: u64,
    },
    /// The file's ending says neither PNG nor SVG.
    #[error("{}: pictures are written as .png or .svg", .path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
    },
    /// The file's ending says that it is no animation.
    #[error("{}: animations are written as .png or .apng, single frames as name-####.png or .svg", .path.display())]
    NoAnimation {
        /// The file.
        path: PathBuf,
    },
    /// The frames of an animation differ in size.
    #[error("frame {frame} has {} x {} pixels, the first one {} x {}", found[0], found[1], first[0], first[1])]
    FrameSize {
        /// Which, from 1.
        frame: u32,
        /// Its size.
        found: [u32; 2],
        /// That of the first one.
        first: [u32; 2],
    },
    /// An animation has another number of frames than was said.
    #[error("the animation should have {expected} frames, and has {found}")]
    FrameCount {
        /// How many were announced.
        expected: u32,
        /// How many there are.
        found: u32,
    },
    /// The file cannot be written.
    #[error("{}: cannot write the picture: {cause}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// The PNG encoder failed.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

impl DrawError {
    /// What to do about it, in a sentence for the user of the command.
    ///
    /// ```
    /// use wayfront_draw::{Options, Picture};
    /// let world = wayfront_world::builtin("office").unwrap();
    /// let error = Picture::of_world(&world, &Options::default().size(3)).unwrap_err();
    /// assert_eq!(error.advice(), "choose another --size");
    /// ```
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::TooSmall { .. } | Self::TooLarge { .. } => "choose another --size",
            Self::Unwritable { cause, .. } => return files::advice(cause),
            Self::Encoding(_) => "look at the folder and its permissions",
            _ => "`wayfront check` reports what is wrong with the scene",
        }
        .into()
    }
}
