//! Building a map: sources, then corners in the order of their costs, each sending its windows at once.

use crate::front::{Flat, Node};
use crate::goal::{Everywhere, Goal};
use crate::index::WindowIndex;
use crate::placed::{SourceFault, Sources};
use crate::queue::Item;
use crate::run::Work;
use wayfront_domain::Domain;
use wayfront_world::Source;

/// How much a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Corners, source points and flat fronts that generate a part of the map.
    pub generators: usize,
    /// Windows kept.
    pub windows: usize,
}

/// What a build leaves behind for queries.
#[derive(Debug, Default)]
pub(crate) struct Built {
    pub nodes: Vec<Node>,
    pub flats: Vec<Flat>,
    pub index: WindowIndex,
    pub sources: Sources,
}

impl Work<Everywhere> {
    /// Builds a map into `built`, whose memory is used again.
    pub fn build(&mut self, domain: &Domain, sources: &[Source], built: &mut Built) -> Result<(), SourceFault> {
        std::mem::swap(&mut self.nodes, &mut built.nodes);
        std::mem::swap(&mut self.flats, &mut built.flats);
        self.restart(domain);
        let placed = built.sources.place(domain, sources, &mut self.nodes, &mut self.flats);
        if placed.is_ok() {
            self.start_sources(domain, &built.sources);
            self.propagate(domain, &built.sources);
        }
        built.index.fill(&self.kept, domain.free_triangles());
        std::mem::swap(&mut self.nodes, &mut built.nodes);
        std::mem::swap(&mut self.flats, &mut built.flats);
        placed
    }
}

impl<G: Goal> Work<G> {
    /// Lets the sources wait for their turn.
    pub fn start_sources(&mut self, domain: &Domain, sources: &Sources) {
        let nodes = sources.points.iter().map(|p| self.nodes[p.node as usize]);
        let least = nodes.map(|n| self.goal.turn(n.at, n.cost)).fold(f64::INFINITY, f64::min);
        // Narrower than triangles are, so that corners come nearly in order.
        let width = 0.5 * domain.triangle_width();
        self.queue.restart(least, width.max(f64::MIN_POSITIVE), G::AHEAD);
        for point in &sources.points {
            let node = self.nodes[point.node as usize];
            self.queue.push(Item::Node(point.node), self.goal.turn(node.at, node.cost));
        }
        for (k, piece) in sources.pieces.iter().enumerate() {
            self.queue.push(Item::Flats(k as u32), piece.cost);
        }
    }

    /// Lets everything have its turn, until nothing that waits is needed.
    pub fn propagate(&mut self, domain: &Domain, sources: &Sources) {
        let first_source = domain.corner_count() as u32;
        while let Some((item, turn)) = self.queue.pop() {
            if turn >= self.goal.end() {
                // Within a bucket the order is free: others in it may still be needed.
                if self.queue.now() >= self.goal.end() {
                    return;
                }
                continue;
            }
            match item {
                Item::Window(window, side) => self.resume(domain, window, side),
                Item::Flats(k) => {
                    let piece = sources.pieces[k as usize];
                    let [start, end] = piece.triangles.map(|t| t as usize);
                    self.emit_piece(domain, &piece, &sources.triangles[start..end]);
                }
                Item::Node(node) if node >= first_source => {
                    self.emit_point(domain, &sources.points[(node - first_source) as usize]);
                }
                Item::Node(corner) => {
                    let node = &mut self.nodes[corner as usize];
                    // Not if it was served already at this cost.
                    if !node.is_done {
                        node.is_done = true;
                        self.emit_corner(domain, corner);
                    }
                }
            }
        }
    }
}
