//! `wayfront path --quick`: a path that can be walked, found over the graph of triangles.

use super::{Best, clearance, met_elsewhere, no_path};
use crate::aimed::Aimed;
use crate::arguments::Path;
use crate::failure::Failure;
use crate::output;
use wayfront::bodies::{DiscSearch, NoRoom, QuickPath, QuickSearch};
use wayfront::domain::Openings;
use wayfront::geometry::{Piece, Point, closest_on_segment};
use wayfront::world::Source;

/// Where a source is met: the place that the search leads to, and the one on the source itself.
struct Meeting {
    source: usize,
    at: Point,
    on_source: Point,
    offset: f64,
}

/// The quick path to the source that costs least; `exact` says how wide it is where there is no path.
pub fn nearest(
    aimed: &Aimed,
    quick: &mut QuickSearch,
    exact: &mut DiscSearch,
    arguments: &Path,
    radius: f64,
    quiet: bool,
) -> Result<Best, Failure> {
    let meetings: Vec<Meeting> = aimed
        .sources()
        .iter()
        .enumerate()
        .filter_map(|(source, given)| meeting(aimed, arguments, source, given, radius, quiet))
        .collect();
    if meetings.is_empty() {
        // All doors are too narrow, which the map says of each.
        aimed.map(radius, quiet)?;
    }
    let (mut best, mut why): (Option<Best>, Option<(NoRoom, Point)>) = (None, None);
    for Meeting { source, at, on_source, offset } in meetings {
        match quick.find(arguments.from, at, radius) {
            Ok(found) => {
                let QuickPath { mut path, kind } = found;
                let openings = Openings::of(aimed.domain(), &doors(aimed));
                if at != on_source {
                    path.pieces.push(Piece::Straight([at, on_source]));
                    path.length += at.distance(on_source);
                }
                let cost = path.length + offset;
                if best.as_ref().is_none_or(|known| cost < known.cost) {
                    let clearance = clearance(aimed.domain(), &openings, &path);
                    best = Some(Best { source, cost, path, clearance, kind });
                }
            }
            Err(reason) => {
                why.get_or_insert((reason, at));
            }
        }
    }
    best.ok_or_else(|| {
        let (reason, to) = why.unwrap_or((NoRoom::Unreachable, arguments.from));
        no_path(&aimed.label, exact, arguments, reason, to)
    })
}

/// The pieces of all sources that are not points.
fn doors(aimed: &Aimed) -> Vec<[Point; 2]> {
    let pieces = aimed.sources().iter().flat_map(|source| source.shape.points().windows(2));
    pieces.map(|piece| [piece[0], piece[1]]).collect()
}

/// Where a body meets a source: of a door the place that is nearest in a straight line, a radius or more from its ends, and
/// the place before it with room on both sides. A point without room is met as near as the body gets.
fn meeting(
    aimed: &Aimed,
    arguments: &Path,
    source: usize,
    given: &Source,
    radius: f64,
    quiet: bool,
) -> Option<Meeting> {
    let (points, offset) = (given.shape.points(), given.offset);
    let nearest = |at: Point| {
        let is_roomy = radius == 0.0 || aimed.domain().has_room(at, radius);
        if is_roomy { Some(at) } else { aimed.domain().nearest_free_for(at, radius) }
    };
    if let [at] = *points {
        // A point of the command line is blocked, and said to be; one of the scene is met as near as one gets.
        let met = if arguments.goal.to.is_some() { at } else { nearest(at).unwrap_or(at) };
        if met != at && !quiet {
            output::message(&met_elsewhere(source, at, met, radius));
        }
        return Some(Meeting { source, at: met, on_source: met, offset });
    }
    let near = points.windows(2).filter_map(|piece| {
        let length = piece[0].distance(piece[1]);
        let share = if length > 0.0 { radius / length } else { 0.0 };
        let ends = [piece[0].lerp(piece[1], share), piece[1].lerp(piece[0], share)];
        (share <= 0.5).then(|| closest_on_segment(ends[0], ends[1], arguments.from))
    });
    let near = near.min_by(|a, b| a.distance(arguments.from).total_cmp(&b.distance(arguments.from)))?;
    Some(Meeting { source, at: nearest(near)?, on_source: near, offset })
}
