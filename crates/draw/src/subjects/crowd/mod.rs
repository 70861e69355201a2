//! Pictures of crowds: the trajectories of agents, how long they were where, and single moments.
//!
//! People leave by what a path map calls sources: these pictures call them exits.

mod changes;
mod moment;
mod occupancy;
mod trails;

use super::world::group_name;
use crate::colours::{Colour, ColourMap, group_colour};
use crate::layers::Key;
use crate::picture::Picture;
use wayfront_world::Crowd;

/// What the colours of agents say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CrowdColours {
    /// Which group they belong to.
    #[default]
    Group,
    /// How fast they are, as a share of the speed they prefer: green as they like, red standing.
    Pace,
}

/// The colour map of paces, by what is missing to the speed that one prefers.
const PACES: ColourMap = ColourMap::GreenRed;
/// How many paces have colours of their own.
const SHADES: usize = 12;

/// The colour of those that have not set off, or stay at a stop: they are in no jam.
const WAITING: Colour = Colour::hex(0x97a1ab);

/// The shade of a pace.
fn shade(pace: f32) -> usize {
    let slowness = 1.0 - pace.clamp(0.0, 1.0);
    (slowness * (SHADES - 1) as f32).round() as usize
}

fn shade_colour(shade: usize) -> Colour {
    PACES.at(0.1 + 0.9 * shade as f64 / (SHADES - 1) as f64)
}

impl CrowdColours {
    /// Explains the colours below the picture, each by a symbol. One group needs no name.
    fn push_keys(self, crowd: Option<&Crowd>, symbol: fn(String, Colour) -> Key, picture: &mut Picture) {
        match (self, crowd) {
            (Self::Group, Some(crowd)) if crowd.groups.len() > 1 => {
                for group in 0..crowd.groups.len() {
                    picture.push_key(symbol(group_name(crowd, group), group_colour(group)));
                }
            }
            (Self::Group, _) => picture.push_key(symbol("agent".into(), group_colour(0))),
            (Self::Pace, _) => {
                let ends = ["as fast as one likes".into(), "standing".into()];
                picture.push_key(Key::Ramp { label: "pace".into(), map: PACES, ends });
            }
        }
    }
}
