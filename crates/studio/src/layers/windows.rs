//! A path map as triangles with generators: see [`Pieces`].

use crate::frame::{FrameHead, FrameKind, push_f32, push_u32};
use std::collections::HashMap;
use wayfront_draw::colours::region_colour;
use wayfront_draw::{Colour, RegionNumbers};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{Root, RootKind};
use wayfront_views::Pieces;
use wayfront_world::World;

/// Colours that differ.
const COLOURS: u64 = 36;

/// The colour of a region, which stays while its corner moves.
pub fn colour(numbers: &RegionNumbers, map: &PathMap, root: Root) -> u32 {
    let number = numbers.number(map.view().number(root), map);
    let Colour { r, g, b, .. } = region_colour((number % COLOURS) as usize);
    u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)
}

/// The message; `None` where the map has too many windows, or legs that do not grow evenly.
pub fn encode(world: &World, map: &PathMap, frame: u32, revision: u32, most: usize) -> Option<Vec<u8>> {
    let pieces = Pieces::of(map, most)?;
    let bounds = map.domain().bounds();
    let origin = bounds.min.lerp(bounds.max, 0.5);
    let place = |p: Point| [(p.x - origin.x) as f32, (p.y - origin.y) as f32];
    let vertices: Vec<[f32; 2]> = pieces.vertices.iter().map(|&p| place(p)).collect();
    let mut used: HashMap<Root, u32> = HashMap::new();
    let mut roots = Vec::new();
    let mut triangles = Vec::with_capacity(4 * pieces.triangles.len());
    // What rounding has made flat covers nothing.
    for &(corners, root) in pieces.triangles.iter().filter(|piece| has_area(piece.0.map(|k| vertices[k as usize]))) {
        let generator = *used.entry(root).or_insert_with(|| {
            roots.push(root);
            roots.len() as u32 - 1
        });
        triangles.extend([corners[0], corners[1], corners[2], generator]);
    }
    let counts = [vertices.len(), triangles.len() / 4, roots.len()].map(|count| count as u32);
    let most = largest_cost(map, &pieces);
    let head = FrameHead { kind: FrameKind::Windows, frame, revision, counts, origin: origin.into(), most };
    let mut bytes = head.begin(8 * vertices.len() + 4 * triangles.len() + 32 * roots.len());
    push_f32(&mut bytes, vertices.into_iter().flatten());
    push_u32(&mut bytes, triangles);
    let numbers = RegionNumbers::of(world);
    for root in roots {
        generator(&mut bytes, map, &numbers, root, origin);
    }
    Some(bytes)
}

/// A triangle turns left, in the numbers that are sent.
fn has_area([a, b, c]: [[f32; 2]; 3]) -> bool {
    let vector =
        |from: [f32; 2], to: [f32; 2]| [f64::from(to[0]) - f64::from(from[0]), f64::from(to[1]) - f64::from(from[1])];
    let (ab, ac) = (vector(a, b), vector(a, c));
    ab[0] * ac[1] - ab[1] * ac[0] > 0.0
}

fn generator(bytes: &mut Vec<u8>, map: &PathMap, numbers: &RegionNumbers, root: Root, origin: Point) {
    let view = map.view();
    let (at, cost, slowness, normal) = match root.kind() {
        RootKind::Node(id) => {
            let node = view.node(id);
            (node.at(), node.cost(), view.slowness(node.layer()), Point::default())
        }
        RootKind::Flat(id) => {
            let flat = view.flat(id);
            (flat.ends()[0], flat.cost(), 1.0, flat.ahead())
        }
    };
    let at = at - origin;
    push_f32(bytes, [at.x, at.y, cost, slowness, normal.x, normal.y].map(|number| number as f32));
    let source = source_of(map, root).unwrap_or(u32::MAX);
    push_u32(bytes, [source, colour(numbers, map, root)]);
}

/// The source that a generator leads to.
fn source_of(map: &PathMap, root: Root) -> Option<u32> {
    let view = map.view();
    let mut root = root;
    loop {
        match root.kind() {
            RootKind::Flat(id) => return Some(view.flat(id).source() as u32),
            RootKind::Node(id) => match view.node(id).parent().get() {
                Some(parent) => root = parent,
                None => return view.source_points().find(|point| point.node == id).map(|point| point.source as u32),
            },
        }
    }
}

/// The largest cost at a corner of the free space that is reached: costs are largest at corners, or a little off them.
fn largest_cost(map: &PathMap, pieces: &Pieces) -> f64 {
    let view = map.view();
    let mut least = vec![f64::INFINITY; pieces.vertices.len()];
    for &(corners, root) in &pieces.triangles {
        for corner in corners {
            let cost = view.cost_from(root, pieces.vertices[corner as usize]);
            let known = &mut least[corner as usize];
            *known = known.min(cost);
        }
    }
    least.into_iter().filter(|cost| cost.is_finite()).fold(0.0, f64::max)
}
