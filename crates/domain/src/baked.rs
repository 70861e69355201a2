//! Finished domains as files, so that levels are baked once and loaded without a triangulation.
//!
//! A file holds a kind, a version, the content as `postcard` writes it, and a checksum at the end. Coordinates keep every
//! bit, so a loaded domain gives the same answers. Loading checks the checksum, every index, and then every invariant of a
//! domain. Linear in the size of the domain.

use crate::questions::sanity::BrokenDomain;
use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::report::RepairReport;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

const KIND: &str = "domain";
const VERSION: u32 = 2;

/// Bytes of the kind and the version, and of the checksum.
const HEADER: usize = 20;
const CHECKSUM: usize = 8;

/// Why a baked file cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BakedError {
    /// It does not begin as such files do.
    #[error("this is no file of a baked {kind}")]
    OtherKind {
        /// What was expected, such as `domain`.
        kind: &'static str,
    },
    /// It was written by another version of the library.
    #[error("the file has version {found}; this library reads version {known}")]
    OtherVersion {
        /// Which version wrote it.
        found: u32,
        /// Which one is read.
        known: u32,
    },
    /// It ends too early, or goes on after its end.
    #[error("the file does not end where it should")]
    Length,
    /// The checksum is another: the file is damaged.
    #[error("the file is damaged: its check sum is another")]
    Damaged,
    /// A number points to nothing.
    #[error("the file is whole, but {what} refers to something that does not exist")]
    Index {
        /// What does.
        what: &'static str,
    },
    /// An invariant does not hold.
    #[error("the file is whole, but no domain: {0}")]
    BrokenDomain(#[from] BrokenDomain),
}

impl BakedError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::OtherKind { .. } => "give the file that was saved for this purpose",
            Self::OtherVersion { .. } => "bake it again from the scene, with this version of the library",
            Self::Length | Self::Damaged => "copy it again, or bake it again from the scene",
            Self::Index { .. } | Self::BrokenDomain(_) => "bake it again from the scene",
        }
        .to_owned()
    }
}

/// FNV-1a: enough to notice damage, not to resist forgery.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

fn signature(kind: &str) -> [u8; 16] {
    let mut signature = [0; 16];
    let text = format!("wayfront {kind}");
    let length = text.len().min(signature.len());
    signature[..length].copy_from_slice(&text.as_bytes()[..length]);
    signature
}

/// A file of a kind, in a version: its content, and what follows as it is.
pub fn bake(kind: &'static str, version: u32, content: &impl Serialize, rest: &[u8]) -> Vec<u8> {
    let mut bytes = signature(kind).to_vec();
    bytes.extend(version.to_le_bytes());
    // Writing content to memory cannot fail.
    bytes = postcard::to_extend(content, bytes).unwrap_or_default();
    bytes.extend(rest);
    bytes.extend(checksum(&bytes));
    bytes
}

/// The content of a file of [`bake`], and what follows it.
///
/// # Errors
/// If the bytes are those of something else, of another version, or damaged.
pub fn unbake<'a, T: DeserializeOwned>(
    bytes: &'a [u8],
    kind: &'static str,
    version: u32,
) -> Result<(T, &'a [u8]), BakedError> {
    if !bytes.starts_with(&signature(kind)) {
        return Err(BakedError::OtherKind { kind });
    }
    let number = bytes.get(16..HEADER).and_then(|number| number.try_into().ok()).ok_or(BakedError::Length)?;
    let found = u32::from_le_bytes(number);
    if found != version {
        return Err(BakedError::OtherVersion { found, known: version });
    }
    let end = bytes.len().checked_sub(CHECKSUM).filter(|&end| end >= HEADER).ok_or(BakedError::Length)?;
    let (content, sum) = bytes.split_at(end);
    if checksum(content) != sum {
        return Err(BakedError::Damaged);
    }
    postcard::take_from_bytes(&content[HEADER..]).map_err(|_| BakedError::Length)
}

impl Domain {
    /// The domain as bytes for a file. The report of repairs is not part of it, nor
    /// where walls were given that are cut at rounded places.
    ///
    /// ```
    /// use wayfront_domain::{Domain, Scene};
    ///
    /// let office = Scene::open("office")?;
    /// let baked = office.domain().to_bytes();
    /// let loaded = Domain::from_bytes(&baked)?;
    /// assert_eq!(loaded.area(), office.domain().area());
    /// assert!(Domain::from_bytes(&baked[1..]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { points, corners, sides, faces, free, fans, bends, components, component_count, .. } = self;
        let Self { triangle_width, bounds, grid, gates, bent_walls, .. } = self;
        let triangles = (points, corners, sides, faces, free, fans, bends, components, component_count);
        bake(KIND, VERSION, &(triangles, triangle_width, bounds, grid, gates, bent_walls), &[])
    }

    /// A domain that was written by [`Self::to_bytes`].
    ///
    /// # Errors
    /// If the bytes are those of something else, of another version, damaged, or no domain.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BakedError> {
        let ((triangles, triangle_width, bounds, grid, gates, bent_walls), rest) = unbake(bytes, KIND, VERSION)?;
        if !rest.is_empty() {
            return Err(BakedError::Length);
        }
        let (points, corners, sides, faces, free, fans, bends, components, component_count) = triangles;
        let mut domain = Self {
            points,
            corners,
            sides,
            faces,
            free,
            fans,
            bends,
            components,
            component_count,
            triangle_width,
            has_slivers: false,
            bounds,
            grid,
            gates,
            bent_walls,
            report: RepairReport::default(),
        };
        domain.check_indices()?;
        domain.mark_open_sides();
        domain.has_slivers = domain.finds_slivers();
        domain.sanity_check()?;
        Ok(domain)
    }

    /// Every number points to something.
    fn check_indices(&self) -> Result<(), BakedError> {
        let (corners, free, triangles) = (self.corners as usize, self.free as usize, self.faces.len());
        let is_side = |side: u32| (side as usize) < 3 * triangles || side == NO_SIDE;
        let is_free_side = |side: u32| (side as usize) < 3 * free;
        let sides_fit = self.sides.iter().take(3 * free).all(|side| side.origin.index() < corners);
        let checks = [
            (corners <= self.points.len() && free <= triangles && self.sides.len() == 3 * triangles, "the whole"),
            (self.sides.iter().all(|side| side.origin.index() < self.points.len() && is_side(side.twin.0)), "a side"),
            (sides_fit, "a free side"),
            (self.faces.iter().all(|face| face.beyond.iter().all(|&side| is_side(side))), "a triangle"),
            (self.fans.len() == corners && self.fans.iter().all(|&side| is_free_side(side)), "a corner"),
            (self.bends.len() == corners, "a bend"),
            (self.components.len() == free, "a component"),
            (self.components.iter().all(|&part| part < self.component_count), "a component"),
            (self.grid.is_within(triangles), "the grid"),
            (self.gates.is_within(corners, 3 * free), "a gate"),
            (self.bent_walls.iter().all(|wall| is_free_side(wall.side)), "a wall"),
        ];
        checks.iter().find(|check| !check.0).map_or(Ok(()), |&(_, what)| Err(BakedError::Index { what }))
    }
}
