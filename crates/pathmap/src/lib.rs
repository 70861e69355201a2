//! Exact path maps: for every point of a domain the cost to the nearest source, the next point, the source, the route.
//!
//! [`PathMap::new`] sends *windows* out from the sources, over the triangles of the free space (continuous Dijkstra;
//! Mitchell, Mount and Papadimitriou 1987; Xin and Wang 2009). What a window sees is decided by exact predicates on
//! input coordinates; which window wins is decided by comparing costs, and a doubtful one is kept. A query looks at the
//! few windows of one triangle and takes the cheapest that sees the point.

mod build;
mod cross;
mod dodge;
mod emit;
mod engine;
mod front;
mod goal;
mod hindrance;
mod index;
mod level;
mod live;
mod look;
mod many;
mod map;
mod npz;
mod of_scene;
mod pair;
mod placed;
mod queue;
mod run;
mod sample;
mod shapes;
mod shelf;
mod solids;
mod tariff;
mod terms;

pub use build::Stats;
pub use front::GeneratorId;
pub use level::LevelLine;
pub use live::{LiveFault, LiveMap, Took, Update};
pub use map::{Answer, GeneratorPlace, Leg, MapFault, PathMap};
pub use npz::Archive;
pub use pair::{PairSearch, Way};
pub use placed::SourceFault;
pub use sample::{Generator, NO_GENERATOR, Raster, RasterFault, Sample};
pub use shapes::{Border, BorderKind, Isoline, Line, MapShapes, Region, round_levels};
pub use solids::{Crossing, Solid, SolidMap};
pub use terms::{Price, Terms, TermsFault};
