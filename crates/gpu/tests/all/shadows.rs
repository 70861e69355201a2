//! The papers' path map beside the exact one: they agree as far as pixels tell.

use crate::common::gpu;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, Scene};
use wayfront_geometry::{Point, Raster, closest_on_segment};
use wayfront_gpu::{FanMap, GpuError, ShadowScene};
use wayfront_pathmap::view::Node;
use wayfront_pathmap::{PathMap, Terms};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, weights};
use wayfront_testkit::worlds::{Coordinates, rectangle, wall, world};
use wayfront_world::{Polygon, Source, Weight, World};

/// Pixels whose cost is that of the exact map, those that cost more, less, or are free in one of them only.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    equal: usize,
    dearer: usize,
    cheaper: usize,
    free_in_one: usize,
    /// They have the exact cost, but not from the generator that they name.
    misled: usize,
}

/// What one goes to and comes from, as both know it: a scene, its sources, the exact map.
#[derive(Clone, Copy)]
struct Exact<'a> {
    map: &'a PathMap,
    scene: &'a ShadowScene,
    sources: &'a [Source],
}

impl Exact<'_> {
    /// One gets to a place at some cost, within a margin, by a straight leg from a generator: the exact map says so of the
    /// generator, or of where the leg has just left it.
    fn leads(&self, number: u32, p: Point, cost: f64, margin: f64) -> bool {
        let Some(generator) = self.scene.generator(number) else { return false };
        let [start, end] = generator.ends;
        let after = |leg: f64| cost - leg / generator.speed;
        if let Some(source) = generator.source {
            let leg = closest_on_segment(start, end, p).distance(p);
            return (self.sources[source].offset - after(leg)).abs() <= margin;
        }
        let view = self.map.view();
        let is_it = |node: &&Node| node.at() == start && view.slowness(node.layer()) == 1.0 / generator.speed;
        let just_left = self.map.cost(start.lerp(p, 1e-6)).ok();
        let mut known = view.nodes().iter().filter(is_it).map(Node::cost).chain(just_left);
        known.any(|known| (known - after(start.distance(p))).abs() <= margin)
    }
}

impl Tally {
    fn of(exact: Exact<'_>, raster: &Raster, (costs, generators): &(Vec<f32>, Vec<u32>)) -> Self {
        let mut tally = Self::default();
        let (map, pixel) = (exact.map, raster.pixel().x);
        for (k, (&cost, &generator)) in costs.iter().zip(generators).enumerate() {
            let centre = raster.centre(k % raster.width(), k / raster.width());
            // Centres on outlines, but for rounding, are on them.
            let right = map.cost(map.domain().free_within_rounding(centre).unwrap_or(centre));
            let cost = f64::from(cost);
            match right {
                Err(_) if !cost.is_finite() && generator == u32::MAX => tally.equal += 1,
                Ok(right) if cost.is_finite() => {
                    let margin = 0.05 * pixel + 1e-5 * right;
                    match cost - right {
                        by if by > margin => tally.dearer += 1,
                        by if by < -margin => tally.cheaper += 1,
                        _ if exact.leads(generator, centre, cost, margin) => tally.equal += 1,
                        _ => tally.misled += 1,
                    }
                }
                _ => tally.free_in_one += 1,
            }
        }
        tally
    }

    fn plus(self, other: Self) -> Self {
        Self {
            equal: self.equal + other.equal,
            dearer: self.dearer + other.dearer,
            cheaper: self.cheaper + other.cheaper,
            free_in_one: self.free_in_one + other.free_in_one,
            misled: self.misled + other.misled,
        }
    }

    fn wrong(&self) -> f64 {
        let wrong = self.dearer + self.cheaper + self.free_in_one + self.misled;
        wrong as f64 / (self.equal + wrong).max(1) as f64
    }
}

#[test]
fn built_in_scenes_agree_with_the_exact_map() {
    let Some(gpu) = gpu() else { return };
    let mut fans = FanMap::new(&gpu).unwrap();
    for name in ["two-rooms", "profiling0", "profiling1", "office", "bicycle", "maze"] {
        let scene = Scene::open(name).unwrap();
        let Ok(seen) = ShadowScene::of(&scene) else { panic!("{name}") };
        let terms = Terms { weights: scene.weights().to_vec(), prices: Vec::new() };
        let map = PathMap::on_terms(scene.walled_domain().clone(), scene.sources(), &terms).unwrap();
        let raster = Raster::fitting(map.domain().bounds(), 200).unwrap();
        let stats = fans.draw(&seen, &raster).unwrap();
        let exact = Exact { map: &map, scene: &seen, sources: scene.sources() };
        let tally = Tally::of(exact, &raster, &fans.read().unwrap());
        println!("{name}: {stats:?} {tally:?}");
        assert!(tally.wrong() < 2e-3, "{name}: {tally:?}");
    }
}

