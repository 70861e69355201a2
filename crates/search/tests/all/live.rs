//! Cells that follow a world are those of a fresh start, and constraints are what they say.

use crate::common::dijkstra;
use wayfront_domain::{CellGrid, Cells, Domain, Guide, Scene};
use wayfront_geometry::Point;
use wayfront_search::{
    Budget, CellGuide, ConstraintArea, ConstraintField, LiveCells, Planner, Space, StateId, Wave, visible_region,
};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_world::{
    Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Door, Handle, Polygon, Preposition, Source, World,
};

fn square(x: f64, y: f64, side: f64) -> Vec<Point> {
    vec![Point::new(x, y), Point::new(x + side, y), Point::new(x + side, y + side), Point::new(x, y + side)]
}

/// A hall with boxes, a door and constraints of all kinds.
fn hall(rng: &mut Rng) -> World {
    let mut world = World::new().area(Polygon::ring(square(0.0, 0.0, 20.0)));
    for k in 0..3 + rng.below(4) {
        let ring = square(1.0 + rng.unit() * 16.0, 1.0 + rng.unit() * 16.0, 0.3 + rng.unit() * 2.0);
        world = world.obstacle(Polygon::ring(ring).named(&format!("box {k}")));
    }
    world = world.door(Door::new("gate", (10.1, 0.0), (10.1, 20.0)).with_open(rng.chance(0.5)));
    for _ in 0..rng.below(5) {
        world = world.constraint(random_constraint(rng));
    }
    world
}

fn random_constraint(rng: &mut Rng) -> Constraint {
    let handle = |rng: &mut Rng| Handle::Name(format!("box {}", rng.below(3)));
    let ring =
        |rng: &mut Rng| ConstraintRegion::Ring(square(rng.unit() * 15.0, rng.unit() * 15.0, 0.1 + rng.unit() * 5.0));
    let preposition = match rng.below(6) {
        0 => Preposition::In(ring(rng)),
        1 => Preposition::Near { region: ring(rng), reach: Some(0.5 + rng.unit() * 3.0) },
        2 => Preposition::Near { region: ConstraintRegion::Obstacle(handle(rng)), reach: None },
        3 => Preposition::Beside {
            side: *rng.pick(&[
                ConstraintSide::Left,
                ConstraintSide::Right,
                ConstraintSide::Front,
                ConstraintSide::Back,
            ]),
            obstacle: handle(rng),
            facing: Point::new(rng.unit() - 0.5, 0.3),
            depth: rng.chance(0.5).then_some(1.5),
        },
        4 => Preposition::Between([handle(rng), handle(rng)]),
        _ => Preposition::Sight { of: handle(rng), reach: rng.chance(0.7).then_some(4.0) },
    };
    let strength = match rng.below(4) {
        0 => ConstraintStrength::Factor(1.0 + rng.unit() * 3.0),
        1 => ConstraintStrength::Weight(rng.unit() * 5.0 + 0.1),
        2 => ConstraintStrength::Weight(-0.1 - rng.unit() * 8.0),
        _ => ConstraintStrength::Hard,
    };
    Constraint::new(preposition, strength)
}

/// Moves something, opens or closes the door, changes a constraint.
fn changed(rng: &mut Rng, world: &World) -> World {
    let mut world = world.clone();
    match rng.below(5) {
        0 => world.doors[0].open ^= true,
        1 if !world.constraints.is_empty() => {
            let k = rng.below(world.constraints.len());
            world.constraints[k] = random_constraint(rng);
        }
        _ => {
            let k = rng.below(world.obstacles.len());
            let shift = Point::new(rng.unit() - 0.5, rng.unit() - 0.5) * if rng.chance(0.5) { 0.4 } else { 6.0 };
            world.obstacles[k].outer.iter_mut().for_each(|p| *p = *p + shift);
        }
    }
    world
}

fn fresh(world: &World, cell: f64, radius: f64) -> LiveCells {
    LiveCells::of(&Scene::new(world.clone()).expect("a scene"), cell, radius).expect("cells")
}

fn same(a: &LiveCells, b: &LiveCells) {
    for cell in a.space().grid().cells() {
        assert_eq!(a.space().is_free(cell), b.space().is_free(cell), "cell {}", cell.0);
        assert_eq!(a.space().factor(cell), b.space().factor(cell), "factor of cell {}", cell.0);
    }
}

/// 60 halls, 20 changes each: cells, waves and planners equal those from scratch; there and back restores every bit.
#[test]
fn cells_follow_their_world() {
    each_seed("cells_follow_their_world", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let mut world = hall(rng);
        let (cell, radius) = (*rng.pick(&[0.4, 0.5, 1.0]), *rng.pick(&[0.0, 0.0, 0.3, 0.9]));
        let first = fresh(&world, cell, radius);
        let mut live = first.clone();
        let states = live.space().len();
        let (from, goal) = (StateId(rng.below(states) as u32), StateId(rng.below(states) as u32));
        let (mut wave, mut planner) = (Wave::new(), Planner::new(1.0));
        wave.run(live.space(), &[(goal, 0)]);
        planner.aim(live.space(), from, goal);
        let begin = world.clone();
        for _ in 0..20 {
            let next = changed(rng, &world);
            if Scene::new(next.clone()).is_err() {
                continue; // an obstacle stands in the door's end
            }
            world = next;
            let followed = live.follow(&world).expect("a good world");
            same(&live, &fresh(&world, cell, radius));
            wave.repair(live.space(), &followed.changed);
            let oracle = dijkstra(live.space(), &[(goal, 0)]);
            assert!(wave.costs() == oracle, "a repaired wave differs");
            planner.repair(live.space(), &followed.changed);
            if live.space().is_open(from) {
                assert_eq!(planner.improve(live.space(), Budget::Unlimited).cost, oracle[from.index()]);
            }
        }
        live.follow(&begin).expect("a good world");
        same(&live, &first);
    });
}

