//! Fields as archives for numpy.
//!
//! Arrays: `potential` and `depth` (f64), rows by columns of cells, the lowest row first; `bounds` (f64: least x, least y,
//! greatest x, greatest y of all cells); `cell` (f64), the side of a cell. The potential is 0 at goals and 1 at walls;
//! `depth` is -ln (1 - potential), which still falls where the potential is 1 in all of its digits, and is infinite at
//! walls and where no goal can be reached.
//!
//! ```python
//! field = numpy.load("field.npz")
//! down = numpy.gradient(-field["depth"], float(field["cell"]))
//! ```

use super::PotentialMap;
use std::io::{self, Write};
use std::path::Path;
use wayfront_domain::CellId;
use wayfront_world::numpy::Archive;

impl PotentialMap {
    /// Writes the field as an archive that `numpy.load` opens.
    ///
    /// # Errors
    /// If it cannot be written, or an array is larger than the 4 GiB that such an archive holds.
    pub fn write_npz(&self, out: impl Write) -> io::Result<()> {
        let (grid, [columns, rows]) = (self.grid(), self.grid().size());
        let cells = || (0..grid.len() as u32).map(CellId);
        let mut archive = Archive::new(out);
        let potentials = cells().map(|cell| self.potential(cell).to_le_bytes());
        archive.add_items("potential", "'<f8'", &[rows, columns], potentials)?;
        archive.add_items("depth", "'<f8'", &[rows, columns], cells().map(|cell| self.depth(cell).to_le_bytes()))?;
        archive.add_bounds(grid.bounds())?;
        archive.add_items("cell", "'<f8'", &[], std::iter::once(grid.cell().to_le_bytes()))?;
        archive.finish()
    }

    /// [`Self::write_npz`] into a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_npz(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.write_npz(io::BufWriter::new(std::fs::File::create(path)?))
    }
}