/// What random worlds are made of.
struct Kind {
    from: Coordinates,
    speeds: &'static [f64],
    make: fn(&mut Rng, Coordinates) -> World,
}

fn agree(name: &str, count: u64, kind: &Kind) -> Tally {
    let Some(gpu) = gpu() else { return Default::default() };
    let Kind { from, speeds, make } = *kind;
    let (fans, all) = (RefCell::new(FanMap::new(&gpu).unwrap()), Cell::new(Tally::default()));
    let property = |world: &World, rng: &mut Rng| -> Verdict {
        let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
        let domain = Arc::new(domain);
        let free = |rng: &mut Rng| (0..30).map(|_| from.point(rng)).find(|&p| domain.contains(p));
        let Some(p) = free(rng) else { return Ok(()) };
        let mut sources = vec![Source::point(p).with_offset(rng.unit())];
        if let (Some(a), Some(b)) = (free(rng), free(rng))
            && a != b
            && domain.sees(a, b)
            && speeds.is_empty()
        {
            sources.push(Source::segment(a, b));
        }
        let weights = weights(&domain, rng, speeds);
        let terms = Terms { weights: weights.clone(), prices: Vec::new() };
        let Ok(map) = PathMap::on_terms(domain.clone(), &sources, &terms) else { return Ok(()) };
        let bounds = domain.bounds();
        let Ok(raster) = Raster::fitting(bounds, 40 + rng.below(20) as u32) else { return Ok(()) };
        let seen = ShadowScene::new(&domain, &sources, &weights);
        let mut fans = fans.borrow_mut();
        fans.draw(&seen, &raster).unwrap();
        let exact = Exact { map: &map, scene: &seen, sources: &sources };
        let tally = Tally::of(exact, &raster, &fans.read().unwrap());
        all.set(all.get().plus(tally));
        if tally.wrong() > 0.02 {
            return Err(format!("{tally:?}, sources {sources:?}, weights {weights:?}"));
        }
        Ok(())
    };
    check(name, count, |rng| make(rng, from), property);
    println!("{name}: {:?}", all.get());
    all.get()
}

#[test]
fn random_worlds_agree() {
    for (name, from) in [("shadows among floats", FLOATS), ("shadows on grids", GRID)] {
        let fans = agree(name, 150, &Kind { from, speeds: &[], make: world });
        assert!(fans.wrong() < 1e-3, "{fans:?}");
    }
}

#[test]
fn layers_of_speeds_agree() {
    let speeds = &[1.0, 1.3, 2.0, 4.0];
    for (name, from) in [("shadows with weights among floats", FLOATS), ("shadows with weights on grids", GRID)] {
        let fans = agree(name, 75, &Kind { from, speeds, make: world });
        assert!(fans.wrong() < 1e-3, "{fans:?}");
    }
}

/// A path turns early, at another corner, to pass a slow one straight on.
#[test]
fn slow_corners_agree() {
    let speeds = &[0.5, 0.8, 2.0];
    for (name, from) in [("shadows and slow corners among floats", FLOATS), ("shadows and slow corners on grids", GRID)]
    {
        let fans = agree(name, 75, &Kind { from, speeds, make: world });
        assert!(fans.wrong() < 1e-3, "{fans:?}");
    }
}

#[test]
fn moving_sources_need_no_new_buffers() {
    let Some(gpu) = gpu() else { return };
    let scene = Scene::open("two-rooms").unwrap();
    let seen = ShadowScene::of(&scene).unwrap();
    let raster = Raster::fitting(scene.domain().bounds(), 61).unwrap();
    let mut fans = FanMap::new(&gpu).unwrap();
    fans.draw(&seen, &raster).unwrap();
    fans.read().unwrap();
    // The same again sends nothing that stayed.
    let first = gpu.counts();
    fans.draw(&seen, &raster).unwrap();
    assert_eq!(gpu.counts().uploaded, first.uploaded);
    let bounds = scene.domain().bounds();
    let centres = (0..raster.width()).map(|k| raster.centre(k, raster.height() / 3));
    let free: Vec<Point> = centres.filter(|&p| bounds.contains(p) && scene.domain().contains(p)).collect();
    for &p in free.iter().step_by(10) {
        let moved = [Source::point(p)];
        let seen = seen.with_sources(&moved);
        fans.draw(&seen, &raster).unwrap();
        let map = PathMap::new(scene.walled_domain().clone(), &moved).unwrap();
        let exact = Exact { map: &map, scene: &seen, sources: &moved };
        let tally = Tally::of(exact, &raster, &fans.read().unwrap());
        assert!(tally.wrong() < 5e-3, "from {p}: {tally:?}");
    }
    let last = gpu.counts();
    assert_eq!((last.buffers, last.textures), (first.buffers, first.textures));
}

#[test]
fn barriers_are_refused() {
    let scene = Scene::open("queue-delay");
    let error = ShadowScene::of(&scene.unwrap()).unwrap_err();
    assert!(matches!(error, GpuError::Unsupported { .. }), "{error}");
}

