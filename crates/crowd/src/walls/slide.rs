//! Where a disc ends that wants to go somewhere: it stops at walls and slides along them.
//!
//! The path is walked in pieces: up to the first wall that the disc meets, then on along that wall. Every piece is
//! checked before it is walked: its centre crosses no wall, and the disc comes nowhere nearer to a wall than its radius,
//! or than it was. A piece that fails by rounding is not walked, so the invariant needs no tolerance: a thin skin in
//! front of the walls only makes failures rare. Constant time for each wall near the path.

use super::{Wall, Walls};
use wayfront_geometry::{Point, orient};

/// Tolerance: How far from walls discs stop, in parts of their radius.
const SKIN: f64 = 1e-6;
/// Tolerance: What share of a path may lead into a wall by rounding; far less than the skin.
const ROUNDING: f64 = 1e-9;
/// Pieces of a path at most: a disc in a corner has nowhere to go after the second.
const PIECES: usize = 4;

/// A wall that the disc meets.
struct Contact {
    /// The share of the path up to there.
    share: f64,
    /// From the wall to the centre, of length 1.
    normal: Point,
}

impl Walls {
    /// Where a disc that wants to go straight `from` - `to` ends: it slides along walls, never through one, and comes
    /// never nearer to one than its radius, or than it was before.
    #[must_use]
    #[inline]
    pub fn moved(&self, from: Point, to: Point, radius: f64) -> Point {
        let wanted = to - from;
        let length = wanted.length();
        if !(from.is_finite() && length.is_finite()) {
            return from;
        }
        let reach = radius * (1.0 + 2.0 * SKIN) + length;
        let walls = self.within(from, reach);
        let is_far = |wall: &Wall| {
            let apart = from - wall.nearest(from);
            apart.dot(apart) > reach * reach
        };
        if walls.iter().all(is_far) { to } else { slide(walls, from, wanted, radius) }
    }
}

fn slide(walls: &[Wall], from: Point, wanted: Point, radius: f64) -> Point {
    let (mut at, mut rest) = (from, wanted);
    let mut last: Option<Point> = None;
    for _ in 0..PIECES {
        let contact = first_contact(walls, at, rest, radius);
        let share = contact.as_ref().map_or(1.0, |contact| contact.share);
        let end = at + rest * share;
        if end != at {
            let end = lifted(walls, end, radius);
            if !may_walk(walls, at, end, radius) {
                break;
            }
            at = end;
        }
        let Some(Contact { normal, .. }) = contact else { break };
        rest = rest * (1.0 - share);
        rest = rest - normal * rest.dot(normal);
        // In a corner the second wall leads back into the first.
        if last.is_some_and(|last| rest.dot(last) < 0.0) || rest.dot(wanted) <= 0.0 {
            break;
        }
        last = Some(normal);
    }
    at
}

/// The first wall that the disc meets on its way.
fn first_contact(walls: &[Wall], at: Point, path: Point, radius: f64) -> Option<Contact> {
    let contacts = walls.iter().filter_map(|wall| contact(wall, at, path, radius));
    contacts.min_by(|a, b| a.share.total_cmp(&b.share))
}

fn contact(wall: &Wall, at: Point, path: Point, radius: f64) -> Option<Contact> {
    let nearest = wall.nearest(at);
    let apart = nearest.distance(at);
    // A disc that is already nearer keeps the distance that it has.
    let gap = (radius * (1.0 + SKIN)).min(apart);
    let meets = |share: f64| {
        let centre = at + path * share;
        let out = centre - wall.nearest(centre);
        let length = out.length();
        let normal = if length > 0.0 { out * (1.0 / length) } else { wall_normal(wall, at) };
        // Along a wall, rounding must not count as into it.
        (path.dot(normal) < -ROUNDING * path.length()).then_some(Contact { share, normal })
    };
    if apart <= gap {
        return meets(0.0);
    }
    let shares = [flank(wall, at, path, gap), round(wall.from, at, path, gap), round(wall.to, at, path, gap)];
    let first = shares.into_iter().flatten().min_by(f64::total_cmp)?;
    (first <= 1.0).then(|| meets(first)).flatten()
}

/// When the centre comes within `gap` of the wall's straight part.
fn flank(wall: &Wall, at: Point, path: Point, gap: f64) -> Option<f64> {
    let along = wall.to - wall.from;
    let normal = wall_normal(wall, at);
    let (height, sinking) = ((at - wall.from).dot(normal), -path.dot(normal));
    if sinking <= 0.0 || height < gap {
        return None;
    }
    let share = (height - gap) / sinking;
    let foot = (at + path * share - wall.from).dot(along);
    (0.0..=along.dot(along)).contains(&foot).then_some(share)
}

/// When the centre comes within `gap` of a wall's end.
fn round(end: Point, at: Point, path: Point, gap: f64) -> Option<f64> {
    let apart = at - end;
    let (a, half_b, c) = (path.dot(path), path.dot(apart), apart.dot(apart) - gap * gap);
    let root = half_b * half_b - a * c;
    // The smaller root, in the form that does not cancel.
    (half_b < 0.0 && root >= 0.0 && c >= 0.0).then(|| c / (root.sqrt() - half_b))
}

/// A vector of length 1 across the wall, towards the side of `p`.
fn wall_normal(wall: &Wall, p: Point) -> Point {
    let left = (wall.to - wall.from).left();
    let unit = left * (1.0 / left.length());
    if orient(wall.from, wall.to, p) >= 0.0 { unit } else { -unit }
}

/// The point, moved off walls that it touches: a disc that rests on a wall at exactly its radius would be stopped by
/// every rounding.
fn lifted(walls: &[Wall], p: Point, radius: f64) -> Point {
    let skin = radius * SKIN;
    walls.iter().fold(p, |p, wall| {
        let out = p - wall.nearest(p);
        let apart = out.length();
        let lift = radius + skin - apart;
        if lift > 0.0 && lift <= skin { p + out * (lift / apart) } else { p }
    })
}

/// The centre crosses no wall, and at the end the disc is in none that it was not in.
fn may_walk(walls: &[Wall], at: Point, end: Point, radius: f64) -> bool {
    walls.iter().all(|wall| {
        let allowed = radius.min(wall.nearest(at).distance(at));
        wall.nearest(end).distance(end) >= allowed && !crosses(wall, at, end)
    })
}

/// The path from `at` to `end` leads through the wall, or ends on it. Exact.
fn crosses(wall: &Wall, at: Point, end: Point) -> bool {
    let (before, after) = (orient(wall.from, wall.to, at), orient(wall.from, wall.to, end));
    let parted = (before > 0.0) != (after > 0.0) || (before < 0.0) != (after < 0.0);
    parted && {
        let (left, right) = (orient(at, end, wall.from), orient(at, end, wall.to));
        !(left > 0.0 && right > 0.0 || left < 0.0 && right < 0.0)
    }
}
