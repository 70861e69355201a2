//! Shortest ways of discs against every tangent tried, on random worlds: half of them on small integer grids, with radii
//! for which gaps are exactly two radii wide.

use std::sync::Arc;
use wayfront_bodies::{DiscSearch, NoRoom};
use wayfront_domain::{Domain, Openings};
use wayfront_geometry::{Piece, Point};
use wayfront_testkit::discs::{DiscOracle, check_way};
use wayfront_testkit::domains::{outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, rectangle, wall, world};
use wayfront_world::{Polygon, World};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;
/// The largest double with 4 r² <= 2.
const DIAGONAL: f64 = 0.707_106_781_186_547_5;

fn roomy_points(domain: &Domain, rng: &mut Rng, from: Coordinates, r: f64) -> Vec<Point> {
    let any = |rng: &mut Rng| match rng.below(3) {
        0 => from.point(rng),
        1 => from.point(rng).lerp(from.point(rng), 0.5),
        _ => Point::new(rng.unit() * from.side(), rng.unit() * from.side()),
    };
    (0..40).map(|_| any(rng)).filter(|&p| domain.has_room(p, r)).take(6).collect()
}

fn agrees(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sides: Vec<[Point; 2]> = outlines(&domain).collect();
    if sides.len() > 60 {
        return Ok(());
    }
    let mut search = DiscSearch::new(domain.clone());
    let r = match from {
        Coordinates::Grid(_) => *rng.pick(&[0.5, 1.0, DIAGONAL, 0.25, 1.5]),
        Coordinates::Floats => *rng.pick(&[0.01, 0.1, 0.3, 0.6, 1.0]) * (0.5 + rng.unit()),
    };
    let points = roomy_points(&domain, rng, from, r);
    let oracle = DiscOracle::of(&sides, r);
    // Where outlines cross, vertices are rounded: a gap of two radii may be a last bit too narrow, which the search knows
    // and the oracle cannot. There a disc that is a little larger decides.
    let is_rounded = !domain.report().repairs.is_empty();
    let larger = DiscOracle::of(&sides, r + 4e-9);
    for pair in points.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let right = oracle.length(a, b);
        let ours = search.find(a, b, r);
        match &ours {
            Ok(way) if (way.length - right).abs() <= 1e-9 * right.max(1.0) => {
                check_way(&way.pieces, way.length, r, [a, b], &sides)?
            }
            Err(NoRoom::TooNarrow { .. } | NoRoom::Unreachable) if right.is_infinite() => {}
            Err(NoRoom::TooNarrow { .. }) if is_rounded && larger.length(a, b).is_infinite() => continue,
            // An end that touches something has no room for the larger disc: its ways are longer than any.
            Ok(way) if is_rounded && way.length > right && way.length <= larger.length(a, b) + 1e-6 => {}
            _ => return Err(format!("from {a} to {b} with {r}: {ours:?}, should be {right}")),
        }
        if let Ok(way) = &ours {
            let apart =
                way.pieces.iter().flat_map(|piece| sides.iter().map(|&side| piece.distance(&Piece::Straight(side))));
            let (ours, right) = (way.clearance(&domain, &Openings::default()), apart.fold(f64::INFINITY, f64::min));
            if (ours - right).abs() > 1e-12 && !way.pieces.is_empty() {
                return Err(format!("from {a} to {b} with {r}: clearance {ours}, should be {right}"));
            }
        }
        let back = search.length(b, a, r).unwrap_or(f64::INFINITY);
        let length = ours.map_or(f64::INFINITY, |way| way.length);
        if length != back && (length - back).abs() > 1e-9 * length.max(1.0) {
            return Err(format!("from {a} to {b} with {r} it is {length}, back it is {back}"));
        }
        let thinner = search.length(a, b, r * 0.7).unwrap_or(f64::INFINITY);
        if thinner > length + 1e-9 * length.max(1.0) {
            return Err(format!("from {a} to {b} with {r} it is {length}, with less {thinner}"));
        }
    }
    Ok(())
}

#[test]
fn discs_on_integer_grids() {
    check("discs on grids", 1000, |rng| world(rng, GRID), |w, rng| agrees(w, rng, GRID));
}

