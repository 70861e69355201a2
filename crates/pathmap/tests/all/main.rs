//! All integration tests of this room, as one program: it is linked once.

mod allocations;
mod bad_input;
mod baked;
mod invariants;
mod oracle;
mod real_data;
mod regressions;
mod solids;
mod terms;
mod terms_properties;
