//! What leads agents to one target: a path map for bodies of a size, a harmonic field, the flow, or nothing.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoPath, Scene};
use wayfront_flow::FlowMap;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{LiveMap, LiveMapError, PathMap};
use wayfront_potential::PotentialMap;
use wayfront_search::CellGuide;
use wayfront_world::{Barrier, BarrierCost, Shape, Source, World};

/// A guide that somebody else wrote.
pub type AnyGuide = Box<dyn Guide + Send + Sync>;

/// How many cells ahead agents look where the ground is even.
const CELLS_AHEAD: usize = 16;

/// Leads agents to one target.
pub(crate) enum Guidance {
    /// Along the shortest way that is wide enough.
    Path(Box<Routes>),
    /// Down a harmonic field, and within the last cell straight on to the nearest of these.
    Field(Box<PotentialMap>, Vec<[Point; 2]>),
    /// Over cells, as terrain and constraints say.
    Cells(Box<CellGuide>),
    /// The same by the time that it takes now.
    Quickest(Box<CellGuide>),
    /// To these goals, over the cells of the scene before, which are repaired when the run comes to this one.
    CellsTo(Vec<Source>),
    /// With the flow.
    Stream(Box<Stream>),
    /// Straight on to the nearest of these.
    Straight(Vec<[Point; 2]>),
    /// As somebody else says.
    Other(AnyGuide),
}

impl Guidance {
    /// The point to walk to now; `None` where there is no way.
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
            Self::Cells(guide) | Self::Quickest(guide) => guide.aim_ahead(p, CELLS_AHEAD).ok(),
            Self::Stream(stream) => stream.aim(p),
            Self::Straight(lines) => nearest(lines, p),
            Self::CellsTo(_) => None,
            Self::Other(guide) => guide.aim(p).ok(),
        }
    }

    /// The path map that guides, if one does.
    pub fn routes(&self) -> Option<&Routes> {
        if let Self::Path(routes) = self { Some(routes) } else { None }
    }

    /// The wave over cells that guides, if one does.
    pub fn cells_mut(&mut self) -> Option<&mut CellGuide> {
        if let Self::Cells(guide) | Self::Quickest(guide) = self { Some(guide) } else { None }
    }

    /// The same guidance over cells, if it is one: to be repaired for another scene.
    pub fn cells_again(&self) -> Option<Self> {
        match self {
            Self::Cells(guide) => Some(Self::Cells(guide.clone())),
            Self::Quickest(guide) => Some(Self::Quickest(guide.clone())),
            _ => None,
        }
    }

    /// What is left to go; `None` where there is no way.
    pub fn cost(&self, p: Point) -> Option<f64> {
        match self {
            Self::Path(routes) => routes.map().cost(p).ok(),
            Self::Field(map, _) => map.cost(p).ok(),
            Self::Cells(guide) | Self::Quickest(guide) => guide.cost(p).ok(),
            Self::Stream(stream) => stream.shortest.cost(p).ok(),
            Self::Straight(lines) => nearest(lines, p).map(|q| q.distance(p)),
            Self::CellsTo(_) => None,
            Self::Other(guide) => guide.cost(p).ok(),
        }
    }
}

/// The point of some lines nearest to `p`.
pub(crate) fn nearest(lines: &[[Point; 2]], p: Point) -> Option<Point> {
    let points = lines.iter().map(|&[a, b]| closest_on_segment(a, b, p));
    points.min_by(|q, r| q.distance(p).total_cmp(&r.distance(p)))
}

/// Shortest paths for the centres of bodies, around queues.
pub(crate) struct Routes {
    /// Without any barriers.
    plain: PathMap,
    /// The free space for centres, and where the paths lead to.
    space: Scene,
    /// Around barriers and queues; made when there are some.
    around: Option<Around>,
    /// To each of the places alone, if people choose between them.
    exits: Vec<PathMap>,
}

/// The paths around barriers.
struct Around {
    live: LiveMap,
    /// The free space for centres, its sources, and the barriers that the scene has.
    world: World,
    /// How many of the barriers are the scene's own.
    own: usize,
}

impl Around {
    fn of(scene: Scene) -> Result<Self, LiveMapError> {
        let world = World::clone(scene.world());
        Ok(Self { live: LiveMap::of(scene)?, own: world.barriers.len(), world })
    }
}

impl Routes {
    /// Paths to some places in a free space, with the barriers that the scene has there.
    /// `chooses`: people compare the places one by one.
    pub fn new(
        space: &Scene,
        places: Vec<Source>,
        barriers: Vec<Barrier>,
        chooses: bool,
    ) -> Result<Self, LiveMapError> {
        let places = if barriers.iter().any(has_factor) { as_points(&places) } else { places };
        let space = space.with_sources(places)?;
        let plain =
            PathMap::new(space.domain().clone(), space.sources()).map_err(|fault| LiveMapError::Map(fault.into()))?;
        let chooses = chooses && barriers.is_empty() && (2..=MOST_EXITS).contains(&space.sources().len());
        let each = |place: &Source| PathMap::new(space.domain().clone(), std::slice::from_ref(place));
        let exits = space.sources().iter().filter(|_| chooses).map(each).collect::<Result<_, _>>();
        let exits = exits.map_err(|fault| LiveMapError::Map(fault.into()))?;
        let around = if barriers.is_empty() {
            None
        } else {
            Some(Around::of(Scene::new(World::clone(space.world()).with_barriers(barriers))?)?)
        };
        Ok(Self { plain, space, around, exits })
    }

