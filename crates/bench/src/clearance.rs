//! Table `clearance`: shortest ways of discs, and maps for them, one thread; the crate `polyanya` beside us, on a mesh that it made for the
//! radius, with 8 and with 5 pieces per corner.
//!
//! Pairs have room for the disc. The peer computes in f32 with fixed epsilons, so its coordinates are scaled up, as in
//! the table `paths`. Its corners are chords, so its lengths are a little short.

mod quick;
mod worlds;

use crate::stopwatch::{Times, in_turns, repeat};
use crate::table::{Row, Section, Table};
use glam::Vec2;
use polyanya::Triangulation;
use std::hint::black_box;
use std::sync::Arc;
use wayfront::domain::{Guide, SideId};
use wayfront::geometry::{Point, Raster};
use wayfront::pathmap::{DiscMap, PairSearch};
use wayfront::views::{DiscSample, Sample};
use wayfront::world::{Polygon, Random, Source, World, builtin, random_polygons};
use wayfront::{Domain, PathMap};

/// What the peer's coordinates are multiplied by.
const SCALE: f64 = 100.0;
/// Vertices up to which the peer's mesh is made: beyond that it takes minutes.
const MOST_FOR_PEER: usize = 10_000;

/// Pixels along the longer side of samples.
const SAMPLED: u32 = 500;

/// Runs everything; with `quick` fewer pairs and turns.
pub fn table(quick: bool) -> Table {
    let named = [
        ("Profiling3", builtin("profiling3")),
        ("Profiling4", builtin("profiling4")),
        ("Profiling5", builtin("profiling5")),
        ("Profiling6", builtin("profiling6")),
        ("60,000 vertices", Some(random_polygons(10_000, 6, 1))),
        ("900 posts", builtin("posts")),
        ("10,000 posts", Some(posts(100))),
    ];
    let measured = named.into_iter().filter_map(|(name, world)| Some(measure(name, &world?, quick)));
    let sections = measured.chain(std::iter::once_with(|| worlds::growth(quick))).collect();
    Table { table: "clearance", sections }
}

/// Posts of 0.2 in rows, 2 from each other.
fn posts(rows: usize) -> World {
    let post = |k: usize| {
        let [x, y] = [k % rows, k / rows].map(|i| 2.0 * i as f64 + 1.0);
        Polygon::ring([[x - 0.1, y - 0.1], [x + 0.1, y - 0.1], [x + 0.1, y + 0.1], [x - 0.1, y + 0.1]])
    };
    let far = 2.0 * rows as f64 + 2.0;
    let area = Polygon::ring([[-2.0, -2.0], [far, -2.0], [far, far], [-2.0, far]]);
    World::new().area(area).with_obstacles((0..rows * rows).map(post).collect::<Vec<_>>())
}

/// The median length of the sides that can be crossed between different obstacles: the typical gap.
fn typical_gap(domain: &Domain) -> f64 {
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_some());
    let mut lengths: Vec<f64> = sides.map(|side| domain.side(side).length).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

fn roomy_pairs(domain: &Domain, radius: f64, count: usize) -> Vec<[Point; 2]> {
    let mut random = Random::new(1);
    let bounds = domain.bounds();
    let mut any = || Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y));
    let mut points = Vec::new();
    for _ in 0..1000 * count {
        let p = any();
        if domain.has_room(p, radius) {
            points.push(p);
        }
        if points.len() == 2 * count {
            break;
        }
    }
    points.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn peer(world: &World, radius: f64, segments: u8) -> polyanya::Mesh {
    let scaled = |ring: &[Point]| -> Vec<Vec2> {
        ring.iter().map(|p| Vec2::new((p.x * SCALE) as f32, (p.y * SCALE) as f32)).collect()
    };
    let mut triangulation = Triangulation::from_outer_edges(&scaled(&world.areas[0].outer));
    triangulation.add_obstacles(world.obstacles.iter().map(|o| scaled(&o.outer)));
    triangulation.set_agent_radius((radius * SCALE) as f32);
    triangulation.set_agent_radius_segments(segments);
    triangulation.agent_radius_on_outer_edge(true);
    triangulation.prebuild();
    let mut mesh = triangulation.as_navmesh();
    mesh.bake();
    mesh
}

