//! What once was wrong, each in its smallest world.

use crate::common::{graph_of, hall};
use wayfront_domain::CornerId;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::domains::distance_to_outline;
use wayfront_testkit::worlds::{rectangle, wall};
use wayfront_voronoi::{Feature, GraphCost, GraphDisc, GraphWish};
use wayfront_world::{Polygon, World};

/// The centres of two discs that overlap lie in each other, or on each other's rim: both are led apart, not together.
#[test]
fn discs_whose_centres_lie_in_each_other_are_led_apart() {
    let (_, mut graph) = graph_of(&hall());
    for apart in [0.8, 1.0, 0.3] {
        let centres = [9.0, 9.0 + apart].map(|x| Point::new(x, 5.0));
        let [left, right] = [0, 1].map(|k| GraphDisc { centre: centres[k], radius: [1.0, 0.9][k] });
        graph.place(&[left, right]);
        let first = [0, 1].map(|k| graph.first_point(k).expect("it has a cell"));
        assert!(first[0].x < centres[0].x && first[1].x > centres[1].x, "{apart}: {first:?}");
    }
}

/// An obstacle without area leaves a vertex on which nothing stands. Seen from there, and from an inner side of the
/// triangulation, what is nearest is a corner, not a side that ends there; so a disc there has a cell.
#[test]
fn ends_of_sides_win_seen_from_vertices_and_inner_sides() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(10.0, 2.0, 12.0, 4.0)));
    world.obstacles.push(Polygon::ring([(8.0, 6.0), (8.5, 6.5), (8.25, 6.25)]));
    let (domain, mut graph) = graph_of(&world);
    let corner = Point::new(10.0, 4.0);
    for at in [Point::new(8.0, 6.0), Point::new(8.5, 6.5), Point::new(9.0, 5.0)] {
        let room = graph.voronoi().clearance(at).unwrap();
        assert!(matches!(room.feature, Feature::Corner(c) if domain.point(c) == corner), "{at}: {room:?}");
        graph.place(&[GraphDisc { centre: at, radius: 0.2 }]);
        assert_eq!(graph.fault(0), None, "{at}");
    }
}

/// Four discs that touch one corner of an obstacle: of two places as far from two of them and the corner, one is in the
/// obstacle.
#[test]
fn vertices_of_discs_that_touch_one_corner_are_in_front_of_it() {
    let mut world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 7.0, 7.0)));
    world.obstacles.push(Polygon::ring([(5.0, 3.5), (6.0, 4.0), (5.0, 4.0)]));
    let (domain, mut graph) = graph_of(&world);
    let centres = [
        (4.940261595048677, 3.4155389054258025),
        (4.840534042437218, 3.4180412638845095),
        (4.885215879413839, 3.422288594128752),
        (5.009921467447924, 3.308019497798815),
    ];
    let discs = centres.map(|at| GraphDisc { centre: at.into(), radius: 0.3 });
    for count in 1..=4 {
        graph.place(&discs[..count]);
        for (at, clearance) in graph.vertices() {
            let others = (0..count).map(|k| graph.disc(k).centre.distance(at) - graph.disc(k).radius);
            let right = others.fold(distance_to_outline(&domain, at), f64::min);
            assert!((right - clearance).abs() < 1e-8, "{count} discs: clearance {clearance} at {at} should be {right}");
        }
    }
}

/// A disc in the tip of a room as sharp as a needle, and one at the end of a wall without thickness, beside another
/// disc: both have a cell.
#[test]
fn tips_and_ends_of_walls_have_room_for_a_disc() {
    for width in [1e-3, 1e-5, 1e-8] {
        let needle = World::new().area(Polygon::ring([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0 * width)]));
        let (_, mut graph) = graph_of(&needle);
        graph.place(&[GraphDisc { centre: Point::new(0.0, 0.0), radius: 0.2 }]);
        assert_eq!(graph.fault(0), None, "{width}");
        assert!(graph.first_point(0).is_some(), "{width}");
    }
    let mut world = hall();
    world.walls.push(wall(vec![Point::new(9.0, 0.0), Point::new(9.003, 6.0)]));
    let (_, mut graph) = graph_of(&world);
    graph.place(&[
        GraphDisc { centre: Point::new(8.7, 6.04), radius: 0.2 },
        GraphDisc { centre: Point::new(9.003, 6.0), radius: 0.2 },
    ]);
    assert_eq!([graph.fault(0), graph.fault(1)], [None, None]);
}

