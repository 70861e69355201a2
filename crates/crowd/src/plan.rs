//! From a scene to everything that a run needs: walls, groups with their targets, and what leads them there.
//!
//! All that can be wrong is found here, before anybody walks: walkers that do not fit where they start, goals that no
//! way leads to for bodies of their size.

mod goals;
mod lanes;
mod starts;

use crate::berth::berth;
use crate::lead::{Lead, Routes, Stream};
use crate::walls::Walls;
use goals::{lines_of, reachable, spots_in};
pub(crate) use lanes::LaneLine;
pub(crate) use starts::{Gateway, Standing};
use std::collections::HashMap;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_flow::{FlowFault, FlowMap};
use wayfront_geometry::Point;
use wayfront_pathmap::LiveFault;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::{
    Barrier, Crowd, CrowdFault, Fault, Field, Group, Leader, Place, Problem, Source, Spread, Start, World, validate,
};

/// Cells of a harmonic field at most.
const MOST_CELLS: f64 = 1e6;

/// What a run needs.
pub(crate) struct Plan {
    pub walls: Walls,
    pub crews: Vec<Crew>,
    pub leads: Vec<Lead>,
    pub standing: Vec<Standing>,
}

/// A group with everything found.
pub(crate) struct Crew {
    pub group: Group,
    /// Stops, then the goal.
    pub targets: Vec<Target>,
    /// Where its walkers come in during the run.
    pub gateway: Option<Gateway>,
    /// The lanes that they walk on.
    pub lanes: Vec<LaneLine>,
}

/// Where a group goes.
pub(crate) struct Target {
    /// Which of the plan's leads.
    pub lead: usize,
    pub arrival: Arrival,
}

/// When a target is reached.
pub(crate) enum Arrival {
    /// The walker touches one of these lines.
    Touch(Vec<[Point; 2]>),
    /// The walker is in this ring; it then waits at one of these places.
    Within { ring: Vec<Point>, wait: Spread, spots: Vec<Point> },
}

/// What groups with the same goal and size share.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shared {
    leader: Leader,
    target: Aim,
    radius: u64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Aim {
    Goals(Vec<String>),
    Stop(usize),
}

/// What is known while a plan is made.
struct Planner<'w> {
    /// Closed doors are walls.
    world: &'w World,
    crowd: &'w Crowd,
    walls: Walls,
    leads: Vec<Lead>,
    shared: HashMap<Shared, usize>,
    problems: Vec<Problem>,
}

impl Plan {
    pub fn new(world: &World, reach: f64) -> Result<Self, Vec<Problem>> {
        let problems = validate(world);
        let Some(crowd) = world.crowd.as_ref().filter(|_| problems.is_empty()) else {
            let none = Problem { place: Place::default(), vertex: None, at: None, fault: CrowdFault::NoCrowd.into() };
            return Err(if problems.is_empty() { vec![none] } else { problems });
        };
        let walled = world.walled();
        let domain = Domain::new(&walled).map_err(|fault| fault.problems)?;
        let problems = domain.check_scene(&walled).problems;
        if !problems.is_empty() {
            return Err(problems);
        }
        let openings: Vec<[Point; 2]> = openings(world);
        let walls = Walls::with_openings(&domain, &[], &openings, reach);
        let (leads, shared) = (Vec::new(), HashMap::new());
        Planner { world: &walled, crowd, walls, leads, shared, problems }.plan()
    }
}

/// Exits, and the entrances and exits of the flow.
fn openings(world: &World) -> Vec<[Point; 2]> {
    let exits = world.sources.iter().flat_map(|source| lines_of(&source.shape));
    let chains = world.flow.iter().flat_map(|flow| &flow.exits);
    exits.chain(chains.flat_map(|chain| chain.windows(2).map(|w| [w[0], w[1]]))).filter(|[a, b]| a != b).collect()
}

