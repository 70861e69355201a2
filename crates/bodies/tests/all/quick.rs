//! Quick ways on random worlds: always walkable, never shorter than the shortest, and found wherever there is one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wayfront_bodies::{DiscSearch, NoRoom, QuickKind, QuickSearch};
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_testkit::discs::check_way;
use wayfront_testkit::domains::{outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, rectangle, wall, world};
use wayfront_world::{Polygon, World, builtin, random_polygons};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;

/// How many quick ways were of which kind.
#[derive(Default)]
struct Tally {
    local: AtomicUsize,
    exact: AtomicUsize,
}

fn compare(domain: &Arc<Domain>, pairs: &[[Point; 2]], radius: f64, tally: &Tally) -> Verdict {
    let sides: Vec<[Point; 2]> = outlines(domain).collect();
    let (mut quick, mut exact) = (QuickSearch::new(domain.clone()), DiscSearch::new(domain.clone()));
    for &[a, b] in pairs {
        let (found, right) = (quick.find(a, b, radius), exact.length(a, b, radius));
        match (&found, right) {
            (Ok(found), Ok(right)) => {
                if found.path.length < right * (1.0 - 1e-9) - 1e-9 {
                    return Err(format!("{a} to {b} with {radius}: {} is shorter than {right}", found.path.length));
                }
                check_way(&found.path.pieces, found.path.length, radius, [a, b], &sides)?;
                let is_shortest = found.path.length <= right * (1.0 + 1e-9) + 1e-9;
                if found.kind == QuickKind::Exact && !is_shortest {
                    return Err(format!("{a} to {b} with {radius}: {} is not {right}", found.path.length));
                }
                let count = if found.kind == QuickKind::Local { &tally.local } else { &tally.exact };
                count.fetch_add(1, Ordering::Relaxed);
                if quick.length(a, b, radius) != Ok((found.path.length, found.kind)) {
                    return Err(format!("{a} to {b} with {radius}: the length alone differs"));
                }
            }
            (Err(why), Err(right)) if *why == right => {}
            (found, right) => return Err(format!("{a} to {b} with {radius}: {found:?}, should be {right:?}")),
        }
    }
    Ok(())
}

fn points(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Point> {
    let any = |rng: &mut Rng| match rng.below(3) {
        0 => from.point(rng),
        1 => from.point(rng).lerp(from.point(rng), 0.5),
        _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
    };
    (0..40).map(|_| any(rng)).filter(|&p| domain.contains(p)).take(8).collect()
}

fn walkable(world: &World, rng: &mut Rng, from: Coordinates, tally: &Tally) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let points = points(&domain, rng, from);
    let pairs: Vec<[Point; 2]> = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let radius = match from {
        Coordinates::Grid(_) => *rng.pick(&[0.0, 0.5, 1.0, 0.25]),
        Coordinates::Floats => *rng.pick(&[0.0, 0.01, 0.1, 0.3, 0.6]) * (0.5 + rng.unit()),
    };
    compare(&domain, &pairs, radius, tally)
}

#[test]
fn quick_ways_can_be_walked() {
    for (name, from) in [("quick on grids", GRID), ("quick among floats", FLOATS)] {
        let tally = Tally::default();
        check(name, 500, |rng| world(rng, from), |w, rng| walkable(w, rng, from, &tally));
        let (local, exact) = (tally.local.load(Ordering::Relaxed), tally.exact.load(Ordering::Relaxed));
        println!("{name}: {local} local, {exact} exact");
        let is_one = std::env::var_os(wayfront_testkit::runner::SEED).is_some();
        assert!(is_one || local > 100, "the funnel was hardly ever used: {local} of {}", local + exact);
    }
}

/// Among many obstacles most ways are local, and few are much longer than the shortest.
#[test]
fn quick_ways_among_many_polygons() {
    let domain = Arc::new(Domain::without_doors(&random_polygons(400, 6, 3)).unwrap());
    let (mut quick, mut exact) = (QuickSearch::new(domain.clone()), DiscSearch::new(domain.clone()));
    let mut rng = Rng::new(7);
    let bounds = domain.bounds();
    let any = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
    let radius = 0.1 * domain.triangle_width();
    let (mut detours, mut local) = (Vec::new(), 0);
    while detours.len() < 200 {
        let [a, b] = [any(&mut rng), any(&mut rng)];
        if let (Ok((length, kind)), Ok(right)) = (quick.length(a, b, radius), exact.length(a, b, radius)) {
            assert!(length >= right * (1.0 - 1e-9));
            detours.push(length / right);
            local += usize::from(kind == QuickKind::Local);
        }
    }
    detours.sort_by(f64::total_cmp);
    println!("{local} of 200 local; median {}, worst {}", detours[100], detours[199]);
    assert!(local > 150 && detours[100] < 1.05, "{local} local, median {}", detours[100]);
}

