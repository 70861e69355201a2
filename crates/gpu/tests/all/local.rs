//! Local maps on a card against those of the processor: the same windows, directions within the tolerance of both.

use std::f64::consts::{PI, TAU};
use wayfront_domain::{CellId, Cells};
use wayfront_geometry::Point;
use wayfront_gpu::{Gpu, GpuError, GpuLocalMaps};
use wayfront_potential::{Bias, LocalDisc, LocalMap, LocalQuestion};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

/// Sine of the angle by which directions may differ: that of the tests on the processor.
const TURNED: f64 = 0.01;
const SIDES: [usize; 5] = [7, 11, 16, 21, 33];

struct Hall {
    cells: Cells,
    goals: Vec<Vec<CellId>>,
    cell: f64,
    aperture: f64,
    discs: Vec<LocalDisc>,
    questions: Vec<LocalQuestion>,
}

fn random_hall(rng: &mut Rng) -> Hall {
    let size = [1 + rng.below(60), 1 + rng.below(60)];
    // Also where maps of countries put their buildings.
    let origin = *rng.pick(&[Point::new(0.0, 0.0), Point::new(-7.3, 2.9), Point::new(691_234.7, 5_334_567.1)]);
    let grid_cell = 0.1 + 0.9 * rng.unit();
    let blocked = *rng.pick(&[0.0, 0.05, 0.2, 1.0]);
    let free = (0..size[0] * size[1]).map(|_| !rng.chance(blocked)).collect();
    let cells = Cells::new(origin, grid_cell, size, free).expect("a small grid");
    let some_cells = |rng: &mut Rng, count: usize| {
        (0..rng.below(count + 1)).map(|_| CellId(rng.below(size[0] * size[1]) as u32)).collect()
    };
    let goals = (0..1 + rng.below(3)).map(|_| some_cells(rng, 3)).collect::<Vec<Vec<CellId>>>();
    let extent = Point::new(size[0] as f64, size[1] as f64) * grid_cell;
    let place = |rng: &mut Rng| origin + Point::new(rng.unit() * extent.x, rng.unit() * extent.y);
    let direction = |rng: &mut Rng| {
        let (sin, cos) = (rng.unit() * TAU).sin_cos();
        Point::new(cos, sin)
    };
    let discs: Vec<LocalDisc> =
        (0..rng.below(40)).map(|_| LocalDisc { centre: place(rng), radius: 0.1 + 0.4 * rng.unit() }).collect();
    let questions = (0..rng.below(30)).map(|k| LocalQuestion {
        // Most are one of the discs, some stand elsewhere.
        at: if k < discs.len() && rng.chance(0.8) { discs[k].centre } else { place(rng) },
        heading: direction(rng),
        towards: if rng.chance(0.9) { direction(rng) } else { Point::new(0.0, 0.0) },
        radius: 0.1 + 0.2 * rng.unit(),
        map: rng.below(goals.len()),
        bias: Bias::new(direction(rng) * if rng.chance(0.5) { 0.0 } else { 1.5 * rng.unit() }).expect("short enough"),
    });
    let questions = questions.collect();
    let aperture = *rng.pick(&[TAU, 2.0 * PI / 3.0, PI / 2.0, 1.0]);
    Hall { cells, goals, cell: 0.1 + 0.2 * rng.unit(), aperture, discs, questions }
}

/// Discs in the squares around a place, as swarms see them.
fn near(hall: &Hall, side: usize, p: Point) -> Vec<LocalDisc> {
    let square = hall.cell * side as f64 / 2.0;
    let number = |p: Point| [p.x, p.y].map(|v| (v / square).floor());
    let own = number(p);
    let is_near = |disc: &&LocalDisc| number(disc.centre).iter().zip(own).all(|(a, b)| (a - b).abs() <= 1.0);
    hall.discs.iter().filter(is_near).copied().collect()
}

fn window_of(hall: &Hall, side: usize, question: &LocalQuestion) -> LocalMap {
    let mut window = LocalMap::new(side, hall.cell);
    let discs = near(hall, side, question.at);
    window.look(question, hall.aperture, |p| hall.cells.is_free_at(p), discs);
    window.set_goals(|p| hall.cells.cell_of(p).is_some_and(|cell| hall.goals[question.map].contains(&cell)));
    window
}

