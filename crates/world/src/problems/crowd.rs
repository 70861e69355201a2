//! What can be wrong with a crowd.

use crate::model::{Kind, Place, Source};
use crate::text::{number, rounded};
use thiserror::Error;
use wayfront_geometry::Point;

/// What is wrong with a crowd.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CrowdFault {
    /// A group goes to a source or an exit that the scene does not have.
    #[error("no source or exit is called `{name}`")]
    NoSuchGoal {
        /// Its name.
        name: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// A group stops at a place that the crowd does not have.
    #[error("there is no stop `{name}`")]
    NoSuchStop {
        /// Its name.
        name: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// Two stops or two measures have the same name.
    #[error("{first} is called `{name}` too")]
    SameName {
        /// Their name.
        name: String,
        /// The one described first.
        first: Place,
    },
    /// A group chases one that the crowd does not have.
    #[error("no group is called `{name}`")]
    NoSuchGroup {
        /// Its name.
        name: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// A group chases itself.
    #[error("the group would chase itself")]
    ChasesItself,
    /// A group seeks goods, and there are none.
    #[error("the group seeks goods, and the crowd has none")]
    NoGoods,
    /// A field of groups that chase others, and this one does not.
    #[error("`{name}` belongs to seek = \"nearest\", and the group chases no other")]
    OnlyForChasers {
        /// The field.
        name: &'static str,
    },
    /// A guide that knows fixed goals only.
    #[error("the guide leads to fixed goals, and those of seek = \"{seek}\" change")]
    GoalsMove {
        /// The word.
        seek: &'static str,
    },
    /// Stops before goals that change.
    #[error("stops come before a goal at which agents leave, and with seek = \"{seek}\" none does")]
    StopsAndSeek {
        /// The word.
        seek: &'static str,
    },
    /// There is nothing to go to.
    #[error("the scene has no exits and no sources, so the group has no goal")]
    NoGoals,
    /// The scene has no crowd.
    #[error("the scene has no `[crowd]`")]
    NoCrowd,
    /// The flow that a group follows cannot be computed.
    #[error("the flow that the group follows cannot be computed: {why}")]
    Flow {
        /// Why.
        why: String,
    },
    /// A change that a run does not follow.
    #[error("a run of the crowd does not follow this motion of {} {}", if *kind == Kind::Obstacle { "an" } else { "a" }, kind.name())]
    NotFollowed {
        /// What moves.
        kind: Kind,
    },
    /// A group on lanes in a scene that changes.
    #[error("the scene changes, but the lanes of the group stay as they are")]
    LanesStay,
    /// There are no agents.
    #[error("the crowd has no groups")]
    NoGroups,
    /// A group that needs the flow of the scene, and the scene has none.
    #[error("the group follows the scene's flow, and the scene has no `[flow]`")]
    NoFlow,
    /// Agents on lanes start on them.
    #[error("agents on lanes start where the lanes start")]
    OffLane,
    /// A group does not say where it starts, and the scene has no flow.
    #[error("the group does not say where it starts")]
    NoStart,
    /// A field of entrances, and the group has none.
    #[error("`{name}` belongs to an entrance, and the group has none")]
    OnlyForEntrances {
        /// The field.
        name: &'static str,
    },
    /// An agent stands in a wall, or outside.
    #[error("an agent of radius {} does not fit here: {}", rounded(*radius), beside(*clearance))]
    InWall {
        /// Its radius.
        radius: f64,
        /// How far the nearest wall is; nothing in an obstacle or outside.
        clearance: Option<f64>,
        /// The nearest place where it fits.
        nearest: Option<Point>,
    },
    /// Two agents stand in the same place.
    #[error("two agents overlap: their centres are {} apart, their radii add up to {}", rounded(*distance), rounded(*needed))]
    Overlap {
        /// How far apart they are.
        distance: f64,
        /// How far they should be.
        needed: f64,
        /// Where the other one is.
        other: Point,
    },
    /// An area has no room for all that start in it.
    #[error("only {placed} of {count} agents find room in the area{}", no_path_from(*excluded))]
    Crowded {
        /// How many find room.
        placed: usize,
        /// How many should.
        count: usize,
        /// Places that were tried and left out, since no path leads from there to the goal.
        excluded: usize,
    },
    /// A measure that no agent can reach.
    #[error("the measure `{name}` lies outside the free space, so it would measure nothing")]
    MeasureOutside {
        /// What it is called.
        name: String,
    },
    /// Goods that no agent can take.
    #[error("the goods lie outside the free space, so no agent would take them")]
    GoodsOutside,
    /// No agent fits at an entrance.
    #[error("no agent of radius {} fits at the entrance", rounded(*radius))]
    EntranceBlocked {
        /// The largest radius.
        radius: f64,
    },
    /// No path leads to the goal for bodies of this size.
    #[error("no path leads from here to {goal} for agents of radius {}{}", rounded(*radius), because(why.as_deref()))]
    NoPath {
        /// What cannot be reached.
        goal: String,
        /// The largest radius of the group.
        radius: f64,
        /// What is in the way, in words, if that is known.
        why: Option<String>,
    },
    /// A goal, a stop or an exit is not where an agent could be.
    #[error("{what} cannot be reached by agents of radius {}: it lies in a wall, or no free space is wide enough", rounded(*radius))]
    Unreachable {
        /// What it is.
        what: String,
        /// The largest radius of the group.
        radius: f64,
    },
    /// A step in which an agent moves farther than its own radius.
    #[error(
        "in a step of {} s the fastest agent moves {}, more than its radius {}",
        rounded(*step),
        rounded(*length),
        rounded(*radius)
    )]
    StepTooLong {
        /// The step.
        step: f64,
        /// How far the fastest agent moves in it.
        length: f64,
        /// The radius.
        radius: f64,
    },
}

