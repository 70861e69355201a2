//! Archives of arrays for numpy: a zip archive of stored arrays, which `numpy.load` opens.

use std::io::{self, Write};
use wayfront_geometry::Bounds;

/// First of January 1980, where the archive's calendar begins: the same arrays give the same file on any day.
const DATE: u16 = 0x21;

/// An array in numpy's own format, version 1.0: magic, a header in Python's notation, the numbers. `kind` is the type of
/// its items in Python's notation, such as `'<f4'`, and `shape` the tuple of its extents.
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
        self.add_items(name, "'<f4'", shape, values.iter().map(|v| v.to_le_bytes()))
    }

    /// Adds `bounds`: least x, least y, greatest x, greatest y of what the pixels cover.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_bounds(&mut self, bounds: Bounds) -> io::Result<()> {
        let bounds = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
        self.add_items("bounds", "'<f8'", &[4], bounds.iter().map(|v| v.to_le_bytes()))
    }

    /// Adds an array of items that have a type in numpy's notation, such as `'<u4'` or a list of names and types, little
    /// endian, in the shape that Python writes as a tuple.
    ///
    /// # Errors
    /// If it cannot be written, or is larger than the 4 GiB that such an archive holds.
    pub fn add_items<const N: usize>(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[usize],
        items: impl ExactSizeIterator<Item = [u8; N]>,
    ) -> io::Result<()> {
        self.add(&format!("{name}.npy"), &array(kind, &tuple(shape), items))
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

    /// Writes the directory, without which no program can read the archive.
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

/// Extents as Python writes a tuple.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        more => format!("({})", more.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// A place or a size, which the archive holds in 32 bits.
fn number(value: usize) -> io::Result<u32> {
    u32::try_from(value).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, "the sample is too large for one archive of at most 4 GiB")
    })
}
