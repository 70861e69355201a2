//! What is open in a search over nodes, the cheapest first.
//!
//! A node and its cost are one number of 64 bits: the cost in single precision, then the node. The order is right up to the
//! rounding of that, so searches take a node again when a cheaper path to it turns up later, and end when the next cost is
//! surely not below what they have. Costs are not negative.

/// Costs in the queue are rounded by no more than this share.
const ROUNDED: f64 = 1.0 - f32::EPSILON as f64;
/// Children of a place of the heap: with four it is half as deep as with two, and they are side by side in memory.
const CHILDREN: usize = 4;

/// A heap: each is no less than its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue(Vec<u64>);

impl Queue {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Room for so many.
    pub fn reserve(&mut self, count: usize) {
        self.0.reserve(count);
    }

    #[inline]
    pub fn push(&mut self, cost: f64, node: u32) {
        let both = u64::from((cost as f32).to_bits()) << 32 | u64::from(node);
        let mut hole = self.0.len();
        self.0.push(both);
        while hole > 0 {
            let parent = (hole - 1) / CHILDREN;
            if self.0[parent] <= both {
                break;
            }
            self.0[hole] = self.0[parent];
            hole = parent;
        }
        self.0[hole] = both;
    }

    /// The next node, and what it costs at least.
    #[inline]
    pub fn pop(&mut self) -> Option<(f64, u32)> {
        let last = self.0.pop()?;
        let first = match self.0.first_mut() {
            Some(first) => std::mem::replace(first, last),
            None => last,
        };
        self.sink(last);
        Some((f64::from(f32::from_bits((first >> 32) as u32)) * ROUNDED, first as u32))
    }

    /// What is at the top goes down to its place.
    #[inline]
    fn sink(&mut self, both: u64) {
        let heap = &mut self.0[..];
        let mut hole = 0;
        loop {
            let first = CHILDREN * hole + 1;
            let (least, child) = match heap.get(first..first + CHILDREN) {
                Some(&[a, b, c, d]) => {
                    let one = if b < a { (b, first + 1) } else { (a, first) };
                    let other = if d < c { (d, first + 3) } else { (c, first + 2) };
                    if other.0 < one.0 { other } else { one }
                }
                _ => {
                    let few = (first..heap.len()).map(|k| (heap[k], k));
                    few.min().unwrap_or((u64::MAX, 0))
                }
            };
            if least >= both {
                break;
            }
            heap[hole] = least;
            hole = child;
        }
        if let Some(place) = heap.get_mut(hole) {
            *place = both;
        }
    }

    /// A cost as [`Self::pop`] gives it.
    #[inline]
    pub fn rounded(cost: f64) -> f64 {
        f64::from(cost as f32) * ROUNDED
    }
}
