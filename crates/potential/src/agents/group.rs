//! Groups that keep a formation.
//!
//! The centre travels like a single agent on the global map, and no faster than the members can follow. Each member is
//! drawn to its place (the formation force); where a wall is between, the group map leads it around: a window around the
//! member without view cone, in which its place is the goal (after Silveira, Prestes and Nedel 2008).

use super::formation::Formation;
use crate::{Bias, LocalMap, PotentialMap};
use rayon::prelude::*;
use std::sync::Arc;
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;

/// Cells along the side of a group map.
const WINDOW: usize = 33;
/// Side of a group map, in sizes of the formation: from one end of it to the other, and some room beside.
const WINDOW_SIZE: f64 = 2.6;
/// Members farther from their places than so many times the formation's size make the centre wait.
const LAG: f64 = 1.0;
/// How fast members may move, in multiples of the centre's speed.
const CATCH_UP: f64 = 1.5;
/// The share of the new direction in the heading of the formation after each leg.
const TURN: f64 = 0.2;

/// A group in formation on its path down a field.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_potential::{Formation, FormationGroup};
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_potential::{Bias, PotentialMap};
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world)?);
/// let map = Arc::new(PotentialMap::of_domain(domain, 0.25, &world.sources, Bias::NONE)?);
/// let mut group = FormationGroup::new(map, Formation::block(6, 0.6), Point::new(2.0, 5.0), 1.3).unwrap();
/// while !group.has_arrived() {
///     group.step(0.1);
/// }
/// assert!(group.members().iter().all(|p| p.x > 15.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FormationGroup {
    map: Arc<PotentialMap>,
    formation: Formation,
    centre: Point,
    heading: Point,
    members: Vec<Point>,
    speed: f64,
}

impl FormationGroup {
    /// A group whose members stand in formation around `centre`, as far as there is room.
    ///
    /// # Errors
    /// If there is no path from the centre.
    pub fn new(map: Arc<PotentialMap>, formation: Formation, centre: Point, speed: f64) -> Result<Self, NoPath> {
        let heading = map.direction(centre)?;
        let mut group = Self { map, formation, centre, heading, members: Vec::new(), speed };
        group.members = (0..group.formation.places().len()).map(|k| group.place(k)).collect();
        Ok(group)
    }

    /// Another goal from here on, such as the next point of a drawn route.
    ///
    /// # Errors
    /// If there is no path to it from the centre; then the group keeps the goal that it has.
    pub fn redirect(&mut self, map: Arc<PotentialMap>) -> Result<(), NoPath> {
        map.direction(self.centre)?;
        self.map = map;
        Ok(())
    }

    /// How far the member farthest from its place is from it.
    #[must_use]
    pub fn lag(&self) -> f64 {
        (0..self.members.len()).map(|k| self.members[k].distance(self.place(k))).fold(0.0, f64::max)
    }

    /// Where the members are.
    #[must_use]
    pub fn members(&self) -> &[Point] {
        &self.members
    }

    /// Where the formation's centre is.
    #[must_use]
    pub const fn centre(&self) -> Point {
        self.centre
    }

    /// The centre has arrived.
    #[must_use]
    pub fn has_arrived(&self) -> bool {
        self.map.grid().cell_of(self.centre).is_some_and(|cell| self.map.is_goal(cell))
    }

    /// A member's place now: in formation, or on the way there from the centre where that is blocked.
    #[must_use]
    pub fn place(&self, member: usize) -> Point {
        let offset = self.formation.places()[member];
        let h = self.heading;
        let turned = Point::new(h.x * offset.x - h.y * offset.y, h.y * offset.x + h.x * offset.y);
        let reached = self.map.grid().clear_share(self.centre, self.centre + turned);
        self.centre.lerp(self.centre + turned, reached)
    }

    /// All members go on for `seconds`; members may move half as fast again as the centre, to catch up.
    pub fn step(&mut self, seconds: f64) {
        let pace = (1.0 - self.lag() / (LAG * self.formation.size() + self.map.grid().cell())).clamp(0.0, 1.0);
        self.advance(self.speed * seconds * pace);
        let reach = CATCH_UP * self.speed * seconds;
        let fresh =
            || LocalMap::new(WINDOW, WINDOW_SIZE * self.formation.size().max(self.map.grid().cell()) / WINDOW as f64);
        let members = (0..self.members.len()).into_par_iter().map_init(fresh, |window, k| self.moved(k, reach, window));
        self.members = members.collect();
    }

    fn advance(&mut self, mut length: f64) {
        while length > 0.0 {
            let Ok(aim) = self.map.aim(self.centre) else { return };
            let path = aim.distance(self.centre);
            if path == 0.0 {
                return;
            }
            let heading = self.heading * (1.0 - TURN) + (aim - self.centre) * (TURN / path);
            self.heading = heading.unit().unwrap_or(self.heading);
            self.centre = self.centre.lerp(aim, (length / path).min(1.0));
            length -= path;
        }
    }

    /// Straight to the place if nothing is between, else around it.
    fn moved(&self, k: usize, reach: f64, window: &mut LocalMap) -> Point {
        let (from, place) = (self.members[k], self.place(k));
        let path = from.distance(place);
        if path == 0.0 {
            return from;
        }
        let straight = from.lerp(place, (reach / path).min(1.0));
        if self.map.grid().clear_share(from, place) == 1.0 {
            return straight;
        }
        let grid = self.map.grid();
        window.centre_on(from);
        window.block(|p| !grid.is_free_at(p));
        let near = grid.cell().max(window_cell(window));
        window.set_goals(|p| p.distance(place) <= near && grid.is_free_at(p));
        window.open_towards(place - from);
        let around = window.descent(Bias::NONE).map(|path| from + path * reach);
        let globally = || self.map.aim(from).ok();
        let to = around.filter(|&p| self.map.grid().clear_share(from, p) == 1.0).or_else(globally).unwrap_or(from);
        let path = from.distance(to);
        if path > reach { from.lerp(to, reach / path) } else { to }
    }
}

fn window_cell(window: &LocalMap) -> f64 {
    window.place(1, 0).distance(window.place(0, 0))
}
