//! Core and ring: whether their borders are those of before, and a graph in which the core is new.

use super::{Change, Kind, neighbours};
use crate::build::{Feature, Free};
use crate::graph::{Face, Graph, NONE};
use crate::voronoi::Voronoi;
use std::collections::HashMap;

/// How the new core fits into the old graph.
pub(super) struct Seam {
    /// Per face of the part: its face before, or `NONE`.
    before: Vec<u32>,
    /// Per face of the part: it belongs to the core.
    is_core: Vec<bool>,
    /// Per border between core and ring: its chain of half-edges in the part, and the same in the graph before.
    borders: Vec<[Vec<u32>; 2]>,
    /// Per vertex of the part at the end of such a border: the vertex before.
    vertices: Vec<u32>,
    /// Faces of the old core that are not in the new one: corners that something new has parted.
    parted: Vec<u32>,
}

/// The loop of a face in chains of half-edges with the same face beyond, which only vertices of degree two part.
fn chains(graph: &Graph, face: u32) -> Vec<Vec<u32>> {
    let ring: Vec<u32> = graph.ring(face).collect();
    let goes_on = |h: u32, next: u32| {
        let [a, b] = [h, next].map(|h| graph.twin(h));
        a != NONE && b != NONE && graph.face(a) == graph.face(b) && graph.next(b) == a
    };
    let Some(first) = (0..ring.len()).find(|&k| !goes_on(ring[(k + ring.len() - 1) % ring.len()], ring[k])) else {
        return vec![ring];
    };
    let mut all: Vec<Vec<u32>> = Vec::new();
    for k in 0..ring.len() {
        let h = ring[(first + k) % ring.len()];
        match all.last_mut() {
            Some(chain) if chain.last().is_some_and(|&last| goes_on(last, h)) => chain.push(h),
            _ => all.push(vec![h]),
        }
    }
    all
}

fn ends(graph: &Graph, chain: &[u32]) -> [u32; 2] {
    [graph.origin(chain[0]), graph.target(chain[chain.len() - 1])]
}

impl Seam {
    /// Compares the borders of the core. Nothing if that cannot be done; the faces that have to be made as well if some border
    /// is another one than before.
    pub fn between(change: &Change<'_>, part: &Free) -> Option<Result<Self, Vec<u32>>> {
        let (old, graph) = (change.old, &part.graph);
        let count = part.features.len();
        let (mut before, mut is_core) = (vec![NONE; count], vec![false; count]);
        let mut met = vec![false; change.kinds.len()];
        for face in 0..count as u32 {
            // A corner beside something that is missing is no part of the core.
            let Some(same) = change.before(part, face) else { continue };
            before[face as usize] = same;
            is_core[face as usize] = same == NONE || change.kinds[same as usize] == Kind::Core;
            if same != NONE && std::mem::replace(&mut met[same as usize], true) {
                return None; // rounding has made two of one
            }
        }
        let parted: Vec<u32> = change.core.iter().copied().filter(|&face| !met[face as usize]).collect();
        let mut seam =
            Self { before, is_core, borders: Vec::new(), vertices: vec![NONE; graph.vertices.len()], parted };
        let mut more: Vec<u32> = seam.parted.iter().flat_map(|&face| neighbours(&old.graph, face)).collect();
        let mut is_whole = true;
        for face in 0..count as u32 {
            is_whole &= !seam.is_core[face as usize] || seam.add(change, part, face, &mut more);
        }
        if !is_whole {
            more.extend(change.ring());
        }
        more.extend(seam.torn(part, old));
        more.retain(|&face| change.kinds[face as usize] == Kind::Kept);
        match (is_whole, more.is_empty()) {
            (true, true) => Some(Ok(seam)),
            (false, true) => None,
            (_, false) => Some(Err(more)),
        }
    }

