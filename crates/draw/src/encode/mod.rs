//! Files from composed pictures: PNG by a software rasteriser, SVG as text.

mod glyphs;
mod png;
mod svg;

pub(crate) use png::pixels;

use crate::compose::sheet;
use crate::error::DrawError;
use crate::picture::Picture;
use std::path::Path;
use wayfront_world::files;

impl Picture {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If the picture is too large or cannot be encoded.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        png::draw(&sheet(self)?)
    }

    /// The picture as an SVG file.
    ///
    /// # Errors
    /// If the picture is too large or an image in it cannot be encoded.
    pub fn to_svg(&self) -> Result<String, DrawError> {
        svg::write(&sheet(self)?)
    }

    /// Writes the picture as PNG or SVG, by the file's ending. A file of that name is replaced when the new one is whole.
    ///
    /// # Errors
    /// If the ending is another one, the file cannot be written, or the picture cannot be made.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), DrawError> {
        let path = path.as_ref();
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = match ending.as_deref() {
            Some("png") => self.to_png()?,
            Some("svg") => self.to_svg()?.into_bytes(),
            _ => return Err(DrawError::UnknownExtension { path: path.to_owned() }),
        };
        files::write(path, &bytes).map_err(|cause| DrawError::Unwritable { path: path.to_owned(), cause })
    }
}
