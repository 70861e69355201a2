//! Pictures of the paths of agents that walked on the card.

use crate::failure::Failure;
use std::path::Path;
use wayfront::draw::{Colour, Key, Layer, Options, Picture, Primitive, Stroke, ZLevel};
use wayfront::{Point, Scene};

/// Colour of a path: that of routes in other pictures.
const PATH: Colour = Colour::hex(0x0B_3C_8C);

/// The scene with a line for each agent, from where it started through where it was after each step.
pub fn draw(scene: &Scene, start: &[Point], paths: &[Vec<Point>], size: u32, file: &Path) -> Result<(), Failure> {
    let options = Options::default().size(size);
    let mut picture = Picture::of_world(&scene.settled_world(), &options)?;
    let path = |k: usize| std::iter::once(start[k]).chain(paths.iter().map(move |frame| frame[k])).collect();
    let lines = (0..start.len()).map(path).collect();
    let stroke = Stroke::new(PATH, 0.8);
    picture.push(Layer::new("paths", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
    picture.push_key(Key::Line { label: "path".into(), stroke });
    Ok(picture.save(file)?)
}
