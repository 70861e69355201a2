//! What the command line accepts. Values that can be checked without reading a scene are checked here, so that a slip
//! is reported before any work is done.

mod clearance;
#[cfg(feature = "gpu")]
mod gpu;
mod navgraph;
mod search;
mod simulate;
mod studio;
mod values;
mod verify;

pub use clearance::Clearance;
#[cfg(feature = "gpu")]
pub use gpu::{Gpu, GpuLocal, GpuVoronoi, GpuWalk, GpuWaveArguments, GpuWork, MapMethod, OnCard};
pub use navgraph::Navgraph;
pub use search::{Search, SearchSpace};
pub use simulate::{AgentColours, Seeds, Simulate};
pub use studio::Studio;
pub use values::Stroke;
pub use verify::Verify;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use values::{
    animation, geojson, mesh_file, npz, picture, place, point, positive, radius, rate, stroke, threads, time,
    writable_scene,
};
use wayfront::Point;
use wayfront::world::files::Limits;

const EXAMPLES: &str = "\
Examples:
  wayfront map office --picture map.png     from everywhere to the nearest exit
  wayfront map trains --animate trains.png  the same while everything moves
  wayfront path office --from 3,2           the shortest path to an exit
  wayfront query plan.toml --points p.csv   cost, next point and source of many points
  wayfront flow grove --picture lanes.png   how many can cross side by side, and where
  wayfront clearance office --picture w.png where it is narrow, and how wide
  wayfront potential office --picture f.png smooth routes on a harmonic field
  wayfront search guard --animate g.png     past a guard that walks, repaired in each frame
  wayfront search a.map --scen a.map.scen   how many lengths of a scenario file agree
  wayfront simulate evacuation --picture e.png when each agent leaves, its path, and where queues form
  wayfront simulate plan.wkt --exit 0,6 0,8 --people 200   people and exits without a scene
  wayfront verify --report report.html      what guidelines ask of a model of crowds, and what ours do
  wayfront surface bunny.off --picture b.png routes over a triangle mesh
  wayfront check hall.toml                  what is in this scene, and what is wrong with it
  wayfront check level.map --format json    the same for programs
  wayfront convert plan.wkt plan.toml       from one format to another
  wayfront draw office --picture office.png
  wayfront studio plan.toml                 draw it in the browser, and see where the crowd goes
  wayfront scenes                           the built-in scenes
  wayfront scenes office > office.toml      one of them as a file

A SCENE is a file or the name of a built-in scene. Files: scenes (.toml, .json), GeoJSON (.geojson), WKT (.wkt),
MovingAI maps (.map), ROS maps (.yaml with .pgm), lists of edges (.txt).

Exit status: 0 done, 1 the input is wrong, 2 the command line is wrong.";

/// Exact navigation for polygonal worlds.
#[derive(Debug, Parser)]
#[command(name = "wayfront", version, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub verb: Verb,
    #[command(flatten)]
    pub common: Common,
}

/// Options of all verbs.
#[derive(Debug, Args)]
pub struct Common {
    /// Print results for people or for programs
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Threads for long work [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Print errors only
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Megabytes of a file that is read, at most
    #[arg(long, global = true, value_name = "MB", default_value_t = Limits::default().bytes >> 20,
          value_parser = clap::value_parser!(u64).range(1..=4095), hide_short_help = true)]
    pub max_file: u64,
    /// Points of a scene, vertices of a mesh or points to answer, at most
    #[arg(long, global = true, value_name = "N", default_value_t = Limits::default().points as u64,
          value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)), hide_short_help = true)]
    pub max_points: u64,
    /// Cells of a grid over a scene, at most
    #[arg(long, global = true, value_name = "N", default_value_t = Limits::default().cells,
          value_parser = clap::value_parser!(u64).range(1..=1 << 28), hide_short_help = true)]
    pub max_cells: u64,
}

