//! `wayfront potential`: a harmonic field on a grid, and smooth routes on it.

mod groups;

use crate::aimed::{refused_for, settled};
use crate::arguments::{Common, Format, Potential};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::{Unit, count, short};
use crate::verbs::map::unwritten;
use groups::{GroupJson, journeys};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;
use wayfront::domain::{Domain, Guide, NoPath};
use wayfront::draw::{Options, Picture, PotentialStyle};
use wayfront::potential::{Bias, PotentialError, PotentialMap};
use wayfront::world::{Source, World};
use wayfront::{Point, Scene, geometry::Bounds};

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;
/// Routes that are shown where no start is given.
const ROUTES: usize = 8;

/// The result for programs.
#[derive(Serialize)]
struct Report {
    cells: usize,
    size: [usize; 2],
    cell: f64,
    free_cells: usize,
    /// Free cells from which no goal can be reached.
    unreachable_cells: usize,
    bias: [f64; 2],
    solve_seconds: f64,
    /// The largest share by which a cell differs from the mean of its neighbours.
    residual: f64,
    routes: Vec<RouteJson>,
    /// With `--group`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupJson>,
    picture: Option<String>,
    raster: Option<String>,
}

#[derive(Serialize)]
struct RouteJson {
    reached: bool,
    length: f64,
    points: Vec<[f64; 2]>,
}

/// Solves the field, follows it, draws it if asked to, and says what came out.
pub fn run(arguments: &Potential, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    let bias = Bias::new(arguments.bias).map_err(|error| Failure::Usage(error.to_string()))?;
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let scene = aimed(&label, world, arguments.to)?;
    let domain = scene.walled_domain();
    let cell = arguments.cell.unwrap_or_else(|| usual_cell(scene.world(), domain.bounds()));
    check_cells(&label, domain.bounds(), cell, common.limits().cells)?;
    progress.step("solving the field");
    let start = Instant::now();
    let map = PotentialMap::of(&scene, cell, bias).map_err(|error| unsolved(&label, &error))?;
    let solve_seconds = start.elapsed().as_secs_f64();
    progress.step("following it");
    let map = Arc::new(map);
    let routes = routes(&label, domain, &map, arguments)?;
    let starts: Vec<Point> = routes.iter().filter_map(|route| route.first().copied()).collect();
    let journeys = journeys(&label, domain, &map, &starts, arguments)?;
    if let Some(file) = &arguments.raster {
        progress.step("writing the cells");
        map.save_npz(file).map_err(|why| unwritten(file, &why))?;
    }
    if let Some(file) = &arguments.picture {
        progress.step("drawing");
        let world = scene.settled_world();
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let shown = |route: &&Vec<Point>| route.len() > 1 && journeys.is_empty();
        let found: Vec<Vec<Point>> = routes.iter().filter(shown).cloned().collect();
        let picture = Picture::of_potential(&world, &map, &found, &PotentialStyle::default(), &options);
        let mut picture = picture?;
        if !journeys.is_empty() {
            picture.push_journeys(&journeys, &options);
        }
        picture.save(file)?;
    }
    drop(progress);
    let stats = map.stats();
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    let report = Report {
        cells: map.grid().len(),
        size: map.grid().size(),
        cell,
        free_cells: stats.free_cells,
        unreachable_cells: stats.free_cells - stats.reached_cells,
        bias: bias.vector().into(),
        solve_seconds,
        residual: stats.residual,
        routes: routes.iter().map(|route| route_json(route)).collect(),
        groups: journeys.iter().map(GroupJson::of).collect(),
        picture: named(&arguments.picture),
        raster: named(&arguments.raster),
    };
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&label, &report, Unit::of(scene.world()))),
    }
}

/// Grid maps have cells of size 1 already.
fn usual_cell(world: &World, bounds: Bounds) -> f64 {
    let is_grid = world.files.first().is_some_and(|file| file.to_lowercase().ends_with(".map"));
    if is_grid { 1.0 } else { bounds.size() / CELLS }
}

