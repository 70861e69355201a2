//! Narrow places: where the skeleton is least wide, and becomes wider both ways.

use super::Skeleton;
use crate::build::Feature;
use std::collections::HashMap;
use wayfront_domain::{Domain, SideId};
use wayfront_geometry::{Bounds, Point};

/// A narrow place, such as a door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrow {
    /// The diameter of the largest disc that gets through.
    pub width: f64,
    /// Its middle.
    pub at: Point,
    /// What it is between.
    pub between: [Feature; 2],
    /// The nearest places of these two: the ends of the narrow place.
    pub feet: [Point; 2],
    /// How much wider it becomes on both sides of it, at least. Small where a corridor is a little narrower somewhere.
    pub prominence: f64,
    /// How large the smaller of the two things is that it lies between, if they do not touch: a table, a pillar, a piece of
    /// wall between two doors. `None` if both ends are of one connected outline: closing it parts the free space.
    pub island: Option<f64>,
}

/// The connected parts of all outlines and walls, and how large they are.
struct Solids {
    /// Per place of a vertex: its number.
    number: HashMap<[u64; 2], u32>,
    leader: Vec<u32>,
    size: Vec<f64>,
}

fn key(p: Point) -> [u64; 2] {
    // Zeros of both signs are one place.
    [p.x + 0.0, p.y + 0.0].map(f64::to_bits)
}

fn find(leader: &mut [u32], mut v: u32) -> u32 {
    while leader[v as usize] != v {
        leader[v as usize] = leader[leader[v as usize] as usize];
        v = leader[v as usize];
    }
    v
}

impl Solids {
    fn of(domain: &Domain) -> Self {
        let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
        let (mut number, mut leader) = (HashMap::new(), Vec::new());
        let mut points = Vec::new();
        for side in sides {
            let ends = domain.side_points(side).map(|p| {
                *number.entry(key(p)).or_insert_with(|| {
                    points.push(p);
                    leader.push(leader.len() as u32);
                    leader.len() as u32 - 1
                })
            });
            let [a, b] = ends.map(|v| find(&mut leader, v));
            leader[a as usize] = b;
        }
        let mut bounds = vec![Bounds::EMPTY; leader.len()];
        for (v, &p) in (0..).zip(&points) {
            bounds[find(&mut leader, v) as usize].include(p);
        }
        let size = bounds.iter().map(|b| if b.is_empty() { 0.0 } else { b.width().hypot(b.height()) }).collect();
        Self { number, leader, size }
    }

    /// The size of the smaller of two, if they are two.
    fn smaller(&mut self, domain: &Domain, between: [Feature; 2]) -> Option<f64> {
        let [a, b] = between.map(|feature| {
            let p = match feature {
                Feature::Side(side) => domain.side_points(side)[0],
                Feature::Corner(corner) => domain.point(corner),
            };
            self.number.get(&key(p)).map(|&v| find(&mut self.leader, v))
        });
        let (a, b) = (a?, b?);
        (a != b).then(|| self.size[a as usize].min(self.size[b as usize]))
    }
}

impl Skeleton {
    /// All narrow places, the narrowest first, that become wider by at least `prominence` on both sides. A corridor of the
    /// same width counts once.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Scene;
    /// # use wayfront_voronoi::{Skeleton, Voronoi};
    /// let scene = Scene::open("three-corridors")?;
    /// let skeleton = Skeleton::of(&Arc::new(Voronoi::of(scene.walled_domain())?));
    /// assert_eq!(skeleton.narrows(0.1).len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn narrows(&self, prominence: f64) -> Vec<Narrow> {
        let least = (prominence / 2.0).max(self.domain().rounding());
        let real = self.forest.saddles.iter().rev().filter(|saddle| saddle.prominence > least);
        let mut solids = Solids::of(self.domain());
        real.map(|saddle| {
            let place = self.squeezed(saddle.vertex);
            let (width, at, between, feet) = (place.width, place.at, place.between, place.feet);
            let island = solids.smaller(self.domain(), between);
            Narrow { width, at, between, feet, prominence: 2.0 * saddle.prominence, island }
        })
        .collect()
    }
}
