//! Waves over 1024 x 1024 cells by active tiles, and repairs.

use super::{Effort, add, measured};
use crate::stopwatch::Figures;
use crate::table::{Bound, Section};
use crate::two_buffers::TwoBuffers;
use std::cell::RefCell;
use wayfront::Point;
use wayfront::domain::{CellId, Cells};
use wayfront::gpu::{Gpu, GpuError, GpuWave};
use wayfront::search::{CellSpace, Diagonals, Space, StateId, Wave};
use wayfront::world::Random;

const SIDE: usize = 1024;
/// A cell's word is read once, its cost written once.
const CELL_BYTES: u64 = 8;

pub fn section(gpu: &Gpu, effort: Effort) -> Result<Section, GpuError> {
    let mut section = Section::new("Waves over 1024 x 1024 cells (published: 512 x 512, 200 agents)");
    let mut on_card = GpuWave::new(gpu)?;
    for (blocked, name) in [(0.0, "open"), (0.2, "a fifth blocked")] {
        let Some((mut space, goal)) = space(blocked) else { continue };
        let goals = [(goal, 0)];
        let (mut work, mut wave) = (on_card.run(&space, &goals)?, Wave::new());
        let bytes = CELL_BYTES * (SIDE * SIDE) as u64;
        let run = || on_card.run(&space, &goals).map(|done| work = done);
        let times = measured(gpu, effort, bytes, run, Some(&mut || wave.run(&space, &goals)))?;
        add(&mut section, &format!("wave, {name}"), SIDE * SIDE, bytes, times);
        let mut kernel = TwoBuffers::new(space.steps_of_cells(), goal);
        let rounds = (1..).find(|_| !kernel.iterate(space.steps_of_cells())).unwrap_or(0);
        let published = f64::from(rounds) * (SIDE * SIDE) as f64;
        let fewer = Figures::of(published / work.updates as f64);
        section.target(format!("wave, {name}: looks of the published kernel / ours"), fewer, Bound::AtLeast(20.0));
        let looks = work.updates as f64 / (SIDE * SIDE) as f64;
        section.remark(format!("wave, {name}: {looks:.1} looks at a cell in {} rounds", work.rounds));
        repaired(gpu, effort, &mut space, (&mut on_card, &mut wave), name, &mut section)?;
    }
    Ok(section)
}

fn space(blocked: f64) -> Option<(CellSpace, StateId)> {
    let mut random = Random::new(7);
    let free = (0..SIDE * SIDE).map(|_| random.unit() >= blocked).collect();
    let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [SIDE, SIDE], free).ok()?;
    let space = CellSpace::new(&cells, Diagonals::BothFree).ok()?;
    let goal = (0..(SIDE * SIDE) as u32).map(StateId).find(|&state| state.0 > 5000 && space.is_open(state))?;
    Some((space, goal))
}

/// A box of cells is blocked and freed in turns, on both.
fn repaired(
    gpu: &Gpu,
    effort: Effort,
    space: &mut CellSpace,
    (on_card, wave): (&mut GpuWave, &mut Wave),
    name: &str,
    section: &mut Section,
) -> Result<(), GpuError> {
    let middle = SIDE / 2;
    let cells: Vec<CellId> = (0..64).map(|k| CellId(((middle + k / 8) * SIDE + middle + k % 8) as u32)).collect();
    let set_free = |space: &mut CellSpace, is_free: bool| space.set_free(&cells, is_free).unwrap_or_default();
    // There and back once, for the cells that change: each is read and written.
    let mut most = 0;
    for is_free in [false, true] {
        let changed = set_free(space, is_free);
        most = most.max(on_card.repair(space, &changed)?.updates);
        wave.repair(space, &changed);
    }
    let bytes = CELL_BYTES * most;
    let (both, mut is_free) = (RefCell::new((space, Vec::new())), true);
    let kernel = || {
        let (space, changed) = &mut *both.borrow_mut();
        is_free = !is_free;
        *changed = set_free(space, is_free);
        on_card.repair(space, changed).map(|_| ())
    };
    let mut processor = || {
        let (space, changed) = &*both.borrow();
        wave.repair(&**space, changed);
    };
    let times = measured(gpu, effort, bytes, kernel, Some(&mut processor))?;
    add(section, &format!("repair of 64 cells, {name}"), 64, bytes, times);
    Ok(())
}
