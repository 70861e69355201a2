//! Draws the figures of the docs: `cargo run -p wayfront-draw --example figures -- FOLDER [SIZE]`.

use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_draw::colours::OKABE_ITO;
use wayfront_draw::figure::{Figure, WindowTrace, corner_tree};
use wayfront_draw::{DrawError, MapStyle, Options, Picture};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_world::{Polygon, Source, World};

/// A hall with three obstacles and a door.
fn hall() -> World {
    World::new()
        .area(Polygon::ring([(0.0, 0.0), (24.0, 0.0), (24.0, 13.0), (0.0, 13.0)]))
        .with_obstacles(vec![
            Polygon::ring([(4.0, 3.0), (7.0, 2.5), (7.5, 6.0)]),
            Polygon::ring([(11.0, 6.5), (15.0, 5.5), (14.5, 9.5), (12.0, 10.5)]),
            Polygon::ring([(17.5, 2.0), (20.0, 3.5), (18.5, 6.0)]),
        ])
        .source(Source::segment((24.0, 8.0), (24.0, 10.0)))
}

/// The wave: a corner sends a window through the triangles behind it.
fn window(domain: &Domain, options: &Options) -> Result<Picture, DrawError> {
    let corners = domain.corner_points().iter().enumerate();
    let bending = corners.filter(|(k, _)| domain.bending()[*k]).map(|(_, &p)| p);
    let traces = bending.filter_map(|corner| WindowTrace::longest(domain, corner, 3));
    let seen = |trace: &WindowTrace| trace.steps.iter().map(|step| area(&step.seen)).sum::<f64>();
    let best = traces.filter(|trace| trace.steps.len() == 3).max_by(|a, b| seen(a).total_cmp(&seen(b)));
    let world = hall().with_sources(Vec::new());
    let mut figure = Figure::of_world(&world, options)?.triangulation(domain);
    if let Some(trace) = best {
        let last = trace.steps.len() - 1;
        let named =
            [(trace.generator, "g"), (trace.steps[last].bounds[0], "right"), (trace.steps[last].bounds[1], "left")];
        figure = figure.window(&trace, OKABE_ITO[5]).points(&named, OKABE_ITO[6]);
    }
    Ok(figure.picture())
}

fn area(ring: &[Point]) -> f64 {
    wayfront_geometry::ring_area(ring).abs()
}

/// The result: regions in which paths run to the same corner, and the corners' tree.
fn tree(world: &World, map: &PathMap, options: &Options) -> Result<Picture, DrawError> {
    let style = MapStyle::default().isolines(0).walkers(0);
    let picture = Picture::of_path_map(world, map, &style, options)?;
    let tree = corner_tree(map, map.domain());
    let corners: Vec<(Point, &str)> = tree.iter().map(|leg| (leg[0], "")).collect();
    Ok(Figure::over(picture).arrows(&tree, OKABE_ITO[5], "to the next corner").points(&corners, OKABE_ITO[5]).picture())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "figures".into());
    let size = arguments.next().map_or(Ok(760), |size| size.parse())?;
    std::fs::create_dir_all(&folder)?;
    let options = Options::default().size(size).scale_bar(false);
    let world = hall();
    let domain = Arc::new(Domain::without_doors(&world)?);
    let map = PathMap::new(domain.clone(), &world.sources)?;
    let figures = [("window", window(&domain, &options)?), ("corner-tree", tree(&world, &map, &options)?)];
    for (name, picture) in figures {
        for ending in ["png", "svg"] {
            picture.save(format!("{folder}/{name}.{ending}"))?;
        }
        println!("{folder}/{name}.png, .svg");
    }
    Ok(())
}
