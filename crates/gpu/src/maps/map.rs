//! A path map on the card.

use super::SLACK;
use super::expand::Expansion;
use super::grid::{MARGIN, Member};
use super::look::Frame;
use super::patches::Patches;
use super::rows::{CandidateRow, GeneratorRow, Rows, TriangleRow};
use crate::device::{Gpu, GpuError, Store};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;

/// An exact path map, uploaded: ready to be sampled and asked.
///
/// ```
/// use wayfront_domain::Scene;
/// use wayfront_geometry::Raster;
/// use wayfront_gpu::{Gpu, GpuMap, GpuSample};
/// use wayfront_pathmap::PathMap;
///
/// # let Ok(gpu) = Gpu::open(None) else { return Ok(()) };
/// let map = PathMap::of(&Scene::open("office")?)?;
/// let mut on_card = GpuMap::new(&gpu, &map)?;
/// let mut sample = GpuSample::new(&gpu)?;
/// sample.draw(&mut on_card, &Raster::fitting(map.domain().bounds(), 400)?)?;
/// let bound = sample.textures().expect("drawn").costs; // stays on the card: a shader can bind it
/// assert_eq!(bound.width(), 400);
/// let (costs, generators) = sample.read()?; // reading back is an option
/// assert_eq!(costs.len(), generators.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuMap {
    rows: Rows,
    generators: Patches<GeneratorRow>,
    triangles: Patches<TriangleRow>,
    candidates: Patches<CandidateRow>,
    starts: Patches<u32>,
    members: Patches<Member>,
    expansion: Expansion,
    /// What the expansion is relative to; `None` when the rows have changed since.
    origin: Option<Point>,
    /// All rows are those of one map: the last one did fit.
    is_whole: bool,
}

impl GpuMap {
    /// Uploads a map.
    ///
    /// # Errors
    /// If the map has costs that do not grow with length alone (barriers with factors), or is beyond the device's limits.
    pub fn new(gpu: &Gpu, map: &PathMap) -> Result<Self, GpuError> {
        let mut uploaded = Self {
            rows: Rows::default(),
            generators: Patches::new(Store::array(gpu, "generators")?),
            triangles: Patches::new(Store::array(gpu, "rows of triangles")?),
            candidates: Patches::new(Store::array(gpu, "rows of candidates")?),
            starts: Patches::new(Store::array(gpu, "cells")?),
            members: Patches::new(Store::array(gpu, "triangles of cells")?),
            expansion: Expansion::new(gpu)?,
            origin: None,
            is_whole: false,
        };
        uploaded.follow(map)?;
        Ok(uploaded)
    }

    /// Becomes another map, in the same buffers: uploads what differs. For maps that follow a scene.
    ///
    /// # Errors
    /// As [`GpuMap::new`]. A map with other terms than the card knows leaves the one before it; after one that was too large,
    /// drawing and asking are errors until another map is followed.
    pub fn follow(&mut self, map: &PathMap) -> Result<(), GpuError> {
        if map.view().has_factors() {
            return Err(GpuError::Unsupported {
                method: "a map on the card",
                what: "costs that do not grow with length alone (barriers with factors, slow corners before segments)"
                    .into(),
                advice: "sample it on the processor, or leave these terms out",
            });
        }
        let centre = self.rows.centre;
        self.is_whole = false;
        self.rows.set(map);
        let rows = &self.rows;
        let mut changed = self.generators.set(&rows.generators)? | (centre != rows.centre);
        changed |= self.triangles.set(&rows.triangles)?;
        changed |= self.candidates.set(&rows.candidates)?;
        changed |= self.starts.set(&rows.grid.starts)?;
        changed |= self.members.set(&rows.grid.members)?;
        if changed {
            self.origin = None;
        }
        self.is_whole = true;
        Ok(())
    }

    /// What points of [questions](crate::questions) are relative to: the centre of the world.
    #[must_use]
    pub fn centre(&self) -> Point {
        self.rows.centre
    }

    /// Length of the longer side of the world: what the precision is relative to.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.rows.size
    }

    /// Bytes that a sample reads: grid, pieces of triangles, candidates.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let Expansion { pieces, candidates, .. } = &self.expansion;
        self.starts.store().used() + pieces.used() + candidates.used()
    }

    /// How far from a cell of the grid a point may lie and still find its triangles there.
    pub(crate) fn margin(&self) -> f64 {
        MARGIN * self.rows.grid.cell
    }

    /// Some generators are flat fronts; some have another speed than one.
    pub(crate) fn terms(&self) -> [bool; 2] {
        [self.rows.has_flats, self.rows.has_weights]
    }

    /// Makes everything relative to a point near `view`, whose size is `reach`: that of before, if it is near enough.
    pub(crate) fn prepare(
        &mut self,
        commands: &mut wgpu::CommandEncoder,
        view: Point,
        reach: f64,
    ) -> Result<Point, GpuError> {
        if !self.is_whole {
            return Err(GpuError::Unsupported {
                method: "a map on the card",
                what: "questions about a map that did not fit".into(),
                advice: "let it follow a smaller one",
            });
        }
        // Within twice the view, coordinates are rounded by a unit in the last place of the view's size.
        if let Some(origin) = self.origin.filter(|origin| origin.distance(view) <= reach) {
            return Ok(origin);
        }
        let frame = self.frame(view, view);
        let generators = self.generators.store();
        self.expansion.place(commands, &self.rows, [generators, self.candidates.store()], view)?;
        let count = self.rows.grid.members.len();
        self.expansion.cut(commands, count, [self.triangles.store(), self.members.store()], frame)?;
        self.origin = Some(view);
        Ok(view)
    }

    /// What `look` is called with, for points relative to `centre`, when everything is relative to `origin`.
    pub(crate) fn frame(&self, origin: Point, centre: Point) -> Frame {
        let grid = &self.rows.grid;
        let corner = grid.origin - origin;
        let shift = centre - origin;
        Frame {
            corner: [corner.x as f32, corner.y as f32],
            scale: (1.0 / grid.cell) as f32,
            slack: (SLACK * self.rows.size) as f32,
            columns: grid.columns,
            rows: grid.rows,
            blocked: f32::NAN,
            unreachable: f32::INFINITY,
            shift: [shift.x as f32, shift.y as f32],
            width: 0,
            height: 0,
        }
    }

    /// The first bindings of a kernel that looks: a frame and what it looks at.
    pub(crate) fn bindings<'a>(&'a self, frame: &'a Store) -> [wgpu::BindingResource<'a>; 4] {
        let Expansion { pieces, candidates, .. } = &self.expansion;
        [frame.binding(), self.starts.store().binding(), pieces.binding(), candidates.binding()]
    }

    /// Generators relative to the origin, with their parents.
    pub(crate) fn places(&self) -> &Store {
        &self.expansion.places
    }
}
