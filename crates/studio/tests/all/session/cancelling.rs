//! Work that no page wants any more ends soon: within 100 ms as it is released.

use crate::session::table::Table;
use serde_json::{Value, json};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use wayfront_studio::{Job, Outgoing};

/// Obstacles along a side of the plan.
const SIDE: usize = 60;

/// Seconds of work until it has ended. With assertions, and with other tests on the same core, what lies between two
/// checkpoints takes several times as long as in a release.
const SOON: f64 = if cfg!(debug_assertions) { 0.5 } else { 0.1 };

/// A plan that takes seconds: some 29,000 points, with paths, a flow and people.
fn large_plan() -> String {
    let far = SIDE as f64;
    let obstacle = |k: usize| -> Value {
        let (x, y) = ((k % SIDE) as f64 + 0.5, (k / SIDE) as f64 + 0.5);
        let corner = |turn: usize| {
            let angle = turn as f64 * std::f64::consts::TAU / 8.0 + 0.37 * k as f64;
            json!([x + 0.3 * angle.cos(), y + 0.3 * angle.sin()])
        };
        (0..8).map(corner).collect()
    };
    let obstacles: Vec<Value> = (0..SIDE * SIDE).map(obstacle).collect();
    json!({
        "world": {"boundary": [[0, 0], [far, 0], [far, far], [0, far]], "obstacles": obstacles},
        "exits": [{"name": "out", "segment": [[far, 10], [far, 12]]}],
        "flow": {"radius": 0.05, "entrances": [[[0, far], [0, 0]]], "exits": [[[far, 0], [far, far]]]},
        "crowd": {"seconds": 60, "groups": [{"area": [[0, 0], [far, 0], [far, 2], [0, 2]], "count": 500}]},
    })
    .to_string()
}

/// Seconds that a thread has worked; those on the clock where the system does not tell.
fn worked(thread: &str, since: Instant) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{thread}/schedstat")).ok();
    let nanoseconds = stat.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| 1e-9 * nanoseconds)
}

/// Seconds of work from when a job is cancelled to its end; `None` if it was done before. Other programs do not count.
fn seconds_to_end(job: Job, after: Duration) -> Option<f64> {
    let start = Instant::now();
    let cancel = job.cancel();
    let (sender, thread) = channel();
    let (end, ended) = channel();
    let worker = std::thread::spawn(move || {
        let own =
            std::fs::read_link("/proc/thread-self").map_or_else(|_| "none".into(), |own| own.display().to_string());
        sender.send(own.clone()).unwrap();
        let mut count = 0;
        job.run(&mut |_| count += 1);
        end.send(worked(&own, start)).unwrap();
    });
    let thread = thread.recv().unwrap();
    let done = ended.recv_timeout(after).ok();
    let before = worked(&thread, start);
    cancel.cancel();
    let seconds = done.is_none().then(|| ended.recv().unwrap() - before);
    worker.join().unwrap();
    seconds
}

fn jobs(table: &mut Table, message: &Value) -> Vec<Job> {
    let out = table.session.text(1, &message.to_string());
    out.into_iter().filter_map(|what| if let Outgoing::Work(job) = what { Some(job) } else { None }).collect()
}

#[test]
fn cancelled_work_ends_soon() {
    let mut table = Table::new("cancelled");
    std::fs::write(table.folder.join("large.json"), large_plan()).unwrap();
    table.session.open(&table.folder.join("large.json").display().to_string()).unwrap();
    jobs(&mut table, &json!({"type": "hello"}));
    let asked = [
        json!({"type": "hello"}),
        json!({"type": "show", "layers": {"path": {}}}),
        json!({"type": "show", "layers": {"flow": {}}}),
        json!({"type": "show", "layers": {"potential": {}}}),
        json!({"type": "show", "layers": {"clearance": {}}}),
        json!({"type": "run"}),
    ];
    let mut cancelled = 0;
    for message in &asked {
        for after in [20, 60, 150, 300, 500, 1000] {
            for job in jobs(&mut table, message) {
                let what = format!("{job:?} after {after} ms");
                let Some(seconds) = seconds_to_end(job, Duration::from_millis(after)) else { continue };
                assert!(seconds < SOON, "{what} took {seconds} s to end");
                cancelled += 1;
            }
        }
    }
    assert!(cancelled >= 10, "only {cancelled} jobs were cancelled before they were done");
}

#[test]
fn a_large_plan_is_sent_before_its_map_is_made() {
    let mut table = Table::new("large");
    std::fs::write(table.folder.join("large.json"), large_plan()).unwrap();
    table.session.open(&table.folder.join("large.json").display().to_string()).unwrap();
    let out = table.session.text(1, "{\"type\":\"hello\"}");
    assert!(matches!(&out[0], Outgoing::Send(..)), "the scene comes first: {:?}", &out[1..]);
    assert!(out[1..].iter().all(|what| matches!(what, Outgoing::Work(_))));
    let (id, _) = table.thing("exit", 0);
    let shown = table.say(json!({"type": "show", "frame": 3, "layers": {"path": {}}, "view": [0, 0, 60, 60]}));
    assert_eq!((&shown.of("took")["layer"], &shown.of("took")["frame"]), (&json!("path"), &json!(3)));
    assert_eq!(shown.binaries.len(), 1);
    assert_eq!(table.say(json!({"type": "ask", "point": [1, 0.1]})).of("answered")["status"], "ok");
    // A drag is answered when its map is there.
    let edits = json!([{"op": "set", "id": id, "value": {"segment": [[60, 20], [60, 22]]}}]);
    let dragged = table.say(json!({"type": "drag", "frame": 5, "edits": edits}));
    assert_eq!((&dragged.of("dragged")["frame"], &dragged.of("dragged")["stale"]), (&json!(5), &json!(false)));
    assert_eq!(dragged.binaries.len(), 1);
    let edits = json!([{"op": "set", "id": id, "value": {"point": [-5, -5]}}]);
    let dragged = table.say(json!({"type": "drag", "frame": 6, "edits": edits}));
    assert_eq!(dragged.of("dragged")["stale"], true);
    assert!(dragged.binaries.is_empty());
}
