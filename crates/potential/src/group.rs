//! Groups that keep a formation.
//!
//! A formation is a place for each member around the group's centre: given as points, or sampled from a sketched outline.
//! The centre travels like a single walker on the global map, and no faster than the members can follow. Each member is
//! drawn to its place (the formation force); where a wall is between, the group map leads it around: a window around the
//! centre without view cone, in which the member's place is the goal (after Silveira, Prestes and Nedel 2008).

use crate::bias::Bias;
use crate::local::LocalMap;
use crate::map::PotentialMap;
use rayon::prelude::*;
use std::sync::Arc;
use wayfront_domain::{Guide, NoWay};
use wayfront_geometry::Point;

/// Cells along the side of a group map.
const WINDOW: usize = 33;
/// Members farther from their places than so many times the formation's size make the centre wait.
const LAG: f64 = 1.0;

/// Places around a centre, for a group that walks along x.
///
/// ```
/// use wayfront_geometry::Point;
/// use wayfront_potential::Formation;
/// let wedge = [(0.0, 0.0), (-3.0, 2.0), (-3.0, -2.0)].map(Point::from);
/// let formation = Formation::from_outline(&wedge, 9);
/// assert_eq!(formation.places().len(), 9);
/// assert!(formation.size() < 3.0); // around their mean
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formation {
    places: Vec<Point>,
    size: f64,
}

impl Formation {
    /// A place for each point; their mean becomes the centre.
    #[must_use]
    pub fn from_points(points: &[Point]) -> Self {
        let count = points.len().max(1) as f64;
        let centre = points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / count);
        let places: Vec<Point> = points.iter().map(|&p| p - centre).collect();
        let size = places.iter().map(|p| p.length()).fold(0.0, f64::max);
        Self { places, size }
    }

    /// `count` places in rows of a square, `spacing` apart, the first rows in front.
    #[must_use]
    pub fn block(count: usize, spacing: f64) -> Self {
        let across = (count as f64).sqrt().ceil().max(1.0) as usize;
        let place = |k: usize| Point::new(-((k / across) as f64), (k % across) as f64) * spacing;
        Self::from_points(&(0..count).map(place).collect::<Vec<_>>())
    }

    /// `count` places evenly along a sketched outline, which is closed.
    #[must_use]
    pub fn from_outline(outline: &[Point], count: usize) -> Self {
        if outline.is_empty() {
            return Self::from_points(&[]);
        }
        let next = |k: usize| outline[(k + 1) % outline.len()];
        let length: f64 = outline.iter().enumerate().map(|(k, p)| p.distance(next(k))).sum();
        let mut places = Vec::with_capacity(count);
        let (mut walked, mut leg) = (0.0, 0);
        for k in 0..count {
            let target = length * k as f64 / count as f64;
            while leg + 1 < outline.len() && walked + outline[leg].distance(next(leg)) < target {
                walked += outline[leg].distance(next(leg));
                leg += 1;
            }
            let along = outline[leg].distance(next(leg));
            let share = if along > 0.0 { ((target - walked) / along).min(1.0) } else { 0.0 };
            places.push(outline[leg].lerp(next(leg), share));
        }
        Self::from_points(&places)
    }

    /// The places, relative to the centre.
    #[must_use]
    pub fn places(&self) -> &[Point] {
        &self.places
    }

    /// The farthest place's distance from the centre.
    #[must_use]
    pub const fn size(&self) -> f64 {
        self.size
    }
}

/// A group on its way.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_potential::{Bias, Formation, Group, PotentialMap};
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::new(&world)?);
/// let map = Arc::new(PotentialMap::of_domain(domain, 0.25, &world.sources, Bias::NONE)?);
/// let mut group = Group::new(map, Formation::block(6, 0.6), Point::new(2.0, 5.0), 1.3).unwrap();
/// while !group.has_arrived() {
///     group.step(0.1);
/// }
/// assert!(group.members().iter().all(|p| p.x > 15.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Group {
    map: Arc<PotentialMap>,
    formation: Formation,
    centre: Point,
    heading: Point,
    members: Vec<Point>,
    speed: f64,
}

