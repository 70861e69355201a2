//! What leads agents to one target: a path map for bodies of a size, a harmonic field, the skeleton, the flow, or nothing.

mod over_cells;

pub(crate) use over_cells::{Exact, OverCells};
use std::sync::Arc;
use wayfront_bodies::{DiscTerms, MapError, SceneMap};
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_flow::FlowMap;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::PathMap;
use wayfront_potential::PotentialMap;
use wayfront_search::CellGuide;
use wayfront_voronoi::ClearanceGuide;
use wayfront_world::{Barrier, Shape, Source};

/// A guide that somebody else wrote.
pub type AnyGuide = Box<dyn Guide + Send + Sync>;

/// Leads agents to one target.
pub(crate) enum Guidance {
    /// Along the shortest path that is wide enough.
    Path(Box<Routes>),
    /// Down a harmonic field, and within the last cell straight on to the nearest of these.
    Field(Box<PotentialMap>, Vec<[Point; 2]>),
    /// Over cells, as terrain and constraints say.
    Cells(Box<OverCells>),
    /// The same by the time that it takes now.
    Quickest(Box<OverCells>),
    /// To these goals, over the cells of the scene before, which are repaired when the run comes to this one.
    CellsTo(Vec<Source>, Option<Exact>),
    /// With the flow.
    Stream(Box<Stream>),
    /// Over the skeleton; where one of these is seen, straight on to the nearest.
    Clearance(Box<ClearanceGuide>, Vec<[Point; 2]>),
    /// Over the graph of everybody, which a run asks for all at once; where it has no answer, as the path map says.
    Graph(Box<Routes>),
    /// To places that change, each to its own: the run finds the path.
    Own,
    /// Straight on to the nearest of these.
    Straight(Vec<[Point; 2]>),
    /// As somebody else says.
    Other(AnyGuide),
}

impl Guidance {
    /// The point to walk to now; `None` where there is no path.
    pub fn aim(&self, p: Point) -> Option<Point> {
        match self {
            Self::Path(routes) => routes.aim(p),
            Self::Field(map, lines) => match map.aim(p) {
                Ok(aim) if aim == p => nearest(lines, p),
                Ok(aim) => Some(aim),
                Err(NoPath::Unreachable) => None,
                // Between walls and cells: back to where the field is.
                Err(_) => map.grid().nearest_free(p).map(|cell| map.grid().centre(cell)),
            },
            Self::Cells(cells) | Self::Quickest(cells) => cells.aim(p, false),
            Self::Stream(stream) => stream.aim(p),
            Self::Clearance(guide, lines) => aim_clear(guide, lines, p),
            Self::Graph(routes) => routes.aim(p),
            Self::Own => None,
            Self::Straight(lines) => nearest(lines, p),
            Self::CellsTo(_, exact) => exact.as_ref()?.aim(p),
            Self::Other(guide) => guide.aim(p).ok(),
        }
    }

    /// The path map that guides, if one does.
    pub fn routes(&self) -> Option<&Routes> {
        if let Self::Path(routes) = self { Some(routes) } else { None }
    }

    /// The wave over cells that guides, if one does.
    pub fn cells_mut(&mut self) -> Option<&mut CellGuide> {
        if let Self::Cells(cells) | Self::Quickest(cells) = self { Some(&mut cells.guide) } else { None }
    }

    /// The same guidance over cells, if it is one: to be repaired for another scene.
    pub fn cells_again(&self) -> Option<Self> {
        let again = |cells: &OverCells| Box::new(OverCells { guide: cells.guide.clone(), exact: None });
        match self {
            Self::Cells(cells) => Some(Self::Cells(again(cells))),
            Self::Quickest(cells) => Some(Self::Quickest(again(cells))),
            _ => None,
        }
    }

    /// Exact paths for those whom cells do not lead: another's, for these.
    pub fn trade_exact(&mut self, other: Option<Exact>) -> Option<Exact> {
        match self {
            Self::Cells(cells) | Self::Quickest(cells) => std::mem::replace(&mut cells.exact, other),
            Self::CellsTo(_, exact) => std::mem::replace(exact, other),
            _ => None,
        }
    }

