//! Recordings read back what was written, by us and by the programs that they are made for.

use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::process::Command;
use wayfront_crowd::{Occupancy, Recorder, RecordingError, Simulation, Snapshot, Trajectories, steps_per_frame};
use wayfront_geometry::{Bounds, Point};
use wayfront_testkit::outside::python;
use wayfront_world::{Change, Crowd, Distribution, Group, Kind, Motion, Polygon, Source, Start, Thing, World, builtin};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs some seconds of a scene; tells the position of everybody in every frame.
fn record(scene: &World, name: &str, seconds: f64) -> (PathBuf, Vec<(u64, u64, Point)>) {
    let path = file(name);
    let mut run = Simulation::new(scene).unwrap();
    let mut recorder = Recorder::create(&path, &run, 10.0).unwrap();
    let mut seen = Vec::new();
    while run.time() < seconds && run.is_going_on() {
        recorder.look(&run).unwrap();
        if run.steps().is_multiple_of(2) {
            let agents = run.agents();
            let mut frame: Vec<(u64, u64, Point)> =
                (0..agents.len()).map(|k| (run.steps() / 2, agents.id()[k], agents.position()[k])).collect();
            frame.sort_by_key(|row| row.1);
            seen.extend(frame);
        }
        run.step();
    }
    let frames = recorder.finish().unwrap();
    assert_eq!(frames, run.steps().div_ceil(2));
    (path, seen)
}

fn answer(python: &str, script: &str, files: &[&Path]) -> String {
    let output = Command::new(python).args(["-c", script]).args(files).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn text_reads_back() {
    let (path, seen) = record(&builtin("museum").unwrap(), "museum.txt", 20.0);
    let text = std::fs::read_to_string(path).unwrap();
    let header: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(header[1..], ["# framerate: 10.00", "# id frame x/m y/m z/m"]);
    let rows: Vec<Vec<f64>> = text
        .lines()
        .skip(header.len())
        .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), seen.len());
    assert!(seen.len() > 5000, "{}", seen.len());
    for (row, (frame, id, at)) in rows.iter().zip(seen) {
        assert_eq!((row[0] as u64, row[1] as u64, row[4]), (id, frame, 0.0));
        assert!((row[2] - at.x).abs() <= 5.1e-5 && (row[3] - at.y).abs() <= 5.1e-5, "{row:?} {at}");
    }
}

#[test]
fn databases_read_back_to_the_bit() {
    let (path, seen) = record(&builtin("museum").unwrap(), "museum.sqlite", 20.0);
    let connection = Connection::open(path).unwrap();
    let mut rows = connection.prepare("SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data").unwrap();
    let read = rows.query_map([], |row| {
        let at = Point::new(row.get(2)?, row.get(3)?);
        Ok(((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64, at), Point::new(row.get(4)?, row.get(5)?)))
    });
    let read: Vec<((u64, u64, Point), Point)> = read.unwrap().map(Result::unwrap).collect();
    assert!(read.iter().map(|row| &row.0).eq(&seen));
    assert!(read.iter().all(|(_, facing)| *facing == Point::default() || (facing.length() - 1.0).abs() < 1e-12));
    let value = |key: &str| -> String {
        connection.query_row("SELECT value FROM metadata WHERE key = ?1", [key], |row| row.get(0)).unwrap()
    };
    let known = ["version", "fps", "xmin", "xmax", "ymin", "ymax"].map(value);
    assert_eq!(known, ["2", "10", "0", "30", "0", "12"]);
    let frames: i64 = connection.query_row("SELECT count(*) FROM frame_data", [], |row| row.get(0)).unwrap();
    assert_eq!(frames, 200);
}

/// Columns of a database, as Python's own module sees them.
#[test]
fn python_opens_the_database() {
    let Some(python) = python("sqlite3") else { return };
    let (path, seen) = record(&builtin("evacuation").unwrap(), "evacuation.sqlite", 5.0);
    let script = "
import sqlite3, sys
con = sqlite3.connect(sys.argv[1])
assert con.execute('PRAGMA integrity_check').fetchone()[0] == 'ok'
columns = lambda table: [row[1] for row in con.execute(f'PRAGMA table_info({table})')]
assert columns('trajectory_data') == ['frame', 'id', 'pos_x', 'pos_y', 'ori_x', 'ori_y']
assert columns('metadata') == ['key', 'value'] and columns('geometry') == ['hash', 'wkt']
assert columns('frame_data') == ['frame', 'geometry_hash']
assert con.execute('select wkt from geometry join frame_data on hash = geometry_hash').fetchone()[0].startswith('POLYGON')
print(con.execute('select count(*) from trajectory_data').fetchone()[0])
";
    assert_eq!(answer(&python, script, &[&path]).trim(), seen.len().to_string());
}

