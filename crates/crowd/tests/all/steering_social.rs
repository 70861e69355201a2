//! Social force: the fundamental diagram, and a thousand packed against a door.

use wayfront_crowd::{SocialForce, weidmann};
use wayfront_geometry::Point;
use wayfront_testkit::crowds::{Crowd, rectangle};
use wayfront_testkit::ring::{RingSpeed, ring_corridor};
use wayfront_world::{Random, World};

/// How far from Weidmann's curve the speed may be: measurements of other authors scatter that much around it. In the
/// closed corridor of 1.8 m they lie 0.1 to 0.3 m/s below, in the one of 3.6 m with two directions 0.1 to 0.25 above.
const BAND: f64 = 0.25;

#[test]
fn speed_over_density_is_in_the_band_around_weidmanns_curve() {
    let model = SocialForce::default();
    let mut before = f64::INFINITY;
    for density in [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0] {
        let RingSpeed { density, speed } = ring_corridor(&model, density, 0.05);
        let expected = weidmann(density);
        println!("{density:.2} per m²: {speed:.3} m/s, Weidmann {expected:.3}");
        assert!((speed - expected).abs() <= BAND, "{density} per m²: {speed} m/s, not {expected}");
        assert!(speed < before + 0.02 && speed > -0.01, "{density} per m²: {speed} m/s after {before}");
        before = speed;
    }
}

#[test]
fn an_agent_alone_walks_at_its_own_speed() {
    let alone = ring_corridor(&SocialForce::default(), 0.02, 0.1);
    assert!((alone.speed - 1.34).abs() < 0.1, "{}", alone.speed);
}

#[test]
fn a_thousand_against_a_door_neither_explode_nor_enter_walls() {
    let model = SocialForce::default();
    let low = rectangle(20.0, 0.0, 0.3, 4.4);
    let high = rectangle(20.0, 5.6, 0.3, 4.4);
    let world = World::new().area(rectangle(0.0, 0.0, 24.0, 10.0)).with_obstacles(vec![low, high]);
    let mut crowd = Crowd::new(&world, &model);
    crowd.fill(&mut Random::new(3), [(0.0, 0.0), (20.0, 10.0)], [0.15, 0.15], 1_000);
    assert_eq!(crowd.agents.len(), 1_000);
    let mut passed = 0;
    for k in 0..400 {
        crowd.step(&model, 0.05, &|_, p| Point::new(if p.x < 20.5 { 20.6 } else { 30.0 }, p.y.clamp(4.8, 5.2)));
        passed += crowd.remove(|_, p| p.x > 23.0);
        if k % 40 == 0 {
            crowd.assert_out_of_walls(&format!("step {k}"));
        }
        for (v, speed) in crowd.agents.velocity().iter().zip(crowd.agents.speed()) {
            assert!(v.length() <= speed * model.haste * 1.001, "step {k}: {v}");
        }
    }
    assert!(passed > 10 && crowd.agents.len() + passed == 1_000, "{passed}");
}

#[test]
fn two_who_meet_pass_on_the_right() {
    let model = SocialForce::default();
    let corridor = World::new().area(rectangle(0.0, 0.0, 20.0, 3.0));
    let mut crowd = Crowd::new(&corridor, &model);
    crowd.add((2.0, 1.5), 0.25, 1.3);
    crowd.add((18.0, 1.5), 0.25, 1.3);
    let mut beside = None;
    for _ in 0..400 {
        crowd.step(&model, 0.05, &|id, p| Point::new(p.x + if id == 0 { 2.0 } else { -2.0 }, p.y));
        let [east, west] = [crowd.agents.position()[0], crowd.agents.position()[1]];
        assert!(crowd.overlap() < 0.01);
        if beside.is_none() && east.x >= west.x {
            beside = Some(east.y - west.y);
        }
    }
    assert!(beside.is_some_and(|gap| gap < -0.5), "{beside:?}");
}