    /// What is left to go; `None` where there is no path.
    pub fn cost(&self, p: Point) -> Option<f64> {
        match self {
            Self::Path(routes) | Self::Graph(routes) => routes.cost(p),
            Self::Clearance(guide, _) => guide.cost(p).ok(),
            Self::Own => Some(0.0),
            Self::Field(map, _) => map.cost(p).ok(),
            Self::Cells(cells) | Self::Quickest(cells) => cells.cost(p),
            Self::Stream(stream) => stream.shortest.cost(p).ok(),
            Self::Straight(lines) => nearest(lines, p).map(|q| q.distance(p)),
            Self::CellsTo(_, exact) => exact.as_ref()?.cost(p),
            Self::Other(guide) => guide.cost(p).ok(),
        }
    }
}

/// Over the skeleton to where goals begin to be seen, and straight on to the nearest of them from there.
fn aim_clear(guide: &ClearanceGuide, lines: &[[Point; 2]], p: Point) -> Option<Point> {
    let near = nearest(lines, p)?;
    let is_seen = |q: Point| guide.domain().sees(p, q);
    let left = |q: Point| nearest(lines, q).map_or(f64::INFINITY, |goal| goal.distance(q));
    match guide.aim(p) {
        // Not back to a place that is farther from the goal: people would go to and fro between the two.
        Ok(aim) if (guide.is_goal(aim) || left(p) < left(aim)) && is_seen(near) => Some(near),
        Ok(aim) => Some(aim),
        Err(_) => is_seen(near).then_some(near),
    }
}

/// The point of some lines nearest to `p`.
pub(crate) fn nearest(lines: &[[Point; 2]], p: Point) -> Option<Point> {
    let points = lines.iter().map(|&[a, b]| closest_on_segment(a, b, p));
    points.min_by(|q, r| q.distance(p).total_cmp(&r.distance(p)))
}

/// Shortest paths of bodies of one size, around queues.
pub(crate) struct Routes {
    /// Without any barriers.
    plain: SceneMap,
    /// Where bodies come to.
    places: Vec<Source>,
    /// The same as far as bodies reach: what the maps lead to.
    doors: Vec<Source>,
    /// Parts of outlines that bodies may lean out of.
    openings: Arc<[[Point; 2]]>,
    /// The barriers that the scene has.
    own: Vec<Barrier>,
    /// Around barriers and queues; made when there are some.
    around: Option<Around>,
    /// To each of the places alone, if people choose between them.
    exits: Vec<SceneMap>,
}

/// The paths around barriers.
struct Around {
    map: SceneMap,
    barriers: Vec<Barrier>,
}

/// Where bodies walk.
#[derive(Clone)]
pub(crate) struct Ground {
    /// Closed doors are walls.
    pub domain: Arc<Domain>,
    /// Parts of outlines that bodies may lean out of.
    pub openings: Arc<[[Point; 2]]>,
    pub barriers: Vec<Barrier>,
}

impl Routes {
    /// Paths of bodies of a radius to some places that they come to.
    /// `chooses`: people compare the places one by one.
    pub fn new(ground: Ground, places: Vec<Source>, radius: f64, chooses: bool) -> Result<Self, MapError> {
        let Ground { domain, openings, barriers: own } = ground;
        let doors: Vec<Source> = places.iter().map(|place| door(place, &openings, radius)).collect();
        let terms = DiscTerms { barriers: &[], openings: &openings };
        let to = |doors: &[Source]| SceneMap::on_terms(domain.clone(), doors, terms, radius * ROOM);
        let plain = to(&doors)?;
        let chooses = chooses && own.is_empty() && (2..=MOST_EXITS).contains(&places.len());
        let exits = doors.iter().filter(|_| chooses).map(|door| to(std::slice::from_ref(door)));
        let exits = exits.collect::<Result<_, _>>()?;
        let mut routes = Self { plain, places, doors, openings, own, around: None, exits };
        if !routes.own.is_empty() {
            routes.block([])?;
        }
        Ok(routes)
    }

