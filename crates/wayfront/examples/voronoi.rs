//! Widths: how far the nearest wall is, how wide the widest path is and what limits it, and a graph that leads discs.
//!
//! `cargo run --example voronoi`

use std::sync::Arc;
use wayfront::voronoi::{GraphCost, GraphDisc, NavGraph, Skeleton, Voronoi};
use wayfront::{Point, Scene};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let office = Scene::open("office")?;
    let voronoi = Arc::new(Voronoi::of(office.walled_domain())?);
    let (desk, hall) = (Point::new(3.0, 2.4), Point::new(30.0, 7.0));
    if let Some(nearest) = voronoi.clearance(desk) {
        println!("{desk} is {:.2} m from the nearest wall", nearest.distance);
    }

    let skeleton = Skeleton::of(&voronoi);
    let widest = skeleton.widest(desk, hall)?;
    println!("the widest path to {hall} is {:.2} m wide", widest.width);
    for narrow in skeleton.narrows(0.5).iter().take(3) {
        println!("{:.2} m wide at {}", narrow.width, narrow.at);
    }

    // Three discs, each to its own goal; a frame of a game places them anew in the same memory.
    let mut graph = NavGraph::new(&voronoi);
    let disc = |x: f64, y: f64| GraphDisc { centre: (x, y).into(), radius: 0.2 };
    graph.place(&[disc(8.0, 7.0), disc(9.0, 7.2), disc(10.0, 7.1)]);
    let routes = graph.routes(&[hall, desk, hall], &GraphCost::default());
    let aims: Vec<Point> = routes.into_iter().map(|route| route.map(|route| route.aim)).collect::<Result<_, _>>()?;
    println!("they are led to {}, {} and {}", aims[0], aims[1], aims[2]);
    assert!(aims[0] != aims[1] && aims[1] != aims[2], "no two are led to the same point");
    Ok(())
}
