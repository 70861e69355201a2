//! Groups led over cells heed the scene's constraints.

use wayfront_crowd::Simulation;
use wayfront_domain::Scene;
use wayfront_geometry::Point;
use wayfront_world::{Constraint, Crowd, Format, Group, GuideKind, Source, Start, World, read_text};

fn inside(p: Point, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2]) -> bool {
    p.x > x0 && p.x < x1 && p.y > y0 && p.y < y1
}

/// A lawn in the middle counts nine times: nobody walks over it, and everybody arrives.
#[test]
fn nobody_walks_over_the_lawn() {
    let start = Start::Points((0..6).map(|k| Point::new(1.0 + 0.6 * f64::from(k), 5.0)).collect());
    let mut group = Group::new(start);
    group.guide = GuideKind::Cells;
    let mut crowd = Crowd::default();
    crowd.seconds = 120.0;
    crowd.groups.push(group);
    let lawn = Constraint::terrain([[8.0, 2.0], [14.0, 2.0], [14.0, 8.0], [8.0, 8.0]], 9.0);
    let hall = World::new().area([[0.0, 0.0], [22.0, 0.0], [22.0, 10.0], [0.0, 10.0]]);
    let hall = hall.exit(Source::segment((22.0, 4.0), (22.0, 6.0))).constraint(lawn).with_crowd(crowd);
    let mut run = Simulation::of(&Scene::new(hall).expect("a scene")).expect("a run");
    let mut on_lawn = 0;
    while run.is_going_on() {
        run.step();
        on_lawn += run.agents().position().iter().filter(|&&p| inside(p, [8.5, 2.5], [13.5, 7.5])).count();
    }
    assert_eq!(run.summary().trips.len(), 6, "not everybody arrived");
    assert_eq!(on_lawn, 0, "somebody walked over the lawn");
}

/// The same from a scene file: past a wet floor, along the dry side.
#[test]
fn guides_of_scene_files_may_be_cells() {
    let scene = r#"
        [world]
        boundary = [[0, 0], [20, 0], [20, 8], [0, 8]]
        [[exits]]
        name = "east"
        segment = [[20, 3], [20, 5]]
        [[constraints]]
        name = "wet floor"
        in = [[8, 0], [12, 0], [12, 6], [8, 6]]
        factor = 6
        [[crowd.groups]]
        area = [[1, 3], [3, 3], [3, 5], [1, 5]]
        count = 5
        goal = "east"
        guide = "cells"
    "#;
    let world = read_text(scene.as_bytes(), Format::SceneToml, "wet.toml").expect("a scene");
    let mut run = Simulation::of(&Scene::new(world).expect("in order")).expect("a run");
    let mut wet = 0;
    while run.is_going_on() && run.time() < 100.0 {
        run.step();
        wet += run.agents().position().iter().filter(|&&p| inside(p, [8.5, 0.0], [11.5, 5.4])).count();
    }
    assert_eq!((run.summary().trips.len(), wet), (5, 0));
}