    /// The map as it is now, queues and all.
    pub fn map(&self) -> &SceneMap {
        self.around.as_ref().map_or(&self.plain, |around| &around.map)
    }

    /// The maps to each of the places alone; none unless people choose between several.
    pub fn exits(&self) -> &[SceneMap] {
        &self.exits
    }

    /// The map without queues.
    pub const fn plain(&self) -> &SceneMap {
        &self.plain
    }

    /// The free space.
    pub fn domain(&self) -> &Arc<Domain> {
        self.plain.domain()
    }

    /// The radius of the bodies.
    pub fn radius(&self) -> f64 {
        self.plain.radius()
    }

    /// The places as far as bodies reach: what the maps lead to.
    pub fn goals(&self) -> &[Source] {
        &self.doors
    }

    /// A map to some goals with more barriers.
    pub fn map_with(&self, goals: &[Source], more: impl Iterator<Item = Barrier>) -> Result<SceneMap, MapError> {
        let barriers: Vec<Barrier> = self.own.iter().copied().chain(more).collect();
        let terms = DiscTerms { barriers: &barriers, openings: &self.openings };
        SceneMap::on_terms(self.domain().clone(), goals, terms, self.radius())
    }

    /// The map that leads somebody who has chosen one of the places, or none.
    pub fn map_to(&self, exit: Option<u32>) -> &SceneMap {
        exit.and_then(|exit| self.exits.get(exit as usize)).unwrap_or_else(|| self.map())
    }

    /// The ends of one of the places that the paths lead to, if it is straight.
    pub fn ends(&self, source: usize) -> Option<[Point; 2]> {
        match self.places.get(source)?.shape {
            Shape::Segment(ends) => Some(ends),
            _ => None,
        }
    }

    /// The middle of one of the places that the paths lead to.
    pub fn middle(&self, source: usize) -> Option<Point> {
        let points = self.places.get(source)?.shape.points();
        let (first, last) = (points.first()?, points.last()?);
        Some(if points.len() > 2 { points[points.len() / 2] } else { first.lerp(*last, 0.5) })
    }

    /// The point nearest to `p` of all places that the paths lead to: bodies fit there.
    pub fn nearest(&self, p: Point) -> Option<Point> {
        let lines = self.places.iter().flat_map(|source| {
            let points = source.shape.points();
            let last = points.last().copied().unwrap_or(p);
            points.iter().copied().zip(points.iter().skip(1).copied().chain([last]))
        });
        let points = lines.map(|(a, b)| closest_on_segment(a, b, p));
        points.min_by(|q, r| q.distance(p).total_cmp(&r.distance(p)))
    }

    /// What is left to go; `None` where there is no path.
    pub fn cost(&self, p: Point) -> Option<f64> {
        let from_inside = || {
            let free = self.back_inside(p)?;
            Some(self.map().cost(free).ok()? + free.distance(p))
        };
        self.map().cost(p).ok().or_else(from_inside)
    }

    /// `p`, or where there is room for somebody who was pushed nearer to a wall than its radius.
    pub fn room_near(&self, p: Point) -> Point {
        self.back_inside(p).unwrap_or(p)
    }

    /// Where there is room for somebody who was pushed nearer to a wall than its radius, or who stands in an opening that
    /// it has to leave before it can turn.
    fn back_inside(&self, p: Point) -> Option<Point> {
        self.plain.domain().nearest_free_for(p, self.plain.radius()).filter(|&free| free != p)
    }

    /// How long the path is, queues apart.
    pub fn length(&self, p: Point) -> Option<f64> {
        self.plain.cost(p).ok()
    }

    /// How far a body goes from `p` in a direction, which is of length 1.
    pub fn reach(&self, p: Point, along: Point) -> f64 {
        let domain = self.plain.domain();
        let Some(hit) = domain.cast(p, p + along) else { return 0.0 };
        // A little less wide: at a corner that it touches it need not stop.
        let stopped = domain.cast_disc(p, hit.at, self.plain.radius() * ROOM);
        stopped.map_or_else(|| hit.at.distance(p), |hit| hit.distance)
    }