#[test]
fn discs_among_floats() {
    check("discs among floats", 1000, |rng| world(rng, FLOATS), |w, rng| agrees(w, rng, FLOATS));
}

/// The widest radius gets through, a billionth more does not; and without a radius the way is that of points, bit for bit.
fn widest_gets_through(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let mut search = DiscSearch::new(domain.clone());
    for pair in roomy_points(&domain, rng, from, 0.01).windows(2).take(3) {
        let [a, b] = [pair[0], pair[1]];
        let (plain, none) = (search.points().length(a, b).ok(), search.length(a, b, 0.0).ok());
        if plain.map(f64::to_bits) != none.map(f64::to_bits) {
            return Err(format!("from {a} to {b}: {plain:?} as points, {none:?} without a radius"));
        }
        let Some((widest, gap)) = search.widest(a, b) else {
            if plain.is_some() {
                return Err(format!("no radius gets from {a} to {b}, but a point does"));
            }
            continue;
        };
        let [there, more] = [1.0, 1.0 + 1e-9].map(|by| search.find(a, b, widest * by));
        if there.is_err() || widest > 0.0 && more.is_ok() {
            return Err(format!("{widest} from {a} to {b}: {there:?}, and with a billionth more {more:?}"));
        }
        let ends = [a, b].map(|p| domain.clearance(p).unwrap_or(0.0));
        let is_decided_by_an_end = widest >= ends[0].min(ends[1]) * (1.0 - 1e-12);
        if !is_decided_by_an_end && gap.is_none_or(|gap| (gap.width - 2.0 * widest).abs() > 1e-9) {
            return Err(format!("{widest} from {a} to {b}, but the narrowest place is {gap:?}"));
        }
    }
    Ok(())
}

#[test]
fn the_widest_radius_gets_through() {
    check("widest on grids", 150, |rng| world(rng, GRID), |w, rng| widest_gets_through(w, rng, GRID));
    check("widest among floats", 150, |rng| world(rng, FLOATS), |w, rng| widest_gets_through(w, rng, FLOATS));
}

/// What a search remembers of corners and radii changes no answer: it says what a new search says, to the last digits.
fn memory_changes_nothing(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let mut search = DiscSearch::new(domain.clone());
    let points = roomy_points(&domain, rng, from, 0.01);
    if points.len() < 2 {
        return Ok(());
    }
    for _ in 0..24 {
        let [a, b] = [(); 2].map(|()| *rng.pick(&points));
        let r = *rng.pick(&[0.01, 0.25, 0.5, DIAGONAL, 0.5_f64.next_up(), 0.3]);
        let [kept, new] = [&mut search, &mut DiscSearch::new(domain.clone())].map(|search| search.length(a, b, r));
        let is_same = match (&kept, &new) {
            (Ok(kept), Ok(new)) => (kept - new).abs() <= 1e-12 * new.max(1.0),
            (kept, new) => kept == new,
        };
        if !is_same {
            return Err(format!("from {a} to {b} with {r}: {kept:?}, of a new search {new:?}"));
        }
    }
    Ok(())
}

#[test]
fn searches_that_remember_answer_as_new_ones() {
    check("memory on grids", 150, |rng| world(rng, GRID), |w, rng| memory_changes_nothing(w, rng, GRID));
    check("memory among floats", 150, |rng| world(rng, FLOATS), |w, rng| memory_changes_nothing(w, rng, FLOATS));
}

fn hall(things: &[Vec<Point>]) -> World {
    let area = Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0));
    things.iter().fold(World::new().area(area), |w, ring| w.obstacle(Polygon::ring(ring.clone())))
}

fn search(world: &World) -> DiscSearch {
    DiscSearch::new(Arc::new(sane(world)))
}

#[test]
fn a_gap_of_exactly_two_radii_is_open() {
    // A wall across the hall with a gap from 4 to 6.
    let world = hall(&[rectangle(9.0, 0.0, 11.0, 4.0), rectangle(9.0, 6.0, 11.0, 10.0)]);
    let mut search = search(&world);
    let [a, b] = [(2.0, 5.0), (18.0, 5.0)].map(Point::from);
    assert_eq!(search.length(a, b, 1.0), Ok(16.0));
    let above = 1.0 + f64::EPSILON;
    assert_eq!(search.find(a, b, above), Err(NoRoom::TooNarrow { radius: above }));
    let (widest, gap) = search.widest(a, b).unwrap();
    assert_eq!(widest, 1.0);
    let gap = gap.unwrap();
    assert_eq!((gap.width, gap.at.y), (2.0, 5.0));
    let why = search.find(a, b, 1.5).unwrap_err();
    let place = gap.at;
    assert_eq!(
        search.advice(a, b, &why),
        format!("the widest radius that gets through is 1; the narrowest gap is 2 wide, at {place}")
    );
}