/// A grid covers the whole extent, however little of it is free: a large one is not begun unasked.
fn check_cells(label: &str, bounds: Bounds, cell: f64, most: u64) -> Result<(), Failure> {
    let [columns, rows] = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0));
    // Sizes that are no size are refused with the grid.
    if !(cell > 0.0 && columns * rows > most as f64) {
        return Ok(());
    }
    let least = (bounds.width() * bounds.height() / most as f64).sqrt().max(bounds.size() / most as f64);
    Err(Failure::File {
        what: format!("{label}: cells of {} make a grid of {columns} x {rows}; at most {most} are solved", short(cell)),
        advice: format!(
            "take larger cells, --cell {} or more, cut the scene into parts, or raise the limit: --max-cells",
            short(1.01 * least)
        ),
    })
}

/// The scene with the goals that count.
fn aimed(label: &str, mut world: World, to: Option<Point>) -> Result<Scene, Failure> {
    if let Some(to) = to {
        // A world without areas is a box around all that it describes, whatever the goal.
        world.areas = world.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
        world.sources = vec![Source::point(to)];
    }
    if world.sources.is_empty() {
        return Err(Failure::File {
            what: format!("{label}: the scene has no sources, so there is no goal"),
            advice: "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]".into(),
        });
    }
    Scene::new(world).map_err(|rejected| refused_for(label, to, rejected))
}

fn unsolved(label: &str, error: &PotentialError) -> Failure {
    Failure::File { what: format!("{label}: {error}"), advice: error.advice() }
}

/// The routes from the given starts, or from some that are far from each other. Empty where no goal can be reached.
fn routes(label: &str, domain: &Domain, map: &PotentialMap, arguments: &Potential) -> Result<Vec<Vec<Point>>, Failure> {
    if arguments.from.is_empty() {
        let count = if arguments.group.is_some() { 1 } else { ROUTES };
        return Ok(map.far_starts(count).into_iter().filter_map(|start| map.route(start).ok()).collect());
    }
    let mut routes = Vec::new();
    for &p in &arguments.from {
        let start = settled(label, domain, "--from", p)?;
        match map.route(start) {
            Ok(route) => routes.push(route),
            Err(NoPath::Unreachable) => routes.push(Vec::new()),
            Err(NoPath::Blocked) => {
                return Err(Failure::File {
                    what: format!("{label}: --from {start}: no free cell of size {} is near", map.grid().cell()),
                    advice: "take smaller cells: --cell".into(),
                });
            }
        }
    }
    Ok(routes)
}

fn route_json(route: &[Point]) -> RouteJson {
    let length = route.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance(leg[1]));
    RouteJson { reached: !route.is_empty(), length, points: route.iter().map(|&p| p.into()).collect() }
}

fn describe(label: &str, report: &Report, unit: Unit) -> String {
    let [columns, rows] = report.size;
    let mut lines = vec![
        format!("{label}: a harmonic field"),
        format!("  cells       {columns} x {rows} of {}, {} free", unit.length(report.cell), report.free_cells),
        format!(
            "  solved      in {} ms, to {:.0e} of each cell's value",
            short((report.solve_seconds * 1e4).round() / 10.0),
            report.residual
        ),
    ];
    if report.unreachable_cells > 0 {
        lines.push(format!("  unreachable {}", count(report.unreachable_cells, "free cell")));
    }
    for route in &report.routes {
        let [from, to] = [route.points.first(), route.points.last()]
            .map(|p| p.map_or_else(String::new, |p| format!("({}, {})", short(p[0]), short(p[1]))));
        lines.push(if route.reached {
            format!("  route       {from} to {to}, length {}", unit.length(route.length))
        } else {
            "  route       none: no goal can be reached".to_owned()
        });
    }
    lines.extend(report.groups.iter().map(GroupJson::describe));
    lines.extend(report.picture.iter().chain(&report.raster).cloned());
    lines.join("\n") + "\n"
}