impl Planner<'_> {
    fn plan(mut self) -> Result<Plan, Vec<Problem>> {
        let crowd = self.crowd;
        let mut crews = Vec::new();
        for (i, group) in crowd.groups.iter().enumerate() {
            let place = if group.place.field == Field::Scene { Place::of(Field::Groups, i) } else { group.place };
            crews.extend(self.crew(Group { place, ..group.clone() }));
        }
        let standing = if self.problems.is_empty() { self.placed(&crews) } else { Vec::new() };
        self.check_gateways(&crews);
        if self.problems.is_empty() {
            Ok(Plan { walls: self.walls, crews, leads: self.leads, standing })
        } else {
            Err(self.problems)
        }
    }

    fn crew(&mut self, group: Group) -> Option<Crew> {
        if group.guide == Leader::Lanes {
            let lanes = self.lanes(&group)?;
            return Some(Crew { group, targets: Vec::new(), gateway: None, lanes });
        }
        let mut targets = Vec::new();
        for name in &group.via {
            // Names were checked with the rest of the scene.
            let stop = self.crowd.stops.iter().position(|stop| stop.name == *name)?;
            targets.push(self.stop(&group, stop)?);
        }
        targets.push(self.goal(&group)?);
        let gateway = match &group.start {
            Start::Entrance { .. } | Start::Flow { .. } => Some(self.gateway(&group)?),
            Start::Area { .. } | Start::Points(_) => None,
        };
        Some(Crew { group, targets, gateway, lanes: Vec::new() })
    }

    fn stop(&mut self, group: &Group, number: usize) -> Option<Target> {
        let stop = &self.crowd.stops[number];
        let radius = largest(group);
        let spots = spots_in(&stop.outline, &self.walls, radius);
        let Some(&middle) = spots.first() else {
            let what = format!("the stop `{}`", stop.name);
            return self.refuse(group, CrowdFault::Unreachable { what, radius });
        };
        let leader = if group.guide == Leader::Flow { Leader::Path } else { group.guide };
        let lead = self.lead(group, leader, Aim::Stop(number), &[Source::point(middle)])?;
        let (ring, wait) = (stop.outline.clone(), stop.wait);
        Some(Target { lead, arrival: Arrival::Within { ring, wait, spots } })
    }

    fn goal(&mut self, group: &Group) -> Option<Target> {
        let is_meant = |source: &&Source| {
            group.goals.is_empty() || source.name.as_ref().is_some_and(|name| group.goals.contains(name))
        };
        let sources: Vec<Source> = self.world.sources.iter().filter(is_meant).cloned().collect();
        let mut lines: Vec<[Point; 2]> = sources.iter().flat_map(|source| lines_of(&source.shape)).collect();
        if group.guide == Leader::Flow {
            let exits = self.world.flow.iter().flat_map(|flow| &flow.exits);
            lines = exits.flat_map(|chain| chain.windows(2).map(|w| [w[0], w[1]])).collect();
        }
        let lead = self.lead(group, group.guide, Aim::Goals(group.goals.clone()), &sources)?;
        Some(Target { lead, arrival: Arrival::Touch(lines) })
    }

    /// The lead to some sources: one that is there already, or a new one.
    fn lead(&mut self, group: &Group, leader: Leader, target: Aim, sources: &[Source]) -> Option<usize> {
        let radius = largest(group);
        let key = Shared { leader, target, radius: radius.to_bits() };
        if let Some(&known) = self.shared.get(&key) {
            return Some(known);
        }
        let lead = match leader {
            Leader::Straight => Lead::Straight(sources.iter().flat_map(|s| lines_of(&s.shape)).collect()),
            Leader::Flow | Leader::Lanes => Lead::Stream(Box::new(self.stream(group)?)),
            Leader::Path => Lead::Path(Box::new(self.routes(group, sources)?)),
            Leader::Potential => {
                let lines = sources.iter().flat_map(|source| lines_of(&source.shape)).collect();
                Lead::Field(Box::new(self.field(group, sources)?), lines)
            }
        };
        self.leads.push(lead);
        self.shared.insert(key, self.leads.len() - 1);
        Some(self.leads.len() - 1)
    }

    fn routes(&mut self, group: &Group, sources: &[Source]) -> Option<Routes> {
        let (domain, mut world) = self.berth(group, sources)?;
        world.barriers = self.world.barriers.iter().filter_map(|barrier| clipped(&domain, *barrier)).collect();
        match Routes::new(domain, world) {
            Ok(routes) => Some(routes),
            Err(LiveFault::Scene(problems)) => {
                self.problems.extend(problems);
                None
            }
            Err(_) => {
                let what = "the goal".to_owned();
                self.refuse(group, CrowdFault::Unreachable { what, radius: largest(group) })
            }
        }
    }

    fn field(&mut self, group: &Group, sources: &[Source]) -> Option<PotentialMap> {
        let (domain, world) = self.berth(group, sources)?;
        let radius = largest(group);
        let cell = radius.max((domain.bounds().width() * domain.bounds().height() / MOST_CELLS).sqrt());
        let map = PotentialMap::of_domain(Arc::new(domain), cell, &world.sources, Bias::default());
        let what = "the goal".to_owned();
        map.map_or_else(|_| self.refuse(group, CrowdFault::Unreachable { what, radius }), Some)
    }

    /// The free space for the centres of a group, with its goals.
    fn berth(&mut self, group: &Group, sources: &[Source]) -> Option<(Domain, World)> {
        let radius = largest(group);
        let walls: Vec<[Point; 2]> = self.walls.segments().collect();
        let mut world = berth(self.world, &walls, radius);
        let domain = match Domain::new(&world) {
            Ok(domain) => domain,
            Err(fault) => {
                self.problems.extend(fault.problems);
                return None;
            }
        };
        for source in sources {
            let places = reachable(source, &domain, &self.walls, radius);
            if places.is_empty() {
                let what = format!("the goal {}", CrowdFault::goal_name(source));
                return self.refuse(group, CrowdFault::Unreachable { what, radius });
            }
            world.sources.extend(places);
        }
        Some((domain, world))
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
        match FlowMap::new(self.world) {
            Ok(flow) => Some(flow),
            Err(FlowFault::Misplaced(problems)) => {
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

/// The largest radius in a group: ways are wide enough for everybody.
fn largest(group: &Group) -> f64 {
    group.radius.range()[1]
}

/// A barrier of the scene between walls that have grown.
fn clipped(domain: &Domain, barrier: Barrier) -> Option<Barrier> {
    let [a, b] = barrier.segment;
    let middle = a.lerp(b, 0.5);
    let ends = [a, b].map(|end| domain.cast(middle, end).map(|hit| hit.at));
    Some(Barrier { segment: [ends[0]?, ends[1]?], ..barrier })
}
