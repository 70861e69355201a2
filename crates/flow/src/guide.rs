//! Guidance along the flow: its direction everywhere, and a guide along it to an exit.

use crate::map::FlowMap;
use crate::terminals::Terminal;
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::{Piece, Point, closest_on_segment};
use wayfront_pathmap::PathMap;
use wayfront_world::Source;

/// Tolerance: How finely curves are followed, as a share of the world's size.
const TOLERANCE: f64 = 1e-4;

impl FlowMap {
    /// The direction of the flow, a unit vector: along the line of equal distance through `p`, the bottom on the right.
    ///
    /// # Errors
    /// If the point is blocked, or lies in a part of the world through which nothing flows.
    pub fn direction(&self, p: Point) -> Result<Point, NoPath> {
        let p = self.frame.local_point(p);
        let answer = self.local_levels().answer(p)?;
        let away = p - answer.aim;
        // On an outline the flow runs along it, as it does just beside it.
        let away = if away.length() > 0.0 { away } else { self.inwards(p) };
        Ok(-away.left() * (1.0 / away.length()))
    }

    /// From a point on an outline into the world.
    fn inwards(&self, p: Point) -> Point {
        let sides = self.solid_sides().map(|side| self.local().side_points(side));
        let apart = |&[a, b]: &[Point; 2]| closest_on_segment(a, b, p).distance(p);
        let nearest = sides.min_by(|s, t| apart(s).total_cmp(&apart(t)));
        nearest.map_or(Point::new(0.0, 1.0), |[a, b]| (b - a).left())
    }

    /// A guide for agents along the flow to an exit.
    #[must_use]
    pub fn guide(&self) -> FlowGuide<'_> {
        let exits = self.open_sides().filter(|(_, terminal)| !terminal.is_entrance());
        let sources: Vec<Source> = exits
            .map(|(side, _)| {
                let [a, b] = self.local().side_points(side);
                Source::segment(a, b)
            })
            .collect();
        // Sides of the free space are in the free space: no error can occur.
        let shortest = PathMap::new(self.local().clone(), &sources).ok();
        FlowGuide { flow: self, shortest }
    }
}

/// Guides agents along the flow.
///
/// From where the flow does not lead to an exit (in pockets, and above the top's height), it is the shortest path to one.
pub struct FlowGuide<'a> {
    flow: &'a FlowMap,
    shortest: Option<PathMap>,
}

impl Guide for FlowGuide<'_> {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        Ok(self.route(p)?.windows(2).map(|leg| leg[0].distance(leg[1])).sum())
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        let route = self.route(p)?;
        Ok(route.get(1).copied().unwrap_or(p))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let frame = &self.flow.frame;
        let mut route = self.local_route(frame.local_point(p))?;
        if !frame.is_given() {
            route.iter_mut().for_each(|p| *p = frame.given_point(*p));
        }
        Ok(route)
    }
}

impl FlowGuide<'_> {
    fn local_route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let shortest = |why: NoPath| match &self.shortest {
            Some(map) => map.route(p),
            None => Err(why),
        };
        let line = match self.flow.local_levels().level_line(p) {
            Ok(line) => line,
            Err(why) => return shortest(why),
        };
        let leads_out =
            line.end.and_then(|side| self.flow.terminal(side)).is_some_and(|t| matches!(t, Terminal::Exit(_)));
        if !leads_out {
            return shortest(NoPath::Unreachable);
        }
        let mut route: Vec<Point> = line.pieces.first().map(Piece::start).into_iter().collect();
        let tolerance = TOLERANCE * self.flow.local().bounds().size();
        line.pieces.iter().for_each(|piece| piece.flatten_into(tolerance, &mut route));
        Ok(route)
    }
}
