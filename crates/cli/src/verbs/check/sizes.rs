//! `wayfront check --radius`: where a body of some size has room, which sources it reaches from there, and which places
//! keep it out.
//!
//! Shares are those of pixels. What keeps a part of the room apart from a source is the narrowest place of the widest path
//! between the two: no other place need be widened.

use crate::aimed::with_name;
use crate::failure::Failure;
use crate::text::{Unit, place, short};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use wayfront::domain::{Domain, Guide};
use wayfront::geometry::{Point, Raster};
use wayfront::voronoi::{Parts, Skeleton, Voronoi};
use wayfront::world::{Source, World};
use wayfront::{Scene, SceneMap};

/// Pixels along the longer side of the raster from which shares are computed.
const PIXELS: u32 = 160;
/// Parts of the room that are cut off: as many of the largest are listed.
const MOST_PARTS: usize = 20;

/// What is found for one radius.
#[derive(Serialize)]
pub struct Size {
    pub radius: f64,
    /// Share of the free space in which the centre of the body may be.
    room: f64,
    sources: Vec<Reached>,
    /// Share of the room from which no source can be reached.
    cut_off: f64,
    narrow: Vec<TooNarrow>,
}

/// A source, and from where it is reached.
#[derive(Serialize)]
struct Reached {
    source: usize,
    name: Option<String>,
    /// Share of the room from which the body reaches it.
    from: f64,
    /// Why it is reached from nowhere.
    problem: Option<String>,
}

/// A place that keeps the body out of a part of its room.
#[derive(Serialize)]
struct TooNarrow {
    at: [f64; 2],
    width: f64,
    /// How much wider it would have to be; 0 where rounding of the plan decides.
    short: f64,
    between: [[f64; 2]; 2],
    /// Share of the room that lies behind it.
    cuts_off: f64,
}

impl Size {
    /// Nothing is out of reach.
    pub fn is_fine(&self) -> bool {
        self.cut_off == 0.0 && self.sources.iter().all(|source| source.problem.is_none())
    }

    /// The lines for people.
    pub fn describe(&self, unit: Unit) -> Vec<String> {
        let percent = |share: f64| format!("{} %", short((share * 1e3).round() / 10.0));
        let mut lines =
            vec![format!("  radius {:<5}has room in {} of the free space", short(self.radius), percent(self.room))];
        for Reached { source, name, from, problem } in &self.sources {
            let name = name.as_ref().map_or_else(String::new, |name| format!(": {name}"));
            lines.push(match problem {
                Some(problem) => format!("    source {source}{name} is reached from nowhere: {problem}"),
                None => format!("    source {source}{name} is reached from {} of that", percent(*from)),
            });
        }
        for TooNarrow { at, width, short, cuts_off, .. } in &self.narrow {
            let short = match short {
                0.0 => "as wide as the body but for rounding".to_owned(),
                short => format!("{} short", unit.length(*short)),
            };
            let width = unit.length(*width);
            lines.push(format!(
                "    too narrow at {}: {width} wide, {short}; cuts off {}",
                place(*at),
                percent(*cuts_off)
            ));
        }
        lines
    }
}

/// What is found for some radii in a scene without problems.
pub fn sizes(label: &str, world: &World, radii: &[f64]) -> Result<Vec<Size>, Failure> {
    if radii.is_empty() {
        return Ok(Vec::new());
    }
    let scene = Scene::new(world.clone())?;
    let domain = scene.walled_domain().clone();
    let unanswered = |what: String, advice: String| Failure::File { what: format!("{label}: {what}"), advice };
    let voronoi = Voronoi::of(&domain).map_err(|error| unanswered(error.to_string(), error.advice()))?;
    let skeleton = Skeleton::of(&Arc::new(voronoi));
    let raster = Raster::fitting(domain.bounds(), PIXELS).map_err(|why| unanswered(why.to_string(), why.advice()))?;
    let centres = (0..raster.width() * raster.height()).map(|k| raster.centre(k % raster.width(), k / raster.width()));
    let free: Vec<Point> = centres.filter(|&p| domain.contains(p)).collect();
    Ok(radii.iter().map(|&radius| size(&domain, scene.sources(), &skeleton, &free, radius)).collect())
}

fn size(domain: &Arc<Domain>, sources: &[Source], skeleton: &Skeleton, free: &[Point], radius: f64) -> Size {
    let roomy: Vec<Point> = free.iter().copied().filter(|&p| radius == 0.0 || domain.has_room(p, radius)).collect();
    let share = |count: usize, of: usize| if of == 0 { 0.0 } else { count as f64 / of as f64 };
    let mut reached_from = vec![false; roomy.len()];
    let (mut anchors, mut found) = (Vec::new(), Vec::new());
    for (index, source) in sources.iter().enumerate() {
        let (mut count, mut problem) = (0, None);
        match SceneMap::new(domain.clone(), std::slice::from_ref(source), radius) {
            Err(why) => problem = Some(with_name(&why, index, sources)),
            Ok(map) => {
                for (is_reached, _) in reached_from.iter_mut().zip(map.costs(&roomy)).filter(|(_, cost)| cost.is_ok()) {
                    *is_reached = true;
                    count += 1;
                }
                // A place from which it is reached stands for it: the source itself may be in an outline.
                let anchor = roomy.iter().copied().find(|&p| map.cost(p).is_ok());
                anchors.extend(anchor.or_else(|| map.places().first().map(|place| place.at)));
            }
        }
        found.push(Reached { source: index, name: source.name.clone(), from: share(count, roomy.len()), problem });
    }
    let cut_off: Vec<Point> = roomy.iter().zip(&reached_from).filter(|(_, is)| !**is).map(|(&p, _)| p).collect();
    let narrow = narrow_places(skeleton, &anchors, &cut_off, radius, roomy.len());
    Size {
        radius,
        room: share(roomy.len(), free.len()),
        sources: found,
        cut_off: share(cut_off.len(), roomy.len()),
        narrow,
    }
}

/// For each part that is cut off the place that would have to be widened.
fn narrow_places(
    skeleton: &Skeleton,
    anchors: &[Point],
    cut_off: &[Point],
    radius: f64,
    roomy: usize,
) -> Vec<TooNarrow> {
    let parts: Parts = skeleton.passable(radius);
    let mut members: BTreeMap<u32, (usize, Point)> = BTreeMap::new();
    for &p in cut_off {
        if let Some(part) = parts.part(p) {
            members.entry(part).or_insert((0, p)).0 += 1;
        }
    }
    let mut members: Vec<(usize, Point)> = members.into_values().collect();
    members.sort_by_key(|part| std::cmp::Reverse(part.0));
    let mut found: Vec<TooNarrow> = Vec::new();
    for (count, p) in members.into_iter().take(MOST_PARTS) {
        let paths = anchors.iter().filter_map(|&anchor| skeleton.widest(p, anchor).ok());
        let Some(widest) = paths.max_by(|a, b| a.width.total_cmp(&b.width)) else { continue };
        let cuts_off = count as f64 / roomy as f64;
        let short = 2.0 * radius - widest.width;
        match found.iter_mut().find(|known| known.at == <[f64; 2]>::from(widest.at)) {
            Some(known) => known.cuts_off += cuts_off,
            None => found.push(TooNarrow {
                at: widest.at.into(),
                width: widest.width,
                short: if short > skeleton.domain().rounding() { short } else { 0.0 },
                between: widest.feet.map(Point::into),
                cuts_off,
            }),
        }
    }
    found
}
