//! Walls that stand still, and a few that move: lists of squares are those of what stands still, with what moves added
//! where it is now.
//!
//! The outlines of a domain with cars in it are those without cars and those of the cars, as long as no car touches an
//! outline: that is seen side by side, to the last bit. Then only the squares near cars are touched, and the order of walls in
//! a list is the same in every step. Where a car does touch one, all lists are made anew for that moment.

use super::{Wall, Walls, parted};
use std::collections::HashMap;
use wayfront_domain::Domain;
use wayfront_geometry::Point;

/// The walls of a world with cars.
#[derive(Clone, Debug)]
pub(crate) struct MovingWalls {
    /// Those that stand still.
    still: Walls,
    /// How often each of them occurs, and each threshold.
    counts: [HashMap<[u64; 4], u32>; 2],
    now: Walls,
    /// The lists of `now` are those of `still`, and more.
    is_added: bool,
    extra: Vec<Wall>,
}

fn bits(wall: &Wall) -> [u64; 4] {
    [wall.from.x, wall.from.y, wall.to.x, wall.to.y].map(f64::to_bits)
}

fn counted(walls: &[Wall]) -> HashMap<[u64; 4], u32> {
    let mut counts = HashMap::new();
    for wall in walls {
        *counts.entry(bits(wall)).or_default() += 1;
    }
    counts
}

impl MovingWalls {
    /// Walls that stand still, and no others yet.
    pub fn new(still: &Walls, domain: &Domain, openings: &[[Point; 2]]) -> Self {
        let [all, open] = parted(domain, openings);
        let counts = [counted(&all), counted(&open)];
        Self { still: still.clone(), counts, now: still.clone(), is_added: true, extra: Vec::new() }
    }

    /// As they are now.
    pub const fn now(&self) -> &Walls {
        &self.now
    }

    /// The walls of a domain with cars.
    pub fn follow(&mut self, domain: &Domain, openings: &[[Point; 2]]) {
        let [all, open] = parted(domain, openings);
        if !self.find_extra(&all, &open) {
            self.now.refill(domain, &[], openings);
            self.is_added = false;
            return;
        }
        if !self.is_added {
            self.now.clone_from(&self.still);
            self.is_added = true;
        }
        let (now, extra) = (&mut self.now, &self.extra);
        now.all.truncate(self.still.all.len());
        now.all.extend_from_slice(extra);
        now.levels.iter_mut().for_each(|level| level.add(extra));
        now.take_triangles(domain);
    }

    /// Walls that do not stand still; false if some that do are not there, or thresholds are others.
    fn find_extra(&mut self, all: &[Wall], open: &[Wall]) -> bool {
        let (still, extra): (Vec<Wall>, Vec<Wall>) =
            all.iter().partition(|wall| self.counts[0].contains_key(&bits(wall)));
        self.extra = extra;
        counted(&still) == self.counts[0] && counted(open) == self.counts[1]
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
        let mut moving = MovingWalls::new(&Walls::with_openings(&empty, &[], &openings, reach), &empty, &openings);
        let mut random = Random::new(11);
        // Free of everything, along the pillar, into it, out over the border, and free again.
        for (x, y) in
            [(2.0, 2.0), (2.5, 2.0), (7.0, 4.5), (8.5, 4.5), (19.0, 1.0), (19.5, 1.0), (5.0, 7.0), (14.0, 3.0)]
        {
            let domain = hall(Some(rectangle(x, y, 2.0, 1.0)));
            moving.follow(&domain, &openings);
            let anew = Walls::with_openings(&domain, &[], &openings, reach);
            for _ in 0..200 {
                let p = Point::new(random.unit() * 22.0 - 1.0, random.unit() * 12.0 - 1.0);
                for distance in [0.2, 0.9, 3.9, 6.0] {
                    assert_eq!(
                        near(moving.now(), p, distance),
                        near(&anew, p, distance),
                        "a car at {x}, {y}, from {p}"
                    );
                }
                assert_eq!(moving.now().is_clear(p, 0.3), anew.is_clear(p, 0.3), "a car at {x}, {y}, from {p}");
            }
        }
    }
}
