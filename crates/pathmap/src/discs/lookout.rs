//! What arrivals see of triangles, once all costs are known.
//!
//! The second half of a map whose legs were known beforehand (`rows`): nothing is offered any more, so arrivals do not wait for
//! each other, and whatever is too late for some side is known to be. They are shared out to all threads, and put together in
//! their order.

use super::field::Window;
use super::glances::Onlooker;
use super::passages::Passages;
use super::rows::{Arrived, Rows};
use super::turns::Arrivals;
use rayon::prelude::*;
use wayfront_domain::TriangleId;

/// Parts for each thread: some arrivals see much more than others.
const PARTS: usize = 4;

/// What a wave has found out.
#[derive(Clone, Copy)]
pub(super) struct Lookout<'a> {
    pub passages: &'a Passages,
    pub arrivals: &'a Arrivals,
    pub rows: &'a Rows,
}

/// What is seen by some arrivals.
pub(super) type Seen = Vec<(TriangleId, Window)>;

impl Lookout<'_> {
    /// Adds what arrivals see, in their order; memory for parts of it is given.
    pub fn look(&self, numbers: &[(u32, Arrived)], parts: &mut Vec<Seen>, kept: &mut Seen) {
        let count = PARTS * rayon::current_num_threads();
        parts.resize_with(count, Vec::new);
        let each = numbers.len().div_ceil(count).max(1);
        parts.par_iter_mut().zip(numbers.par_chunks(each)).for_each(|(part, numbers)| {
            part.clear();
            for &(number, arrived) in numbers {
                let onlooker =
                    Onlooker::new(number, &self.arrivals.list[number as usize], arrived.angle, self.rows.radius);
                let glances = self.rows.glances(arrived);
                onlooker.look(self.passages, glances, |triangle, window| part.push((triangle, window)));
            }
        });
        let used = numbers.len().div_ceil(each);
        parts[..used].iter().for_each(|part| kept.extend_from_slice(part));
    }
}
