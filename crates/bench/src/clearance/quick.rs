//! Quick paths beside exact ones: how fast, how many are the shortest all the same, how long the others are.

use super::pairs::discs;
use super::stage::Stage;
use crate::contest::{in_turns, player};
use crate::stopwatch::repeat;
use crate::table::{Bound, Section};
use std::io;
use wayfront::bodies::{DiscSearch, QuickKind, QuickSearch};

/// Lengths that differ by less are the same.
const SAME: f64 = 1e-9;
/// Vertices from which on quick paths must be so many times as fast.
const DEMANDING: usize = 5_000;
const FASTER: f64 = 10.0;

pub fn measure(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let Stage { domain, pairs, radius, lengths, .. } = stage;
    let (built, mut quick) = repeat(|| QuickSearch::new(domain.clone()));
    section.row("graph of triangles, for every radius", domain.free_triangles(), built);
    let (mut detours, mut local, mut shortest) = (Vec::new(), 0, 0);
    for (&[a, b], right) in pairs.iter().zip(lengths) {
        if let Ok((length, kind)) = quick.length(a, b, *radius) {
            local += usize::from(kind == QuickKind::Local);
            shortest += usize::from(length <= right * (1.0 + SAME));
            detours.push(length / right);
        }
    }
    detours.sort_by(f64::total_cmp);
    let mut exact = DiscSearch::new(domain.clone());
    let times = in_turns(
        stage.size.effort,
        vec![
            player(|| {
                pairs.iter().filter_map(|&[a, b]| quick.length(a, b, *radius).ok()).map(|found| found.0).sum::<f64>()
            }),
            player(|| discs(&mut exact, pairs, *radius)),
        ],
    )?;
    section.row("quick paths of the pairs", pairs.len(), times[0]);
    let faster = times[1].over(times[0]);
    if stage.vertices >= DEMANDING {
        section.target("exact / quick paths", faster, Bound::AtLeast(FASTER));
    } else {
        section.ratio("exact / quick paths", faster);
    }
    let share = |count: usize| 100.0 * count as f64 / detours.len().max(1) as f64;
    let at = |share: f64| detours.get((share * detours.len() as f64) as usize).copied().unwrap_or(1.0);
    section.remark(format!(
        "quick paths: {:.0} % local, {:.0} % the shortest; {:.2} % longer at the median, {:.1} % at nine of ten",
        share(local),
        share(shortest),
        100.0 * (at(0.5) - 1.0),
        100.0 * (at(0.9) - 1.0)
    ));
    Ok(())
}
