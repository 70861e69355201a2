//! The diagram of a world that has changed, from the diagram before: only what is near a change is made anew.
//!
//! A cell depends on its neighbours alone. So of all cells those are made anew (the *core*) that border on something that is
//! gone, or that something new may take from; their neighbours (the *ring*) stay as they are, but must be there while the
//! core is made. The diagram of core and ring alone is built as any other, and has the right cells for the core if all
//! borders with the ring are those of before. Where one is not, that part of the ring becomes core, and once more; then the
//! core is put into the place of the old one ([`stitch`]). Ties may be decided differently: that too shows at borders.
//!
//! Cost: one look at each side to see what has changed, a copy of the graph, a look at whether it is whole, and the cells near
//! the change. Where the change is
//! large, or rounding hides what a side was before, everything is made anew: the result is right either way.

mod stitch;

use crate::build::{self, Feature, Free, Outlines, frame};
use crate::graph::{Graph, NONE};
use crate::voronoi::{Voronoi, VoronoiError};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use stitch::Seam;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// Tolerance: Vertices of two diagrams are the same if they are nearer to each other than this share of the world's
/// size.
const SAME_VERTEX: f64 = 1e-9;
/// Times that the core may grow.
const ROUNDS: usize = 24;
/// Share of all cells from which on it is cheaper to make all of them anew.
const MOST: f64 = 0.15;
/// Places of a new side at which it is looked for what it takes from.
const LOOKS: u32 = 8;

impl Voronoi {
    /// The diagram of a domain that differs little from this one's: obstacles have come, gone or moved. The same as
    /// [`Voronoi::of`] but for numbers and ties; about as much work as the change is large.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Domain;
    /// # use wayfront_voronoi::Voronoi;
    /// # use wayfront_world::Polygon;
    /// let mut world = wayfront_world::builtin("profiling0").unwrap();
    /// let before = Voronoi::of(&Arc::new(Domain::without_doors(&world).unwrap()))?;
    /// world.obstacles.push(Polygon::ring([(10.0, 10.0), (12.0, 10.0), (12.0, 12.0), (10.0, 12.0)]));
    /// let after = before.moved(&Arc::new(Domain::without_doors(&world).unwrap()))?;
    /// assert_eq!(after.clearance((10.0, 9.0).into()).unwrap().distance, 1.0);
    /// # Ok::<(), wayfront_voronoi::VoronoiError>(())
    /// ```
    ///
    /// # Errors
    /// If features are so close to each other that rounding hides which is nearest.
    pub fn moved(&self, domain: &Arc<Domain>) -> Result<Self, VoronoiError> {
        let stitched = Change::between(self, domain).and_then(Change::followed);
        stitched.map_or_else(|| Self::of(domain), Ok)
    }

    /// How many cells were made anew by [`Self::moved`]; all of them by [`Self::of`].
    #[must_use]
    pub const fn cells_made(&self) -> usize {
        self.cells_made
    }
}

/// Points of the plane are spread well enough by one multiplication each.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, bits: u64) {
        self.0 = (self.0.rotate_left(23) ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }
}

type Ends = [u64; 4];

fn ends(domain: &Domain, side: SideId) -> Ends {
    let [a, b] = domain.side_points(side);
    // Both zeros are one place.
    [a.x, a.y, b.x, b.y].map(|v| (v + 0.0).to_bits())
}

fn solid(domain: &Domain) -> impl Iterator<Item = SideId> + '_ {
    (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none())
}

/// What a face of the diagram before is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Far from all changes.
    Kept,
    /// Its side, or a side beside its corner, is no longer there.
    Gone,
    /// It is made anew.
    Core,
}

/// What has changed between a diagram and a domain.
struct Change<'a> {
    old: &'a Voronoi,
    domain: &'a Arc<Domain>,
    /// Per side of the domain before: the same side now, and the other way around.
    new_side: Vec<u32>,
    old_side: Vec<u32>,
    /// Per corner of the domain before: the same corner now.
    new_corner: Vec<u32>,
    added: Vec<SideId>,
    kinds: Vec<Kind>,
    core: Vec<u32>,
    gone: Vec<u32>,
}

