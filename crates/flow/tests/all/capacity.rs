//! Capacity and min cut against independent computations, on random worlds of many kinds.

use wayfront_flow::{FlowError, FlowMap, Widening};
use wayfront_testkit::flows::{self, gates, grid};
use wayfront_testkit::runner::each_seed;

/// So many that 500 of them have a flow.
const SEEDS: u64 = 543;

#[test]
fn capacity_is_that_of_all_gates_tried() {
    let mut flowing = 0;
    let are_all = each_seed("capacity_is_that_of_all_gates_tried", SEEDS, |seed| {
        let world = flows::world(seed);
        let flow = match FlowMap::new(&world) {
            Ok(flow) => flow,
            // Obstacles may close everything, or cover an exit.
            Err(FlowError::NoPath | FlowError::Misplaced(_)) => return,
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
    });
    assert!(!are_all || flowing >= 500, "{flowing} worlds have a flow");
}

#[test]
fn a_wider_gate_gains_what_all_gates_tried_say() {
    let (mut asked, mut gained) = (0, 0);
    let are_all = each_seed("a_wider_gate_gains", 250, |seed| {
        let Ok(flow) = FlowMap::new(&flows::world(seed)) else { return };
        for lane in [0.5, 1.0] {
            let lanes = flow.lanes(lane / 2.0).unwrap();
            let widenings = lanes.widenings();
            for one in widenings.iter().filter(|w| w.gate.width > 0.0) {
                let alike = |other: &&Widening| other.gate.between == one.gate.between;
                let turned = |other: &&Widening| other.gate.between == [one.gate.between[1], one.gate.between[0]];
                let places = widenings.iter().filter(|w| alike(w) || turned(w)).count();
                let wider = gates::capacity_if_wider(&flow, lane, &one.gate) as usize - lanes.capacity();
                // Of several places between the same solids each limits the others.
                let expected = if places == 1 { wider } else { 0 };
                assert_eq!(one.gain, expected, "seed {seed}, width {lane}: {:?}, {places} places", one.gate);
                (asked, gained) = (asked + 1, gained + one.gain);
            }
        }
    });
    assert!(!are_all || asked > 300 && gained > 100, "{asked} gates, {gained} of them gain");
}

#[test]
fn the_largest_disc_is_as_wide_as_its_passage() {
    each_seed("the_largest_disc_is_as_wide_as_its_passage", 200, |seed| {
        let Ok(flow) = FlowMap::new(&flows::world(seed)) else { return };
        let Some(gate) = flow.narrowest_passage() else { return };
        let lanes = |width: f64| gates::capacity(&flow, Some(width));
        assert!(lanes(gate.width) >= 1.0, "seed {seed}: none as wide as {} can pass", gate.width);
        // Beyond what the oracle forgives.
        let wider = (gate.width * (1.0 + 1e-6)).max(gate.width + 2e-9);
        assert_eq!(lanes(wider), 0.0, "seed {seed}: wider than {} can pass", gate.width);
    });
}

#[test]
fn capacity_is_the_max_flow_of_a_grid() {
    each_seed("capacity_is_the_max_flow_of_a_grid", SEEDS, |seed| {
        let Ok(flow) = FlowMap::new(&flows::world(seed)) else { return };
        let grid = grid::max_flow(&flow, 112);
        let found = flow.capacity();
        // Near the ends of a gate some edges that cross it, four pixels long at most, end in a wall; none are too many.
        let least = found * (1.0 - grid::UNEVEN) - 4.0 * grid.pixel * flow.cut().len() as f64;
        let most = found * (1.0 + 0.1 * grid::UNEVEN) + 0.2 * grid.pixel;
        let range = least..=most;
        assert!(range.contains(&grid.value), "seed {seed}: {found}, but the grid says {} in {range:?}", grid.value);
    });
}
