//! What is flooded: segments with a radius.

use std::collections::HashMap;
use wayfront_domain::{Domain, SideId};
use wayfront_geometry::Point;

/// A segment with a radius: a wall, the side of an obstacle, or an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloodSite {
    /// Its ends; the same twice for a point or a disc.
    pub ends: [Point; 2],
    /// Its radius.
    pub radius: f64,
    /// What it belongs to: for the second order all sites of an owner are one.
    pub owner: u32,
}

impl FloodSite {
    /// A disc, an agent for example.
    #[must_use]
    pub const fn disc(centre: Point, radius: f64, owner: u32) -> Self {
        Self { ends: [centre, centre], radius, owner }
    }
}

/// All outlines, walls and gates of a domain; what is connected belongs to one owner, numbered from 0 on.
#[must_use]
pub fn sites_of(domain: &Domain) -> Vec<FloodSite> {
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
    let mut parts = Parts::default();
    let mut sites: Vec<FloodSite> = sides
        .map(|side| {
            let ends = domain.side_points(side);
            FloodSite { ends, radius: 0.0, owner: parts.join(ends) }
        })
        .collect();
    let mut numbers = HashMap::new();
    for site in &mut sites {
        let next = numbers.len() as u32;
        site.owner = *numbers.entry(parts.root(site.owner)).or_insert(next);
    }
    sites
}

/// Which ends are connected: a forest over points.
#[derive(Default)]
struct Parts {
    points: HashMap<[u64; 2], u32>,
    parents: Vec<u32>,
}

impl Parts {
    fn number(&mut self, p: Point) -> u32 {
        let next = self.parents.len() as u32;
        // Both zeros are the same place.
        let number = *self.points.entry([p.x + 0.0, p.y + 0.0].map(f64::to_bits)).or_insert(next);
        if number == next {
            self.parents.push(next);
        }
        number
    }

    fn root(&mut self, mut of: u32) -> u32 {
        while self.parents[of as usize] != of {
            let above = self.parents[self.parents[of as usize] as usize];
            self.parents[of as usize] = above;
            of = above;
        }
        of
    }

    fn join(&mut self, ends: [Point; 2]) -> u32 {
        let [a, b] = ends.map(|p| {
            let number = self.number(p);
            self.root(number)
        });
        self.parents[a as usize] = b;
        b
    }
}