impl<'a> Change<'a> {
    fn between(old: &'a Voronoi, domain: &'a Arc<Domain>) -> Option<Self> {
        if frame(domain) != old.frame || domain.free_triangles() == 0 {
            return None;
        }
        let before = old.domain();
        let mut sides: HashMap<Ends, u32, BuildHasherDefault<Spread>> = HashMap::default();
        sides.reserve(before.sides().len() / 2);
        sides.extend(solid(before).map(|side| (ends(before, side), side.0)));
        let (mut new_side, mut old_side) = (vec![NONE; before.sides().len()], vec![NONE; domain.sides().len()]);
        let mut new_corner = vec![NONE; before.corner_count()];
        let mut added = Vec::new();
        for side in solid(domain) {
            let Some(&same) = sides.get(&ends(domain, side)) else {
                added.push(side);
                continue;
            };
            (new_side[same as usize], old_side[side.index()]) = (side.0, same);
            if old.side_faces[same as usize] == NONE {
                added.push(side); // it had no cell, since something lay on it that may be gone
            }
            let [theirs, ours] = [before.side_corners(SideId(same)), domain.side_corners(side)];
            theirs.into_iter().zip(ours).for_each(|(c, d)| new_corner[c.index()] = d.0);
        }
        let kinds = vec![Kind::Kept; old.features.len()];
        let (core, gone) = (Vec::new(), Vec::new());
        let mut change = Self { old, domain, new_side, old_side, new_corner, added, kinds, core, gone };
        change.begin()?;
        Some(change)
    }

    /// The cells that are gone, and the first ones to make anew.
    fn begin(&mut self) -> Option<()> {
        let old = self.old;
        let graph = &old.graph;
        for face in 0..self.kinds.len() as u32 {
            let sides = sides_of(graph, &old.features, face)?;
            if sides.iter().any(|side| self.new_side[side.index()] == NONE) {
                self.kinds[face as usize] = Kind::Gone;
                self.gone.push(face);
            }
        }
        for k in 0..self.gone.len() {
            let beside: Vec<u32> = neighbours(graph, self.gone[k]).collect();
            beside.into_iter().for_each(|face| self.make(face));
        }
        for k in 0..self.added.len() {
            let [a, b] = self.domain.side_points(self.added[k]);
            for look in 0..=LOOKS {
                let p = a.lerp(b, f64::from(look) / f64::from(LOOKS));
                let face = self.old.clearance(p).and_then(|room| self.old.face_of(&room));
                if let Some(face) = face {
                    self.make(face);
                }
            }
        }
        Some(())
    }

    /// A cell becomes part of the core, unless it is gone.
    fn make(&mut self, face: u32) {
        let kind = &mut self.kinds[face as usize];
        if *kind == Kind::Kept {
            *kind = Kind::Core;
            self.core.push(face);
        }
    }

    /// Lets the core grow until it fits.
    fn followed(mut self) -> Option<Voronoi> {
        if self.core.is_empty() && self.added.is_empty() && self.gone.is_empty() {
            return self.renamed(self.old.graph.clone(), self.old.features.clone(), None, 0);
        }
        for _ in 0..ROUNDS {
            let ring = self.ring();
            if (self.core.len() + ring.len() + self.added.len()) as f64 > MOST * self.kinds.len() as f64 + 64.0 {
                return None;
            }
            let sides = self.sides_around(&ring)?;
            let part = build::part(self.domain, &Outlines::among(self.domain, &sides))?;
            match Seam::between(&self, &part)? {
                Ok(seam) => return seam.stitched(&self, &part),
                Err(more) => more.into_iter().for_each(|face| self.make(face)),
            }
        }
        None
    }

