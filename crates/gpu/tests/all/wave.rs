//! Waves on a card against those of the processor, bit for bit: fresh ones, cut off at the farthest agent, and after each
//! of many changes.

use wayfront_domain::{CellId, Cells};
use wayfront_geometry::Point;
use wayfront_gpu::{GpuError, GpuWave};
use wayfront_search::{CellSpace, Diagonals, Space, StateId, Ticks, UNKNOWN, Wave};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

const RULES: [Diagonals; 3] = [Diagonals::Never, Diagonals::BothFree, Diagonals::Always];

/// Sizes around those of tiles, single rows and columns, one cell.
fn random_size(rng: &mut Rng) -> [usize; 2] {
    let side = |rng: &mut Rng| match rng.below(5) {
        0 => 1,
        1 => *rng.pick(&[31, 32, 33, 63, 64, 65]),
        _ => 1 + rng.below(100),
    };
    [side(rng), side(rng)]
}

fn random_space(rng: &mut Rng) -> CellSpace {
    let [columns, rows] = random_size(rng);
    let blocked = *rng.pick(&[0.0, 0.1, 0.3, 0.45, 1.0]);
    let free = (0..columns * rows).map(|_| !rng.chance(blocked)).collect();
    let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [columns, rows], free).expect("a small grid");
    let space = CellSpace::new(&cells, *rng.pick(&RULES)).expect("a small grid");
    if rng.chance(0.4) { with_terrain(rng, space) } else { space }
}

fn with_terrain(rng: &mut Rng, space: CellSpace) -> CellSpace {
    let factors: Vec<f64> = (0..space.len()).map(|_| 1.0 + (rng.below(400) as f64) / 16.0).collect();
    space.with_factors(&factors).expect("good factors")
}

fn random_state(rng: &mut Rng, space: &CellSpace) -> StateId {
    StateId(rng.below(space.len()) as u32)
}

fn random_goals(rng: &mut Rng, space: &CellSpace) -> Vec<(StateId, Ticks)> {
    (0..rng.below(4))
        .map(|_| (random_state(rng, space), if rng.chance(0.5) { 0 } else { rng.below(9000) as u32 }))
        .collect()
}

fn assert_same(found: &[Ticks], right: &[Ticks], what: &str) {
    assert_eq!(found.len(), right.len(), "{what}");
    if let Some(k) = (0..right.len()).find(|&k| found[k] != right[k]) {
        panic!("cell {k}: {} instead of {}; {what}", found[k], right[k]);
    }
}

#[test]
fn waves_on_a_card_are_those_of_the_processor() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut on_card = GpuWave::new(&gpu).unwrap();
    each_seed("waves_on_a_card", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let space = random_space(rng);
        let goals = random_goals(rng, &space);
        let agents: Vec<StateId> = (0..rng.below(4)).map(|_| random_state(rng, &space)).collect();
        let mut wave = Wave::new();
        wave.run_until(&space, &goals, &agents);
        on_card.run_until(&space, &goals, &agents).unwrap();
        let what = format!("seed {seed}: {:?}, goals {goals:?}, agents {agents:?}", space.grid().size());
        assert_same(&on_card.costs().unwrap(), wave.costs(), &what);
    });
}

/// One change: cells freed or blocked, one or a box, or another factor.
fn change(rng: &mut Rng, space: &mut CellSpace, has_terrain: bool) -> Vec<StateId> {
    let [columns, rows] = space.grid().size();
    let (width, height) = if rng.chance(0.5) { (1, 1) } else { (1 + rng.below(12), 1 + rng.below(12)) };
    let (x, y) = (rng.below(columns), rng.below(rows));
    let cells: Vec<CellId> = (y..(y + height).min(rows))
        .flat_map(|row| (x..(x + width).min(columns)).map(move |column| CellId((row * columns + column) as u32)))
        .collect();
    if has_terrain && rng.chance(0.4) {
        space.set_factor(&cells, 1.0 + rng.below(60) as f64 / 4.0).expect("a good factor")
    } else {
        space.set_free(&cells, rng.chance(0.5)).expect("a small grid")
    }
}

#[test]
fn repaired_waves_are_fresh_waves() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut on_card = GpuWave::new(&gpu).unwrap();
    each_seed("repaired_waves_on_a_card", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let mut space = random_space(rng);
        let has_terrain = space.lattice().is_none();
        let goals = random_goals(rng, &space);
        let mut wave = Wave::new();
        wave.run(&space, &goals);
        on_card.run(&space, &goals).unwrap();
        for step in 0..2 {
            let mut changed = change(rng, &mut space, has_terrain);
            if rng.chance(0.3) {
                changed.extend(change(rng, &mut space, has_terrain));
            }
            wave.repair(&space, &changed);
            on_card.repair(&space, &changed).unwrap();
            let what = format!("seed {seed}, change {step}, goals {goals:?}, {:?}", space.grid().size());
            assert_same(&on_card.costs().unwrap(), wave.costs(), &what);
        }
    });
}

