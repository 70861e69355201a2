//! Many questions at once: asked place by place, so that what one has read is still in the cache for the next.
//!
//! A question about a large domain mostly waits for memory if the one before was about another end of the world.
//! Triangles are numbered along Hilbert's curve, and so is all that belongs to them: questions are sorted by the numbers
//! of triangles nearby. A counting sort, linear in questions. Where there are very many, threads share them out in chunks.

use crate::tables::domain::Domain;
use rayon::prelude::*;
use wayfront_geometry::Point;

/// Questions that are worth being sorted.
const MANY: usize = 512;
/// Places that are distinguished, per question: with more, no more is found in the cache.
const PLACES: usize = 4;

impl Domain {
    /// A question about many points, place by place and on all threads; answers are in the order of the points. One
    /// thread answers `chunk` of them in a row.
    #[must_use]
    pub fn ask_all<T: Clone + Send>(&self, points: &[Point], chunk: usize, ask: impl Fn(Point) -> T + Sync) -> Vec<T> {
        if points.len() < MANY {
            return points.iter().map(|&p| ask(p)).collect();
        }
        let mut answers = vec![ask(points[0]); points.len()];
        if points.len() <= chunk {
            ask_chunk(self, points, &mut answers, &ask);
        } else {
            let chunks = answers.par_chunks_mut(chunk).zip(points.par_chunks(chunk));
            chunks.for_each(|(answers, points)| ask_chunk(self, points, answers, &ask));
        }
        answers
    }
}

fn ask_chunk<T>(domain: &Domain, points: &[Point], answers: &mut [T], ask: &impl Fn(Point) -> T) {
    let near: Vec<u32> = points.iter().map(|&p| domain.near(p).0).collect();
    for k in by_place(&near, domain.triangle_count()) {
        answers[k as usize] = ask(points[k as usize]);
    }
}

/// The numbers of all questions, place by place: `near` of each is below `most`.
fn by_place(near: &[u32], most: usize) -> Vec<u32> {
    let mut shift = 0;
    while most >> shift > PLACES * near.len() {
        shift += 1;
    }
    let mut starts = vec![0_u32; (most >> shift) + 2];
    for place in near {
        starts[(place >> shift) as usize + 1] += 1;
    }
    let mut start = 0;
    for count in &mut starts {
        start += *count;
        *count = start;
    }
    let mut order = vec![0; near.len()];
    for (k, place) in (0..).zip(near) {
        let slot = &mut starts[(place >> shift) as usize];
        order[*slot as usize] = k;
        *slot += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Random;

    #[test]
    fn every_question_has_its_turn_near_its_neighbours() {
        let mut random = Random::new(5);
        for most in [1, 7, 1_000, 4_096, 400_000] {
            let near: Vec<u32> = (0..3_000).map(|_| random.below(most) as u32).collect();
            let mut order = by_place(&near, most);
            let far = order.windows(2).map(|w| near[w[0] as usize].saturating_sub(near[w[1] as usize])).max();
            assert!(far.is_some_and(|far| far as usize <= most / (PLACES * near.len()) * 2), "{far:?} of {most}");
            order.sort_unstable();
            assert!(order.into_iter().eq(0..3_000));
        }
    }
}