#[test]
fn pedpy_computes_density_and_speed() {
    let Some(python) = python("pedpy") else { return };
    let scene = builtin("bottleneck").unwrap();
    let (text, _) = record(&scene, "bottleneck.txt", 15.0);
    let (database, _) = record(&scene, "bottleneck.sqlite", 15.0);
    let script = "
import pathlib, sys, pedpy
text = pedpy.load_trajectory_from_txt(trajectory_file=pathlib.Path(sys.argv[1]))
data = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=pathlib.Path(sys.argv[2]))
area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=pathlib.Path(sys.argv[2]))
assert text.frame_rate == data.frame_rate == 10
assert len(text.data) == len(data.data) and abs(text.data.x - data.data.x).max() < 1e-4
assert abs(area.area - (26 * 10 - 2 * 0.4 * 4.4)) < 1e-9
assert pedpy.is_trajectory_valid(traj_data=data, walkable_area=area)
before = pedpy.MeasurementArea([(17, 3), (20, 3), (20, 7), (17, 7)])
density = pedpy.compute_classic_density(traj_data=data, measurement_area=before)
speed = pedpy.compute_individual_speed(traj_data=data, frame_step=5, speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED)
mean = pedpy.compute_mean_speed_per_frame(traj_data=data, individual_speed=speed, measurement_area=before)
voronoi = pedpy.compute_individual_voronoi_polygons(traj_data=data, walkable_area=area)
assert voronoi.density.mean() > 0
print(density.density.max(), speed.speed.mean(), mean.speed.max())
";
    let reply = answer(&python, script, &[&text, &database]);
    let numbers: Vec<f64> = reply.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert!((1.0..8.0).contains(&numbers[0]), "density before the door: {reply}");
    assert!((0.05..1.4).contains(&numbers[1]) && (0.1..1.9).contains(&numbers[2]), "speed: {reply}");
}

#[test]
fn a_recording_that_is_never_finished_can_be_read() {
    let scene = builtin("crossing").unwrap();
    let mut run = Simulation::new(&scene).unwrap();
    let path = file("unfinished.sqlite");
    let mut recorder = Recorder::create(&path, &run, 20.0).unwrap();
    for _ in 0..250 {
        recorder.look(&run).unwrap();
        run.step();
    }
    std::mem::forget(recorder); // as if killed
    let connection = Connection::open(&path).unwrap();
    let frames: i64 = connection.query_row("SELECT count(*) FROM frame_data", [], |row| row.get(0)).unwrap();
    assert_eq!(frames, 200);
}

