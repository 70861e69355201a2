//! Files of plain numbers: a kind, a version, lists of little-endian numbers, and a check sum at the end.
//!
//! For structures that are baked once and loaded often. A file that is cut off, damaged, of another kind or of another
//! version is refused with the reason; what the numbers mean is checked by the caller.

use crate::Point;
use std::fmt;

/// Why a file of numbers cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BytesError {
    /// It does not begin as such files do.
    OtherKind {
        /// What was expected, such as `domain`.
        kind: &'static str,
    },
    /// It was written by another version of the library.
    OtherVersion {
        /// Which version wrote it.
        found: u32,
        /// Which one is read.
        known: u32,
    },
    /// It ends too early, or goes on after its end.
    Length,
    /// The check sum is another: the file is damaged.
    Damaged,
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKind { kind } => write!(f, "this is no file of a baked {kind}"),
            Self::OtherVersion { found, known } => {
                write!(f, "the file has version {found}; this library reads version {known}")
            }
            Self::Length => f.write_str("the file does not end where it should"),
            Self::Damaged => f.write_str("the file is damaged: its check sum is another"),
        }
    }
}

impl std::error::Error for BytesError {}

impl BytesError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::OtherKind { .. } => "give the file that was saved for this purpose",
            Self::OtherVersion { .. } => "bake it again from the scene, with this version of the library",
            Self::Length | Self::Damaged => "copy it again, or bake it again from the scene",
        }
        .to_owned()
    }
}

/// FNV-1a: enough to notice damage, not to resist forgery.
fn check_sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn signature(kind: &str) -> [u8; 16] {
    let mut signature = [0; 16];
    let text = format!("wayfront {kind}");
    let length = text.len().min(signature.len());
    signature[..length].copy_from_slice(&text.as_bytes()[..length]);
    signature
}

/// Writes numbers one after the other.
#[derive(Debug)]
pub struct BytesWriter {
    bytes: Vec<u8>,
}

impl BytesWriter {
    /// A file of a kind, in a version.
    #[must_use]
    pub fn new(kind: &'static str, version: u32) -> Self {
        let mut bytes = signature(kind).to_vec();
        bytes.extend(version.to_le_bytes());
        Self { bytes }
    }

    /// A whole number.
    pub fn number(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// A number, to the last bit.
    pub fn real(&mut self, real: f64) {
        self.bytes.extend(real.to_le_bytes());
    }

    /// A point, to the last bit.
    pub fn point(&mut self, point: Point) {
        self.real(point.x);
        self.real(point.y);
    }

    /// A list: its length, then what `write` writes for each.
    ///
    /// # Panics
    /// If there are 2³² entries or more.
    pub fn list<T>(&mut self, list: &[T], mut write: impl FnMut(&mut Self, &T)) {
        assert!(u32::try_from(list.len()).is_ok(), "a list of {} entries", list.len());
        self.number(list.len() as u32);
        list.iter().for_each(|entry| write(self, entry));
    }

    /// The file, with its check sum.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let sum = check_sum(&self.bytes);
        self.bytes.extend(sum.to_le_bytes());
        self.bytes
    }
}

/// Reads numbers in the order in which they were written.
#[derive(Debug)]
pub struct BytesReader<'a> {
    rest: &'a [u8],
}

impl<'a> BytesReader<'a> {
    /// A file of a kind, in a version.
    ///
    /// # Errors
    /// If it is of another kind or version, or damaged.
    pub fn new(bytes: &'a [u8], kind: &'static str, version: u32) -> Result<Self, BytesError> {
        let (start, rest) = bytes.split_at_checked(16).ok_or(BytesError::OtherKind { kind })?;
        if start != signature(kind) {
            return Err(BytesError::OtherKind { kind });
        }
        let mut reader = Self { rest };
        let found = reader.number()?;
        if found != version {
            return Err(BytesError::OtherVersion { found, known: version });
        }
        let end = bytes.len().checked_sub(8).filter(|&end| end >= 20).ok_or(BytesError::Length)?;
        let (content, sum) = bytes.split_at(end);
        if check_sum(content).to_le_bytes() != sum {
            return Err(BytesError::Damaged);
        }
        Ok(Self { rest: &content[20..] })
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], BytesError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(BytesError::Length)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A whole number.
    ///
    /// # Errors
    /// If the file ends here.
    pub fn number(&mut self) -> Result<u32, BytesError> {
        self.take().map(u32::from_le_bytes)
    }

    /// A number.
    ///
    /// # Errors
    /// If the file ends here.
    pub fn real(&mut self) -> Result<f64, BytesError> {
        self.take().map(f64::from_le_bytes)
    }

    /// A point.
    ///
    /// # Errors
    /// If the file ends here.
    pub fn point(&mut self) -> Result<Point, BytesError> {
        Ok(Point::new(self.real()?, self.real()?))
    }

    /// A list.
    ///
    /// # Errors
    /// If the file ends here.
    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Result<T, BytesError>) -> Result<Vec<T>, BytesError> {
        let length = self.number()? as usize;
        // Every entry takes a byte at least: a length beyond the file is wrong, and must not take memory.
        if length > self.rest.len() {
            return Err(BytesError::Length);
        }
        (0..length).map(|_| read(self)).collect()
    }

    /// Nothing is left.
    ///
    /// # Errors
    /// If something is.
    pub fn finish(self) -> Result<(), BytesError> {
        if self.rest.is_empty() { Ok(()) } else { Err(BytesError::Length) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let mut writer = BytesWriter::new("test", 3);
        writer.list(&[1, 2, 3], |writer, &n| writer.number(n));
        writer.point(Point::new(0.1, -0.0));
        writer.finish()
    }

    fn read(bytes: &[u8]) -> Result<(Vec<u32>, Point), BytesError> {
        let mut reader = BytesReader::new(bytes, "test", 3)?;
        let read = (reader.list(BytesReader::number)?, reader.point()?);
        reader.finish()?;
        Ok(read)
    }

    #[test]
    fn what_was_written_is_read() {
        let (list, point) = read(&written()).unwrap();
        assert_eq!(list, [1, 2, 3]);
        assert_eq!(point.y.to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn every_damage_is_noticed() {
        let whole = written();
        for k in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[k] ^= 0x10;
            assert!(read(&damaged).is_err(), "byte {k}");
            assert!(read(&whole[..k]).is_err(), "cut at {k}");
        }
        let mut longer = whole.clone();
        longer.push(0);
        assert_eq!(read(&longer), Err(BytesError::Damaged));
        assert_eq!(BytesReader::new(&whole, "other", 3).unwrap_err(), BytesError::OtherKind { kind: "other" });
        let other = BytesReader::new(&whole, "test", 4).unwrap_err();
        assert_eq!(other, BytesError::OtherVersion { found: 3, known: 4 });
    }
}
