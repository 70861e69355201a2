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

/// A run of a scene file; what is counted of everybody after each step, and how many arrived.
fn run(scene: &str, mut count: impl FnMut(&Simulation, Point) -> bool) -> (usize, usize) {
    let world = read_text(scene.as_bytes(), Format::SceneToml, "scene.toml").expect("a scene");
    let mut run = Simulation::of(&Scene::new(world).expect("in order")).expect("a run");
    let mut counted = 0;
    while run.is_going_on() && run.time() < 150.0 {
        run.step();
        counted += run.agents().position().iter().filter(|&&p| count(&run, p)).count();
    }
    (counted, run.summary().trips.len())
}

/// A short path opens after a while, and closes again: those who are still before it take it while it is open.
#[test]
fn cells_follow_doors() {
    let scene = |motions: &str| {
        format!(
            r#"
        [world]
        boundary = [[0, 0], [30, 0], [30, 12], [0, 12]]
        walls = [[[20, 0], [20, 5]], [[20, 7], [20, 10.4]]]
        [[doors]]
        name = "short"
        segment = [[20, 5], [20, 7]]
        {motions}
        [[exits]]
        name = "east"
        segment = [[30, 5], [30, 7]]
        [[crowd.groups]]
        area = [[1, 4], [4, 4], [4, 8], [1, 8]]
        count = 8
        goal = "east"
        guide = "cells"
    "#
        )
    };
    let through = |_: &Simulation, p: Point| inside(p, [19.8, 5.0], [20.2, 7.0]);
    assert_eq!(run(&scene(""), through), (0, 8), "the door is closed");
    let opens = "[[motions]]\ndoor = \"short\"\ntimes = [5]\nopen = [true]";
    let (passed, arrived) = run(&scene(opens), through);
    assert!(passed > 8 && arrived == 8, "{passed} steps in the door, {arrived} arrived");
    let closes = "[[motions]]\ndoor = \"short\"\ntimes = [2, 6]\nopen = [true, false]";
    assert_eq!(run(&scene(closes), through), (0, 8), "it closes before anybody is there");
}

/// A guard goes about; whoever is led over cells keeps out of his sight wherever he is.
#[test]
fn cells_follow_what_a_guard_sees() {
    let scene = |factor: f64| {
        format!(
            r#"
        [world]
        boundary = [[0, 0], [40, 0], [40, 14], [0, 14]]
        [[sources]]
        name = "guard"
        point = [20, 2]
        [[motions]]
        source = "guard"
        times = [0, 20, 40]
        shifts = [[0, 0], [0, 10], [0, 0]]
        repeat = true
        [[constraints]]
        sight = "guard"
        reach = 5
        factor = {factor}
        [[exits]]
        name = "east"
        segment = [[40, 5], [40, 9]]
        [[crowd.groups]]
        area = [[1, 4], [6, 4], [6, 10], [1, 10]]
        count = 12
        goal = "east"
        guide = "cells"
    "#
        )
    };
    // By hand: up in twenty seconds, and down again.
    let guard = |time: f64| Point::new(20.0, 2.0 + 10.0 * (1.0 - (1.0 - time % 40.0 / 20.0).abs()));
    let seen = |run: &Simulation, p: Point| p.distance(guard(run.time())) < 4.0;
    let (unaware, all) = run(&scene(1.0), seen);
    let (aware, arrived) = run(&scene(9.0), seen);
    assert_eq!((all, arrived), (12, 12));
    assert!(unaware > 100 && 5 * aware < unaware, "{aware} steps in sight, {unaware} of those who do not care");
}

/// Kapadia and others 2013, figure 14: right of the first pillar, left of the second, right of the third. Four groups that
/// come from everywhere under the same constraints walk one lane.
#[test]
fn the_same_constraints_make_lanes() {
    let scene = |weight: f64| {
        let pillars = [8, 18, 28]
            .map(|x| format!("{{ name = \"p{x}\", outline = [[{x}, 9], [{0}, 9], [{0}, 11], [{x}, 11]] }}", x + 2));
        let sides = [("right", "left", 8), ("left", "right", 18), ("right", "left", 28)].map(|(to, from, x)| {
            format!(
                "[[constraints]]\n{to} = \"p{x}\"\ndepth = 2\nweight = {weight}\n\
                 [[constraints]]\n{from} = \"p{x}\"\ndepth = 9\nweight = -{weight}\n"
            )
        });
        let groups = [2, 6, 11, 16].map(|y| {
            let area = format!("[[1, {y}], [4, {y}], [4, {0}], [1, {0}]]", y + 2);
            format!("[[crowd.groups]]\narea = {area}\ncount = 6\ngoal = \"east\"\nguide = \"cells\"\n")
        });
        let (pillars, sides, groups) = (pillars.join(", "), sides.concat(), groups.concat());
        format!(
            "[world]\nboundary = [[0, 0], [38, 0], [38, 20], [0, 20]]\nsolids = [{pillars}]\n{sides}\
             [[exits]]\nname = \"east\"\nsegment = [[38, 2], [38, 18]]\n{groups}"
        )
    };
    let lanes = [([8.0, 7.0], [10.0, 9.0]), ([18.0, 11.0], [20.0, 13.0]), ([28.0, 7.0], [30.0, 9.0])];
    let on_lane = |_: &Simulation, p: Point| lanes.iter().any(|&(low, high)| inside(p, low, high));
    let beside = |_: &Simulation, p: Point| lanes.iter().any(|(low, high)| p.x > low[0] && p.x < high[0]);
    let [(on, arrived), (all, _)] = [run(&scene(12.0), on_lane), run(&scene(12.0), beside)];
    assert_eq!(arrived, 24);
    assert!(on as f64 > 0.9 * all as f64, "{on} of {all} steps past pillars were on the lane");
    let [(on, _), (all, _)] = [run(&scene(0.01), on_lane), run(&scene(0.01), beside)];
    assert!((on as f64) < 0.5 * all as f64, "{on} of {all} steps without constraints");
}