/// A wave that was cut off stays cut off: repairs give the costs below its horizon, and nothing else.
#[test]
fn repairs_keep_the_horizon() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut on_card = GpuWave::new(&gpu).unwrap();
    each_seed("repairs_keep_the_horizon", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let mut space = random_space(rng);
        let has_terrain = space.lattice().is_none();
        let goals = random_goals(rng, &space);
        let agents: Vec<StateId> = (0..1 + rng.below(3)).map(|_| random_state(rng, &space)).collect();
        on_card.run_until(&space, &goals, &agents).unwrap();
        let horizon = on_card.horizon();
        for _ in 0..6 {
            let changed = change(rng, &mut space, has_terrain);
            on_card.repair(&space, &changed).unwrap();
            let mut fresh = Wave::new();
            fresh.run(&space, &goals);
            let right: Vec<Ticks> =
                fresh.costs().iter().map(|&cost| if cost < horizon { cost } else { UNKNOWN }).collect();
            assert_same(&on_card.costs().unwrap(), &right, &format!("seed {seed}, horizon {horizon}"));
        }
    });
}

#[test]
fn active_tiles_look_at_twenty_times_fewer_cells() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut on_card = GpuWave::new(&gpu).unwrap();
    let rng = &mut Rng::new(7);
    let free = (0..1 << 20).map(|_| !rng.chance(0.2)).collect();
    let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [1024, 1024], free).unwrap();
    let space = CellSpace::new(&cells, Diagonals::BothFree).unwrap();
    let goal = (0..1 << 20).map(StateId).find(|&state| state.0 > 5000 && space.is_open(state)).unwrap();
    let work = on_card.run(&space, &[(goal, 0)]).unwrap();
    let mut wave = Wave::new();
    wave.run(&space, &[(goal, 0)]);
    assert_same(&on_card.costs().unwrap(), wave.costs(), "1024 x 1024");
    // The published kernel looks at all cells in every round, and a round brings costs one cell farther: it takes as many as
    // there are steps to the farthest cell, at least. (The benchmark counts them.)
    let away = |k: u32| (k % 1024).abs_diff(goal.0 % 1024).max((k / 1024).abs_diff(goal.0 / 1024));
    let reached = (0..1 << 20).filter(|&k| wave.costs()[k as usize] != UNKNOWN);
    let published = u64::from(reached.map(away).max().unwrap()) << 20;
    assert!(20 * work.updates <= published, "{} against {published}", work.updates);
}

#[test]
fn the_second_frame_makes_no_buffer_and_uploads_what_changed() {
    let Some(gpu) = crate::common::gpu() else { return };
    let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [200, 150], vec![true; 30_000]).unwrap();
    let mut space = CellSpace::new(&cells, Diagonals::BothFree).unwrap();
    let mut wave = GpuWave::new(&gpu).unwrap();
    wave.run(&space, &[(StateId(77), 0)]).unwrap();
    let changed = space.set_free(&[CellId(80), CellId(9000)], false).unwrap();
    wave.repair(&space, &changed).unwrap();
    let before = gpu.counts();
    let changed = space.set_free(&[CellId(80), CellId(15_000)], true).unwrap();
    wave.repair(&space, &changed).unwrap();
    let after = gpu.counts();
    assert_eq!(after.buffers, before.buffers);
    // A cell with its word for each change, the goal, and the numbers of the call: of the grid and of the progress.
    let most = 8 * changed.len() as u64 + 8 + 32 + 48;
    assert!(after.uploaded - before.uploaded <= most, "{} bytes", after.uploaded - before.uploaded);
}

#[test]
fn what_is_no_cell_is_refused() {
    let Some(gpu) = crate::common::gpu() else { return };
    let mut wave = GpuWave::new(&gpu).unwrap();
    let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [3, 3], vec![true; 9]).unwrap();
    let space = CellSpace::new(&cells, Diagonals::BothFree).unwrap();
    let error = wave.run(&space, &[(StateId(9), 0)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a wave cannot do cell 9 of a grid with 9 cells: numbers of cells begin at 0, row by row"
    );
    assert!(wave.repair(&space, &[StateId(1000)]).is_err());
    gpu.close();
    assert!(matches!(wave.run(&space, &[(StateId(0), 0)]), Err(GpuError::Lost { .. })));
}
