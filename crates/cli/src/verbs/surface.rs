//! `wayfront surface`: field and routes on a triangle mesh.

mod npz;

use crate::arguments::{Common, Format, MeshWeights, Place, Surface, Up};
use crate::failure::Failure;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::text::{count, short};
use crate::verbs::map::unwritten;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;
use wayfront::draw::{Camera, ColourMap, Options, Picture, SurfaceStyle, UpAxis, usual_depth, vertex_colour};
use wayfront::surface::{
    Export, Mesh, NoRoute, SurfaceError, SurfaceField, SurfaceOptions, SurfaceSolver, Vec3, VertexId, Weights, builtin,
    builtin_names, read_file_within, write_export,
};
use wayfront::world::files::{self, Limits, is_absent};

/// Routes that are shown where no start is given.
const ROUTES: usize = 6;

/// The result for programs.
#[derive(Serialize)]
struct Report {
    vertices: usize,
    faces: usize,
    components: usize,
    closed: bool,
    #[serde(rename = "mended")]
    repairs: Vec<String>,
    /// The factorisation, which serves all goals and starts.
    factor_seconds: f64,
    /// The field of the goal.
    solve_seconds: f64,
    goal: Vec<u32>,
    /// Vertices that looked like dead ends and were lowered below the pass that leads out.
    lowered: usize,
    routes: Vec<RouteJson>,
    picture: Option<String>,
    export: Option<String>,
    raster: Option<String>,
}

#[derive(Serialize)]
struct RouteJson {
    from: u32,
    reached: bool,
    length: f64,
    points: Vec<[f64; 3]>,
}

/// Reads the mesh, solves and follows the field, writes what was asked for, and says what came out.
pub fn run(arguments: &Surface, common: &Common) -> Result<(), Failure> {
    let outputs = Outputs::of(&[("--picture", &arguments.picture), ("--export", &arguments.export)])?;
    let progress = Progress::of(common);
    progress.step("reading the mesh");
    let mesh = open(&arguments.mesh, common.limits())?;
    let goal = goal(arguments, &mesh)?;
    let starts = starts(arguments, &mesh, &goal)?;
    progress.step("factoring its equations");
    let begin = Instant::now();
    let solver = SurfaceSolver::new(&mesh, options(arguments, &mesh)?).map_err(|error| unsolved(arguments, &error))?;
    let factor_seconds = begin.elapsed().as_secs_f64();
    progress.step("solving the field");
    let begin = Instant::now();
    let field = solver.field_for(&goal, &starts).map_err(|error| unsolved(arguments, &error))?;
    let solve_seconds = begin.elapsed().as_secs_f64();
    progress.step("following it");
    let routes = routes(&solver, &field, &starts, arguments)?;
    progress.step("drawing");
    save(arguments, &field, &routes, &outputs)?;
    drop(progress);
    let named = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| file.display().to_string());
    let report = Report {
        vertices: mesh.vertex_count(),
        faces: mesh.face_count(),
        components: mesh.report().components,
        closed: mesh.is_closed(),
        repairs: mesh.report().lines(),
        factor_seconds,
        solve_seconds,
        goal: goal.iter().map(|v| v.0).collect(),
        lowered: field.lowered(),
        routes: starts.iter().zip(&routes).map(|(&start, route)| route_json(start, route)).collect(),
        picture: named(&arguments.picture),
        export: named(&arguments.export),
        raster: named(&arguments.raster),
    };
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&describe(&arguments.mesh, &report)),
    }
}

/// Reads a file, or makes a built-in mesh. A file of that name comes first.
fn open(name: &str, limits: Limits) -> Result<Mesh, Failure> {
    let path = Path::new(name);
    if !path.is_file()
        && let Some(mesh) = builtin(name)
    {
        return Ok(mesh);
    }
    let names: Vec<&str> = builtin_names().map(|(name, _)| name).collect();
    if is_absent(path) {
        return Err(Failure::File {
            what: format!("there is no file `{name}`, and no built-in mesh of that name"),
            advice: format!("look at the spelling and the folder; the built-in meshes are {}", names.join(", ")),
        });
    }
    read_file_within(path, limits).map_err(|why| Failure::File {
        what: if why.to_string().starts_with(name) { why.to_string() } else { format!("{name}: {why}") },
        advice: why.advice(),
    })
}

