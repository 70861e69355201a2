//! What to report about a world that was not clean: what crosses, covers, encloses nothing or has no effect.

use crate::layout::cover::Cover;
use crate::layout::edges::RecordId;
use crate::layout::lay::Layout;
use crate::layout::mesh::{Crossing, Mesh, NONE};
use crate::layout::outlines::{Outlines, Role};
use crate::tables::report::{Repair, RepairReport};
use wayfront_world::Place;

impl Layout {
    /// What was repaired, besides what had to be moved to fit the gates.
    pub fn report(&self, cover: &Cover, fitted: Vec<Repair>) -> RepairReport {
        let mut repairs = repairs(&self.mesh, &self.outlines, cover, &self.crossings);
        repairs.extend(fitted);
        RepairReport { repairs }
    }
}

fn repairs(mesh: &Mesh, outlines: &Outlines, cover: &Cover, crossings: &[Crossing]) -> Vec<Repair> {
    let mut repairs = crossed(outlines, crossings);
    let shape_place = |s: u32| outlines.shapes[s as usize].place;
    let mut known: Vec<[Place; 2]> = repairs.iter().filter_map(crossed_places).collect();
    known.sort_unstable();
    for &[first, second] in &cover.overlaps {
        let pair = [shape_place(first), shape_place(second)];
        if known.binary_search(&pair).is_err() {
            repairs.push(Repair::Overlapped { first: pair[0], second: pair[1] });
        }
    }
    let touches = outlines_on_free_space(mesh, outlines, cover);
    // Where nothing is free, obstacles that touch no free space may be the reason.
    let something_is_free = cover.free.contains(&true);
    for (k, outline) in outlines.outlines.iter().enumerate() {
        let place = outline.place;
        let shape = outline.shape as usize;
        match outline.role {
            Role::Gate => {}
            Role::Outer if !cover.has_area[shape] => repairs.push(Repair::Flat { place }),
            Role::Hole => {}
            Role::Outer if outlines.shapes[shape].is_area => {}
            _ if !touches[k] && something_is_free => repairs.push(Repair::WithoutEffect { place }),
            _ => {}
        }
    }
    repairs.sort_by_key(Repair::place);
    repairs
}

fn crossed_places(repair: &Repair) -> Option<[Place; 2]> {
    match *repair {
        Repair::Crossed { first, second, .. } => Some([first, second]),
        _ => None,
    }
}

/// Crossings gathered by pairs of outlines.
fn crossed(outlines: &Outlines, crossings: &[Crossing]) -> Vec<Repair> {
    // The lower outline above the higher one, and the crossing: numbers are compared faster than pairs.
    let mut pairs: Vec<(u64, u32)> = Vec::with_capacity(crossings.len());
    for (crossing, number) in crossings.iter().zip(0..) {
        let of_crossing = crossed_outlines(outlines, crossing);
        pairs.extend(of_crossing.map(|[a, b]| (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), number)));
    }
    pairs.sort_unstable();
    let place = |k: u32| outlines.outlines[k as usize].place;
    let crossing = |&(_, number): &(u64, u32)| &crossings[number as usize];
    let repaired = |of_pair: &[(u64, u32)]| {
        // No chunk is empty, and the first crossing of a pair is the one that is named.
        let (first, second) = ((of_pair[0].0 >> 32) as u32, of_pair[0].0 as u32);
        let at = crossing(&of_pair[0]).at;
        let (times, moved) = (of_pair.len(), of_pair.iter().map(|pair| crossing(pair).moved).fold(0.0, f64::max));
        if first == second {
            Repair::CrossedItself { place: place(first), times, at, moved }
        } else {
            Repair::Crossed { first: place(first), second: place(second), times, at, moved }
        }
    };
    pairs.chunk_by(|a, b| a.0 == b.0).map(repaired).collect()
}

/// Pairs of outlines that cross here. Where several run along an edge, each is paired with one of the other edge: all
/// are named, and a thousand on a thousand do not make a million pairs.
fn crossed_outlines<'a>(outlines: &'a Outlines, crossing: &Crossing) -> impl Iterator<Item = [u32; 2]> + 'a {
    let along = |record| {
        let used = outlines.records.uses(record).map(|used| used.outline);
        used.filter(|&k| outlines.outlines[k as usize].role != Role::Gate)
    };
    let [first, second] = crossing.records;
    let both = along(first).next().zip(along(second).next());
    both.into_iter().flat_map(move |(p, q)| {
        let with_first = along(second).map(move |k| [p, k]);
        with_first.chain(along(first).skip(1).map(move |k| [k, q]))
    })
}

/// Per outline: some free triangle lies along it.
fn outlines_on_free_space(mesh: &Mesh, outlines: &Outlines, cover: &Cover) -> Vec<bool> {
    let mut touches = vec![false; outlines.outlines.len()];
    for (h, &record) in mesh.records.iter().enumerate() {
        if record != NONE && cover.free[h / 3] {
            for used in outlines.records.uses(RecordId(record >> 1)) {
                touches[used.outline as usize] = true;
            }
        }
    }
    touches
}
