//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011).
//!
//! Two agents that would meet within the horizon each take half of the change of velocity that avoids it: for each of
//! them that leaves a half-plane of permitted velocities. Walls leave half-planes that a standing agent always
//! satisfies. The velocity nearest to the wish that all permit is a linear program in two dimensions; in a crowd so
//! dense that there is none, the largest violation is made as small as possible, walls kept.
//!
//! Deviations from the paper: the speed falls with the free distance ahead, and of directions near the wished one an
//! agent takes the one in which it gets on best ([`pace`]); an agent whose wish is not permitted leans a little to one
//! side, each by an angle of its own, and lets others go first ([`courtesy`]), so that symmetric meetings and arches at
//! doors resolve; whoever has stood for long tries other directions; an agent alone goes straight. And nobody uses more
//! than half of the gap to another in a step, whatever the other does: discs do not overlap, at any density. Velocities
//! are computed in `f32`, four at a time; positions stay `f64`, so that a far origin costs nothing.

mod courtesy;
mod headings;
mod pace;
mod planes;
mod program;

use super::model::{SteeringModel, Surroundings, each_rank};
use super::turn::tried;
use crate::neighbours::Nearest;
use courtesy::{Company, Courtesy};
use headings::Headings;
use planes::{Planes, Traits};
use program::{Program, Velocity};
use wayfront_geometry::Point;
use wayfront_world::Passing;

/// Steering by half-planes of permitted velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// How many others an agent heeds at most: the nearest.
    pub neighbours: usize,
    /// How far it looks for others, in metres, from centre to centre.
    pub distance: f64,
    /// How far ahead it avoids others, in seconds; those who go along are kept off by `headway` as well.
    pub horizon: f64,
    /// How far ahead it avoids those who come across, bound for another place.
    pub crossing_horizon: f64,
    /// How far ahead it avoids walls, in seconds.
    pub wall_horizon: f64,
    /// The most it walks, in multiples of its preferred speed.
    pub haste: f64,
    /// Seconds of walking that an agent keeps free ahead of it; 0: it walks as fast as it may, as published.
    pub headway: f64,
    /// The share of the speed that those ahead have more than `headway` permits which an agent takes over: before people
    /// who set off it sets off as well.
    pub trust: f64,
    /// Where others will be after so many seconds is what an agent keeps clear of sideways.
    pub look_ahead: f64,
    /// Over how many seconds agents among others change their velocity; 0: at once, as published.
    pub ease: f64,
    /// Agents let others go first and resolve knots; without it the model is as published.
    pub courtesy: bool,
    /// Seconds of standing after which an agent with nobody before it tries other directions, which opens the last
    /// arches; infinite: never.
    pub patience: f64,
    /// The side on which agents that meet head-on pass each other.
    pub passing: Passing,
}

impl Orca {
    /// For people, in metres and seconds: speeds and flows as measured in experiments.
    pub const PEOPLE: Self = Self {
        neighbours: 12,
        distance: 5.0,
        horizon: 0.5,
        crossing_horizon: 1.0,
        wall_horizon: 0.2,
        haste: 1.3,
        headway: 1.55,
        trust: 0.93,
        look_ahead: 0.3,
        ease: 0.13,
        courtesy: true,
        patience: 3.0,
        passing: Passing::Right,
    };
    /// People who keep so much distance that a door carries no more than IMO MSC.1/Circ.1533 allows.
    pub const CALM: Self = Self { horizon: 1.5, headway: 3.0, trust: 0.2, ease: 0.2, ..Self::PEOPLE };
    /// The model as published.
    pub const PLAIN: Self =
        Self { horizon: 1.0, headway: 0.0, ease: 0.0, courtesy: false, patience: f64::INFINITY, ..Self::PEOPLE };
}

impl Default for Orca {
    /// For people, in metres and seconds.
    fn default() -> Self {
        Self::PEOPLE
    }
}

/// How many times longer those wait before they try other directions who have somebody before them.
const LONG: f64 = 3.0;

