//! Peers in the same run, on the same input: `boostvoronoi` (sides and centres in whole numbers; no radii), and
//! `delaunator` on as many points, which no diagram is faster than.

use super::{Placed, diagram, domain, sides};
use crate::stopwatch::{in_turns, repeat};
use crate::table::Section;
use std::hint::black_box;
use wayfront::world::random_polygons;
use wayfront::{Domain, Point};
use wayfront_testkit::domains::outlines;

/// Runs of each, in turns.
const TURNS: usize = 7;
/// Whole numbers along the world's longer side, for `boostvoronoi`.
const STEPS: f64 = 1e8;

pub fn section(quick: bool) -> Section {
    let mut section = Section::new("Beside peers: diagrams with discs, and static ones");
    for count in if quick { vec![200, 1000] } else { vec![200, 1000, 10_000] } {
        frame(count, &mut section);
    }
    for count in if quick { vec![250] } else { vec![250, 10_000] } {
        let domain = domain(&random_polygons(count, 6, 1));
        let size = sides(&domain);
        let whole = Whole::of(&domain, &[]);
        let (ours, _) = repeat(|| diagram(&domain));
        let (theirs, _) = repeat(|| whole.build());
        section.row(format!("static, {size} sides: ours"), size, ours);
        section.row(format!("static, {size} sides: boostvoronoi"), size, theirs);
        section.ratio(format!("static, {size} sides: boostvoronoi / ours"), theirs.over(ours));
    }
    section
}

fn frame(count: usize, section: &mut Section) {
    let domain = domain(&random_polygons(if count > 1000 { 200 } else { 15 }, 6, 1));
    let radius = 0.1 * domain.bounds().size() / (count as f64).sqrt();
    let Placed { mut graph, discs, .. } = Placed::of(&domain, count, radius);
    let centres: Vec<Point> = discs.iter().map(|disc| disc.centre).collect();
    let whole = Whole::of(&domain, &centres);
    let starts = outlines(&domain).map(|ends| ends[0]);
    let points: Vec<delaunator::Point> =
        centres.iter().copied().chain(starts).map(|p| delaunator::Point { x: p.x, y: p.y }).collect();
    let mut works: [Box<dyn FnMut() + '_>; 3] = [
        Box::new(|| graph.place_cells(&discs)),
        Box::new(|| drop(black_box(whole.build()))),
        Box::new(|| drop(black_box(delaunator::triangulate(&points)))),
    ];
    let times = in_turns(&mut works, TURNS);
    let of = |name: &str| format!("{count} discs, {} sides: {name}", sides(&domain));
    for (name, &times) in ["diagram", "boostvoronoi", "delaunator"].iter().zip(&times) {
        section.row(of(name), count, times);
    }
    section.ratio(of("boostvoronoi / diagram"), times[1].over(times[0]));
    section.ratio(of("delaunator / diagram"), times[2].over(times[0]));
}

/// Input of `boostvoronoi`.
struct Whole {
    points: Vec<[i32; 2]>,
    segments: Vec<[i32; 4]>,
}

impl Whole {
    fn of(domain: &Domain, centres: &[Point]) -> Self {
        let bounds = domain.bounds();
        let scale = STEPS / bounds.width().max(bounds.height());
        let whole = |p: Point| [(p.x - bounds.min.x) * scale, (p.y - bounds.min.y) * scale].map(|x| x.round() as i32);
        let segments = outlines(domain).map(|[a, b]| [whole(a)[0], whole(a)[1], whole(b)[0], whole(b)[1]]).collect();
        Self { points: centres.iter().map(|&p| whole(p)).collect(), segments }
    }

    fn build(&self) -> Option<boostvoronoi::prelude::Diagram> {
        let builder = boostvoronoi::prelude::Builder::<i32>::default();
        builder.with_vertices(self.points.iter()).ok()?.with_segments(self.segments.iter()).ok()?.build().ok()
    }
}