fn measure(name: &str, world: &World, quick: bool) -> Section {
    let vertices: usize = world.obstacles.iter().map(|o| o.outer.len()).sum();
    let (built, domain) = repeat(|| Domain::without_doors(world).expect("worlds made here are sound"));
    let domain = Arc::new(domain);
    let gap = if name.ends_with("posts") { 1.8 } else { typical_gap(&domain) };
    let radius = gap / 4.0;
    let count = (if quick { 40_000 } else { 200_000 } / vertices.max(100)).clamp(6, 200);
    let pairs = roomy_pairs(&domain, radius, count);
    let mut search = PairSearch::new(domain.clone());
    let mut rows = vec![Row::new("our domain, for every radius", vertices, built)];
    let mut remarks = vec![format!("radius {radius:.4}, a quarter of the typical gap; {} pairs", pairs.len())];
    let lengths: Vec<Option<f64>> = pairs.iter().map(|&[a, b]| search.disc_length(a, b, radius).ok()).collect();
    let mut as_points = PairSearch::new(domain.clone());
    let point_work = || pairs.iter().filter_map(|&[a, b]| as_points.length(a, b).ok()).sum::<f64>();
    let mut sized = PairSearch::new(domain.clone());
    let size_work = || pairs.iter().filter_map(|&[a, b]| sized.disc_length(a, b, radius).ok()).sum::<f64>();
    let mut changing = PairSearch::new(domain.clone());
    let change_work = || {
        let each = pairs.iter().enumerate();
        each.filter_map(|(k, &[a, b])| changing.disc_length(a, b, radius * (1.0 - 1e-3 * k as f64)).ok()).sum::<f64>()
    };
    let turns = if quick { 3 } else { 9 };
    let times = turns_of(vec![Box::new(point_work), Box::new(size_work), Box::new(change_work)], turns);
    rows.push(Row::new("pairs as points", pairs.len(), times[0]));
    rows.push(Row::new("pairs with the radius", pairs.len(), times[1]));
    rows.push(Row::new("pairs, another radius each", pairs.len(), times[2]));
    remarks.push(format!("with the radius: {:.2} times the time as points", times[1].median / times[0].median));
    let half = 0.499 * gap;
    if name.ends_with("posts") {
        let tight = roomy_pairs(&domain, half, 20.min(pairs.len()));
        let work = || tight.iter().filter_map(|&[a, b]| search.disc_length(a, b, half).ok()).sum::<f64>();
        let mut plain = PairSearch::new(domain.clone());
        let points = || tight.iter().filter_map(|&[a, b]| plain.length(a, b).ok()).sum::<f64>();
        let times = turns_of(vec![Box::new(points), Box::new(work)], turns);
        rows.push(Row::new("pairs just below half of the gap", tight.len(), times[1]));
        remarks.push(format!("just below half of the gap: {:.2} times as points", times[1].median / times[0].median));
    }
    if vertices <= MOST_FOR_PEER && !world.obstacles.is_empty() {
        for segments in [8, 5] {
            let (build, mesh) = repeat(|| peer(world, radius, segments));
            rows.push(Row::new(format!("polyanya's mesh, {segments} pieces per corner"), vertices, build));
            let theirs = |[a, b]: [Point; 2]| {
                let scaled = |p: Point| Vec2::new((p.x * SCALE) as f32, (p.y * SCALE) as f32);
                mesh.path(scaled(a), scaled(b)).map(|path| f64::from(path.length) / SCALE)
            };
            let found: Vec<Option<f64>> = pairs.iter().map(|&pair| theirs(pair)).collect();
            let times = turns_of(
                vec![
                    Box::new(|| pairs.iter().filter_map(|&pair| theirs(pair)).sum::<f64>()),
                    Box::new(|| pairs.iter().filter_map(|&[a, b]| search.disc_length(a, b, radius).ok()).sum::<f64>()),
                ],
                turns,
            );
            rows.push(Row::new(format!("polyanya's pairs, {segments} pieces per corner"), pairs.len(), times[0]));
            let lost = found.iter().zip(&lengths).filter(|(theirs, ours)| theirs.is_none() && ours.is_some()).count();
            let each = times[0].median / pairs.len() as f64;
            let ours = times[1].median / pairs.len() as f64;
            remarks.push(format!(
                "{segments} pieces: polyanya takes {:.2} times as long; with its mesh made for each pair {:.0} times; \
                 it loses {lost} pairs",
                times[0].median / times[1].median,
                (build.median + each) / ours
            ));
        }
    }
    quick::measure(&domain, &pairs, radius, turns, &mut rows, &mut remarks);
    measure_maps(&domain, &pairs, radius, turns, &mut rows, &mut remarks);
    worlds::changes(world, radius, turns, &mut rows, &mut remarks);
    let places = roomy_pairs(&domain, 0.0, 20_000);
    let (clear, _) = repeat(|| places.iter().flatten().filter_map(|&p| domain.clearance(p)).sum::<f64>());
    rows.push(Row::new("clearance of points", 2 * places.len(), clear));
    Section { title: format!("{name}, {vertices} vertices"), rows, remarks }
}