/// The disc just fits between a tip and a wall: it turns around the tip until it is across the gap, and goes on straight.
#[test]
fn the_narrowest_place_may_lie_between_two_pieces_of_the_way() {
    let area = Polygon::ring(rectangle(0.0, 0.0, 10.0, 10.0));
    let below = [(0.0, 3.8), (4.063447112452228, 4.123161984324739), (2.5, 1.5), (0.0, 1.5)];
    let above =
        [(0.0, 5.2), (3.561285341841976, 5.154064992490424), (4.998692546001348, 4.796275137994155), (5.7, 10.0)];
    let above = wall(above.map(Point::from).to_vec());
    let mut search = search(&World::new().area(area).obstacle(Polygon::ring(below)).wall(above));
    let [a, b] = [(3.653377161935846, 4.637746276225506), (8.91545996951465, 4.026643974155899)].map(Point::from);
    let (widest, gap) = search.widest(a, b).unwrap();
    assert!((gap.unwrap().width - 2.0 * widest).abs() < 1e-12, "{widest}, {gap:?}");
}

/// The gap above the tip (5, 7) is no side of a triangle that the way crosses, nor does one of these have both the tip and
/// the outline.
#[test]
fn the_narrowest_place_may_lie_beside_the_triangles_that_are_crossed() {
    let ring = |points: [(f64, f64); 3]| Polygon::ring(points.map(Point::from));
    let triangles = [[(3.0, 7.0), (3.0, 3.0), (1.0, 6.0)], [(2.0, 1.0), (5.0, 7.0), (2.0, 0.0)]];
    let area = Polygon::ring(rectangle(0.65, -0.35, 7.35, 7.35));
    let world = World::new().area(area).with_obstacles(triangles.map(ring).to_vec());
    let domain = Arc::new(sane(&world));
    let room = domain.bounds().max.y - 7.0;
    let mut search = DiscSearch::new(domain);
    let [a, b] = [(3.76, 6.69), (5.2, 2.22)].map(Point::from);
    let (widest, gap) = search.widest(a, b).unwrap();
    assert_eq!((widest, gap.unwrap().width), (room / 2.0, room));
    let way = search.find(a, b, 0.9 * widest).unwrap();
    assert_eq!(way.narrowest.map(|gap| gap.width), Some(room));
}

#[test]
fn discs_slalom_between_corners_two_radii_apart() {
    // Two walls without thickness whose ends are exactly 2 apart, and one has to be passed on each hand.
    let mut world = hall(&[]);
    world.walls.push(wall([(8.0, 0.0), (8.0, 5.0)].map(Point::from).to_vec()));
    world.walls.push(wall([(10.0, 10.0), (10.0, 5.0)].map(Point::from).to_vec()));
    let mut search = search(&world);
    let way = search.find((4.0, 2.0).into(), (14.0, 8.0).into(), 1.0).unwrap();
    assert!(way.pieces.iter().filter(|piece| matches!(piece, Piece::Arc(_))).count() == 2, "{way:?}");
    assert_eq!(way.narrowest.map(|gap| gap.width), Some(2.0));
    assert!(search.find((4.0, 2.0).into(), (14.0, 8.0).into(), 1.0 + 1e-15).is_err());
}

#[test]
fn points_keep_their_distance_around_arcs() {
    let world = hall(&[rectangle(8.0, 0.0, 12.0, 6.0)]);
    let sides: Vec<[Point; 2]> = outlines(&sane(&world)).collect();
    let way = search(&world).find((3.0, 2.0).into(), (17.0, 2.0).into(), 1.5).unwrap();
    for tolerance in [0.5, 0.1, 1e-3, 1e-6] {
        let points = way.points(tolerance);
        let length: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        assert!(length >= way.length - 1e-9 && length < way.length + 3.0 * tolerance, "{tolerance}: {length}");
        for leg in points.windows(2) {
            let near = sides.iter().map(|&side| Piece::Straight([leg[0], leg[1]]).distance(&Piece::Straight(side)));
            assert!(near.fold(f64::INFINITY, f64::min) >= 1.5 * (1.0 - 1e-12), "{tolerance}");
        }
    }
}

