//! Why no path leads from a place to another: in numbers by which its reader can mend the world or ask for less.
//!
//! Cold: a part of the free space is walked over triangle by triangle, and the graph makes a skeleton for its answer.

use crate::cost::GraphCost;
use crate::navgraph::{NavGraph, Unplaced};
use crate::skeleton::{Skeleton, Widest};
use std::fmt;
use thiserror::Error;
use wayfront_domain::{Domain, SideId, Spot};
use wayfront_geometry::{Bounds, Point};

/// A connected part of the free space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreePart {
    /// How large it is.
    pub area: f64,
    /// Where it lies.
    pub bounds: Bounds,
}

impl FreePart {
    /// The part that a free place is in. Linear in the part.
    #[must_use]
    pub fn around(domain: &Domain, p: Point) -> Option<Self> {
        let first = match domain.locate(p)? {
            Spot::Inside(triangle) => triangle,
            Spot::On(side) => side.triangle(),
            Spot::At(corner) => domain.first_side(corner).triangle(),
        };
        let (mut seen, mut open) = (vec![false; domain.free_triangles()], vec![first]);
        seen[first.index()] = true;
        let mut part = Self { area: 0.0, bounds: Bounds::of(&domain.triangle(first)) };
        while let Some(triangle) = open.pop() {
            let [a, b, c] = domain.triangle(triangle);
            part.area += (b - a).cross(c - a) / 2.0;
            [a, b, c].into_iter().for_each(|p| part.bounds.include(p));
            for side in triangle.sides() {
                let beyond = domain.twin(side).map(SideId::triangle);
                if let Some(beyond) = beyond
                    && !std::mem::replace(&mut seen[beyond.index()], true)
                {
                    open.push(beyond);
                }
            }
        }
        Some(part)
    }
}

impl fmt::Display for FreePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a part of {} m² from {} to {}", Short(self.area), self.bounds.min, self.bounds.max)
    }
}

/// A number with as many digits as people read.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (3 - self.0.abs().max(1e-9).log10().floor() as i32).clamp(0, 9) as usize;
        let text = format!("{:.digits$}", self.0);
        f.write_str(if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text })
    }
}

/// Why no path leads from a place to another.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NoPassage {
    /// The disc has no cell.
    #[error("the disc has no place in the graph: {0}")]
    Unplaced(Unplaced),
    /// A place is in an obstacle or outside.
    #[error("{at} is blocked")]
    Blocked {
        /// The place.
        at: Point,
        /// The nearest free one.
        nearest: Option<Point>,
    },
    /// A place has less room than a body needs.
    #[error("a body of radius {radius} has no room at {at}: the nearest wall is {} away", Short(*clearance))]
    NoRoom {
        /// The place.
        at: Point,
        /// The radius.
        radius: f64,
        /// The room that there is.
        clearance: f64,
        /// The nearest place with room.
        nearest: Option<Point>,
    },
    /// The two places are in different parts of the free space.
    #[error("no path leads from {from} to {to}: the one is in {}, the other in {}", parts[0], parts[1])]
    OtherPart {
        /// From here.
        from: Point,
        /// To there.
        to: Point,
        /// The parts that they are in.
        parts: [FreePart; 2],
    },
    /// The widest path is too narrow.
    #[error(
        "no path from {from} to {to} is wide enough for a radius of {radius}: the widest is {} wide at its narrowest place, {}",
        Short(widest.width), widest.at
    )]
    TooNarrow {
        /// From here.
        from: Point,
        /// To there.
        to: Point,
        /// The radius.
        radius: f64,
        /// The widest path: how wide, where it is narrowest, and between what.
        widest: Widest,
    },
    /// Walls leave a path, but other discs close it.
    #[error("others close every path from {from} to {to} that walls leave")]
    Others {
        /// From here.
        from: Point,
        /// To there.
        to: Point,
    },
}

impl NoPassage {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        let instead = |nearest: &Option<Point>, what: &str| match nearest {
            Some(p) => format!("the nearest place {what} is {p}"),
            None => format!("there is no place {what}"),
        };
        match self {
            Self::Unplaced(why) => why.advice(),
            Self::Blocked { nearest, .. } => instead(nearest, "that is free"),
            Self::NoRoom { nearest, .. } => instead(nearest, "with room"),
            Self::OtherPart { .. } => "open a door between the two parts, or choose a place in the same one".into(),
            Self::TooNarrow { widest, .. } => {
                format!("bodies up to a radius of {} get through", Short(widest.width / 2.0))
            }
            Self::Others { .. } => "let others move on (`GraphCost::others_move`), or wait".into(),
        }
    }
}

impl Unplaced {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Blocked { nearest: Some(p) } => format!("the nearest free place is {p}"),
            Self::Blocked { nearest: None } => "there is no free place".into(),
            Self::Impossible => "give a centre of two numbers, and a radius of 0 or more".into(),
            Self::Inside { of } => format!("move it away from disc {of}, or lead it as that one"),
            Self::Hidden => "move it a little".into(),
        }
    }
}

impl Skeleton {
    /// Why a body of some radius has no path from a place to another; nothing if it has one.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Scene;
    /// # use wayfront_voronoi::{NoPassage, Skeleton, Voronoi};
    /// let scene = Scene::open("bottleneck")?;
    /// let skeleton = Skeleton::of(&Arc::new(Voronoi::of(scene.walled_domain())?));
    /// let why = skeleton.why_no_passage((5.0, 5.0).into(), (23.0, 5.0).into(), 0.7).unwrap();
    /// assert!(matches!(why, NoPassage::TooNarrow { widest, .. } if (widest.width - 1.2).abs() < 1e-12));
    /// assert_eq!(skeleton.why_no_passage((5.0, 5.0).into(), (23.0, 5.0).into(), 0.5), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_no_passage(&self, from: Point, to: Point, radius: f64) -> Option<NoPassage> {
        let domain = self.domain();
        for at in [from, to] {
            let Some(room) = self.voronoi().clearance(at) else {
                let nearest = if at.is_finite() { domain.nearest_free(at) } else { None };
                return Some(NoPassage::Blocked { at, nearest });
            };
            if room.distance < radius {
                let nearest = domain.nearest_free_for(at, radius);
                return Some(NoPassage::NoRoom { at, radius, clearance: room.distance, nearest });
            }
        }
        let Ok(widest) = self.widest(from, to) else {
            let parts = [FreePart::around(domain, from)?, FreePart::around(domain, to)?];
            return Some(NoPassage::OtherPart { from, to, parts });
        };
        (widest.width < 2.0 * radius).then_some(NoPassage::TooNarrow { from, to, radius, widest })
    }
}

impl NavGraph {
    /// Why a disc has no route to a goal; nothing if it has one. Makes a skeleton: for messages.
    #[must_use]
    pub fn why_no_route(&self, disc: usize, goal: Point, cost: &GraphCost) -> Option<NoPassage> {
        if let Some(why) = self.fault(disc) {
            return Some(NoPassage::Unplaced(why));
        }
        let own = self.disc(disc);
        if self.has_route(disc, goal, cost) {
            return None;
        }
        let radius = if cost.closes_narrow { own.radius } else { 0.0 };
        let walls = Skeleton::of(self.voronoi()).why_no_passage(own.centre, goal, radius);
        // A goal beside a wall is come to as near as a body gets.
        let walls = walls.filter(|why| !matches!(why, NoPassage::NoRoom { .. }));
        Some(walls.unwrap_or(NoPassage::Others { from: own.centre, to: goal }))
    }
}
