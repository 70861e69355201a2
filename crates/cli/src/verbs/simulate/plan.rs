//! People and exits from the command line: a plan is enough for a run.

use crate::arguments::Simulate;
use crate::failure::Failure;
use crate::scene::Named;
use wayfront::Point;
use wayfront::geometry::Bounds;
use wayfront::world::{Crowd, Group, Source, Start, World};

/// The scene with the exits and people that the command line gives.
pub fn described(mut scene: Named, arguments: &Simulate) -> Result<Named, Failure> {
    if !arguments.exit.is_empty() {
        let exits = arguments.exit.chunks(2).enumerate();
        scene.world.sources = exits.map(|(k, ends)| exit(ends, k + 1)).collect();
    }
    if let Some(people) = arguments.people {
        let outline = ring(&arguments.area, &scene.world)?;
        let group = Group::new(Start::Area { outline, count: people });
        let crowd = scene.world.crowd.take().unwrap_or_else(Crowd::new);
        scene.world.crowd = Some(crowd.with_groups(vec![group]));
    }
    Ok(scene)
}

/// An exit; one that begins where it ends is a point.
fn exit(ends: &[Point], number: usize) -> Source {
    let source = if ends[0] == ends[1] { Source::point(ends[0]) } else { Source::segment(ends[0], ends[1]) };
    source.named(&format!("exit {number}")).as_exit()
}

/// The ring of `--area`: a box by two corners, or the points themselves; anywhere if there are none.
fn ring(points: &[Point], world: &World) -> Result<Vec<Point>, Failure> {
    match points {
        [] => {
            let areas = world.walkable().unwrap_or_default();
            Ok(Bounds::of(areas.iter().flat_map(|area| &area.outer)).corners().to_vec())
        }
        [a, b] if a.x == b.x || a.y == b.y => {
            Err(Failure::Usage(format!("--area {a} {b}: two points are the corners of a box, and this one is empty")))
        }
        [a, b] => Ok(Bounds::of(&[*a, *b]).corners().to_vec()),
        ring => Ok(ring.to_vec()),
    }
}
