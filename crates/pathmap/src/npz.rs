//! Samples as numpy's files: a zip archive of stored arrays.
//!
//! Arrays: `cost` (f32) and `generator` (u32), rows by columns, the lowest row first; `bounds` (f64: least x, least y,
//! greatest x, greatest y); `generators`, a table with a row for each number that occurs in `generator`, with the fields
//! `x`, `y`, `x2`, `y2` (a point twice, or the ends of a segment), `cost`, `parent` and `source` (4294967295: none).
//!
//! ```python
//! sample = numpy.load("map.npz")
//! nearest = sample["generators"]["source"][sample["generator"][row, column]]
//! ```

use crate::sample::{Generator, NO_GENERATOR, Sample};
use std::io::{self, Write};
use std::path::Path;
use wayfront_geometry::Bounds;

/// Names and types of the columns of `generators`, in the order in which they are written.
const FIELDS: &str = "[('x', '<f8'), ('y', '<f8'), ('x2', '<f8'), ('y2', '<f8'), ('cost', '<f8'), \
                      ('parent', '<u4'), ('source', '<u4')]";

/// First of January 1980, where the archive's calendar begins: the same sample gives the same file on any day.
const DATE: u16 = 0x21;

impl Sample {
    /// Writes the sample as an archive that `numpy.load` opens.
    ///
    /// # Errors
    /// If it cannot be written, or an array is larger than the 4 GiB that such an archive holds.
    pub fn write_npz(&self, out: impl Write) -> io::Result<()> {
        let (width, height) = (self.raster().width(), self.raster().height());
        let shape = format!("({height}, {width})");
        let table = self.table();
        let rows = format!("({},)", table.len());
        let mut archive = Archive::new(out);
        archive.add_floats("cost", &[height, width], self.costs())?;
        archive.add("generator.npy", &array("'<u4'", &shape, self.generators().iter().map(|v| v.to_le_bytes())))?;
        archive.add_bounds(self.raster().bounds())?;
        archive.add("generators.npy", &array(FIELDS, &rows, table.map(|g| record(&g))))?;
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

/// An array in numpy's own format, version 1.0: magic, a header in Python's notation, the numbers.
fn array<const N: usize>(kind: &str, shape: &str, items: impl ExactSizeIterator<Item = [u8; N]>) -> Vec<u8> {
    let mut header = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}");
    // Numbers begin at a multiple of 64; the header ends with a new line.
    let filled = (10 + header.len() + 1).next_multiple_of(64) - 11;
    header.extend(std::iter::repeat_n(' ', filled - header.len()));
    header.push('\n');
    let mut bytes = Vec::with_capacity(10 + header.len() + N * items.len());
    bytes.extend_from_slice(b"\x93NUMPY\x01\x00");
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    items.for_each(|item| bytes.extend_from_slice(&item));
    bytes
}

/// Arrays for `numpy.load`: a zip archive of files that are stored as they are.
#[derive(Debug)]
pub struct Archive<W> {
    out: W,
    written: usize,
    /// The directory at its end.
    directory: Vec<u8>,
    files: u16,
}

impl<W: Write> Archive<W> {
    /// An archive without arrays.
    pub fn new(out: W) -> Self {
        Self { out, written: 0, directory: Vec::new(), files: 0 }
    }

    /// Adds an array of numbers with two or more indices, the last one the fastest.
    ///
    /// # Errors
    /// If it cannot be written, or is larger than the 4 GiB that such an archive holds.
    pub fn add_floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> io::Result<()> {
        let extents: Vec<String> = shape.iter().map(usize::to_string).collect();
        let shape = format!("({})", extents.join(", "));
        self.add(&format!("{name}.npy"), &array("'<f4'", &shape, values.iter().map(|v| v.to_le_bytes())))
    }

    /// Adds `bounds`: least x, least y, greatest x, greatest y of what the pixels cover.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_bounds(&mut self, bounds: Bounds) -> io::Result<()> {
        let bounds = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
        self.add("bounds.npy", &array("'<f8'", "(4,)", bounds.iter().map(|v| v.to_le_bytes())))
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (start, size) = (number(self.written)?, number(bytes.len())?);
        let check = crc32fast::hash(bytes);
        // What the file's own head and its entry in the directory have in common.
        let mut common = Vec::new();
        for value in [20, 0, 0, 0, DATE] {
            common.extend_from_slice(&value.to_le_bytes());
        }
        for value in [check, size, size] {
            common.extend_from_slice(&value.to_le_bytes());
        }
        common.extend_from_slice(&(name.len() as u16).to_le_bytes());
        common.extend_from_slice(&[0; 2]);
        self.put(b"PK\x03\x04")?;
        self.put(&common)?;
        self.put(name.as_bytes())?;
        self.put(bytes)?;
        self.directory.extend_from_slice(b"PK\x01\x02\x14\x00");
        self.directory.extend_from_slice(&common);
        // No comment, first disk, no attributes.
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&start.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.files += 1;
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len();
        self.out.write_all(bytes)
    }

    /// Writes the directory, without which nobody can read the archive.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        let (start, size) = (number(self.written)?, number(self.directory.len())?);
        let mut end = std::mem::take(&mut self.directory);
        end.extend_from_slice(b"PK\x05\x06\x00\x00\x00\x00");
        end.extend_from_slice(&self.files.to_le_bytes());
        end.extend_from_slice(&self.files.to_le_bytes());
        end.extend_from_slice(&size.to_le_bytes());
        end.extend_from_slice(&start.to_le_bytes());
        end.extend_from_slice(&[0; 2]);
        self.put(&end)?;
        self.out.flush()
    }
}

/// A place or a size, which the archive holds in 32 bits.
fn number(value: usize) -> io::Result<u32> {
    u32::try_from(value).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, "the sample is too large for one archive of at most 4 GiB")
    })
}
