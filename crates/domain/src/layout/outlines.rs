//! The outlines of a world as distinct sites and edges between them, in an order that depends on their coordinates
//! alone.
//!
//! Sites are sorted along Hilbert's curve, edges by their sites. The triangulation inserts both in this order, so that
//! the same shapes give the same domain whatever the order, direction or starting point in which they were described.
//! Repeated points, closing points and spikes disappear here. Cost: a sort of the points, linear for the rest.

use crate::layout::edges::{EdgeRecords, RecordId};
use wayfront_geometry::{Bounds, Point, hilbert_index};
use wayfront_world::{Field, Place, Polygon, World};

/// What a closed or open chain of points does to free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Outer ring of a polygon.
    Outer,
    /// Ring cut out of a polygon.
    Hole,
    /// Polyline without thickness.
    Wall,
    /// Segment that can be crossed at a price, or at times.
    Gate,
}

/// One ring or wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub role: Role,
    /// Which polygon a ring belongs to; the number of a gate; for walls without meaning.
    pub shape: u32,
    pub place: Place,
}

/// A polygon: walkable or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub is_area: bool,
    pub place: Place,
}

pub(crate) struct Outlines {
    pub bounds: Bounds,
    pub outlines: Vec<Outline>,
    pub shapes: Vec<Shape>,
    pub sites: Vec<Point>,
    /// Sites at both ends; the record with the same index says what runs along the edge.
    pub edges: Vec<[u32; 2]>,
    pub records: EdgeRecords,
    /// Ends of the edges that were appended, by record.
    appended: Vec<(RecordId, [Point; 2])>,
}

/// How many things of each kind there were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    outlines: usize,
    shapes: usize,
    records: usize,
    uses: usize,
}

/// A thing of the world that has outlines.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub lines: Lines<'a>,
    pub place: Place,
}

