//! Answers, routes and steps on the card beside the exact map.

use crate::common::gpu;
use crate::common::rig::{Judge, map_on_terms, plain_map};
use std::cell::RefCell;
use wayfront_domain::{Guide, Scene};
use wayfront_geometry::Point;
use wayfront_gpu::{Gpu, GpuMap, GpuQuestions};
use wayfront_pathmap::PathMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::terms::{FLOATS, GRID, Kind, delays};
use wayfront_testkit::worlds::world;
use wayfront_world::World;

/// Random points, and all corners, as the card has them: rounded.
fn points(map: &PathMap, centre: Point, rng: &mut Rng) -> Vec<Point> {
    let bounds = map.domain().bounds();
    let mut points: Vec<Point> = map.domain().corner_points().to_vec();
    for _ in 0..70 {
        points.push(bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height()));
    }
    let round = |x: f64| f64::from(x as f32);
    points.into_iter().map(|p| centre + Point::new(round(p.x - centre.x), round(p.y - centre.y))).collect()
}

fn answers_agree(gpu: &Gpu, questions: &RefCell<GpuQuestions>, map: &PathMap, rng: &mut Rng) -> Verdict {
    let mut card = GpuMap::new(gpu, map).unwrap();
    let points = points(map, card.centre(), rng);
    let mut questions = questions.borrow_mut();
    questions.set_points(&card, &points).unwrap();
    questions.ask(&mut card).unwrap();
    let answers = questions.read_answers().unwrap();
    questions.lead(&mut card, 64).unwrap();
    let routes = questions.read_routes(&card).unwrap();
    let mut judge = Judge { map, beside: 0, all: 0 };
    let near = 1e-5 * map.domain().bounds().size();
    for ((&p, answer), route) in points.iter().zip(&answers).zip(&routes) {
        judge.judge(p, answer.cost, answer.generator)?;
        let is_reached = answer.generator != u32::MAX;
        if is_reached == route.is_empty() {
            return Err(format!("{p} is answered by {answer:?}, and has the route {route:?}"));
        }
        if !is_reached {
            continue;
        }
        let aim = card.centre() + Point::new(f64::from(answer.aim[0]), f64::from(answer.aim[1]));
        let first = route.get(1).copied().unwrap_or(p);
        // Paths between copies of a node have no length: the first point of the route may be behind the aim.
        if aim.distance(p) > near && aim.distance(first) > near {
            return Err(format!("from {p} the aim is {aim}, the route {route:?}"));
        }
        // Where the exact map goes to the same generator, it goes the same way.
        if map.answer(p).is_ok_and(|exact| exact.generator.0 == answer.generator) {
            let exact = map.route(p).unwrap();
            let mut distinct = exact.clone();
            distinct.dedup_by(|a, b| a.distance(*b) <= near);
            let mut ours = route.clone();
            ours.dedup_by(|a, b| a.distance(*b) <= near);
            let is_same =
                distinct.len() == ours.len() && distinct.iter().zip(&ours).all(|(a, b)| a.distance(*b) <= near);
            if !is_same {
                return Err(format!("from {p} the card goes {route:?}, the map {exact:?}"));
            }
        }
    }
    Ok(())
}

fn agree(name: &str, from: wayfront_testkit::worlds::Coordinates, make: impl Fn(&World, &mut Rng) -> Option<PathMap>) {
    let Some(gpu) = gpu() else { return };
    let questions = RefCell::new(GpuQuestions::new(&gpu).unwrap());
    let property = |world: &World, rng: &mut Rng| match make(world, rng) {
        Some(map) => answers_agree(&gpu, &questions, &map, rng),
        None => Ok(()),
    };
    check(name, 80, |rng| world(rng, from), property);
}

#[test]
fn plain_maps() {
    agree("questions among floats", FLOATS, |w, rng| plain_map(w, rng, FLOATS, Point::default()));
    agree("questions on grids", GRID, |w, rng| plain_map(w, rng, GRID, Point::default()));
    let utm = Point::new(412_345.678, 5_312_345.123);
    agree("questions at UTM coordinates", FLOATS, |w, rng| plain_map(w, rng, FLOATS, utm));
}

