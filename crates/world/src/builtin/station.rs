//! Trains: their doors open at a platform, or they move and people run after them.

use super::floor_plan::FloorPlan;
use super::parts::{disc, door, point_source, rect};
use crate::model::{Change, Door, Kind, Motion, Polygon, Thing, World};
use wayfront_geometry::Point;

const PLATFORM_LENGTH: f64 = 72.0;
const STATION_DEPTH: f64 = 22.0;
/// Sides of the two trains that face the platform: lower edges of their walls.
const SIDES: [f64; 2] = [3.2, 18.6];
const WALL: f64 = 0.2;
const DOOR_WIDTH: f64 = 1.8;
/// Left ends of the doors of each train.
const DOORS: [f64; 6] = [6.0, 18.0, 29.0, 41.2, 52.2, 64.2];
/// When the doors of each train begin to open, and when they close.
const STAYS: [[f64; 2]; 2] = [[2.0, 13.0], [6.0, 18.0]];
const ROUND: f64 = 20.0;
/// Seconds until a door is wide open.
const OPENING: f64 = 2.5;

/// A platform between two trains. Their doors are closed at first; then each is a point, and grows to its full width.
pub fn subway() -> World {
    let mut plan = FloorPlan::new(PLATFORM_LENGTH, STATION_DEPTH, WALL);
    for side in SIDES {
        plan.wall_along_x([0.0, PLATFORM_LENGTH], side, &DOORS.map(|x| [x, x + DOOR_WIDTH]));
    }
    let (areas, walls) = plan.outlines();
    let mut world = World { areas, obstacles: walls.into_iter().chain(furniture()).collect(), ..World::default() };
    for (train, name) in ["south", "north"].into_iter().enumerate() {
        for (k, x) in DOORS.into_iter().enumerate() {
            add_train_door(&mut world, &format!("{name} {}", k + 1), x, train);
        }
    }
    world
}

/// A door in the side of a train, and the source in it; both are there while the train stays.
fn add_train_door(world: &mut World, name: &str, x: f64, train: usize) {
    let y = SIDES[train] + if train == 0 { 0.0 } else { WALL };
    let [opens, closes] = STAYS[train];
    let ends = [Point::new(x, y), Point::new(x + DOOR_WIDTH, y)];
    let middle = [ends[0].lerp(ends[1], 0.5); 2];
    world.doors.push(Door { open: true, ..Door::new(name, ends[0], ends[1]) });
    world.sources.push(door(name, ends[0].into(), ends[1].into()));
    let thing = |kind| Thing::named(kind, name);
    let steps = |kind, change| Motion::new(thing(kind), [0.0, opens, closes, ROUND], change).repeated();
    let there = vec![false, true, false, false];
    let widths = Change::Segments(vec![middle, middle, ends, ends]);
    world.motions.push(steps(Kind::Door, Change::Open(there.clone())));
    world.motions.push(steps(Kind::Source, Change::Present(there)));
    world.motions.push(Motion::new(thing(Kind::Source), [0.0, opens, opens + OPENING, ROUND], widths).repeated());
}

/// Stairs and pillars on the platform, seats in the trains.
fn furniture() -> Vec<Polygon> {
    let stairs = [rect(22.0, 9.4, 30.0, 12.6), rect(44.0, 9.4, 52.0, 12.6)];
    let pillars = [4.0, 12.0, 37.0, 60.0, 68.0].map(|x| disc([x, 11.0], 0.6, 12));
    let benches = [rect(14.6, 10.6, 18.2, 11.4), rect(54.6, 10.6, 58.2, 11.4)];
    let between_doors = DOORS.windows(2).map(|pair| [pair[0] + DOOR_WIDTH + 1.2, pair[1] - 1.2]);
    let seats = between_doors.flat_map(|[a, b]| [rect(a, 0.5, b, 1.2), rect(a, 20.8, b, 21.5)]);
    stairs.into_iter().chain(pillars).chain(benches).chain(seats).collect()
}

const YARD: [f64; 2] = [120.0, 52.0];
const TRAIN: [f64; 2] = [34.0, 3.2];
/// Left end and lower side of each train at time 0, and how far it goes before it comes back.
const TRAINS: [([f64; 2], f64, &str); 2] = [([6.0, 15.0], 74.0, "express"), ([80.0, 34.0], -74.0, "local")];

/// Two trains run to and fro between three platforms; all of the side that faces the middle can be boarded.
pub fn trains() -> World {
    let mut world = World { areas: vec![rect(0.0, 0.0, YARD[0], YARD[1])], ..World::default() };
    for ([x, y], way, name) in TRAINS {
        let [length, width] = TRAIN;
        let side = if way > 0.0 { y + width } else { y };
        world.obstacles.push(rect(x, y, x + length, y + width).named(name));
        world.sources.push(door(name, [x + 1.0, side], [x + length - 1.0, side]));
        let there_and_back = Change::Shifts([0.0, way, way, 0.0, 0.0].map(|x| Point::new(x, 0.0)).to_vec());
        for kind in [Kind::Obstacle, Kind::Source] {
            let times = [0.0, 7.0, 8.0, 15.0, 16.0];
            world.motions.push(Motion::new(Thing::named(kind, name), times, there_and_back.clone()).repeated());
        }
    }
    world.obstacles.extend(yard_buildings());
    world.sources.push(point_source("bus", [112.0, 3.0]));
    world
}

/// Buildings and pillars on the three platforms; the tracks are free.
fn yard_buildings() -> Vec<Polygon> {
    let hall = Polygon::ring([[44.0, 22.5], [58.0, 22.5], [58.0, 25.0], [76.0, 25.0], [76.0, 29.5], [44.0, 29.5]]);
    let sheds = [rect(8.0, 4.0, 30.0, 9.0), rect(48.0, 5.0, 62.0, 10.5), rect(84.0, 3.5, 100.0, 8.0)];
    let houses = [rect(14.0, 42.0, 36.0, 47.5), rect(58.0, 41.5, 66.0, 48.0), rect(90.0, 42.0, 112.0, 46.5)];
    let pillars = [14.0, 24.0, 34.0, 86.0, 96.0, 106.0].map(|x| disc([x, 26.0], 1.0, 12));
    std::iter::once(hall).chain(sheds).chain(houses).chain(pillars).collect()
}
