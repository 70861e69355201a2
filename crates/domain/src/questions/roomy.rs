//! The nearest place that has room for a disc.
//!
//! Such a place is the point itself, or at distance r from what is nearest to it: a foot on the offset of an outline, a
//! point of the circle around a vertex, or where two of these meet. All of them among the outlines within a reach are
//! tried, by distance; the reach doubles until the best one cannot be beaten from outside of it. Cost: the square of the
//! number of outlines within reach; this is for messages and for putting things right, not for every step.

use crate::tables::domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};

/// Offsets are taken a little wider, so that the rounded point has its room.
const WIDER: [f64; 4] = [0.0, 8.0, 64.0, 4096.0];
/// Doublings of the reach.
const MOST_DOUBLINGS: usize = 40;
/// Outlines within reach beyond which the search is given up: their pairs would take seconds.
const MOST_SIDES: usize = 3000;

impl Domain {
    /// The point nearest to `p` that has room for a disc of this radius; `p` itself if it has. `None` if there is none
    /// nearby: within the part of the free space that `p` is in, or is nearest to.
    ///
    /// ```
    /// # use wayfront_domain::Domain;
    /// # use wayfront_geometry::Point;
    /// let domain = Domain::without_doors(&wayfront_world::builtin("profiling0").unwrap()).unwrap();
    /// let found = domain.nearest_free_for(Point::new(19.0, 30.0), 3.0).unwrap();
    /// assert!(found.distance(Point::new(17.0, 30.0)) < 1e-12 && domain.has_room(found, 3.0));
    /// ```
    #[must_use]
    pub fn nearest_free_for(&self, p: Point, radius: f64) -> Option<Point> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return None;
        }
        let inside = self.nearest_free(p)?;
        if radius == 0.0 || inside == p && self.has_room(p, radius) {
            return Some(inside);
        }
        let widest = self.bounds().size();
        let mut reach = 2.0 * radius + 2.0 * p.distance(inside);
        for _ in 0..MOST_DOUBLINGS {
            let sides: Vec<[Point; 2]> =
                self.sides_within(inside, reach, None).into_iter().map(|side| self.side_points(side)).collect();
            let found = self.nearest_among(p, radius, &sides);
            if found.is_some_and(|q| q.distance(p) + radius <= reach - p.distance(inside)) {
                return found;
            }
            if reach > 4.0 * widest || sides.len() > MOST_SIDES {
                return found;
            }
            reach *= 2.0;
        }
        None
    }

    fn nearest_among(&self, p: Point, radius: f64, sides: &[[Point; 2]]) -> Option<Point> {
        // A place that touches may miss its room by rounding while one far away has it: so the nearest of all widths.
        let found = WIDER.iter().filter_map(|wider| {
            let radius_wider = radius + wider * (f64::EPSILON * radius + self.rounding_of_distances());
            let mut places = offsets(p, radius_wider, sides);
            // Most places are in the way of something else: dropped before anything is decided exactly.
            let rounding = 1e-9 * radius + self.rounding_of_distances();
            let is_far = |q: Point, [a, b]: [Point; 2]| closest_on_segment(a, b, q).distance(q) >= radius - rounding;
            places.retain(|&q| sides.iter().all(|&side| is_far(q, side)));
            places.sort_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
            places.into_iter().find(|&place| self.has_room(place, radius))
        });
        found.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
    }
}

/// Every place at which the distance from `p` can be least, on the border of what has room.
fn offsets(p: Point, r: f64, sides: &[[Point; 2]]) -> Vec<Point> {
    let mut lines: Vec<[Point; 2]> = Vec::new();
    let mut centres: Vec<Point> = Vec::new();
    for &[a, b] in sides {
        if let Some(along) = (b - a).unit() {
            let across = along.left() * r;
            lines.extend([[a + across, b + across], [a - across, b - across]]);
        }
        for end in [a, b] {
            if !centres.contains(&end) {
                centres.push(end);
            }
        }
    }
    let mut places: Vec<Point> = lines.iter().map(|&[a, b]| closest_on_segment(a, b, p)).collect();
    places.extend(centres.iter().map(|&c| c + (p - c).unit().unwrap_or(Point::new(1.0, 0.0)) * r));
    for (k, &first) in lines.iter().enumerate() {
        places.extend(lines[..k].iter().filter_map(|&second| meeting(first, second)));
        places.extend(centres.iter().flat_map(|&c| on_circle(first, c, r)));
    }
    for (k, &first) in centres.iter().enumerate() {
        places.extend(centres[..k].iter().flat_map(|&second| of_circles(first, second, r)));
    }
    places
}

fn meeting([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let (u, v) = (b - a, d - c);
    let scale = u.cross(v);
    let share = (c - a).cross(v) / scale;
    let other = (c - a).cross(u) / scale;
    ((0.0..=1.0).contains(&share) && (0.0..=1.0).contains(&other)).then(|| a + u * share)
}

fn on_circle([a, b]: [Point; 2], centre: Point, r: f64) -> Vec<Point> {
    let Some(along) = (b - a).unit() else { return Vec::new() };
    let foot = a + along * along.dot(centre - a);
    let rest = r * r - (foot - centre).dot(foot - centre);
    if rest < 0.0 {
        return Vec::new();
    }
    let half = rest.sqrt();
    let on_line = |q: &Point| (0.0..=a.distance(b)).contains(&along.dot(*q - a));
    [foot + along * half, foot - along * half].into_iter().filter(on_line).collect()
}

fn of_circles(a: Point, b: Point, r: f64) -> Vec<Point> {
    let (middle, half) = (a.lerp(b, 0.5), a.distance(b) / 2.0);
    let Some(along) = (b - a).unit() else { return Vec::new() };
    if half > r {
        return Vec::new();
    }
    let height = ((r - half) * (r + half)).sqrt();
    vec![middle + along.left() * height, middle - along.left() * height]
}