impl Common {
    /// How much is read, at most.
    pub fn limits(&self) -> Limits {
        let points = usize::try_from(self.max_points).unwrap_or(usize::MAX);
        Limits::default().bytes(self.max_file << 20).points(points).cells(self.max_cells)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A summary
    Text,
    /// One object with stable field names
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Build the path map of a scene: from everywhere to the nearest source
    Map(Map),
    /// Find the shortest path from a point to the nearest source
    Path(Path),
    /// Find cost, next point and source of many points
    Query(Query),
    /// Find how many can cross side by side, what limits them, and along which lanes
    Flow(Flow),
    /// Find how wide it is: narrow places, the widest path between two points, which bodies fit
    Clearance(Clearance),
    /// Lead many agents at once, away from walls and from each other
    Navgraph(Navgraph),
    /// Solve a harmonic field on a grid, and follow smooth routes on it
    Potential(Potential),
    /// Search cells, triangles or a quadtree: by a deadline, with a proved bound, repaired when things move
    Search(Box<Search>),
    /// Solve a harmonic field on a triangle mesh, and follow routes on it
    Surface(Surface),
    /// Simulate the crowd of a scene: when each agent arrives, where queues form, what is measured
    Simulate(Box<Simulate>),
    /// Verify the crowd's models by guidelines and experiments: RiMEA, IMO, NIST, doors, bends, counterflow
    Verify(Verify),
    /// Report what is in a scene, what was repaired and what is wrong
    Check(Check),
    /// Write a scene in another format, chosen by the ending of OUT
    Convert(Convert),
    /// Draw a scene
    Draw(Draw),
    /// Draw a plan in the browser, and see where the crowd goes while you draw
    Studio(Studio),
    /// List graphics adapters, and which one is used
    #[cfg(feature = "gpu")]
    Gpu(Gpu),
    /// List the built-in scenes, or print one
    Scenes(Scenes),
    /// Print the script with which a shell completes verbs and options
    Completions(Completions),
    /// Print the manual page, or write one for each verb
    Man(Man),
}

#[derive(Debug, Args)]
pub struct Scenes {
    /// Print this built-in scene as a scene file: TOML, or JSON with `--format json`
    pub scene: Option<String>,
    /// Print the JSON Schema of scene files
    #[arg(long, conflicts_with = "scene")]
    pub schema: bool,
}

/// Where paths lead, and what they take into account.
#[derive(Clone, Debug, Args)]
pub struct Goal {
    /// Lead to this point instead of the sources of the scene
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub to: Option<Point>,
    /// Ignore weights and barriers
    #[arg(long)]
    pub plain: bool,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
}

#[derive(Debug, Args)]
pub struct Map {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    #[command(flatten)]
    pub goal: Goal,
    /// For bodies of this radius, which keep that far from every wall
    #[arg(long, value_name = "R", value_parser = radius, allow_hyphen_values = true)]
    pub radius: Option<f64>,
    /// Pixels along the longer side
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    pub size: u32,
    /// Write cost and generator of every pixel, for numpy
    #[arg(long, value_name = "F.npz", value_parser = npz)]
    pub raster: Option<PathBuf>,
    /// Write borders of regions, lines of equal cost and routes
    #[arg(long, value_name = "F.geojson", value_parser = geojson)]
    pub shapes: Option<PathBuf>,
    /// Draw the map: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// What the colours of the picture show
    #[arg(long, visible_alias = "color", value_enum, default_value_t = Colours::Regions)]
    pub colour: Colours,
    /// Cost at the far end of the colours, to compare pictures [default: that of the farthest point]
    #[arg(long, value_name = "COST", value_parser = positive)]
    pub farthest: Option<f64>,
    /// Show routes from this many points, far from each other
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub routes: u32,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Draw the map while the scene moves: .png or .apng is an animated PNG; name-####.png (or .svg) numbers a file for
    /// each frame
    #[arg(long, value_name = "F", value_parser = animation, conflicts_with = "time")]
    pub animate: Option<PathBuf>,
    /// Seconds of the scene to show [default: until its last motion ends]
    #[arg(long, value_name = "T", value_parser = time, requires = "animate")]
    pub seconds: Option<f64>,
    /// Frames per second
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = rate, requires = "animate")]
    pub fps: f64,
    #[cfg(feature = "gpu")]
    #[command(flatten)]
    pub card: OnCard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// Which point a path goes to next
    Regions,
    /// The cost to the nearest source
    Cost,
    /// The cost to the nearest source: green near, red far
    Evacuation,
}

