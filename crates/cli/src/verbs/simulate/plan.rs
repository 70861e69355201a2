//! People and exits from the command line: a plan is enough for a run.

use crate::arguments::Simulate;
use crate::failure::Failure;
use crate::scene::Named;
use wayfront::Point;
use wayfront::geometry::Bounds;
use wayfront::world::{Group, Source, Start, World};

/// The scene with the exits and people that the command line gives.
pub fn described(mut scene: Named, arguments: &Simulate) -> Result<Named, Failure> {
    if !arguments.exit.is_empty() {
        let exits = arguments.exit.chunks(2).enumerate();
        scene.world.sources = exits.map(|(k, ends)| exit(ends, k + 1)).collect();
    }
    if let Some(people) = arguments.people {
        let boxes = boxes(&arguments.area, &scene.world)?;
        let share = |k: usize| people / boxes.len() + usize::from(k < people % boxes.len());
        let group = |(k, outline): (usize, &Vec<Point>)| {
            Group::new(Start::Area { outline: outline.clone(), count: share(k) }).named(&format!("area {}", k + 1))
        };
        let groups = boxes.iter().enumerate().map(group).collect();
        let crowd = scene.world.crowd.take().unwrap_or_default();
        scene.world.crowd = Some(crowd.with_groups(groups));
    }
    Ok(scene)
}

/// An exit; one that begins where it ends is a point.
fn exit(ends: &[Point], number: usize) -> Source {
    let source = if ends[0] == ends[1] { Source::point(ends[0]) } else { Source::segment(ends[0], ends[1]) };
    source.named(&format!("exit {number}")).as_exit()
}

/// The boxes of `--area`, by two corners each; that of everything if there are none.
fn boxes(corners: &[Point], world: &World) -> Result<Vec<Vec<Point>>, Failure> {
    if corners.is_empty() {
        let areas = world.walkable().unwrap_or_default();
        return Ok(vec![Bounds::of(areas.iter().flat_map(|area| &area.outer)).corners().to_vec()]);
    }
    let corner_pairs = corners.chunks(2).map(|pair| {
        let (a, b) = (pair[0], pair[1]);
        if a.x == b.x || a.y == b.y {
            return Err(Failure::Usage(format!("--area {a} {b}: these are the corners of a box, and it is empty")));
        }
        Ok(Bounds::of(pair).corners().to_vec())
    });
    corner_pairs.collect()
}
