//! All integration tests of this room, as one program: it is linked once.

mod animations;
mod crowds;
mod figures;
mod path_maps;
mod pictures;
mod primitives;
mod regressions;
