//! Generators by rising cost, each with what it sees: the order in which fans are drawn.
//!
//! As in the papers each generator updates all corners that it sees; here by the triangles that its cone passes. A corner
//! that turns a leg looks only to where the turned leg is as short as it can be: what lies elsewhere costs less from
//! others. One at which the speed changes looks all around; and all do at the speed of the start, where others may slow paths down:
//! one turns anywhere to keep away from those.

use super::scene::ShadowScene;
use super::sight::{Front, Piece, Sight};
use crate::device::GpuError;
use wayfront_geometry::{MinHeap, Point};

/// A generator with its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator {
    /// Its number: pieces of sources, then each corner on each layer.
    pub entry: u32,
    pub front: Front,
    pub cost: f64,
    /// Cost per length.
    pub slowness: f64,
}

/// What is known of an entry.
#[derive(Clone, Copy, Debug)]
struct Known {
    cost: f64,
    /// Where the last leg to it started.
    from: Point,
    is_done: bool,
}

struct Tracing<'a> {
    scene: &'a ShadowScene,
    known: Vec<Known>,
    /// Entries that wait: of equals the one with the lowest number first.
    waiting: MinHeap<u32>,
    sight: Sight,
}

/// Gives all generators their turn, hands on what each of them sees, and says how many there were.
pub fn trace(
    scene: &ShadowScene,
    mut draw: impl FnMut(&Generator, &[Piece]) -> Result<(), GpuError>,
) -> Result<usize, GpuError> {
    let unknown = Known { cost: f64::INFINITY, from: Point::default(), is_done: false };
    let sources = scene.sources.iter().map(|piece| Known { cost: piece.offset, ..unknown });
    let corners = std::iter::repeat_n(unknown, scene.turns.len() * scene.speeds.len());
    let waiting = (0..).zip(&scene.sources).map(|(entry, piece)| (piece.offset, entry));
    let mut tracing =
        Tracing { scene, known: sources.chain(corners).collect(), waiting: waiting.collect(), sight: Sight::default() };
    let mut count = 0;
    while let Some((_, entry)) = tracing.waiting.pop() {
        if !std::mem::replace(&mut tracing.known[entry as usize].is_done, true) {
            tracing.turn_of(entry, &mut draw)?;
            count += 1;
        }
    }
    Ok(count)
}

impl Tracing<'_> {
    fn turn_of(
        &mut self,
        entry: u32,
        draw: &mut impl FnMut(&Generator, &[Piece]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let (scene, cost) = (self.scene, self.known[entry as usize].cost);
        let domain = &scene.domain;
        let Some(corner) = (entry as usize).checked_sub(scene.sources.len()) else {
            let ends = scene.sources[entry as usize].ends;
            let slowness = 1.0;
            if ends[0] == ends[1] {
                self.sight.look_from(domain, ends[0]);
                let generator = Generator { entry, front: Front::Point(ends[0]), cost, slowness };
                self.hand_on(&generator, 0);
                draw(&generator, &self.sight.pieces)?;
            }
            for front in [ends, [ends[1], ends[0]]].into_iter().filter_map(Front::flat) {
                self.sight.look_from_flat(domain, &front);
                let generator = Generator { entry, front, cost, slowness };
                self.hand_on(&generator, 0);
                draw(&generator, &self.sight.pieces)?;
            }
            return Ok(());
        };
        let (turn, layer) = (corner / scene.speeds.len(), corner % scene.speeds.len());
        let turn = &scene.turns[turn];
        let is_everywhere = turn.layer == Some(layer) || (layer == 0 && scene.may_shun());
        let from = (!is_everywhere).then_some(self.known[entry as usize].from);
        self.sight.look_from_corner(domain, turn.corner, from);
        let slowness = 1.0 / scene.speeds[layer];
        let generator = Generator { entry, front: Front::Point(turn.at), cost, slowness };
        self.hand_on(&generator, layer);
        draw(&generator, &self.sight.pieces)
    }

    /// Corners that are seen may become cheaper.
    fn hand_on(&mut self, generator: &Generator, layer: usize) {
        let scene = self.scene;
        for corner in &self.sight.corners {
            let Some(k) = scene.turn_of(*corner) else { continue };
            let turn = &scene.turns[k];
            let layer = scene.layer_behind(turn, layer);
            let entry = scene.sources.len() + k * scene.speeds.len() + layer;
            let from = generator.front.foot(turn.at);
            let cost = generator.cost + from.distance(turn.at) * generator.slowness;
            let known = &mut self.known[entry];
            if cost < known.cost {
                (known.cost, known.from) = (cost, from);
                self.waiting.push(cost, entry as u32);
            }
        }
    }
}
