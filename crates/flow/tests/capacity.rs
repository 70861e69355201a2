//! Capacity and min cut against independent computations, on random worlds of many kinds.

mod common;

use common::{gates, grid_flow, worlds};
use wayfront_flow::{FlowFault, FlowMap};

#[test]
fn capacity_is_that_of_all_gates_tried() {
    let mut flowing = 0;
    for seed in 0..500 {
        let world = worlds::world(seed);
        let flow = match FlowMap::new(&world) {
            Ok(flow) => flow,
            // Obstacles may close everything, or cover an exit.
            Err(FlowFault::NoWay | FlowFault::Misplaced(_)) => continue,
            Err(fault) => panic!("seed {seed}: {fault} {fault:?}"),
        };
        flowing += 1;
        let expected = gates::capacity(&flow, None);
        let found = flow.capacity();
        assert!((found - expected).abs() < 1e-7, "seed {seed}: {found}, but all gates tried say {expected}");
        let cut: f64 = flow.cut().iter().map(|g| g.width).sum();
        assert!((cut - found).abs() < 1e-9, "seed {seed}: the cut's gates are {cut} wide, the capacity is {found}");
        for lane in [0.3, 0.5, 1.0] {
            let expected = gates::capacity(&flow, Some(lane)) as usize;
            let lanes = flow.lanes(lane / 2.0).unwrap();
            let cut: usize = lanes.cut().iter().map(|gate| lanes.lanes_through(gate)).sum();
            assert_eq!(cut, expected, "seed {seed}: lanes of width {lane}");
            // Where entrances and exits take turns, a cut is not all that limits lanes.
            let takes_turns = gates::bottoms(&flow) > 1;
            assert!(lanes.capacity() == cut || takes_turns && lanes.capacity() < cut, "seed {seed}: width {lane}");
        }
    }
    assert!(flowing > 300, "only {flowing} worlds have a way through");
}

#[test]
fn capacity_is_the_max_flow_of_a_grid() {
    for seed in 0..500 {
        let world = worlds::world(seed);
        let Ok(flow) = FlowMap::new(&world) else { continue };
        let grid = grid_flow::max_flow(&flow, 112);
        let found = flow.capacity();
        // Edges are up to four pixels long: that much of a gate may be missed, half of it at each end. Entrances and
        // exits reach that far into the world, and beyond their ends.
        let chains = flow_chains(&world) as f64;
        let pixels = 4.0 * (flow.cut().len() + 1) as f64 + 2.0 * grid_flow::REACH * chains;
        let error = grid_flow::UNEVEN * found + pixels * grid.pixel;
        assert!(
            (grid.value - found).abs() <= error,
            "seed {seed}: {found}, but the grid says {} +- {error}",
            grid.value
        );
    }
}

fn flow_chains(world: &wayfront_world::World) -> usize {
    world.flow.as_ref().map_or(0, |flow| flow.entrances.len() + flow.exits.len())
}