    /// The straight line through `p` across the path from it, as far as bodies get.
    pub fn line_across(&self, p: Point) -> Option<[Point; 2]> {
        let across = (self.plain.aim(p).ok()? - p).unit()?.left();
        let [a, b] = [across, -across].map(|along| p + along * self.reach(p, along));
        (a != b).then_some([a, b])
    }

    /// Places along the path from `p`, a step apart.
    pub fn ahead(&self, p: Point, distance: f64, step: f64) -> Vec<Point> {
        self.plain.route(p).map_or_else(|_| Vec::new(), |route| spaced(&route, distance, step))
    }

    /// Takes queues into account, in place of those before: lines from where bodies stop to where they stop. After an
    /// error there are none.
    pub fn block(&mut self, queues: impl IntoIterator<Item = Barrier>) -> Result<(), MapError> {
        let queues = queues.into_iter().map(|queue| self.longer(queue));
        let barriers: Vec<Barrier> = self.own.iter().copied().chain(queues).collect();
        if barriers.is_empty() {
            self.around = None;
            return Ok(());
        }
        if self.around.as_ref().is_some_and(|around| around.barriers == barriers) {
            return Ok(());
        }
        let terms = DiscTerms { barriers: &barriers, openings: &self.openings };
        let (domain, radius) = (self.plain.domain(), self.plain.radius());
        let map = match self.around.take() {
            Some(Around { mut map, .. }) => map.rebuild_on_terms(&self.doors, terms, radius).map(|()| map),
            None => SceneMap::on_terms(domain.clone(), &self.doors, terms, radius),
        };
        self.around = Some(Around { map: map?, barriers });
        Ok(())
    }

    /// The same line as far as nobody can pass beside it.
    fn longer(&self, queue: Barrier) -> Barrier {
        let (domain, radius) = (self.plain.domain(), self.plain.radius());
        let [a, b] = queue.segment;
        let end = |from: Point, to: Point| {
            let Some(along) = (to - from).unit() else { return to };
            let room = domain.cast(to, to + along).map_or(0.0, |hit| hit.at.distance(to));
            let ends = OVERLAPS.map(|share| to + along * (share * radius).min(room));
            ends.into_iter().find(|&end| !domain.has_room(end, radius)).unwrap_or(to)
        };
        queue.with_segment([end(b, a), end(a, b)])
    }

    fn aim(&self, p: Point) -> Option<Point> {
        self.aim_on(self.map(), p)
    }

    /// The point to walk to on one of the maps to these places or to doors.
    pub fn aim_on(&self, map: &SceneMap, p: Point) -> Option<Point> {
        map.aim(p).ok().or_else(|| self.back_inside(p))
    }
}

/// Tolerance: The share of its radius for which a body's paths are planned: one that touches a wall must not be blocked
/// by rounding.
pub(crate) const ROOM: f64 = 0.999;
/// How far, in radii, lines of queues may reach beyond where bodies stop: they touch something there.
const OVERLAPS: [f64; 4] = [0.5, 0.1, 0.01, 0.001];
/// Places that are compared one by one at most: each has a map of its own.
const MOST_EXITS: usize = 24;
/// How far apart the points are that stand for a goal's segment.
const POINTS_APART: f64 = 0.1;
/// A goal has so many of them at most.
const MOST_POINTS: f64 = 200.0;

/// Tolerance: Share of its length by which a goal may miss the opening that it lies on.
const BESIDE: f64 = 1e-9;
/// How far, in radii, a place in an opening reaches beyond where bodies come to: their centres do not get to its ends.
const BEYOND: f64 = 1.1;

