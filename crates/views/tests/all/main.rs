//! All integration tests of this room, as one program: it is linked once.

mod disc_sample;
mod sample;
mod sample_npz;
mod sample_on_terms;
mod shapes;
mod shapes_along_sides;
mod shapes_on_terms;