#[derive(Debug, Args)]
pub struct Path {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// Where to start
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub from: Point,
    #[command(flatten)]
    pub goal: Goal,
    /// For a body of this radius, which keeps that far from every wall: the exact shortest path, with arcs around corners;
    /// several radii, with commas between them, are several bodies
    #[arg(long, value_name = "R", value_parser = radius, value_delimiter = ',', allow_hyphen_values = true)]
    pub radius: Vec<f64>,
    /// Quickly: a path that can be walked, over the graph of triangles, marked `local` where another may be shorter; to
    /// segments, and with barriers or weights, the exact one
    #[arg(long, conflicts_with_all = ["keep", "safest", "wide"])]
    pub quick: bool,
    /// Keep this far from every wall where there is room, and to the middle where there is less; never nearer than --radius
    #[arg(long, value_name = "C", value_parser = radius, allow_hyphen_values = true)]
    pub keep: Option<f64>,
    /// The widest way, in the middle of everything
    #[arg(long, conflicts_with_all = ["keep", "wide", "radius"])]
    pub safest: bool,
    /// The shortest way in the middle of everything that keeps this far from every wall
    #[arg(long, value_name = "R", value_parser = radius, allow_hyphen_values = true, conflicts_with_all = ["keep", "radius"])]
    pub wide: Option<f64>,
    /// Draw the path: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
}

#[derive(Debug, Args)]
pub struct Query {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// Points, a line `x,y` for each; - for standard input
    #[arg(long, value_name = "F.csv")]
    pub points: PathBuf,
    #[command(flatten)]
    pub goal: Goal,
    /// For bodies of this radius, which keep that far from every wall
    #[arg(long, value_name = "R", value_parser = radius, allow_hyphen_values = true)]
    pub radius: Option<f64>,
}

#[derive(Debug, Args)]
pub struct Flow {
    /// File or built-in scene
    #[arg(default_value = "grove")]
    pub scene: String,
    /// Radius of the agents that cross [default: the scene's]
    #[arg(long, value_name = "R", allow_hyphen_values = true)]
    pub radius: Option<f64>,
    /// Leave the lanes as the flow bends them
    #[arg(long)]
    pub no_shorten: bool,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// An entrance along the boundary from one point to another, instead of the scene's; may be given several times
    #[arg(long, value_name = "X,Y", num_args = 2, value_parser = point, allow_hyphen_values = true)]
    pub entrance: Vec<Point>,
    /// An exit along the boundary from one point to another, instead of the scene's; may be given several times
    #[arg(long, value_name = "X,Y", num_args = 2, value_parser = point, allow_hyphen_values = true)]
    pub exit: Vec<Point>,
    /// Speed of the agents
    #[arg(long, value_name = "V", default_value_t = 1.34)]
    pub speed: f64,
    /// Distance between two agents on the same lane [default: four radii]
    #[arg(long, value_name = "D")]
    pub spacing: Option<f64>,
    /// Also show the lines of a flow that ignores the radius, and how many of them are wide enough for a lane
    #[arg(long)]
    pub plain: bool,
    /// Draw flow, min cut and lanes: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Write the flow's direction at every pixel, for numpy
    #[arg(long, value_name = "F.npz", value_parser = npz)]
    pub raster: Option<PathBuf>,
    /// Pixels along the longer side of picture and raster
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
}

#[derive(Debug, Args)]
pub struct Potential {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// Lead to this point instead of the sources of the scene
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub to: Option<Point>,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
    /// Side of a cell [default: a 256th of the scene's longer side; 1 for grid maps]
    #[arg(long, value_name = "S")]
    pub cell: Option<f64>,
    /// Where a route starts; may be given several times [default: eight places far from each other]
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true)]
    pub from: Vec<Point>,
    /// Bias of the field: a vector shorter than 2 that pulls routes in its direction
    #[arg(long, value_name = "X,Y", value_parser = point, allow_hyphen_values = true, default_value = "0,0")]
    pub bias: Point,
    /// Lead a group of this many agents in formation from each start, instead of one agent
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub group: Option<u16>,
    /// The outline of the formation, around the origin, for a group that moves along x [default: a block]
    #[arg(long, value_name = "X,Y X,Y ...", value_parser = stroke, allow_hyphen_values = true, requires = "group")]
    pub formation: Option<Stroke>,
    /// A stroke of a drawn route that groups follow; later strokes branch off earlier ones where they begin
    #[arg(long, value_name = "X,Y X,Y ...", value_parser = stroke, allow_hyphen_values = true, requires = "group")]
    pub sketch: Vec<Stroke>,
    /// Write potential and depth of every cell, for numpy
    #[arg(long, value_name = "F.npz", value_parser = npz)]
    pub raster: Option<PathBuf>,
    /// Draw the field and the routes: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Pixels along the longer side of the picture
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
}

