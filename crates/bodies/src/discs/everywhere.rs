//! The wave of a map: from all sources until nothing is left.
//!
//! A leg that ends in a place is free only if its start sees the place as a point does, so what an arrival sees of a
//! triangle is kept there, with the directions in which its disc may pass.

use super::field::{DiscField, Window};
use super::flat::Flat;
use super::sight::{Bounds, Part, Passing, Root};
use super::tolls::Tolls;
use super::wave::{Goal, Wave};
use wayfront_domain::{Domain, Openings, TriangleId};
use wayfront_geometry::{Hand, Point};

/// Every place.
#[derive(Debug, Default)]
pub(super) struct AllPlaces {
    kept: Vec<(TriangleId, Window)>,
}

impl Goal for AllPlaces {
    /// All of them are needed.
    const AHEAD: f64 = 2.0;
    const IS_BRIEF: bool = false;

    #[inline]
    fn least(&self, root: &Root, part: &Part, passing: Passing) -> f64 {
        root.least_across(part, passing)
    }

    #[inline]
    fn least_after(&self, cost: f64, _: Point) -> f64 {
        cost
    }

    #[inline]
    fn end(&self) -> f64 {
        f64::INFINITY
    }

    #[inline]
    fn enter(wave: &mut Wave<Self>, _: &Domain, number: u32, triangle: TriangleId, passing: Passing, bounds: Bounds) {
        wave.goal.kept.push((triangle, Window { number, passing, bounds }));
    }
}

/// The memory of a wave to all places.
#[derive(Debug, Default)]
pub(crate) struct DiscMapWork {
    wave: Wave<AllPlaces>,
}

/// Where ways start: what, the triangles around it, and what it costs until there.
#[derive(Clone, Debug)]
pub(crate) struct DiscStart {
    pub from: StartPlace,
    pub triangles: Vec<TriangleId>,
    pub cost: f64,
}

/// What ways start from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StartPlace {
    Point(Point),
    /// The end of an opening that the disc touches, by its number; and where it goes at first.
    Turning {
        end: usize,
        hand: Hand,
        direction: Point,
    },
    Flat(Flat),
}

impl StartPlace {
    /// The centre of a disc at a place is there already.
    pub fn holds(&self, p: Point) -> bool {
        match self {
            Self::Point(at) => *at == p,
            Self::Turning { .. } => false,
            Self::Flat(Flat { axis, .. }) => {
                let Point { x, y } = axis.place(p);
                let rounding = 4.0 * f64::EPSILON * (p.x.abs() + p.y.abs() + axis.length);
                y.abs() <= rounding && (0.0..=axis.length).contains(&x)
            }
        }
    }
}

impl DiscMapWork {
    /// Fills a field from some starts, which have room.
    pub fn fill(
        &mut self,
        domain: &Domain,
        (openings, tolls): (&Openings, &Tolls),
        starts: &[DiscStart],
        radius: f64,
        field: &mut DiscField,
    ) {
        let wave = &mut self.wave;
        std::mem::swap(&mut wave.arrivals, &mut field.arrivals);
        std::mem::swap(&mut wave.goal.kept, &mut field.kept);
        wave.openings.clone_from(openings);
        wave.tolls.clone_from(tolls);
        wave.restart(domain, radius);
        wave.goal.kept.clear();
        for start in starts {
            let DiscStart { from, triangles, cost } = start.clone();
            match from {
                StartPlace::Point(at) => wave.start(at, triangles, cost),
                StartPlace::Turning { end, hand, direction } => {
                    wave.start_turning(domain, (end, hand), direction, cost)
                }
                StartPlace::Flat(flat) => wave.start_flat(flat, triangles, cost),
            };
        }
        let first = starts.iter().map(|start| start.cost).fold(f64::INFINITY, f64::min);
        for number in 0..starts.len() as u32 {
            wave.look_from_start(domain, number);
            wave.run(domain, first);
        }
        wave.propagate(domain);
        std::mem::swap(&mut wave.arrivals, &mut field.arrivals);
        std::mem::swap(&mut wave.goal.kept, &mut field.kept);
        field.index(domain, radius, tolls);
    }
}
