//! Which narrow places are doors: those with a queue to come, and those on detours around it.
//!
//! The load of a place is the time that all people whose shortest paths cross it need to pass. Of the places on its path,
//! a person waits longest at the one with the largest load: its bottleneck. Bottlenecks of enough people with enough load
//! are doors. Then all doors get a toll: people who find another path that takes no longer than their bottleneck's load
//! count on that path, and its bottlenecks are doors, too; until none is new. *Cost*: one answer for each person and round.

use super::crossings::Crossings;
use super::nets::{TOLL, tolled};
use super::{CHUNK, Doors, FLOW, Place};
use crate::Simulation;
use crate::lead::Routes;
use rayon::prelude::*;
use std::sync::Arc;
use wayfront_bodies::SceneMap;
use wayfront_geometry::Point;
use wayfront_pathmap::Answer;
use wayfront_voronoi::{Skeleton, Voronoi};

/// How much wider the free space becomes on both sides of a door, and how wide a door is at most, in metres.
const PROMINENCE: f64 = 0.4;
const WIDEST: f64 = 5.0;
/// How many have a door as their bottleneck, and how long they need to pass it, in seconds.
const LEAST: usize = 10;
const LOAD: f64 = 15.0;
/// Rounds of looking for detours, and doors at most.
const ROUNDS: usize = 8;
const MOST: usize = 16;

/// A person's path: how long it takes, and which places it crosses.
struct Walk {
    seconds: f64,
    crossed: Vec<u16>,
}

impl Simulation {
    /// The doors of these people.
    pub(super) fn survey(&self, doors: &mut Doors, people: &[usize]) -> Vec<Place> {
        let Some(&any) = people.first().filter(|_| people.len() >= LEAST) else { return Vec::new() };
        let Some((_, routes)) = self.routes_of(&self.minds[any]) else { return Vec::new() };
        let places = doors.places.get_or_insert_with(|| places(routes)).clone();
        if places.is_empty() {
            return Vec::new();
        }
        let plain: Vec<Option<&SceneMap>> = self.leads.iter().map(|lead| Some(lead.routes()?.plain())).collect();
        let shortest = self.walks(people, &plain, &places);
        let loads = loads(&places, shortest.iter().flatten());
        let mut found = bottlenecks(shortest.iter().flatten(), &loads);
        for _ in 0..if found.is_empty() { 0 } else { ROUNDS } {
            let tolls: Vec<Place> = found.iter().map(|&number| places[number as usize]).collect();
            let with_tolls = |routes: &Routes| tolled(routes, routes.goals(), &tolls, None);
            let maps: Vec<_> = self.leads.par_iter().map(|lead| lead.routes().and_then(with_tolls)).collect();
            let maps: Vec<Option<&SceneMap>> = maps.iter().map(Option::as_ref).collect();
            let mut around = self.walks(people, &maps, &places);
            for (walk, shortest) in around.iter_mut().zip(&shortest) {
                let wait = shortest.as_ref().and_then(|shortest| Some((shortest.seconds, worst(shortest, &loads)?)));
                *walk = walk.take().zip(wait).and_then(|(walk, (seconds, bottleneck))| {
                    (walk.seconds - seconds <= loads[bottleneck as usize]).then_some(walk)
                });
            }
            let loads = self::loads(&places, around.iter().flatten());
            let known = found.len();
            let new = bottlenecks(around.iter().flatten(), &loads);
            found.extend(new.into_iter().filter(|number| !tolls.contains(&places[*number as usize])));
            found.truncate(MOST);
            if found.len() == known {
                break;
            }
        }
        found.sort_unstable();
        found.into_iter().map(|number| places[number as usize]).collect()
    }

    /// The paths of people on the maps of their leads; `None` for those who have none that pays no toll.
    fn walks(&self, people: &[usize], maps: &[Option<&SceneMap>], places: &[Place]) -> Vec<Option<Walk>> {
        let asked = |&slot: &usize| -> Option<(usize, Point, Answer)> {
            let (lead, routes) = self.routes_of(&self.minds[slot])?;
            let p = routes.room_near(self.agents.position()[slot]);
            let answer = maps[lead]?.answer(p).ok()?;
            (answer.cost < TOLL).then_some((lead, p, answer))
        };
        let asked: Vec<_> = people.par_iter().with_min_len(CHUNK).map(asked).collect();
        let mut crossings: Vec<Option<Crossings>> =
            maps.iter().map(|map| map.map(|map| Crossings::new(map, places))).collect();
        let walk = |(&slot, asked): (&usize, &Option<(usize, Point, Answer)>)| {
            let (lead, p, answer) = asked.as_ref()?;
            let crossed = crossings[*lead].as_mut()?.of(*p, answer);
            Some(Walk { seconds: answer.cost / self.agents.speed()[slot], crossed })
        };
        people.iter().zip(&asked).map(walk).collect()
    }
}

/// The narrow places of the free space.
fn places(routes: &Routes) -> Arc<[Place]> {
    let Ok(voronoi) = Voronoi::of(routes.domain()) else { return Arc::new([]) };
    let narrows = Skeleton::of(&Arc::new(voronoi)).narrows(PROMINENCE);
    let narrow = narrows.into_iter().filter(|narrow| narrow.width <= WIDEST);
    narrow.take(usize::from(u16::MAX)).map(|narrow| Place { line: narrow.feet, width: narrow.width }).collect()
}

/// Seconds until all of some people have passed each place.
fn loads<'a>(places: &[Place], walks: impl Iterator<Item = &'a Walk>) -> Vec<f64> {
    let mut people = vec![0.0; places.len()];
    for walk in walks {
        walk.crossed.iter().for_each(|&number| people[number as usize] += 1.0);
    }
    people.iter().zip(places).map(|(people, place)| people / (FLOW * place.width)).collect()
}

/// The bottleneck of a path.
fn worst(walk: &Walk, loads: &[f64]) -> Option<u16> {
    walk.crossed.iter().copied().max_by(|&a, &b| loads[a as usize].total_cmp(&loads[b as usize]))
}

/// The bottlenecks of enough people with enough load, the worst first.
fn bottlenecks<'a>(walks: impl Iterator<Item = &'a Walk>, loads: &[f64]) -> Vec<u16> {
    let mut members = vec![0; loads.len()];
    walks.filter_map(|walk| worst(walk, loads)).for_each(|number| members[number as usize] += 1);
    let mut found: Vec<u16> = (0..loads.len() as u16).collect();
    found.retain(|&number| members[number as usize] >= LEAST && loads[number as usize] >= LOAD);
    found.sort_by(|&a, &b| loads[b as usize].total_cmp(&loads[a as usize]));
    found.truncate(MOST);
    found
}
