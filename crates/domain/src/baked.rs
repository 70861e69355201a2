//! Finished domains as files, so that levels are baked once and loaded without a triangulation.
//!
//! All arrays are written as they are, so a loaded domain gives the same answers bit for bit. Loading checks the file's
//! check sum, every index, and then every invariant of a domain. Linear in the size of the domain.

use crate::questions::sanity::BrokenDomain;
use crate::tables::domain::{BentWall, Domain, NO_SIDE, Side};
use crate::tables::faces::Face;
use crate::tables::gates::{Across, Entry, Gates, Marks};
use crate::tables::grid::Grid;
use crate::tables::ids::{CornerId, GateId, SideId};
use crate::tables::report::RepairReport;
use thiserror::Error;
use wayfront_geometry::{Bounds, BytesError, BytesReader, BytesWriter};

const KIND: &str = "domain";
const VERSION: u32 = 1;

/// Why a baked domain cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BakedError {
    /// The file is not what it should be.
    #[error(transparent)]
    Bytes(#[from] BytesError),
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
            Self::Bytes(error) => error.advice(),
            Self::Index { .. } | Self::BrokenDomain(_) => "bake it again from the scene".into(),
        }
    }
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
        let mut out = BytesWriter::new(KIND, VERSION);
        self.write_to(&mut out);
        out.finish()
    }

    /// Adds the domain to a file of something larger.
    pub fn write_to(&self, out: &mut BytesWriter) {
        out.list(&self.points, |out, &p| out.point(p));
        out.number(self.corners);
        out.list(&self.sides, |out, side| {
            out.number(side.origin.0);
            out.number(side.twin.0);
            out.real(side.length);
        });
        out.list(&self.faces, |out, face| {
            face.points.iter().for_each(|&p| out.point(p));
            face.beyond.iter().for_each(|&side| out.number(side));
        });
        out.number(self.free);
        out.list(&self.fans, |out, &side| out.number(side));
        let marks = self
            .bends
            .iter()
            .enumerate()
            .map(|(corner, &bends)| u32::from(bends) | u32::from(self.gates.made.contains(corner as u32)) << 1);
        out.list(&marks.collect::<Vec<u32>>(), |out, &marks| out.number(marks));
        out.list(&self.components, |out, &component| out.number(component));
        out.number(self.component_count);
        out.real(self.triangle_width);
        out.point(self.bounds.min);
        out.point(self.bounds.max);
        self.grid.write_to(out);
        write_gates(&self.gates, out);
        out.list(&self.bent_walls, |out, wall| {
            out.number(wall.side);
            wall.given.iter().for_each(|&p| out.point(p));
        });
    }

    /// A domain that was written by [`Self::to_bytes`].
    ///
    /// # Errors
    /// If the bytes are those of something else, of another version, damaged, or no domain.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BakedError> {
        let mut reader = BytesReader::new(bytes, KIND, VERSION)?;
        let domain = Self::read_from(&mut reader)?;
        reader.finish()?;
        Ok(domain)
    }

    /// A domain from a file of something larger.
    ///
    /// # Errors
    /// As [`Self::from_bytes`].
    pub fn read_from(file: &mut BytesReader<'_>) -> Result<Self, BakedError> {
        let marks: Vec<u32>;
        let mut domain = Self {
            points: file.list(BytesReader::point)?,
            corners: file.number()?,
            sides: file.list(|file| {
                let (origin, twin) = (CornerId(file.number()?), SideId(file.number()?));
                Ok(Side { origin, twin, length: file.real()? })
            })?,
            faces: file.list(|file| {
                let points = [file.point()?, file.point()?, file.point()?];
                Ok(Face { points, beyond: [file.number()?, file.number()?, file.number()?], open: 0 })
            })?,
            free: file.number()?,
            fans: file.list(BytesReader::number)?,
            bends: {
                marks = file.list(BytesReader::number)?;
                marks.iter().map(|marks| marks & 1 == 1).collect()
            },
            components: file.list(BytesReader::number)?,
            component_count: file.number()?,
            triangle_width: file.real()?,
            has_slivers: false,
            bounds: Bounds { min: file.point()?, max: file.point()? },
            grid: Grid::read_from(file)?,
            gates: read_gates(file)?,
            bent_walls: file
                .list(|file| Ok(BentWall { side: file.number()?, given: [file.point()?, file.point()?] }))?,
            report: RepairReport::default(),
        };
        let made = (0..marks.len() as u32).filter(|&corner| marks[corner as usize] & 2 == 2);
        domain.gates.made = Marks::of(made, marks.len());
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

fn write_gates(gates: &Gates, out: &mut BytesWriter) {
    write_marks(&gates.sides, out);
    out.list(&gates.entries, |out, entry| {
        [entry.side, entry.beyond, entry.numbers[0], entry.numbers[1]].into_iter().for_each(|n| out.number(n));
    });
    out.list(&gates.numbers, |out, gate| out.number(gate.0));
    write_marks(&gates.corners, out);
    out.list(&gates.starts, |out, &start| out.number(start));
    out.list(&gates.across, |out, across| {
        out.number(across.corner.0);
        out.number(across.side.0);
    });
}

fn read_gates(file: &mut BytesReader<'_>) -> Result<Gates, BytesError> {
    Ok(Gates {
        sides: read_marks(file)?,
        entries: file.list(|file| {
            let (side, beyond) = (file.number()?, file.number()?);
            Ok(Entry { side, beyond, numbers: [file.number()?, file.number()?] })
        })?,
        numbers: file.list(|file| file.number().map(GateId))?,
        corners: read_marks(file)?,
        starts: file.list(BytesReader::number)?,
        across: file.list(|file| Ok(Across { corner: CornerId(file.number()?), side: SideId(file.number()?) }))?,
        made: Marks::default(),
    })
}

fn write_marks(marks: &Marks, out: &mut BytesWriter) {
    out.list(&marks.words, |out, &word| {
        out.number(word as u32);
        out.number((word >> 32) as u32);
    });
}

fn read_marks(file: &mut BytesReader<'_>) -> Result<Marks, BytesError> {
    let words = file.list(|file| Ok(u64::from(file.number()?) | u64::from(file.number()?) << 32))?;
    Ok(Marks::of_words(words))
}