#[test]
fn bad_radii_and_blocked_ends_are_named() {
    let world = hall(&[rectangle(8.0, 0.0, 12.0, 10.0)]);
    let mut search = search(&world);
    let [a, b, beyond] = [(3.0, 5.0), (6.5, 5.0), (17.0, 5.0)].map(Point::from);
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        let why = search.find(a, b, radius).unwrap_err();
        assert!(matches!(why, NoRoom::Radius(_)) && why.to_string() == format!("the radius is {radius}"));
    }
    let why = search.find(a, b, 2.0).unwrap_err();
    assert_eq!(why.to_string(), "(6.5, 5) is blocked for a radius of 2: its clearance is 1.5");
    assert_eq!(why.advice(), "the nearest place with room is (6, 5)");
    assert_eq!(search.find(a, beyond, 1.0), Err(NoRoom::Unreachable));
    assert_eq!(search.widest(a, beyond), None);
    assert_eq!(search.find(a, a, 1.0).map(|way| way.length), Ok(0.0));
    assert_eq!(search.length(a, b, 0.0), Ok(3.5));
    assert_eq!(search.length(a, b, 1.5), Ok(3.5), "it ends against a wall");
}

/// Tangents that cross over are shorter than the way between their corners: a window must not wait for that long.
#[test]
fn windows_wait_no_longer_than_their_shortest_tangent() {
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let mut obstacle = Polygon::ring(ring(&[(4.0, 5.0), (7.0, 3.0), (3.0, 2.0), (2.0, 0.0)]));
    obstacle.holes.push(ring(&[(6.0, 3.0), (3.0, 1.0), (4.0, 6.0), (7.0, 1.0), (0.0, 3.0), (1.0, 5.0)]));
    let world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 7.0, 7.0))).obstacle(obstacle);
    let mut search = search(&world);
    let [a, b] = [Point::new(3.241_459_111_208_86, 6.237_484_905_329_647), Point::new(4.0, 1.0)];
    let [there, back] = [[a, b], [b, a]].map(|[from, to]| search.length(from, to, 0.5).unwrap());
    assert!((there - 5.387_033_825_340_31).abs() < 1e-9 && (there - back).abs() < 1e-9, "{there} {back}");
}

/// The disc starts against the end of a wall, and half a turn around it the one way is free, the other through the wall;
/// straight ahead is a gap of exactly two radii, in which it rolls from the one end to the other.
#[test]
fn a_start_against_the_end_of_a_wall() {
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 7.0, 7.0)));
    world.walls.push(wall([(2.0, 2.0), (2.0, 1.0)].map(Point::from).to_vec()));
    world.walls.push(wall([(7.0, 0.0), (2.0, 3.0)].map(Point::from).to_vec()));
    let sides: Vec<[Point; 2]> = outlines(&sane(&world)).collect();
    let [a, b] = [(2.5, 2.0), (6.5, 2.5)].map(Point::from);
    let way = search(&world).find(a, b, 0.5).unwrap();
    let right = DiscOracle::of(&sides, 0.5).length(a, b);
    assert!((way.length - right).abs() < 1e-9, "{way:?}, should be {right}");
    check_way(&way.pieces, way.length, 0.5, [a, b], &sides).unwrap();
}

