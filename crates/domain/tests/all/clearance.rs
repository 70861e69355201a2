//! Room for discs: clearance, straight legs, casts and nearest places, against distances from every outline.

use wayfront_domain::Domain;
use wayfront_geometry::{Piece, Point};
use wayfront_testkit::domains::{built, distance_to_outline, outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, rectangle, wall, world};
use wayfront_world::{Polygon, World};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;

fn free_points(domain: &Domain, rng: &mut Rng, from: Coordinates, count: usize) -> Vec<Point> {
    let any = |rng: &mut Rng| match rng.below(3) {
        0 => from.point(rng),
        1 => from.point(rng).lerp(from.point(rng), 0.5),
        _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
    };
    (0..4 * count).map(|_| any(rng)).filter(|&p| domain.contains(p)).take(count).collect()
}

fn radius(rng: &mut Rng) -> f64 {
    *rng.pick(&[0.25, 0.5, 1.0, 0.707_106_781_186_547_5, 0.1, 1.3, 3.0])
}

/// How near a leg comes to the outlines.
fn leg_clearance(domain: &Domain, a: Point, b: Point) -> f64 {
    outlines(domain).map(|ends| Piece::Straight([a, b]).distance(&Piece::Straight(ends))).fold(f64::INFINITY, f64::min)
}

fn agrees(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = built(world) else { return Ok(()) };
    let points = free_points(&domain, rng, from, 12);
    for &p in &points {
        let (ours, right) = (domain.clearance(p).unwrap_or(-1.0), distance_to_outline(&domain, p));
        if (ours - right).abs() > 1e-12 {
            return Err(format!("clearance at {p} is {ours}, should be {right}"));
        }
        let r = radius(rng);
        if (right - r).abs() > 1e-12 && domain.has_room(p, r) != (right > r) {
            return Err(format!("room for {r} at {p}, where {right} is"));
        }
        if from == GRID && right == r && !domain.has_room(p, r) {
            return Err(format!("a disc of {r} at {p} touches and has no room"));
        }
        legs_agree(&domain, p, *rng.pick(&points), r)?;
    }
    let r = radius(rng);
    nearest_agrees(&domain, Point::new(rng.unit() * 10.0, rng.unit() * 10.0), r, rng)
}

fn legs_agree(domain: &Domain, a: Point, b: Point, r: f64) -> Verdict {
    let right = leg_clearance(domain, a, b);
    if a == b || (right - r).abs() < 1e-9 {
        return Ok(());
    }
    if domain.fits(a, b, r) != (right > r) {
        return Err(format!("a disc of {r} from {a} to {b} has {right}: {}", domain.fits(a, b, r)));
    }
    match domain.cast_disc(a, b, r) {
        None if right > r => Ok(()),
        Some(hit) if right < r && domain.has_room(a, r) => {
            let stop = leg_clearance(domain, a, a.lerp(b, (hit.distance - 1e-7).max(0.0) / a.distance(b)));
            let further = leg_clearance(domain, a, a.lerp(b, (hit.distance + 1e-4).min(a.distance(b)) / a.distance(b)));
            let touches = (hit.touches.distance(hit.at) - r).abs() < 1e-6;
            if stop > r - 1e-7 && further < r && touches {
                Ok(())
            } else {
                Err(format!("from {a} to {b}, {r}: {hit:?} leaves {stop}, then {further}"))
            }
        }
        Some(_) if right < r => Ok(()),
        other => Err(format!("from {a} to {b}, {r}, with {right}: {other:?}")),
    }
}

fn nearest_agrees(domain: &Domain, p: Point, r: f64, rng: &mut Rng) -> Verdict {
    let Some(found) = domain.nearest_free_for(p, r) else { return Ok(()) };
    if found == p {
        return Ok(());
    }
    if !domain.has_room(found, r) {
        return Err(format!("{found} has no room for {r}"));
    }
    for _ in 0..40 {
        let reach = found.distance(p) * (1.0 - 1e-9);
        let turn = rng.unit() * std::f64::consts::TAU;
        let nearer = p + Point::new(turn.cos(), turn.sin()) * (reach * rng.unit());
        // Another part of the free space may be nearer beyond a wall: the place belongs to the part of the point.
        let same = domain.nearest_free(p).is_some_and(|q| domain.sees(q, nearer));
        if same && domain.has_room(nearer, r) {
            return Err(format!("{nearer} has room for {r} and is nearer to {p} than {found}"));
        }
    }
    Ok(())
}

