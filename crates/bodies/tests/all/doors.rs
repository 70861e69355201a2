//! Maps for discs to segments and to doors in outlines, against every tangent tried from many places of the source.

use std::sync::Arc;
use wayfront_bodies::{DiscTerms, MapError, SceneMap};
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::{Piece, Point, closest_on_segment};
use wayfront_pathmap::{PathMap, SourceError};
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{rectangle, wall};
use wayfront_world::{Polygon, Source, World};

const WIDTH: f64 = 10.0;
const HEIGHT: f64 = 8.0;

/// A hall with a few obstacles in its upper part; half of the halls lie on a grid.
fn hall(rng: &mut Rng) -> World {
    let is_grid = rng.below(2) == 0;
    let mut number = |most: f64| if is_grid { rng.below(most as usize + 1) as f64 } else { rng.unit() * most };
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, WIDTH, HEIGHT)));
    for _ in 0..3 {
        let (x, y) = (number(WIDTH - 2.0), 2.0 + number(HEIGHT - 4.0));
        let ring = rectangle(x, y, x + 0.5 + number(2.0), y + 0.5 + number(1.0));
        world = world.obstacle(Polygon::ring(ring));
    }
    world
}

/// The least over places of a segment, between two lengths along it: many of them, then ever fewer around each that is
/// cheaper than its neighbours, if it may become the cheapest.
fn least(cost: impl Fn(f64) -> f64, [from, to]: [f64; 2]) -> f64 {
    let tried = |low: f64, high: f64, count: u32| -> Vec<(f64, f64)> {
        (0..=count).map(|k| low + f64::from(k) * (high - low) / f64::from(count)).map(|x| (cost(x), x)).collect()
    };
    let first = tried(from, to, 60);
    let step = (to - from) / 60.0;
    let mut best = first.iter().map(|&(cost, _)| cost).fold(f64::INFINITY, f64::min);
    for k in 0..first.len() {
        let (found, mut at) = first[k];
        let is_least = first[k.saturating_sub(1)..(k + 2).min(first.len())].iter().all(|&(other, _)| found <= other);
        // A cost changes by no more than one walks.
        if !is_least || found > best + step {
            continue;
        }
        let mut step = step;
        for _ in 0..8 {
            let around = tried((at - step).max(from), (at + step).min(to), 10);
            let nearest = around.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, at));
            (best, at, step) = (best.min(nearest.0), nearest.1, step / 5.0);
        }
    }
    best
}

/// The map of a segment costs the least over places in a part of it, and its paths are free and as long as they say.
pub fn agrees(domain: &Arc<Domain>, source: [Point; 2], part: [f64; 2], sides: &[[Point; 2]], r: f64, from: &[Point]) {
    let map = match SceneMap::new(domain.clone(), &[Source::segment(source[0], source[1])], r) {
        Err(MapError::NarrowSource { .. }) => None,
        // On which side of a slanted wall an end lies is rounding: scenes settle that first.
        Err(MapError::Sources(SourceError::Leaves { .. })) => return,
        map => Some(map.unwrap()),
    };
    let oracle = DiscOracle::of(sides, r);
    let along = (source[1] - source[0]) * (1.0 / source[0].distance(source[1]));
    for &p in from {
        let ours = map.as_ref().map_or(f64::INFINITY, |map| map.cost(p).unwrap_or(f64::INFINITY));
        if let Some(Ok(way)) = map.as_ref().map(|map| map.path(p)) {
            let length: f64 = way.pieces.iter().map(Piece::length).sum();
            assert!((length - ours).abs() < 1e-9, "{p} to {source:?} with {r}: {ours}, length {length}");
            for piece in &way.pieces {
                let near =
                    sides.iter().map(|&side| piece.distance(&Piece::Straight(side))).fold(f64::INFINITY, f64::min);
                assert!(near >= r * (1.0 - 1e-12) - 1e-12, "{piece:?} from {p} to {source:?} with {r}: {near}");
            }
        }
        let right = least(|x| oracle.length(source[0] + along * x, p), part);
        assert!(ours == right || (ours - right).abs() < 1e-6, "{p} to {source:?} with {r}: {ours}, should be {right}");
    }
}

fn compare(world: &World, source: [Point; 2], part: [f64; 2], sides: &[[Point; 2]], r: f64, rng: &mut Rng) {
    let domain = Arc::new(Domain::without_doors(world).unwrap());
    let mut any = || Point::new(rng.unit() * WIDTH, rng.unit() * HEIGHT);
    let roomy: Vec<Point> = (0..80).map(|_| any()).filter(|&p| domain.has_room(p, r)).take(3).collect();
    agrees(&domain, source, part, sides, r, &roomy);
}

