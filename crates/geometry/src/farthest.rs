//! Farthest-first choice: each next candidate is the one farthest from all that were chosen (Gonzalez 1985).
//!
//! Gives samples that cover a set evenly, for starts of routes in pictures and reports. Cost: a distance for each
//! candidate and each choice.

/// Chooses candidates one after another, the farthest first. Of several that are equally far, the last.
///
/// ```
/// use wayfront_geometry::{FarthestFirst, Point};
/// let points: Vec<Point> = (0..11).map(|x| Point::new(f64::from(x), 0.0)).collect();
/// let mut choice = FarthestFirst::new(&points, |a, b| a.distance(*b));
/// choice.keep_off(&points[0]);
/// let chosen: Vec<usize> = choice.take(3).map(|(k, _)| k).collect();
/// assert_eq!(chosen, [10, 5, 8]);
/// ```
#[derive(Clone, Debug)]
pub struct FarthestFirst<'a, T, D> {
    candidates: &'a [T],
    /// How far each candidate is from the nearest that was chosen.
    distances: Vec<f64>,
    distance: D,
}

impl<'a, T, D: Fn(&T, &T) -> f64> FarthestFirst<'a, T, D> {
    /// Nothing is chosen yet: all candidates are infinitely far.
    pub fn new(candidates: &'a [T], distance: D) -> Self {
        Self::from_distances(candidates, vec![f64::INFINITY; candidates.len()], distance)
    }

    /// Candidates with how far each is from what to keep away from; those without a distance count as at 0.
    pub fn from_distances(candidates: &'a [T], mut distances: Vec<f64>, distance: D) -> Self {
        distances.resize(candidates.len(), 0.0);
        Self { candidates, distances, distance }
    }

    /// From now on choices are also far from this.
    pub fn keep_off(&mut self, chosen: &T) {
        for (distance, candidate) in self.distances.iter_mut().zip(self.candidates) {
            *distance = distance.min((self.distance)(candidate, chosen));
        }
    }
}

impl<T, D: Fn(&T, &T) -> f64> Iterator for FarthestFirst<'_, T, D> {
    /// The candidate's number, and how far it was from all that were chosen before.
    type Item = (usize, f64);

    fn next(&mut self) -> Option<(usize, f64)> {
        let farthest = (0..self.candidates.len()).max_by(|&a, &b| self.distances[a].total_cmp(&self.distances[b]))?;
        let distance = self.distances[farthest];
        let candidates = self.candidates;
        self.keep_off(&candidates[farthest]);
        Some((farthest, distance))
    }
}
