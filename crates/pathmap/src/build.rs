//! Building a map: sources, then corners in the order of their costs, each sending its windows at once.

use crate::front::{BEHIND, Flat, NONE, Node};
use crate::goal::Goal;
use crate::index::WindowIndex;
use crate::placed::{SourceFault, Sources};
use crate::queue::Item;
use crate::run::Work;
use crate::tariff::Tariff;
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
    /// Layers and gates; empty where there are none.
    pub tariff: Tariff,
}

/// Where flat fronts are numbered from as long as nodes are still added.
const ABOVE_NODES: u32 = 1 << 30;

impl<G: Goal> Work<G> {
    /// Builds a map into `built`, whose memory is used again.
    pub fn build(&mut self, domain: &Domain, sources: &[Source], built: &mut Built) -> Result<(), SourceFault> {
        self.swap(built);
        self.restart(domain);
        let placed = built.sources.place(domain, sources, &mut self.nodes, &mut self.flats);
        if G::HAS_TERMS {
            self.tariff.open(&mut self.nodes, self.flats.len());
        }
        self.first_flat = if G::HAS_GATES { ABOVE_NODES } else { self.nodes.len() as u32 };
        if placed.is_ok() {
            self.start_sources(domain, &built.sources);
            self.propagate(domain, &built.sources);
        }
        if G::HAS_GATES {
            self.number_flats_after_nodes();
        }
        built.index.fill(&self.kept, domain.free_triangles());
        self.swap(built);
        placed
    }

    fn swap(&mut self, built: &mut Built) {
        std::mem::swap(&mut self.nodes, &mut built.nodes);
        std::mem::swap(&mut self.flats, &mut built.flats);
        std::mem::swap(&mut self.tariff, &mut built.tariff);
    }

    /// No more nodes will come.
    fn number_flats_after_nodes(&mut self) {
        let down = self.first_flat - self.nodes.len() as u32;
        self.first_flat -= down;
        if self.flats.is_empty() {
            return;
        }
        let number = |id: &mut u32| {
            if *id != NONE && *id & !BEHIND >= ABOVE_NODES {
                *id -= down;
            }
        };
        for kept in &mut self.kept {
            let window = &mut kept.window;
            [&mut window.root, &mut window.left, &mut window.right].into_iter().for_each(number);
        }
        self.nodes.iter_mut().for_each(|node| number(&mut node.parent));
    }
    /// Lets the sources wait for their turn.
    pub fn start_sources(&mut self, domain: &Domain, sources: &Sources) {
        let nodes = sources.points.iter().map(|p| self.nodes[p.node as usize]);
        let least = nodes.map(|n| self.goal.turn(n.at, n.cost)).fold(f64::INFINITY, f64::min);
        self.start_queue(domain, least);
        for point in &sources.points {
            let node = self.nodes[point.node as usize];
            self.queue.push(Item::Node(point.node), self.goal.turn(node.at, node.cost));
        }
        for (k, piece) in sources.pieces.iter().enumerate() {
            self.queue.push(Item::Flats(k as u32), piece.cost);
        }
    }

    /// Starts an empty queue at the least cost that will wait.
    pub fn start_queue(&mut self, domain: &Domain, least: f64) {
        // Narrower than triangles are, so that corners come nearly in order.
        let width = 0.5 * domain.triangle_width();
        self.queue.restart(least, width.max(f64::MIN_POSITIVE), G::AHEAD);
    }

    /// Lets everything have its turn, until nothing that waits is needed.
    pub fn propagate(&mut self, domain: &Domain, sources: &Sources) {
        let corners = domain.corner_count() as u32;
        let points = corners..corners + sources.points.len() as u32;
        if G::HAS_SPEEDS {
            self.guess_most(domain, points.clone());
        }
        loop {
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
                    Item::Node(node) if points.contains(&node) => {
                        self.emit_point(domain, &sources.points[(node - corners) as usize]);
                    }
                    Item::Node(corner) => self.serve(domain, corner),
                    Item::Dodge(node, slow) => self.dodge(domain, node, slow),
                    Item::Link(number, node) => self.emit_link(domain, number, node),
                }
            }
            if !G::HAS_SPEEDS || !self.take_up(domain) {
                return;
            }
        }
    }

    /// The turn of a corner. Not if it was served already at this cost.
    #[inline]
    fn serve(&mut self, domain: &Domain, corner: u32) {
        let is_done = self.nodes[corner as usize].is_done;
        if is_done || G::HAS_SPEEDS && self.set_aside(corner) {
            return;
        }
        self.nodes[corner as usize].is_done = true;
        self.emit_corner(domain, corner);
    }
}
