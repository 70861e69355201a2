//! What is verified: one of our steering models, or somebody else's.

use std::fmt;
use std::sync::Arc;
use wayfront_crowd::{Simulation, SteeringModel};
use wayfront_world::{Rejected, Steering, World};

/// Makes a model for a run.
type Make = Arc<dyn Fn() -> Box<dyn SteeringModel> + Send + Sync>;

/// A steering model under a name.
#[derive(Clone)]
pub struct VerifiedModel {
    /// What reports call it.
    pub name: String,
    steering: Steering,
    make: Option<Make>,
    is_rigid: bool,
}

impl VerifiedModel {
    /// A model of somebody else's: `make` is called once for each run.
    #[must_use]
    pub fn new(name: &str, make: impl Fn() -> Box<dyn SteeringModel> + Send + Sync + 'static) -> Self {
        Self { name: name.to_owned(), steering: Steering::Orca, make: Some(Arc::new(make)), is_rigid: true }
    }

    /// The same model, whose bodies may overlap where people push.
    #[must_use]
    pub fn soft(self) -> Self {
        Self { is_rigid: false, ..self }
    }

    /// Bodies must not overlap.
    pub(crate) fn is_rigid(&self) -> bool {
        self.is_rigid
    }

    /// A run of a world with this model.
    pub(crate) fn simulation(&self, world: &World, seed: u64) -> Result<Simulation, Rejected> {
        let crowd = world.crowd.clone().unwrap_or_default().with_seed(seed).with_steering(self.steering);
        let mut run = Simulation::new(&world.clone().with_crowd(Some(crowd)))?;
        if let Some(make) = &self.make {
            run.steer_by(make());
        }
        Ok(run)
    }
}

impl From<Steering> for VerifiedModel {
    fn from(steering: Steering) -> Self {
        Self { name: steering.word().into(), steering, make: None, is_rigid: steering != Steering::SocialForce }
    }
}

impl fmt::Debug for VerifiedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerifiedModel").field("name", &self.name).finish_non_exhaustive()
    }
}
