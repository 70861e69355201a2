//! Terms: what a map takes into account besides lengths, and how that changes the plain wave.
//!
//! In the order of the data: [`Terms`] as given; [layers], [gates] and what [blocks](blocking) the pruning
//! rules, made ready for a domain as [`Conditions`]; [surcharges] for what copies of generators have paid. Then the places
//! at which the wave differs: [turning] at corners, [crossing] gates, [pruning] where the
//! rules do not hold, [detours] around slow corners, and [deferred] corners. [`goal`] plugs them in.

mod blocking;
mod conditions;
mod crossing;
mod deferred;
mod detours;
mod directions;
mod gates;
mod given;
mod goal;
mod layers;
mod memory;
mod pruning;
mod sight;
mod surcharges;
mod turning;

pub(crate) use conditions::Conditions;
pub use given::{Price, Terms, TermsError};
pub(crate) use memory::{GatesAlone, OnTerms, Speeds, SpeedsAndGates};
pub use surcharges::{LegStart, Surcharges};