/// The disc starts in a gap of exactly two radii, against the corner that it turns around next.
#[test]
fn a_start_in_a_gap_of_two_radii() {
    let point = |p: (f64, f64)| Point::from(p);
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| point(p)).collect::<Vec<_>>();
    let world = World::new()
        .area(Polygon::ring(rectangle(0.0, 0.0, 8.0, 8.0)))
        .obstacle(Polygon::ring(ring(&[(4.0, 3.0), (4.0, 5.0), (2.0, 5.0)])))
        .obstacle(Polygon::ring(rectangle(0.0, 0.0, 6.0, 2.0)));
    let sides: Vec<[Point; 2]> = outlines(&sane(&world)).collect();
    let [a, b] = [(4.0, 2.5), (4.75, 5.25)].map(point);
    let right = DiscOracle::of(&sides, 0.5).length(a, b);
    for [a, b] in [[a, b], [b, a]] {
        let way = search(&world).find(a, b, 0.5).unwrap();
        assert!((way.length - right).abs() < 1e-9, "{way:?}, should be {right}");
    }
}

/// Obstacles that touch in a corner or along a side, needles thinner than a rounding of the radius, walls that meet in a
/// star: from everywhere to everywhere as every tangent tried.
#[test]
fn touching_obstacles_needles_and_stars() {
    let ring = |points: &[(f64, f64)]| points.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let touching = hall(&[
        rectangle(4.0, 3.0, 6.0, 5.0),
        rectangle(6.0, 5.0, 8.0, 7.0),
        rectangle(8.0, 4.0, 10.0, 7.0),
        ring(&[(12.0, 0.0), (14.0, 0.0), (13.0, 6.0)]),
    ]);
    let needles = hall(&[
        ring(&[(5.0, 2.0), (5.0 + 1e-9, 2.0), (6.0, 8.0)]),
        ring(&[(9.0, 0.0), (9.5, 0.0), (9.2, 7.0)]),
        ring(&[(12.0, 9.9), (12.0, 10.0), (16.0, 4.0)]),
    ]);
    let mut star = hall(&[]);
    for end in [(6.0, 9.0), (13.0, 8.0), (14.0, 3.0), (8.0, 1.5)] {
        star.walls.push(wall([(10.0, 5.0), end].map(Point::from).to_vec()));
    }
    for (name, world) in [("touching", touching), ("needles", needles), ("star", star)] {
        let domain = Arc::new(sane(&world));
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let mut search = DiscSearch::new(domain.clone());
        let mut rng = Rng::new(17);
        for radius in [1e-6, 0.3, 0.5, 1.0, 1.4] {
            let oracle = DiscOracle::of(&sides, radius);
            let any = |rng: &mut Rng| Point::new(rng.unit() * 20.0, rng.unit() * 10.0);
            let points: Vec<Point> =
                (0..200).map(|_| any(&mut rng)).filter(|&p| domain.has_room(p, radius)).take(8).collect();
            for pair in points.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                let right = oracle.length(a, b);
                let ours = search.find(a, b, radius);
                let length = ours.as_ref().map_or(f64::INFINITY, |way| way.length);
                assert!(
                    length == right || (length - right).abs() < 1e-9 * right,
                    "{name}: {a} to {b} with {radius}: {length}, should be {right}"
                );
                if let Ok(way) = ours {
                    check_way(&way.pieces, way.length, radius, [a, b], &sides).unwrap();
                }
            }
        }
    }
}

/// Two outlines that cross nearly at a corner leave a tip that is as high as rounding: the nearest place of the outline beside
/// it is in no direction that plain numbers could tell.
#[test]
fn tips_as_high_as_rounding_are_gone_around() {
    let (x, y) = (34.851_573_156_459_96, 6.045_249_448_291_911_f64);
    let tip = Polygon::ring([
        (33.800_854_321_311_64, 8.684_747_093_443_061),
        (x, y),
        (x, y.next_up()),
        (35.243_934_843_365, 3.553_841_454_252_037),
        (32.360_165_162_420_09, 5.652_887_761_386_875),
    ]);
    let world = World::new().area(Polygon::ring(rectangle(25.0, 0.0, 45.0, 20.0))).obstacle(tip);
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    let sides: Vec<[Point; 2]> = outlines(&domain).collect();
    let (a, b) = (Point::new(35.580_151_868_807_28, 3.008_854_898_195_636_5), Point::new(31.2, 15.1));
    for radius in [0.01, 0.270_332_573_235_529_84, 0.6] {
        let right = DiscOracle::of(&sides, radius).length(a, b);
        let ours = DiscSearch::new(domain.clone()).length(a, b, radius).unwrap();
        assert!((ours - right).abs() < 1e-9, "{radius}: {ours}, should be {right}");
    }
}