/// A place that bodies come to, with what is left of its opening beside it: they turn around the ends of that.
fn door(place: &Source, openings: &[[Point; 2]], radius: f64) -> Source {
    let points = place.shape.points();
    let (Some(&a), Some(&b)) = (points.first(), points.last()) else { return place.clone() };
    let within = |[u, v]: [Point; 2]| {
        let slack = BESIDE * (u.distance(v) + u.x.abs().max(u.y.abs()));
        [a, b].iter().all(|&p| closest_on_segment(u, v, p).distance(p) <= slack)
    };
    let Some(&[u, v]) = openings.iter().find(|&&opening| points.len() <= 2 && within(opening)) else {
        return place.clone();
    };
    let Some(along) = (v - u).unit() else { return place.clone() };
    let [x, y] = [a, b].map(|p| along.dot(p - u));
    let [low, high] = [x.min(y) - BEYOND * radius, x.max(y) + BEYOND * radius];
    let at = |x: f64| {
        if x <= 0.0 {
            u
        } else if x >= u.distance(v) {
            v
        } else {
            u + along * x
        }
    };
    place.clone().with_shape(Shape::Segment([at(low), at(high)]))
}

/// Goals as rows of points.
pub(crate) fn as_points(goals: &[Source]) -> Vec<Source> {
    let mut points: Vec<Source> = Vec::new();
    for goal in goals {
        let corners = goal.shape.points();
        let row = corners.windows(2).flat_map(|ends| {
            let parts = (ends[0].distance(ends[1]) / POINTS_APART).ceil().clamp(1.0, MOST_POINTS) as usize;
            (0..=parts).map(move |k| ends[0].lerp(ends[1], k as f64 / parts as f64))
        });
        let row: Vec<Point> = if corners.len() == 1 { corners.to_vec() } else { row.collect() };
        for at in row {
            if !points.iter().any(|known| known.shape == Shape::Point(at)) {
                points.push(goal.clone().with_shape(Shape::Point(at)));
            }
        }
    }
    points
}

/// The direction of a flow, and the shortest way out for those whom it does not lead.
pub(crate) struct Stream {
    flow: FlowMap,
    shortest: PathMap,
}

impl Stream {
    /// The flow of a world; `None` if its exits cannot be reached.
    pub fn new(flow: FlowMap) -> Option<Self> {
        let exits = flow.open_sides().filter(|(_, terminal)| !terminal.is_entrance());
        let domain: Arc<Domain> = flow.domain().clone();
        let sources: Vec<_> =
            exits.map(|(side, _)| domain.side_points(side)).map(|[a, b]| Source::segment(a, b)).collect();
        let shortest = PathMap::new(domain, &sources).ok()?;
        Some(Self { flow, shortest })
    }

    fn aim(&self, p: Point) -> Option<Point> {
        self.flow.direction(p).map(|along| p + along).or_else(|_| self.shortest.aim(p)).ok()
    }
}

/// Places along a route, a step apart, the first at its start; none as far as `distance`.
fn spaced(route: &[Point], distance: f64, step: f64) -> Vec<Point> {
    let mut places = Vec::new();
    let mut walked = 0.0;
    for leg in route.windows(2) {
        let length = leg[0].distance(leg[1]);
        let first = places.len() as f64 * step - walked;
        let count = ((length.min(distance - walked) - first) / step).ceil().max(0.0) as usize;
        places.extend((0..count).map(|k| leg[0].lerp(leg[1], (first + k as f64 * step) / length)));
        walked += length;
        if walked >= distance {
            break;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_a_step_apart_around_corners() {
        let route = [(0.0, 0.0), (1.25, 0.0), (1.25, 0.1), (1.25, 5.0)].map(Point::from);
        let places = spaced(&route, 3.0, 0.5);
        let expected = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.25, 0.25), (1.25, 0.75), (1.25, 1.25)];
        assert_eq!(places.len(), expected.len(), "{places:?}");
        assert!(places.iter().zip(expected).all(|(p, at)| p.distance(at.into()) < 1e-12), "{places:?}");
        assert_eq!(spaced(&route[..2], 9.0, 0.5).len(), 3, "the route ends before the distance");
    }
}
