//! Routes drawn by hand: a tree of strokes.
//!
//! The first stroke is a route. A later stroke that starts near an earlier one splits it there, and becomes a branch;
//! members that cannot pass one branch take another (Fischer, Silveira and Nedel 2010).

use thiserror::Error;
use wayfront_geometry::{Point, closest_on_segment};

/// Why a stroke was not taken.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StrokeError {
    /// A stroke needs two different points.
    #[error("a stroke needs two different points")]
    TooShort,
    /// A later stroke must start near the tree.
    #[error("the stroke starts {distance} away from the tree, more than the {allowed} allowed")]
    TooFar {
        /// How far.
        distance: f64,
        /// How far it may.
        allowed: f64,
    },
}

impl StrokeError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        "begin it on an earlier stroke".into()
    }
}

/// A tree of strokes: each link is a list of points between two nodes.
///
/// ```
/// use wayfront_geometry::Point;
/// use wayfront_potential::SketchedRoutes;
/// let p = |x: f64, y: f64| Point::new(x, y);
/// let mut routes = SketchedRoutes::default();
/// routes.draw(&[p(0.0, 0.0), p(10.0, 0.0)], 1.0)?;
/// routes.draw(&[p(4.0, 0.5), p(4.0, 8.0)], 1.0)?;
/// assert_eq!(routes.all().len(), 2);
/// let dry = routes.first_passable(|p| p.y < 1.0).unwrap(); // tanks stay on the mainland
/// assert_eq!(dry.last(), Some(&p(10.0, 0.0)));
/// # Ok::<(), wayfront_potential::StrokeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SketchedRoutes {
    links: Vec<Link>,
}

#[derive(Clone, Debug, PartialEq)]
struct Link {
    /// Starts at the end of this link; `None` for the first.
    parent: Option<usize>,
    points: Vec<Point>,
}

impl SketchedRoutes {
    /// Adds a stroke; all but the first must start within `near` of the tree.
    ///
    /// # Errors
    /// If it is too short, or starts too far away.
    pub fn draw(&mut self, stroke: &[Point], near: f64) -> Result<(), StrokeError> {
        let mut stroke: Vec<Point> = stroke.iter().copied().filter(|p| p.is_finite()).collect();
        stroke.dedup();
        if stroke.len() < 2 {
            return Err(StrokeError::TooShort);
        }
        if self.links.is_empty() {
            self.links.push(Link { parent: None, points: stroke });
            return Ok(());
        }
        let (distance, link, leg, at) = self.closest(stroke[0]);
        if distance > near {
            return Err(StrokeError::TooFar { distance, allowed: near });
        }
        let parent = self.split(link, leg, at);
        if stroke[0] != at {
            stroke.insert(0, at);
        }
        self.links.push(Link { parent: Some(parent), points: stroke });
        Ok(())
    }

    /// The nearest place of the tree: distance, link, leg and point.
    fn closest(&self, p: Point) -> (f64, usize, usize, Point) {
        let mut best = (f64::INFINITY, 0, 0, p);
        for (k, link) in self.links.iter().enumerate() {
            for (leg, ends) in link.points.windows(2).enumerate() {
                let at = closest_on_segment(ends[0], ends[1], p);
                if at.distance(p) < best.0 {
                    best = (at.distance(p), k, leg, at);
                }
            }
        }
        best
    }

    /// Breaks a link in two at a point of one of its legs; gives the link that now ends there.
    fn split(&mut self, link: usize, leg: usize, at: Point) -> usize {
        let is_end = self.links[link].points.last() == Some(&at);
        if is_end {
            return link;
        }
        let mut rest = self.links[link].points.split_off(leg + 1);
        rest.insert(0, at);
        rest.dedup();
        if self.links[link].points.last() != Some(&at) {
            self.links[link].points.push(at);
        }
        let new = self.links.len();
        self.links.iter_mut().filter(|l| l.parent == Some(link)).for_each(|l| l.parent = Some(new));
        self.links.push(Link { parent: Some(link), points: rest });
        link
    }

    /// Every route from the beginning to an end, in the order in which ends were drawn.
    #[must_use]
    pub fn all(&self) -> Vec<Vec<Point>> {
        let is_leaf = |k: usize| !self.links.iter().any(|link| link.parent == Some(k));
        (0..self.links.len()).filter(|&k| is_leaf(k)).map(|k| self.route_to(k)).collect()
    }

    fn route_to(&self, leaf: usize) -> Vec<Point> {
        let mut chain = vec![leaf];
        while let Some(parent) = self.links[chain[chain.len() - 1]].parent {
            chain.push(parent);
        }
        let mut route: Vec<Point> = chain.iter().rev().flat_map(|&k| self.links[k].points.iter().copied()).collect();
        route.dedup();
        route
    }

    /// The first route all of whose points can be passed.
    #[must_use]
    pub fn first_passable(&self, can_pass: impl Fn(Point) -> bool) -> Option<Vec<Point>> {
        self.all().into_iter().find(|route| route.iter().all(|&p| can_pass(p)))
    }
}

/// An agent or a group that follows a drawn route: its points are goals, one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteFollower {
    route: Vec<Point>,
    next: usize,
    near: f64,
}

impl RouteFollower {
    /// Follows a route; a point is reached within `near` of it.
    #[must_use]
    pub const fn new(route: Vec<Point>, near: f64) -> Self {
        Self { route, next: 0, near }
    }

    /// The goal for a group whose members are here: points that one of them has reached are dropped. `None` at the end.
    pub fn goal(&mut self, members: &[Point]) -> Option<Point> {
        while let Some(&goal) = self.route.get(self.next) {
            if !members.iter().any(|p| p.distance(goal) <= self.near) {
                return Some(goal);
            }
            self.next += 1;
        }
        None
    }
}
