//! Worlds that were drawn wrongly or not at all once, each as small as it could be made, named after what broke.

use wayfront_domain::Domain;
use wayfront_draw::{Options, Picture, Primitive};
use wayfront_world::{Polygon, Wall, World};

fn square(obstacles: Vec<Polygon>) -> World {
    let areas = vec![Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])];
    World::new().with_areas(areas).with_obstacles(obstacles)
}

#[test]
fn without_sources_everything_is_hatched() {
    let world = square(vec![Polygon::ring([(4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0)])]);
    let domain = Domain::without_doors(&world).unwrap();
    let picture = Picture::of_unreachable(&world, &domain, &Options::default()).unwrap();
    let layer = picture.layers().iter().find(|layer| layer.name == "unreachable").unwrap();
    let Primitive::Polygons { rings, .. } = &layer.primitives[0] else { panic!("an area") };
    assert_eq!(rings.len(), domain.free_triangles());
}

/// An L-shaped area, a square obstacle near its lower left, and one that sticks out on the right.
fn small_world() -> World {
    World::new()
        .named("small")
        .area(Polygon::ring([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [10.0, 10.0], [10.0, 20.0], [0.0, 20.0]]))
        .with_obstacles(vec![
            Polygon::ring([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]]),
            // The other way around, and beyond the boundary.
            Polygon::ring([[8.0, 12.0], [8.0, 18.0], [14.0, 18.0], [14.0, 12.0]]),
        ])
}

#[test]
fn strange_worlds_still_draw() {
    let wall = |points: &[[f64; 2]]| Wall { points: points.iter().map(|&p| p.into()).collect(), ..Wall::default() };
    let strange = [
        World::new().wall(wall(&[[0.0, 0.0], [0.0, 1e-9]])),
        World::new().wall(wall(&[[5.0, 5.0]])),
        World::new().obstacle(Polygon::ring([[0.0, 0.0], [1e40, 0.0], [1e40, 1.0]])),
        small_world().with_obstacles(vec![Polygon::ring([[f64::NAN, 0.0], [1.0, 0.0], [1.0, 1.0]])]),
        small_world().with_obstacles(vec![Polygon::default(), Polygon::ring([[1.0, 1.0]])]),
        World::new().area(Polygon::ring([[0.0, 0.0], [9000.0, 0.0], [9000.0, 1.0], [0.0, 1.0]])),
        small_world().with_areas(vec![Polygon::ring([[0.0, 0.0], [1.0, 0.0], [1.0, 9000.0], [0.0, 9000.0]])]),
    ];
    for (i, world) in strange.iter().enumerate() {
        let picture = Picture::of_world(world, &Options::default()).unwrap_or_else(|e| panic!("{i}: {e}"));
        picture.to_png().unwrap_or_else(|e| panic!("{i}: {e}"));
        roxmltree::Document::parse(&picture.to_svg().unwrap()).unwrap_or_else(|e| panic!("{i}: {e}"));
        let picture = Picture::of_world(world, &Options::default().axes(true)).unwrap();
        roxmltree::Document::parse(&picture.to_svg().unwrap()).unwrap_or_else(|e| panic!("{i}: {e}"));
    }
}
