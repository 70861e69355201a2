//! Binary messages: a header of 48 bytes, then arrays, little endian.

/// The kinds of binary messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    Windows = 1,
    PathRaster = 2,
    Potential = 3,
    Density = 4,
    Agents = 5,
    File = 6,
    /// 7 comes from pages: files that are opened.
    Clearance = 8,
}

/// What stands in the header.
#[derive(Clone, Copy, Debug)]
pub struct FrameHead {
    pub kind: FrameKind,
    pub frame: u32,
    pub revision: u32,
    pub counts: [u32; 3],
    pub origin: [f64; 2],
    pub most: f64,
}

/// Bytes of a header.
pub const HEAD_BYTES: usize = 48;

impl FrameHead {
    /// The header, with room for what follows.
    pub fn begin(&self, body: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD_BYTES + body);
        for number in [self.kind as u32, self.frame, self.revision].into_iter().chain(self.counts) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in self.origin.into_iter().chain([self.most]) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes
    }
}

/// Appends numbers of 32 bits.
pub fn push_f32(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = f32>) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

/// Appends whole numbers of 32 bits.
pub fn push_u32(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = u32>) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

/// Appends whole numbers of 16 bits.
pub fn push_u16(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = u16>) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}

/// Appends numbers of 64 bits.
pub fn push_f64(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = f64>) {
    for number in numbers {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
}
