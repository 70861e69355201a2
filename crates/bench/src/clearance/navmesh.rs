//! The crate `polyanya` as a peer: a mesh that it makes for the radius, its corners rounded with 8 or 5 pieces.
//!
//! It computes in f32 with fixed epsilons, so its coordinates are scaled up, as in the table `paths`, and its triangles are
//! merged until none can be, which halves the time of its searches. Its corners are chords, so its lengths are a little short.

use super::pairs::discs;
use super::stage::Stage;
use super::teller::Teller;
use crate::contest::{in_turns, player};
use crate::stopwatch::{Figures, Times};
use crate::target::Bound;
use glam::Vec2;
use polyanya::{Mesh, Triangulation};
use std::hint::black_box;
use std::io;
use std::time::Instant;
use wayfront::geometry::Point;
use wayfront::pathmap::PairSearch;
use wayfront::world::World;

/// What its coordinates are multiplied by.
pub const SCALE: f64 = 100.0;
/// Pieces per corner, and how many times our rate it may have at most.
const PIECES: [(u8, f64); 2] = [(8, 5.0), (5, 3.0)];
/// How many times our time a mesh for every question must take.
const ANEW: f64 = 1000.0;
/// Most meshes for that.
const MESHES: usize = 5;

pub fn scaled(p: Point) -> Vec2 {
    Vec2::new((p.x * SCALE) as f32, (p.y * SCALE) as f32)
}

/// Triangles of the space that is left to the centre of a disc.
pub fn shrunk(world: &World, radius: f64, pieces: u8) -> Mesh {
    let ring = |ring: &[Point]| -> Vec<Vec2> { ring.iter().map(|&p| scaled(p)).collect() };
    let mut triangulation = Triangulation::from_outer_edges(&ring(&world.areas[0].outer));
    triangulation.add_obstacles(world.obstacles.iter().map(|obstacle| ring(&obstacle.outer)));
    triangulation.set_agent_radius((radius * SCALE) as f32);
    triangulation.set_agent_radius_segments(pieces);
    triangulation.agent_radius_on_outer_edge(true);
    triangulation.prebuild();
    triangulation.as_navmesh()
}

pub fn measure(stage: &Stage, teller: &mut Teller) -> io::Result<()> {
    for (pieces, least) in PIECES {
        against(stage, pieces, least, teller)?;
    }
    Ok(())
}

fn against(stage: &Stage, pieces: u8, least: f64, teller: &mut Teller) -> io::Result<()> {
    let Stage { pairs, radius, .. } = stage;
    let start = Instant::now();
    let mut mesh = shrunk(&stage.world, *radius, pieces);
    while mesh.merge_polygons() {}
    mesh.bake();
    // Once: with many vertices it takes longer than all of the rest.
    let build = Times::of(vec![start.elapsed().as_secs_f64()]);
    teller.row(format!("polyanya's mesh, {pieces} pieces per corner"), stage.vertices, build)?;
    let lost = pairs.iter().filter(|&&pair| length(&mesh, pair).is_none()).count();
    let mut search = PairSearch::new(stage.domain.clone());
    let times = in_turns(
        stage.size.effort,
        vec![
            player(|| pairs.iter().filter_map(|&pair| length(&mesh, pair)).sum::<f64>()),
            player(|| discs(&mut search, pairs, *radius)),
        ],
    )?;
    teller.row(format!("polyanya's pairs, {pieces} pieces per corner"), pairs.len(), times[0])?;
    if lost > 0 {
        teller.remark(format!("polyanya finds no way for {lost} of {} pairs", pairs.len()))?;
    }
    teller.target(format!("polyanya / ours, {pieces} pieces"), times[0].over(times[1]), Bound::AtLeast(least))?;
    let ours = times[1].map(|seconds| seconds / pairs.len() as f64);
    let theirs = anew(stage, pieces);
    let ratio = Figures { median: theirs.median / ours.median, best: theirs.best / ours.best };
    teller.row(format!("polyanya, its mesh and one pair, {pieces} pieces"), 1, theirs)?;
    teller.target(format!("its mesh for every pair / ours, {pieces} pieces"), ratio, Bound::AtLeast(ANEW))
}

fn length(mesh: &Mesh, [a, b]: [Point; 2]) -> Option<f64> {
    mesh.path(scaled(a), scaled(b)).map(|path| f64::from(path.length) / SCALE)
}

/// The time of a mesh and one pair on it, for the first pairs. For one pair alone it is quickest without merging.
fn anew(stage: &Stage, pieces: u8) -> Times {
    let mut seconds = Vec::new();
    let start = Instant::now();
    for &pair in stage.pairs.iter().cycle() {
        let run = Instant::now();
        let mut mesh = shrunk(&stage.world, stage.radius, pieces);
        mesh.bake();
        black_box(length(&mesh, pair));
        seconds.push(run.elapsed().as_secs_f64());
        if seconds.len() == MESHES || start.elapsed().as_secs_f64() > stage.size.pass {
            break;
        }
    }
    Times::of(seconds)
}
