//! From a scene to everything that a run needs: walls, groups with their targets, and what leads them there.
//!
//! All that can be wrong is found here, before anybody walks: agents that do not fit where they start, goals that no
//! path leads to for bodies of their size.

mod goals;
mod lanes;
mod moments;
mod packing;
mod seeking;
mod sizes;
mod starts;

use crate::lead::{Exact, Ground, Guidance, OverCells, ROOM, Routes, Stream};
use crate::walls::Walls;
use crate::walls::openings::part;
pub(crate) use goals::{lines_of, part_within};
use goals::{reachable, roomy_cells, spots_in};
pub(crate) use lanes::LaneLine;
use moments::Timeline;
pub(crate) use seeking::{NOWHERE, is_apart, ring_distance};
pub(crate) use sizes::crew_of;
pub(crate) use starts::{Gateway, Standing};
use std::collections::HashMap;
use std::sync::Arc;
use wayfront_domain::{Domain, Scene};
use wayfront_flow::{FlowError, FlowMap};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_search::CellGuide;
use wayfront_voronoi::Skeleton;
use wayfront_world::{
    Crowd, CrowdFault, Distribution, Fault, Field, Group, GuideKind, Place, Polygon, Problem, Rerouting, Seek, Shape,
    Source, World,
};

/// Cells of a harmonic field at most.
const MOST_CELLS: f64 = 1e6;

/// What a run needs.
pub(crate) struct Plan {
    /// The different scenes that the run meets.
    pub scenes: Vec<Scenery>,
    /// From when on it is in which of them.
    pub changes: Vec<(f64, usize)>,
    /// The world with its motions, if constraints are attached to something that goes about in it.
    pub moving: Option<Arc<World>>,
    /// What leads those for whom there is no path now to where there will be one; nothing in a scene that stands still.
    pub hopes: Vec<Guidance>,
    pub crews: Vec<GroupPlan>,
    pub standing: Vec<Standing>,
    /// Places for people in areas that were left out, since no path leads from there.
    pub excluded: usize,
    /// Obstacles that move little by little.
    pub movers: Vec<World>,
}

/// What changes with the scene.
pub(crate) struct Scenery {
    pub world: Arc<World>,
    /// Closed doors are walls.
    pub domain: Arc<Domain>,
    pub walls: Walls,
    /// The parts of outlines that are exits.
    pub openings: Vec<[Point; 2]>,
    pub leads: Vec<Guidance>,
    /// Of each crew.
    pub targets: Vec<Vec<Target>>,
}

/// People of about the same size in a group, with everything found: see [`sizes`].
pub(crate) struct GroupPlan {
    pub group: Group,
    /// Which group it is.
    pub number: usize,
    /// The largest radius that anybody of them has.
    pub size: f64,
    /// Stops, then the goal, as the scene is now.
    pub targets: Vec<Target>,
    /// Where its agents come in during the run.
    pub gateway: Option<Gateway>,
    /// The lanes that they walk on.
    pub lanes: Vec<LaneLine>,
}

/// Where a group goes.
#[derive(Clone)]
pub(crate) struct Target {
    /// Which of the plan's leads.
    pub lead: usize,
    /// Stands for the goal itself: the same for bodies of all sizes, who have leads of their own.
    pub bound: u32,
    pub arrival: Arrival,
}

/// When a target is reached.
#[derive(Clone)]
pub(crate) enum Arrival {
    /// The agent touches one of these lines.
    Touch(Vec<[Point; 2]>),
    /// The agent is in this ring; it then waits at one of these places.
    Within { ring: Vec<Point>, wait: Distribution, spots: Vec<Point> },
}

/// What groups with the same goal and size share.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shared {
    leader: GuideKind,
    target: Aim,
    radius: u64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Aim {
    Goals(Vec<String>),
    /// One of the sources.
    Source(usize),
    Stop(usize),
    /// Places that change.
    Own,
}

/// Which of a run's scenes is planned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The only one, or one with everything open that ever is: everybody needs a path.
    Whole,
    /// The first of several: paths may come later.
    First,
    /// Another one: people are where they are.
    Later,
}

