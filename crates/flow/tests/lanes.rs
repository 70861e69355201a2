//! Lanes of random worlds: their number, their ends, and all distances, exactly.

mod common;

use common::worlds;
use wayfront_flow::FlowMap;

#[test]
fn all_lanes_exist_and_keep_their_distance() {
    let mut lanes_in_all = 0;
    let mut bad = 0;
    for seed in 0..600 {
        let world = worlds::world(seed);
        let Ok(flow) = FlowMap::new(&world) else { continue };
        for radius in [0.08, 0.25, 0.5, 0.31, 1.0 / 3.0, 0.75] {
            let lanes = flow.lanes(radius).unwrap();
            if let Err(violation) = lanes.check() {
                println!("seed {seed}, radius {radius}: {violation}");
                bad += 1;
            }
            lanes_in_all += lanes.lanes().len();
            if seed % 20 == 0 {
                let shortened = lanes.shortened();
                if let Err(violation) = shortened.check() {
                    println!("seed {seed}, radius {radius}, shortened: {violation}");
                    bad += 1;
                }
                let (before, after) = (lanes.total_length(), shortened.total_length());
                assert!(after <= before * (1.0 + 1e-12), "seed {seed}, radius {radius}: {before} became {after}");
            }
        }
    }
    assert_eq!(bad, 0);
    assert!(lanes_in_all > 5000, "only {lanes_in_all} lanes");
}
