//! What waits for its turn: corners that will send windows, and windows that run too far ahead.
//!
//! Buckets of equal width instead of a heap: the order within a bucket does not matter, because a corner that improves
//! after its turn gets another one. What lies beyond the last bucket waits in a list that is sorted in when the buckets
//! are used up, so that any range of costs works. Constant time per item.

use crate::front::Window;

const END: u32 = u32::MAX;
/// Buckets in use at a time.
const BUCKETS: usize = 4096;

/// Something that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A corner or a source's point: a node.
    Node(u32),
    /// The flat fronts of a source's segment.
    Flats(u32),
    /// A link around the end of a gate, and the root that takes it.
    Link(u32, u32),
    /// A corner's node that may turn to keep away from a slow corner: its number.
    Dodge(u32, u32),
    /// A window about to enter over this side.
    Window(Window, u32),
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    item: Item,
    cost: f64,
    next: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Queue {
    waiting: Vec<Waiting>,
    heads: Vec<u32>,
    /// Those beyond the last bucket.
    later: u32,
    /// First waiting place that is free again.
    unused: u32,
    start: f64,
    width: f64,
    /// Buckets per cost.
    rate: f64,
    at: usize,
    ahead: f64,
    /// The last bucket in use since the start.
    last: usize,
}

impl Queue {
    /// Empties the queue, keeping its memory. Windows may run `ahead` buckets ahead of their turn.
    pub fn restart(&mut self, start: f64, width: f64, ahead: f64) {
        self.waiting.clear();
        // Searches are short: only what was used is cleared.
        self.heads.resize(BUCKETS, END);
        self.heads[..=self.last].fill(END);
        self.last = 0;
        (self.later, self.unused) = (END, END);
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

    /// Two costs have the same turn: who waits for the one need not wait for the other.
    #[inline]
    pub fn is_same_turn(&self, a: f64, b: f64) -> bool {
        self.bucket(a) == self.bucket(b)
    }

    pub fn push(&mut self, item: Item, cost: f64) {
        let bucket = self.bucket(cost);
        let head = if bucket < BUCKETS {
            let bucket = bucket.max(self.at);
            self.last = self.last.max(bucket);
            &mut self.heads[bucket]
        } else {
            &mut self.later
        };
        let waiting = Waiting { item, cost, next: *head };
        if self.unused == END {
            *head = self.waiting.len() as u32;
            self.waiting.push(waiting);
        } else {
            *head = self.unused;
            let place = &mut self.waiting[self.unused as usize];
            self.unused = place.next;
            *place = waiting;
        }
    }

    /// The next item, and the cost it was pushed with.
    pub fn pop(&mut self) -> Option<(Item, f64)> {
        loop {
            while self.at <= self.last {
                let head = self.heads[self.at];
                if head != END {
                    let taken = self.waiting[head as usize];
                    self.heads[self.at] = taken.next;
                    self.waiting[head as usize].next = self.unused;
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
        while at != END {
            let waiting = self.waiting[at as usize];
            least = least.min(waiting.cost);
            at = waiting.next;
        }
        if self.later == END {
            return false;
        }
        // A width below the rounding of the costs would not move the start.
        self.start = least;
        self.width = self.width.max(least.abs() * f64::EPSILON * 4.0);
        self.rate = 1.0 / self.width;
        (self.at, self.last) = (0, 0);
        let mut at = std::mem::replace(&mut self.later, END);
        while at != END {
            let waiting = self.waiting[at as usize];
            let bucket = self.bucket(waiting.cost);
            let head = if bucket < BUCKETS {
                self.last = self.last.max(bucket);
                &mut self.heads[bucket]
            } else {
                &mut self.later
            };
            self.waiting[at as usize].next = *head;
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
        let mut queue = Queue::default();
        queue.restart(5.0, 0.25, 1.0);
        let costs: Vec<f64> = (0..5000u64).map(|k| 5.0 + ((k * 7919) % 5000) as f64 * 1.5).collect();
        for (k, &cost) in costs.iter().enumerate() {
            queue.push(Item::Node(k as u32), cost);
        }
        let mut last = 0.0;
        let mut count = 0;
        while let Some((Item::Node(k), cost)) = queue.pop() {
            assert_eq!(cost, costs[k as usize]);
            assert!(cost > last - 0.25);
            last = cost;
            count += 1;
        }
        assert_eq!(count, 5000);
    }

    #[test]
    fn infinitely_wide_ranges_end() {
        let mut queue = Queue::default();
        queue.restart(0.0, 1e-9, 1.0);
        for cost in [1e12, 3.0, 1e300, 1e-3] {
            queue.push(Item::Node(0), cost);
        }
        let costs: Vec<f64> = std::iter::from_fn(|| queue.pop()).map(|p| p.1).collect();
        assert_eq!(costs, [1e-3, 3.0, 1e12, 1e300]);
    }
}
