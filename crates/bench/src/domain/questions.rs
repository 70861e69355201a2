//! Questions to the domain of 10,000 polygons, on one thread.

use super::{SEED, domain};
use crate::stopwatch::repeat;
use crate::table::Section;
use wayfront::Domain;
use wayfront::geometry::Point;
use wayfront::world::{Random, random_polygons};

const POINTS: usize = 1_000_000;
const SIGHTS: usize = 200_000;

pub fn section() -> Section {
    let domain = domain(&random_polygons(10_000, 6, SEED));
    let mut random = Random::new(SEED);
    let anywhere: Vec<Point> = (0..POINTS).map(|_| random_point(&domain, &mut random)).collect();
    let (locating, free) = repeat(|| anywhere.iter().filter(|&&p| domain.locate(p).is_some()).count());
    let open: Vec<Point> = anywhere.iter().copied().filter(|&p| domain.contains(p)).collect();
    let far: Vec<[Point; 2]> = open.chunks_exact(2).map(|pair| [pair[0], pair[1]]).take(SIGHTS).collect();
    let near: Vec<[Point; 2]> = open.iter().take(SIGHTS).map(|&p| [p, nearby(&domain, p, &mut random)]).collect();
    let (seeing_far, seen_far) = repeat(|| far.iter().filter(|[a, b]| domain.sees(*a, *b)).count());
    let (seeing_near, seen_near) = repeat(|| near.iter().filter(|[a, b]| domain.sees(*a, *b)).count());
    let mut section = Section::new("Questions to the domain of 10,000 polygons, one thread");
    section.row("locate: random points", POINTS, locating);
    section.row("sees: random pairs", far.len(), seeing_far);
    section.row("sees: pairs 2 % of the world apart", near.len(), seeing_near);
    section.remark(format!(
        "{:.1} % of the points are free; {:.2} % of the random pairs and {:.1} % of the near ones see each other",
        percent(free, POINTS),
        percent(seen_far, far.len()),
        percent(seen_near, near.len())
    ));
    section
}

fn random_point(domain: &Domain, random: &mut Random) -> Point {
    let bounds = domain.bounds();
    Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y))
}

/// A point in a random direction.
fn nearby(domain: &Domain, p: Point, random: &mut Random) -> Point {
    let (sin, cos) = random.between(0.0, std::f64::consts::TAU).sin_cos();
    p + Point::new(cos, sin) * (0.02 * domain.bounds().size())
}

fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of as f64
}