impl CrowdFault {
    /// The field that is at fault.
    pub(crate) const fn field(&self) -> &'static str {
        match self {
            Self::NoSuchGoal { .. } => "goal",
            Self::NoSuchStop { .. } => "via",
            Self::SameName { .. } => "name",
            Self::NoSuchGroup { .. } | Self::ChasesItself => "of",
            Self::NoGoods => "seek",
            Self::GoalsMove { .. } => "guide",
            Self::StopsAndSeek { .. } => "via",
            Self::OnlyForChasers { name } => name,
            Self::NoFlow | Self::OffLane | Self::LanesStay => "guide",
            Self::OnlyForEntrances { name } => name,
            Self::StepTooLong { .. } => "step",
            _ => "",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NoSuchGoal { near: Some(near), .. }
            | Self::NoSuchGroup { near: Some(near), .. }
            | Self::NoSuchStop { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            Self::NoSuchGoal { .. } => "give that `name` to a source or an exit".into(),
            Self::NoSuchStop { .. } => "add [[crowd.stops]] with that `name` and an `area`".into(),
            Self::NoSuchGroup { .. } => "give that `name` to a group".into(),
            Self::ChasesItself => "name another group in `of`".into(),
            Self::NoGoods => "add [[crowd.goods]] with `area` and `count`".into(),
            Self::OnlyForChasers { .. } => "remove it, or add seek = \"nearest\"".into(),
            Self::GoalsMove { .. } => "choose guide = \"navgraph\", \"path\" or \"straight\"".into(),
            Self::StopsAndSeek { .. } => "remove `via`, or `seek`".into(),
            Self::SameName { .. } => "give each a name of its own".into(),
            Self::NoGoals => "add an exit: [[exits]] segment = [[x, y], [x, y]]".into(),
            Self::NoCrowd => {
                "add [[crowd.groups]] to it, give --people and --exit, or run a built-in scene such as `evacuation`"
                    .into()
            }
            Self::Flow { .. } => "`wayfront flow` reports more".into(),
            Self::NotFollowed { .. } => {
                "it follows `open` of doors, `present` of obstacles and barriers, and `shifts` of obstacles and of a point that \
                 is no group's goal; take this motion out"
                    .into()
            }
            Self::LanesStay => "choose guide = \"path\", or take the [[motions]] out".into(),
            Self::NoGroups => "add [[crowd.groups]] with `count` and `area`, `points`, or an `entrance`".into(),
            Self::NoFlow => "add [flow] with `entrances` and `exits`, or choose guide = \"path\"".into(),
            Self::OffLane => "remove `area`, `points` and `entrance`".into(),
            Self::NoStart => "add `area` and `count`, `points`, or `entrance`; or give the scene a [flow]".into(),
            Self::OnlyForEntrances { .. } => "remove it, or add `entrance`".into(),
            Self::InWall { nearest: Some(p), .. } => format!("the nearest place with room is {p}; or make it smaller"),
            Self::InWall { nearest: None, .. } => "there is no place with room: make it smaller".into(),
            Self::Overlap { other, .. } => format!("move it away from {other}, or make it smaller"),
            Self::Crowded { placed, .. } => format!("enlarge the area, or let at most {placed} start there"),
            Self::GoodsOutside => "move them to where people walk".into(),
            Self::MeasureOutside { .. } => "move it to where people walk".into(),
            Self::EntranceBlocked { .. } => "move it into the free space, or make it wider than an agent".into(),
            Self::NoPath { .. } => "open a passage that is wide enough, or choose another goal".into(),
            Self::Unreachable { .. } => "move it into the free space, or make it wider than an agent".into(),
            Self::StepTooLong { step, length, radius } => match rounded_down(step * radius / length) {
                Some(step) => format!("choose a `step` of {} or less", number(step)),
                None => "make the agents slower or larger".into(),
            },
        }
    }

