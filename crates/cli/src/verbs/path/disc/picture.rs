//! The paths of bodies, each as wide as its body.

use crate::failure::Failure;
use crate::text::short;
use std::f64::consts::TAU;
use std::path::Path as FilePath;
use wayfront::bodies::DiscPath;
use wayfront::draw::colours::OKABE_ITO;
use wayfront::draw::{Colour, Fill, Key, Layer, Mark, Options, Picture, Primitive, Stroke, ZLevel};
use wayfront::geometry::{Piece, Point};
use wayfront::world::World;

/// Corners of a disc in the picture.
const CORNERS: u32 = 72;
/// How far what is drawn leaves an arc, as a share of the radius.
const FLATTENING: f64 = 1e-3;
/// The colours of several bodies, in the order in which they were given.
const COLOURS: [usize; 5] = [5, 6, 3, 1, 7];

/// The scene with the paths of bodies through it; the widest body lies lowest.
pub fn draw(world: &World, paths: &[&DiscPath], options: &Options, file: &FilePath) -> Result<(), Failure> {
    let mut picture = Picture::of_world(world, options)?;
    let colour = |k: usize| OKABE_ITO[COLOURS[k % COLOURS.len()]];
    let mut order: Vec<usize> = (0..paths.len()).collect();
    order.sort_by(|&a, &b| paths[b].radius.total_cmp(&paths[a].radius));
    for k in order {
        let fill = Fill::solid(colour(k).with_opacity(0.28));
        let body = Primitive::Polygons { rings: vec![swept(paths[k])], fill, outline: None };
        picture.push(Layer::new("body", ZLevel::Mark, body));
    }
    for (k, path) in paths.iter().enumerate() {
        push_path(&mut picture, path, colour(k), options);
    }
    Ok(picture.save(file)?)
}

fn push_path(picture: &mut Picture, path: &DiscPath, colour: Colour, options: &Options) {
    let stroke = Stroke::new(colour, 2.4).with_arrow();
    let line = centre_line(path);
    let Some(&start) = line.first() else { return };
    picture.push(Layer::new("path", ZLevel::Mark, Primitive::Lines { lines: vec![line], closed: false, stroke }));
    picture.push_key(Key::Line { label: format!("radius {}", short(path.radius)), stroke });
    let outline = Some(Stroke::new(options.theme.walkable, 1.6));
    let start = Primitive::Marks { centres: vec![start], mark: Mark::Disc, radius: 5.5, fill: colour, outline };
    picture.push(Layer::new("start", ZLevel::Mark, start));
}

fn centre_line(path: &DiscPath) -> Vec<Point> {
    let mut line: Vec<Point> = path.pieces.first().map(Piece::start).into_iter().collect();
    path.pieces.iter().for_each(|piece| piece.flatten_into(FLATTENING * path.radius, &mut line));
    line
}

/// The outline of what the disc covers along its path: one side there, the other back, and half a disc at either end. On
/// the inside of an arc it runs through the corner, which is where the body turns.
fn swept(path: &DiscPath) -> Vec<Point> {
    let (mut left, mut right, mut last) = (Vec::new(), Vec::new(), None);
    for piece in &path.pieces {
        let mut line = vec![piece.start()];
        piece.flatten_into(FLATTENING * path.radius, &mut line);
        for leg in line.windows(2) {
            let Some(along) = (leg[1] - leg[0]).unit() else { continue };
            let across = along.left() * path.radius;
            left.extend([leg[0] + across, leg[1] + across]);
            right.extend([leg[0] - across, leg[1] - across]);
            last = Some((leg[1], along));
        }
    }
    let (Some(first), Some((end, along))) = (path.pieces.first(), last) else { return Vec::new() };
    let start = first.start();
    let to_right = start - left[0];
    let mut ring = left;
    ring.extend(half_disc(end, along.left() * path.radius));
    ring.extend(right.iter().rev());
    ring.extend(half_disc(start, to_right));
    ring
}

/// Half a disc, clockwise from `from` on.
fn half_disc(centre: Point, from: Point) -> impl Iterator<Item = Point> {
    (1..CORNERS / 2).map(move |k| {
        let (sin, cos) = (f64::from(k) * TAU / f64::from(CORNERS)).sin_cos();
        centre + from * cos - from.left() * sin
    })
}
