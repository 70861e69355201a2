//! A first path map: describe a hall, ask for costs and routes, save a picture.
//!
//! `cargo run --example first_map`

use wayfront::draw::{MapStyle, Options};
use wayfront::world::Source;
use wayfront::{Guide, PathMap, Picture, Point, Scene, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hall = World::new()
        .area([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]])
        .obstacle([[6.0, 2.0], [9.0, 2.0], [9.0, 7.0], [6.0, 7.0]])
        .obstacle([[8.0, 6.0], [14.0, 6.0], [14.0, 8.0], [8.0, 8.0]]) // overlaps the first one: joined
        .source(Source::segment((20.0, 4.0), (20.0, 6.0)).named("door"));
    let scene = Scene::new(hall)?; // every problem at once, or a scene
    for note in scene.repaired() {
        println!("repaired: {note}");
    }

    let map = PathMap::of(&scene)?; // one build answers every point
    for desk in [Point::new(2.0, 5.0), Point::new(7.0, 1.0), Point::new(11.0, 9.0)] {
        let corners = map.route(desk)?.len() - 2;
        println!("{desk}: {:.2} m to the door, around {corners} corners", map.cost(desk)?);
    }
    assert!(map.cost(Point::new(7.0, 5.0)).is_err(), "an obstacle has no path");

    let style = MapStyle::default();
    let picture = Picture::of_path_map(scene.world(), &map, &style, &Options::default().size(600))?;
    picture.save(std::env::temp_dir().join("wayfront-first-map.png"))?;
    Ok(())
}
