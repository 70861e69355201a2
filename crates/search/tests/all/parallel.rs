//! One thread, several threads and the two-buffer kernel give the same bits.

use crate::common::{random_cells, random_space, random_state};
use wayfront_domain::CellId;
use wayfront_search::{CellSpace, Diagonals, StateId, Wave, repair_all, wave_on_threads, waves};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;

#[test]
fn one_wave_on_several_threads() {
    each_seed("one_wave_on_several_threads", 120, |seed| {
        let rng = &mut Rng::new(seed);
        let space = random_space(rng, 70);
        let goals: Vec<StateId> = (0..1 + rng.below(3)).map(|_| random_state(rng, &space)).collect();
        let mut wave = Wave::new();
        wave.run(&space, &goals.iter().map(|&goal| (goal, 0)).collect::<Vec<_>>());
        for threads in [1, 2, 3, 7] {
            assert!(
                wave_on_threads(space.steps_of_cells(), &goals, threads) == wave.costs(),
                "{threads} threads differ"
            );
        }
    });
}

#[test]
fn many_waves_and_repairs_at_once() {
    each_seed("many_waves_and_repairs_at_once", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let cells = random_cells(rng, [40, 30], 0.2);
        let mut space = CellSpace::new(&cells, Diagonals::BothFree).expect("a grid");
        let goals: Vec<Vec<(StateId, u32)>> = (0..6).map(|_| vec![(random_state(rng, &space), 0)]).collect();
        let mut all = waves(&space, &goals);
        let block: Vec<CellId> = (0..20).map(|_| CellId(rng.below(1200) as u32)).collect();
        let changed = space.set_free(&block, rng.chance(0.5)).expect("a grid");
        repair_all(&space, &mut all, &changed);
        for (wave, goals) in all.iter().zip(&goals) {
            let mut fresh = Wave::new();
            fresh.run(&space, goals);
            assert!(fresh.costs() == wave.costs());
        }
    });
}