#[test]
fn doors_are_met_within_their_opening() {
    each_seed("doors", 60, |seed| {
        let mut rng = Rng::new(seed);
        let world = hall(&mut rng);
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let r: f64 = *rng.pick(&[0.25, 0.5, 0.3, 0.7, 1.0]);
        let from = 0.5 * rng.below(12) as f64;
        // Twice a radius like 0.3 would be rounded.
        let tight = if (4.0 * r).fract() == 0.0 { 2.0 * r } else { 2.0 * r + 0.125 };
        let width = *rng.pick(&[tight, 2.0 * r + 0.25, 3.0]);
        let door = [Point::new(from, 0.0), Point::new(from + width, 0.0)];
        let mut sides: Vec<[Point; 2]> = Vec::new();
        for [a, b] in outlines(&domain) {
            if a.y == 0.0 && b.y == 0.0 {
                let (low, high) = (a.x.min(b.x), a.x.max(b.x));
                let parts = [[low, from.min(high)], [low.max(from + width), high]];
                sides.extend(
                    parts.iter().filter(|p| p[0] < p[1]).map(|&[p, q]| [Point::new(p, 0.0), Point::new(q, 0.0)]),
                );
            } else {
                sides.push([a, b]);
            }
        }
        // At the corner of the hall its wall is in the way too.
        let part = [r, width - r];
        compare(&world, door, part, &sides, r, &mut rng);
    });
}

/// A door in a wall without thickness is met from both sides, and each side has ends of its own.
#[test]
fn doors_in_walls_are_met_from_both_sides() {
    each_seed("doors in walls", 30, |seed| {
        let mut rng = Rng::new(seed);
        let y = 1.25 + 0.5 * rng.unit();
        let ends = [1.0 + rng.unit(), WIDTH - 1.0 - rng.unit()].map(|x| Point::new(x, y));
        let mut world = hall(&mut rng);
        world.walls.push(wall(ends.to_vec()));
        let world = world.obstacle(Polygon::ring(rectangle(2.0, 0.25, 2.5 + rng.unit(), 0.9)));
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let r = *rng.pick(&[0.05, 0.1, 0.2, 0.3]) * (0.5 + rng.unit());
        let from = 0.2 + 0.4 * rng.unit();
        let door = [ends[0].lerp(ends[1], from), ends[0].lerp(ends[1], from + 0.1 + 0.2 * rng.unit())];
        let sides: Vec<[Point; 2]> = outlines(&domain).flat_map(|side| without(side, door)).collect();
        let part = [r, door[0].distance(door[1]) - r];
        if part[0] < part[1] {
            compare(&world, door, part, &sides, r, &mut rng);
        }
    });
}