/// What is known while a plan is made.
struct Planner<'w> {
    scene: &'w Scene,
    /// Closed doors are walls.
    world: &'w World,
    /// These are they.
    closed: Vec<[Point; 2]>,
    /// Which of the scenes it is.
    stage: Stage,
    crowd: &'w Crowd,
    walls: Walls,
    openings: Vec<[Point; 2]>,
    /// Obstacles that move, as they stand when the run begins.
    movers: Vec<Polygon>,
    /// Made when first asked for.
    skeleton: Option<Arc<Skeleton>>,
    leads: Vec<Guidance>,
    shared: HashMap<Shared, usize>,
    /// The leads of the scene with everything open that ever is, if the scene changes.
    hopes: &'w [Guidance],
    /// Whoever fits nowhere is trapped instead of being a problem, and exits that are too narrow are left out: for all
    /// sizes of a group but its smallest.
    lenient: bool,
    excluded: usize,
    problems: Vec<Problem>,
}

/// A scene, its people, who stands where, and how many places were left out.
type Planned = (Scenery, Vec<GroupPlan>, Vec<Standing>, usize);

impl Plan {
    /// The plan of a scene's crowd, for steering that looks so far.
    pub fn of(scene: &Scene, reach: f64) -> Result<Self, Vec<Problem>> {
        let world = scene.world();
        if world.crowd.is_none() {
            let fault = CrowdFault::NoCrowd.into();
            return Err(vec![Problem { place: Place::default(), vertex: None, at: None, fault }]);
        }
        let (still, movers) = moments::part(world);
        let world = still.as_ref().unwrap_or(world);
        if world.motions.is_empty() {
            return Self::still(scene, reach, vec![(0.0, 0)], movers);
        }
        let moving = moments::has_moving_constraints(world).then(|| Arc::new(world.clone()));
        let timeline = Timeline::of(world)?;
        let changes = timeline.changes.clone();
        let in_order = |world: &World| Scene::new(world.clone()).map_err(|rejected| rejected.problems);
        let scenes = timeline.scenes.iter().map(in_order).collect::<Result<Vec<Scene>, _>>()?;
        if let [only] = scenes.as_slice() {
            return Ok(Self { moving, ..Self::still(only, reach, changes, movers)? });
        }
        let hopes = Self::of_scene(&in_order(&timeline.most_open())?, reach, Stage::Whole, &[], &[])?.0.leads;
        let (first, crews, standing, excluded) = Self::of_scene(&scenes[0], reach, Stage::First, &hopes, &movers)?;
        let later = scenes[1..].iter().map(|scene| Ok(Self::of_scene(scene, reach, Stage::Later, &[], &[])?.0));
        let later: Vec<Scenery> = later.collect::<Result<_, Vec<Problem>>>()?;
        let scenes = std::iter::once(first).chain(later).collect();
        Ok(Self { scenes, changes, moving, hopes, crews, standing, excluded, movers })
    }

    /// The plan of a scene that stays as it is.
    fn still(scene: &Scene, reach: f64, changes: Vec<(f64, usize)>, movers: Vec<World>) -> Result<Self, Vec<Problem>> {
        let (scenery, crews, standing, excluded) = Self::of_scene(scene, reach, Stage::Whole, &[], &movers)?;
        let (moving, hopes) = (None, Vec::new());
        Ok(Self { scenes: vec![scenery], changes, moving, hopes, crews, standing, excluded, movers })
    }

    /// Everything in one of the scenes.
    fn of_scene(
        scene: &Scene,
        reach: f64,
        stage: Stage,
        hopes: &[Guidance],
        movers: &[World],
    ) -> Result<Planned, Vec<Problem>> {
        let settled = scene.settled_world();
        let Some(crowd) = settled.crowd.as_ref() else { return Err(Vec::new()) };
        let (world, domain) = (settled.walled(), scene.walled_domain());
        let closed: Vec<[Point; 2]> = scene.world().closed_doors().collect();
        let openings =
            openings(&world).flat_map(|exit| part(exit, &closed, domain.rounding()).wall).collect::<Vec<_>>();
        let walls = Walls::with_openings(domain, &[], &openings, reach);
        let (leads, shared, problems) = (Vec::new(), HashMap::new(), Vec::new());
        let (lenient, excluded) = (false, 0);
        let planner = Planner {
            scene,
            world: &world,
            closed,
            stage,
            crowd,
            walls,
            openings,
            movers: movers.iter().flat_map(|mover| mover.at(0.0).obstacles).collect(),
            skeleton: None,
            leads,
            shared,
            hopes,
            lenient,
            excluded,
            problems,
        };
        planner.plan()
    }
}

