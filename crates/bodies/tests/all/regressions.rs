//! Worlds in which a cost of a disc was wrong once, each as small as it could be made, named after what broke; and the
//! same worlds elsewhere.

use std::sync::Arc;
use wayfront_bodies::{DiscTerms, SceneMap};
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_testkit::motions::Motion;
use wayfront_testkit::worlds::{mapped, rectangle};
use wayfront_world::{Barrier, BarrierCost, Polygon, Source, World};

/// A world, a source in it, and what a disc pays from a place.
struct Case {
    world: World,
    source: [(f64, f64); 2],
    barriers: Vec<Barrier>,
    radius: f64,
    from: (f64, f64),
    cost: f64,
}

impl Case {
    fn of(boundary: Vec<Point>, obstacles: &[&[(f64, f64)]], source: [(f64, f64); 2]) -> Self {
        let world = World::new().area(Polygon::ring(boundary));
        let world = obstacles.iter().fold(world, |world, ring| world.obstacle(Polygon::ring(ring.to_vec())));
        Self { world, source, barriers: Vec::new(), radius: 0.0, from: (0.0, 0.0), cost: 0.0 }
    }

    fn costs(mut self, from: (f64, f64), radius: f64, cost: f64) -> Self {
        (self.from, self.radius, self.cost) = (from, radius, cost);
        self
    }

    fn cost_elsewhere(&self, motion: Motion) -> f64 {
        let to = |p: (f64, f64)| motion.of(p.into());
        let domain = Arc::new(Domain::without_doors(&mapped(&self.world, |p| motion.of(p))).unwrap());
        // Where something lies on a slanted outline, but for rounding, it is put on it, as scenes do.
        let [a, b] = self.source.map(to).map(|p| domain.nearest_free(p).unwrap_or(p));
        let source = if a == b { Source::point(a) } else { Source::segment(a, b) };
        let barriers: Vec<Barrier> = self.barriers.iter().map(|barrier| elsewhere(barrier, motion)).collect();
        let terms = DiscTerms { barriers: &barriers, openings: &[] };
        let map = SceneMap::on_terms(domain, &[source], terms, self.radius * motion.scale);
        map.unwrap_or_else(|why| panic!("{motion:?}: {why}")).cost(to(self.from)).unwrap_or(f64::INFINITY)
    }

    fn holds(&self, motions: impl IntoIterator<Item = Motion>) {
        for motion in motions {
            let (ours, right) = (self.cost_elsewhere(motion), self.cost * motion.scale);
            let slack = 1e-7 * right + 10.0 * motion.rounding();
            assert!((ours - right).abs() <= slack, "{ours}, should be {right}, with {motion:?}");
        }
    }
}

fn elsewhere(barrier: &Barrier, motion: Motion) -> Barrier {
    let cost = match barrier.cost {
        BarrierCost::Delay(delay) => BarrierCost::Delay(delay * motion.scale),
        factor @ BarrierCost::Weight(_) => factor,
    };
    Barrier::new(barrier.segment.map(|p| motion.of(p)), cost)
}

/// Exactly, and wherever rounding puts it.
fn everywhere() -> impl Iterator<Item = Motion> {
    Motion::EXACT.into_iter().chain(Motion::rounded())
}

/// The disc turns around the corner of the block, half a turn, and leaves by its side.
#[test]
fn a_door_that_ends_in_the_corner_of_a_block() {
    let blocks: [&[(f64, f64)]; 2] =
        [&[(5.0, 7.0), (9.0, 7.0), (9.0, 10.0), (5.0, 10.0)], &[(7.0, 1.0), (10.0, 2.0), (10.0, 3.0)]];
    let case = Case::of(rectangle(0.0, 0.0, 12.0, 12.0), &blocks, [(5.0, 7.0), (5.0, 10.0)]);
    case.costs((7.25, 5.5), 0.25, 3.354_125_475_332_686).holds(everywhere());
}

#[test]
fn a_door_that_ends_in_a_wedge() {
    let wedge: &[(f64, f64)] = &[(6.25, 3.25), (9.75, 3.25), (8.0, 6.75)];
    let case = Case::of(rectangle(0.0, 0.0, 12.0, 12.0), &[wedge], [(8.875, 3.25), (9.75, 3.25)]);
    case.costs((10.0, 8.5), 0.393, 6.500_880_889_883_042).holds(everywhere());
}