/// Maps for the radius, in warm memory, beside plain ones; and questions to both.
fn measure_maps(
    domain: &Arc<Domain>,
    pairs: &[[Point; 2]],
    radius: f64,
    turns: usize,
    rows: &mut Vec<Row>,
    remarks: &mut Vec<String>,
) {
    let sources = [Source::point(pairs[0][0])];
    let (Ok(mut plain), Ok(mut sized)) =
        (PathMap::new(domain.clone(), &sources), DiscMap::new(domain.clone(), &sources, radius))
    else {
        return;
    };
    let times = turns_of(
        vec![
            Box::new(|| f64::from(u8::from(plain.rebuild(&sources).is_ok()))),
            Box::new(|| f64::from(u8::from(sized.rebuild(&sources, radius).is_ok()))),
        ],
        turns,
    );
    rows.push(Row::new("plain map", domain.corner_count(), times[0]));
    rows.push(Row::new("map for the radius", domain.corner_count(), times[1]));
    remarks.push(format!("map for the radius: {:.1} plain builds", times[1].median / times[0].median));
    let points: Vec<Point> = roomy_pairs(domain, radius, 2_000).into_iter().flatten().collect();
    let times = turns_of(
        vec![
            Box::new(|| points.iter().filter_map(|&p| plain.cost(p).ok()).sum::<f64>()),
            Box::new(|| points.iter().filter_map(|&p| sized.cost(p).ok()).sum::<f64>()),
        ],
        turns,
    );
    rows.push(Row::new("costs of the plain map", points.len(), times[0]));
    rows.push(Row::new("costs for the radius", points.len(), times[1]));
    let Ok(raster) = Raster::fitting(domain.bounds(), SAMPLED) else { return };
    let times = turns_of(
        vec![
            Box::new(|| f64::from(Sample::of(&plain, &raster).costs()[0])),
            Box::new(|| f64::from(DiscSample::of(&sized, &raster).costs()[0])),
        ],
        turns,
    );
    let pixels = raster.width() * raster.height();
    rows.push(Row::new("sample of the plain map", pixels, times[0]));
    rows.push(Row::new("sample for the radius", pixels, times[1]));
    remarks.push(format!("sample for the radius: {:.1} times a plain one", times[1].median / times[0].median));
}

fn turns_of(works: Vec<Box<dyn FnMut() -> f64 + '_>>, turns: usize) -> Vec<Times> {
    let mut works: Vec<_> = works
        .into_iter()
        .map(|mut work| {
            move || {
                black_box(work());
            }
        })
        .collect();
    in_turns(&mut works, turns)
}
