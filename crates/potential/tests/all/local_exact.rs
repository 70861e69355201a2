//! Directions of local maps against fields that are relaxed until nothing changes any more.

use wayfront_geometry::Point;
use wayfront_potential::{Bias, LocalCell, LocalMap};
use wayfront_testkit::runner::each_seed;
use wayfront_world::Random;

/// Sine of the angle by which directions may differ: a tenth of what a walker could steer by.
const TURNED: f64 = 0.01;

/// The direction at the centre of a window, from plain sweeps in the order of the cells.
fn settled(window: &LocalMap, bias: Bias) -> Option<Point> {
    let side = window.side();
    let kind = |k: usize| window.cell_at(k % side, k / side);
    let mut q: Vec<f64> = (0..side * side).map(|k| f64::from(u8::from(kind(k) == LocalCell::Goal))).collect();
    let [left, right, below, above] = bias.shares();
    for _ in 0..100_000 {
        let mut most = 0.0_f64;
        for k in (0..side * side).filter(|&k| kind(k) == LocalCell::Free) {
            let mean = left * q[k - 1] + right * q[k + 1] + below * q[k - side] + above * q[k + side];
            most = most.max((mean - q[k]).abs());
            q[k] = mean;
        }
        if most < 1e-15 {
            break;
        }
    }
    let middle = side / 2 * (side + 1);
    let descent = Point::new(q[middle + 1] - q[middle - 1], q[middle + side] - q[middle - side]);
    (descent.length() > 0.0).then(|| descent * (1.0 / descent.length()))
}

#[test]
fn directions_are_those_of_the_settled_field() {
    each_seed("local directions", 40, |seed| {
        let mut random = Random::new(seed);
        let side = [11, 16, 21, 33][random.below(4)];
        let mut window = LocalMap::new(side, 0.2);
        window.centre_on(Point::new(5.0, 5.0));
        for _ in 0..random.below(6) {
            let (x, y) = (random.unit() * 4.0 + 3.0, random.unit() * 4.0 + 3.0);
            window.block_disc(Point::new(x, y), 0.2 + 0.4 * random.unit());
        }
        let (sin, cos) = (random.unit() * std::f64::consts::TAU).sin_cos();
        window.open_towards(Point::new(cos, sin));
        for bias in [Bias::NONE, Bias::new((0.5, -0.3)).unwrap()] {
            let right = settled(&window, bias);
            let found = window.descent(bias);
            assert_eq!(found.is_some(), right.is_some(), "seed {seed}, side {side}, {bias:?}");
            let (Some(found), Some(right)) = (found, right) else { continue };
            let turned = found.cross(right).abs();
            let what = format!("seed {seed}, side {side}, {bias:?}: {found} instead of {right}");
            assert!(turned < TURNED && found.dot(right) > 0.0, "{what}, turned by {turned}");
        }
    });
}
