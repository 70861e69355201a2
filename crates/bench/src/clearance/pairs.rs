//! Exact pairs: with the radius beside the same pairs as points. Searches keep what corners see from one pair to the next, so
//! the first pairs in a domain take longer: they have a row of their own.

use super::stage::{Stage, narrow_gap};
use crate::contest::{in_turns, player};
use crate::table::{Bound, Section};
use std::io;
use wayfront::bodies::DiscSearch;
use wayfront::geometry::Point;

/// What a disc takes of the gap that it just fits through.
const JUST_BELOW: f64 = 0.499;

/// The sum of lengths of all pairs as points, and with a radius.
fn points(search: &mut DiscSearch, pairs: &[[Point; 2]]) -> f64 {
    pairs.iter().filter_map(|&[a, b]| search.points().length(a, b).ok()).sum()
}

pub fn discs(search: &mut DiscSearch, pairs: &[[Point; 2]], radius: f64) -> f64 {
    pairs.iter().filter_map(|&[a, b]| search.length(a, b, radius).ok()).sum()
}

pub fn measure(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let Stage { pairs, radius, .. } = stage;
    let [mut plain, mut none, mut sized, mut changing] = [(); 4].map(|()| DiscSearch::new(stage.domain.clone()));
    let another = |k: usize| radius * (1.0 - 1e-3 * k as f64);
    let times = in_turns(
        stage.size.effort,
        vec![
            player(|| points(&mut plain, pairs)),
            player(|| discs(&mut none, pairs, 0.0)),
            player(|| discs(&mut sized, pairs, *radius)),
            player(|| {
                let each = pairs.iter().enumerate();
                each.filter_map(|(k, &[a, b])| changing.length(a, b, another(k)).ok()).sum::<f64>()
            }),
            player(|| discs(&mut DiscSearch::new(stage.domain.clone()), pairs, *radius)),
        ],
    )?;
    section.row("pairs as points", pairs.len(), times[0]);
    section.row("pairs with a radius of 0", pairs.len(), times[1]);
    section.target("radius 0, times the same as points", times[1].over(times[0]), Bound::AtMost(1.05));
    section.row("pairs with the radius", pairs.len(), times[2]);
    section.target("with the radius, times as points", times[2].over(times[0]), Bound::AtMost(2.5));
    section.row("pairs, another radius each", pairs.len(), times[3]);
    section.row("pairs with the radius, nothing known before", pairs.len(), times[4]);
    Ok(())
}

pub fn measure_half(stage: &Stage, section: &mut Section) -> io::Result<()> {
    let radius = JUST_BELOW * narrow_gap(&stage.domain);
    let found = stage.with_paths(radius);
    let pairs: Vec<[Point; 2]> = found.iter().filter(|(_, length)| length.is_some()).map(|&(pair, _)| pair).collect();
    if pairs.is_empty() {
        section.remark(format!("none of {} pairs has a path for a radius of {radius:.4}", found.len()));
        return Ok(());
    }
    let [mut plain, mut sized] = [(); 2].map(|()| DiscSearch::new(stage.domain.clone()));
    let times = in_turns(
        stage.size.effort,
        vec![player(|| points(&mut plain, &pairs)), player(|| discs(&mut sized, &pairs, radius))],
    )?;
    section.row(format!("pairs just below half of the gap, radius {radius:.3}"), pairs.len(), times[1]);
    section.target("just below half of the gap, times as points", times[1].over(times[0]), Bound::AtMost(5.0));
    Ok(())
}