/// Room for the thoughts of one agent.
#[derive(Default)]
struct Scratch {
    nearest: Nearest,
    planes: Planes,
    program: Program,
    courtesy: Courtesy,
}

impl SteeringModel for Orca {
    fn reach(&self) -> f64 {
        self.distance
    }

    fn loosens(&self) -> bool {
        self.patience.is_finite()
    }

    fn steer(&self, around: &Surroundings<'_>, next: &mut [Point]) {
        let [inverse_horizon, inverse_crossing, inverse_step] =
            [self.horizon, self.crossing_horizon, around.step].map(|seconds| (1.0 / seconds) as f32);
        let traits = Traits { inverse_horizon, inverse_crossing, inverse_step };
        let headings = Headings::of(around);
        each_rank(around, next, Scratch::default, |rank, scratch| {
            self.velocity(around, &headings, traits, rank, scratch)
        });
    }
}

impl Orca {
    /// The nearest who are not known to be behind a wall. These leave room for others who are farther away.
    fn look_around(&self, around: &Surroundings<'_>, rank: usize, nearest: &mut Nearest) {
        let (seen, mut count) = (around.near.seen(), self.neighbours);
        loop {
            nearest.look(around.near, around.agents, rank, count, self.distance);
            let Some(sights) = around.sights else { return };
            let all = nearest.found().len();
            let is_seen = |other: u32| {
                let [slot, other] = [rank, other as usize].map(|rank| seen[rank].slot as usize);
                !sights.is_hidden(slot, other)
            };
            nearest.retain(around.near, is_seen);
            if all < count || nearest.found().len() >= self.neighbours {
                return;
            }
            count *= 2;
        }
    }

    fn velocity(
        &self,
        around: &Surroundings<'_>,
        headings: &Headings,
        traits: Traits,
        rank: usize,
        scratch: &mut Scratch,
    ) -> Point {
        let Scratch { nearest, planes, program, courtesy } = scratch;
        let (agents, slot) = (around.agents, around.near.seen()[rank].slot as usize);
        let most = agents.speed()[slot] * self.haste;
        planes.clear();
        courtesy.clear();
        planes.add_walls(around, rank, self.wall_horizon, most);
        self.look_around(around, rank, nearest);
        planes.add_others(around, headings, traits, rank, nearest);
        let company = Company { around, headings, rank, others: nearest.found(), planes };
        let (wish, standing) = (agents.wish()[slot], f64::from(agents.standing()[slot]));
        let is_stuck = standing >= self.patience && (standing >= LONG * self.patience || company.is_first());
        let wish = if is_stuck { tried(wish, 0, agents.id()[slot], standing) } else { wish };
        let wish = Velocity { x: wish.x as f32, y: wish.y as f32 }.shortened_to(most as f32);
        let paced = if self.headway > 0.0 { pace::paced(&company, wish, self) } else { wish };
        let mut velocity = paced;
        if !planes.all().permit(velocity) {
            let instead = if self.courtesy { courtesy.instead(&company, paced, self.passing) } else { paced };
            let instead = instead.shortened_to(most as f32);
            let found = program.nearest_permitted(planes.all(), planes.walls(), instead, most as f32);
            velocity = found.unwrap_or_else(|least_bad| least_bad);
        }
        if velocity != wish && self.ease > 0.0 {
            velocity = eased(around.near.seen()[rank].velocity, velocity, around.step / self.ease);
        }
        if !courtesy.permits(velocity, around.step) || !planes.permit_for_a_step(velocity, around.step as f32) {
            planes.keep_gaps(|nth| courtesy.nearness(nth), around.step as f32);
            let cut = program.nearest_permitted(planes.all(), planes.all().len(), velocity, most as f32);
            velocity = cut.unwrap_or_default();
        }
        Point::new(f64::from(velocity.x), f64::from(velocity.y))
    }
}

/// A velocity between the one before and the next.
fn eased(before: [f32; 2], next: Velocity, share: f64) -> Velocity {
    let share = share.min(1.0) as f32;
    Velocity { x: before[0] + (next.x - before[0]) * share, y: before[1] + (next.y - before[1]) * share }
}
