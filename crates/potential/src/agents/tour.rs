//! Journeys of groups: to a goal, or along a drawn route.
//!
//! The points of a drawn route are goals one after another, each with a global map of its own. Of a route that splits,
//! the first branch is taken whose points can all be reached from the start: a group that cannot pass one branch
//! takes the other. Cost: a map for each point, and a step of the group for each half of a cell that its centre moves.

use super::formation::Formation;
use super::group::FormationGroup;
use super::sketch::SketchedRoutes;
use crate::{Bias, PotentialMap};
use std::sync::Arc;
use wayfront_domain::{Cells, NoPath};
use wayfront_geometry::Point;
use wayfront_world::Source;

/// Steps of a journey, in cells that the centre moves in them.
const STEP: f64 = 0.5;
/// A journey is given up when it takes so many times as long as walking over every free cell would.
const PATIENCE: f64 = 4.0;

/// Goals, one after another.
///
/// ```
/// use wayfront_potential::{Formation, SketchedRoutes, Tour};
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// let p = |x: f64, y: f64| Point::new(x, y);
/// // A hall with a bay at the upper right that is closed.
/// let free = (0..40 * 20).map(|k| k % 40 < 30 || k / 40 < 9).collect();
/// let grid = Cells::new(p(0.0, 0.0), 0.5, [40, 20], free)?;
/// let mut sketch = SketchedRoutes::default();
/// sketch.draw(&[p(3.0, 5.0), p(10.0, 3.0), p(18.0, 8.0)], 1.0).unwrap(); // ends in the bay
/// sketch.draw(&[p(10.0, 3.0), p(18.0, 2.0)], 1.0).unwrap(); // the branch that remains
/// let tour = Tour::along(&grid, &sketch, p(2.0, 5.0)).unwrap();
/// let journey = tour.led(&Formation::block(4, 0.8), p(2.0, 5.0), 1.3).unwrap();
/// assert!(journey.arrived && journey.last().iter().all(|m| m.distance(p(18.0, 2.0)) < 1.5));
/// # Ok::<(), wayfront_domain::CellsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tour {
    maps: Vec<Arc<PotentialMap>>,
}

/// Where the members of a group were, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// Seconds of a step.
    pub step_secs: f64,
    /// The members after each step, the first time before any.
    pub positions: Vec<Vec<Point>>,
    /// The group came to its last goal.
    pub arrived: bool,
}

impl Tour {
    /// To the goals of one map.
    #[must_use]
    pub fn to(map: Arc<PotentialMap>) -> Self {
        Self { maps: vec![map] }
    }

    /// Along the first drawn route all of whose points can be reached from `start`. `None` if there is no such route.
    #[must_use]
    pub fn along(grid: &Cells, routes: &SketchedRoutes, start: Point) -> Option<Self> {
        let map = |&p: &Point| {
            let map = PotentialMap::of_grid(grid.clone(), &[Source::point(p)], Bias::NONE).ok()?;
            map.direction(start).is_ok().then(|| Arc::new(map))
        };
        let tour = |route: Vec<Point>| route.iter().map(map).collect::<Option<Vec<_>>>();
        routes.all().into_iter().find_map(tour).map(|maps| Self { maps })
    }

    /// A formation is led over it from `start`, its centre at up to `speed`.
    ///
    /// # Errors
    /// If there is no path from the start.
    pub fn led(&self, formation: &Formation, start: Point, speed: f64) -> Result<Journey, NoPath> {
        let [first, later @ ..] = self.maps.as_slice() else { return Err(NoPath::Unreachable) };
        let mut group = FormationGroup::new(first.clone(), formation.clone(), start, speed)?;
        let cell = first.grid().cell();
        let mut journey = Journey { step_secs: STEP * cell / speed, positions: Vec::new(), arrived: false };
        journey.positions.push(group.members().to_vec());
        let mut left = (PATIENCE * first.grid().free_count() as f64 / STEP) as usize;
        let mut later = later.iter();
        while left > 0 {
            if group.has_arrived() {
                match later.next() {
                    Some(map) => group.redirect(map.clone())?,
                    None if group.lag() <= cell || journey.is_at_rest() => break,
                    None => {}
                }
            }
            group.step(journey.step_secs);
            journey.positions.push(group.members().to_vec());
            left -= 1;
        }
        journey.arrived = group.has_arrived() && later.next().is_none();
        Ok(journey)
    }
}

impl Journey {
    /// How long it took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.step_secs * self.positions.len().saturating_sub(1) as f64
    }

    /// Where the members ended.
    #[must_use]
    pub fn last(&self) -> &[Point] {
        self.positions.last().map_or(&[], Vec::as_slice)
    }

    /// The path of each member.
    #[must_use]
    pub fn trails(&self) -> Vec<Vec<Point>> {
        let members = self.last().len();
        (0..members).map(|k| self.positions.iter().map(|members| members[k]).collect()).collect()
    }

    /// No member moved in the last step.
    fn is_at_rest(&self) -> bool {
        matches!(self.positions.as_slice(), [.., before, last] if before == last)
    }
}