#[derive(Debug, Args)]
pub struct Surface {
    /// File (.obj, .off, .ply, .stl) or built-in mesh: sphere, torus, pretzel, costa, plane, noisy-plane
    #[arg(default_value = "pretzel")]
    pub mesh: String,
    /// Where routes lead: vertex:N, X,Y,Z (the nearest vertex) or X,Y,Z,R (all within R); may be given several times
    /// [default: the vertex farthest along the first axis]
    #[arg(long, value_name = "G", value_parser = place, allow_hyphen_values = true)]
    pub goal: Vec<Place>,
    /// Where a route starts: vertex:N or X,Y,Z; may be given several times [default: six vertices far from each other]
    #[arg(long, value_name = "P", value_parser = place, allow_hyphen_values = true)]
    pub from: Vec<Place>,
    /// An obstacle, which no route enters: vertex:N, X,Y,Z or X,Y,Z,R; may be given several times
    #[arg(long, value_name = "O", value_parser = place, allow_hyphen_values = true)]
    pub obstacle: Vec<Place>,
    /// How much each neighbour of a vertex counts
    #[arg(long, value_enum, default_value_t = MeshWeights::Cotangent)]
    pub weights: MeshWeights,
    /// Let routes touch the rim of an open mesh, which is an obstacle otherwise
    #[arg(long)]
    pub free_rim: bool,
    /// Megabytes that the factorisation may take
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    pub memory: u64,
    /// Write vertices, triangles and the potential of every vertex, for numpy
    #[arg(long, value_name = "F.npz", value_parser = npz)]
    pub raster: Option<PathBuf>,
    /// Draw a shaded view with the routes: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: Option<PathBuf>,
    /// Pixels along each side of the picture
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub size: u32,
    /// Direction from which the mesh is seen, in degrees around it
    #[arg(long, value_name = "DEGREES", default_value_t = 35.0, allow_hyphen_values = true)]
    pub azimuth: f64,
    /// Direction from which the mesh is seen, in degrees above the horizon
    #[arg(long, value_name = "DEGREES", default_value_t = 28.0, allow_hyphen_values = true)]
    pub elevation: f64,
    /// The axis that points up [default: y for .obj, else z]
    #[arg(long, value_enum)]
    pub up: Option<Up>,
    /// Magnification: 1 shows the whole mesh
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    pub zoom: f64,
    /// Write the mesh with its field and the routes, for Blender or MeshLab: .ply or .obj
    #[arg(long, value_name = "F", value_parser = mesh_file)]
    pub export: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MeshWeights {
    /// Those of the piecewise flat surface, whatever the shape of the triangles
    Cotangent,
    /// By distance, as in the 3DS-BVP planner
    Influence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Up {
    Y,
    Z,
}

/// A place on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// A vertex by its number in the file, from 0.
    Vertex(usize),
    /// The vertex nearest to a point.
    Neighbours([f64; 3]),
    /// All vertices within a distance of a point.
    Ball([f64; 3], f64),
}

#[derive(Debug, Args)]
pub struct Check {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// Say which sources bodies of this radius reach from where, and which places are too narrow by how much; several
    /// radii, with commas between them, are several bodies
    #[arg(long, value_name = "R", value_parser = radius, value_delimiter = ',', allow_hyphen_values = true)]
    pub radius: Vec<f64>,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// File or built-in scene
    #[arg(value_name = "IN")]
    pub from: String,
    /// File to write: .toml, .json, .geojson or .wkt
    #[arg(value_name = "OUT", value_parser = writable_scene)]
    pub to: PathBuf,
}

#[derive(Debug, Args)]
pub struct Draw {
    /// File or built-in scene
    #[arg(default_value = "office")]
    pub scene: String,
    /// File to write: .png or .svg
    #[arg(long, value_name = "F", value_parser = picture)]
    pub picture: PathBuf,
    /// Pixels along the longer side
    #[arg(long, value_name = "N", default_value_t = 1200)]
    pub size: u32,
    /// Light lines on a dark page
    #[arg(long)]
    pub dark: bool,
    /// Draw axes with coordinates
    #[arg(long)]
    pub axes: bool,
    /// Take the scene at this time, in seconds [default: as it is described, without its motions]
    #[arg(long, value_name = "T", value_parser = time)]
    pub time: Option<f64>,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that reads the script
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct Man {
    /// Write the pages of the command and of every verb into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
