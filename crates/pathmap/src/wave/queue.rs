//! What waits for its turn: corners that will send windows, and windows that run too far ahead.
//!
//! Buckets of equal width instead of a heap: the order within a bucket does not matter, because a corner that improves
//! after its turn gets another one. What lies beyond the last bucket waits in a list that is sorted in when the buckets
//! are used up, so that any range of costs works. Constant time per item.

use super::window::Window;
use crate::generators::{NodeId, OriginId};
use wayfront_domain::SideId;

/// Tolerance: Least width of a bucket as a share of the costs in it: a width below their rounding would not move the
/// start.
const LEAST_WIDTH: f64 = f64::EPSILON * 4.0;
/// Buckets in use at a time.
const BUCKETS: usize = 4096;

/// Something that waits. `E` is what only builds with terms know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item<E> {
    /// A corner or a source's point.
    Node(NodeId),
    /// The flat fronts of a source's segment, or of a solid.
    Flats(OriginId),
    /// A window about to enter over this side.
    Window(Window, SideId),
    /// Something else.
    Event(E),
}

/// A place in the list of what waits, or the end of a chain of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Link(u32);

impl Link {
    const END: Self = Self(u32::MAX);

    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Waiting<E> {
    item: Item<E>,
    cost: f64,
    next: Link,
}

#[derive(Debug)]
pub(crate) struct Queue<E> {
    waiting: Vec<Waiting<E>>,
    heads: Vec<Link>,
    /// Those beyond the last bucket.
    later: Link,
    /// First waiting place that is free again.
    unused: Link,
    start: f64,
    width: f64,
    /// Buckets per cost.
    rate: f64,
    at: usize,
    ahead: f64,
    /// The last bucket in use since the start.
    last: usize,
}

impl<E> Default for Queue<E> {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            heads: Vec::new(),
            later: Link::END,
            unused: Link::END,
            start: 0.0,
            width: 0.0,
            rate: 0.0,
            at: 0,
            ahead: 0.0,
            last: 0,
        }
    }
}

impl<E: Copy> Queue<E> {
    /// Empties the queue, keeping its memory. Windows may run `ahead` buckets ahead of their turn.
    pub fn restart(&mut self, start: f64, width: f64, ahead: f64) {
        self.waiting.clear();
        // Searches are short: only what was used is cleared.
        self.heads.resize(BUCKETS, Link::END);
        self.heads[..=self.last].fill(Link::END);
        self.last = 0;
        (self.later, self.unused) = (Link::END, Link::END);
        (self.start, self.width, self.at, self.ahead) = (start, width, 0, ahead);
        self.rate = 1.0 / width;
    }

    /// Windows whose turn is after this wait for it.
    pub fn horizon(&self) -> f64 {
        self.start + self.width * (self.at as f64 + self.ahead)
    }

    /// No turn that is still to come is before this.
    pub fn now(&self) -> f64 {
        self.start + self.width * self.at as f64
    }

    /// Which bucket counted from the start; those before the current one have had their turn.
    #[inline]
    fn bucket(&self, cost: f64) -> usize {
        ((cost - self.start) * self.rate) as usize
    }

    /// Two costs have the same turn: what waits for the one need not wait for the other.
    #[inline]
    pub fn is_same_turn(&self, a: f64, b: f64) -> bool {
        self.bucket(a) == self.bucket(b)
    }

    pub fn push(&mut self, item: Item<E>, cost: f64) {
        let bucket = self.bucket(cost);
        let head = if bucket < BUCKETS {
            let bucket = bucket.max(self.at);
            self.last = self.last.max(bucket);
            &mut self.heads[bucket]
        } else {
            &mut self.later
        };
        let waiting = Waiting { item, cost, next: *head };
        if self.unused == Link::END {
            *head = Link(self.waiting.len() as u32);
            self.waiting.push(waiting);
        } else {
            *head = self.unused;
            let place = &mut self.waiting[self.unused.index()];
            self.unused = place.next;
            *place = waiting;
        }
    }

    /// The next item, and the cost it was pushed with.
    pub fn pop(&mut self) -> Option<(Item<E>, f64)> {
        loop {
            while self.at <= self.last {
                let head = self.heads[self.at];
                if head != Link::END {
                    let taken = self.waiting[head.index()];
                    self.heads[self.at] = taken.next;
                    self.waiting[head.index()].next = self.unused;
                    self.unused = head;
                    return Some((taken.item, taken.cost));
                }
                self.at += 1;
            }
            if !self.sort_in_later() {
                return None;
            }
        }
    }

    /// Starts over with the buckets, at the least of the costs beyond them.
    fn sort_in_later(&mut self) -> bool {
        let mut least = f64::INFINITY;
        let mut at = self.later;
        while at != Link::END {
            let waiting = self.waiting[at.index()];
            least = least.min(waiting.cost);
            at = waiting.next;
        }
        if self.later == Link::END {
            return false;
        }
        self.start = least;
        self.width = self.width.max(least.abs() * LEAST_WIDTH);
        self.rate = 1.0 / self.width;
        (self.at, self.last) = (0, 0);
        let mut at = std::mem::replace(&mut self.later, Link::END);
        while at != Link::END {
            let waiting = self.waiting[at.index()];
            let bucket = self.bucket(waiting.cost);
            let head = if bucket < BUCKETS {
                self.last = self.last.max(bucket);
                &mut self.heads[bucket]
            } else {
                &mut self.later
            };
            self.waiting[at.index()].next = *head;
            *head = at;
            at = waiting.next;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_cost_up_to_a_bucket() {
        let mut queue: Queue<()> = Queue::default();
        queue.restart(5.0, 0.25, 1.0);
        let costs: Vec<f64> = (0..5000u64).map(|k| 5.0 + ((k * 7919) % 5000) as f64 * 1.5).collect();
        for (k, &cost) in costs.iter().enumerate() {
            queue.push(Item::Node(NodeId::new(k)), cost);
        }
        let mut last = 0.0;
        let mut count = 0;
        while let Some((Item::Node(k), cost)) = queue.pop() {
            assert_eq!(cost, costs[k.index()]);
            assert!(cost > last - 0.25);
            last = cost;
            count += 1;
        }
        assert_eq!(count, 5000);
    }

    #[test]
    fn infinitely_wide_ranges_end() {
        let mut queue: Queue<()> = Queue::default();
        queue.restart(0.0, 1e-9, 1.0);
        for cost in [1e12, 3.0, 1e300, 1e-3] {
            queue.push(Item::Node(NodeId::new(0)), cost);
        }
        let costs: Vec<f64> = std::iter::from_fn(|| queue.pop()).map(|p| p.1).collect();
        assert_eq!(costs, [1e-3, 3.0, 1e12, 1e300]);
    }
}
