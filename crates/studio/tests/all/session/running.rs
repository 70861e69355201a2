//! Runs and recordings.

use crate::session::table::{ROOM, Table, kind_of, number};
use serde_json::json;

#[test]
fn a_run_is_computed_played_and_summed_up() {
    let mut table = Table::new("run");
    table.say(json!({"type": "hello"}));
    table.drop_files(&[("room.json", ROOM.as_bytes())]);
    let ran = table.say(json!({"type": "run", "seed": 3, "until": 30}));
    let running = ran.of("running");
    assert_eq!(
        (&running["ended"], &running["why"], &running["seed"]),
        (&json!(true), &json!("over"), &json!(3)),
        "{running}"
    );
    let sums = ran.of("sums");
    assert_eq!(sums["summary"]["arrived"], 12);
    assert_eq!(sums["arrivals"][0]["counts"].as_array().unwrap().last().unwrap(), 12);
    let frames = table.say(json!({"type": "frames", "from": 20, "count": 3}));
    assert_eq!(frames.binaries.len(), 3);
    assert_eq!(
        (kind_of(&frames.binaries[0]), number(&frames.binaries[0], 12), number(&frames.binaries[0], 16)),
        (5, 12, 20)
    );
    assert_eq!(frames.binaries[0].len(), 48 + 24 * 12);
    let story = table.say(json!({"type": "story", "id": 4}));
    assert_eq!(story.of("story")["exit"], "out");
    assert!(story.of("story")["path"].as_array().unwrap().len() > 5);
    let density = table.say(json!({"type": "density", "from": 0, "to": 5, "cell": 0.5}));
    assert_eq!(
        (kind_of(&density.binaries[0]), number(&density.binaries[0], 12), number(&density.binaries[0], 16)),
        (4, 20, 12)
    );
    assert!(table.say(json!({"type": "story", "id": 400})).has("trouble"));
    let (group, _) = table.thing("group", 0);
    table.edit(json!([{"op": "remove", "id": group}]));
    assert!(table.say(json!({"type": "frames", "from": 0, "count": 1})).binaries[0][20] == 1, "the run is stale");
}

#[test]
fn recordings_play() {
    let mut table = Table::new("recording");
    table.say(json!({"type": "hello"}));
    table.drop_files(&[("room.json", ROOM.as_bytes())]);
    let file = table.say(json!({"type": "export", "kind": "sqlite"})).binaries.remove(0);
    let bytes = file[48 + number(&file, 12) as usize..].to_vec();
    let mut other = Table::new("recording-played");
    other.say(json!({"type": "hello"}));
    let played = other.drop_files(&[("run.sqlite", &bytes)]);
    assert_eq!(played.of("running")["recording"], "run.sqlite");
    assert_eq!(played.of("scene")["bounds"], json!([[0.0, 0.0], [10.0, 6.0]]), "the walkable area is the scene");
    let frames = other.say(json!({"type": "frames", "from": 0, "count": 1}));
    assert_eq!(number(&frames.binaries[0], 12), 12);
    let text = "# framerate: 8\n1 0 1 1 0\n1 1 1.2 1 0\n";
    assert_eq!(other.drop_files(&[("run.txt", text.as_bytes())]).of("running")["frames"], 2);
}
