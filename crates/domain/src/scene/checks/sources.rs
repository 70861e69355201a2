//! Sources: every point and every straight piece in the free space, and no shape twice.

use super::Check;
use crate::tables::domain::Domain;
use crate::tables::report::{Onto, Repair};
use std::collections::HashMap;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::{Fault, Place, Shape, World};

impl Domain {
    /// A shape in the free space, moved onto it where it misses it by rounding; `None` if it lies elsewhere.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_world::{Polygon, Shape, World};
    ///
    /// // A point in decimals on a slanted wall is beside it in binary.
    /// let hall = World::new().area(Polygon::ring([(0.0, 0.0), (10.0, 3.0), (10.0, 12.0), (0.0, 12.0)]));
    /// let domain = Domain::without_doors(&hall)?;
    /// let exit = Shape::Segment([(3.0, 0.9).into(), (4.0, 1.2).into()]);
    /// let settled = domain.settled_shape(&exit).unwrap();
    /// assert!(settled.points().iter().all(|&p| domain.contains(p)));
    /// # Ok::<(), wayfront_domain::DomainError>(())
    /// ```
    #[must_use]
    pub fn settled_shape(&self, given: &Shape) -> Option<Shape> {
        Check::new(self).settled_line(given.points(), Place::default()).map(shape)
    }
}

impl Check<'_> {
    /// Settles the sources that are in order, and says what is wrong with the others.
    pub(super) fn sources(&mut self, world: &World) {
        let reach = Self::reach(world);
        let mut shapes: HashMap<Vec<[u64; 2]>, Place> = HashMap::new();
        for (k, source) in world.sources.iter().enumerate() {
            let place = world.place_of_source(k);
            let first = *shapes.entry(fingerprint(source.shape.points())).or_insert(place);
            if first != place {
                let at = source.shape.points()[0]; // validated: no shape is empty
                self.fault(place, None, at, Fault::DuplicateSource { first });
                continue;
            }
            let points = self.onto_outline(source.shape.points(), reach, place);
            if let Some(points) = self.settled_line(&points, place) {
                self.found.sources.push(source.clone().with_shape(shape(points)));
            }
        }
        self.found.crowd = world.crowd.as_ref().and_then(|crowd| self.entrances(crowd, reach));
    }

    /// The points between which the line runs in the free space, or `None` and what is wrong.
    fn settled_line(&mut self, points: &[Point], place: Place) -> Option<Vec<Point>> {
        let several = points.len() > 1;
        let settled: Vec<Option<Point>> =
            points.iter().enumerate().map(|(k, &p)| self.settled_point(p, place, several.then_some(k))).collect();
        let mut line = vec![*settled.first()?];
        for (leg, ends) in settled.windows(2).enumerate() {
            let [Some(a), Some(b)] = *ends else {
                line.push(None);
                continue;
            };
            match self.domain.nearly_straight(a, b, self.rounding) {
                Some(through) => {
                    self.bent(a, b, &through, place);
                    line.extend(through.into_iter().map(Some));
                    line.push(Some(b));
                }
                None => {
                    let at = self.domain.cast_through_gates(a, b).map_or(a, |hit| hit.at);
                    self.fault(place, None, at, Fault::SourceLeaves { leg });
                    line.push(None);
                }
            }
        }
        line.into_iter().collect()
    }

    fn settled_point(&mut self, p: Point, place: Place, vertex: Option<usize>) -> Option<Point> {
        let nearest = self.domain.nearest_free(p);
        let distance = nearest.map_or(f64::INFINITY, |q| q.distance(p));
        if distance > self.rounding {
            self.fault(place, vertex, p, Fault::SourceBlocked { distance, nearest });
            return None;
        }
        self.moved(place, p, nearest?, Onto::FreeSpace);
        nearest
    }

    fn bent(&mut self, a: Point, b: Point, through: &[Point], place: Place) {
        let Some(&at) = through.first() else { return };
        let moved = through.iter().map(|&v| closest_on_segment(a, b, v).distance(v)).fold(0.0, f64::max);
        self.found.repairs.push(Repair::Bent { place, at, vertices: through.len(), moved });
    }
}

fn shape(points: Vec<Point>) -> Shape {
    match *points {
        [p] => Shape::Point(p),
        [a, b] => Shape::Segment([a, b]),
        _ => Shape::Polyline(points),
    }
}

/// The same for the same shape, whichever end it is described from.
fn fingerprint(points: &[Point]) -> Vec<[u64; 2]> {
    // Adding zero turns -0.0 into 0.0.
    let forwards: Vec<_> = points.iter().map(|p| [(p.x + 0.0).to_bits(), (p.y + 0.0).to_bits()]).collect();
    let backwards: Vec<_> = forwards.iter().rev().copied().collect();
    forwards.min(backwards)
}