    /// Adds the borders of a face of the core. False if something is missing beside it.
    fn add(&mut self, change: &Change<'_>, part: &Free, face: u32, more: &mut Vec<u32>) -> bool {
        let (graph, old) = (&part.graph, &change.old.graph);
        let wall = match part.features[face as usize] {
            Feature::Side(_) => graph.faces[face as usize].edge,
            Feature::Corner(_) => NONE,
        };
        if graph.faces[face as usize].edge == NONE || (wall != NONE && graph.origin(wall) == NONE) {
            return false;
        }
        if graph.ring(face).any(|h| graph.twin(h) == NONE && h != wall) {
            return false;
        }
        let same = self.before[face as usize];
        let mut known = if same == NONE { Vec::new() } else { chains(old, same) };
        known.retain(|chain| {
            let twin = old.twin(chain[0]);
            twin != NONE && change.kinds[old.face(twin) as usize] == Kind::Kept
        });
        for chain in chains(graph, face) {
            let twin = graph.twin(chain[0]);
            if twin == NONE || self.is_core[graph.face(twin) as usize] {
                continue;
            }
            let beyond = self.before[graph.face(twin) as usize];
            if beyond == NONE {
                return false;
            }
            let here = ends(graph, &chain);
            let is_same = |other: &Vec<u32>| {
                let there = ends(old, other);
                let is_near = |k: usize| change.is_same_place(graph.vertex(here[k]).at, old.vertex(there[k]).at);
                old.face(old.twin(other[0])) == beyond && is_near(0) && is_near(1)
            };
            match known.iter().position(is_same) {
                Some(k) => {
                    let other = known.swap_remove(k);
                    for (v, w) in here.into_iter().zip(ends(old, &other)) {
                        if self.vertices[v as usize] == NONE {
                            self.vertices[v as usize] = w;
                        }
                    }
                    self.borders.push([chain, other]);
                }
                None => more.push(beyond),
            }
        }
        more.extend(known.iter().map(|chain| old.face(old.twin(chain[0]))));
        true
    }

    /// The faces of the ring at borders that meet at one vertex here and at two in the old graph, or the other way around:
    /// ties that were decided differently.
    fn torn(&self, part: &Free, old: &Voronoi) -> Vec<u32> {
        let mut of_old: HashMap<u32, u32> = HashMap::new();
        let mut torn = Vec::new();
        for [chain, other] in &self.borders {
            for (v, w) in ends(&part.graph, chain).into_iter().zip(ends(&old.graph, other)) {
                if self.vertices[v as usize] != w || *of_old.entry(w).or_insert(v) != v {
                    torn.push(old.graph.face(old.graph.twin(other[0])));
                }
            }
        }
        torn
    }