/// A guide that follows worlds, goals and terrain leads as one that is made for them.
#[test]
fn guides_follow_worlds_goals_and_terrain() {
    each_seed("guides_follow_worlds_goals_and_terrain", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let mut world = hall(rng);
        let (cell, radius) = (*rng.pick(&[0.5, 1.0]), *rng.pick(&[0.0, 0.3]));
        let goals = |rng: &mut Rng| {
            let mut point = || (0.6 + 18.8 * rng.unit(), 0.6 + 18.8 * rng.unit());
            vec![Source::segment(point(), point()), Source::point(point())]
        };
        let mut sources = goals(rng);
        let made = |world: &World, sources: &[Source]| {
            CellGuide::to(&Scene::new(world.clone()).expect("a scene"), cell, radius, sources)
        };
        let Ok(mut guide) = made(&world, &sources) else { return };
        let terrain = rng.chance(0.5).then(|| crate::common::random_factors(rng, guide.live().space().len()));
        for _ in 0..12 {
            let next = changed(rng, &world);
            if Scene::new(next.clone()).is_err() {
                continue;
            }
            world = next;
            if rng.chance(0.3) {
                sources = goals(rng);
            }
            guide.follow_to(&world, &sources).expect("a good world");
            let Ok(mut fresh) = made(&world, &sources) else { continue };
            if let Some(factors) = &terrain {
                guide.set_terrain(factors.clone()).expect("good factors");
                fresh.set_terrain(factors.clone()).expect("good factors");
            }
            assert!(guide.wave().costs() == fresh.wave().costs(), "a guide that follows differs");
            let p = Point::new(20.0 * rng.unit(), 20.0 * rng.unit());
            assert_eq!(guide.aim(p), fresh.aim(p));
        }
    });
}

/// Without doors and constraints the layers give the cells of the domain, as long as outlines are simple.
#[test]
fn layers_are_the_cells_of_the_domain() {
    each_seed("layers_are_the_cells_of_the_domain", 300, |seed| {
        let rng = &mut Rng::new(seed);
        let mut world = hall(rng);
        world.doors.clear();
        world.constraints.clear();
        let Ok(scene) = Scene::new(world) else { return };
        let cell = scene.domain().bounds().size() / 23.0;
        let Ok(live) = LiveCells::of(&scene, cell, 0.0) else { return };
        let cells = Cells::of(scene.domain(), cell).expect("a grid");
        if cells.grid() != live.space().grid() {
            return; // obstacles took a whole side of the box away
        }
        for id in cells.grid().cells() {
            let (ours, theirs) = (live.space().is_free(id), cells.is_free(id));
            assert!(ours == theirs, "cell {} at {}: {ours}", id.0, cells.centre(id));
        }
    });
}

/// The same for outlines as they come: crossing themselves, with spikes, with holes that reach out.
#[test]
fn layers_of_broken_outlines_are_the_cells_of_the_domain() {
    let mut seen = 0;
    each_seed("layers_of_broken_outlines_are_the_cells_of_the_domain", 400, |seed| {
        let rng = &mut Rng::new(seed);
        let coordinates = *rng.pick(&[Coordinates::Grid(6), Coordinates::Grid(12)]);
        let mut world = world(rng, coordinates);
        world.doors.clear();
        let Ok(scene) = Scene::new(world) else { return };
        let cell = scene.domain().bounds().size() * 0.043_21;
        let Ok(live) = LiveCells::of(&scene, cell, 0.0) else { return };
        let grid = *live.space().grid();
        let cells = Cells::on(grid, scene.domain());
        // Where an outline grazes the corner of a cell, rounding decides: then the answer for a grid beside it differs.
        let beside = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| {
            let origin = grid.origin() + Point::new(x, y) * (1e-7 * cell);
            Cells::on(CellGrid::new(origin, cell, grid.size()).expect("a grid"), scene.domain())
        });
        for id in cells.grid().cells() {
            let (ours, theirs) = (live.space().is_free(id), cells.is_free(id));
            let is_right = ours == theirs || beside.iter().any(|cells| cells.is_free(id) == ours);
            assert!(is_right, "cell {} at {}: {ours}", id.0, cells.centre(id));
        }
        seen += 1;
    });
    assert!(seen > 100, "only {seen} worlds were looked at");
}

