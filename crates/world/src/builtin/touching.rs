//! Things that touch: what shares a point closes the gap, what shares an edge has no corridor in between.

use super::parts::{point_source, rect, wall};
use crate::model::{Polygon, World};

/// Obstacles that touch in points and along edges, walls that end on obstacles and on each other, an obstacle that
/// touches the boundary, and a ring that touches itself.
pub fn touching() -> World {
    World {
        areas: vec![rect(0.0, 0.0, 60.0, 40.0)],
        obstacles: [corners_that_meet(), edges_that_meet(), at_the_boundary(), others()].concat(),
        walls: vec![
            // From obstacle to obstacle: closes the passage below the row of triangles.
            wall([[24.0, 10.0], [30.0, 6.0]]),
            // Ends on another wall, in its middle.
            wall([[40.0, 24.0], [52.0, 24.0]]),
            wall([[46.0, 24.0], [46.0, 30.0]]),
            // From an obstacle's edge into the open.
            wall([[13.0, 33.0], [19.0, 33.0], [19.0, 37.0]]),
        ],
        sources: vec![point_source("start", [4.0, 4.5])],
        ..World::default()
    }
}

/// Squares corner to corner, as on a chess board, around a free field that cannot be entered.
fn corners_that_meet() -> Vec<Polygon> {
    let square = |x: f64, y: f64| rect(x, y, x + 4.0, y + 4.0);
    vec![square(10.0, 6.0), square(14.0, 10.0), square(18.0, 6.0), square(14.0, 2.0)]
}

/// Three blocks that share edges or parts of them, and a triangle on top.
fn edges_that_meet() -> Vec<Polygon> {
    vec![
        rect(22.0, 10.0, 26.0, 20.0),
        rect(26.0, 13.0, 31.0, 20.0),
        rect(31.0, 16.0, 36.0, 24.0),
        Polygon::ring([[22.0, 20.0], [31.0, 20.0], [26.0, 26.0]]),
        Polygon::ring([[30.0, 6.0], [38.0, 3.0], [38.0, 9.0]]),
    ]
}

/// One block on the boundary with a whole edge, one with a corner.
fn at_the_boundary() -> Vec<Polygon> {
    vec![
        Polygon::ring([[44.0, 0.0], [50.0, 0.0], [49.0, 7.0], [45.0, 7.0]]),
        Polygon::ring([[60.0, 15.0], [55.0, 19.0], [52.0, 15.0], [55.0, 11.0]]),
    ]
}

/// A frame whose hole holds another block in a corner, a ring that touches itself, and a block that rests on a wall.
fn others() -> Vec<Polygon> {
    let frame = Polygon {
        outer: rect(3.0, 24.0, 13.0, 36.0).outer,
        holes: vec![rect(5.0, 26.0, 11.0, 34.0).outer],
        ..Polygon::default()
    };
    // Two triangles in one ring: it passes (32, 33) twice.
    let bow = Polygon::ring([[26.0, 30.0], [32.0, 33.0], [38.0, 30.0], [38.0, 36.0], [32.0, 33.0], [26.0, 36.0]]);
    vec![frame, rect(5.0, 26.0, 8.0, 29.0), bow, rect(48.5, 24.0, 51.0, 27.0)]
}
