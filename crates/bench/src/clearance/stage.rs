//! A world in which discs are measured: its domain, the radius, and pairs that have a path.

use super::Size;
use crate::stopwatch::{Times, repeat};
use std::io;
use std::sync::Arc;
use std::time::Instant;
use wayfront::Domain;
use wayfront::bodies::DiscSearch;
use wayfront::domain::SideId;
use wayfront::geometry::Point;
use wayfront::world::{Polygon, Random, World};

/// Fewest and most pairs of a pass.
const PAIRS: [usize; 2] = [4, 400];

pub struct Stage {
    pub name: String,
    pub world: World,
    pub domain: Arc<Domain>,
    pub built: Times,
    /// Vertices of obstacles.
    pub vertices: usize,
    pub size: Size,
    /// A quarter of the typical gap.
    pub radius: f64,
    pub pairs: Vec<[Point; 2]>,
    /// Lengths of their shortest paths with the radius.
    pub lengths: Vec<f64>,
    /// Pairs that were left out because they have no path.
    without_path: usize,
}

impl Stage {
    pub fn new(name: &str, world: World, size: Size) -> io::Result<Self> {
        let sound = |world: &World| Domain::without_doors(world).map_err(io::Error::other);
        let domain = Arc::new(sound(&world)?);
        let (built, _) = repeat(|| sound(&world).is_ok());
        let radius = typical_gap(&domain) / 4.0;
        let vertices = world.obstacles.iter().map(|obstacle| obstacle.outer.len()).sum();
        let mut stage = Self {
            name: name.to_owned(),
            world,
            domain,
            built,
            vertices,
            size,
            radius,
            pairs: Vec::new(),
            lengths: Vec::new(),
            without_path: 0,
        };
        let found = stage.with_paths(radius);
        stage.without_path = found.iter().filter(|(_, length)| length.is_none()).count();
        let found = found.into_iter().filter_map(|(pair, length)| Some((pair, length?)));
        (stage.pairs, stage.lengths) = found.unzip();
        if stage.pairs.is_empty() {
            return Err(io::Error::other(format!("no pair of {name} has a path")));
        }
        Ok(stage)
    }

    /// As many pairs with room for a disc as one pass has time for, and the length of their paths.
    pub fn with_paths(&self, radius: f64) -> Vec<([Point; 2], Option<f64>)> {
        let mut search = DiscSearch::new(self.domain.clone());
        let start = Instant::now();
        let mut found = Vec::new();
        for [a, b] in roomy_pairs(&self.domain, radius, PAIRS[1]) {
            if found.len() >= PAIRS[0] && start.elapsed().as_secs_f64() > self.size.pass {
                break;
            }
            found.push(([a, b], search.length(a, b, radius).ok()));
        }
        found
    }

    pub fn described(&self) -> String {
        let without = match self.without_path {
            0 => String::new(),
            count => format!("; {count} more have no path and are left out"),
        };
        format!("radius {:.4}, a quarter of the typical gap; {} pairs{without}", self.radius, self.pairs.len())
    }
}

/// Posts of 0.2 in rows, 2 from each other.
pub fn posts(rows: usize) -> World {
    let post = |k: usize| {
        let [x, y] = [k % rows, k / rows].map(|i| 2.0 * i as f64 + 1.0);
        Polygon::ring([[x - 0.1, y - 0.1], [x + 0.1, y - 0.1], [x + 0.1, y + 0.1], [x - 0.1, y + 0.1]])
    };
    let far = 2.0 * rows as f64 + 2.0;
    let area = Polygon::ring([[-2.0, -2.0], [far, -2.0], [far, far], [-2.0, far]]);
    World::new().area(area).with_obstacles((0..rows * rows).map(post).collect::<Vec<_>>())
}

/// The median length of the sides that can be crossed: the typical gap.
pub fn typical_gap(domain: &Domain) -> f64 {
    median(open_sides(domain).map(|side| domain.side(side).length).collect())
}

/// The median over corners of the shortest side that can be crossed: the narrow gap. Among squares and posts in rows it is
/// the one between neighbours.
pub fn narrow_gap(domain: &Domain) -> f64 {
    let mut shortest = vec![f64::INFINITY; domain.corner_count()];
    for side in open_sides(domain) {
        let side = domain.side(side);
        let least = &mut shortest[side.origin.0 as usize];
        *least = least.min(side.length);
    }
    median(shortest.into_iter().filter(|length| length.is_finite()).collect())
}

fn open_sides(domain: &Domain) -> impl Iterator<Item = SideId> {
    (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_some())
}

fn median(mut lengths: Vec<f64>) -> f64 {
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

/// Random pairs of places where a disc has room.
pub fn roomy_pairs(domain: &Domain, radius: f64, count: usize) -> Vec<[Point; 2]> {
    let mut random = Random::new(1);
    let bounds = domain.bounds();
    let any = || Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y));
    let roomy = std::iter::repeat_with(any).take(1000 * count).filter(|&p| domain.has_room(p, radius));
    let points: Vec<Point> = roomy.take(2 * count).collect();
    points.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}
