use std::sync::Arc;
use wayfront_domain::{Domain, Guide, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::PathMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::MapShapes;
use wayfront_world::{Source, World};
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let far = mode == "utm";
    let mode = if mode == "scale" { "utm".to_string() } else { mode };
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let (mut count, mut tried) = (0, 0);
    for k in (if let Some(k) = std::env::args().nth(3) { k.parse().unwrap()..n } else { 0..n }) {
        let mut rng = Rng::new(k);
        let c = if mode == "utm" && k % 2 == 0 { Coordinates::Floats } else { Coordinates::Grid(7) };
        let w0 = world(&mut rng, c);
        let (mut w, scale, off) =
            (w0, if mode == "utm" { 20.0 } else { 1.0 }, if far { Point::new(5e5, 5.6e6) } else { Point::default() });
        let mv = |p: &mut Point| *p = *p * scale + off;
        for poly in w.areas.iter_mut().chain(w.obstacles.iter_mut()) {
            poly.outer.iter_mut().for_each(mv);
            poly.holes.iter_mut().flatten().for_each(mv);
        }
        for wall in &mut w.walls {
            wall.points.iter_mut().for_each(mv);
        }
        let Ok(d) = Domain::without_doors(&w) else { continue };
        let d = Arc::new(d);
        let mut sources = vec![];
        let side = c.side();
        for _ in 0..30 {
            let mut pt = || {
                let q = if k % 2 == 0 && mode == "utm" {
                    Point::new(rng.unit() * side, rng.unit() * side)
                } else {
                    Point::new(rng.below(8) as f64, rng.below(8) as f64)
                };
                q * scale + off
            };
            let (p, q) = (pt(), pt());
            if d.contains(p) && sources.len() < 3 {
                if rng.chance(0.5) && d.contains(q) && p != q && d.sees(p, q) {
                    sources.push(Source::segment(p, q));
                } else {
                    sources.push(Source::point(p));
                }
            }
        }
        let Ok(map) = PathMap::new(d.clone(), &sources) else { continue };
        tried += 1;
        let shapes = MapShapes::new(&map);
        let borders = shapes.borders();
        let mut msgs = vec![];
        if mode == "utm" {
            let outline: Vec<[Point; 2]> = (0..d.sides().len() as u32)
                .map(SideId)
                .filter(|&s| d.twin(s).is_none())
                .map(|s| d.side_points(s))
                .collect();
            for (i, b) in borders.iter().enumerate() {
                if b.line.is_closed {
                    continue;
                }
                for e in [b.line.points[0], *b.line.points.last().unwrap()] {
                    let a = outline
                        .iter()
                        .map(|o| closest_on_segment(o[0], o[1], e).distance(e))
                        .fold(f64::INFINITY, f64::min);
                    let o = borders
                        .iter()
                        .enumerate()
                        .filter(|&(j, _)| j != i)
                        .flat_map(|(_, c)| c.line.points.windows(2))
                        .map(|v| closest_on_segment(v[0], v[1], e).distance(e))
                        .fold(f64::INFINITY, f64::min);
                    let s = sources
                        .iter()
                        .flat_map(|s| {
                            let p = s.shape.points().to_vec();
                            if p.len() == 1 { vec![[p[0], p[0]]] } else { p.windows(2).map(|w| [w[0], w[1]]).collect() }
                        })
                        .map(|o| closest_on_segment(o[0], o[1], e).distance(e))
                        .fold(f64::INFINITY, f64::min);
                    let m = a.min(o).min(s);
                    if m > 1e-3 {
                        if std::env::args().nth(3).is_some() {
                            debug(&d, &map, &shapes, e);
                            println!("{:?}", b.line.points);
                        }
                        msgs.push(format!(
                            "END {:?} {:?} at {e:?} outline {a} other {o} source {s}",
                            b.between, b.kind
                        ));
                    }
                }
            }
        } else {
            for b in &borders {
                for v in b.line.points.windows(2) {
                    let m = v[0].lerp(v[1], 0.5);
                    let len = v[0].distance(v[1]);
                    if len < 0.01 {
                        continue;
                    }
                    let eq = |p: Point| match map.cost(p) {
                        Ok(c) => b.between.iter().all(|&r| (shapes.cost_from(r, p) - c).abs() < 1e-9),
                        _ => false,
                    };
                    let left = (v[1] - v[0]).left() * (1e-3 / len);
                    if eq(m + left) && eq(m - left) {
                        msgs.push(format!("EQUAL {:?} {:?} {v:?}", b.between, b.kind));
                    }
                }
            }
        }
        if !msgs.is_empty() {
            count += 1;
            if count < 50 {
                println!(
                    "seed {k} {:?} {}",
                    sources.iter().map(|s| s.shape.points().to_vec()).collect::<Vec<_>>(),
                    msgs[0]
                );
            }
        }
    }
    println!("{count} of {tried}");
    let _: Option<World> = None;
}
#[allow(dead_code)]
fn debug(d: &Domain, map: &PathMap, shapes: &MapShapes, e: Point) {
    for dy in [-0.5, -0.05, -1e-3, 1e-3, 0.05, 0.5] {
        for dx in [-0.5, 0.2] {
            let p = Point::new(e.x + dx, e.y + dy);
            println!("{p:?} {:?}", map.answer(p).map(|a| (a.generator, shapes.region(a.generator), a.cost)));
        }
    }
    for t in 0..d.free_triangles() as u32 {
        let s = wayfront_domain::TriangleId(t).sides().map(|s| d.side_points(s)[0]);
        let b = wayfront_geometry::Bounds::of(&s);
        if e.x > b.min.x - 0.6 && e.x < b.max.x + 0.6 && e.y > b.min.y - 0.6 && e.y < b.max.y + 0.6 {
            println!("T{t} {s:?}");
        }
    }
}