#[test]
fn room_on_grids() {
    check("room on grids", 700, |rng| world(rng, GRID), |w, rng| agrees(w, rng, GRID));
}

#[test]
fn room_among_floats() {
    check("room among floats", 700, |rng| world(rng, FLOATS), |w, rng| agrees(w, rng, FLOATS));
}

/// A tiny square around a point, or a tiny wall.
fn post(world: World, at: Point, is_wall: bool) -> World {
    let e = 1e-4;
    if is_wall {
        let mut world = world;
        world.walls.push(wall(vec![at, at + Point::new(e, e)]));
        return world;
    }
    world.obstacle(Polygon::ring(rectangle(at.x - e, at.y - e, at.x + e, at.y + e)))
}

/// The middle post is a vertex of no triangle that the leg crosses, and in the way.
#[test]
fn posts_that_the_leg_does_not_cross_are_in_the_way() {
    let posts = [(-1.2, -0.3), (2.0, -0.95), (4.0, -1.05)].map(Point::from);
    for code in 0..32 {
        let (sin, cos) = if code & 8 == 0 { (0.0, 1.0) } else { 0.7f64.sin_cos() };
        let far = if code & 16 == 0 { Point::default() } else { Point::new(1e6, -3e6) };
        let placed = |p: Point| {
            let p = Point::new(if code & 1 == 0 { p.x } else { -p.x }, if code & 2 == 0 { p.y } else { -p.y });
            Point::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y) + far
        };
        let hall = rectangle(-60.0, -30.0, 60.0, 120.0).into_iter().map(placed);
        let empty = || World::new().area(Polygon::ring(hall.clone()));
        let [a, b] = [(0.0, 0.0), (3.9, 0.0)].map(|p| placed(p.into()));
        let built =
            |count: &[usize]| sane(&count.iter().fold(empty(), |w, &k| post(w, placed(posts[k]), code & 4 != 0)));
        assert!(!built(&[0, 1, 2]).fits(a, b, 1.0), "variant {code}");
        assert!(built(&[0, 1, 2]).fits(a, b, 0.94), "variant {code}");
        assert!(!built(&[0, 1, 2]).fits(b, a, 1.0), "variant {code}");
        assert!(built(&[0, 2]).fits(a, b, 1.0), "variant {code}");
    }
}

#[test]
fn odd_radii_fit_nowhere_or_everywhere() {
    let domain = sane(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 10.0))));
    let [a, b] = [(2.0, 5.0), (8.0, 5.0)].map(Point::from);
    assert!(domain.fits(a, b, 0.0) && domain.fits(a, b, 2.0) && !domain.fits(a, b, 2.0 * (1.0 + f64::EPSILON)));
    assert!(!domain.fits(a, b, f64::NAN) && !domain.fits(a, b, f64::INFINITY) && !domain.has_room(a, f64::NAN));
    assert_eq!(domain.nearest_free_for(a, f64::NAN), None);
    assert_eq!(domain.nearest_free_for(a, 6.0), None, "there is no room for it");
    assert_eq!(domain.nearest_free_for(a, 5.0), Some((5.0, 5.0).into()));
    assert_eq!(domain.clearance((-1.0, 5.0).into()), None);
}

#[test]
fn a_point_that_nearly_touches_a_slanted_wall_has_no_room() {
    let mut rng = Rng::new(5);
    for _ in 0..40 {
        let [a, b] = [(); 2].map(|()| Point::new(rng.unit() * 10.0, rng.unit() * 8.0));
        let hall = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 8.0)));
        let domain = Domain::without_doors(&hall.wall(wayfront_world::Wall::new([a, b]))).unwrap();
        for _ in 0..100 {
            let p = a.lerp(b, rng.unit());
            assert!(domain.clearance(p).is_some_and(|clearance| clearance < 1e-14), "{p} on {a} {b}");
        }
    }
}
