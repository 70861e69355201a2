//! What is solid: obstacles, walls and the boundary between entrances and exits, as connected parts of the outlines.
//!
//! Outlines that touch are one solid: nothing passes between them. Each part of the free space has solids of its own.
//! Along the outline on which entrances and exits lie, solids and openings take turns. As one walks along it with the
//! free space on the left, what lies between an entrance and the exit after it is a *bottom*: on the path from
//! entrance to exit it is on the right. What lies between an exit and the entrance after it is a *top*. Linear in the
//! outlines.

use crate::error::FlowError;
use crate::terminals::{Opened, Terminal};
use std::collections::HashMap;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_pathmap::Solid;

/// A connected part of the outlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SolidId(pub u32);

/// A part of the free space through which something flows: its bottoms and tops, in their order along the outline.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    pub bottoms: Vec<u32>,
    pub tops: Vec<u32>,
    /// Entrances and exits along the outline, the free space on the left; a top before the first.
    pub openings: Vec<Opening>,
}

/// Entrances, or exits, that touch each other: nothing solid is between them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Opening {
    pub is_entrance: bool,
    pub sides: Vec<SideId>,
    /// What is solid between it and the next one.
    pub wall: u32,
}

/// The solids of all parts of the free space that something flows through.
pub(crate) struct Solids {
    pub solids: Vec<Solid>,
    pub parts: Vec<Part>,
}

impl Solids {
    pub fn new(opened: &Opened) -> Result<Self, FlowError> {
        let domain = opened.domain.as_ref();
        let flowing = flowing_components(opened);
        if !flowing.contains(&true) {
            return Err(FlowError::NoPath);
        }
        let mut gathered = Gathered::of(opened, &flowing);
        let mut parts = Vec::new();
        let mut seen = vec![false; domain.sides().len()];
        let mut of_component = vec![false; flowing.len()];
        for side in (0..domain.sides().len() as u32).map(SideId) {
            let component = domain.component(side.triangle()) as usize;
            if opened.terminals[side.index()].is_none() || seen[side.index()] || !flowing[component] {
                continue;
            }
            if of_component[component] {
                return Err(FlowError::Apart { at: domain.side_points(side)[0] });
            }
            of_component[component] = true;
            let walk = walk_outline(domain, side);
            walk.iter().for_each(|s| seen[s.index()] = true);
            parts.push(gathered.part_along(opened, &walk));
        }
        if parts.iter().any(|p| p.bottoms.is_empty()) {
            return Err(FlowError::NoPath);
        }
        Ok(Self { solids: gathered.solids, parts })
    }
}

/// Per part of the free space: it has an entrance and an exit.
fn flowing_components(opened: &Opened) -> Vec<bool> {
    let mut has = vec![[false; 2]; opened.domain.component_count()];
    for (k, terminal) in opened.terminals.iter().enumerate() {
        if let Some(terminal) = terminal {
            let component = opened.domain.component(SideId(k as u32).triangle());
            has[component as usize][usize::from(terminal.is_entrance())] = true;
        }
    }
    has.into_iter().map(|both| both == [true, true]).collect()
}

/// The outline of the free space from one side on, the free space on the left.
fn walk_outline(domain: &Domain, first: SideId) -> Vec<SideId> {
    let mut walk = vec![first];
    loop {
        let end = domain.side(walk[walk.len() - 1].next()).origin;
        let next = domain.first_side(end);
        if next == first {
            return walk;
        }
        walk.push(next);
    }
}

/// Solids while they are gathered.
struct Gathered {
    solids: Vec<Solid>,
    of_side: HashMap<SideId, u32>,
    /// By vertex (its first sector) and part of the free space.
    of_vertex: HashMap<(CornerId, u32), u32>,
}

