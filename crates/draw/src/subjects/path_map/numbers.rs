//! Numbers by which regions keep their colours from frame to frame.
//!
//! A region is that of a source or of a corner. Sources have small numbers and choose first. A corner is known by the
//! vertex of the world that it is, so that it keeps its number when its obstacle moves. Regions on two sides of a gate
//! that lead to the same place have the same number.

use std::collections::HashMap;
use wayfront_geometry::Point;
use wayfront_pathmap::{GeneratorId, GeneratorPlace, PathMap};
use wayfront_world::{Field, World};

/// The numbers of a world's regions: a region that keeps its number mostly keeps its colour.
#[derive(Clone, Debug)]
pub struct RegionNumbers(HashMap<[u64; 2], u64>);

impl RegionNumbers {
    /// Knows the vertices of a world by their places.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let mut numbers = HashMap::new();
        for (k, obstacle) in world.obstacles.iter().enumerate() {
            // Things that come and go change the indices of others, but not where those were described.
            let index = if obstacle.place.field == Field::Scene { k as u64 } else { obstacle.place.index.into() };
            let which = (obstacle.place.field as u64) << 56 | index << 28;
            for (vertex, &p) in obstacle.rings().flatten().enumerate() {
                numbers.entry(bits(p)).or_insert(which | vertex as u64);
            }
        }
        Self(numbers)
    }

    /// The number of a generator's region.
    #[must_use]
    pub fn number(&self, generator: GeneratorId, map: &PathMap) -> u64 {
        let at = match map.place_of(generator) {
            Some(GeneratorPlace::Corner(at)) => at,
            Some(GeneratorPlace::Source(number)) => return number.into(),
            None => return u64::MAX,
        };
        let place = bits(at);
        let own = self.0.get(&place).copied().unwrap_or(place[0].rotate_left(21) ^ place[1]);
        mixed(own) | 1 << 63
    }
}

/// A place as a key; -0 and 0 are the same.
fn bits(p: Point) -> [u64; 2] {
    [p.x + 0.0, p.y + 0.0].map(f64::to_bits)
}

/// The finaliser of SplitMix64: neighbours get numbers far apart.
fn mixed(bits: u64) -> u64 {
    let z = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use wayfront_domain::Domain;
    use wayfront_pathmap::PathMap;
    use wayfront_views::MapShapes;
    use wayfront_world::builtin;

    fn numbers(world: &World) -> BTreeSet<u64> {
        let map = PathMap::new(Arc::new(Domain::without_doors(world).unwrap()), &world.sources).unwrap();
        let known = RegionNumbers::of(world);
        MapShapes::new(&map).regions().iter().map(|region| known.number(region.generator, &map)).collect()
    }

    #[test]
    fn corners_of_moving_obstacles_keep_their_numbers() {
        let trains = builtin("trains").unwrap();
        let [first, second] = [0.0, 0.2].map(|time| numbers(&trains.at(time)));
        let common = first.intersection(&second).count();
        assert!(first.len() > 30 && common > first.len() * 8 / 10, "{common} of {}", first.len());
    }
}
