//! What must hold for every world, checked against an oracle on thousands of random ones.

use wayfront_domain::{CornerId, Domain, Spot, TraversalStep};
use wayfront_geometry::{Point, orient};
use wayfront_testkit::free_space::{Oracle, sector_width};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, world};
use wayfront_world::World;

/// A world, its domain and its oracle.
struct Scene {
    domain: Domain,
    oracle: Oracle,
    /// No edge was moved: answers must be right on outlines too.
    is_exact: bool,
}

impl Scene {
    fn of(world: &World, domain: Domain) -> Result<Self, String> {
        domain.sanity_check().map_err(|e| format!("insane: {e}"))?;
        let is_exact = domain.report().repairs.iter().all(|m| m.moved() == 0.0);
        Ok(Self { domain, oracle: Oracle::of(world), is_exact })
    }

    /// Points worth asking about: vertices, crossings' surroundings, middles of edges, lattice points, any points.
    fn points(&self, rng: &mut Rng, count: usize) -> Vec<Point> {
        let edges = &self.oracle.edges;
        let size = self.oracle.size;
        let mut points = Vec::new();
        while points.len() < count {
            let e = rng.pick(edges);
            points.push(match rng.below(4) {
                0 => e.a,
                1 => e.a.lerp(e.b, 0.5),
                // Sixty-fourths, so that the point survives being moved far away.
                2 => Point::new(size * rng.unit() * 1.2, size * rng.unit() * 1.2) - Point::new(0.1, 0.1) * size,
                _ => Point::new((size * rng.unit()).round(), (size * rng.unit()).round()),
            });
        }
        points
    }

    /// The oracle's word about `p` counts.
    fn can_judge(&self, p: Point) -> bool {
        if self.is_exact { !self.oracle.is_close_call(p) } else { !self.oracle.is_near_outline(p) }
    }

    fn can_judge_line(&self, a: Point, b: Point) -> bool {
        self.can_judge(a) && self.can_judge(b) && (self.is_exact || self.oracle.is_steady(a, b))
    }
}

/// Worlds of spikes alone are refused; all others must be built.
fn on_scenes(property: impl Fn(&Scene, &mut Rng) -> Verdict) -> impl Fn(&World, &mut Rng) -> Verdict {
    move |world, rng| match Domain::without_doors(world) {
        Ok(domain) => property(&Scene::of(world, domain)?, rng),
        Err(_) if is_spiky(world) => Ok(()),
        Err(e) => Err(format!("not built: {e}")),
    }
}

/// Every edge is run through as often in one direction as in the other.
fn is_spiky(world: &World) -> bool {
    let edges = Oracle::of(world).edges;
    let turns = |a: Point, b: Point| edges.iter().filter(|e| e.a == a && e.b == b).count();
    world.walls.is_empty() && edges.iter().all(|e| turns(e.a, e.b) == turns(e.b, e.a))
}

fn grid(rng: &mut Rng) -> World {
    let side = if rng.chance(0.5) { 6 } else { 10 };
    world(rng, Coordinates::Grid(side))
}

fn floats(rng: &mut Rng) -> World {
    if rng.chance(0.3) { clean_world(rng) } else { world(rng, Coordinates::Floats) }
}

/// A grid turned by some angle and moved: whatever was collinear is nearly so.
fn turned(rng: &mut Rng) -> World {
    let (sin, cos) = (rng.unit() * 7.0).sin_cos();
    let scale = 10f64.powi(rng.between(-9, 9));
    let shift = Point::new(rng.unit(), rng.unit()) * (scale * 10f64.powi(rng.between(-3, 4)));
    mapped(&grid(rng), |p| Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos) * scale + shift)
}

fn same(what: &str, ours: f64, theirs: f64, tolerance: f64) -> Verdict {
    if (ours - theirs).abs() <= tolerance { Ok(()) } else { Err(format!("{what} is {ours}, should be {theirs}")) }
}

// ---- areas and parts

fn area_is_right(scene: &Scene, _: &mut Rng) -> Verdict {
    let size = scene.oracle.size;
    // Coordinates far from the origin are rounded: a strip of that width along every edge is in doubt.
    let largest = scene.oracle.edges.iter().fold(0.0f64, |m, e| m.max(e.a.x.abs()).max(e.a.y.abs()));
    let doubt = size * size * 1e-9 + largest * 1e-15 * size * scene.oracle.edges.len() as f64;
    same("the area", scene.domain.area(), scene.oracle.area(), doubt)
}

#[test]
fn area_on_grids() {
    check("area_on_grids", 3000, grid, on_scenes(area_is_right));
}

#[test]
fn area_of_floats() {
    check("area_of_floats", 2000, floats, on_scenes(area_is_right));
}

