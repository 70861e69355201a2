//! The crate `polyanya` as a peer: a mesh that it makes for the radius, its corners rounded with five pieces.
//!
//! It computes in f32 with fixed epsilons, so its coordinates are scaled up, as in the table `paths`, and its triangles are
//! merged until none can be, which halves the time of its searches. Its corners are chords, so its lengths are a little short.

use super::pairs::discs;
use super::stage::Stage;
use crate::contest::{in_turns, player};
use crate::stopwatch::Times;
use crate::table::{Bound, Section};
use glam::Vec2;
use polyanya::{Mesh, Triangulation};
use std::io;
use std::time::Instant;
use wayfront::bodies::DiscSearch;
use wayfront::geometry::Point;
use wayfront::world::World;

/// What its coordinates are multiplied by.
const SCALE: f64 = 100.0;
/// Pieces per corner.
const PIECES: u8 = 5;
/// How many times our time it must take at least.
const LEAST: f64 = 3.0;

fn scaled(p: Point) -> Vec2 {
    Vec2::new((p.x * SCALE) as f32, (p.y * SCALE) as f32)
}

/// Triangles of the space that is left to the centre of a disc.
fn shrunk(world: &World, radius: f64) -> Mesh {
    let ring = |ring: &[Point]| -> Vec<Vec2> { ring.iter().map(|&p| scaled(p)).collect() };
    let mut triangulation = Triangulation::from_outer_edges(&ring(&world.areas[0].outer));
    triangulation.add_obstacles(world.obstacles.iter().map(|obstacle| ring(&obstacle.outer)));
    triangulation.set_agent_radius((radius * SCALE) as f32);
    triangulation.set_agent_radius_segments(PIECES);
    triangulation.agent_radius_on_outer_edge(true);
    triangulation.prebuild();
    triangulation.as_navmesh()
}

pub fn measure(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let Stage { pairs, radius, .. } = stage;
    let start = Instant::now();
    let mut mesh = shrunk(&stage.world, *radius);
    while mesh.merge_polygons() {}
    mesh.bake();
    // Once: with many vertices it takes longer than all of the rest.
    let build = Times::of(vec![start.elapsed().as_secs_f64()]);
    section.row("polyanya's mesh", stage.vertices, build);
    let lost = pairs.iter().filter(|&&pair| length(&mesh, pair).is_none()).count();
    let mut search = DiscSearch::new(stage.domain.clone());
    let times = in_turns(
        stage.size.effort,
        vec![
            player(|| pairs.iter().filter_map(|&pair| length(&mesh, pair)).sum::<f64>()),
            player(|| discs(&mut search, pairs, *radius)),
        ],
    )?;
    section.row("pairs, polyanya", pairs.len(), times[0]);
    section.target("pairs, polyanya / ours", times[0].over(times[1]), Bound::AtLeast(LEAST));
    if lost > 0 {
        section.remark(format!("polyanya finds no path for {lost} of {} pairs", pairs.len()));
    }
    Ok(())
}

fn length(mesh: &Mesh, [a, b]: [Point; 2]) -> Option<f64> {
    mesh.path(scaled(a), scaled(b)).map(|path| f64::from(path.length) / SCALE)
}
