//! Where bodies of a size can touch a goal, and where they can stand in an area.

use crate::lead::ROOM;
use crate::plan::ring_distance;
use crate::walls::Walls;
use wayfront_domain::{CellId, Cells, CellsError, Domain};
use wayfront_geometry::{Bounds, Point, winding_number};
use wayfront_world::{Shape, Source};

/// Looks along a goal, for each radius.
const LOOKS: f64 = 20.0;
/// Places along a goal at most.
const MOST_LOOKS: f64 = 4000.0;
/// Places in an area at most.
const MOST_SPOTS: f64 = 400.0;

/// The straight parts of a shape; a point is a part without length.
pub fn lines_of(shape: &Shape) -> Vec<[Point; 2]> {
    match shape.points() {
        [p] => vec![[*p, *p]],
        points => points.windows(2).map(|w| [w[0], w[1]]).collect(),
    }
}

/// The parts of a goal that the centre of a body can come to; for a point, the free place nearest to it from which the
/// body touches it.
pub fn reachable(source: &Source, domain: &Domain, walls: &Walls, radius: f64) -> Vec<Source> {
    let like = |shape: Shape| source.clone().with_shape(shape);
    if let Shape::Point(p) = source.shape {
        let free = domain.nearest_free_for(p, radius * ROOM).filter(|free| free.distance(p) <= radius);
        return free.map(|free| like(Shape::Point(free))).into_iter().collect();
    }
    let parts = lines_of(&source.shape).into_iter().flat_map(|line| clear_parts(line, walls, radius));
    let shape = |[a, b]: [Point; 2]| if a == b { Shape::Point(a) } else { Shape::Segment([a, b]) };
    parts.map(|part| like(shape(part))).collect()
}

/// The cells of a domain in all of which bodies have room.
pub fn roomy_cells(domain: &Domain, cell: f64, walls: &Walls, radius: f64) -> Result<Cells, CellsError> {
    let cells = Cells::of(domain, cell)?;
    let half = cell / 2.0;
    let has_room = |id: CellId| {
        let middle = cells.centre(id);
        let [low, high] = [-half, half].map(|d| middle + Point::new(d, d));
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        // A wall and a cell that it does not enter are nearest at an end or at a corner.
        let beyond = |v: f64, low: f64, high: f64| (low - v).max(v - high).max(0.0);
        let outside = |p: Point| Point::new(beyond(p.x, low.x, high.x), beyond(p.y, low.y, high.y)).length();
        walls.within(middle, radius + cell).iter().all(|wall| {
            let ends = outside(wall.from).min(outside(wall.to));
            ends >= radius && corners.iter().all(|&corner| wall.nearest(corner).distance(corner) >= radius)
        })
    };
    let free = (0..cells.len() as u32).map(CellId).map(|id| cells.is_free(id) && has_room(id)).collect();
    Cells::new(cells.origin(), cells.cell(), cells.size(), free)
}

/// The parts of a line on which a body is clear of walls. Places are looked at so closely, and must be clear by so
/// much, that everything between two of them is clear as well.
fn clear_parts([a, b]: [Point; 2], walls: &Walls, radius: f64) -> Vec<[Point; 2]> {
    let length = a.distance(b);
    let looks = (length / radius * LOOKS).ceil().clamp(2.0, MOST_LOOKS);
    let needed = radius * ROOM + length / looks / 2.0;
    let at = |k: usize| a.lerp(b, k as f64 / looks);
    let is_clear = |k: usize| walls.clearance(at(k)) >= needed;
    let mut parts = Vec::new();
    let mut from = None;
    for k in 0..=looks as usize + 1 {
        let clear = k <= looks as usize && is_clear(k);
        match (from, clear) {
            (None, true) => from = Some(k),
            (Some(first), false) => {
                parts.push([at(first), at(k - 1)]);
                from = None;
            }
            _ => {}
        }
    }
    if parts.is_empty() {
        // Just wide enough: one place, if there is any.
        let best = (0..=looks as usize).max_by(|&k, &l| walls.clearance(at(k)).total_cmp(&walls.clearance(at(l))));
        let best = best.map(at).filter(|&p| walls.clearance(p) >= radius * ROOM);
        parts.extend(best.map(|p| [p, p]));
    }
    parts
}

/// The box of a ring as far as it lies in the world: agents are nowhere else, however far the ring reaches.
pub fn part_within(ring: &[Point], world: Bounds) -> Bounds {
    let ring = Bounds::of(ring);
    let least = |p: Point, q: Point| Point::new(p.x.min(q.x), p.y.min(q.y));
    let most = |p: Point, q: Point| Point::new(p.x.max(q.x), p.y.max(q.y));
    let bounds = Bounds { min: most(ring.min, world.min), max: least(ring.max, world.max) };
    if bounds.min.x > bounds.max.x || bounds.min.y > bounds.max.y { Bounds::EMPTY } else { bounds }
}

fn is_in(ring: &[Point], p: Point) -> bool {
    winding_number(ring, p).is_some_and(|turns| turns != 0)
}

/// Places in a ring where a body can stand, the most central of its part in the world first; beside it, where it has no room.
pub fn spots_in(ring: &[Point], domain: &Domain, walls: &Walls, radius: f64) -> Vec<Point> {
    let bounds = part_within(ring, domain.bounds());
    if bounds.is_empty() {
        return Vec::new();
    }
    let middle = bounds.min.lerp(bounds.max, 0.5);
    let step = (2.2 * radius).max((bounds.width() * bounds.height() / MOST_SPOTS).sqrt());
    let count = |length: f64| (length / step / 2.0).floor() as i32;
    let (columns, rows) = (count(bounds.width()), count(bounds.height()));
    let places = (-rows..=rows).flat_map(|row| (-columns..=columns).map(move |column| (column, row)));
    let places: Vec<Point> =
        places.map(|(column, row)| middle + Point::new(f64::from(column), f64::from(row)) * step).collect();
    let mut spots = places.clone();
    spots.retain(|&p| is_in(ring, p) && walls.is_clear(p, radius));
    if spots.is_empty() {
        // A strip along a wall, or a place in one: bodies stand beside it.
        let free = places.iter().filter_map(|&p| domain.nearest_free_for(p, radius * ROOM));
        spots.extend(free.filter(|&p| ring_distance(ring, p) <= radius));
        spots.dedup();
    }
    spots.sort_by(|p, q| p.distance(middle).total_cmp(&q.distance(middle)));
    spots
}
