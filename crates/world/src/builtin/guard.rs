//! A yard with a guard who walks: how to get across unseen, and along a wall.

use super::parts::{disc, point_source, rect};
use crate::model::{
    Change, Constraint, ConstraintRegion, ConstraintStrength, Handle, Kind, Motion, Polygon, Preposition, Thing, World,
};
use wayfront_geometry::Point;

/// A yard of 48 m x 30 m with sheds, a lawn and a long wall. A guard walks up and down in the middle; what the guard sees
/// within 16 m counts four times. Near the long wall walking is pleasant.
pub fn guard() -> World {
    let guard = disc([24.0, 5.0], 0.4, 12).named("guard");
    let sheds = [rect(8.0, 6.0, 13.0, 11.0), rect(16.0, 17.0, 20.0, 23.0), rect(30.0, 6.0, 34.0, 14.0)];
    let more = [rect(37.0, 19.0, 42.0, 23.0), disc([26.0, 13.0], 1.2, 12), disc([22.0, 9.0], 0.9, 12)];
    let wall = rect(6.0, 26.0, 42.0, 26.6).named("long wall");
    let walk = Change::Shifts([0.0, 19.0, 0.0].map(|y| Point::new(0.0, y)).to_vec());
    let sight = Preposition::Sight { of: Handle::Name("guard".into()), reach: Some(16.0) };
    let along =
        Preposition::Near { region: ConstraintRegion::Obstacle(Handle::Name("long wall".into())), reach: Some(2.5) };
    World {
        areas: vec![rect(0.0, 0.0, 48.0, 30.0)],
        obstacles: sheds.into_iter().chain(more).chain([wall, guard]).collect::<Vec<Polygon>>(),
        sources: vec![point_source("gate", [46.0, 15.0])],
        motions: vec![Motion::new(Thing::named(Kind::Obstacle, "guard"), [0.0, 12.0, 24.0], walk).repeated()],
        constraints: vec![
            Constraint::new(sight, ConstraintStrength::Factor(4.0)).named("the guard's sight"),
            Constraint::new(along, ConstraintStrength::Weight(4.0)).named("along the wall"),
            Constraint::terrain([[36.0, 2.0], [46.0, 2.0], [46.0, 10.0], [36.0, 10.0]], 1.5).named("lawn"),
        ],
        ..World::default()
    }
}