/// What is left of a side when the part between two of its places is open.
pub fn without([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Vec<[Point; 2]> {
    // Both sides of a wall alike.
    let [a, b] = if (a.x, a.y) < (b.x, b.y) { [a, b] } else { [b, a] };
    let (along, length) = ((b - a) * (1.0 / a.distance(b)), a.distance(b));
    let place = |p: Point| (p - a).dot(along);
    let is_on = |p: Point| along.cross(p - a).abs() < 1e-9;
    let [low, high] = [place(p).min(place(q)), place(p).max(place(q))];
    if !is_on(p) || !is_on(q) || high <= 1e-9 || low >= length - 1e-9 {
        return vec![[a, b]];
    }
    let parts = [[0.0, low], [high, length]];
    parts.into_iter().filter(|[s, t]| t - s > 1e-9).map(|part| part.map(|x| a + along * x)).collect()
}

/// A door that costs more than the way around leaves its recess to others: they turn around its ends, into it and out of it.
/// The door is within the hall's wall, starts in its corner, or is a whole side of a block.
#[test]
fn others_reach_the_recess_of_a_dearer_door() {
    each_seed("recesses", 150, |seed| {
        let mut rng = Rng::new(seed);
        let r: f64 = *rng.pick(&[0.25, 0.5, 0.3, 0.7]);
        let width = 2.0 * r + *rng.pick(&[0.25, 0.5, 1.0]);
        let mut world = hall(&mut rng);
        let from = match rng.below(4) {
            0 => Point::new(0.0, 0.0),
            1 | 2 => Point::new(0.5 + 0.5 * rng.below(8) as f64, 0.0),
            _ => {
                let (x, y) = (2.0 + 3.0 * rng.unit(), 0.5 + rng.unit());
                world = world.obstacle(Polygon::ring(rectangle(x, y, x + width, y + 0.75)));
                Point::new(x, y + 0.75)
            }
        };
        let door = [from, from + Point::new(width, 0.0)];
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let domain = Arc::new(domain);
        let sides: Vec<[Point; 2]> = outlines(&domain).flat_map(|side| without(side, door)).collect();
        let has_room = |p: Point| {
            domain.contains(p) && sides.iter().all(|&[a, b]| closest_on_segment(a, b, p).distance(p) >= r + 1e-9)
        };
        let mut recess = || from + Point::new(rng.unit() * width, rng.unit() * r);
        let inside: Vec<Point> = (0..40).map(|_| recess()).filter(|&p| has_room(p)).take(4).collect();
        let mut any = || Point::new(rng.unit() * WIDTH, rng.unit() * HEIGHT);
        let outside: Vec<Point> = (0..40).map(|_| any()).filter(|&p| has_room(p)).take(5).collect();
        let oracle = DiscOracle::of(&sides, r);
        let mut door = Source::segment(door[0], door[1]);
        door.offset = 1000.0;
        for &source in inside.iter().take(1).chain(outside.iter().take(1)) {
            let Ok(map) = SceneMap::new(domain.clone(), &[Source::point(source), door.clone()], r) else { return };
            for &p in inside.iter().chain(&outside) {
                let (ours, right) = (map.cost(p).unwrap_or(f64::INFINITY), oracle.length(source, p));
                if right.is_finite() {
                    assert!((ours - right).abs() < 1e-6, "from {source} to {p} with {r}: {ours}, should be {right}");
                } else {
                    assert!(ours >= 1000.0, "from {source} to {p} with {r}: {ours}, should be none");
                }
            }
        }
    });
}

#[test]
fn segments_are_met_where_there_is_room() {
    each_seed("segments", 60, |seed| {
        let mut rng = Rng::new(seed);
        let world = hall(&mut rng);
        let Ok(domain) = Domain::without_doors(&world) else { return };
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let r = *rng.pick(&[0.25, 0.5, 0.3, 0.7]);
        let ends = [(); 2].map(|()| Point::new(1.0 + rng.unit() * 8.0, 1.0 + rng.unit()));
        if ends.iter().any(|&end| !domain.has_room(end, r)) || !domain.fits(ends[0], ends[1], r) {
            return;
        }
        compare(&world, ends, [0.0, ends[0].distance(ends[1])], &sides, r, &mut rng);
    });
}

/// Whoever is just as wide gets to a door, whoever is wider by the last bit does not, and what decides is as wide as two radii:
/// a gap, the door itself, or the place from which one starts.
#[test]
fn the_widest_disc_that_gets_to_a_door() {
    each_seed("widest to doors", 40, |seed| {
        let mut rng = Rng::new(seed);
        let domain = Arc::new(Domain::without_doors(&hall(&mut rng)).unwrap());
        let mut x = || 0.2 + rng.unit() * (WIDTH - 2.5);
        let ends = [x(), x()];
        let doors = ends.map(|x| Source::segment(Point::new(x, 0.0), Point::new(x + 0.3 + x / 6.0, 0.0)));
        let p = Point::new(rng.unit() * WIDTH, 1.0 + rng.unit() * (HEIGHT - 1.0));
        if doors[0].shape == doors[1].shape || !domain.contains(p) {
            return;
        }
        let Some((radius, gap)) = SceneMap::widest(&domain, &doors, p) else {
            assert!(PathMap::new(domain, &doors).unwrap().cost(p).is_err());
            return;
        };
        let reaches = |radius: f64| {
            doors.iter().any(|door| {
                // Both are open, whichever it is that one goes to.
                let terms = DiscTerms {
                    openings: &doors.clone().map(|door| [door.shape.points()[0], door.shape.points()[1]]),
                    ..DiscTerms::default()
                };
                let map = SceneMap::on_terms(domain.clone(), std::slice::from_ref(door), terms, radius);
                map.is_ok_and(|map| map.cost(p).is_ok())
            })
        };
        assert!(reaches(radius) && !reaches(radius.next_up()), "{radius}");
        let room = domain.clearance(p).unwrap();
        let is_it = |width: f64| (width - 2.0 * radius).abs() < 1e-9;
        let widths = doors.iter().map(|door| door.shape.points()[0].distance(door.shape.points()[1]));
        let decides = is_it(2.0 * room) || gap.is_some_and(|gap| is_it(gap.width)) || widths.into_iter().any(is_it);
        assert!(decides || room < radius, "{radius} of {room}: {gap:?}");
    });
}

fn room() -> Arc<Domain> {
    Arc::new(Domain::without_doors(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, WIDTH, HEIGHT)))).unwrap())
}

