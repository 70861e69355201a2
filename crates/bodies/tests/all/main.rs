//! All integration tests of this room, as one program: it is linked once.

mod barriers;
mod door_ends;
mod doors;
mod live;
mod live_holes;
mod live_points;
mod maps;
mod pairs;
mod pairs_in_worlds;
mod pairs_on_real_maps;
mod quick;
mod regressions;
mod scene_maps;
mod tangents;
