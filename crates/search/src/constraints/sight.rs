//! What a point sees: the visible region of a domain, by triangular expansion (Bungiu and others 2014).
//!
//! From the triangle of the eye the view goes on through each side into the next triangle, narrowed to what is seen of
//! the side, until it ends at an outline. Corners of the region are vertices of the domain, or where a ray past such a
//! vertex meets an outline. *Cost*: the triangles that are seen, each once for each side it is seen through.

use wayfront_domain::{Domain, Sighting, Spot, VisibilityCone, VisibilityCones};
use wayfront_geometry::{Point, orient};

/// The region of a domain that a point sees, counter-clockwise; `None` if the point is not free. Gates hide what is
/// beyond.
///
/// ```
/// use wayfront_domain::Domain;
/// use wayfront_search::visible_region;
/// use wayfront_world::World;
///
/// let hall = World::new().area([[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]).wall([[4.0, 0.0], [4.0, 2.0]]);
/// let domain = Domain::without_doors(&hall)?;
/// let seen = visible_region(&domain, (2.0, 1.5).into()).unwrap();
/// assert!(seen.contains(&(8.0, 3.0).into())); // the ray past the end of the wall
/// # Ok::<(), wayfront_domain::DomainError>(())
/// ```
#[must_use]
pub fn visible_region(domain: &Domain, eye: Point) -> Option<Vec<Point>> {
    let triangle = match domain.locate(eye)? {
        Spot::Inside(triangle) => triangle,
        Spot::On(side) => side.triangle(),
        Spot::At(corner) => domain.first_side(corner).triangle(),
    };
    let (mut ring, mut cones) = (Vec::new(), VisibilityCones::default());
    for side in triangle.sides() {
        cones.push_side(domain, &eye, side);
        while let Some(sighting) = cones.follow(domain, &eye) {
            if let Sighting::Stopped(VisibilityCone { side, right, left }) = sighting {
                let [a, b] = domain.side_points(side);
                ring.extend([met(eye, right, a, b), met(eye, left, a, b)]);
            }
        }
    }
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    Some(ring)
}

/// Where the ray through a point meets the line of a side; the side's own ends as they are.
fn met(eye: Point, through: Point, a: Point, b: Point) -> Point {
    for end in [a, b] {
        if end == through || orient(eye, through, end) == 0.0 {
            return end;
        }
    }
    let (ray, side) = (through - eye, b - a);
    let area = ray.cross(side);
    if area == 0.0 { a } else { a + side * ((eye - a).cross(ray) / side.cross(ray)).clamp(0.0, 1.0) }
}
