//! Meshes from files: OBJ, OFF, PLY and STL, told apart by the ending or, for [`read_bytes`], by name.
//!
//! Read by hand: vertices keep the numbers that the file gives them, messages name the line or element at fault, and a
//! file of millions of triangles becomes two flat arrays and nothing else. Faces with more than three corners are cut
//! into fans of triangles.

mod obj;
mod off;
mod ply;
mod stl;

use crate::mesh::{Mesh, MeshError};
use crate::vec3::Vec3;
use std::path::{Path, PathBuf};
use thiserror::Error;

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
        /// What the system says.
        #[source]
        cause: std::io::Error,
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
            _ => "mend the file at that place, or export it again".into(),
        }
    }
}

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
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let format = match ending.as_deref() {
        Some("obj") => MeshFormat::Obj,
        Some("off") => MeshFormat::Off,
        Some("ply") => MeshFormat::Ply,
        Some("stl") => MeshFormat::Stl,
        _ => return Err(MeshReadError::UnknownFormat { path: path.to_owned() }),
    };
    let bytes = std::fs::read(path).map_err(|cause| MeshReadError::Unreadable { path: path.to_owned(), cause })?;
    read_bytes(&bytes, format)
}

/// Reads a mesh from the contents of a file.
///
/// # Errors
/// If they make no mesh.
pub fn read_bytes(bytes: &[u8], format: MeshFormat) -> Result<Mesh, MeshReadError> {
    let soup = match format {
        MeshFormat::Obj => obj::read(bytes)?,
        MeshFormat::Off => off::read(bytes)?,
        MeshFormat::Ply => ply::read(bytes)?,
        MeshFormat::Stl => stl::read(bytes)?,
    };
    Ok(Mesh::new(soup.points, soup.faces)?)
}

fn syntax(place: impl std::fmt::Display, what: impl Into<String>) -> MeshReadError {
    MeshReadError::Syntax { place: place.to_string(), what: what.into() }
}

/// A fault in a line, counted from 1.
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