    /// The neighbours of the core that stay.
    fn ring(&self) -> Vec<u32> {
        let around = self.core.iter().flat_map(|&face| neighbours(&self.old.graph, face));
        let mut ring: Vec<u32> = around.filter(|&face| self.kinds[face as usize] == Kind::Kept).collect();
        ring.sort_unstable();
        ring.dedup();
        ring
    }

    /// The sides of core and ring, and what is new.
    fn sides_around(&self, ring: &[u32]) -> Option<Vec<SideId>> {
        let mut sides = self.added.clone();
        for &face in self.core.iter().chain(ring) {
            let own = sides_of(&self.old.graph, &self.old.features, face)?;
            sides.extend(own.iter().map(|side| SideId(self.new_side[side.index()])));
        }
        sides.sort_unstable_by_key(|side| side.0);
        sides.dedup();
        Some(sides)
    }

    /// The face of the diagram before that a face of a part is; `NONE` if it is new.
    fn before(&self, part: &Free, face: u32) -> Option<u32> {
        let now = sides_of(&part.graph, &part.features, face)?;
        let olds = now.map(|side| self.old_side[side.index()]);
        if olds.contains(&NONE) {
            return Some(NONE);
        }
        let side = SideId(olds[0]);
        let first = match part.features[face as usize] {
            Feature::Side(_) => self.old.side_faces[side.index()],
            Feature::Corner(_) => self.old.corner_faces[self.old.domain().side_corners(side)[0].index()],
        };
        let faces = std::iter::successors(Some(first).filter(|&f| f != NONE), |&f| {
            Some(self.old.more_faces[f as usize]).filter(|&f| f != NONE)
        });
        let place = part.graph.site(face);
        // A corner between other sides than before is another one.
        let mut same = faces.filter(|&f| {
            self.old.graph.site(f) == place
                && sides_of(&self.old.graph, &self.old.features, f) == Some(olds.map(SideId))
        });
        Some(same.next().unwrap_or(NONE))
    }

    /// A graph whose features are named as in the domain before, but for those in `named`, becomes a diagram.
    fn renamed(
        &self,
        graph: Graph,
        mut features: Vec<Feature>,
        named: Option<&[bool]>,
        cells_made: usize,
    ) -> Option<Voronoi> {
        for (face, feature) in features.iter_mut().enumerate() {
            if named.is_some_and(|named| named[face]) {
                continue;
            }
            let now = match *feature {
                Feature::Side(side) => self.new_side[side.index()],
                Feature::Corner(corner) => self.new_corner[corner.index()],
            };
            if now == NONE {
                return None;
            }
            *feature = match feature {
                Feature::Side(_) => Feature::Side(SideId(now)),
                Feature::Corner(_) => Feature::Corner(CornerId(now)),
            };
        }
        Some(Voronoi::with(self.domain, graph, features, self.old.frame, cells_made))
    }

    fn is_same_place(&self, p: Point, q: Point) -> bool {
        p.distance(q) <= SAME_VERTEX * self.domain.bounds().size()
    }
}

/// The faces that border on a face.
fn neighbours(graph: &Graph, face: u32) -> impl Iterator<Item = u32> + '_ {
    graph.ring(face).map(|h| graph.twin(h)).filter(|&twin| twin != NONE).map(|twin| graph.face(twin))
}

/// The side of a face, twice; for a corner the side that starts there, and the one that ends there. `None` where loops are not as
/// they should be.
fn sides_of(graph: &Graph, features: &[Feature], face: u32) -> Option<[SideId; 2]> {
    let side_beyond = |h: u32| {
        let twin = graph.twin(h);
        match features.get(graph.edges.get(twin as usize)?.face as usize)? {
            Feature::Side(side) => Some(*side),
            Feature::Corner(_) => None,
        }
    };
    match features[face as usize] {
        Feature::Side(side) => Some([side; 2]),
        Feature::Corner(_) => {
            let first = graph.faces[face as usize].edge;
            let last = graph.edges.get(first as usize)?.prev;
            Some([side_beyond(first)?, side_beyond(last)?])
        }
    }
}