/// Every pixel of a world with weights has the exact map's cost.
fn is_right(world: &World, source: Source, weights: &[Weight]) {
    let Some(gpu) = gpu() else { return };
    let domain = Arc::new(Domain::without_doors(world).unwrap());
    let sources = [source];
    let terms = Terms { weights: weights.to_vec(), prices: Vec::new() };
    let map = PathMap::on_terms(domain.clone(), &sources, &terms).unwrap();
    let raster = Raster::new(domain.bounds(), 57, 57).unwrap();
    let seen = ShadowScene::new(&domain, &sources, weights);
    let mut fans = FanMap::new(&gpu).unwrap();
    fans.draw(&seen, &raster).unwrap();
    let exact = Exact { map: &map, scene: &seen, sources: &sources };
    let tally = Tally::of(exact, &raster, &fans.read().unwrap());
    assert_eq!(tally.wrong(), 0.0, "{tally:?}");
}

/// Four sectors meet where two walls cross. A weight at the crossing is picked up in each of them; it opens no passage from one
/// to the next.
#[test]
fn a_weight_where_walls_cross_opens_no_passage() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, 8.0, 8.0))];
    world.walls =
        [[(0.0, 4.0), (7.0, 4.0)], [(4.0, 0.0), (4.0, 7.0)]].map(|ends| wall(ends.map(Point::from).to_vec())).into();
    is_right(&world, Source::point(Point::new(1.0, 1.0)), &[Weight::new(Point::new(4.0, 4.0), 2.0)]);
}

/// Around a block, by way of the room's corner, which no shortest path turns at without slow ones.
#[test]
fn a_slow_corner_is_kept_away_from_by_any_other() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(1.0, 1.0, 9.0, 9.0))];
    world.obstacles = vec![Polygon::ring(rectangle(2.0, 2.0, 8.0, 10.0))];
    is_right(&world, Source::point(Point::new(1.5, 2.5)), &[Weight::new(Point::new(8.0, 2.0), 0.5)]);
}

/// A partition that is far thinner than a pixel, with corners on both sides at the same place but for rounding.
#[test]
fn corners_on_both_sides_of_a_thin_partition_are_apart() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, 8.0, 8.0))];
    world.obstacles = vec![Polygon::ring(rectangle(3.01, -1.0, 3.0101, 9.0))];
    is_right(&world, Source::point(Point::new(1.0, 1.0)), &[Weight::new(Point::new(8.0, 8.0), 0.5)]);
}

/// Around the corner of a block one sees the end of a segment, and not the point that is nearest.
#[test]
fn a_segment_is_seen_at_its_end() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, 8.0, 8.0))];
    world.obstacles = vec![Polygon::ring(rectangle(2.0, 3.0, 8.0, 4.0))];
    is_right(&world, Source::segment(Point::new(1.0, 7.0), Point::new(7.0, 7.0)), &[]);
}

/// A segment touches the end of a wall, behind which it is seen from that point alone.
#[test]
fn a_segment_is_seen_through_the_corner_that_it_touches() {
    let mut world = World::new();
    world.areas =
        vec![Polygon::ring([(7.0, 4.0), (5.0, 2.0), (5.0, 0.0), (0.0, 2.0), (0.0, 5.0)].map(Point::from).to_vec())];
    world.walls = vec![wall([(7.0, 7.0), (5.0, 2.0)].map(Point::from).to_vec())];
    is_right(&world, Source::segment(Point::new(5.0, 1.0), Point::new(5.0, 4.0)), &[]);
}

/// The crossing of two walls is rounded: the source lies on the one that was given, and beside the one that is bent there.
#[test]
fn a_source_on_a_bent_wall_is_on_both_of_its_sides() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, 8.0, 8.0))];
    let given = [[(1.0, 3.0), (7.0, 6.0)], [(0.0, 3.0), (6.0, 7.0)], [(1.0, 5.0), (7.0, 1.0)]];
    world.walls = given.map(|ends| wall(ends.map(Point::from).to_vec())).into();
    is_right(&world, Source::point(Point::new(5.0, 5.0)), &[]);
}

/// A leg at right angles to the segment runs along an outline, whose corners are rounded, and turns at the last of them.
#[test]
fn a_leg_of_a_segment_turns_at_the_end_of_an_outline_along_it() {
    let mut world = World::new();
    world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, 7.0, 7.0))];
    let ring = |points: [(f64, f64); 3]| points.map(Point::from).to_vec();
    let mut block = Polygon::ring(ring([(1.0, 3.0), (5.0, 0.0), (5.0, 6.0)]));
    block.holes = vec![ring([(3.0, 6.0), (2.0, 1.0), (0.0, 0.0)])];
    world.obstacles = vec![block];
    is_right(&world, Source::segment(Point::new(0.0, 7.0), Point::new(5.0, 6.0)), &[]);
}