/// A disc without size in the middle of a corridor, from which the corridor's end is as far as its walls: it has a cell
/// where it stands.
#[test]
fn the_middle_of_a_corridor_is_left_to_a_disc_that_just_reaches_its_end() {
    let world = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 8.0, 2.0)));
    let (_, mut graph) = graph_of(&world);
    for x in [2.0, 2.0 - 1e-15, 2.0 - 1e-14, 2.0 - 4e-14, 2.0 + 1e-15, 4.0] {
        let centre = Point::new(x, 1.0);
        graph.place(&[GraphDisc { centre, radius: 0.0 }]);
        let outline = graph.cell(0, 0.01);
        let reach = outline.iter().map(|p| p.x - x).fold(0.0, f64::max);
        assert!(reach > 0.5, "the cell of {centre} reaches {reach} to the right");
    }
}

/// A room as sharp as a needle: where a line of equal clearance crosses from cell to cell is badly determined, but both cells
/// say the same.
#[test]
fn lines_of_equal_clearance_join_in_a_needle() {
    let needle = [
        (6.2195790576065, 2.4250786839182203),
        (1.4897600545366418, 7.846193024121292),
        (3.9403349788578086, 5.037449845013214),
    ];
    let (_, graph) = graph_of(&World::new().area(Polygon::ring(needle)));
    for k in 1..20 {
        let lines = graph.voronoi().isolines(f64::from(k) * 2.4e-12, 1e-4);
        assert!(lines.len() >= 3, "one along each side");
        let ends: Vec<Point> = lines.iter().flat_map(|line| [line[0], line[line.len() - 1]]).collect();
        let met = |p: &Point| ends.iter().filter(|q| q.distance(*p) < 1e-9).count();
        assert!(ends.iter().all(|p| met(p) >= 2), "{lines:?}");
    }
}

/// Sides that go on straight over a crack as narrow as rounding, and over a side as short as that: the corner between them
/// has no width in the cell of a disc, so it is not known when it vanishes. What it kept apart met long before.
#[test]
fn corners_without_width_keep_nothing_apart_while_a_cell_shrinks() {
    let polygon = |points: &[(f64, f64)]| Polygon::ring(points.iter().copied());
    let crack = World::new()
        .area(polygon(&[
            (1.3903973473968412, 1.0549489279909707),
            (7.668726340676885, 7.505433448967422),
            (3.9752984798162765, 3.7107295900180777),
        ]))
        .area(polygon(&[
            (3.260356510924489, 9.505773117250802),
            (8.21584473000641, 6.32522793182389),
            (6.602973603670338, 2.7702712809297325),
            (3.260356510924489, 9.505773117250802),
            (6.602973603670338, 9.505773117250802),
            (6.602973603670338, 2.7702712809297325),
            (3.260356510924489, 2.7702712809297325),
        ]));
    let short = World::new()
        .area(polygon(&[
            (8.894423553366913, 2.048378534981208),
            (5.25119967966034, 7.820444685847087),
            (6.531838812168794, 5.79149070673803),
        ]))
        .area(polygon(&[
            (9.914352134240739, 3.116681329535652),
            (4.950492018351429, 8.72121674888895),
            (3.975786266731159, 7.398468510065408),
        ]))
        .obstacle(polygon(&[
            (5.368789959215146, 7.9703820558247775),
            (4.657144868941874, 5.836698947134461),
            (7.3913255147066845, 8.55767909612089),
        ]))
        .obstacle(polygon(&[
            (9.408973480009683, 7.4970271860711355),
            (9.408973480009683, 0.6469009376340706),
            (2.294591328814163, 0.6469009376340706),
        ]));
    let crack = (crack, GraphDisc { centre: Point::new(6.936504540300414, 6.387037855652089), radius: 0.27 });
    let short = (short, GraphDisc { centre: Point::new(5.322088736604684, 7.995900746071434), radius: 0.054 });
    for (world, disc) in [crack, short] {
        let (domain, mut graph) = graph_of(&world);
        graph.place(&[disc]);
        let GraphDisc { centre, radius } = graph.disc(0);
        let inside = |p: Point| distance_to_outline(&domain, p) - (p.distance(centre) - radius);
        let black = graph.black(0);
        assert!(black.iter().flatten().all(|&p| inside(p) > -1e-8), "{black:?}");
        let off = |p: Point| {
            let legs = black.iter().flat_map(|line| line.windows(2));
            legs.map(|leg| closest_on_segment(leg[0], leg[1], p).distance(p)).fold(f64::INFINITY, f64::min)
        };
        for edge in graph.voronoi().edges().filter(|edge| !edge.is_spoke) {
            let p = edge.curve.at(0.5);
            assert!(inside(p) < 0.01 || off(p) < 0.05, "{p} is {} from all black edges", off(p));
        }
    }
}