#[test]
fn journals_of_a_killed_run_do_not_reach_the_next_one() {
    let journal = file("again.sqlite-journal");
    std::fs::write(&journal, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 of something else").unwrap();
    let (path, seen) = record(&builtin("pocket").unwrap(), "again.sqlite", 1.0);
    assert!(!journal.exists());
    let rows: i64 = Connection::open(path)
        .unwrap()
        .query_row("SELECT count(*) FROM trajectory_data", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows as usize, seen.len());
}

/// A room of several parts, of which one leads to the exit: the others are not part of the recording.
#[test]
fn only_what_leads_to_a_goal_is_walkable() {
    let rect = |x0: f64, x1: f64| Polygon::ring([(x0, 0.0), (x1, 0.0), (x1, 5.0), (x0, 5.0)]);
    let people = Group::new(Start::Points(vec![Point::new(1.0, 2.0)])).with_speed(Distribution::Exactly(1.0));
    let world = World::new()
        .with_areas(vec![rect(0.0, 10.0), rect(20.0, 50.0)])
        .source(Source::point((9.0, 2.0)))
        .with_crowd(Crowd::new().group(people));
    let (path, _) = record(&world, "parts.sqlite", 3.0);
    let connection = Connection::open(path).unwrap();
    let wkt: String = connection.query_row("SELECT wkt FROM geometry", [], |row| row.get(0)).unwrap();
    assert!(wkt.starts_with("POLYGON") && wkt.contains("10 5") && !wkt.contains("50"), "{wkt}");
}

/// A stage that fills the middle of the hall from the third second on, and is gone after the sixth.
fn hall_with_a_stage() -> World {
    let rect = |x0: f64, x1: f64| Polygon::ring([(x0, 0.0), (x1, 0.0), (x1, 5.0), (x0, 5.0)]);
    let people = Group::new(Start::Points(vec![Point::new(1.0, 2.0)])).with_speed(Distribution::Exactly(1.0));
    let there = Change::Present(vec![false, true, false]);
    World::new()
        .area(rect(0.0, 12.0))
        .obstacle(rect(6.0, 8.0).named("stage"))
        .source(Source::point((11.0, 2.0)))
        .with_crowd(Crowd::new().group(people))
        .motion(Motion::new(Thing::named(Kind::Obstacle, "stage"), [0.0, 3.0, 6.0], there))
}

#[test]
fn each_frame_names_the_area_that_it_is_in() {
    let (path, seen) = record(&hall_with_a_stage(), "stage.sqlite", 20.0);
    let connection = Connection::open(&path).unwrap();
    let mut rows =
        connection.prepare("SELECT frame, wkt FROM frame_data JOIN geometry ON hash = geometry_hash").unwrap();
    let frames = rows.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)));
    for (frame, wkt) in frames.unwrap().map(Result::unwrap) {
        // The step that ends at 3 s is the last without the stage: scenes change when a step begins.
        let is_there = (31..=60).contains(&frame);
        assert_eq!(wkt.starts_with("GEOMETRYCOLLECTION"), is_there, "{frame}: {wkt}");
        assert!(wkt.contains("0 0") && wkt.contains("12 5"), "who waits and the goal are both in it: {wkt}");
    }
    assert!(seen.iter().any(|row| (6.3..7.7).contains(&row.2.x)), "somebody walks where the stage was");
    if let Some(python) = python("pedpy") {
        let script = "
import pathlib, sys, pedpy
data = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=pathlib.Path(sys.argv[1]))
area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=pathlib.Path(sys.argv[1]))
assert abs(area.area - 60) < 1e-9 and pedpy.is_trajectory_valid(traj_data=data, walkable_area=area)
";
        answer(&python, script, &[&path]);
    }
}

#[test]
fn frames_are_steps() {
    assert_eq!([10.0, 20.0, 100.0, 0.5].map(|fps| steps_per_frame(0.05, fps)), [2, 1, 1, 40]);
    let mut scene = builtin("pocket").unwrap();
    scene.crowd.as_mut().unwrap().step = 0.03;
    let run = Simulation::new(&scene).unwrap();
    let recorder = Recorder::create(file("uneven.txt"), &run, 10.0).unwrap();
    assert!((recorder.frames_per_second() - 1.0 / 0.09).abs() < 1e-8);
    recorder.finish().unwrap();
    let text = std::fs::read_to_string(file("uneven.txt")).unwrap();
    assert!(text.contains("# framerate: 11.1111111"), "{text}");
}

#[test]
fn files_that_cannot_be_are_refused() {
    let scene = builtin("pocket").unwrap();
    let run = Simulation::new(&scene).unwrap();
    let refused = |name: &str| Recorder::create(file(name), &run, 10.0).err().unwrap();
    assert!(matches!(refused("run.csv"), RecordingError::Ending { .. }));
    assert!(matches!(refused("no/such/folder/run.txt"), RecordingError::Unwritable { .. }));
    assert!(matches!(refused("no/such/folder/run.sqlite"), RecordingError::Database { .. }));
}

#[test]
fn what_pictures_are_made_of_agrees_with_the_run() {
    let scene = builtin("crossing").unwrap();
    let mut run = Simulation::new(&scene).unwrap();
    let mut trails = Trajectories::new(0.05);
    let mut occupancy = Occupancy::new(Bounds { min: (0.0, 0.0).into(), max: (30.0, 30.0).into() }, 0.5);
    let mut walker_seconds = 0.0;
    while run.is_going_on() {
        run.step();
        trails.look(&run);
        occupancy.look(&run);
        walker_seconds += run.agents().len() as f64 * run.settings().step;
    }
    assert!((occupancy.seconds().iter().sum::<f64>() - walker_seconds).abs() < 1e-6 * walker_seconds);
    let summary = run.summary();
    for trip in &summary.trips {
        let points = &trails.all()[trip.id as usize].points;
        let length: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        assert!(length <= trip.length + 1e-9 && length > 0.8 * trip.length, "{length} {}", trip.length);
    }
    let snapshot = Snapshot::of(&run);
    assert_eq!((snapshot.walkers.len(), snapshot.arrived), (summary.remaining, summary.trips.len()));
}