impl Group {
    /// A group whose members stand in formation around `centre`, as far as there is room.
    ///
    /// # Errors
    /// If there is no way from the centre.
    pub fn new(map: Arc<PotentialMap>, formation: Formation, centre: Point, speed: f64) -> Result<Self, NoWay> {
        let heading = map.direction(centre)?;
        let mut group = Self { map, formation, centre, heading, members: Vec::new(), speed };
        group.members = (0..group.formation.places.len()).map(|k| group.place(k)).collect();
        Ok(group)
    }

    /// Another goal from here on, such as the next point of a drawn route.
    ///
    /// # Errors
    /// If there is no way to it from the centre; then the group keeps the goal that it has.
    pub fn redirect(&mut self, map: Arc<PotentialMap>) -> Result<(), NoWay> {
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
        let offset = self.formation.places[member];
        let h = self.heading;
        let turned = Point::new(h.x * offset.x - h.y * offset.y, h.y * offset.x + h.x * offset.y);
        let reached = self.clear_until(self.centre, self.centre + turned);
        self.centre.lerp(self.centre + turned, reached)
    }

    /// Everybody goes on for `seconds`; members may walk half as fast again as the centre, to catch up.
    pub fn step(&mut self, seconds: f64) {
        let pace = (1.0 - self.lag() / (LAG * self.formation.size + self.map.grid().cell())).clamp(0.0, 1.0);
        self.advance(self.speed * seconds * pace);
        let reach = 1.5 * self.speed * seconds;
        let fresh = || LocalMap::new(WINDOW, 2.6 * self.formation.size.max(self.map.grid().cell()) / WINDOW as f64);
        let members = (0..self.members.len()).into_par_iter().map_init(fresh, |window, k| self.moved(k, reach, window));
        self.members = members.collect();
    }

    fn advance(&mut self, mut length: f64) {
        while length > 0.0 {
            let Ok(aim) = self.map.aim(self.centre) else { return };
            let way = aim.distance(self.centre);
            if way == 0.0 {
                return;
            }
            let heading = self.heading * 0.8 + (aim - self.centre) * (0.2 / way);
            self.heading = crate::direction::unit(heading).unwrap_or(self.heading);
            self.centre = self.centre.lerp(aim, (length / way).min(1.0));
            length -= way;
        }
    }

    /// Straight to the place if nothing is between, else around it.
    fn moved(&self, k: usize, reach: f64, window: &mut LocalMap) -> Point {
        let (from, place) = (self.members[k], self.place(k));
        let way = from.distance(place);
        if way == 0.0 {
            return from;
        }
        let straight = from.lerp(place, (reach / way).min(1.0));
        if self.clear_until(from, place) == 1.0 {
            return straight;
        }
        let grid = self.map.grid();
        window.centre_on(from);
        window.block(|p| !grid.is_free_at(p));
        let near = grid.cell().max(window_cell(window));
        window.set_goals(|p| p.distance(place) <= near && grid.is_free_at(p));
        window.open_towards(place - from);
        let around = window.descent(Bias::NONE).map(|way| from + way * reach);
        let globally = || self.map.aim(from).ok();
        let to = around.filter(|&p| self.clear_until(from, p) == 1.0).or_else(globally).unwrap_or(from);
        let way = from.distance(to);
        if way > reach { from.lerp(to, reach / way) } else { to }
    }

    /// The share of a line that is in free cells, from its beginning.
    fn clear_until(&self, from: Point, to: Point) -> f64 {
        let grid = self.map.grid();
        let steps = (from.distance(to) / grid.cell() * 4.0).ceil().max(1.0);
        let blocked = (1..=steps as usize).find(|&k| !grid.is_free_at(from.lerp(to, k as f64 / steps)));
        blocked.map_or(1.0, |k| (k - 1) as f64 / steps)
    }
}

fn window_cell(window: &LocalMap) -> f64 {
    window.place(1, 0).distance(window.place(0, 0))
}