/// A corner just below a long side, whose cell was there a small part of an edge that crosses the line of the side: the side
/// took all of it, and vertices were left to features that are farther away than others.
#[test]
fn nothing_is_nearer_to_a_vertex_beside_a_corner_below_a_side_than_its_features() {
    let room = World::new().area(Polygon::ring([(10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]));
    for depth in [0.1, 0.01, 0.003, 1e-3, 1e-6] {
        let corner = Polygon::ring([(9.37, 8.97), (9.54, 9.85), (9.89, 10.0 - depth)]);
        let (domain, graph) = graph_of(&room.clone().obstacle(corner));
        for (p, room) in (0..graph.voronoi().vertex_count() as u32).map(|v| graph.voronoi().vertex(v)) {
            let nearest = domain.clearance(p).unwrap_or(0.0);
            assert!(room <= nearest + 1e-8, "{depth}: {room} at {p}, but something is {nearest} away");
        }
    }
}

/// A disc that hardly reaches out of a larger one, and another before it: its cell is a wedge, and of the two places as far from
/// all three each is on one edge of it.
#[test]
fn both_edges_of_a_wedge_have_their_own_vertex() {
    let mut world = World::new().area(Polygon::ring(rectangle(-0.5, -0.5, 4.5, 4.5)));
    world.obstacles.push(Polygon::ring([
        (1.6767947402861847, 3.178673242952843),
        (1.5844750469174145, 3.8982087198961666),
        (1.34628736120992, 3.6934169415146165),
    ]));
    let (domain, mut graph) = graph_of(&world);
    let disc = |x: f64, y: f64, radius: f64| GraphDisc { centre: Point::new(x, y), radius };
    let discs = [
        disc(1.5278379886686229, 4.03890055576427, 0.17877210825447892),
        disc(1.6181195968264226, 4.24804749542074, 0.05),
        disc(1.5716138137604536, 4.139417600220337, 0.05),
    ];
    graph.place(&discs);
    for (p, room) in graph.vertices() {
        let others = (0..3).map(|k| graph.disc(k).centre.distance(p) - graph.disc(k).radius);
        let right = others.fold(distance_to_outline(&domain, p), f64::min);
        assert!((room - right).abs() < 1e-8, "{room} at {p} should be {right}");
    }
}

fn needle() -> World {
    World::new().area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 1e-8)]))
}