#[test]
fn the_disc_turns_around_the_end_of_a_door() {
    let door = Source::segment((4.0, 0.0), (6.0, 0.0));
    let map = SceneMap::new(room(), &[door], 0.5).unwrap();
    assert_eq!(map.cost(Point::new(5.0, 3.0)), Ok(3.0));
    // Along the wall, and a quarter of a circle around (4, 0).
    let cost = map.cost(Point::new(2.0, 0.5)).unwrap();
    assert!((cost - (2.0 + 0.25 * std::f64::consts::PI)).abs() < 1e-9, "{cost}");
    assert_eq!(map.cost(Point::new(5.0, 0.0)), Ok(0.0), "in the door");
    assert!(map.cost(Point::new(4.2, 0.0)).is_err(), "too near to its end");
    assert!(map.cost(Point::new(5.2, 0.1)).is_ok_and(|cost| (cost - 0.1).abs() < 1e-12), "half out");
}

/// The disc that starts in the door and turns around its end arrives there but once: what lies beyond has one generator.
#[test]
fn one_generator_leads_around_the_end_of_a_door() {
    let map = SceneMap::new(room(), &[Source::segment((4.0, 0.0), (6.0, 0.0))], 0.5).unwrap();
    let beside = (0..400).map(|k| Point::new(0.5 + f64::from(k % 20) * 0.15, 0.55 + f64::from(k / 20) * 0.3));
    let generators: Vec<_> = beside.map(|p| map.answer(p).unwrap().generator).collect();
    assert!(generators.iter().all(|generator| *generator == generators[0]), "{generators:?}");
}

#[test]
fn a_door_as_wide_as_the_disc_is_open_and_a_narrower_one_is_named() {
    let door = Source::segment((4.0, 0.0), (6.0, 0.0));
    let map = SceneMap::new(room(), std::slice::from_ref(&door), 1.0).unwrap();
    assert!(map.cost(Point::new(5.0, 3.0)).is_ok_and(|cost| (cost - 3.0).abs() < 1e-9));
    let why = SceneMap::new(room(), &[door], 1.25).unwrap_err();
    assert!(matches!(why, MapError::NarrowSource { .. }));
    assert_eq!(why.to_string(), "source 0, 2 wide from (4, 0) to (6, 0), has no room for a radius of 1.25");
    assert_eq!(why.advice(), "make it 2.5 wide or more, or take a smaller radius");
}

#[test]
fn thin_discs_cost_nearly_what_points_do() {
    let sources = [Source::segment((4.0, 0.0), (6.0, 0.0)), Source::segment((2.0, 5.0), (3.0, 7.0))];
    let [plain, map] = [
        PathMap::new(room(), &sources).map(|m| m.costs(&points())).unwrap(),
        SceneMap::new(room(), &sources, 1e-6).unwrap().costs(&points()),
    ];
    for ((p, plain), disc) in points().iter().zip(plain).zip(map) {
        let (plain, disc) = (plain.unwrap(), disc.unwrap());
        assert!((plain - disc).abs() < 1e-5, "{p}: {plain} {disc}");
    }
}

fn points() -> Vec<Point> {
    let mut rng = Rng::new(4);
    (0..300).map(|_| Point::new(0.1 + rng.unit() * 9.8, 0.1 + rng.unit() * 7.8)).collect()
}

/// A leg that would go in at a door of a block and through the block is not free, though nothing solid is met before that.
#[test]
fn no_leg_goes_through_a_door() {
    let area = Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0));
    let world = World::new().area(area).obstacle(Polygon::ring(rectangle(8.0, 2.0, 12.0, 8.0)));
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let mut inner = Source::segment((12.0, 3.0), (12.0, 7.0));
    inner.offset = 100.0;
    let outer = Source::segment((0.0, 1.0), (0.0, 9.0));
    let map = SceneMap::new(domain.clone(), &[outer.clone(), inner], 0.5).unwrap();
    let alone = SceneMap::new(domain, &[outer], 0.5).unwrap();
    for p in [(13.0, 5.0), (15.0, 4.0), (19.0, 6.5)].map(Point::from) {
        let (with, without) = (map.cost(p).unwrap(), alone.cost(p).unwrap());
        assert!((with - without).abs() < 1e-9, "{p}: {with} with the door of the block, {without} without");
    }
}
