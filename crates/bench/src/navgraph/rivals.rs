//! Peers in the same run, on the same input: `boostvoronoi` (sides and centres in whole numbers; no radii), pixels as the paper
//! used them, and `delaunator` on as many points, which no diagram is faster than.

use super::pixels::{self, PixelSite};
use super::{Placed, diagram, domain, sides};
use crate::stopwatch::{Times, in_turns, repeat};
use crate::table::{Row, Section};
use std::hint::black_box;
use wayfront::world::random_polygons;
use wayfront::{Domain, Point};
use wayfront_testkit::domains::outlines;

/// Runs of each, in turns.
const TURNS: usize = 7;
/// Whole numbers along the world's longer side, for `boostvoronoi`.
const STEPS: f64 = 1e8;

pub fn section(quick: bool) -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for count in if quick { vec![200, 1000] } else { vec![200, 1000, 10_000] } {
        frame(count, &mut rows, &mut remarks);
    }
    for count in if quick { vec![250] } else { vec![250, 10_000] } {
        let domain = domain(&random_polygons(count, 6, 1));
        let size = sides(&domain);
        let whole = Whole::of(&domain, &[]);
        let (ours, _) = repeat(|| diagram(&domain));
        let (theirs, _) = repeat(|| whole.build());
        rows.push(Row::new(format!("static, {size} sides: ours"), size, ours));
        rows.push(Row::new(format!("static, {size} sides: boostvoronoi"), size, theirs));
        remarks.push(format!("static, {size} sides: boostvoronoi takes {:.1} times as long", theirs.over(ours).median));
    }
    Section { title: "Beside peers: diagrams with discs, and static ones".into(), rows, remarks }
}

fn frame(count: usize, rows: &mut Vec<Row>, remarks: &mut Vec<String>) {
    let domain = domain(&random_polygons(if count > 1000 { 200 } else { 15 }, 6, 1));
    let radius = 0.1 * domain.bounds().size() / (count as f64).sqrt();
    let Placed { mut graph, discs, .. } = Placed::of(&domain, count, radius);
    let centres: Vec<Point> = discs.iter().map(|disc| disc.centre).collect();
    let whole = Whole::of(&domain, &centres);
    let (place, scale) = pixels::frame(domain.bounds());
    let walls = outlines(&domain).map(|ends| PixelSite::wall(ends, place));
    let round = discs.iter().map(|disc| PixelSite::disc(disc.centre, (disc.radius * scale) as f32, place));
    let sites: Vec<PixelSite> = walls.chain(round).collect();
    let first_disc = sites.len() - discs.len();
    let points: Vec<delaunator::Point> = centres
        .iter()
        .chain(outlines(&domain).map(|ends| ends[0]).collect::<Vec<_>>().iter())
        .map(|p| delaunator::Point { x: p.x, y: p.y })
        .collect();
    let graph = std::cell::RefCell::new(&mut graph);
    let mut works: [Box<dyn FnMut() + '_>; 6] = [
        Box::new(|| graph.borrow_mut().place_cells(&discs)),
        Box::new(|| graph.borrow_mut().place(&discs)),
        Box::new(|| drop(black_box(whole.build()))),
        Box::new(|| assert!(black_box(pixels::vertices(&sites)) > 0)),
        Box::new(|| drop(black_box(pixels::graph(&sites, first_disc)))),
        Box::new(|| drop(black_box(delaunator::triangulate(&points)))),
    ];
    let times = in_turns(&mut works, TURNS);
    let names = [
        "diagram",
        "diagram, red and black",
        "boostvoronoi",
        "pixels 1000 x 1000, counted vertices",
        "pixels 1000 x 1000, red and black",
        "delaunator",
    ];
    let of = |name: &str| format!("{count} discs, {} sides: {name}", sides(&domain));
    rows.extend(names.iter().zip(&times).map(|(name, &times)| Row::new(of(name), count, times)));
    let over = |k: usize, than: Times| times[k].over(than).median;
    remarks.push(format!(
        "{count} discs: boostvoronoi takes {:.1} times our diagram, delaunator {:.2} times; pixels with their graph {:.1} times our diagram and graph, and {:.1} times if their graph is not made",
        over(2, times[0]),
        over(5, times[0]),
        over(4, times[1]),
        over(3, times[1])
    ));
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