/// A wall across a room as sharp as a needle, of which the room leaves a side as short as rounding: that has no cell, but the
/// other side of its corner has one.
#[test]
fn corners_of_needles_have_room_for_a_disc() {
    for y in [0.0, 4e-12] {
        for turn in [0.0, 0.5] {
            let ends = [-1.0, 1.0].map(|y| Point::new(0.004 + turn * y, y));
            let mut world = needle();
            world.walls.push(wall(ends.to_vec()));
            let (domain, mut graph) = graph_of(&world);
            let near = domain.nearest_free(Point::new(0.004, y)).unwrap();
            let corners = (0..domain.corner_count() as u32).map(|k| domain.point(CornerId(k)));
            let corner = corners.min_by(|p, q| p.distance(near).total_cmp(&q.distance(near))).unwrap();
            graph.place(&[GraphDisc { centre: corner, radius: 0.2 }]);
            assert_eq!(graph.fault(0), None, "at {corner}, with a wall from {} to {}", ends[0], ends[1]);
        }
    }
}

/// The tip of a needle that something cuts off has less room than places are moved into elsewhere, but more than rounding.
#[test]
fn tips_that_are_cut_off_have_room_for_a_disc() {
    let cut = needle().obstacle(Polygon::ring(rectangle(0.01, -1.0, 5.0, 1.0)));
    let (_, mut graph) = graph_of(&cut);
    graph.place(&[GraphDisc { centre: Point::default(), radius: 0.2 }]);
    assert_eq!(graph.fault(0), None);
    assert!(graph.first_point(0).is_some());
}

/// A disc in the corner of a hall with another one behind it: the shortest path leads around that one, and back through the
/// own cell.
#[test]
fn paths_come_back_into_their_own_cell() {
    let mut world = World::new().area(Polygon::ring(rectangle(-0.5, -0.5, 4.5, 4.5)));
    world.walls.push(wall(vec![Point::new(2.67, 2.72), Point::new(2.47, 2.95)]));
    let (_, mut graph) = graph_of(&world);
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.0 };
    graph.place(&[disc(-0.34, 3.07), disc(-0.45, 2.94)]);
    let goals = [Point::new(0.86, 0.51); 2];
    let cost = GraphCost { safety: 0.0, ..GraphCost::default() };
    let route = graph.routes(&goals, &cost)[0].clone().unwrap();
    let path = &route.points[1..route.points.len() - 1];
    let length: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!(route.cost < 3.8 && length <= route.cost + 1e-9, "{}, {length}: {:?}", route.cost, route.points);
    let wishes = goals.map(|goal| Some(GraphWish { goal, kept: None, sight: 1.0 }));
    let mut leads = Vec::new();
    graph.lead(&wishes, &cost, &mut leads);
    let lead = leads[0].unwrap().unwrap();
    assert!((lead.cost - route.cost).abs() < 1e-9 && lead.aim == route.aim);
}

/// Between two others, and farther back than the line between them: the narrowest place of the path ahead is on that line, in
/// the own cell.
#[test]
fn the_narrowest_place_may_be_inside_of_the_own_cell() {
    let (_, mut graph) = graph_of(&hall());
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.3 };
    graph.place(&[disc(9.9, 4.7), disc(9.0, 5.0), disc(11.0, 5.0)]);
    let goals = [Point::new(10.0, 9.0); 3];
    let route = graph.routes(&goals, &GraphCost::default())[0].clone().unwrap();
    assert!((route.clearance - 0.7).abs() < 1e-12, "{} at {}", route.clearance, route.narrowest);
    assert!(route.narrowest.distance(Point::new(10.0, 5.0)) < 1e-12, "{}", route.narrowest);
}

