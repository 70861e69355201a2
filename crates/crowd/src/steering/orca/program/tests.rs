//! The program against the obvious method: try every point in which the best velocity can lie.

use super::*;
use wayfront_world::Random;

type Line = ([f64; 2], f64);

fn plane(random: &mut Random, low: f64, high: f64) -> HalfPlane {
    let (sin, cos) = random.between(0.0, std::f64::consts::TAU).sin_cos();
    HalfPlane { normal: [cos as f32, sin as f32], offset: random.between(low, high) as f32 }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn line(plane: &HalfPlane) -> Line {
    (plane.normal.map(f64::from), f64::from(plane.offset))
}

fn violation(plane: &HalfPlane, v: [f64; 2]) -> f64 {
    let (normal, offset) = line(plane);
    offset - dot(normal, v)
}

fn crossing((n, c): Line, (m, d): Line) -> Option<[f64; 2]> {
    let det = n[0] * m[1] - n[1] * m[0];
    (det.abs() > 1e-9).then(|| [(c * m[1] - d * n[1]) / det, (n[0] * d - m[0] * c) / det])
}

fn on_circle((n, c): Line, most: f64) -> Vec<[f64; 2]> {
    let squared = dot(n, n);
    let room = most * most - c * c / squared;
    let half = room.max(0.0).sqrt() / squared.sqrt();
    let at = |t: f64| [n[0] * c / squared - n[1] * t, n[1] * c / squared + n[0] * t];
    if room < 0.0 { Vec::new() } else { vec![at(half), at(-half)] }
}

/// All crossings of lines with each other and with the circle.
fn corners(lines: &[Line], most: f64) -> Vec<[f64; 2]> {
    let mut found: Vec<[f64; 2]> = lines.iter().flat_map(|&line| on_circle(line, most)).collect();
    for (k, &a) in lines.iter().enumerate() {
        found.extend(lines[..k].iter().filter_map(|&b| crossing(a, b)));
    }
    found
}

/// How near to `wish` one gets, or `None` where nothing is permitted.
fn nearest(planes: &[HalfPlane], wish: [f64; 2], most: f64) -> Option<f64> {
    let lines: Vec<Line> = planes.iter().map(line).collect();
    let mut candidates = corners(&lines, most);
    candidates.push(wish);
    candidates.push(wish.map(|v| v * most / dot(wish, wish).sqrt()));
    candidates.extend(lines.iter().map(|&(n, c)| {
        let lack = c - dot(n, wish);
        [wish[0] + n[0] * lack, wish[1] + n[1] * lack]
    }));
    let permitted = candidates
        .into_iter()
        .filter(|&v| dot(v, v).sqrt() <= most + 1e-9 && planes.iter().all(|plane| violation(plane, v) <= 1e-9));
    permitted.map(|v| (v[0] - wish[0]).hypot(v[1] - wish[1])).min_by(f64::total_cmp)
}

fn largest_violation(soft: &[HalfPlane], v: [f64; 2]) -> f64 {
    soft.iter().map(|plane| violation(plane, v)).fold(0.0, f64::max)
}

/// The smallest largest violation of `soft` that `firm` permits.
fn smallest_violation(firm: &[HalfPlane], soft: &[HalfPlane], most: f64) -> f64 {
    let mut lines: Vec<Line> = firm.iter().map(line).collect();
    for (k, a) in soft.iter().map(line).enumerate() {
        for b in soft[..k].iter().map(line) {
            lines.push(([b.0[0] - a.0[0], b.0[1] - a.0[1]], b.1 - a.1));
        }
    }
    let mut candidates = corners(&lines, most);
    candidates.extend(soft.iter().map(|plane| plane.normal.map(|v| f64::from(v) * most)));
    let permitted = candidates
        .into_iter()
        .filter(|&v| dot(v, v).sqrt() <= most + 1e-6 && firm.iter().all(|plane| violation(plane, v) <= 1e-9));
    permitted.map(|v| largest_violation(soft, v)).min_by(f64::total_cmp).expect("zero is permitted")
}

/// The half-planes, the first `firm` in blocks of their own; how many these fill.
fn listed(planes: &[HalfPlane], firm: usize) -> (HalfPlanes, usize) {
    let mut listed = HalfPlanes::default();
    planes[..firm].iter().for_each(|&plane| listed.push(plane));
    listed.fill_up();
    let filled = listed.len();
    planes[firm..].iter().for_each(|&plane| listed.push(plane));
    (listed, filled)
}

fn solve(planes: &[HalfPlane], firm: usize, wish: [f64; 2], most: f64) -> [f64; 2] {
    let wish = Velocity { x: wish[0] as f32, y: wish[1] as f32 };
    let (planes, firm) = listed(planes, firm);
    let (Ok(v) | Err(v)) = Program::default().nearest_permitted(&planes, firm, wish, most as f32);
    [v.x, v.y].map(f64::from)
}

#[test]
fn finds_what_trying_every_corner_finds() {
    let (mut feasible, mut infeasible) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Random::new(seed);
        let (firm, soft) = ((rng.unit() * 4.0) as usize, (rng.unit() * 11.0) as usize);
        let tightness = rng.between(-0.5, 1.4);
        let mut planes: Vec<HalfPlane> = (0..firm).map(|_| plane(&mut rng, -1.0, 0.0)).collect();
        planes.extend((0..soft).map(|_| plane(&mut rng, -1.5, tightness)));
        let wish = [rng.between(-2.0, 2.0), rng.between(-2.0, 2.0)];
        let most = rng.between(0.5, 2.0);
        let v = solve(&planes, firm, wish, most);
        assert!(dot(v, v).sqrt() <= most * 1.0001, "seed {seed}: {v:?} is faster than {most}");
        let (firm, soft) = planes.split_at(firm);
        let firm_violation = firm.iter().map(|plane| violation(plane, v)).fold(0.0, f64::max);
        assert!(firm_violation < 1e-4, "seed {seed}: {v:?} goes into a wall by {firm_violation}");
        if let Some(expected) = nearest(&planes, wish, most) {
            let found = (v[0] - wish[0]).hypot(v[1] - wish[1]);
            let violated = largest_violation(soft, v);
            // Half-planes that leave a sliver are distinguished from ones that leave nothing up to rounding.
            assert!(violated < 1e-3, "seed {seed}: {v:?} violates by {violated}");
            assert!(found <= expected + 2e-3, "seed {seed}: {found} away, not {expected}");
            feasible += 1;
        } else {
            let expected = smallest_violation(firm, soft, most);
            let found = largest_violation(soft, v);
            assert!(found <= expected + 1e-4, "seed {seed}: violates by {found}, not {expected}");
            infeasible += 1;
        }
    }
    assert!(feasible > 4_000 && infeasible > 4_000, "{feasible} {infeasible}");
}

#[test]
fn a_walker_squeezed_from_both_sides_still_goes_where_it_wants() {
    // The best is a whole line: of its points, the one nearest to the wish.
    let squeezed = [[0.0, 1.0], [0.0, -1.0]].map(|normal| HalfPlane { normal, offset: 0.2 });
    let v = solve(&squeezed, 0, [1.0, 0.3], 1.5);
    assert!((v[0] - 1.0).abs() < 1e-5 && v[1].abs() < 1e-5, "{v:?}");
}

#[test]
fn numbers_that_are_none_do_not_panic() {
    let planes = [HalfPlane { normal: [1.0, 0.0], offset: 0.5 }, HalfPlane { normal: [f32::NAN; 2], offset: 0.0 }];
    let _ = solve(&planes, 0, [f64::NAN, 0.0], 1.0);
    let _ = solve(&planes, 1, [0.0, 0.0], f64::NAN);
    let _ = solve(&planes, 2, [0.0, 0.0], 0.0);
}