    /// What a source is called in messages.
    #[must_use]
    pub fn goal_name(source: &Source) -> String {
        source.name.as_ref().map_or_else(|| source.place.to_string(), |name| format!("`{name}`"))
    }
}

fn beside(clearance: Option<f64>) -> String {
    clearance.map_or_else(
        || "this is in an obstacle or outside".into(),
        |clearance| format!("a wall is {} away", rounded(clearance)),
    )
}

fn because(why: Option<&str>) -> String {
    why.map_or_else(String::new, |why| format!(": {why}"))
}

/// Why there is less room than an area seems to have.
fn no_path_from(excluded: usize) -> String {
    let places = if excluded == 1 { "1 place".to_owned() } else { format!("{excluded} places") };
    if excluded == 0 { String::new() } else { format!(" from which a path leads to the goal; {places} had none") }
}

/// A positive number that is no larger: to hundredths, or where these are too coarse to two digits.
fn rounded_down(x: f64) -> Option<f64> {
    let hundredths = (x * 100.0).floor() / 100.0;
    if hundredths > 0.0 {
        return Some(hundredths);
    }
    let unit = 10_f64.powf(x.log10().floor() - 1.0);
    let digits = ((x / unit).floor() * unit).min(x);
    // As short as it can be written, without the noise of the multiplication.
    let short = format!("{digits:.1e}").parse().ok().filter(|&short: &f64| short <= x);
    short.or(Some(digits)).filter(|step| *step > 0.0 && step.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_advised_is_possible() {
        let advised = |step, length, radius| CrowdFault::StepTooLong { step, length, radius }.advice();
        assert_eq!(advised(0.5, 1.0, 0.2), "choose a `step` of 0.1 or less");
        assert_eq!(advised(0.05, 50.0, 0.2), "choose a `step` of 0.0002 or less");
        assert_eq!(advised(0.05, 3.0, 0.2), "choose a `step` of 0.0033 or less");
        assert_eq!(advised(0.05, f64::INFINITY, 0.2), "make the agents slower or larger");
    }
}