#[test]
fn integrals_are_those_of_fine_sampling() {
    each_seed("integrals_are_those_of_fine_sampling", 40, |seed| {
        let rng = &mut Rng::new(seed);
        let field = ConstraintField::of(&hall(rng));
        let mut point = || Point::new(rng.unit() * 20.0, rng.unit() * 20.0);
        let (a, b) = (point(), point());
        let samples = 2_000_000;
        let sum: f64 =
            (0..samples).map(|k| field.multiplier(a.lerp(b, (f64::from(k) + 0.5) / f64::from(samples)))).sum();
        let (fine, ours) = (sum / f64::from(samples) * a.distance(b), field.integral(a, b));
        // A jump between two samples makes an error of its height times half a step each.
        let jumps = 40.0 * field.elsewhere().max(8.0) / f64::from(samples);
        assert!((fine - ours).abs() <= (1e-6 + jumps) * a.distance(b), "{ours} instead of {fine}");
        let middle = a.lerp(b, 0.37);
        let parts = field.integral(a, middle) + field.integral(middle, b);
        assert!((parts - ours).abs() < 1e-6 * ours, "cutting a line changes its cost: {parts}, {ours}");
    });
}

/// The offset is just large enough: no place is cheaper than 1, and some place is not dearer.
#[test]
fn attraction_never_makes_anything_cheaper_than_its_length() {
    each_seed("attraction_never_makes_anything_cheaper_than_its_length", 200, |seed| {
        let rng = &mut Rng::new(seed);
        let field = ConstraintField::of(&hall(rng));
        let sum = |p: Point| field.areas().iter().map(|area| area.weight_at(p).max(0.0)).sum::<f64>();
        let mut most = 0.0f64;
        for _ in 0..3000 {
            let p = Point::new(rng.unit() * 20.0, rng.unit() * 20.0);
            assert!(field.multiplier(p) >= 1.0);
            most = most.max(sum(p));
        }
        assert!(most <= field.offset() + 1e-9, "{most} > {}", field.offset());
        let pulls: Vec<&ConstraintArea> = field.areas().iter().filter(|area| area.weight > 0.0).collect();
        assert!(field.offset() <= pulls.iter().map(|area| area.weight).sum::<f64>() + 1e-9);
    });
}

#[test]
fn hard_constraints_are_never_entered() {
    each_seed("hard_constraints_are_never_entered", 60, |seed| {
        let rng = &mut Rng::new(seed);
        let world = hall(rng);
        let live = fresh(&world, 0.5, 0.0);
        let hard: Vec<&ConstraintArea> = live.field().areas().iter().filter(|area| area.is_hard).collect();
        let mut wave = Wave::new();
        let goal = StateId(rng.below(live.space().len()) as u32);
        wave.run(live.space(), &[(goal, 0)]);
        for _ in 0..20 {
            let from = StateId(rng.below(live.space().len()) as u32);
            let path: Vec<Point> = wave.path(live.space(), from).iter().map(|&s| live.space().place(s)).collect();
            for pair in path.windows(2) {
                for t in 0..=20 {
                    let p = pair[0].lerp(pair[1], f64::from(t) / 20.0);
                    // Corners of cells may touch a region from outside.
                    let is_inside = |area: &&&ConstraintArea| {
                        let around = [(1e-7, 0.0), (-1e-7, 0.0), (0.0, 1e-7), (0.0, -1e-7)];
                        around.iter().all(|&(x, y)| area.contains(p + Point::new(x, y)))
                    };
                    assert!(!hard.iter().any(|area| is_inside(&area)), "{p} is forbidden");
                }
            }
        }
    });
}

#[test]
fn visible_regions_hold_what_is_seen() {
    let mut looks = 0;
    each_seed("visible_regions_hold_what_is_seen", 150, |seed| {
        let rng = &mut Rng::new(seed);
        let Ok(domain) = Domain::without_doors(&world(rng, Coordinates::Grid(12))) else { return };
        let bounds = domain.bounds();
        let mut point = || bounds.min + Point::new(bounds.width() * rng.unit(), bounds.height() * rng.unit());
        let eye = point();
        if !domain.contains(eye) {
            assert!(visible_region(&domain, eye).is_none());
            return;
        }
        let ring = visible_region(&domain, eye).expect("a free eye");
        let winding = |p: Point| {
            let mut sum = 0;
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let turn = (*b - *a).cross(p - *a);
                if a.y <= p.y && b.y > p.y && turn > 0.0 {
                    sum += 1;
                } else if a.y > p.y && b.y <= p.y && turn < 0.0 {
                    sum -= 1;
                }
            }
            sum
        };
        for _ in 0..200 {
            let p = point();
            let near = ring.iter().zip(ring.iter().cycle().skip(1)).any(|(a, b)| {
                let t = ((p - *a).dot(*b - *a) / (*b - *a).dot(*b - *a).max(1e-30)).clamp(0.0, 1.0);
                a.lerp(*b, t).distance(p) < 1e-6 * bounds.size()
            });
            if !near {
                assert_eq!(winding(p) != 0, domain.contains(p) && domain.sees(eye, p), "{p} from {eye}");
                looks += 1;
            }
        }
    });
    assert!(looks > 2000);
}
