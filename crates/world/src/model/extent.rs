//! The box around a world, and where one may walk in it.

use super::handle::Kind;
use super::motion::Change;
use super::things::Polygon;
use super::world::World;
use wayfront_geometry::{Bounds, Point};

/// Tolerance: How far the box of a world without areas reaches beyond everything in it, as a part of its longer side:
/// room to walk around the outermost obstacle. The scene format fixes it.
const MARGIN: f64 = 0.05;

impl World {
    /// Box around the geometry. Where the world has no areas: around sources, barriers, doors and flow chains too,
    /// and around every place that a motion leads to, since they must find place in it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::of(self.points());
        if self.areas.is_empty() {
            let sources = self.sources.iter().flat_map(|s| s.shape.points());
            let segments = self.barriers.iter().map(|b| &b.segment).chain(self.doors.iter().map(|d| &d.segment));
            let chains = self.flow.iter().flat_map(|f| f.entrances.iter().chain(&f.exits)).flatten();
            for &p in sources.chain(segments.flatten()).chain(chains) {
                bounds.include(p);
            }
            self.points_of_motions().for_each(|p| bounds.include(p));
        }
        bounds
    }

    /// How many points its outlines, walls and sources have.
    pub(crate) fn point_count(&self) -> usize {
        self.points().count() + self.sources.iter().map(|source| source.shape.points().len()).sum::<usize>()
    }

    /// Where one may walk: the [areas](Self::areas), or the box around everything grown by 5 % of its longer side.
    /// `None` if there is nothing at all.
    #[must_use]
    pub fn walkable(&self) -> Option<std::borrow::Cow<'_, [Polygon]>> {
        if !self.areas.is_empty() {
            return Some(std::borrow::Cow::Borrowed(&self.areas));
        }
        let bounds = self.bounds();
        if bounds.is_empty() {
            return None;
        }
        let margin = if bounds.size() > 0.0 { bounds.size() * MARGIN } else { 1.0 };
        Some(std::borrow::Cow::Owned(vec![Polygon::ring(bounds.grown(margin).corners())]))
    }

    /// Every point at which a motion puts its thing.
    fn points_of_motions(&self) -> impl Iterator<Item = Point> {
        self.motions.iter().flat_map(|motion| {
            let of_thing = motion.thing.index_in(self).map_or_else(Vec::new, |i| self.points_of(motion.thing.kind, i));
            match &motion.change {
                Change::Shifts(shifts) => {
                    shifts.iter().flat_map(|&shift| of_thing.iter().map(move |&p| p + shift)).collect()
                }
                Change::Segments(segments) => segments.concat(),
                _ => Vec::new(),
            }
        })
    }

    fn points_of(&self, kind: Kind, index: usize) -> Vec<Point> {
        match kind {
            Kind::Obstacle => self.obstacles[index].outer.clone(),
            Kind::Source => self.sources[index].shape.points().to_vec(),
            Kind::Door => self.doors[index].segment.to_vec(),
            Kind::Barrier => self.barriers[index].segment.to_vec(),
        }
    }
}
