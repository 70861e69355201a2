//! Pictures of navigation graphs: cells of discs in colours, red between them, black inside of them, routes.

use crate::colours::{Colour, region_colours};
use crate::error::DrawError;
use crate::layers::{Fill, Key, Layer, Primitive, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_geometry::Point;
use wayfront_voronoi::{GraphDisc, GraphRoute, NavGraph};
use wayfront_world::World;

/// Widths of lines, in units.
const RED: f64 = 1.3;
const BLACK: f64 = 1.1;
const ROUTE: f64 = 3.0;
/// Curves and their polylines differ by less than a third of a pixel.
const TOLERANCE: f64 = 0.3;
/// Corners of the polygon that stands for a disc.
const CORNERS: u32 = 32;

impl Picture {
    /// A picture of a world and of the graph that leads discs in it, with the routes of some of them.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_navgraph(
        world: &World,
        graph: &NavGraph,
        discs: &[GraphDisc],
        routes: &[GraphRoute],
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let tolerance = TOLERANCE / picture.frame.scale;
        cells(graph, tolerance, &mut picture);
        lines(graph, tolerance, &mut picture);
        let rings = discs.iter().map(circle).collect();
        let fill = Fill::solid(options.theme.outline);
        picture.push(Layer::new("discs", ZLevel::Line, Primitive::Polygons { rings, fill, outline: None }));
        picture.push_key(Key::Area {
            label: "agent".into(),
            fill: options.theme.outline,
            outline: options.theme.outline,
        });
        let lines: Vec<Vec<Point>> = routes.iter().map(|route| route.points.clone()).collect();
        if !lines.is_empty() {
            let stroke = Stroke::new(Colour::hex(0x0B_3C_8C), ROUTE).with_arrow();
            picture.push(Layer::new("routes", ZLevel::Mark, Primitive::Lines { lines, closed: false, stroke }));
            picture.push_key(Key::Line { label: "route".into(), stroke });
        }
        Ok(picture)
    }
}

fn cells(graph: &NavGraph, tolerance: f64, picture: &mut Picture) {
    let neighbours: Vec<Vec<usize>> = (0..graph.len()).map(|k| graph.neighbours(k).collect()).collect();
    for (disc, colour) in region_colours(&neighbours).into_iter().enumerate() {
        let ring = graph.cell(disc, tolerance);
        if ring.len() > 2 {
            let fill = Fill::solid(colour.with_opacity(0.55));
            let cell = Primitive::Polygons { rings: vec![ring], fill, outline: None };
            picture.push(Layer::new("cell", ZLevel::Field, cell));
        }
    }
}

fn lines(graph: &NavGraph, tolerance: f64, picture: &mut Picture) {
    let red: Vec<Vec<Point>> = graph
        .red()
        .map(|(curve, _)| {
            let mut points = vec![curve.at(0.0)];
            curve.flatten_into(tolerance, &mut points);
            points
        })
        .collect();
    let black: Vec<Vec<Point>> = (0..graph.len()).flat_map(|disc| graph.black(disc)).collect();
    let strokes =
        [Stroke::new(Colour::hex(0xC8_10_2E), RED), Stroke::new(Colour::hex(0x22_22_22), BLACK).dashed(4.0, 3.0)];
    for ((name, lines), stroke) in
        [("red: as far from two things", red), ("black: without the agent itself", black)].into_iter().zip(strokes)
    {
        if !lines.is_empty() {
            picture.push(Layer::new(name, ZLevel::Field, Primitive::Lines { lines, closed: false, stroke }));
            picture.push_key(Key::Line { label: name.into(), stroke });
        }
    }
}

fn circle(disc: &GraphDisc) -> Vec<Point> {
    let corner = |k: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(CORNERS)).sin_cos();
        disc.centre + Point::new(cos, sin) * disc.radius
    };
    (0..CORNERS).map(corner).collect()
}
