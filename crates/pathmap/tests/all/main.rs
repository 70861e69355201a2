//! All integration tests of this room, as one program: it is linked once.

mod allocations;
mod bad_input;
mod baked;
mod disc_barriers;
mod disc_doors;
mod disc_live;
mod disc_maps;
mod discs;
mod discs_in_worlds;
mod discs_on_real_maps;
mod invariants;
mod live;
mod live_holes;
mod oracle;
mod quick;
mod real_data;
mod regressions;
mod solids;
mod tangents;
mod terms;
mod terms_properties;
