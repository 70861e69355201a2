//! Samples as archives for numpy.
//!
//! Arrays: `cost` (f32) and `generator` (u32), rows by columns, the lowest row first; `bounds` (f64: least x, least y,
//! greatest x, greatest y); `generators`, a table with a row for each number that occurs in `generator`, with the fields
//! `x`, `y`, `x2`, `y2` (a point twice, or the ends of a segment), `cost`, `parent` and `source` (4294967295: none).
//!
//! ```python
//! sample = numpy.load("map.npz")
//! nearest = sample["generators"]["source"][sample["generator"][row, column]]
//! ```

use super::{Generator, NO_GENERATOR, Sample};
use std::io::{self, Write};
use std::path::Path;
use wayfront_world::files::NewFile;
use wayfront_world::numpy::Archive;

/// Names and types of the columns of `generators`, in the order in which they are written.
const FIELDS: &str = "[('x', '<f8'), ('y', '<f8'), ('x2', '<f8'), ('y2', '<f8'), ('cost', '<f8'), \
                      ('parent', '<u4'), ('source', '<u4')]";

impl Sample {
    /// Writes the sample as an archive that `numpy.load` opens.
    ///
    /// # Errors
    /// If it cannot be written, or an array is larger than the 4 GiB that such an archive holds.
    pub fn write_npz(&self, out: impl Write) -> io::Result<()> {
        let (width, height) = (self.raster().width(), self.raster().height());
        let table = self.table();
        let mut archive = Archive::new(out);
        archive.add_floats("cost", &[height, width], self.costs())?;
        archive.add_items("generator", "'<u4'", &[height, width], self.generators().iter().map(|v| v.to_le_bytes()))?;
        archive.add_bounds(self.raster().bounds())?;
        archive.add_items("generators", FIELDS, &[table.len()], table.map(|g| record(&g)))?;
        archive.finish()
    }

    /// [`Self::write_npz`] into a file, which is replaced when the new one is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_npz(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut file = NewFile::create(path.as_ref())?;
        self.write_npz(&mut file)?;
        file.finish()
    }
}

/// A row of `generators`.
fn record(generator: &Generator) -> [u8; 48] {
    let [p, q] = generator.ends;
    let mut bytes = [0; 48];
    for (k, value) in [p.x, p.y, q.x, q.y, generator.cost].into_iter().enumerate() {
        bytes[8 * k..8 * k + 8].copy_from_slice(&value.to_le_bytes());
    }
    for (k, value) in [generator.parent, generator.source].into_iter().enumerate() {
        let value = value.unwrap_or(NO_GENERATOR);
        bytes[40 + 4 * k..44 + 4 * k].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}
