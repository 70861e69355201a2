//! Paths to the nearest source: the exact path map, which follows the scene while things are dragged.

use super::raster::{encode_path, view_raster};
use super::windows;
use crate::limits;
use crate::messages::Show;
use std::cell::Cell;
use std::time::Instant;
use wayfront_bodies::{LiveMap, MapError};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::{Point, computable};
use wayfront_world::{Problem, Rejected, World};

/// Pixels along the longer side of a raster while something is dragged.
const DRAGGED_PIXELS: u32 = 500;

/// The map of the scene that was last followed.
#[derive(Debug, Default)]
pub struct PathState {
    live: Option<LiveMap>,
    /// Whether the map is that of the scene that was last asked for.
    is_current: bool,
    /// The free triangles of a map that had too many windows: one that is no smaller is not tried again.
    too_large: Cell<Option<usize>>,
}

/// Why there is no map.
#[derive(Debug)]
pub enum NoMap {
    /// Something is wrong with the scene.
    Problems(Vec<Problem>),
    /// The scene is in order, but nothing leads anywhere.
    Nothing(String),
}

/// How long the stages took, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapTimes {
    pub ground: f64,
    pub map: f64,
}

impl PathState {
    /// Makes the map that of a world.
    pub fn follow(&mut self, world: &World) -> Result<MapTimes, NoMap> {
        self.is_current = false;
        // What is cancelled while it follows is half changed: it is put back only when it is whole.
        let followed = match self.live.take() {
            Some(mut live) => {
                let followed = live.follow(world).map(|_| ());
                self.live = Some(live);
                followed
            }
            None => LiveMap::new(world, 0.0).map(|live| self.live = Some(live)),
        };
        match followed {
            Ok(()) => {
                self.is_current = true;
                let took = self.live.as_ref().map(LiveMap::took).unwrap_or_default();
                Ok(MapTimes { ground: 1e3 * took.domain.as_secs_f64(), map: 1e3 * took.map.as_secs_f64() })
            }
            Err(MapError::Scene(Rejected { problems, .. })) => Err(NoMap::Problems(problems)),
            Err(other) => Err(NoMap::Nothing(other.to_string())),
        }
    }

    /// The map, if it is that of the scene that was last asked for.
    pub fn live(&self) -> Option<&LiveMap> {
        self.live.as_ref().filter(|_| self.is_current)
    }

    /// The layer as a page wants it: its bytes, its form, and how long that took. While something is dragged, rasters are
    /// coarse.
    pub fn layer(&self, show: &Show, frame: u32, revision: u32, is_drag: bool) -> Option<(Vec<u8>, &'static str, f64)> {
        let live = self.live()?;
        let start = Instant::now();
        let (world, map) = (live.world(), live.map().points()?);
        let layer = show.layers.path.as_ref()?;
        let wants_raster = layer.form.as_deref() == Some("raster");
        let triangles = map.domain().free_triangles();
        let is_too_large = self.too_large.get().is_some_and(|most| triangles >= most);
        let windows = if wants_raster || is_too_large {
            None
        } else {
            windows::encode(world, map, frame, revision, limits::PIECES)
        };
        if windows.is_none() && !wants_raster && !map.view().has_factors() {
            self.too_large.set(Some(triangles.min(self.too_large.get().unwrap_or(usize::MAX))));
        }
        let (bytes, form) = match windows {
            Some(bytes) => (bytes, "windows"),
            None => {
                let most = if is_drag { DRAGGED_PIXELS } else { limits::PIXELS };
                let raster = view_raster(show, map.domain().bounds(), most)?;
                let with_regions = layer.colour.as_deref() != Some("cost");
                (encode_path(world, map, &raster, with_regions, frame, revision), "raster")
            }
        };
        Some((bytes, form, 1e3 * start.elapsed().as_secs_f64()))
    }

    /// What the map says about a point, in the words of `wayfront query`.
    pub fn ask(&self, p: Point) -> Result<PathAnswer, &'static str> {
        let live = self.live().ok_or("unknown")?;
        if !computable(p.x) || !computable(p.y) {
            return Err("blocked");
        }
        let map = live.map();
        let named = |why: NoPath| if why == NoPath::Blocked { "blocked" } else { "unreachable" };
        // Points that miss the free space by rounding are taken as meant, like sources.
        let (p, answer) = match map.answer(p) {
            Err(NoPath::Blocked) => {
                let free = map.domain().free_within_rounding(p).ok_or("blocked")?;
                (free, map.answer(free).map_err(named)?)
            }
            answer => (p, answer.map_err(named)?),
        };
        let route = map.route(p).map_err(named)?;
        let length = route.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance(leg[1]));
        Ok(PathAnswer { cost: answer.cost, length, source: answer.source, route })
    }
}

/// A path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathAnswer {
    pub cost: f64,
    pub length: f64,
    /// Which of the world's sources.
    pub source: usize,
    pub route: Vec<Point>,
}
