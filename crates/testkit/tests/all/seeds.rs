//! Seeds keep their meaning: tests name them, so a change of what they stand for would empty those tests.

use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::{Coordinates, clean_world, world};
use wayfront_world::World;

/// A print of many numbers (FNV-1a over whole words).
struct Print(u64);

impl Print {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn add_world(&mut self, world: &World) {
        let counts = [world.areas.len(), world.obstacles.len(), world.walls.len(), world.barriers.len()];
        counts.into_iter().for_each(|n| self.add(n as u64));
        world.points().for_each(|p| [p.x, p.y].into_iter().for_each(|x| self.add(x.to_bits())));
    }

    fn of_worlds(make: impl Fn(&mut Rng) -> World) -> u64 {
        let mut print = Self::new();
        (0..300).for_each(|seed| print.add_world(&make(&mut Rng::new(seed))));
        print.0
    }
}

#[test]
fn random_worlds_are_those_of_their_seeds() {
    assert_eq!(Print::of_worlds(|rng| world(rng, Coordinates::Grid(6))), 0x4dd3_a929_b9df_55d4);
    assert_eq!(Print::of_worlds(|rng| world(rng, Coordinates::Grid(10))), 0x82df_db88_33b6_e954);
    assert_eq!(Print::of_worlds(|rng| world(rng, Coordinates::Floats)), 0x68a7_dbcb_83b2_9132);
    assert_eq!(Print::of_worlds(clean_world), 0x4a6f_bf9a_193a_fe17);
}

#[cfg(feature = "pathmap")]
#[test]
fn random_terms_are_those_of_their_seeds() {
    use wayfront_testkit::terms::{GRID, Kind, anything, gates, weights};
    let kind = Kind { speeds: &[0.5, 2.0], price: anything, has_segments: false };
    let mut print = Print::new();
    for seed in 0..100 {
        let world = world(&mut Rng::new(seed), GRID);
        let Ok(domain) = wayfront_domain::Domain::without_doors(&world) else { continue };
        let mut rng = Rng::new(!seed);
        let (gates, prices) = gates(&world, &domain, &mut rng, kind);
        gates.iter().flatten().for_each(|p| [p.x, p.y].into_iter().for_each(|x| print.add(x.to_bits())));
        prices.iter().for_each(|price| format!("{price:?}").bytes().for_each(|byte| print.add(byte.into())));
        for weight in weights(&domain, &mut rng, kind.speeds) {
            [weight.weight, weight.corner.x].into_iter().for_each(|x| print.add(x.to_bits()));
        }
    }
    assert_eq!(print.0, 0xa405_c635_b0c1_538d);
}

#[cfg(feature = "flow")]
#[test]
fn random_flows_are_those_of_their_seeds() {
    let mut print = Print::new();
    (0..300).for_each(|seed| print.add_world(&wayfront_testkit::flows::world(seed)));
    assert_eq!(print.0, 0x5a90_5780_79dc_a196);
}

#[cfg(feature = "potential")]
#[test]
fn random_grids_are_those_of_their_seeds() {
    let mut print = Print::new();
    for seed in 0..50 {
        let (grid, goal) = wayfront_testkit::grids::random_grid(&mut wayfront_world::Random::new(seed), 20, 0.3);
        print.add(goal.index() as u64);
        grid.free_cells().for_each(|cell| print.add(cell.index() as u64));
    }
    assert_eq!(print.0, 0x4106_412d_4b3d_93df);
}