#[test]
fn area_of_turned_grids() {
    check("area_of_turned_grids", 3000, turned, on_scenes(area_is_right));
}

fn parts_are_right(scene: &Scene, _: &mut Rng) -> Verdict {
    if !scene.is_exact {
        return Ok(());
    }
    let domain = &scene.domain;
    let mut ours = vec![0.0; domain.component_count()];
    for t in (0..domain.free_triangles() as u32).map(wayfront_domain::TriangleId) {
        let [a, b, c] = domain.triangle(t);
        ours[domain.component(t) as usize] += orient(a, b, c) / 2.0;
    }
    ours.sort_by(f64::total_cmp);
    let theirs = scene.oracle.parts();
    let tolerance = 1e-9 * scene.oracle.size * scene.oracle.size;
    let are_same = ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < tolerance);
    if are_same { Ok(()) } else { Err(format!("parts of {ours:?}, should be {theirs:?}")) }
}

#[test]
fn connected_parts() {
    check("connected_parts", 3000, grid, on_scenes(parts_are_right));
}

// ---- where points lie

fn spots_are_right(scene: &Scene, rng: &mut Rng) -> Verdict {
    for p in scene.points(rng, 40) {
        if !scene.can_judge(p) {
            continue;
        }
        let Some(is_free) = scene.oracle.is_free(p) else { continue };
        let spot = scene.domain.locate(p);
        if spot.is_some() != is_free {
            return Err(format!("{p} is at {spot:?}, should be {}", if is_free { "free" } else { "blocked" }));
        }
        if let Some(spot) = spot {
            spot_holds(scene, p, spot)?;
        }
    }
    Ok(())
}

fn spot_holds(scene: &Scene, p: Point, spot: Spot) -> Verdict {
    let domain = &scene.domain;
    let is_left = |a: Point, b: Point| orient(a, b, p) > 0.0;
    let holds = match spot {
        Spot::Inside(t) => {
            let [a, b, c] = domain.triangle(t);
            domain.is_free(t) && is_left(a, b) && is_left(b, c) && is_left(c, a)
        }
        Spot::On(side) => {
            let [a, b] = domain.side_points(side);
            let c = domain.point(domain.side(side.prev()).origin);
            domain.is_free(side.triangle()) && orient(a, b, p) == 0.0 && is_left(b, c) && is_left(c, a)
        }
        Spot::At(corner) => return corner_holds(scene, p, corner),
    };
    if holds { Ok(()) } else { Err(format!("{p} is not where {spot:?} says")) }
}

fn corner_holds(scene: &Scene, p: Point, corner: CornerId) -> Verdict {
    let domain = &scene.domain;
    if domain.point(corner) != p {
        return Err(format!("{corner:?} is not at {p}"));
    }
    let Some(widths) = scene.oracle.sectors(p) else { return Ok(()) };
    let sectors: Vec<CornerId> = domain.sectors(corner).collect();
    let mut ours: Vec<f64> = sectors.iter().map(|&c| sector_width(domain, c)).collect();
    ours.sort_by(f64::total_cmp);
    let agree = ours.len() == widths.len() && ours.iter().zip(&widths).all(|(a, b)| (a - b).abs() < 1e-6);
    if !agree {
        return Err(format!("sectors at {p} have widths {ours:?}, should have {widths:?}"));
    }
    let is_surrounded = scene.oracle.is_surrounded(p) == Some(true);
    for &c in &sectors {
        let width = sector_width(domain, c);
        let is_wide = width > std::f64::consts::PI + 1e-6 && !is_surrounded;
        if domain.bends(c) != is_wide {
            return Err(format!("{c:?} at {p}, {width} wide, bends: {}", domain.bends(c)));
        }
    }
    Ok(())
}

#[test]
fn spots_on_grids() {
    check("spots_on_grids", 3000, grid, on_scenes(spots_are_right));
}

#[test]
fn spots_among_floats() {
    check("spots_among_floats", 1500, floats, on_scenes(spots_are_right));
}

// ---- lines

fn sight_is_right(scene: &Scene, rng: &mut Rng) -> Verdict {
    let points = scene.points(rng, 24);
    for pair in points.chunks(2) {
        let (a, b) = (pair[0], pair[1]);
        let ours = scene.domain.sees(a, b);
        if scene.domain.sees(b, a) != ours {
            return Err(format!("{a} and {b} do not agree whether they see each other"));
        }
        let trail = scene.domain.trail(a, b);
        if a != b && trail.is_some() != ours {
            return Err(format!("{a} sees {b}: {ours}, but its trail does not say so"));
        }
        if trail.is_some_and(|legs| !is_trail(&scene.domain, a, b, &legs)) {
            return Err(format!("the trail from {a} to {b} is broken"));
        }
        if !scene.can_judge_line(a, b) {
            continue;
        }
        if scene.oracle.sees(a, b).is_some_and(|theirs| theirs != ours) {
            return Err(format!("{a} sees {b}: {ours}"));
        }
    }
    Ok(())
}