    /// The map as it is now, queues and all.
    pub fn map(&self) -> &PathMap {
        self.around.as_ref().map_or(&self.plain, |around| around.live.map())
    }

    /// The maps to each of the places alone; none unless people choose between several.
    pub fn exits(&self) -> &[PathMap] {
        &self.exits
    }

    /// The map that leads somebody who has chosen one of the places, or none.
    pub fn map_to(&self, exit: Option<u32>) -> &PathMap {
        exit.and_then(|exit| self.exits.get(exit as usize)).unwrap_or_else(|| self.map())
    }

    /// What is paid at one of the places that the paths lead to.
    pub fn offset(&self, source: usize) -> f64 {
        self.sources().get(source).map_or(0.0, |source| source.offset)
    }

    /// The ends of one of the places that the paths lead to, if it is straight.
    pub fn ends(&self, source: usize) -> Option<[Point; 2]> {
        match self.sources().get(source)?.shape {
            Shape::Segment(ends) => Some(ends),
            _ => None,
        }
    }

    /// The places as the map of now has them.
    fn sources(&self) -> &[Source] {
        self.around.as_ref().map_or_else(|| self.space.sources(), |around| around.live.sources())
    }

    /// How long the way is, queues apart.
    pub fn length(&self, p: Point) -> Option<f64> {
        self.plain.cost(p).ok()
    }

    /// The straight line through `p` across the way from it, from wall to wall.
    pub fn line_across(&self, p: Point) -> Option<[Point; 2]> {
        let across = (self.plain.aim(p).ok()? - p).left();
        let ends = [p + across, p - across].map(|towards| self.plain.domain().cast(p, towards).map(|hit| hit.at));
        let [a, b] = [ends[0]?, ends[1]?];
        (a != b).then_some([a, b])
    }

    /// Places along the way from `p`, a step apart.
    pub fn ahead(&self, p: Point, distance: f64, step: f64) -> Vec<Point> {
        self.plain.route(p).map_or_else(|_| Vec::new(), |route| spaced(&route, distance, step))
    }

    /// Takes queues into account, in place of those before. A map that cannot be built stays what it was.
    pub fn block(&mut self, queues: impl IntoIterator<Item = Barrier>) -> Result<(), LiveMapError> {
        let queues: Vec<Barrier> = queues.into_iter().collect();
        if self.around.is_none() && queues.is_empty() {
            return Ok(());
        }
        let around = match &mut self.around {
            Some(around) => around,
            none => none.insert(Around::of(self.space.clone())?),
        };
        let Around { live, world, own } = around;
        world.barriers.truncate(*own);
        world.barriers.extend(queues);
        let is_pointed = world.sources.iter().all(|source| matches!(source.shape, Shape::Point(_)));
        if !is_pointed && world.barriers.iter().any(has_factor) {
            world.sources = as_points(&world.sources);
        }
        live.follow(world).map(|_| ())
    }

    /// The point to walk to for somebody who waits in a queue: on through it, which costs what is left of the wait, or
    /// out of it.
    pub fn aim_in_queue(&self, p: Point, wait: impl Fn(f64) -> f64) -> Option<Point> {
        match (self.plain.answer(p), self.map().cost(p)) {
            (Ok(through), Ok(around)) if through.cost + wait(through.cost) <= around => Some(through.aim),
            _ => self.aim(p),
        }
    }

    fn aim(&self, p: Point) -> Option<Point> {
        self.aim_to(None, p)
    }

    /// The point to walk to for somebody who has chosen one of the places, or none.
    pub fn aim_to(&self, exit: Option<u32>, p: Point) -> Option<Point> {
        match self.map_to(exit).aim(p) {
            Ok(aim) => Some(aim),
            // Somebody was pushed nearer to a wall than its radius: back to where there is room.
            Err(_) => self.plain.domain().nearest_free(p).filter(|&free| free != p),
        }
    }
}

/// Places that are compared one by one at most: each has a map of its own.
const MOST_EXITS: usize = 24;
/// How far apart the points are that stand for a goal's segment.
const POINTS_APART: f64 = 0.1;
/// A goal has so many of them at most.
const MOST_POINTS: f64 = 200.0;

fn has_factor(barrier: &Barrier) -> bool {
    matches!(barrier.cost, BarrierCost::Weight(_))
}

/// Goals as rows of points: behind barriers of a factor, maps are exact for points only.
fn as_points(goals: &[Source]) -> Vec<Source> {
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
