//! Samples of maps for discs as archives for numpy: `cost` (f32), `generator` (u32), `bounds` (f64), as of other samples,
//! and `radius` (f64).

use super::DiscSample;
use std::io;
use std::path::Path;
use wayfront_world::files::NewFile;
use wayfront_world::numpy::Archive;

impl DiscSample {
    /// Writes the sample as an archive that `numpy.load` opens. The file is replaced when the new one is whole.
    ///
    /// # Errors
    /// If it cannot be written, or an array is larger than the 4 GiB that such an archive holds.
    pub fn save_npz(&self, radius: f64, path: impl AsRef<Path>) -> io::Result<()> {
        let (width, height) = (self.raster().width(), self.raster().height());
        let mut file = NewFile::create(path.as_ref())?;
        let mut archive = Archive::new(&mut file);
        archive.add_floats("cost", &[height, width], self.costs())?;
        archive.add_items("generator", "'<u4'", &[height, width], self.generators().iter().map(|v| v.to_le_bytes()))?;
        archive.add_bounds(self.raster().bounds())?;
        archive.add_items("radius", "'<f8'", &[1], std::iter::once(radius.to_le_bytes()))?;
        archive.finish()?;
        file.finish()
    }
}
