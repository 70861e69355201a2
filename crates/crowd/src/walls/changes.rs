//! Walls that follow a domain: those that have moved are taken out of the lists of squares and added where they are now.
//!
//! Lists are those of the walls that have not moved so far, with all others behind them: only squares near moving walls are
//! touched. A wall that moves for the first time leaves the lists for good. *Invariant*: every list has the walls of the
//! domain near its square. *Cost*: one look at each wall, and the squares near those that move; all lists when a wall moves
//! for the first time.

use super::{Wall, Walls, parted};
use std::collections::HashSet;
use wayfront_domain::Domain;
use wayfront_geometry::{Bounds, Point};

/// Moving walls, as a share of those that stand still, beyond which all lists are made anew.
const MOST_MOVING: f64 = 0.5;

type Bits = [u64; 4];

fn bits(wall: &Wall) -> Bits {
    [wall.from.x, wall.from.y, wall.to.x, wall.to.y].map(f64::to_bits)
}

/// The walls that have not moved so far.
#[derive(Clone, Debug)]
pub(super) struct Still {
    walls: HashSet<Bits>,
    count: usize,
    thresholds: Vec<Wall>,
    bounds: Bounds,
}

impl Still {
    pub(super) fn of(all: &[Wall], thresholds: Vec<Wall>, bounds: Bounds) -> Self {
        Self { walls: all.iter().map(bits).collect(), count: all.len(), thresholds, bounds }
    }
}

impl Walls {
    /// The walls of another domain, of a level that has changed: the same as [`Self::with`], sooner where few have moved.
    pub fn follow(&mut self, domain: &Domain, closed: &[[Point; 2]]) {
        self.follow_with_openings(domain, closed, &[]);
    }

    /// The same as [`Self::with_openings`], sooner where few walls have moved.
    pub fn follow_with_openings(&mut self, domain: &Domain, closed: &[[Point; 2]], openings: &[[Point; 2]]) {
        let [all, open] = parted(domain, closed, openings);
        let moving: Vec<Wall> = all.iter().filter(|wall| !self.still.walls.contains(&bits(wall))).copied().collect();
        let is_same_ground = open == self.still.thresholds && domain.bounds() == self.still.bounds;
        if !is_same_ground || moving.len() as f64 > MOST_MOVING * all.len() as f64 {
            return self.refill(domain, all, open);
        }
        if all.len() - moving.len() < self.still.count {
            let there: HashSet<Bits> = all.iter().map(bits).collect();
            let mut still = std::mem::take(&mut self.all);
            still.truncate(self.still.count);
            still.retain(|wall| there.contains(&bits(wall)));
            self.refill(domain, still, open);
        }
        self.all.truncate(self.still.count);
        self.all.extend_from_slice(&moving);
        self.levels.iter_mut().for_each(|level| level.add(&moving));
        self.take_triangles(domain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::{Polygon, Random, World};

    fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Polygon {
        Polygon::ring([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// A hall with a pillar and an exit, and a car in it.
    fn hall(car: Option<Polygon>) -> Domain {
        let mut world = World::new().area(rectangle(0.0, 0.0, 20.0, 10.0));
        world.obstacles.push(rectangle(9.0, 4.0, 1.0, 2.0));
        world.obstacles.extend(car);
        Domain::without_doors(&world).unwrap()
    }

    fn near(walls: &Walls, p: Point, distance: f64) -> Vec<[u64; 4]> {
        let is_near = |wall: &&Wall| wall.nearest(p).distance(p) <= distance;
        let mut found: Vec<_> = walls.within(p, distance).iter().filter(is_near).map(bits).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn walls_with_cars_are_those_of_their_domain() {
        let openings = [[Point::new(0.0, 4.0), Point::new(0.0, 6.0)]];
        let (empty, reach) = (hall(None), 4.0);
        let mut moving = Walls::with_openings(&empty, &[], &openings, reach);
        let mut random = Random::new(11);
        // Free of everything, along the pillar, into it, out over the border, and free again.
        for (x, y) in
            [(2.0, 2.0), (2.5, 2.0), (7.0, 4.5), (8.5, 4.5), (19.0, 1.0), (19.5, 1.0), (5.0, 7.0), (14.0, 3.0)]
        {
            let domain = hall(Some(rectangle(x, y, 2.0, 1.0)));
            moving.follow_with_openings(&domain, &[], &openings);
            let anew = Walls::with_openings(&domain, &[], &openings, reach);
            for _ in 0..200 {
                let p = Point::new(random.unit() * 22.0 - 1.0, random.unit() * 12.0 - 1.0);
                for distance in [0.2, 0.9, 3.9, 6.0] {
                    assert_eq!(near(&moving, p, distance), near(&anew, p, distance), "a car at {x}, {y}, from {p}");
                }
                assert_eq!(moving.is_clear(p, 0.3), anew.is_clear(p, 0.3), "a car at {x}, {y}, from {p}");
            }
        }
    }
}