/// Exits, and the entrances and exits of the flow.
fn openings(world: &World) -> impl Iterator<Item = [Point; 2]> + '_ {
    let exits = world.sources.iter().flat_map(|source| lines_of(&source.shape));
    let chains = world.flow.iter().flat_map(|flow| &flow.exits);
    exits.chain(chains.flat_map(|chain| chain.windows(2).map(|w| [w[0], w[1]]))).filter(|[a, b]| a != b)
}

impl Planner<'_> {
    fn plan(mut self) -> Result<Planned, Vec<Problem>> {
        let crowd = self.crowd;
        let (mut crews, mut targets) = (Vec::new(), Vec::new());
        for (i, group) in crowd.groups.iter().enumerate() {
            let place = if group.place.field == Field::Scene { Place::of(Field::Groups, i) } else { group.place };
            for (crew, of_crew) in self.crews(i, &group.clone().with_place(place)) {
                crews.push(crew);
                targets.push(of_crew);
            }
        }
        let standing = if self.stage != Stage::Later { self.placed(&crews, &targets) } else { Vec::new() };
        self.check_gateways(&mut crews, &targets);
        self.check_measures();
        self.check_goods();
        if self.problems.is_empty() {
            let (world, domain) = (Arc::new(self.scene.settled_world()), self.scene.walled_domain().clone());
            let (walls, openings, leads) = (self.walls, self.openings, self.leads);
            let scenery = Scenery { world, domain, walls, openings, leads, targets };
            Ok((scenery, crews, standing, self.excluded))
        } else {
            Err(self.problems)
        }
    }

    /// Stops, then the goal, for bodies of the group's largest radius.
    fn targets(&mut self, group: &Group) -> Option<Vec<Target>> {
        if group.seek != Seek::Goals {
            return self.sought(group);
        }
        let mut targets = Vec::new();
        for name in &group.via {
            // Names were checked with the rest of the scene.
            let stop = self.crowd.stops.iter().position(|stop| stop.name == *name)?;
            targets.push(self.stop(group, stop)?);
        }
        targets.push(self.goal(group)?);
        Some(targets)
    }

    fn stop(&mut self, group: &Group, number: usize) -> Option<Target> {
        let stop = &self.crowd.stops[number];
        let radius = largest(group);
        let spots = spots_in(&stop.outline, self.scene.walled_domain(), &self.walls, radius);
        if spots.is_empty() && !self.lenient {
            let what = format!("the stop `{}`", stop.name);
            return self.refuse(group, CrowdFault::Unreachable { what, radius });
        }
        let places: Vec<Source> = spots.first().map(|&middle| Source::point(middle)).into_iter().collect();
        let leader = if group.guide == GuideKind::Flow { GuideKind::Path } else { group.guide };
        let lead = self.lead(group, leader, Aim::Stop(number), &places)?;
        let (ring, wait) = (stop.outline.clone(), stop.wait);
        Some(Target { lead, bound: lead as u32, arrival: Arrival::Within { ring, wait, spots } })
    }

    fn goal(&mut self, group: &Group) -> Option<Target> {
        let is_meant = |source: &&Source| {
            group.goals.is_empty() || source.name.as_ref().is_some_and(|name| group.goals.contains(name))
        };
        let sources: Vec<Source> = self.world.sources.iter().filter(is_meant).cloned().collect();
        self.goal_at(group, sources, Aim::Goals(group.goals.clone()))
    }

    /// The nearest of some sources as a target.
    fn goal_at(&mut self, group: &Group, sources: Vec<Source>, aim: Aim) -> Option<Target> {
        let sources: Vec<Source> = sources.into_iter().flat_map(|source| self.open_parts(source)).collect();
        let mut lines: Vec<[Point; 2]> = sources.iter().flat_map(|source| lines_of(&source.shape)).collect();
        if group.guide == GuideKind::Flow {
            let exits = self.world.flow.iter().flat_map(|flow| &flow.exits);
            lines = exits.flat_map(|chain| chain.windows(2).map(|w| [w[0], w[1]])).collect();
        }
        let lead = self.lead(group, group.guide, aim, &sources)?;
        Some(Target { lead, bound: lead as u32, arrival: Arrival::Touch(lines) })
    }

    /// The parts of a goal that no closed door lies on; all of it if none does.
    fn open_parts(&self, source: Source) -> Vec<Source> {
        let lines = lines_of(&source.shape);
        let slack = 1e-9 * lines.as_flattened().iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f64::max);
        let parted: Vec<[Point; 2]> = lines.iter().flat_map(|&line| part(line, &self.closed, slack).wall).collect();
        if parted == lines {
            return vec![source];
        }
        parted.into_iter().map(|line| source.clone().with_shape(Shape::Segment(line))).collect()
    }

    /// The lead to some sources: one that is there already, or a new one.
    fn lead(&mut self, group: &Group, leader: GuideKind, target: Aim, sources: &[Source]) -> Option<usize> {
        let radius = largest(group);
        let key = Shared { leader, target, radius: radius.to_bits() };
        if let Some(&known) = self.shared.get(&key) {
            return Some(known);
        }
        let problems = self.problems.len();
        let lead = match self.guidance(group, leader, sources) {
            None if self.lenient => {
                self.problems.truncate(problems);
                Guidance::Straight(Vec::new())
            }
            lead => lead?,
        };
        self.leads.push(lead);
        self.shared.insert(key, self.leads.len() - 1);
        Some(self.leads.len() - 1)
    }

    /// What leads bodies of the group's size to some sources.
    fn guidance(&mut self, group: &Group, leader: GuideKind, sources: &[Source]) -> Option<Guidance> {
        Some(match leader {
            _ if self.stage != Stage::Whole && !self.is_open(group, sources) => Guidance::Straight(Vec::new()),
            GuideKind::Straight => Guidance::Straight(self.lines(group, sources)),
            GuideKind::Flow | GuideKind::Lanes => Guidance::Stream(Box::new(self.stream(group)?)),
            GuideKind::Path => Guidance::Path(Box::new(self.routes(group, sources)?)),
            GuideKind::Cells | GuideKind::Quickest if self.stage == Stage::Later => {
                Guidance::CellsTo(self.within_reach(group, sources), self.exact(group, sources))
            }
            GuideKind::Cells | GuideKind::Quickest => {
                let exact = self.exact(group, sources);
                match self.cells(group, sources) {
                    Some(guide) if leader == GuideKind::Cells => Guidance::Cells(Box::new(OverCells { guide, exact })),
                    Some(guide) => Guidance::Quickest(Box::new(OverCells { guide, exact })),
                    None if exact.is_some() => Guidance::Path(Box::new(self.routes(group, sources)?)),
                    None => {
                        let what = "the goal".to_owned();
                        return self.refuse(group, CrowdFault::Unreachable { what, radius: largest(group) });
                    }
                }
            }
            GuideKind::Navgraph => Guidance::Graph(Box::new(self.routes(group, sources)?)),
            GuideKind::Clearance => self.clearance(group, sources)?,
            GuideKind::Potential => Guidance::Field(Box::new(self.field(group, sources)?), self.lines(group, sources)),
        })
    }

    /// The parts of some goals that bodies of the group's size come to: nobody gets to the very end of an exit. Goals to
    /// which there is no place for them, as they are.
    fn lines(&mut self, group: &Group, sources: &[Source]) -> Vec<[Point; 2]> {
        self.within_reach(group, sources).iter().flat_map(|source| lines_of(&source.shape)).collect()
    }

    fn within_reach(&mut self, group: &Group, sources: &[Source]) -> Vec<Source> {
        let open = |source: &Source| {
            let parts = self.touching(group, source);
            if parts.is_empty() { vec![source.clone()] } else { parts }
        };
        sources.iter().flat_map(open).collect()
    }

    /// Where bodies of the group's size touch a goal.
    fn touching(&self, group: &Group, source: &Source) -> Vec<Source> {
        reachable(source, self.scene.walled_domain(), &self.walls, largest(group))
    }

    /// Somebody of the group fits to one of these goals, as long as the scene is as it is now.
    fn is_open(&mut self, group: &Group, sources: &[Source]) -> bool {
        sources.iter().any(|source| !self.touching(group, source).is_empty())
    }

    fn routes(&mut self, group: &Group, sources: &[Source]) -> Option<Routes> {
        let (places, radius) = (self.places(group, sources)?, largest(group));
        let routes = Routes::new(self.ground(), places, radius, self.crowd.rerouting == Rerouting::Delay);
        let what = "the goal".to_owned();
        routes.map_or_else(|_| self.refuse(group, CrowdFault::Unreachable { what, radius }), Some)
    }

    fn field(&mut self, group: &Group, sources: &[Source]) -> Option<PotentialMap> {
        let (places, radius) = (self.places(group, sources)?, largest(group));
        let domain = self.scene.walled_domain().clone();
        let cell = radius.max((domain.bounds().width() * domain.bounds().height() / MOST_CELLS).sqrt());
        let cells = roomy_cells(&domain, cell, &self.walls, radius * ROOM);
        let map = cells.map(|cells| PotentialMap::on_cells(domain, cells, &places, Bias::default()));
        let what = "the goal".to_owned();
        match map {
            Ok(Ok(map)) => Some(map),
            _ => self.refuse(group, CrowdFault::Unreachable { what, radius }),
        }
    }

    /// A wave over cells to some sources, with the scene's constraints: one that is repaired if there is one.
    fn cells(&mut self, group: &Group, sources: &[Source]) -> Option<CellGuide> {
        let radius = largest(group);
        let hope = self.hopes.get(self.leads.len()).and_then(Guidance::cells_again);
        if let Some(Guidance::Cells(cells) | Guidance::Quickest(cells)) = hope {
            let mut guide = cells.guide;
            let sources = self.within_reach(group, sources);
            if guide.follow_to(self.scene.world(), &sources).is_ok() {
                return Some(guide);
            }
        }
        let bounds = self.scene.domain().bounds();
        let cell = radius.max((bounds.width() * bounds.height() / MOST_CELLS).sqrt());
        CellGuide::to(self.scene, cell, radius, &self.within_reach(group, sources)).ok()
    }

    /// Exact paths for those whom cells do not lead, unless constraints say where people may walk.
    fn exact(&mut self, group: &Group, sources: &[Source]) -> Option<Exact> {
        let is_bound = !self.scene.world().constraints.is_empty();
        (!is_bound).then(|| Exact::new(self.ground(), self.within_reach(group, sources), largest(group)))
    }

    fn ground(&self) -> Ground {
        Ground {
            domain: self.scene.walled_domain().clone(),
            openings: self.openings.as_slice().into(),
            barriers: self.world.barriers.clone(),
        }
    }

    /// The places from which a group's goals are touched.
    fn places(&mut self, group: &Group, sources: &[Source]) -> Option<Vec<Source>> {
        let mut places = Vec::new();
        for source in sources {
            let touching = self.touching(group, source);
            if touching.is_empty() && self.stage == Stage::Whole && !self.lenient {
                let what = format!("the goal {}", CrowdFault::goal_name(source));
                return self.refuse(group, CrowdFault::Unreachable { what, radius: largest(group) });
            }
            places.extend(touching);
        }
        Some(places)
    }

    fn stream(&mut self, group: &Group) -> Option<Stream> {
        let flow = self.flow(group)?;
        let stream = Stream::new(flow);
        if stream.is_none() {
            let what = "the exit of the flow".to_owned();
            return self.refuse(group, CrowdFault::Unreachable { what, radius: largest(group) });
        }
        stream
    }

    fn flow(&mut self, group: &Group) -> Option<FlowMap> {
        match FlowMap::of(self.scene) {
            Ok(flow) => Some(flow),
            Err(FlowError::Misplaced(problems)) => {
                self.problems.extend(problems);
                None
            }
            Err(fault) => self.refuse(group, CrowdFault::Flow { why: fault.to_string() }),
        }
    }

    /// Notes what is wrong with a group.
    fn refuse<T>(&mut self, group: &Group, fault: CrowdFault) -> Option<T> {
        self.problems.push(Problem { place: group.place, vertex: None, at: None, fault: fault.into() });
        None
    }

    fn refuse_at<T>(&mut self, group: &Group, at: Point, fault: CrowdFault) -> Option<T> {
        let fault = Fault::Crowd(fault);
        self.problems.push(Problem { place: group.place, vertex: None, at: Some(at), fault });
        None
    }
}

/// The largest radius in a group: paths are wide enough for everybody.
fn largest(group: &Group) -> f64 {
    group.largest_radius()
}
