//! What scenes are made of: boxes, sources, and their places.

use crate::model::{Field, Place, Polygon, Source, World};

/// The axis-parallel box between two corners, counter-clockwise.
pub fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> Polygon {
    Polygon::ring([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
}

/// A named point to start from.
pub fn point_source(name: &str, at: [f64; 2]) -> Source {
    Source { name: Some(name.to_owned()), ..Source::point(at) }
}

/// Gives everything its field and index, without a file: a program asked for the scene by its name.
pub fn number_places(world: &mut World) {
    fn number<'p>(field: Field, places: impl Iterator<Item = &'p mut Place>) {
        places.enumerate().for_each(|(i, place)| *place = Place::of(field, i));
    }
    number(Field::Areas, world.areas.iter_mut().map(|area| &mut area.place));
    number(Field::Obstacles, world.obstacles.iter_mut().map(|obstacle| &mut obstacle.place));
    number(Field::Walls, world.walls.iter_mut().map(|wall| &mut wall.place));
    let (exits, sources) = world.sources.iter_mut().partition::<Vec<_>, _>(|source| source.exit);
    number(Field::Sources, sources.into_iter().map(|source| &mut source.place));
    number(Field::SceneExits, exits.into_iter().map(|exit| &mut exit.place));
    number(Field::Weights, world.weights.iter_mut().map(|weight| &mut weight.place));
    number(Field::Barriers, world.barriers.iter_mut().map(|barrier| &mut barrier.place));
    number(Field::Doors, world.doors.iter_mut().map(|door| &mut door.place));
    number(Field::Motions, world.motions.iter_mut().map(|motion| &mut motion.place));
    number(Field::Constraints, world.constraints.iter_mut().map(|constraint| &mut constraint.place));
    number(Field::Flow, world.flow.iter_mut().map(|flow| &mut flow.place));
    let Some(crowd) = &mut world.crowd else { return };
    number(Field::Groups, crowd.groups.iter_mut().map(|group| &mut group.place));
    number(Field::Stops, crowd.stops.iter_mut().map(|stop| &mut stop.place));
    number(Field::Measures, crowd.measures.iter_mut().map(|measure| &mut measure.place));
    number(Field::SpeedAreas, crowd.areas.iter_mut().map(|area| &mut area.place));
    number(Field::Goods, crowd.goods.iter_mut().map(|goods| &mut goods.place));
    crowd.place = Place::of(Field::Crowd, 0);
}
