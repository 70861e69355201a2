//! Where an agent's velocity is chosen: a [`SteeringModel`] turns the velocities that agents wish for into velocities that
//! respect the others and the walls, and [`advance()`] moves the agents by them.
//!
//! [`Orca`] chooses in `Orca::velocity`, [`SocialForce`] in `SocialForce::velocity`. A new model implements the trait and
//! knows nothing of maps, goals or groups; walls are kept by `advance`, whatever a model says.

mod advance;
mod model;
mod orca;
mod sights;
mod social;
pub(crate) mod turn;

pub use advance::advance;
pub use model::{SteeringModel, Surroundings};
pub use orca::Orca;
pub use sights::Sights;
pub use social::SocialForce;