/// A goal beside a disc that stands between: away from that one the ray of the goal leads into the own cell, whose border is
/// none of the disc's paths. It ends where the other and a wall are as far.
#[test]
fn rays_of_goals_cross_the_border_of_the_own_cell() {
    let (_, mut graph) = graph_of(&World::new().area(Polygon::ring(rectangle(0.0, 0.0, 12.0, 40.0))));
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.6 };
    let discs = [disc(4.0, 20.0), disc(6.0, 20.0)];
    graph.place(&discs);
    let goals = [Point::new(5.7, 21.0); 2];
    let cost = GraphCost::default();
    let route = graph.routes(&goals, &cost)[0].clone().unwrap();
    let last = route.points[route.points.len() - 2];
    let other = last.distance(discs[1].centre) - 0.6;
    assert!((last.x - other).abs() < 1e-9, "{last} is {other} from the other, and {} from the wall", last.x);
    assert!(route.points.iter().all(|p| p.x < 6.0), "{:?}", route.points);
    let mut leads = Vec::new();
    graph.lead(&goals.map(|goal| Some(GraphWish { goal, kept: None, sight: 1.0 })), &cost, &mut leads);
    let lead = leads[0].unwrap().unwrap();
    assert_eq!((lead.cost, lead.aim), (route.cost, route.aim));
    let nearest = discs.map(|disc| disc.centre.distance(lead.aim));
    assert!(nearest[0] < nearest[1], "{} is in the own cell", lead.aim);
}

/// Needles whose end is cut off and leaves a side as short as rounding: the diagram has one vertex for its two ends, and a disc that
/// is nearest to the other one has a cell, too.
#[test]
fn both_ends_of_a_side_as_short_as_rounding_have_a_cell() {
    let cut = |needle: [(f64, f64); 3], hole: [(f64, f64); 3]| {
        let mut cut = Polygon::ring(needle);
        cut.holes.push(hole.map(Point::from).to_vec());
        World::new().obstacle(cut)
    };
    let blunt = cut(
        [
            (0.9149286074703789, 8.847027108831458),
            (7.2594175874859, 3.3534035062156917),
            (6.288198546991576, 4.194371448649652),
        ],
        [
            (7.205395061649988, 0.162061499054581),
            (9.276410412907808, 6.2544871645388245),
            (7.205395061649988, 6.2544871645388245),
        ],
    );
    let sharp = cut(
        [
            (2.149382762517706, 6.704548959473787),
            (6.404724974036428, 1.9607729751769432),
            (0.9832632600895197, 8.004517191133925),
        ],
        [
            (0.523019660124352, 1.248396421324205),
            (8.338694956753997, 7.9848043069104495),
            (0.523019660124352, 7.9848043069104495),
        ],
    );
    for (world, centre) in [(blunt, (7.97, 1.91)), (sharp, (1.633, 6.853))] {
        let (_, mut graph) = graph_of(&world);
        graph.place(&[GraphDisc { centre: centre.into(), radius: 0.02 }]);
        assert_eq!(graph.fault(0), None, "at {centre:?}");
    }
}

/// A side that goes on straight over a crack as narrow as rounding, of whose two corners one vanishes from the cell before the
/// other: that one is no end of the side, but as good as one.
#[test]
fn black_edges_above_a_crack_keep_off_walls() {
    let room = [
        (6.769199706732498, 6.077909023688071),
        (9.198774176177006, 7.036084665685781),
        (9.23, 6.955),
        (9.19877418528125, 7.036084669276313),
        (9.70558095537145, 7.2359591363516085),
        (9.213506631397694, 7.883204225282001),
        (7.686655090712579, 9.891533278612062),
        (6.0, 9.0),
    ];
    let (domain, mut graph) = graph_of(&World::new().area(Polygon::ring(room)));
    let disc = |x: f64, y: f64, radius: f64| GraphDisc { centre: Point::new(x, y), radius };
    graph.place(&[
        disc(8.838984987477291, 7.408091672345508, 0.3379300806925193),
        disc(7.846853763193465, 8.413247793259007, 0.31967630721704493),
        disc(8.406645554776814, 6.986395075623102, 0.13876930666798254),
    ]);
    let routes = graph.routes(&[Point::new(6.9, 8.5); 3], &GraphCost::default());
    let route = routes[0].as_ref().unwrap();
    for &p in &route.points[1..route.points.len() - 2] {
        let others = [1, 2].map(|k| graph.disc(k)).map(|disc| disc.centre.distance(p) - disc.radius);
        let room = others.into_iter().fold(distance_to_outline(&domain, p), f64::min);
        assert!(room >= route.clearance - 1e-6, "{p} has {room}, and not {}", route.clearance);
    }
}
