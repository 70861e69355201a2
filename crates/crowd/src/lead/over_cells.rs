//! Cells that lead people, and the exact path where the cells do not know.
//!
//! A door that a body passes may have no column of free cells, and beside a wall the nearest free cell may lie behind it.
//! So a person follows the cells where its own cell leads on, or where it sees the point that they lead to; else, and for
//! a while after it has stood for long, the exact map leads it. *Cost*: the exact map, once it is asked for.

use super::{Ground, Routes};
use std::sync::OnceLock;
use wayfront_domain::Guide;
use wayfront_geometry::Point;
use wayfront_search::CellGuide;
use wayfront_world::Source;

/// How many cells ahead people look where the ground is even.
const CELLS_AHEAD: usize = 16;

/// A wave over cells, and exact paths for what it does not know.
pub(crate) struct OverCells {
    pub guide: CellGuide,
    /// None where constraints say where people may walk.
    pub exact: Option<Exact>,
}

/// Exact paths to some places, made when they are asked for.
pub(crate) struct Exact {
    ground: Ground,
    places: Vec<Source>,
    radius: f64,
    routes: OnceLock<Option<Box<Routes>>>,
}

impl Exact {
    pub fn new(ground: Ground, places: Vec<Source>, radius: f64) -> Self {
        Self { ground, places, radius, routes: OnceLock::new() }
    }

    fn routes(&self) -> Option<&Routes> {
        let make = || Routes::new(self.ground.clone(), self.places.clone(), self.radius, false).ok().map(Box::new);
        self.routes.get_or_init(make).as_deref()
    }

    pub fn aim(&self, p: Point) -> Option<Point> {
        self.routes()?.aim(p)
    }

    pub fn cost(&self, p: Point) -> Option<f64> {
        self.routes()?.cost(p)
    }

    fn sees(&self, p: Point, q: Point) -> bool {
        self.routes().is_some_and(|routes| routes.plain().sees(p, q))
    }
}

impl OverCells {
    /// The point to walk to. `is_lost`: the cells have not led the person on.
    pub fn aim(&self, p: Point, is_lost: bool) -> Option<Point> {
        let Some(exact) = &self.exact else { return self.guide.aim_ahead(p, CELLS_AHEAD).ok() };
        let aim = (!is_lost).then(|| self.guide.aim_ahead(p, CELLS_AHEAD).ok()).flatten();
        aim.filter(|&aim| self.guide.knows(p) || exact.sees(p, aim)).or_else(|| exact.aim(p))
    }

    /// What is left to go. Whether there is a path the exact map says, where the cell of `p` does not know.
    pub fn cost(&self, p: Point) -> Option<f64> {
        match &self.exact {
            Some(exact) if !self.guide.knows(p) => exact.cost(p),
            _ => self.guide.cost(p).ok(),
        }
    }
}