fn check(gpu: &Gpu, seed: u64, maps: &mut [Option<GpuLocalMaps>]) {
    let rng = &mut Rng::new(seed);
    let hall = random_hall(rng);
    let which = rng.below(SIDES.len());
    let side = SIDES[which];
    // A kernel is compiled for each width of the window, once; the size of its cells is set anew.
    let map = maps[which].get_or_insert_with(|| GpuLocalMaps::new(gpu, side, 1.0).unwrap());
    map.set_cell(hall.cell).unwrap();
    map.set_world(&hall.cells, hall.goals.iter().map(Vec::as_slice)).unwrap();
    let found = map.descents(hall.aperture, &hall.discs, &hall.questions).unwrap();
    assert_eq!(found.len(), hall.questions.len());
    for (k, (question, found)) in hall.questions.iter().zip(found).enumerate() {
        let mut window = window_of(&hall, side, question);
        let right = window.descent(question.bias);
        let what = format!("seed {seed}, side {side}, question {k}: {found:?} instead of {right:?}, {question:?}");
        assert_eq!(found.is_some(), right.is_some(), "{what}");
        let (Some(found), Some(right)) = (found, right) else { continue };
        assert!((found.length() - 1.0).abs() < 1e-5, "{what}");
        assert!(found.cross(right).abs() < TURNED && found.dot(right) > 0.0, "{what}");
    }
}

#[test]
fn directions_are_those_of_the_processor() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut maps = SIDES.map(|_| None);
    each_seed("local maps on a card", 300, |seed| check(&gpu, seed, &mut maps));
}

#[test]
fn the_second_frame_makes_no_buffer() {
    let Some(gpu) = crate::common::gpu() else { return };
    let hall = random_hall(&mut Rng::new(11));
    let mut maps = GpuLocalMaps::new(&gpu, 21, hall.cell).unwrap();
    maps.set_world(&hall.cells, hall.goals.iter().map(Vec::as_slice)).unwrap();
    let alone = maps.descents(hall.aperture, &[], &hall.questions[..1]).unwrap();
    assert_eq!(alone.len(), 1);
    let first = maps.descents(hall.aperture, &hall.discs, &hall.questions).unwrap();
    let before = gpu.counts();
    assert_eq!(maps.descents(hall.aperture, &hall.discs, &hall.questions).unwrap(), first);
    let after = gpu.counts();
    assert_eq!(after.buffers, before.buffers);
    // Discs and questions, not the world.
    let most = (24 * hall.discs.len() + 72 * hall.questions.len()) as u64;
    assert!(after.uploaded - before.uploaded <= most, "{}", after.uploaded - before.uploaded);
    assert_eq!(after.read_back - before.read_back, 8 * hall.questions.len() as u64);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let Some(gpu) = crate::common::gpu() else { return };
    let error = GpuLocalMaps::new(&gpu, 34, 0.2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "local maps on a card cannot do windows of 34 x 34 cells of 0.2: take 7 to 33 cells of a positive size"
    );
    assert!(GpuLocalMaps::new(&gpu, 21, f64::NAN).is_err());
    let mut hall = random_hall(&mut Rng::new(5));
    let mut maps = GpuLocalMaps::new(&gpu, 21, hall.cell).unwrap();
    assert!(maps.set_cell(0.0).is_err());
    assert_eq!(maps.descents(PI, &[], &[]).unwrap(), vec![]);
    hall.questions.truncate(1);
    let error = maps.descents(PI, &hall.discs, &hall.questions).unwrap_err();
    assert!(error.to_string().contains("without a world"), "{error}");
    maps.set_world(&hall.cells, []).unwrap();
    assert!(maps.descents(PI, &hall.discs, &hall.questions).unwrap_err().to_string().contains("map 0 of 0"));
    gpu.close();
    maps.set_world(&hall.cells, [&[][..]]).unwrap_err();
    assert!(matches!(GpuLocalMaps::new(&gpu, 21, 0.2), Err(GpuError::Lost { .. })));
}
