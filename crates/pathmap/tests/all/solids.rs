//! Maps with solids on random worlds: what must hold in them, and what following an outline costs.

use std::collections::BTreeMap;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, SideId};
use wayfront_pathmap::{Solid, SolidMap};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::World;

/// A solid for each connected outline; the map starts at the first.
fn solids(domain: &Domain) -> Vec<Solid> {
    let outlines = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
    let sides: Vec<SideId> = outlines.collect();
    let mut label: Vec<usize> = (0..domain.corner_count()).collect();
    // Labels sink to the least of their outline.
    loop {
        let mut is_settled = true;
        for [a, b] in sides.iter().map(|&side| domain.side_corners(side)) {
            let least = label[a.index()].min(label[b.index()]);
            is_settled &= label[a.index()] == least && label[b.index()] == least;
            (label[a.index()], label[b.index()]) = (least, least);
        }
        if is_settled {
            break;
        }
    }
    let mut solids: BTreeMap<usize, Solid> = BTreeMap::new();
    for &side in &sides {
        solids.entry(label[domain.side(side).origin.index()]).or_default().sides.push(side);
    }
    let mut solids: Vec<Solid> = solids.into_values().collect();
    if let Some(first) = solids.first_mut() {
        first.cost = Some(0.0);
    }
    solids
}

fn solids_hold(world: &World, rng: &mut Rng) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let solids = solids(&domain);
    let share = [1.0, 0.5, 0.0][rng.below(3)];
    let map = SolidMap::new(domain.clone(), &solids, |width| share * width);
    map.sanity_check().map_err(|why| why.to_string())?;
    let rounding = 1e-9 * domain.bounds().size().max(1.0);
    for (solid, &cost) in solids.iter().zip(&map.costs) {
        for &side in &solid.sides {
            let [a, b] = domain.side_points(side);
            let middle = a.lerp(b, 0.5);
            // Another outline may pass the same vertex more cheaply, but none makes it dearer.
            if let Ok(found) = map.map.cost(middle)
                && found > cost + rounding
            {
                return Err(format!("an outline of cost {cost} costs {found} at {middle}"));
            }
        }
    }
    Ok(())
}

#[test]
fn on_integer_grids() {
    let from = Coordinates::Grid(8);
    check("solids on integer grids", 400, |rng| world(rng, from), solids_hold);
}

#[test]
fn among_floats() {
    check("solids among floats", 400, |rng| world(rng, Coordinates::Floats), solids_hold);
}
