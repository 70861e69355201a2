//! Widths against paths of discs among tangents of all corners: a disc a little smaller gets through, one a little larger
//! does not.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::{Piece, Point};
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::{built, distance_to_outline, outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, clean_world, rectangle, wall, world};
use wayfront_voronoi::{ClearanceGuide, GraphCost, Skeleton, Voronoi};
use wayfront_world::{Polygon, World};

/// How much smaller and larger the discs are.
const LITTLE: f64 = 1e-6;

fn skeleton(domain: Domain) -> Skeleton {
    Skeleton::of(&Arc::new(Voronoi::of(&Arc::new(domain)).unwrap()))
}

fn free_point(domain: &Domain, rng: &mut Rng) -> Option<Point> {
    let bounds = domain.bounds();
    let any = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
    (0..20).map(|_| any(rng)).find(|&p| domain.contains(p) && distance_to_outline(domain, p) > 1e-3)
}

fn widths_are_right(world: &World, rng: &mut Rng) -> Verdict {
    let Ok(domain) = built(world) else { return Ok(()) };
    if domain.free_triangles() == 0 {
        return Ok(());
    }
    let walls: Vec<[Point; 2]> = outlines(&domain).collect();
    if walls.len() > 40 {
        return Ok(());
    }
    let skeleton = skeleton(domain);
    for _ in 0..2 {
        let (Some(a), Some(b)) = (free_point(skeleton.domain(), rng), free_point(skeleton.domain(), rng)) else {
            return Ok(());
        };
        let ends = distance_to_outline(skeleton.domain(), a).min(distance_to_outline(skeleton.domain(), b));
        let length = |radius: f64| DiscOracle::of(&walls, radius).length(a, b);
        match skeleton.widest(a, b) {
            Err(NoPath::Unreachable) => {
                if length(LITTLE).is_finite() {
                    return Err(format!("{a} and {b} are joined"));
                }
            }
            Err(NoPath::Blocked) => return Err(format!("{a} or {b} is not blocked")),
            Ok(widest) => {
                let radius = widest.width / 2.0;
                if radius > ends + LITTLE {
                    return Err(format!("{radius} does not fit at the ends {a}, {b}: {ends}"));
                }
                if radius > 2.0 * LITTLE && length(radius - LITTLE).is_infinite() {
                    return Err(format!("{radius} does not get from {a} to {b}: {widest:?}"));
                }
                if radius + LITTLE < ends && length(radius + LITTLE).is_finite() {
                    return Err(format!("more than {radius} gets from {a} to {b}: {widest:?}"));
                }
                let measured = distance_to_outline(skeleton.domain(), widest.at);
                if (measured - radius).abs() > 1e-8 {
                    return Err(format!("{measured} at the narrowest place {}, not {radius}", widest.at));
                }
                routes_are_wide(&skeleton, a, b, radius)?;
                parts_agree(&skeleton, a, b, radius)?;
            }
        }
    }
    Ok(())
}

fn routes_are_wide(skeleton: &Skeleton, a: Point, b: Point, radius: f64) -> Verdict {
    let radius = radius - LITTLE;
    let route = skeleton.route(a, b, radius, 1e-7).map_err(|e| format!("{e} from {a} to {b} for {radius}"))?;
    if (route[0], route[route.len() - 1]) != (a, b) {
        return Err(format!("a route from {a} to {b} leads elsewhere"));
    }
    let walls: Vec<[Point; 2]> = outlines(skeleton.domain()).collect();
    let room = |leg: &[Point]| {
        let leg = Piece::Straight([leg[0], leg[1]]);
        walls.iter().map(|&wall| leg.distance(&Piece::Straight(wall))).fold(f64::INFINITY, f64::min)
    };
    let least = route.windows(2).map(room).fold(f64::INFINITY, f64::min);
    if least < radius - 2e-7 {
        return Err(format!("a route for {radius} from {a} to {b} comes as near as {least}"));
    }
    let (width, _) = skeleton.narrowest(&route).map_err(|e| e.to_string())?;
    if a != b && (width / 2.0 - least).abs() > 1e-7 {
        return Err(format!("the narrowest place is {}, which is {least}", width / 2.0));
    }
    Ok(())
}

fn parts_agree(skeleton: &Skeleton, a: Point, b: Point, radius: f64) -> Verdict {
    let part = |radius: f64| {
        let parts = skeleton.passable(radius);
        (parts.part(a), parts.part(b), parts.count)
    };
    let (first, second, count) = part(radius - LITTLE);
    if first.is_none() || first != second || count == 0 {
        return Err(format!("{radius} does not join {a} and {b}: {first:?}, {second:?} of {count}"));
    }
    let (first, second, _) = part(radius + LITTLE);
    if first.is_some() && first == second {
        return Err(format!("more than {radius} joins {a} and {b}"));
    }
    Ok(())
}

