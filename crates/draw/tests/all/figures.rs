//! Figures are true: what they show is what the domain and the map say.

use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_draw::figure::{Figure, WindowTrace, corner_tree, seen_by};
use wayfront_draw::{Colour, MapStyle, Options, Picture};
use wayfront_geometry::{Point, Turn, ring_area, turn};
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::RootKind;
use wayfront_world::{World, builtin};

fn office() -> (World, Arc<Domain>) {
    let world = builtin("office").unwrap();
    let domain = Arc::new(Domain::without_doors(&world).unwrap());
    (world, domain)
}

fn middle(ring: &[Point]) -> Point {
    ring.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / ring.len() as f64)
}

#[test]
fn windows_show_what_their_generator_sees() {
    let (_, domain) = office();
    let corners = domain.corner_points().iter().enumerate().filter(|(k, _)| domain.bending()[*k]);
    let (mut long, mut split) = (0, 0);
    for (_, &corner) in corners {
        let Some(trace) = WindowTrace::longest(&domain, corner, 6) else { continue };
        long += usize::from(trace.steps.len() >= 3);
        for (k, step) in trace.steps.iter().enumerate() {
            assert!(trace.steps[..k].iter().all(|earlier| earlier.triangle != step.triangle));
            let points = domain.triangle(step.triangle);
            assert!(step.entered.iter().all(|end| points.contains(end)) && points.contains(&step.opposite));
            let [right, left] = step.bounds;
            assert_eq!(turn(corner, right, left), Turn::Left, "windows have a width");
            // Neither the triangle nor the window has a part that is seen through an obstacle.
            if ring_area(&step.seen) > 1e-6 {
                assert!(domain.sees(corner, middle(&step.seen)), "{corner} {:?}", step.seen);
            }
            split += usize::from(step.is_split);
        }
    }
    assert!(long > 50 && split > 50, "{long} {split}");
}

#[test]
fn the_tree_of_corners_is_that_of_the_map() {
    let (world, domain) = office();
    let map = PathMap::new(domain.clone(), &world.sources).unwrap();
    let tree = corner_tree(&map, &domain);
    assert!(tree.len() > 100, "{}", tree.len());
    for [at, next] in &tree {
        let [from, to] = [at, next].map(|&p| map.cost(p).unwrap());
        assert!((from - to - at.distance(*next)).abs() < 1e-9 * from.max(1.0), "{at} {next}");
        assert!(domain.sees(*at, *next));
    }
    let mut starts: Vec<[u64; 2]> = tree.iter().map(|[at, _]| [at.x.to_bits(), at.y.to_bits()]).collect();
    starts.sort_unstable();
    starts.dedup();
    assert_eq!(starts.len(), tree.len(), "each corner has one parent");
}

#[test]
fn generators_see_what_figures_say() {
    let (world, domain) = office();
    let map = PathMap::new(domain.clone(), &world.sources).unwrap();
    let (mut seen, mut generators) = (0, 0);
    for root in map.view().generators() {
        let RootKind::Node(node) = root.kind() else { continue };
        let rings = seen_by(&map, root);
        generators += usize::from(!rings.is_empty());
        for ring in rings.iter().filter(|ring| ring_area(ring).abs() > 1e-6) {
            assert!(domain.sees(map.view().node(node).at(), middle(ring)), "{node:?} {ring:?}");
            seen += 1;
        }
    }
    assert!(generators > 50 && seen > 500, "{generators} {seen}");
}

#[test]
fn figures_are_pictures_with_more_layers() {
    let (world, domain) = office();
    let map = PathMap::new(domain.clone(), &world.sources).unwrap();
    let options = Options::default().size(500).axes(true);
    let picture = Picture::of_path_map(&world, &map, &MapStyle::default(), &options).unwrap();
    let (layers, keys) = (picture.layers().len(), picture.keys().len());
    let trace = WindowTrace::longest(&domain, domain.corner_points()[9], 3).unwrap();
    let figure = Figure::over(picture)
        .triangulation(&domain)
        .window(&trace, Colour::hex(0x00_72_B2))
        .arrows(&corner_tree(&map, &domain), Colour::hex(0), "")
        .points(&[(trace.generator, "g"), (Point::new(1.0, 1.0), "")], Colour::hex(0));
    let picture = figure.picture();
    assert_eq!((picture.layers().len(), picture.keys().len()), (layers + 6, keys + 4));
    let svg = picture.to_svg().unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let group = document.descendants().find(|node| node.attribute("id") == Some("triangulation")).unwrap();
    let path = group.children().find_map(|node| node.attribute("d")).unwrap();
    assert_eq!(path.matches('M').count(), domain.free_triangles());
}