fn hall(things: &[Vec<Point>]) -> World {
    let area = Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0));
    things.iter().fold(World::new().area(area), |w, ring| w.obstacle(Polygon::ring(ring.clone())))
}

#[test]
fn ways_without_junctions_and_in_trees() {
    // A room without obstacles is a tree of triangles; one obstacle makes a ring of corridors without a junction.
    let mut spiral = hall(&[]);
    for (x, down) in [(4.0, false), (8.0, true), (12.0, false), (16.0, true)] {
        let [low, high] = if down { [2.0, 10.0] } else { [0.0, 8.0] };
        spiral.walls.push(wall([(x, low), (x, high)].map(Point::from).to_vec()));
    }
    for world in [hall(&[]), hall(&[rectangle(8.0, 4.0, 12.0, 6.0)]), spiral] {
        let domain = Arc::new(sane(&world));
        let pairs: Vec<[Point; 2]> = [(1.0, 1.0, 19.0, 9.0), (2.0, 5.0, 18.0, 5.0), (1.5, 9.0, 18.5, 1.5)]
            .map(|(x, y, u, v)| [Point::new(x, y), Point::new(u, v)])
            .to_vec();
        let tally = Tally::default();
        for radius in [0.0, 0.5, 1.0, 1.0 + 1e-12, 3.0] {
            compare(&domain, &pairs, radius, &tally).unwrap();
        }
    }
}

/// The disc in a gap of exactly two radii, and the trap: a post within the radius that is a corner of no crossed triangle.
#[test]
fn traps_are_walked_around() {
    let gap = hall(&[rectangle(9.0, 0.0, 11.0, 4.0), rectangle(9.0, 6.0, 11.0, 10.0)]);
    let mut quick = QuickSearch::new(Arc::new(sane(&gap)));
    let [a, b] = [(2.0, 2.0), (18.0, 8.0)].map(Point::from);
    assert_eq!(quick.find(a, b, 1.0).unwrap().kind, QuickKind::Local);
    assert_eq!(quick.find(a, b, 1.0 + f64::EPSILON), Err(NoRoom::TooNarrow { radius: 1.0 + f64::EPSILON }));
    for turn in 0..4 {
        let at = |x: f64, y: f64| match turn {
            0 => Point::new(x, y),
            1 => Point::new(x, -y),
            2 => Point::new(-y, x),
            _ => Point::new(y, -x),
        };
        let posts = [(-1.2, -0.3), (2.0, -0.95), (4.0, -1.05)].map(|(x, y)| {
            let d = 1e-3;
            Polygon::ring([at(x - d, y), at(x, y - d), at(x + d, y), at(x, y + d)])
        });
        let corners = [at(-60.0, -30.0), at(60.0, -30.0), at(60.0, 120.0), at(-60.0, 120.0)];
        let world = posts.into_iter().fold(World::new().area(Polygon::ring(corners)), World::obstacle);
        let domain = Arc::new(sane(&world));
        let ends = [[at(-0.1, 0.75), at(3.9, 0.0)], [at(0.0, 0.8), at(8.0, -4.0)], [at(-6.0, -3.0), at(3.9, 0.02)]];
        compare(&domain, &ends, 1.0, &Tally::default()).unwrap();
    }
}

#[test]
fn quick_ways_through_the_built_in_scenes() {
    for name in ["office", "sizes", "posts", "maze", "hall"] {
        let Some(world) = builtin(name) else { panic!("there is no {name}") };
        let domain = Arc::new(Domain::without_doors(&world).unwrap());
        let mut rng = Rng::new(11);
        let bounds = domain.bounds();
        let any = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        let pairs: Vec<[Point; 2]> = (0..60).map(|_| [any(&mut rng), any(&mut rng)]).collect();
        let tally = Tally::default();
        for share in [0.0, 0.002, 0.01] {
            compare(&domain, &pairs, share * bounds.size(), &tally).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
        println!("{name}: {} local, {} exact", tally.local.into_inner(), tally.exact.into_inner());
    }
}
