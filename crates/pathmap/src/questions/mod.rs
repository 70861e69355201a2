//! Questions to a map: the cheapest generator at a point, answers, routes and legs, many points at once, lines of equal
//! cost; and the shortest path of one pair of points, which needs no map.

mod answer;
mod level;
mod look;
mod many;
mod pair;

pub use answer::{Answer, GeneratorPlace, Leg, MapStats};
pub use level::LevelLine;
pub(crate) use look::Best;
pub use look::Winner;
pub use pair::{PairPath, PairSearch};
