//! What is seen from corners: triangles and other corners.
//!
//! As windows of a wave that never stops but at outlines. Costs as much as there is to see.

use crate::generators::SlowId;
use wayfront_domain::{CornerId, Domain, Sighting, VisibilityCones};
use wayfront_geometry::Lists;

/// For things with numbers, the slow corners that see each.
pub(crate) type Viewers = Lists<SlowId>;

/// From pairs of a thing and a viewer, in any order, some of them repeated.
fn viewers(things: usize, pairs: &mut Vec<(u32, SlowId)>) -> Viewers {
    pairs.sort_unstable();
    pairs.dedup();
    Lists::of(things, pairs.iter().copied())
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
        self.triangles = self::viewers(domain.free_triangles(), &mut view.triangles);
        self.corners = self::viewers(domain.corner_count(), &mut view.corners);
    }
}

struct View<'a> {
    domain: &'a Domain,
    triangles: Vec<(u32, SlowId)>,
    corners: Vec<(u32, SlowId)>,
    viewer: SlowId,
}

impl View<'_> {
    fn look_around(&mut self, corner: CornerId) {
        let domain = self.domain;
        let at = domain.point(corner);
        let mut cones = VisibilityCones::default();
        for side in domain.sectors(corner).flat_map(|sector| domain.fan(sector)) {
            self.triangles.push((side.triangle().0, self.viewer));
            domain.side_corners(side.next()).into_iter().for_each(|end| self.see(end));
            cones.push_side(domain, &at, side.next());
        }
        while let Some(sighting) = cones.follow(domain, &at) {
            let Sighting::Entered { over, apex, left_of } = sighting else { continue };
            self.triangles.push((over.triangle().0, self.viewer));
            if left_of[0] >= 0.0 && left_of[1] <= 0.0 {
                self.see(apex);
            }
        }
    }

    fn see(&mut self, corner: CornerId) {
        self.corners.push((corner.0, self.viewer));
    }
}
