//! Where terms change the plain wave.

use super::memory::{Kind, OnTerms};
use crate::generators::{LayerId, LinkId, MaybeRoot, NodeId, Root, SlowId};
use crate::sources::Sources;
use crate::wave::front::{Front, PointFront, Seen};
use crate::wave::{Goal, Pace, Walk, Window, Work};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// What waits for its turn on terms alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A link around the end of a gate, and the node that takes it.
    Link(LinkId, NodeId),
    /// A corner's node that may turn to keep away from a slow corner.
    Detour(NodeId, SlowId),
}

impl<K: Kind> Goal for OnTerms<K> {
    // The corner may have more to do: change the speed, or lead around a gate.
    const SOURCES_SERVE_CORNERS: bool = false;
    type Pace = K::Pace;
    type Event = Event;

    #[inline]
    fn pace(&self, layer: LayerId) -> K::Pace {
        K::pace(&self.conditions.layers, layer)
    }

    fn layer_count(&self) -> usize {
        self.conditions.layers.all().len()
    }

    fn restart(&mut self, sides: usize) {
        if K::HAS_SPEEDS {
            self.detours.restart(self.conditions.blocking.slow_count(), sides);
            self.followed.values_mut().for_each(Vec::clear);
        }
    }

    #[inline]
    fn arrival(&self, pace: &impl Pace, corner: CornerId) -> NodeId {
        if K::HAS_SPEEDS { self.conditions.layers.arrival(pace.layer(), corner) } else { NodeId::of(corner) }
    }

    #[inline]
    fn is_passed_only(&self, corner: CornerId) -> bool {
        self.conditions.is_passed_only(corner)
    }

    #[inline]
    fn cost_of<F: Front>(work: &Work<Self>, front: &F, seen: &Seen) -> f64 {
        if K::HAS_GATES { work.cost_on_terms(front, seen.at) } else { front.cost_of(seen) }
    }

    #[inline]
    fn follow(work: &mut Work<Self>, node: NodeId) {
        work.follow_on_terms(node);
    }

    #[inline]
    fn touch<F: Front>(work: &mut Work<Self>, domain: &Domain, front: &F, corner: CornerId, goes_on: [bool; 2]) {
        work.touch_beside(domain, front, corner, goes_on);
    }

    #[inline]
    fn stop<F: Front>(work: &mut Work<Self>, domain: &Domain, side: SideId, _: &F, window: &Window) {
        if K::HAS_GATES {
            work.pass(domain, *window, side);
        }
    }

    #[inline]
    fn undoes_first_rule<F: Front>(work: &Work<Self>, front: &F, walk: &Walk<F>, length: f64) -> bool {
        work.is_blocked(front, walk, length)
    }

    #[inline]
    fn is_comparable(work: &Work<Self>, best: MaybeRoot, root: Root) -> bool {
        work.may_compare(best, root)
    }

    #[inline]
    fn undoes_second_rule<F: Front>(work: &Work<Self>, front: &F, walk: &Walk<F>, best: Point, apex: Point) -> bool {
        work.is_split_blocked(front, walk, best, apex)
    }

    #[inline]
    fn defers(work: &mut Work<Self>, node: NodeId) -> bool {
        K::HAS_SPEEDS && work.set_aside(node)
    }

    fn emit(work: &mut Work<Self>, domain: &Domain, front: PointFront<K::Pace>, corner: CornerId) {
        let node = front.id;
        if work.turns_anywhere(node, corner) {
            work.fill_all(domain, front, corner);
            work.touch_around(domain, front, corner);
            work.pass_on(domain, node, corner);
        } else if domain.bends(corner) {
            work.cast_shadow(domain, front, corner);
        }
        if work.may_shun(node, corner) {
            work.plan_detours(node, corner);
        }
    }

    fn serve(work: &mut Work<Self>, domain: &Domain, event: Event) {
        match event {
            Event::Detour(node, slow) => work.take_detour(domain, node, slow),
            Event::Link(link, node) => work.emit_link(domain, link, node),
        }
    }

    fn begin(work: &mut Work<Self>, domain: &Domain, sources: &Sources) {
        if K::HAS_SPEEDS {
            work.guess_most(domain, sources.points.iter().map(|point| point.node));
            work.start_pivots(domain, sources);
        }
    }

    fn resume(work: &mut Work<Self>, domain: &Domain) -> bool {
        K::HAS_SPEEDS && work.take_up(domain)
    }
}
