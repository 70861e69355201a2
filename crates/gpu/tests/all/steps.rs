//! Steps of agents on the card beside steps along the exact map's routes, on random worlds.

use crate::common::gpu;
use crate::common::rig::{map_on_terms, plain_map};
use std::cell::RefCell;
use wayfront_domain::Scene;
use wayfront_geometry::Point;
use wayfront_gpu::{Gpu, GpuMap, GpuQuestions, PointAnswer};
use wayfront_pathmap::view::{LayerId, RootKind};
use wayfront_pathmap::{GeneratorId, PathMap};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, delays};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::World;

/// Where one is that goes from `p` to a generator and on to its parents, for some time at some speed.
fn stepped(map: &PathMap, generator: GeneratorId, p: Point, mut time: f64, speed: f64) -> Point {
    let view = map.view();
    let (mut at, mut root) = (p, view.numbered(generator));
    while let Some(goal) = root {
        let (layer, parent) = match goal.kind() {
            RootKind::Node(id) => (view.node(id).layer(), view.node(id).parent().get()),
            RootKind::Flat(_) => (LayerId::FIRST, None),
        };
        let aim = view.aim_of(goal, at);
        let needed = at.distance(aim) * view.slowness(layer) / speed;
        if needed > time {
            return at.lerp(aim, time / needed);
        }
        (at, time, root) = (aim, time - needed, parent);
    }
    at
}

/// Generators that a point may be led to: the one that the card has found there; in a wall, those beside it.
fn leads(map: &PathMap, p: Point, answer: &PointAnswer, reach: f64) -> Vec<GeneratorId> {
    if answer.generator != u32::MAX {
        return vec![GeneratorId(answer.generator)];
    }
    let circles = (0..64).flat_map(|k| [0.25, 0.5, 1.0].map(|far| (f64::from(k) * std::f64::consts::TAU / 64.0, far)));
    let around = circles.map(|(turn, far)| p + Point::new(turn.cos(), turn.sin()) * (far * reach));
    let near = map.domain().nearest_free(p).filter(|q| q.distance(p) <= reach);
    let mut all: Vec<GeneratorId> =
        near.into_iter().chain(around).filter_map(|q| Some(map.answer(q).ok()?.generator)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Corners, and points anywhere, as the card has them: rounded.
fn agents(map: &PathMap, centre: Point, rng: &mut Rng) -> Vec<Point> {
    let bounds = map.domain().bounds();
    let mut all: Vec<Point> = map.domain().corner_points().to_vec();
    all.extend((0..40).map(|_| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height())));
    let round = |x: f64| f64::from(x as f32);
    all.into_iter().map(|p| centre + Point::new(round(p.x - centre.x), round(p.y - centre.y))).collect()
}

/// A card's agents, kept from world to world.
struct Walk<'a> {
    gpu: &'a Gpu,
    questions: RefCell<GpuQuestions>,
}

impl Walk<'_> {
    /// Steps of all lengths, some of them through several corners; the last one to the end of all routes.
    fn agrees(&self, map: &PathMap, rng: &mut Rng) -> Verdict {
        let size = map.domain().bounds().size();
        let mut card = GpuMap::new(self.gpu, map).unwrap();
        let mut questions = self.questions.borrow_mut();
        let mut from = agents(map, card.centre(), rng);
        let speeds: Vec<f32> = from.iter().map(|_| *rng.pick(&[0.0, 0.25, 1.0, 1.5])).collect();
        questions.set_points(&card, &from).unwrap();
        questions.set_speeds(&speeds).unwrap();
        for time in [0.01 * size * rng.unit(), 0.3 * size * rng.unit(), size * rng.unit(), 1e4 * size] {
            questions.ask(&mut card).unwrap();
            let answers = questions.read_answers().unwrap();
            questions.advance(&mut card, time).unwrap();
            let to = questions.read_points(&card).unwrap();
            for (((&p, &q), answer), &speed) in from.iter().zip(&to).zip(&answers).zip(&speeds) {
                is_right(map, [p, q], answer, time, speed)?;
            }
            from = to;
        }
        Ok(())
    }
}

fn is_right(map: &PathMap, [p, q]: [Point; 2], answer: &PointAnswer, time: f64, speed: f32) -> Verdict {
    let size = map.domain().bounds().size();
    // Each leg is rounded anew; a turn near the aim does what its rounding leaves.
    let near = 1e-5 * size;
    let leads = leads(map, p, answer, 16.0 * f64::from(f32::EPSILON) * size);
    if answer.cost == f32::INFINITY && p != q {
        return Err(format!("{p} has no path to a source, and is moved to {q}"));
    }
    let stays = speed == 0.0 || answer.generator == u32::MAX;
    let is_there = |generator: &GeneratorId| stepped(map, *generator, p, time, f64::from(speed)).distance(q) <= near;
    if (stays && p == q) || (speed > 0.0 && leads.iter().any(is_there)) {
        return Ok(());
    }
    let right: Vec<Point> = leads.iter().map(|&lead| stepped(map, lead, p, time, f64::from(speed))).collect();
    Err(format!("{time} at speed {speed} from {p}, answered by {answer:?}: to {q}, not one of {right:?}"))
}

fn agree(name: &str, from: Coordinates, make: impl Fn(&World, &mut Rng) -> Option<PathMap>) {
    let Some(gpu) = gpu() else { return };
    let walk = Walk { gpu: &gpu, questions: RefCell::new(GpuQuestions::new(&gpu).unwrap()) };
    let property = |world: &World, rng: &mut Rng| match make(world, rng) {
        Some(map) => walk.agrees(&map, rng),
        None => Ok(()),
    };
    check(name, 75, |rng| world(rng, from), property);
}

#[test]
fn plain_maps() {
    agree("steps among floats", FLOATS, |w, rng| plain_map(w, rng, FLOATS, Point::default()));
    agree("steps on grids", GRID, |w, rng| plain_map(w, rng, GRID, Point::default()));
    let utm = Point::new(412_345.678, 5_312_345.123);
    agree("steps at UTM coordinates", GRID, |w, rng| plain_map(w, rng, GRID, utm));
}

#[test]
fn maps_on_terms() {
    let kind = Kind { speeds: &[0.5, 1.3, 2.0], price: delays, has_segments: false };
    agree("steps on terms among floats", FLOATS, |w, rng| map_on_terms(w, rng, FLOATS, kind));
    agree("steps on terms on grids", GRID, |w, rng| map_on_terms(w, rng, GRID, kind));
}

/// A leg to a corner that one stands on takes no time at any speed: at speed zero that is nothing divided by nothing.
#[test]
fn an_agent_that_does_not_move_stays_on_a_corner() {
    let Some(gpu) = gpu() else { return };
    let map = PathMap::of(&Scene::open("office").unwrap()).unwrap();
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    questions.set_points(&card, map.domain().corner_points()).unwrap();
    let start = questions.read_points(&card).unwrap();
    for speed in [0.0, -1.0, f32::NAN] {
        questions.set_speeds(&vec![speed; start.len()]).unwrap();
        questions.advance(&mut card, 1.0).unwrap();
        assert!(questions.read_points(&card).unwrap() == start, "at speed {speed}");
    }
    questions.set_speeds(&vec![1.0; start.len()]).unwrap();
    for time in [0.0, -1.0, f64::NAN] {
        questions.advance(&mut card, time).unwrap();
        assert!(questions.read_points(&card).unwrap() == start, "for {time}");
    }
    questions.advance(&mut card, 1.0).unwrap();
    assert!(questions.read_points(&card).unwrap() != start);
}