#[test]
fn widths_on_grids() {
    check("widths on grids", 200, |rng| world(rng, Coordinates::Grid(6)), widths_are_right);
}

#[test]
fn widths_among_floats() {
    check("widths among floats", 150, |rng| world(rng, Coordinates::Floats), widths_are_right);
    check("widths in clean worlds", 150, clean_world, widths_are_right);
}

fn hall() -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0)))
}

/// A wall with two doors, of 1 and 2 m, and a corridor of 3 m behind it.
fn two_doors() -> World {
    let mut world = hall();
    let x = |y: f64| Point::new(8.0, y);
    for [from, to] in [[0.0, 2.0], [3.0, 6.0], [8.0, 10.0]] {
        world.walls.push(wall(vec![x(from), x(to)]));
    }
    world.obstacles.push(Polygon::ring(rectangle(12.0, 0.0, 16.0, 7.0)));
    world
}

#[test]
fn doors_of_a_plan_by_width() {
    let skeleton = skeleton(sane(&two_doors()));
    let narrows = skeleton.narrows(0.1);
    let found: Vec<(f64, Point)> = narrows.iter().map(|n| (n.width, n.at)).collect();
    assert_eq!(found.len(), 3, "{narrows:?}");
    assert_eq!(found[0], (1.0, Point::new(8.0, 2.5)));
    assert_eq!(found[1], (2.0, Point::new(8.0, 7.0)));
    assert_eq!(found[2].0, 3.0);
    assert!((12.0..=16.0).contains(&found[2].1.x) && found[2].1.y == 8.5, "{found:?}");
    let mut feet = narrows[0].feet;
    feet.sort_by(|a, b| a.y.total_cmp(&b.y));
    assert_eq!(feet, [Point::new(8.0, 2.0), Point::new(8.0, 3.0)]);
}

#[test]
fn the_widest_path_takes_the_wider_door() {
    let skeleton = skeleton(sane(&two_doors()));
    let [a, b] = [Point::new(4.0, 2.5), Point::new(10.0, 2.5)];
    let widest = skeleton.widest(a, b).unwrap();
    assert_eq!((widest.width, widest.at), (2.0, Point::new(8.0, 7.0)));
    let short = skeleton.route(a, b, 0.5, 0.01).unwrap();
    let wide = skeleton.route(a, b, 0.6, 0.01).unwrap();
    let length = |route: &[Point]| route.windows(2).map(|w| w[0].distance(w[1])).sum::<f64>();
    assert!(length(&short) < length(&wide));
    assert_eq!(skeleton.route(a, b, 1.1, 0.01), Err(NoPath::Unreachable));
    assert_eq!(skeleton.passable(0.9).count, 1);
    assert_eq!(skeleton.passable(1.1).count, 2);
    assert_eq!(skeleton.passable(7.0).count, 0);
}

/// Where obstacles touch the width is 0: there is no path.
#[test]
fn nothing_passes_where_obstacles_touch() {
    let squares = [rectangle(0.0, 0.0, 10.0, 5.0), rectangle(10.0, 5.0, 20.0, 10.0)];
    let world = squares.into_iter().fold(hall(), |w, square| w.obstacle(Polygon::ring(square)));
    let skeleton = skeleton(sane(&world));
    assert_eq!(skeleton.widest((5.0, 7.0).into(), (15.0, 2.0).into()), Err(NoPath::Unreachable));
}

#[test]
fn ends_count_and_blocked_ends_are_reported() {
    let skeleton = skeleton(sane(&two_doors()));
    let widest = skeleton.widest((4.0, 0.25).into(), (5.0, 5.0).into()).unwrap();
    assert_eq!((widest.width, widest.at), (0.5, Point::new(4.0, 0.25)));
    assert_eq!(skeleton.widest((14.0, 3.0).into(), (5.0, 5.0).into()), Err(NoPath::Blocked));
    assert_eq!(skeleton.widest((f64::NAN, 3.0).into(), (5.0, 5.0).into()), Err(NoPath::Blocked));
    assert_eq!(skeleton.narrowest(&[]), Err(NoPath::Blocked));
    let here = Point::new(5.0, 5.0);
    assert_eq!(skeleton.widest(here, here).unwrap().width, 6.0);
}