fn options(arguments: &Surface, mesh: &Mesh) -> Result<SurfaceOptions, Failure> {
    Ok(SurfaceOptions {
        weights: match arguments.weights {
            MeshWeights::Cotangent => Weights::Cotangent,
            MeshWeights::Influence => Weights::Influence,
        },
        obstacles: vertices(arguments, mesh, "--obstacle", &arguments.obstacle)?,
        rim_is_obstacle: !arguments.free_rim,
        memory: arguments.memory << 20,
    })
}

/// The vertices of some places, each once.
fn vertices(arguments: &Surface, mesh: &Mesh, option: &str, places: &[Place]) -> Result<Vec<VertexId>, Failure> {
    let mut found = Vec::new();
    for place in places {
        match *place {
            Place::Vertex(n) => {
                let vertex = mesh.vertex(n).filter(|&v| mesh.component(v).is_some());
                found.push(vertex.ok_or_else(|| no_vertex(arguments, mesh, option, n))?);
            }
            Place::Neighbours(p) => found.extend(mesh.nearest(p.into())),
            Place::Ball(p, radius) => {
                let before = found.len();
                found.extend(mesh.vertices().filter(|&v| mesh.point(v).distance(p.into()) <= radius));
                if found.len() == before {
                    return Err(Failure::File {
                        what: format!(
                            "{}: {option}: no vertex is within {radius} of {}",
                            arguments.mesh,
                            Vec3::from(p)
                        ),
                        advice: "choose a larger radius".into(),
                    });
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn no_vertex(arguments: &Surface, mesh: &Mesh, option: &str, n: usize) -> Failure {
    let count = mesh.vertex_count();
    let what = if n < count { "belongs to no triangle" } else { "does not exist" };
    Failure::File {
        what: format!("{}: {option} vertex:{n}: the vertex {what}", arguments.mesh),
        advice: format!("vertices are numbered from 0 to {}", count - 1),
    }
}

fn goal(arguments: &Surface, mesh: &Mesh) -> Result<Vec<VertexId>, Failure> {
    let goal = vertices(arguments, mesh, "--goal", &arguments.goal)?;
    if !goal.is_empty() {
        return Ok(goal);
    }
    let obstacles = vertices(arguments, mesh, "--obstacle", &arguments.obstacle)?;
    let is_free = |v: &VertexId| (arguments.free_rim || !mesh.is_boundary(*v)) && !obstacles.contains(v);
    let farthest = mesh.vertices().filter(is_free).max_by(|&a, &b| mesh.point(a).x.total_cmp(&mesh.point(b).x));
    farthest.map(|v| vec![v]).ok_or_else(|| Failure::File {
        what: [vec![format!("{}: all vertices are obstacles or on the rim", arguments.mesh)], mesh.report().lines()]
            .concat()
            .join("\n    "),
        advice: "--free-rim lets routes touch the rim".into(),
    })
}

/// The starts that were given, or some that are far from each other.
fn starts(arguments: &Surface, mesh: &Mesh, goal: &[VertexId]) -> Result<Vec<VertexId>, Failure> {
    if !arguments.from.is_empty() {
        let each = arguments.from.iter().map(|place| vertices(arguments, mesh, "--from", std::slice::from_ref(place)));
        return Ok(each.collect::<Result<Vec<_>, _>>()?.concat());
    }
    let obstacles = vertices(arguments, mesh, "--obstacle", &arguments.obstacle)?;
    let is_free = |v: &VertexId| (arguments.free_rim || !mesh.is_boundary(*v)) && !obstacles.contains(v);
    let same = |v: &VertexId| mesh.component(*v) == mesh.component(goal[0]);
    let free: Vec<VertexId> = mesh.vertices().filter(is_free).filter(same).collect();
    Ok(mesh.far_apart(&free, goal, ROUTES))
}

/// The route from each start; empty where the goal cannot be reached.
fn routes<'m>(
    solver: &SurfaceSolver<'m>,
    field: &SurfaceField<'m>,
    starts: &[VertexId],
    arguments: &Surface,
) -> Result<Vec<Vec<Vec3>>, Failure> {
    let found = solver.routes(field, starts).map_err(|error| unsolved(arguments, &error))?;
    let route = |(start, route): (&VertexId, Result<Vec<Vec3>, NoRoute>)| match route {
        Err(NoRoute::Unreachable) => Ok(Vec::new()),
        Err(blocked @ NoRoute::Blocked) => Err(Failure::File {
            what: format!("{}: --from vertex:{}: the vertex is an obstacle", arguments.mesh, start.0),
            advice: blocked.advice(),
        }),
        Ok(route) => Ok(route),
    };
    starts.iter().zip(found).map(route).collect()
}

fn save(arguments: &Surface, field: &SurfaceField<'_>, routes: &[Vec<Vec3>], outputs: &Outputs) -> Result<(), Failure> {
    if let Some(file) = &arguments.picture {
        let is_obj = arguments.mesh.to_lowercase().ends_with(".obj");
        let up = match arguments.up.unwrap_or(if is_obj { Up::Y } else { Up::Z }) {
            Up::Y => UpAxis::Y,
            Up::Z => UpAxis::Z,
        };
        let Surface { azimuth, elevation, zoom, size, .. } = *arguments;
        let style =
            SurfaceStyle::default().camera(Camera::default().azimuth(azimuth).elevation(elevation).up(up).zoom(zoom));
        let picture = Picture::of_surface(field, routes, &style, &Options::default().size(size));
        outputs.wrote(file, picture.and_then(|picture| picture.save(file)))?;
    }
    if let Some(file) = &arguments.raster {
        let out = std::fs::File::create(file).map_err(|why| unwritten(file, &why))?;
        npz::write(field, std::io::BufWriter::new(out)).map_err(|why| unwritten(file, &why))?;
    }
    if let Some(file) = &arguments.export {
        let is_ply = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ply"));
        let deepest = usual_depth(field);
        let colour = |v: VertexId| {
            let colour = vertex_colour(field, v, ColourMap::NearFar, deepest);
            [colour.r, colour.g, colour.b]
        };
        let text = write_export(field, routes, if is_ply { Export::Ply } else { Export::Obj }, colour);
        outputs.wrote(file, files::write(file, text.as_bytes()).map_err(|why| unwritten(file, &why)))?;
    }
    Ok(())
}

fn unsolved(arguments: &Surface, error: &SurfaceError) -> Failure {
    Failure::File { what: format!("{}: {error}", arguments.mesh), advice: error.advice() }
}

fn route_json(start: VertexId, route: &[Vec3]) -> RouteJson {
    let length = route.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance(leg[1]));
    RouteJson {
        from: start.0,
        reached: !route.is_empty(),
        length,
        points: route.iter().map(|p| p.to_array()).collect(),
    }
}

fn describe(name: &str, report: &Report) -> String {
    let milliseconds = |seconds: f64| format!("{} ms", short((seconds * 1e4).round() / 10.0));
    let kind = if report.closed { "closed" } else { "open" };
    let mut lines = vec![
        format!(
            "{name}: {} vertices, {} triangles, {kind}, {}",
            report.vertices,
            report.faces,
            count(report.components, "part")
        ),
        format!("  factored    in {}", milliseconds(report.factor_seconds)),
        format!("  solved      in {}", milliseconds(report.solve_seconds)),
    ];
    lines.extend(report.repairs.iter().map(|line| format!("  repaired    {line}")));
    if report.lowered > 0 {
        lines.push(format!("  flat        {} lowered to lead out", count(report.lowered, "vertex")));
    }
    for route in &report.routes {
        lines.push(if route.reached {
            format!("  route       from vertex {}, length {}", route.from, short(route.length))
        } else {
            format!("  route       from vertex {}: none, the goal cannot be reached", route.from)
        });
    }
    lines.extend(report.picture.iter().chain(&report.export).chain(&report.raster).cloned());
    lines.join("\n") + "\n"
}
