//! Curves that tests and pictures share: flow over the width of doors, speed over density.

use crate::run::{Setting, mean};
use crate::scenes::{self, Beyond};
use rayon::prelude::*;
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Group, Polygon, Source, Start, World};

/// The widths of doors.
pub const WIDTHS: [f64; 5] = [0.8, 1.0, 1.2, 2.0, 3.0];
/// The densities at which speed is measured.
pub const DENSITIES: [f64; 6] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0];

/// The share by which a density may differ from the one that it counts for.
const ALIKE: f64 = 0.15;

/// A corridor of 3 m, filled evenly.
fn filled(density: f64) -> World {
    let (length, width) = (30.0, 3.0);
    let outline = [[0.0, 0.0], [length, 0.0], [length, width], [0.0, width]].map(Point::from).to_vec();
    let count = (density * length * width).round() as usize;
    let boundary = [[0.0, 0.0], [length + 0.3, 0.0], [length + 0.3, width], [0.0, width]];
    World::walkable_area(Polygon::ring(boundary))
        .exit(Source::segment((length + 0.3, 0.0), (length + 0.3, width)))
        .with_crowd(Some(Crowd::new().group(Group::new(Start::Area { outline, count }))))
}

/// The speed at each density: of all moments of all runs in which the middle of a corridor is about that dense.
pub fn speeds(setting: &Setting<'_>) -> Vec<(f64, f64)> {
    let runs: Vec<(f64, u64)> =
        DENSITIES.iter().flat_map(|&density| setting.seeds.iter().map(move |&seed| (density, seed))).collect();
    let seen: Vec<[f64; 2]> =
        runs.par_iter().flat_map_iter(|&(density, seed)| moments(setting, &filled(density), seed)).collect();
    let of = |&density: &f64| {
        let alike = seen.iter().filter(|[now, _]| (now - density).abs() <= ALIKE * density);
        (density, mean(alike.map(|[_, speed]| *speed)))
    };
    DENSITIES.iter().map(of).collect()
}

/// The flow through a door of each width, straight on.
pub fn flows(setting: &Setting<'_>) -> Vec<[f64; 2]> {
    let of = |&width: &f64| {
        let runs = setting.runs(&scenes::door(width, Beyond::Straight));
        [width, mean(runs.iter().map(|run| run.flow(0)))]
    };
    WIDTHS.iter().map(of).collect()
}

/// Density in the middle of the corridor, and the mean speed there, at moments at which people have set off and the
/// middle is not yet empty.
fn moments(setting: &Setting<'_>, world: &World, seed: u64) -> Vec<[f64; 2]> {
    let mut run = setting.simulation(world, seed);
    let mut moments = Vec::new();
    while run.is_going_on() && run.time() < 12.0 {
        run.step();
        let agents = run.agents();
        let inside = |slot: &usize| (8.0..16.0).contains(&agents.position()[*slot].x);
        let inside: Vec<usize> = (0..agents.len()).filter(inside).collect();
        if run.time() >= 2.0 && !inside.is_empty() {
            let speed = mean(inside.iter().map(|&slot| agents.velocity()[slot].length()));
            moments.push([inside.len() as f64 / 24.0, speed]);
        }
    }
    moments
}
