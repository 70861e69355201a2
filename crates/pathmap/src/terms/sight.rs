//! What is seen from corners: triangles and other corners.
//!
//! As windows of a wave that never stops but at outlines. Costs as much as there is to see.

use crate::generators::SlowId;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Point, orient};

/// For things with numbers, the slow corners that see each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewers {
    /// Per thing the end of its viewers; they begin where those of the thing before end.
    ends: Vec<u32>,
    viewers: Vec<SlowId>,
}

impl Viewers {
    /// From pairs of a thing and a viewer, in any order, some of them repeated.
    fn fill(&mut self, things: usize, pairs: &mut Vec<(u32, SlowId)>) {
        pairs.sort_unstable();
        pairs.dedup();
        self.ends.clear();
        self.ends.resize(things, 0);
        pairs.iter().for_each(|&(thing, _)| self.ends[thing as usize] += 1);
        let mut sum = 0;
        for end in &mut self.ends {
            sum += *end;
            *end = sum;
        }
        self.viewers.clear();
        self.viewers.extend(pairs.iter().map(|&(_, viewer)| viewer));
    }

    /// Those that see a thing.
    #[inline]
    pub fn of(&self, thing: usize) -> &[SlowId] {
        let Some(&end) = self.ends.get(thing) else { return &[] };
        let start = if thing == 0 { 0 } else { self.ends[thing - 1] };
        &self.viewers[start as usize..end as usize]
    }
}

/// Which slow corners see which triangles, and which corners.
#[derive(Clone, Debug, Default)]
pub(crate) struct Views {
    pub triangles: Viewers,
    pub corners: Viewers,
}

impl Views {
    /// What some corners see; there are no gates.
    pub fn fill(&mut self, domain: &Domain, viewers: &[CornerId]) {
        let mut view = View { domain, triangles: Vec::new(), corners: Vec::new(), viewer: SlowId::new(0) };
        for (k, &corner) in viewers.iter().enumerate() {
            view.viewer = SlowId::new(k);
            view.look_around(corner);
        }
        self.triangles.fill(domain.free_triangles(), &mut view.triangles);
        self.corners.fill(domain.corner_count(), &mut view.corners);
    }
}

struct View<'a> {
    domain: &'a Domain,
    triangles: Vec<(u32, SlowId)>,
    corners: Vec<(u32, SlowId)>,
    viewer: SlowId,
}

/// What is seen over a side, between two rays.
struct Sight {
    over: SideId,
    left: Point,
    right: Point,
}

impl View<'_> {
    fn look_around(&mut self, corner: CornerId) {
        let domain = self.domain;
        let at = domain.point(corner);
        let mut sights = Vec::new();
        for side in domain.sectors(corner).flat_map(|sector| domain.fan(sector)) {
            let over = side.next();
            self.triangles.push((side.triangle().0, self.viewer));
            let [right, left] = domain.side_corners(over).map(|end| {
                self.see(end);
                domain.point(end)
            });
            sights.push(Sight { over, left, right });
        }
        while let Some(sight) = sights.pop() {
            let Some(side) = domain.twin(sight.over) else { continue };
            self.triangles.push((side.triangle().0, self.viewer));
            let Sight { left, right, .. } = sight;
            let apex = domain.side(side.prev()).origin;
            let p = domain.point(apex);
            let (on_left, on_right) = (orient(at, left, p), orient(at, right, p));
            if on_left <= 0.0 && on_right >= 0.0 {
                self.see(apex);
            }
            if on_left < 0.0 {
                let right = if on_right > 0.0 { p } else { right };
                sights.push(Sight { over: side.prev(), left, right });
            }
            if on_right > 0.0 {
                let left = if on_left < 0.0 { p } else { left };
                sights.push(Sight { over: side.next(), left, right });
            }
        }
    }

    fn see(&mut self, corner: CornerId) {
        self.corners.push((corner.0, self.viewer));
    }
}