/// Routes of the guide lead to a goal, keep the radius, and more safety makes them wider and no shorter.
#[test]
fn the_guide_has_a_knob_from_short_to_wide() {
    let skeleton = Arc::new(skeleton(sane(&two_doors())));
    let goal = Point::new(10.0, 2.5);
    let start = Point::new(4.0, 2.5);
    let length = |route: &[Point]| route.windows(2).map(|w| w[0].distance(w[1])).sum::<f64>();
    let mut before = (0.0, 0.0);
    for safety in [0.0, 5.0] {
        let cost = GraphCost { safety, ..GraphCost::default() };
        let guide = ClearanceGuide::new(&skeleton, &[goal], 0.2, cost).unwrap();
        let route = guide.route(start).unwrap();
        assert_eq!((route[0], *route.last().unwrap()), (start, goal));
        let width = skeleton.narrowest(&route).unwrap().0;
        assert!(width >= 0.4 && width >= before.0 && length(&route) >= before.1, "{safety}: {width}");
        before = (width, length(&route));
        let aim = guide.aim(start).unwrap();
        assert!(skeleton.domain().sees(start, aim) && aim != start);
        assert!(guide.cost(start).unwrap() >= length(&route) - 0.1);
        // Following aims arrives.
        let mut p = start;
        for _ in 0..400 {
            let aim = guide.aim(p).unwrap();
            p = if p.distance(aim) < 0.1 { aim } else { p + (aim - p) * (0.1 / p.distance(aim)) };
        }
        assert!(p.distance(goal) < 0.2, "{p}");
    }
    let wide = GraphCost::default();
    let guide = ClearanceGuide::new(&skeleton, &[goal], 1.2, wide).unwrap();
    assert_eq!(guide.cost(start), Err(NoPath::Unreachable));
    assert_eq!(guide.cost((14.0, 3.0).into()), Err(NoPath::Blocked));
}

/// A corridor of one width is as narrow everywhere: the narrowest place is found without looking everywhere.
#[test]
fn narrowest_places_of_corridors_of_one_width_end() {
    let skeleton = skeleton(sane(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, 1000.0, 2.0)))));
    let route = [Point::new(1.0, 1.0), Point::new(999.0, 1.0)];
    assert_eq!(skeleton.narrowest(&route).unwrap().0, 2.0);
}

/// A place in line with the end of a side goes away from it, not back onto the wall.
#[test]
fn places_in_line_with_a_side_retract_away_from_it() {
    let table = Polygon::ring(rectangle(1.0, 1.0, 2.0, 2.0));
    let world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 5.0))).with_obstacles(vec![table]);
    let skeleton = skeleton(built(&world).unwrap());
    let to = Point::new(8.0, 2.5);
    for from in [Point::new(2.4, 2.0), Point::new(2.0, 2.4), Point::new(2.4, 1.0)] {
        let route = skeleton.route(from, to, 0.3, 0.01).unwrap();
        let width = skeleton.narrowest(&route).unwrap().0;
        assert!((width - 0.8).abs() < 1e-9, "from {from}: {width} along {route:?}");
    }
}

/// A door in a wall that is joined to the outline parts the hall; gaps beside a table, and beside a piece of wall between two
/// doors, do not, and say how large that is.
#[test]
fn narrow_places_say_what_stands_alone() {
    let mut world = hall();
    let wall_of = |ends: [[f64; 2]; 2]| wall(ends.map(|[x, y]| Point::new(x, y)).to_vec());
    world.walls.push(wall_of([[8.0, 0.0], [8.0, 4.0]]));
    world.walls.push(wall_of([[8.0, 5.0], [8.0, 10.0]]));
    world.obstacles.push(Polygon::ring(rectangle(2.0, 8.0, 5.0, 9.2)));
    let narrows = skeleton(built(&world).unwrap()).narrows(0.1);
    let door = narrows.iter().find(|narrow| narrow.at.distance(Point::new(8.0, 4.5)) < 1e-9).unwrap();
    assert_eq!((door.width, door.island), (1.0, None));
    let gap = narrows.iter().find(|narrow| (narrow.width - 0.8).abs() < 1e-9).unwrap();
    assert!((gap.island.unwrap() - 3f64.hypot(1.2)).abs() < 1e-12, "{gap:?}");
    world.walls.pop();
    world.walls.push(wall_of([[8.0, 5.0], [8.0, 8.0]]));
    let narrows = skeleton(built(&world).unwrap()).narrows(0.1);
    let door = narrows.iter().find(|narrow| narrow.at.distance(Point::new(8.0, 4.5)) < 1e-9).unwrap();
    assert_eq!(door.island, Some(3.0), "the piece of wall between two doors");
}
