//! All integration tests of this room, as one program: it is linked once.

mod analyst;
mod areas;
mod by_hand;
mod cells;
mod changes;
mod everybody;
mod nearest;
mod quickest;
#[cfg(feature = "sqlite")]
mod recording;
mod regressions;
mod runs;
mod steering_flow;
mod steering_meetings;
mod steering_social;
mod steering_threads;
mod steering_walls;
