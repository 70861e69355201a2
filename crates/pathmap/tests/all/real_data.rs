//! Exact lengths on real maps, computed elsewhere.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_testkit::data;
use wayfront_world::{Polygon, Source, World, read_file};

fn parsed(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("can be read");
    serde_json::from_str(&text).expect("is JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn point(value: &Value) -> Point {
    Point::new(number(&value[0]), number(&value[1]))
}

fn points(value: &Value) -> Vec<Point> {
    list(value).iter().map(point).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn domain_of(world: &World) -> Arc<Domain> {
    Arc::new(Domain::without_doors(world).expect("can be built"))
}

/// The length of the shortest path, of its cost and of its route, which must agree.
fn distance(domain: &Arc<Domain>, from: Point, to: Point) -> Result<f64, NoPath> {
    let map = PathMap::new(domain.clone(), &[Source::point(to)]).expect("the goal is free");
    let cost = map.cost(from)?;
    let length = length(&map.route(from)?);
    assert!((cost - length).abs() <= 1e-12 * cost.max(1.0), "cost {cost}, length {length}");
    Ok(cost)
}

fn length(route: &[Point]) -> f64 {
    route.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

fn is_equal(ours: f64, exact: f64) -> bool {
    (ours - exact).abs() <= 1e-9 * exact.max(1.0)
}

/// Where two outlines touch in a point, the listed length squeezes through; the right one is listed to a millimetre.
#[test]
fn floor_plans_have_the_listed_lengths() {
    let Some(file) = data::file("floorplans/exact-paths.json") else { return };
    let mut compared = 0;
    for (plan, cases) in parsed(&file).as_object().expect("plans by name") {
        let domain = domain_of(&read_file(&file.with_file_name(plan)).expect("is a floor plan"));
        for case in list(cases) {
            let (start, goal) = (point(&case["start"]), point(&case["goal"]));
            let ours = distance(&domain, start, goal).expect("the goal can be reached");
            let back = distance(&domain, goal, start).expect("the start can be reached");
            assert!(is_equal(ours, back), "{plan}: {ours} there and {back} back");
            if case["pinch_sensitive"] == Value::Bool(true) {
                let (short, right) = (&case["length"], &case["length_if_zero_width_gaps_closed_approx"]);
                assert!(ours > number(short), "{plan}: squeezed through a point from {start} to {goal}");
                assert!((ours - number(right)).abs() < 1e-3 * ours, "{plan}: {ours} instead of about {right}");
            } else {
                let exact = number(&case["length"]);
                assert!(is_equal(ours, exact), "{plan}: {ours} instead of {exact} from {start} to {goal}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 30);
}

/// Width, height, and the blocked cells, each a square.
fn grid_world(parameters: &Value) -> World {
    let (width, height) = (number(&parameters[0]), number(&parameters[1]));
    let cell = |p: Point| {
        let (x, y) = (p.x, p.y);
        Polygon::ring([(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)])
    };
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]))
        .with_obstacles(points(&parameters[2]).into_iter().map(cell).collect())
}

/// The boundary, and the obstacles.
fn polygon_world(parameters: &Value) -> World {
    World::new()
        .area(Polygon::ring(points(&parameters[0])))
        .with_obstacles(list(&parameters[1]).iter().map(|ring| Polygon::ring(points(ring))).collect())
}

/// Cases whose listed path squeezes through (7, 6), where two blocked cells touch; with the length of the way around.
const SQUEEZED: [([f64; 2], [f64; 2], f64); 3] = [
    ([6.5, 5.5], [7.5, 6.5], 2.0 + std::f64::consts::SQRT_2),
    ([6.9, 4.0], [7.0, 9.0], 5.900_820_437_104_946),
    ([6.5, 4.0], [7.0, 9.0], 6.216_989_200_105_09),
];

#[test]
fn cases_of_another_path_finder_have_their_lengths() {
    let Some(file) = data::file("polygons/extremitypathfinder-cases.json") else { return };
    let cases = parsed(&file);
    let environments = [
        (grid_world(&cases["GRID_ENV_PARAMS"]), "TEST_DATA_GRID_ENV"),
        (polygon_world(&cases["POLY_ENV_PARAMS"]), "TEST_DATA_POLY_ENV"),
        (polygon_world(&cases["OVERLAP_POLY_ENV_PARAMS"]), "TEST_DATA_OVERLAP_POLY_ENV"),
        (polygon_world(&cases["SEPARATED_ENV"]), "TEST_DATA_SEPARATE_ENV"),
    ];
    let mut wrong = Vec::new();
    let mut compared = 0;
    for (world, name) in environments {
        let domain = domain_of(&world);
        for case in list(&cases[name]) {
            let (from, to) = (point(&case[0][0]), point(&case[0][1]));
            let around = SQUEEZED.iter().find(|s| (Point::from(s.0), Point::from(s.1)) == (from, to));
            let is_listed_through_touching_point = points(&case[1][0]).contains(&Point::new(7.0, 6.0));
            assert!(around.is_none() || is_listed_through_touching_point, "{from} to {to}");
            let expected = around.map(|s| s.2).or(case[1][1].as_f64());
            compared += 1;
            let ours = distance(&domain, from, to);
            let agrees = match (ours, expected) {
                (Ok(ours), Some(exact)) => is_equal(ours, exact),
                (ours, None) => ours == Err(NoPath::Unreachable),
                (Err(_), Some(_)) => false,
            };
            if !agrees {
                wrong.push(format!("{name}: from {from} to {to} {ours:?} instead of {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(compared, 39);
}

#[test]
fn blocked_points_of_another_path_finder_are_blocked() {
    let Some(file) = data::file("polygons/extremitypathfinder-cases.json") else { return };
    let cases = parsed(&file);
    let domain = domain_of(&grid_world(&cases["GRID_ENV_PARAMS"]));
    for pair in list(&cases["INVALID_DESTINATION_DATA"]) {
        let (from, to) = (point(&pair[0]), point(&pair[1]));
        match PathMap::new(domain.clone(), &[Source::point(to)]) {
            Ok(map) => assert_eq!(map.cost(from), Err(NoPath::Blocked), "{from}"),
            Err(_) => assert!(!domain.contains(to) && domain.contains(from), "{from} to {to}"),
        }
    }
}

/// One row of a table of exact lengths.
struct Row {
    start: Point,
    octile: f64,
    exact: f64,
}

/// The rows of a table by their goals.
fn by_goal(table: &Path) -> BTreeMap<[u32; 2], Vec<Row>> {
    let text = std::fs::read_to_string(table).expect("can be read");
    let mut goals: BTreeMap<[u32; 2], Vec<Row>> = BTreeMap::new();
    for line in text.lines().skip(2) {
        let cells: Vec<f64> = line.split('\t').map(|cell| cell.parse().expect("a number")).collect();
        let [_, sx, sy, gx, gy, octile, exact] = cells[..] else { panic!("{line}: seven columns") };
        let row = Row { start: Point::new(sx, sy), octile, exact };
        goals.entry([gx as u32, gy as u32]).or_default().push(row);
    }
    goals
}

/// Octile lengths are listed with diagonal steps of 1.41421: short by this share.
const OCTILE_ROUNDING: f64 = 3e-6;

fn scenario_lengths(name: &str, maps: usize) {
    let Some(table) = data::file(&format!("grids/{name}.exact.tsv")) else { return };
    let world = read_file(&table.with_file_name(format!("{name}.map"))).expect("is a map");
    let domain = domain_of(&world);
    let goals = by_goal(&table);
    let mut map: Option<PathMap> = None;
    let mut compared = 0;
    // Scenarios are sorted by length: take them from all over the table.
    let mut chosen: Vec<_> = goals.iter().collect();
    chosen.sort_by(|a, b| a.1[0].exact.total_cmp(&b.1[0].exact));
    for (&[x, y], rows) in chosen.into_iter().step_by(goals.len().div_ceil(maps)) {
        let source = [Source::point((f64::from(x), f64::from(y)))];
        let map = match &mut map {
            Some(map) => {
                map.rebuild(&source).expect("the goal is free");
                map
            }
            none => none.insert(PathMap::new(domain.clone(), &source).expect("the goal is free")),
        };
        for Row { start, octile, exact } in rows {
            let ours = map.cost(*start).unwrap_or_else(|why| panic!("{name}: {start} to {x}, {y}: {why}"));
            assert!(is_equal(ours, *exact), "{name}: {ours} instead of {exact} from {start} to {x}, {y}");
            assert!(ours <= octile * (1.0 + OCTILE_ROUNDING) + 1e-5, "{name}: {ours} above {octile}");
            let length = length(&map.route(*start).expect("has a cost"));
            assert!(is_equal(length, ours), "{name}: the route is {length} long, the cost {ours}");
            compared += 1;
        }
    }
    assert!(compared >= goals.len().min(maps) / 2, "only {compared} compared");
    println!("{name}: {compared} lengths");
}

#[test]
fn game_maps_have_the_exact_lengths() {
    scenario_lengths("arena", 1000);
    scenario_lengths("den312d", 1000);
    scenario_lengths("lak303d", 1000);
    scenario_lengths("brc202d", 1000);
}

#[test]
fn city_maps_have_the_exact_lengths() {
    scenario_lengths("Berlin_0_256", 1000);
}

#[test]
fn mazes_have_the_exact_lengths() {
    scenario_lengths("maze512-8-0", 1000);
}