/// From a triangle around `a` to one around `b`, each leg next to the one before.
fn is_trail(domain: &Domain, a: Point, b: Point, legs: &[TraversalStep]) -> bool {
    let holds = |leg: &TraversalStep, p: Point| match *leg {
        TraversalStep::Through(corner) => domain.point(corner) == p,
        TraversalStep::Within(t) => t.sides().iter().all(|&s| {
            let [from, to] = domain.side_points(s);
            orient(from, to, p) >= 0.0
        }),
    };
    let touch = |pair: &[TraversalStep]| match (pair[0], pair[1]) {
        (TraversalStep::Through(_), TraversalStep::Through(_)) => false,
        (TraversalStep::Within(s), TraversalStep::Within(t)) => {
            s.sides().iter().any(|&side| domain.twin(side).is_some_and(|twin| twin.triangle() == t))
        }
        (TraversalStep::Within(t), TraversalStep::Through(c))
        | (TraversalStep::Through(c), TraversalStep::Within(t)) => {
            t.sides().iter().any(|&side| domain.side(side).origin == c)
        }
    };
    let ends = legs.first().zip(legs.last());
    ends.is_some_and(|(first, last)| holds(first, a) && holds(last, b)) && legs.windows(2).all(touch)
}

#[test]
fn sight_on_grids() {
    check("sight_on_grids", 3000, grid, on_scenes(sight_is_right));
}

#[test]
fn sight_among_floats() {
    check("sight_among_floats", 1500, floats, on_scenes(sight_is_right));
}

fn casts_are_right(scene: &Scene, rng: &mut Rng) -> Verdict {
    let points = scene.points(rng, 24);
    for pair in points.chunks(2) {
        let (a, b) = (pair[0], pair[1]);
        if a == b || !scene.can_judge(a) || !scene.can_judge(b) {
            continue;
        }
        let far = a.lerp(b, 4.0 * scene.oracle.size / a.distance(b));
        if !scene.is_exact && !scene.oracle.is_steady(a, far) {
            continue;
        }
        let Some(is_free) = scene.oracle.is_free(a) else { continue };
        let hit = scene.domain.cast(a, b);
        if hit.is_some() != is_free {
            return Err(format!("a ray from {a} through {b} gives {hit:?}"));
        }
        let (Some(hit), Some(share)) = (hit, scene.oracle.cast(a, b)) else { continue };
        let end = a.lerp(b, share);
        if hit.at.distance(end) > 1e-8 * scene.oracle.size {
            return Err(format!("a ray from {a} through {b} ends at {}, should at {end}", hit.at));
        }
    }
    Ok(())
}

#[test]
fn casts_on_grids() {
    check("casts_on_grids", 2000, grid, on_scenes(casts_are_right));
}

#[test]
fn casts_among_floats() {
    check("casts_among_floats", 1500, floats, on_scenes(casts_are_right));
}

// ---- nearest free points

fn nearest_is_right(scene: &Scene, rng: &mut Rng) -> Verdict {
    let outline = scene.oracle.free_outline();
    let size = scene.oracle.size;
    let mut points = scene.points(rng, 16);
    points.extend((0..8).map(|_| Point::new(rng.unit() - 0.33, rng.unit() - 0.33) * (3.0 * size)));
    for p in points {
        let nearest = scene.domain.nearest_free(p);
        if scene.domain.contains(p) {
            if nearest != Some(p) {
                return Err(format!("{p} is free, but {nearest:?} is said to be nearest"));
            }
            continue;
        }
        let Some(nearest) = nearest else {
            if scene.domain.area() > 0.0 {
                return Err(format!("nothing is near {p}"));
            }
            continue;
        };
        if !scene.domain.contains(nearest) {
            return Err(format!("{nearest}, nearest to {p}, is not free"));
        }
        if let Some(outline) = &outline {
            let distances = outline.iter().map(|e| wayfront_geometry::closest_on_segment(e[0], e[1], p).distance(p));
            let least = distances.fold(f64::INFINITY, f64::min);
            same(&format!("the distance from {p} to {nearest}"), nearest.distance(p), least, 1e-9 * size)?;
        }
    }
    Ok(())
}

#[test]
fn nearest_on_grids() {
    check("nearest_on_grids", 2000, grid, on_scenes(nearest_is_right));
}

#[test]
fn nearest_among_floats() {
    check("nearest_among_floats", 1500, floats, on_scenes(nearest_is_right));
}