impl Gathered {
    fn of(opened: &Opened, flowing: &[bool]) -> Self {
        let domain = opened.domain.as_ref();
        let is_solid = |side: &SideId| {
            domain.twin(*side).is_none()
                && opened.terminals[side.index()].is_none()
                && flowing[domain.component(side.triangle()) as usize]
        };
        let sides: Vec<SideId> = (0..domain.sides().len() as u32).map(SideId).filter(is_solid).collect();
        let mut sets = Sets::new(sides.len());
        let mut at_vertex: HashMap<(CornerId, u32), usize> = HashMap::new();
        for (k, &side) in sides.iter().enumerate() {
            for corner in domain.side_corners(side) {
                let other = *at_vertex.entry(vertex(domain, corner)).or_insert(k);
                sets.join(k, other);
            }
        }
        let mut gathered = Self { solids: Vec::new(), of_side: HashMap::new(), of_vertex: HashMap::new() };
        let mut number: HashMap<usize, u32> = HashMap::new();
        for (k, &side) in sides.iter().enumerate() {
            let next = gathered.solids.len() as u32;
            let solid = *number.entry(sets.root(k)).or_insert(next);
            if solid == next {
                gathered.solids.push(Solid::default());
            }
            gathered.solids[solid as usize].sides.push(side);
            gathered.of_side.insert(side, solid);
        }
        for (at, k) in at_vertex {
            let solid = number[&sets.root(k)];
            gathered.of_vertex.insert(at, solid);
        }
        gathered
    }

    /// Bottoms, tops and openings along an outline.
    fn part_along(&mut self, opened: &Opened, walk: &[SideId]) -> Part {
        let mut part = Part::default();
        let open: Vec<(usize, Terminal)> =
            walk.iter().enumerate().filter_map(|(k, s)| opened.terminals[s.index()].map(|t| (k, t))).collect();
        // Per open side: what is solid between it and the next one.
        let mut walls: Vec<Option<u32>> = vec![None; open.len()];
        for (n, &(k, terminal)) in open.iter().enumerate() {
            let (next, following) = open[(n + 1) % open.len()];
            let is_alike = terminal.is_entrance() == following.is_entrance();
            let between = walk[(k + 1) % walk.len()];
            let touches = (k + 1) % walk.len() == next;
            if is_alike {
                walls[n] = (!touches).then(|| self.of_side[&between]);
                continue;
            }
            let solid = if touches {
                self.point_solid(&opened.domain, opened.domain.side(between).origin)
            } else {
                self.of_side[&between]
            };
            walls[n] = Some(solid);
            if terminal.is_entrance() {
                part.bottoms.push(solid);
            } else {
                part.tops.push(solid);
            }
        }
        part.openings = openings(walk, &open, &walls);
        part
    }

    /// Where an entrance and an exit meet, the point between them is solid.
    fn point_solid(&mut self, domain: &Domain, corner: CornerId) -> u32 {
        let key = vertex(domain, corner);
        if let Some(&solid) = self.of_vertex.get(&key) {
            return solid;
        }
        let solid = self.solids.len() as u32;
        self.solids.push(Solid { corners: vec![corner], ..Solid::default() });
        self.of_vertex.insert(key, solid);
        solid
    }
}

/// The openings along an outline, from an entrance after an exit on: a top lies before it.
fn openings(walk: &[SideId], open: &[(usize, Terminal)], walls: &[Option<u32>]) -> Vec<Opening> {
    let before = |n: usize| open[(n + open.len() - 1) % open.len()].1;
    let first = (0..open.len()).find(|&n| open[n].1.is_entrance() && !before(n).is_entrance()).unwrap_or(0);
    let mut found = Vec::new();
    let mut sides = Vec::new();
    for n in (first..open.len()).chain(0..first) {
        let (k, terminal) = open[n];
        sides.push(walk[k]);
        if let Some(wall) = walls[n] {
            let is_entrance = terminal.is_entrance();
            found.push(Opening { is_entrance, sides: std::mem::take(&mut sides), wall });
        }
    }
    found
}

/// A vertex as it is seen from one part of the free space.
fn vertex(domain: &Domain, corner: CornerId) -> (CornerId, u32) {
    let first = domain.sectors(corner).next().unwrap_or(corner);
    (first, domain.component(domain.first_side(corner).triangle()))
}

/// Disjoint sets.
pub(crate) struct Sets(Vec<u32>);

impl Sets {
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub fn root(&mut self, k: usize) -> usize {
        let mut at = k;
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b) as u32;
    }
}
