//! Agents come in: at entrances when there is room, on lanes one behind the other.

use super::{Lane, Simulation};
use crate::agents::traits::Traits;
use wayfront_geometry::Point;
use wayfront_world::Start;

/// Tolerance: How much farther than touching from others an agent comes in.
const APART: f64 = 1.0 + 1e-6;
/// How far people look for others who are about to walk over the place where they would come in, in metres.
const COMING: f64 = 3.0;

impl Simulation {
    pub(super) fn enter(&mut self) {
        let mut fresh: Vec<(Point, f64)> = Vec::new();
        let mut is_seen = false;
        for crew in 0..self.crews.len() {
            let due = self.due(crew);
            if due == 0 {
                continue;
            }
            if self.crews[crew].lanes.is_empty() {
                if !is_seen {
                    self.near.rebuild(&self.agents);
                    is_seen = true;
                }
                self.enter_at_gateway(crew, due, &mut fresh);
            } else {
                self.enter_lanes(crew, due);
            }
        }
    }

    /// How many of a crew may come in now.
    fn due(&self, crew: usize) -> usize {
        let (count, rate, batch, after) = match (&self.crews[crew].gateway, &self.crews[crew].group.start) {
            (Some(gateway), _) => (gateway.count, gateway.rate, gateway.batch, gateway.after),
            (None, Start::Flow { count, after }) if !self.crews[crew].lanes.is_empty() => (*count, None, 1, *after),
            _ => return 0,
        };
        let waited = self.time() - after;
        if waited < 0.0 {
            return 0;
        }
        let by_now =
            rate.map_or(usize::MAX, |rate| ((waited * rate / batch as f64) as usize + 1).saturating_mul(batch));
        by_now.min(count.unwrap_or(usize::MAX)).saturating_sub(self.entered[self.crews[crew].number])
    }

    /// More will come, sooner or later.
    pub(super) fn awaits_more(&self) -> bool {
        (0..self.crews.len()).any(|crew| {
            let count = match (&self.crews[crew].gateway, &self.crews[crew].group.start) {
                (Some(gateway), _) => gateway.count,
                (None, Start::Flow { count, .. }) if !self.crews[crew].lanes.is_empty() => *count,
                _ => return false,
            };
            count.is_none_or(|count| self.entered[self.crews[crew].number] < count)
        })
    }

    fn enter_at_gateway(&mut self, crew: usize, due: usize, fresh: &mut Vec<(Point, f64)>) {
        let Some(gateway) = &self.crews[crew].gateway else { return };
        let mut places = gateway.places.clone();
        self.random.shuffle(&mut places);
        let mut left = due;
        for place in places {
            if left == 0 {
                return;
            }
            let nature = Traits::of(&self.crews[crew].group, self.settings.seed, self.slot_of.len() as u64);
            if self.has_room(place, nature.radius, fresh)
                && !self.is_wanted(place, nature.radius)
                && self.walls().is_clear(place, nature.radius)
            {
                fresh.push((place, nature.radius));
                self.add(crew, place, nature, Lane::default());
                left -= 1;
            }
        }
    }

    /// Nobody is where a disc would come in. Those who came in with it are not among the neighbours yet.
    fn has_room(&self, place: Point, radius: f64, fresh: &[(Point, f64)]) -> bool {
        let mut is_free = fresh.iter().all(|&(p, r)| p.distance(place) >= (radius + r) * APART);
        if is_free {
            self.near.around(&self.agents, place, (radius + self.widest) * APART, |slot| {
                let apart = self.agents.position()[slot].distance(place);
                is_free &= apart >= (radius + self.agents.radius()[slot]) * APART;
            });
        }
        is_free
    }

    /// Somebody near is about to walk over a place: whoever comes in waits, or takes another.
    fn is_wanted(&self, place: Point, radius: f64) -> bool {
        let mut is_wanted = false;
        self.near.around(&self.agents, place, COMING, |slot| {
            let apart = place - self.agents.position()[slot];
            let heading = self.agents.wish()[slot].unit().unwrap_or_default();
            let reach = radius + self.agents.radius()[slot];
            is_wanted |= apart.dot(heading) > 0.0 && apart.cross(heading).abs() < reach;
        });
        is_wanted
    }

    fn enter_lanes(&mut self, crew: usize, due: usize) {
        let mut left = due;
        for lane in 0..self.crews[crew].lanes.len() {
            if left == 0 {
                return;
            }
            let start = self.crews[crew].lanes[lane].at(0.0);
            let nature = Traits::of(&self.crews[crew].group, self.settings.seed, self.slot_of.len() as u64);
            let last = self.on_lanes[crew][lane].back().map(|&id| self.slot_of[id as usize] as usize);
            let has_room = last.is_none_or(|slot| {
                self.agents.position()[slot].distance(start) >= nature.radius + self.agents.radius()[slot]
            });
            if has_room {
                let id = self.slot_of.len() as u64;
                self.add(crew, start, nature, Lane { number: lane as u32, along: 0.0 });
                self.on_lanes[crew][lane].push_back(id);
                left -= 1;
            }
        }
    }
}
