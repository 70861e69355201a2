//! Quick ways beside exact ones: how fast, how many are the shortest all the same, how long the others are.

use super::turns_of;
use crate::stopwatch::repeat;
use crate::table::Row;
use std::sync::Arc;
use wayfront::Domain;
use wayfront::geometry::Point;
use wayfront::pathmap::{PairSearch, QuickKind, QuickSearch};

/// Lengths that differ by less are the same.
const SAME: f64 = 1e-9;

/// Measures quick ways of pairs; tells their rows and what follows from them.
pub fn measure(
    domain: &Arc<Domain>,
    pairs: &[[Point; 2]],
    radius: f64,
    turns: usize,
    rows: &mut Vec<Row>,
    remarks: &mut Vec<String>,
) {
    let (built, mut quick) = repeat(|| QuickSearch::new(domain.clone()));
    rows.push(Row::new("graph of triangles, for every radius", domain.free_triangles(), built));
    let mut exact = PairSearch::new(domain.clone());
    let (mut detours, mut local, mut shortest) = (Vec::new(), 0, 0);
    for &[a, b] in pairs {
        if let (Ok((length, kind)), Ok(right)) = (quick.length(a, b, radius), exact.disc_length(a, b, radius)) {
            local += usize::from(kind == QuickKind::Local);
            shortest += usize::from(length <= right * (1.0 + SAME));
            detours.push(length / right);
        }
    }
    detours.sort_by(f64::total_cmp);
    let times = turns_of(
        vec![
            Box::new(|| pairs.iter().filter_map(|&[a, b]| quick.length(a, b, radius).ok()).map(|found| found.0).sum()),
            Box::new(|| pairs.iter().filter_map(|&[a, b]| exact.disc_length(a, b, radius).ok()).sum::<f64>()),
        ],
        turns,
    );
    rows.push(Row::new("quick ways of the pairs", pairs.len(), times[0]));
    let share = |count: usize| 100.0 * count as f64 / detours.len().max(1) as f64;
    let at = |share: f64| detours.get((share * detours.len() as f64) as usize).copied().unwrap_or(1.0);
    remarks.push(format!(
        "quick ways: {:.1} times as fast as exact ones; {:.0} % local, {:.0} % the shortest; \
         {:.2} % longer at the median, {:.1} % at nine of ten",
        times[1].median / times[0].median,
        share(local),
        share(shortest),
        100.0 * (at(0.5) - 1.0),
        100.0 * (at(0.9) - 1.0)
    ));
}