/// What a part is made of.
#[derive(Clone, Copy)]
pub(crate) enum Lines<'a> {
    /// The walkable area.
    Area(&'a Polygon),
    Obstacle(&'a Polygon),
    Wall(&'a [Point]),
}

impl<'a> Part<'a> {
    /// Its rings, or its polyline.
    pub fn lines(&self) -> impl Iterator<Item = &'a [Point]> + use<'a> {
        let (polygon, wall) = match self.lines {
            Lines::Area(polygon) | Lines::Obstacle(polygon) => (Some(polygon), None),
            Lines::Wall(points) => (None, Some(points)),
        };
        polygon.into_iter().flat_map(Polygon::rings).chain(wall)
    }
}

/// Everything that has outlines, the walkable area first.
pub(crate) fn parts<'a>(world: &'a World, walkable: &'a [Polygon]) -> Vec<Part<'a>> {
    let areas = walkable.iter().enumerate();
    let areas = areas.map(|(k, p)| Part { lines: Lines::Area(p), place: named(p.place, Field::Areas, k) });
    let obstacles = world.obstacles.iter().enumerate();
    let obstacles =
        obstacles.map(|(k, p)| Part { lines: Lines::Obstacle(p), place: named(p.place, Field::Obstacles, k) });
    let walls = world.walls.iter().enumerate();
    let walls = walls.map(|(k, w)| Part { lines: Lines::Wall(&w.points), place: named(w.place, Field::Walls, k) });
    areas.chain(obstacles).chain(walls).collect()
}

/// Chains one after another, before sites are known.
#[derive(Default)]
struct Chains {
    points: Vec<Point>,
    /// First point of each outline; one more at the end.
    starts: Vec<usize>,
    outlines: Vec<Outline>,
    shapes: Vec<Shape>,
}

impl Outlines {
    pub fn of(parts: &[Part]) -> Self {
        let chains = Chains::of(parts);
        let bounds = Bounds::of(&chains.points);
        let (sites, site_of) = distinct_sites(&chains.points, &bounds);
        let (mut edges, records) = chains.edges(&site_of, sites.len());
        let sites = without_loose_sites(sites, &mut edges);
        Self { bounds, outlines: chains.outlines, shapes: chains.shapes, sites, edges, records, appended: Vec::new() }
    }

    /// Appends others: their outlines, shapes and records, not their sites and edges. Gives the record of each edge.
    pub fn append(&mut self, more: &Self) -> Vec<RecordId> {
        let (outlines, shapes) = (self.outlines.len() as u32, self.shapes.len() as u32);
        for &corner in more.bounds.corners().iter().filter(|_| !more.bounds.is_empty()) {
            self.bounds.include(corner);
        }
        self.outlines.extend(more.outlines.iter().map(|o| Outline { shape: o.shape + shapes, ..*o }));
        self.shapes.extend(&more.shapes);
        let mut adopted = Vec::with_capacity(more.edges.len());
        for k in 0..more.edges.len() as u32 {
            let record = self.records.start();
            for used in more.records.uses(RecordId(k)) {
                self.records.add(record, used.outline + outlines, used.turns);
            }
            self.appended.push((record, more.edges[k as usize].map(|site| more.sites[site as usize])));
            adopted.push(record);
        }
        adopted
    }

    /// The ends of an edge as it was given, by its record; none for joined records.
    pub fn ends_of(&self, record: RecordId) -> Option<[Point; 2]> {
        if let Some(edge) = self.edges.get(record.0 as usize) {
            return Some(edge.map(|site| self.sites[site as usize]));
        }
        let k = self.appended.binary_search_by_key(&record, |&(record, _)| record).ok()?;
        Some(self.appended[k].1)
    }

    /// How much there is, to come back to with [`Self::rewind`].
    pub fn mark(&self) -> Mark {
        let (records, uses) = (self.records.len(), self.records.use_count());
        Mark { outlines: self.outlines.len(), shapes: self.shapes.len(), records, uses }
    }

    /// Forgets what was appended since the mark. The bounds stay.
    pub fn rewind(&mut self, mark: Mark) {
        self.outlines.truncate(mark.outlines);
        self.shapes.truncate(mark.shapes);
        self.records.rewind(mark.records, mark.uses);
        self.appended.retain(|&(record, _)| (record.0 as usize) < mark.records);
    }

    /// A record of its own for a gate, which is added after all rings and walls.
    pub fn add_gate(&mut self, gate: u32, place: Place) -> RecordId {
        self.outlines.push(Outline { role: Role::Gate, shape: gate, place });
        let record = self.records.start();
        self.records.add(record, self.outlines.len() as u32 - 1, 1);
        record
    }

    /// The rings, walls and gates that run along an edge.
    pub fn along(&self, record: RecordId) -> impl Iterator<Item = Outline> + '_ {
        self.records.uses(record).map(|used| self.outlines[used.outline as usize])
    }
}

impl Chains {
    fn of(parts: &[Part]) -> Self {
        let mut chains = Self::default();
        for &Part { lines, place } in parts {
            match lines {
                Lines::Area(polygon) => chains.add_polygon(polygon, true, place),
                Lines::Obstacle(polygon) => chains.add_polygon(polygon, false, place),
                Lines::Wall(points) => chains.add(points, Outline { role: Role::Wall, shape: 0, place }),
            }
        }
        chains.starts.push(chains.points.len());
        chains
    }

    fn add_polygon(&mut self, polygon: &Polygon, is_area: bool, place: Place) {
        let shape = self.shapes.len() as u32;
        self.shapes.push(Shape { is_area, place });
        for (k, ring) in polygon.rings().enumerate() {
            let role = if k == 0 { Role::Outer } else { Role::Hole };
            let place = Place { ring: place.ring + k as u32, ..place };
            self.add(ring, Outline { role, shape, place });
        }
    }

    fn add(&mut self, points: &[Point], outline: Outline) {
        self.starts.push(self.points.len());
        // Adding zero turns -0.0 into 0.0: equal points must sort next to each other.
        self.points.extend(points.iter().map(|p| Point::new(p.x + 0.0, p.y + 0.0)));
        self.outlines.push(outline);
    }

    /// Pairs of sites that some outline runs along, sorted, each with its record.
    fn edges(&self, site_of: &[u32], sites: usize) -> (Vec<[u32; 2]>, EdgeRecords) {
        let steps = self.steps_by_first_site(site_of, sites);
        let mut edges: Vec<[u32; 2]> = Vec::with_capacity(steps.len());
        let mut records = EdgeRecords::with_capacity(steps.len());
        for group in steps.chunk_by(|a, b| a.sites == b.sites) {
            let record = records.start();
            for step in group {
                records.add(record, step.outline, step.turns);
            }
            // A ring that runs there and back again is a spike: it encloses nothing. A wall stays a wall.
            let matters =
                |u: crate::layout::edges::Use| u.turns != 0 || self.outlines[u.outline as usize].role == Role::Wall;
            if records.uses(record).any(matters) {
                edges.push(group[0].sites);
            } else {
                records.forget_last();
            }
        }
        (edges, records)
    }

    /// All steps of all outlines, sorted by their lower and then their higher site.
    fn steps_by_first_site(&self, site_of: &[u32], sites: usize) -> Vec<Step> {
        let mut fill = vec![0u32; sites + 1];
        self.for_each_step(site_of, |step| fill[step.sites[0] as usize + 1] += 1);
        for k in 0..sites {
            fill[k + 1] += fill[k];
        }
        let mut steps = vec![Step::default(); fill[sites] as usize];
        self.for_each_step(site_of, |step| {
            let slot = &mut fill[step.sites[0] as usize];
            steps[*slot as usize] = step;
            *slot += 1;
        });
        // `fill` now holds the end of each site's steps.
        let mut start = 0;
        for &end in &fill[..sites] {
            steps[start..end as usize].sort_unstable_by_key(|s| (s.sites[1], s.outline));
            start = end as usize;
        }
        steps
    }

    fn for_each_step(&self, site_of: &[u32], mut visit: impl FnMut(Step)) {
        for (k, outline) in self.outlines.iter().enumerate() {
            let sites = &site_of[self.starts[k]..self.starts[k + 1]];
            let mut step = |a: u32, b: u32| {
                if a != b {
                    let turns = if a < b { 1 } else { -1 };
                    visit(Step { sites: [a.min(b), a.max(b)], outline: k as u32, turns });
                }
            };
            for pair in sites.windows(2) {
                step(pair[0], pair[1]);
            }
            if let (false, Some(&first), Some(&last)) = (outline.role == Role::Wall, sites.first(), sites.last()) {
                step(last, first);
            }
        }
    }
}

/// Leaves out the sites at which no edge ends, which are tips of spikes. The order of edges stays.
fn without_loose_sites(sites: Vec<Point>, edges: &mut [[u32; 2]]) -> Vec<Point> {
    let mut is_used = vec![false; sites.len()];
    for &site in edges.as_flattened() {
        is_used[site as usize] = true;
    }
    if is_used.iter().all(|&used| used) {
        return sites;
    }
    let mut kept = Vec::with_capacity(sites.len());
    let mut new_number = vec![0; sites.len()];
    for (k, p) in sites.into_iter().enumerate().filter(|&(k, _)| is_used[k]) {
        new_number[k] = kept.len() as u32;
        kept.push(p);
    }
    for site in edges.as_flattened_mut() {
        *site = new_number[*site as usize];
    }
    kept
}

/// A place to speak of, also for worlds that were made by a program.
pub(crate) fn named(place: Place, field: Field, index: usize) -> Place {
    if place.field == Field::Scene { Place::of(field, index) } else { place }
}

/// One edge of one outline, from the lower to the higher site if `turns` is 1, back if -1.
#[derive(Clone, Copy, Default)]
struct Step {
    sites: [u32; 2],
    outline: u32,
    turns: i32,
}

/// The distinct points in the order of Hilbert's curve (then x, then y), and for each point its site.
fn distinct_sites(points: &[Point], bounds: &Bounds) -> (Vec<Point>, Vec<u32>) {
    let mut order: Vec<u64> =
        points.iter().enumerate().map(|(k, &p)| u64::from(hilbert_index(bounds, p)) << 32 | k as u64).collect();
    order.sort_unstable();
    let point = |key: u64| points[(key & 0xffff_ffff) as usize];
    for cell in order.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
        if cell.len() > 1 {
            cell.sort_unstable_by(|&a, &b| {
                let (a, b) = (point(a), point(b));
                a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
            });
        }
    }
    let mut sites: Vec<Point> = Vec::with_capacity(points.len());
    let mut site_of = vec![0; points.len()];
    for &key in &order {
        let p = point(key);
        if sites.last() != Some(&p) {
            sites.push(p);
        }
        site_of[(key & 0xffff_ffff) as usize] = sites.len() as u32 - 1;
    }
    (sites, site_of)
}
