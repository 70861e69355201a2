//! The crate `landmass` on triangles that are given to it: how long it takes for pairs, and how long its paths are.
//!
//! Reads numbers: how many vertices, polygons and pairs there are, then these, a line each (a polygon is the indices of its
//! vertices). Then it answers words, a line each: `build` and `pairs` with seconds, `lengths` with the length of each path.

use glam::Vec2;
use landmass::{
    Archipelago, ArchipelagoOptions, FromAgentRadius, Island, NavigationMesh, PathStep, PermittedAnimationLinks,
    Transform, XY,
};
use std::collections::HashMap;
use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

/// How far from the mesh a point may be: rounding, in coordinates that are hundreds.
const NEAR: f32 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut lines = std::io::stdin().lock().lines();
    let mut next = || -> Result<String, Box<dyn Error>> { Ok(lines.next().ok_or("the input ends too early")??) };
    let counts: Vec<usize> = numbers(&next()?)?;
    let &[vertices, polygons, pairs] = counts.as_slice() else { return Err("three counts come first".into()) };
    let vertices = (0..vertices).map(|_| point(&numbers(&next()?)?)).collect::<Result<Vec<Vec2>, _>>()?;
    let polygons = (0..polygons).map(|_| numbers(&next()?)).collect::<Result<Vec<Vec<usize>>, _>>()?;
    let pair = |line: &str| -> Result<[Vec2; 2], Box<dyn Error>> {
        let ends: Vec<f32> = numbers(line)?;
        Ok([point(ends.get(..2).unwrap_or_default())?, point(ends.get(2..).unwrap_or_default())?])
    };
    let pairs = (0..pairs).map(|_| pair(&next()?)).collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    let archipelago = archipelago(vertices, polygons)?;
    let built = start.elapsed().as_secs_f64();
    while let Ok(word) = next() {
        let answer = match word.as_str() {
            "build" => vec![built],
            "pairs" => {
                let start = Instant::now();
                for &pair in &pairs {
                    black_box(path(&archipelago, pair));
                }
                vec![start.elapsed().as_secs_f64()]
            }
            "lengths" => {
                pairs.iter().map(|&pair| path(&archipelago, pair).map_or(f64::NAN, |steps| length(&steps))).collect()
            }
            other => return Err(format!("no such word: {other}").into()),
        };
        let answer: Vec<String> = answer.iter().map(f64::to_string).collect();
        writeln!(std::io::stdout(), "{}", answer.join(" "))?;
    }
    Ok(())
}

fn numbers<T: FromStr<Err: Error + 'static>>(line: &str) -> Result<Vec<T>, Box<dyn Error>> {
    Ok(line.split_whitespace().map(str::parse).collect::<Result<_, T::Err>>()?)
}

fn point(numbers: &[f32]) -> Result<Vec2, Box<dyn Error>> {
    match numbers {
        &[x, y] => Ok(Vec2::new(x, y)),
        _ => Err("a point has two numbers".into()),
    }
}

fn archipelago(vertices: Vec<Vec2>, polygons: Vec<Vec<usize>>) -> Result<Archipelago<XY>, Box<dyn Error>> {
    let polygon_type_indices = vec![0; polygons.len()];
    let mesh = NavigationMesh::<XY> { vertices, polygons, polygon_type_indices, height_mesh: None }.validate()?;
    let mut archipelago = Archipelago::new(ArchipelagoOptions::from_agent_radius(1.0));
    archipelago.add_island(Island::new(Transform { translation: Vec2::ZERO, rotation: 0.0 }, Arc::new(mesh)));
    archipelago.update(0.0);
    Ok(archipelago)
}

fn path(archipelago: &Archipelago<XY>, ends: [Vec2; 2]) -> Option<Vec<PathStep<XY>>> {
    let [from, to] = ends.map(|end| archipelago.sample_point(end, &NEAR).ok());
    archipelago.find_path(&from?, &to?, &HashMap::new(), PermittedAnimationLinks::All).ok()
}

fn length(steps: &[PathStep<XY>]) -> f64 {
    let point = |step: &PathStep<XY>| match step {
        PathStep::Waypoint(point) => *point,
        // There are none.
        PathStep::AnimationLink { start_point, .. } => *start_point,
    };
    steps.windows(2).map(|pair| f64::from(point(&pair[0]).distance(point(&pair[1])))).sum()
}
