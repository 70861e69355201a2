//! Meshes from files: OBJ, OFF, PLY and STL, recognised by the ending or, for [`read_bytes`], by name.
//!
//! Read by hand: vertices keep the numbers that the file gives them, messages name the line or element at fault, and a
//! file of millions of triangles becomes two flat arrays and nothing else. Faces with more than three corners are cut
//! into fans of triangles. What a header promises is never trusted: memory grows with what the file has, and time too.

mod obj;
mod off;
mod ply;
mod stl;

use crate::mesh::{Mesh, MeshError};
use crate::vec3::Vec3;
use std::path::{Path, PathBuf};
use thiserror::Error;
use wayfront_world::files::{self, FileError, Limits};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Wavefront OBJ: lines `v` and `f`.
    Obj,
    /// Object File Format.
    Off,
    /// Polygon File Format, text or binary.
    Ply,
    /// Stereolithography, text or binary.
    Stl,
}

/// Why a file gave no mesh.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeshReadError {
    /// The file cannot be opened.
    #[error("{}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: FileError,
    },
    /// The mesh has more vertices than the limit.
    #[error("the mesh has {found} vertices; at most {most} are read")]
    TooManyVertices {
        /// How many it has.
        found: usize,
        /// The limit.
        most: usize,
    },
    /// The ending is none that is known.
    #[error("{}: meshes are read from .obj, .off, .ply and .stl", .path.display())]
    UnknownFormat {
        /// The file.
        path: PathBuf,
    },
    /// A line or element cannot be understood.
    #[error("{place}: {what}")]
    Syntax {
        /// The line, or the element of a binary file.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// The elements are read but make no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl MeshReadError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Mesh(fault) => fault.advice(),
            Self::Unreadable { cause, .. } => cause.advice(),
            Self::TooManyVertices { .. } => {
                "simplify the mesh, or raise the limit (`--max-points`, `Limits::points`)".into()
            }
            Self::UnknownFormat { .. } => "export it in one of these formats".into(),
            Self::Syntax { .. } => "repair the file at that place, or export it again".into(),
        }
    }
}

/// What some editors put in front of a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Vertices and triangles as a file has them.
#[derive(Debug, Default)]
pub(crate) struct Soup {
    pub points: Vec<Vec3>,
    pub faces: Vec<[u32; 3]>,
}

impl Soup {
    /// A face as a fan of triangles.
    fn push_face(&mut self, corners: &[u32]) {
        for pair in corners.get(1..).unwrap_or_default().windows(2) {
            self.faces.push([corners[0], pair[0], pair[1]]);
        }
    }
}

/// Reads a mesh, by the file's ending.
///
/// # Errors
/// If the file cannot be read, or makes no mesh.
pub fn read_file(path: &Path) -> Result<Mesh, MeshReadError> {
    read_file_within(path, Limits::default())
}

/// As [`read_file`], with other limits.
///
/// # Errors
/// If the file cannot be read, or makes no mesh.
pub fn read_file_within(path: &Path, limits: Limits) -> Result<Mesh, MeshReadError> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let format = match ending.as_deref() {
        Some("obj") => MeshFormat::Obj,
        Some("off") => MeshFormat::Off,
        Some("ply") => MeshFormat::Ply,
        Some("stl") => MeshFormat::Stl,
        _ => return Err(MeshReadError::UnknownFormat { path: path.to_owned() }),
    };
    let unreadable = |cause| MeshReadError::Unreadable { path: path.to_owned(), cause };
    mesh(&files::read(path, limits.bytes).map_err(unreadable)?, format, limits)
}

/// Reads a mesh from the contents of a file.
///
/// # Errors
/// If they make no mesh.
pub fn read_bytes(bytes: &[u8], format: MeshFormat) -> Result<Mesh, MeshReadError> {
    mesh(bytes, format, Limits::default())
}

fn mesh(bytes: &[u8], format: MeshFormat, limits: Limits) -> Result<Mesh, MeshReadError> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let soup = match format {
        MeshFormat::Obj => obj::read(text)?,
        MeshFormat::Off => off::read(text)?,
        MeshFormat::Ply => ply::read(text)?,
        // Binary files are known by their length, with every byte.
        MeshFormat::Stl => stl::read(bytes)?,
    };
    let (found, most) = (soup.points.len(), limits.points);
    if found > most {
        return Err(MeshReadError::TooManyVertices { found, most });
    }
    Ok(Mesh::new(soup.points, soup.faces)?)
}

fn syntax(place: impl std::fmt::Display, what: impl Into<String>) -> MeshReadError {
    MeshReadError::Syntax { place: place.to_string(), what: what.into() }
}

/// An error in a line, counted from 1.
fn in_line(line: usize, what: impl Into<String>) -> MeshReadError {
    syntax(format_args!("line {line}"), what)
}

/// The lines of a text, counted from 1; bytes that are no text become question marks.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    bytes.split(|&b| b == b'\n').enumerate().map(|(k, line)| (k + 1, String::from_utf8_lossy(line)))
}

/// The next word as a coordinate.
fn coordinate<'a>(words: &mut impl Iterator<Item = &'a str>, line: usize) -> Result<f64, MeshReadError> {
    let word = words.next().ok_or_else(|| in_line(line, "a vertex needs three coordinates"))?;
    word.parse().map_err(|_| in_line(line, format!("`{}` is no number", shortened(word))))
}

fn point<'a>(words: &mut impl Iterator<Item = &'a str>, line: usize) -> Result<Vec3, MeshReadError> {
    Ok(Vec3::new(coordinate(words, line)?, coordinate(words, line)?, coordinate(words, line)?))
}

fn shortened(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}
