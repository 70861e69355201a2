//! A moment of a run: agents as discs, queues as bars, the clock in the title.

use super::changes::keys_of_run;
use super::{CrowdColours, SHADES, WAITING, shade, shade_colour};
use crate::colours::{Colour, group_colour};
use crate::error::DrawError;
use crate::layers::{Fill, Key, Label, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use crate::subjects::world::{Goals, picture_of};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use wayfront_crowd::{QueueRecord, Seen, Snapshot};
use wayfront_geometry::Point;
use wayfront_world::{Rerouting, World};

/// Corners of a disc.
const CORNERS: usize = 14;
/// Width of a queue's bar, in units.
const BAR: f64 = 4.6;

impl Picture {
    /// A picture of all agents at a moment, in the scene as it is then. All moments of a run of the world give pictures of
    /// the same size.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_moment(
        world: &World,
        moment: &Snapshot,
        colours: CrowdColours,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = picture_of(&moment.scene, Goals::Exits, options)?;
        if !world.motions.is_empty() {
            picture.set_keys(keys_of_run(world, options)?);
        }
        picture.show_moving(world, &moment.scene, options);
        picture.push(Layer::of("agents", ZLevel::Mark, discs(&moment.walkers, colours)));
        queues(&moment.queues, options, &mut picture);
        let disc = |label, fill| Key::Mark { label, mark: Mark::Disc, fill };
        colours.push_keys(world.crowd.as_ref(), disc, &mut picture);
        if colours == CrowdColours::Pace {
            picture.push_key(disc("not yet set off, or at a stop".into(), WAITING));
        }
        if world.crowd.as_ref().is_some_and(|crowd| crowd.rerouting != Rerouting::None) {
            picture.push_key(Key::Line { label: "queue".into(), stroke: bar(options) });
        }
        let name = world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        let (walking, arrived) = (moment.walkers.len(), moment.arrived);
        picture.set_title(Some(format!("{name}{:.1} s: {walking} walking, {arrived} arrived", moment.time)));
        Ok(picture)
    }
}

/// All agents, by colour.
fn discs(walkers: &[Seen], colours: CrowdColours) -> Vec<Primitive> {
    let mut rings: BTreeMap<usize, Vec<Vec<Point>>> = BTreeMap::new();
    for seen in walkers {
        let kind = match colours {
            CrowdColours::Group => seen.group as usize,
            // Standing agents come first; discs do not overlap anyway.
            CrowdColours::Pace if seen.waits => SHADES,
            CrowdColours::Pace => SHADES - 1 - shade(seen.pace),
        };
        rings.entry(kind).or_default().push(disc(seen));
    }
    let shape = |(kind, rings)| {
        let colour = match colours {
            CrowdColours::Group => group_colour(kind),
            CrowdColours::Pace if kind == SHADES => WAITING,
            CrowdColours::Pace => shade_colour(SHADES - 1 - kind),
        };
        Primitive::Polygons { rings, fill: Fill::solid(colour), outline: Some(Stroke::new(darker(colour), 1.2)) }
    };
    rings.into_iter().map(shape).collect()
}

fn disc(seen: &Seen) -> Vec<Point> {
    let corner = |k: usize| {
        let (sin, cos) = (TAU * k as f64 / CORNERS as f64).sin_cos();
        seen.at + Point::new(cos, sin) * f64::from(seen.radius)
    };
    (0..CORNERS).map(corner).collect()
}

fn darker(colour: Colour) -> Colour {
    let [l, a, b] = colour.to_oklab();
    Colour::from_oklab([l * 0.6, a, b])
}

fn bar(options: &Options) -> Stroke {
    Stroke::new(options.theme.barrier, BAR)
}

/// A bar across each queue, with the seconds that it costs.
fn queues(queues: &[QueueRecord], options: &Options, picture: &mut Picture) {
    if queues.is_empty() {
        return;
    }
    let colour = options.theme.barrier;
    let lines = queues.iter().map(|queue| queue.segment.to_vec()).collect();
    let label = |queue: &QueueRecord| {
        let at = queue.segment[0].lerp(queue.segment[1], 0.5);
        Label { at, text: format!("+{} s", short_number(queue.wait.round())), colour }
    };
    let mut shapes = vec![Primitive::Lines { lines, closed: false, stroke: bar(options) }];
    if options.labels {
        shapes.push(Primitive::Labels(queues.iter().map(label).collect()));
    }
    picture.push(Layer::of("queues", ZLevel::Mark, shapes));
}
