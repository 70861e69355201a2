//! The groups of a crowd: their agents, where they start, and what leads them.

use super::place::{Field, Place};
use super::seek::{SEEK, Seek};
use super::spread::Distribution;
use super::start::{START, Start};
use super::table::{Form, Range, Spec, table, words};

table! {
    /// Agents of one kind, that start and go together.
    pub struct Group in Groups, keeps true;

    /// A name, for tables.
    name: Option<String> = None, with_name => [Spec::new("name", Form::Text).label("Name")];
    /// Where and when they appear.
    start: Start = Start::Flow { count: None, after: 0.0 } => START;
    /// The exits or other sources they go to, whichever is nearest.
    goals: Vec<String> = Vec::new(), with_goals => [GOAL];
    /// What they are after: one of these goals, or something that changes while they walk.
    seek: Seek = Seek::Goals, with_seek => SEEK;
    /// The stops they visit before, in turn.
    via: Vec<String> = Vec::new(), with_via => [Spec::new("via", Form::Names(&[Field::Stops])).label("By way of")];
    /// What guides them.
    guide: GuideKind = GuideKind::Path, with_guide => [Spec::new("guide", Form::Word(GuideKind::WORDS)).label("Guided by")];
    /// For which sizes paths are planned, if their radii differ by more than 2 cm.
    plan: SizePlan = SizePlan::Each, with_plan => [Spec::new("plan", Form::Word(SizePlan::WORDS)).label("Plan for").rare()];
    /// The radius of the body.
    radius: Distribution = Distribution::Exactly(0.2), with_radius => [RADIUS];
    /// How fast an agent walks when nothing hinders it.
    speed: Distribution = Distribution::Around { mean: 1.34, deviation: 0.26 }, with_speed => [SPEED];
    /// How long an agent hesitates before it sets off.
    premovement: Distribution = Distribution::Exactly(0.0), with_premovement => [PREMOVEMENT];
    /// They keep together, as families do: an agent more than two metres ahead of the last walks more slowly, whatever
    /// the steering; `"social-force"` also draws them to each other.
    together: bool = false, with_together => [Spec::new("together", Form::Truth).label("Keep together")];
    /// Kinds of people within the group, each with its share. Empty: all are alike but for the spreads above.
    profiles: Vec<Profile> = Vec::new(), with_profiles => [Spec::new("profiles", Form::Inline(Profile::TABLE)).label("Profiles").rare()];
    /// Where it was described.
    place: Place = Place::default(), with_place => [];
}

table! {
    /// A kind of people within a group: children, people in wheelchairs. What is absent is as in the group.
    pub struct Profile in Scene;

    /// A name.
    name: Option<String> = None, with_name => [Spec::new("name", Form::Text)];
    /// How many there are, in proportion to the shares of the other profiles: 1 and 3 are a quarter and three quarters.
    share: f64 = f64::NAN => [Spec::new("share", Form::Number(Range::ABOVE_0)).needed()];
    /// The radius of the body.
    radius: Option<Distribution> = None, with_radius(impl Into<Option<Distribution>>) => [RADIUS];
    /// How fast an agent walks when nothing hinders it.
    speed: Option<Distribution> = None, with_speed(impl Into<Option<Distribution>>) => [SPEED];
    /// How long an agent hesitates before it sets off.
    premovement: Option<Distribution> = None, with_premovement(impl Into<Option<Distribution>>) => [PREMOVEMENT];
}

const GOAL: Spec = Spec::new("goal", Form::Names(&[Field::Sources, Field::SceneExits])).label("Go to").absent("all");
const RADIUS: Spec = Spec::new("radius", Form::Spread(Range::ABOVE_0)).unit("m").label("Body radius");
const SPEED: Spec = Spec::new("speed", Form::Spread(Range::ABOVE_0)).unit("m/s").label("Walking speed");
const PREMOVEMENT: Spec = Spec::new("premovement", Form::Spread(Range::FROM_0)).unit("s").label("Sets off after");

words! {
    /// What guides a group.
    pub enum GuideKind {
        /// The exact path map of its goals, for bodies of its size.
        @default Path = "path",
        /// A wave over cells by travel time, at the density of now; it heeds areas that slow people.
        Quickest = "quickest",
        /// The harmonic field of its goals.
        Potential = "potential",
        /// A wave over cells, which heeds the scene's constraints.
        Cells = "cells",
        /// The skeleton of the free space: away from walls, at the price of detours.
        Clearance = "clearance",
        /// The graph of all agents: away from walls and from each other, anew in each step.
        Navgraph = "navgraph",
        /// The direction of the scene's flow.
        Flow = "flow",
        /// A lane of the scene's flow for each. Groups on lanes start where the lanes start.
        Lanes = "lanes",
        /// Nothing: straight on to the nearest goal.
        Straight = "straight",
    }
}

words! {
    /// For which sizes the paths of a group are planned whose people differ.
    pub enum SizePlan {
        /// Each of up to four sizes: every agent takes what is wide enough for its own. Costs a map for each size.
        @default Each = "each",
        /// The largest: no agent takes a path that is too narrow for another, and the group stays together.
        Largest = "largest",
    }
}

impl Group {
    /// Agents of ordinary size and speed that take the shortest path to the nearest source.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self { start, ..Self::blank() }
    }

    /// All spreads of the radius: those of its profiles, or its own.
    #[must_use]
    pub fn radii(&self) -> Vec<Distribution> {
        if self.profiles.is_empty() {
            return vec![self.radius];
        }
        self.profiles.iter().map(|profile| profile.radius.unwrap_or(self.radius)).collect()
    }

    /// The largest radius that an agent may have.
    #[must_use]
    pub fn largest_radius(&self) -> f64 {
        self.radii().iter().map(|radius| radius.range()[1]).fold(0.0, f64::max)
    }

    /// The same group under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        self.with_name(Some(name.to_owned()))
    }
}

impl Profile {
    /// A kind of people that are as the group says, and this share of it.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Self { share, ..Self::blank() }
    }
}
