//! What was repaired between the world and its domain.

use std::fmt;
use wayfront_geometry::Point;
use wayfront_world::Place;

/// Everything that was repaired, in the order of the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepairReport {
    /// One entry for each pair of outlines, or outline, or source.
    pub repairs: Vec<Repair>,
}

impl RepairReport {
    /// Nothing had to be repaired.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.repairs.is_empty()
    }
}

/// One thing that was repaired.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Repair {
    /// Two outlines cross; free space ends where either does.
    Crossed {
        /// The one described first.
        first: Place,
        /// The other.
        second: Place,
        /// How often they cross.
        times: usize,
        /// One of the crossings.
        at: Point,
        /// How far edges were moved to pass through representable points.
        moved: f64,
    },
    /// An outline crosses itself; each of its lobes counts as inside.
    CrossedItself {
        /// Which.
        place: Place,
        /// How often.
        times: usize,
        /// One of the crossings.
        at: Point,
        /// How far edges were moved to pass through representable points.
        moved: f64,
    },
    /// Two obstacles cover common ground without crossing: one inside the other, or the same twice.
    Overlapped {
        /// The one described first.
        first: Place,
        /// The other.
        second: Place,
    },
    /// A polygon encloses nothing: all its points are on one line, or it runs back along itself.
    Flat {
        /// Which.
        place: Place,
    },
    /// An obstacle or wall lies outside the walkable area anyway.
    WithoutEffect {
        /// Which.
        place: Place,
    },
    /// A point was moved to where it belongs, which it missed by rounding; exits and entrances of a crowd by less than a
    /// body's radius.
    Moved {
        /// What it belongs to.
        place: Place,
        /// Where it was.
        from: Point,
        /// Where it is now.
        to: Point,
        /// Where it belongs.
        onto: Onto,
    },
    /// A straight piece of a source left the free space by rounding: vertices of the outline were added to it.
    Bent {
        /// Which source.
        place: Place,
        /// The first vertex added.
        at: Point,
        /// How many.
        vertices: usize,
        /// How far the piece was moved.
        moved: f64,
    },
    /// A gate missed what it ends on, passes or crosses by rounding: it was led there, and outlines were bent by as
    /// little as `f64` allows to have a vertex in the same place.
    Fitted {
        /// The barrier or the door with that segment, if there is one.
        place: Place,
        /// Where something was moved farthest.
        at: Point,
        /// How far.
        moved: f64,
    },
}

/// Where a point of a scene belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// Anywhere in the free space.
    FreeSpace,
    /// A vertex of its outline.
    Vertex,
    /// The outline that it faces.
    Outline,
}

impl fmt::Display for Onto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FreeSpace => "the free space",
            Self::Vertex => "the vertex",
            Self::Outline => "the outline that it faces",
        })
    }
}

impl Repair {
    /// What it is about.
    #[must_use]
    pub fn place(&self) -> Place {
        match *self {
            Self::Crossed { first, .. } | Self::Overlapped { first, .. } => first,
            Self::CrossedItself { place, .. }
            | Self::Flat { place }
            | Self::WithoutEffect { place }
            | Self::Moved { place, .. }
            | Self::Bent { place, .. }
            | Self::Fitted { place, .. } => place,
        }
    }

    /// One place where it happened, where there is one.
    #[must_use]
    pub fn at(&self) -> Option<Point> {
        match *self {
            Self::Crossed { at, .. }
            | Self::CrossedItself { at, .. }
            | Self::Bent { at, .. }
            | Self::Fitted { at, .. } => Some(at),
            Self::Moved { from, .. } => Some(from),
            _ => None,
        }
    }

    /// How far something was moved.
    #[must_use]
    pub fn moved(&self) -> f64 {
        match *self {
            Self::Crossed { moved, .. }
            | Self::CrossedItself { moved, .. }
            | Self::Bent { moved, .. }
            | Self::Fitted { moved, .. } => moved,
            Self::Moved { from, to, .. } => from.distance(to),
            _ => 0.0,
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crossed { first, second, times, at, moved } => {
                write!(f, "{first} and {second} cross {} ", times_text(*times))?;
                write!(f, "(at {at}): joined{}", moved_text(*moved))
            }
            Self::CrossedItself { place, times, at, moved } => {
                write!(f, "{place} crosses itself {} ", times_text(*times))?;
                write!(f, "(at {at}): every lobe counts as inside{}", moved_text(*moved))
            }
            Self::Overlapped { first, second } => write!(f, "{first} and {second} cover common ground: joined"),
            Self::Flat { place } => write!(f, "{place} encloses no area: left out"),
            Self::WithoutEffect { place } => write!(f, "{place} lies outside the walkable area: no effect"),
            Self::Moved { place, from, to, onto } => {
                write!(f, "{place} at {from} missed {onto} by {:.1e}: moved to {to}", from.distance(*to))
            }
            Self::Bent { place, at, vertices, moved } => {
                write!(f, "{place} left the free space by {moved:.1e}: led through {vertices} of its vertices, ")?;
                write!(f, "the first {at}")
            }
            Self::Fitted { place, at, moved } => {
                write!(f, "{place} missed what it meets at {at} by {moved:.1e}: led there")
            }
        }
    }
}

fn moved_text(moved: f64) -> String {
    if moved == 0.0 { String::new() } else { format!("; edges moved by at most {moved:.1e}") }
}

fn times_text(times: usize) -> String {
    match times {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}
