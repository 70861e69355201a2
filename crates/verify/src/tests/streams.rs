//! Streams of people: around bends, merging, against each other, and in a mirror.

use super::{motion, times};
use crate::Row;
use crate::run::{Outcome, Setting, least, mean, mean_and_error, most, w90};
use crate::scenes::{self, Beyond, mirrored, scene};
use wayfront_crowd::Simulation;
use wayfront_geometry::Point;
use wayfront_world::{Start, World, builtin};

pub fn rimea_15(setting: &Setting<'_>) -> Vec<Row> {
    let scenes = [scene("rimea-15-short"), scene("rimea-15"), scene("rimea-15-long")];
    let runs = scenes.each_ref().map(|world| setting.runs(world));
    let [short, corner, long] = runs.each_ref().map(|runs| mean(times(runs)));
    let holds = short <= corner && corner <= long;
    let value = format!("{short:.1} / {corner:.1} / {long:.1} s");
    let ordered = Row { name: "RiMEA 15".into(), value, target: "short <= corner <= long".into(), holds };
    let places = setting.crossings(&scenes[1], [Point::new(30.0, 20.0), Point::new(50.0, 0.0)]);
    vec![ordered, Row::at_least("RiMEA 15: w90 at the bend", w90(places), 8.0, "m")]
}

pub fn bends(setting: &Setting<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (width, people, limit) in [(5.0, 71, 61.0), (8.0, 118, 63.0), (15.0, 150, 68.0)] {
        let world = scene(&format!("bend-{width}"));
        let runs = setting.runs(&world);
        rows.push(Row::at_most(format!("bend of {width} m, {people} people"), mean(times(&runs)), limit, "s"));
        let behind = [Point::new(25.0, width + 15.0), Point::new(25.0 + width, width + 15.0)];
        let used = w90(setting.crossings(&world, behind)) / width;
        rows.push(Row::at_least(format!("bend of {width} m: w90 15 m behind it"), used, 0.5, "of the width"));
        let farther = mean(runs.iter().map(Outcome::path)) / shortest(setting, &world, width);
        rows.push(Row::at_most(format!("bend of {width} m: mean path"), farther, 1.08, "of the shortest"));
        rows.extend(motion(setting, &format!("bend of {width} m"), &runs, 0.5));
    }
    let mut full = scene("bend-5");
    if let Some(Start::Area { outline, count }) = full.crowd.as_mut().map(|crowd| &mut crowd.groups[0].start) {
        *count = 300;
        // So many need the whole passage before the bend.
        outline.iter_mut().filter(|p| p.x > 1.0).for_each(|p| p.x = 23.0);
    }
    let full = setting.runs(&full);
    let flow = mean(full.iter().map(|run| run.flow(0))) / 5.0;
    rows.push(Row::at_least("bend of 5 m, 300 people: flow", flow, 1.0, "per m and s"));
    rows
}

/// The mean shortest path of those who start before a bend, over all seeds.
fn shortest(setting: &Setting<'_>, world: &World, width: f64) -> f64 {
    let length = |start: &Point| start.distance(Point::new(25.1, width - 0.1)) + 30.1;
    let of = |&seed: &u64| {
        let crowd = world.crowd.clone().unwrap_or_default().with_seed(seed);
        let run = Simulation::new(&world.clone().with_crowd(Some(crowd)));
        run.map_or(f64::NAN, |run| mean(run.agents().position().iter().map(length)))
    };
    mean(setting.seeds.iter().map(of))
}

pub fn tee(setting: &Setting<'_>) -> Vec<Row> {
    let world = scene("tee");
    let runs = setting.runs(&world);
    let places = setting.crossings(&world, [Point::new(20.0, 12.0), Point::new(28.0, 12.0)]);
    let share = |k: usize| {
        places.iter().filter(|&&at| ((at / 1.6) as usize).min(4) == k).count() as f64 / places.len().max(1) as f64
    };
    let shares: Vec<f64> = (0..5).map(share).collect();
    let named: Vec<String> = shares.iter().map(|share| format!("{:.0}", share * 100.0)).collect();
    let mut rows = vec![Row {
        name: "T: shares of the fifths of the stem".into(),
        value: format!("{} %, {:.1} s", named.join("-"), mean(times(&runs))),
        target: "10 to 30 % each".into(),
        holds: shares.iter().all(|share| (0.1..=0.3).contains(share)),
    }];
    rows.extend(motion(setting, "T", &runs, 0.5));
    rows
}

pub fn counterflow(setting: &Setting<'_>) -> Vec<Row> {
    let runs = [10, 50, 100].map(|against| setting.runs(&scenes::counterflow(against)));
    let worst = runs.each_ref().map(|runs| most(times(runs)));
    let means = runs.each_ref().map(|runs| mean(times(runs)));
    let mut rows = vec![
        Row {
            name: "NIST 2.8: 100 against 10, 50, 100".into(),
            value: format!("{:.1} / {:.1} / {:.1} s, longest {:.1} s", means[0], means[1], means[2], most(worst)),
            target: "grows, <= 150 s".into(),
            holds: means[0] <= means[1] && means[1] <= means[2] && most(worst) <= 150.0,
        },
        Row::at_most("30 against 30 in 4 m", most(times(&setting.runs(&scene("head-on")))), 100.0, "s"),
    ];
    let flows: Vec<f64> = setting.runs(&scene("two-way")).iter().map(|run| run.flow_from(0, 30.0) / 3.6).collect();
    rows.push(Row::at_least("4 + 4 a second in 3.6 m: flow", least(flows), 0.8, "per m and s"));
    rows
}

/// What a run is compared by: its time, or how many arrived where somebody is left in some run.
fn mirror_figures(runs: &[Vec<Outcome>; 3]) -> [Vec<f64>; 3] {
    let ends = runs.iter().flatten().all(|run| run.time().is_finite());
    let arrived = |run: &Outcome| run.summary.trips.len() as f64;
    runs.each_ref().map(|runs| runs.iter().map(|run| if ends { run.time() } else { arrived(run) }).collect())
}

pub fn mirror(setting: &Setting<'_>) -> Vec<Row> {
    let built_in = |name: &'static str| (name, builtin(name).unwrap_or_default());
    let scenes = [
        ("bend-5", scene("bend-5")),
        ("tee", scene("tee")),
        ("door, left", scenes::door(1.0, Beyond::Left)),
        ("door, straight", scenes::door(1.0, Beyond::Straight)),
        built_in("three-corridors"),
        built_in("crossing"),
        built_in("evacuation"),
        built_in("museum"),
        built_in("bottleneck"),
        built_in("counterflow"),
        built_in("two-way"),
        built_in("two-rooms-in-a-row"),
    ];
    let row = |(name, world): (&str, World)| {
        let mirror = |in_x: bool| setting.runs(&mirrored(world.clone(), in_x));
        let figures = mirror_figures(&[setting.runs(&world), mirror(true), mirror(false)]);
        let [there, in_x, in_y] = figures.each_ref().map(|values| mean_and_error(values));
        let is_alike = |here: [f64; 2]| {
            let apart = (here[0] - there[0]).abs();
            apart <= 0.03 * there[0] || apart <= 2.0 * here[1].hypot(there[1])
        };
        let value = format!("{:.1} / {:.1} / {:.1}", there[0], in_x[0], in_y[0]);
        Row::new(format!("mirror: {name}"), value, "within 3 % or two errors", is_alike(in_x) && is_alike(in_y))
    };
    scenes.into_iter().map(row).collect()
}
