//! The graph of free triangles, contracted.
//!
//! Triangles in which every way ends are *trees*: one goes through them only to leave or to arrive, and there is one way
//! to do so, upwards. Of the others those with two ways on are *corridors*, those with three *junctions*. From each side of
//! a junction a corridor leads to the side of another: how wide it is, and how long, is known beforehand.
//!
//! The width at a corner of a triangle is how far the nearest solid is within the angle there, also beyond the far side:
//! whoever passes around that corner passes between it and that solid (Demyen and Buro 2006).

use wayfront_domain::{Domain, SideId, TriangleId};
use wayfront_geometry::{Point, closest_on_segment};

/// No side.
pub(super) const NONE: SideId = SideId(u32::MAX);

/// What one can do in a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Only turn back; the side that leads out.
    Tree(SideId),
    /// Go through, or nowhere at all.
    Corridor,
    /// Choose.
    Junction,
}

/// A corridor, from the side by which one leaves a junction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corridor {
    /// The side of the junction at its end, entered; [`NONE`] if it has none.
    pub to: SideId,
    /// The least width on the way.
    pub width: f64,
    /// How many times the straight distance between its ends it is long, over the middles of all sides.
    pub bend: f64,
}

#[derive(Debug)]
pub(super) struct TriangleGraph {
    levels: Vec<Level>,
    /// Per side: the width at the corner from which it starts, between it and the side before it.
    widths: Vec<f64>,
    /// Per side of a junction.
    corridors: Vec<Corridor>,
}

impl TriangleGraph {
    pub(super) fn of(domain: &Domain) -> Self {
        let levels = levels(domain);
        let sides = domain.sides().len() as u32;
        let widths = (0..sides).map(|side| width(domain, SideId(side))).collect();
        let mut graph = Self { levels, widths, corridors: Vec::new() };
        let nothing = Corridor { to: NONE, width: 0.0, bend: 1.0 };
        graph.corridors = (0..sides)
            .map(SideId)
            .map(|side| match graph.level(side.triangle()) {
                Level::Junction => graph.corridor(domain, side),
                _ => nothing,
            })
            .collect();
        graph
    }

    pub(super) fn level(&self, triangle: TriangleId) -> Level {
        self.levels[triangle.index()]
    }

    /// The corridor that begins at a side of a junction.
    pub(super) fn corridor_from(&self, side: SideId) -> Corridor {
        self.corridors[side.index()]
    }

    /// How wide it is between the side by which one enters a triangle and the one by which one leaves it.
    pub(super) fn width_between(&self, entered: SideId, left: SideId) -> f64 {
        if left == entered.next() { self.widths[left.index()] } else { self.widths[entered.index()] }
    }

    /// The other way out of a corridor; none where it ends.
    pub(super) fn through(&self, domain: &Domain, entered: SideId) -> Option<SideId> {
        self.ways_out(domain, entered.triangle()).find(|&out| out != entered)
    }

    /// The sides of a triangle that lead to others that are no trees.
    pub(super) fn ways_out<'a>(
        &'a self,
        domain: &'a Domain,
        triangle: TriangleId,
    ) -> impl Iterator<Item = SideId> + use<'a> {
        let leads_on =
            |side: SideId| domain.twin(side).is_some_and(|twin| !matches!(self.level(twin.triangle()), Level::Tree(_)));
        triangle.sides().into_iter().filter(move |&side| leads_on(side))
    }

    fn corridor(&self, domain: &Domain, from: SideId) -> Corridor {
        let nothing = Corridor { to: NONE, width: 0.0, bend: 1.0 };
        let (mut width, mut length, mut out) = (f64::INFINITY, 0.0, from);
        loop {
            let Some(entered) = domain.twin(out) else { return nothing };
            if self.level(entered.triangle()) == Level::Junction {
                let straight = middle(domain, from).distance(middle(domain, entered));
                let bend = if straight > 0.0 { (length / straight).max(1.0) } else { 1.0 };
                return Corridor { to: entered, width, bend };
            }
            let Some(next) = self.through(domain, entered) else { return nothing };
            width = width.min(self.width_between(entered, next));
            length += middle(domain, entered).distance(middle(domain, next));
            out = next;
        }
    }
}

/// The middle of a side.
fn middle(domain: &Domain, side: SideId) -> Point {
    let [a, b] = domain.side_points(side);
    a.lerp(b, 0.5)
}

/// Takes away triangles with one way on, until there are none: what is taken are the trees.
fn levels(domain: &Domain) -> Vec<Level> {
    let count = domain.free_triangles();
    let open = |triangle: TriangleId| triangle.sides().into_iter().filter(|&side| domain.twin(side).is_some());
    let mut ways: Vec<usize> = (0..count as u32).map(|t| open(TriangleId(t)).count()).collect();
    let mut levels: Vec<Option<Level>> = vec![None; count];
    let mut ends: Vec<TriangleId> = (0..count as u32).map(TriangleId).filter(|t| ways[t.index()] == 1).collect();
    while let Some(end) = ends.pop() {
        let beyond = |side: SideId| domain.twin(side).map(SideId::triangle);
        let is_left = |side: &SideId| beyond(*side).is_some_and(|next| levels[next.index()].is_none());
        // The last triangle of a part that is a tree as a whole has nothing left around it: it is the root.
        let Some(up) = open(end).find(is_left) else { continue };
        levels[end.index()] = Some(Level::Tree(up));
        if let Some(next) = beyond(up) {
            ways[next.index()] -= 1;
            if ways[next.index()] == 1 {
                ends.push(next);
            }
        }
    }
    let level = |(triangle, level): (usize, Option<Level>)| match (level, ways[triangle]) {
        (Some(tree), _) => tree,
        (None, 3) => Level::Junction,
        (None, _) => Level::Corridor,
    };
    levels.into_iter().enumerate().map(level).collect()
}

/// The width at the corner from which a side starts, within its triangle.
fn width(domain: &Domain, side: SideId) -> f64 {
    let at = domain.side_points(side)[0];
    let most = domain.side(side).length.min(domain.side(side.prev()).length);
    narrowed(domain, at, side.next(), most)
}

/// The least of a width and what lies beyond a side, as far as that is nearer to the corner.
fn narrowed(domain: &Domain, at: Point, first: SideId, mut least: f64) -> f64 {
    let mut open = vec![first];
    while let Some(far) = open.pop() {
        let [p, q] = domain.side_points(far);
        // Seen under an obtuse angle the nearest point is an end, which counts already.
        if (at - p).dot(q - p) <= 0.0 || (at - q).dot(p - q) <= 0.0 {
            continue;
        }
        let distance = closest_on_segment(p, q, at).distance(at);
        if distance >= least {
            continue;
        }
        match domain.twin(far) {
            None => least = distance,
            Some(twin) => {
                // The vertex beyond is solid, too.
                let apex = domain.point(domain.side(twin.prev()).origin);
                least = least.min(apex.distance(at));
                open.extend([twin.next(), twin.prev()]);
            }
        }
    }
    least
}