    /// The old graph with the new core.
    pub fn stitched(mut self, change: &Change<'_>, part: &Free) -> Option<Voronoi> {
        let mut graph = change.old.graph.clone();
        let mut features = change.old.features.clone();
        let mut is_border = vec![false; graph.edges.len()];
        let mut stays = vec![false; graph.vertices.len()];
        for [_, other] in &self.borders {
            for &h in other {
                is_border[h as usize] = true;
                stays[graph.origin(h) as usize] = true;
                stays[graph.target(h) as usize] = true;
            }
        }
        let mut edges = Vec::new();
        for &face in change.core.iter().chain(&change.gone) {
            edges.extend(graph.ring(face).filter(|&h| !is_border[h as usize]));
        }
        let mut vertices: Vec<u32> = edges.iter().map(|&h| graph.origin(h)).filter(|&v| !stays[v as usize]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        for &h in &edges {
            let vertex = &mut graph.vertices[graph.edges[h as usize].origin as usize];
            if vertex.leaving == h {
                vertex.leaving = NONE;
            }
            graph.remove_edge(h);
        }
        vertices.iter().for_each(|&v| graph.remove_vertex(v));
        let mut spare: Vec<u32> = change.gone.iter().chain(&self.parted).copied().collect();
        let mut named = vec![false; features.len()];
        let faces: Vec<u32> = (0..part.features.len() as u32).filter(|&face| self.is_core[face as usize]).collect();
        for &face in &faces {
            if self.before[face as usize] == NONE {
                let blank = Face { site: *part.graph.site(face), edge: NONE };
                self.before[face as usize] = spare.pop().unwrap_or_else(|| {
                    graph.faces.push(blank);
                    features.push(part.features[face as usize]);
                    named.push(false);
                    graph.faces.len() as u32 - 1
                });
            }
            let own = self.before[face as usize] as usize;
            (features[own], named[own]) = (part.features[face as usize], true);
            graph.faces[own].site = *part.graph.site(face);
        }
        self.link(&mut graph, part, &faces);
        compact_faces(&mut graph, &mut features, &mut named, spare);
        graph.compact();
        // Where ties were decided differently the two may not fit.
        graph.check().ok()?;
        change.renamed(graph, features, Some(&named), faces.len())
    }

    /// Takes over the loops of the core.
    fn link(&mut self, graph: &mut Graph, part: &Free, faces: &[u32]) {
        let whole = &part.graph;
        let mut number = vec![NONE; whole.edges.len()];
        // A chain of the ring's border stands for that of the part: its first half-edge, and its last.
        let mut is_inner = vec![false; whole.edges.len()];
        let mut last = vec![NONE; whole.edges.len()];
        for [chain, other] in &self.borders {
            number[chain[0] as usize] = other[0];
            last[chain[0] as usize] = other[other.len() - 1];
            chain[1..].iter().for_each(|&h| is_inner[h as usize] = true);
        }
        for &face in faces {
            let own = self.before[face as usize];
            for h in whole.ring(face).filter(|&h| !is_inner[h as usize]) {
                if number[h as usize] == NONE {
                    let origin = self.vertex(graph, part, whole.origin(h));
                    let edge = graph.add_edge(origin, own);
                    (number[h as usize], last[h as usize]) = (edge, edge);
                }
            }
        }
        for &face in faces {
            let own = self.before[face as usize];
            let loops: Vec<u32> = whole.ring(face).filter(|&h| !is_inner[h as usize]).collect();
            for (k, &h) in loops.iter().enumerate() {
                let next = loops[(k + 1) % loops.len()];
                graph.link(last[h as usize], number[next as usize]);
                let twin = whole.twin(h);
                if twin != NONE && self.is_core[whole.face(twin) as usize] {
                    graph.pair(number[h as usize], number[twin as usize]);
                }
                let edge = number[h as usize];
                let vertex = &mut graph.vertices[graph.edges[edge as usize].origin as usize];
                // At corners the wall is the first.
                if twin == NONE || vertex.leaving == NONE {
                    vertex.leaving = edge;
                }
            }
            let first = whole.faces[face as usize].edge;
            let first = if is_inner[first as usize] { loops[0] } else { first };
            graph.faces[own as usize].edge = number[first as usize];
        }
    }

    /// The vertex of the new graph for one of the part.
    fn vertex(&mut self, graph: &mut Graph, part: &Free, v: u32) -> u32 {
        if self.vertices[v as usize] == NONE {
            let vertex = part.graph.vertex(v);
            let new = graph.add_vertex(vertex.at, vertex.clearance);
            graph.vertices[new as usize].is_fixed = vertex.is_fixed;
            self.vertices[v as usize] = new;
        }
        self.vertices[v as usize]
    }
}

/// Takes out faces that are gone: the last ones get their numbers.
fn compact_faces(graph: &mut Graph, features: &mut Vec<Feature>, named: &mut Vec<bool>, mut spare: Vec<u32>) {
    spare.sort_unstable();
    for face in spare.into_iter().rev() {
        graph.faces.swap_remove(face as usize);
        features.swap_remove(face as usize);
        named.swap_remove(face as usize);
        if (face as usize) < graph.faces.len() {
            let ring: Vec<u32> = graph.ring(face).collect();
            ring.into_iter().for_each(|h| graph.edges[h as usize].face = face);
        }
    }
}
