//! Building a map: sources, then corners in the order of their costs, each sending its windows at once.

use crate::front::{Flat, Node};
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

impl Work {
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

    fn start_sources(&mut self, domain: &Domain, sources: &Sources) {
        let least = sources.points.iter().map(|p| self.nodes[p.node as usize].cost).fold(f64::INFINITY, f64::min);
        // Narrower than triangles are: corners come nearly in order, and windows run ten buckets ahead.
        let width = 0.5 * (domain.area() / domain.free_triangles().max(1) as f64).sqrt();
        self.queue.restart(least, width.max(f64::MIN_POSITIVE));
        for point in &sources.points {
            self.queue.push(Item::Node(point.node), self.nodes[point.node as usize].cost);
        }
        for (k, piece) in sources.pieces.iter().enumerate() {
            self.queue.push(Item::Flats(k as u32), piece.cost);
        }
    }

    fn propagate(&mut self, domain: &Domain, sources: &Sources) {
        let first_source = domain.corner_count() as u32;
        while let Some((item, cost)) = self.queue.pop() {
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
                    // Pushed again since, with a lower cost, or already served at this one.
                    if node.is_done == 0 && node.cost == cost {
                        node.is_done = 1;
                        self.emit_corner(domain, corner);
                    }
                }
            }
        }
    }
}