#[test]
fn a_door_that_ends_in_the_inner_corner_of_a_room() {
    let room = [(0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (4.0, 6.0), (4.0, 10.0), (0.0, 10.0)].map(Point::from);
    for door in [[(4.0, 6.0), (4.0, 10.0)], [(4.0, 6.0), (4.0, 8.0)], [(4.0, 8.0), (4.0, 6.0)]] {
        let case = Case::of(room.to_vec(), &[], door);
        case.costs((9.0, 3.0), 0.5, 7.152_988_959_333_507).holds(everywhere());
    }
}

/// Of the segment the disc has room at the end alone, where it touches; or there and far away.
#[test]
fn a_segment_of_which_only_the_end_has_room() {
    let block: &[(f64, f64)] = &[(4.0, 5.0), (6.0, 5.0), (4.0, 9.0)];
    for other in [(4.5, 4.75), (7.0, 5.0)] {
        for source in [[other, (4.5, 4.5)], [(4.5, 4.5), other]] {
            let case = Case::of(rectangle(0.0, 0.0, 10.0, 10.0), &[block], source);
            case.costs((2.5, 3.0), 0.5, 2.5).holds(everywhere());
        }
    }
}

/// The disc runs along the barrier, around a block that leaves it just so much room, and comes back to its own side.
#[test]
fn a_disc_that_runs_along_a_barrier_has_not_crossed_it() {
    let block: &[(f64, f64)] = &[(12.75, 1.5), (16.0, 1.5), (16.0, 3.5), (12.75, 3.5)];
    let mut case = Case::of(rectangle(0.0, 0.0, 16.0, 12.0), &[block], [(15.0, 6.0); 2]);
    case = case.costs((15.0, 0.625), 0.5, 8.833_116_232_679_535);
    for ends in [[(12.25, 0.0), (12.25, 12.0)], [(12.25, 12.0), (12.25, 0.0)]] {
        case.barriers = vec![Barrier::new(ends.map(Point::from), BarrierCost::Delay(0.5))];
        case.holds(everywhere());
    }
}

/// It turns around a block on the other side of the barrier, with which it is in line: it has crossed, once.
#[test]
fn a_disc_that_runs_along_a_barrier_and_leaves_to_the_other_side_has_crossed_it() {
    let blocks: [&[(f64, f64)]; 2] =
        [&[(3.0, 3.0), (6.0, 3.0), (6.0, 4.0), (3.0, 4.0)], &[(0.0, 6.0), (2.0, 6.0), (2.0, 7.0), (0.0, 7.0)]];
    // Between the blocks the centre runs along x = 2.5, where a disc of this radius touches both of them.
    let mut case = Case::of(rectangle(0.0, 0.0, 10.0, 10.0), &blocks, [(5.0, 1.5); 2]);
    case = case.costs((1.0, 8.5), 0.5, 0.0);
    let free = case.cost_elsewhere(Motion::NONE);
    case.barriers = vec![Barrier::new([(2.5, 0.0), (2.5, 10.0)].map(Point::from), BarrierCost::Delay(0.25))];
    case.cost = free + 0.25;
    case.holds(everywhere());
}

/// The door ends in the middle of a slanted wall, and a block outside has a vertex on that wall: by rounding, the wall bends there.
#[test]
fn a_door_that_ends_before_a_vertex_in_a_straight_wall() {
    let room = [(0.0, 0.0), (12.0, 0.0), (12.0, 3.25), (6.0, 3.25), (6.0, 12.0), (0.0, 12.0)].map(Point::from);
    let block: &[(f64, f64)] = &[(6.25, 3.25), (9.0, 3.25), (9.0, 4.75), (6.25, 4.75)];
    let case = Case::of(room.to_vec(), &[block], [(12.0, 3.25), (10.5, 3.25)]).costs((5.5, 4.0), 0.15, 0.0);
    let cost = case.cost_elsewhere(Motion::NONE);
    assert!(cost > 5.0 && cost < 6.0, "{cost}");
    let cases = (0..400).map(|k| Motion::turned(0.0157 * f64::from(k)));
    Case { cost, ..case }.holds(cases.chain(everywhere()));
}
