//! Pictures of what the engine computes, each a constructor of `Picture`: the layers of a result over
//! the picture of its world.
//!
//! `world` is the base of all. `flow` shares the cost raster and the lines of `path_map`; the others know the world
//! alone.

mod crowd;
mod flow;
mod navgraph;
mod path_map;
mod potential;
mod search;
mod skeleton;
mod surface;
mod world;

pub use crowd::CrowdColours;
pub use flow::FlowPicture;
pub use path_map::{
    FilmError, MapColours, MapDrawing, MapFilm, MapStyle, RegionNumbers, Scale, film_times, sample_routes,
};
pub use potential::PotentialStyle;
pub use search::SearchDrawing;
pub use skeleton::SkeletonPicture;
pub use surface::{Camera, SurfaceStyle, UpAxis, usual_depth, vertex_colour};
pub(crate) use world::group_name;