#[test]
fn maps_on_terms() {
    let kind = Kind { speeds: &[0.5, 1.3, 2.0], price: delays, has_segments: false };
    agree("questions on terms among floats", FLOATS, |w, rng| map_on_terms(w, rng, FLOATS, kind));
    agree("questions on terms on grids", GRID, |w, rng| map_on_terms(w, rng, GRID, kind));
}

#[test]
fn agents_arrive() {
    let Some(gpu) = gpu() else { return };
    for name in ["office", "maze", "city"] {
        let map = PathMap::of(&Scene::open(name).unwrap()).unwrap();
        let mut card = GpuMap::new(&gpu, &map).unwrap();
        let mut questions = GpuQuestions::new(&gpu).unwrap();
        let mut rng = Rng::new(5);
        let mut agents = points(&map, card.centre(), &mut rng);
        agents.retain(|&p| map.cost(p).is_ok());
        questions.set_points(&card, &agents).unwrap();
        let longest = agents.iter().map(|&p| map.cost(p).unwrap()).fold(0.0, f64::max);
        let (steps, size) = (400_u32, map.domain().bounds().size());
        let time = longest / f64::from(steps - 1);
        for step in 1..=steps {
            let before = gpu.counts();
            questions.advance(&mut card, time).unwrap();
            let after = gpu.counts();
            // The first step makes what is kept.
            assert!(step == 1 || after.buffers == before.buffers, "step {step}");
            if step == 3 {
                let moved = questions.read_points(&card).unwrap();
                for (&p, &q) in agents.iter().zip(&moved) {
                    let left = (map.cost(p).unwrap() - 3.0 * time).max(0.0);
                    let q = map.domain().nearest_free(q).unwrap();
                    // On a wall without thickness the other side may be nearer still.
                    assert!(map.cost(q).unwrap() < left + 2e-5 * size, "{name}: {p} has come to {q}");
                }
            }
        }
        for q in questions.read_points(&card).unwrap() {
            let q = map.domain().nearest_free(q).unwrap();
            assert!(map.cost(q).unwrap() < 1e-4 * size, "{name}: {q} costs {}", map.cost(q).unwrap());
        }
    }
}

#[test]
fn the_second_frame_makes_no_buffer_and_sends_what_changed() {
    let Some(gpu) = gpu() else { return };
    let map = PathMap::of(&Scene::open("office").unwrap()).unwrap();
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    let agents = points(&map, card.centre(), &mut Rng::new(5));
    questions.set_points(&card, &agents).unwrap();
    let mut frame = |questions: &mut GpuQuestions| {
        let before = gpu.counts();
        questions.ask(&mut card).unwrap();
        questions.lead(&mut card, 8).unwrap();
        questions.advance(&mut card, 0.1).unwrap();
        questions.read_answers().unwrap();
        questions.read_routes(&card).unwrap();
        let after = gpu.counts();
        (after.buffers - before.buffers, after.textures - before.textures, after.uploaded - before.uploaded)
    };
    frame(&mut questions);
    // What each of the three kernels is called with is 16 bytes; points are on the card.
    assert_eq!(frame(&mut questions), (0, 0, 48));
}

#[test]
fn no_points_and_odd_numbers_of_them() {
    let Some(gpu) = gpu() else { return };
    let map = PathMap::of(&Scene::open("office").unwrap()).unwrap();
    let mut card = GpuMap::new(&gpu, &map).unwrap();
    let mut questions = GpuQuestions::new(&gpu).unwrap();
    for count in [0, 1, 63, 65, 1000] {
        questions.set_points(&card, &vec![Point::new(3.0, 2.0); count]).unwrap();
        questions.ask(&mut card).unwrap();
        let answers = questions.read_answers().unwrap();
        assert_eq!(answers.len(), count);
        assert!(answers.iter().all(|answer| answer == &answers[0]));
        questions.lead(&mut card, 3).unwrap();
        assert!(questions.read_routes(&card).unwrap().iter().all(|route| route.len() == 3));
    }
    let nowhere = [Point::new(f64::NAN, 1.0), Point::new(1e30, 1e30), Point::new(f64::INFINITY, 0.0)];
    questions.set_points(&card, &nowhere).unwrap();
    questions.ask(&mut card).unwrap();
    assert!(questions.read_answers().unwrap().iter().all(|answer| answer.cost.is_nan()));
    questions.advance(&mut card, 1.0).unwrap();
    assert_eq!(questions.read_points(&card).unwrap().len(), 3);
}
