//! What is computed from the scene and shown over it.

use crate::table::{Table, kind_of, number};
use serde_json::{Value, json};

#[test]
fn windows_come_for_the_frame_that_was_dragged() {
    let mut table = Table::with("windows", "office");
    table.say(json!({"type": "hello"}));
    let shown = table.say(json!({"type": "show", "frame": 5, "layers": {"path": {"form": "windows"}}}));
    assert_eq!((kind_of(&shown.binaries[0]), number(&shown.binaries[0], 4)), (1, 5));
    assert!(shown.binaries[0].len() < 250_000, "{} bytes", shown.binaries[0].len());
    let (vertices, triangles, generators) =
        (number(&shown.binaries[0], 12), number(&shown.binaries[0], 16), number(&shown.binaries[0], 20));
    assert_eq!(shown.binaries[0].len(), 48 + (8 * vertices + 16 * triangles + 32 * generators) as usize);
    let (id, value) = table.thing("obstacle", 60);
    table.say(json!({"type": "show", "frame": 6, "layers": {"path": {"form": "windows"}}}));
    let moved: Vec<Value> =
        value.as_array().unwrap().iter().map(|p| json!([p[0].as_f64().unwrap() + 0.01, p[1]])).collect();
    let dragged = table.say(json!({"type": "drag", "frame": 8, "edits": [{"op": "set", "id": id, "value": moved}]}));
    assert_eq!((&dragged.of("dragged")["frame"], &dragged.of("dragged")["stale"]), (&json!(8), &json!(false)));
    assert_eq!((number(&dragged.binaries[0], 4), number(&dragged.binaries[0], 8)), (8, 1), "frame and revision");
    assert_eq!(dragged.of("took")["frame"], 8);
}

#[test]
fn in_mid_drag_the_last_good_picture_stays() {
    let mut table = Table::with("stale", "office");
    table.say(json!({"type": "hello"}));
    table.say(json!({"type": "show", "frame": 1, "layers": {"path": {}}}));
    let edits = json!([{"op": "add", "kind": "source", "value": {"point": [-5, -5]}}]);
    let dragged = table.say(json!({"type": "drag", "frame": 2, "edits": edits}));
    assert_eq!(dragged.of("dragged")["stale"], true);
    assert_eq!(dragged.of("dragged")["problems"].as_array().unwrap().len(), 1);
    assert!(dragged.binaries.is_empty() && !dragged.has("took") && !dragged.has("none"));
    let ended = table.say(json!({"type": "drag", "frame": 3, "edits": []}));
    assert_eq!(ended.of("dragged")["stale"], false);
    assert_eq!(number(&ended.binaries[0], 4), 3);
}

#[test]
fn lanes_and_field_come_by_themselves() {
    let mut table = Table::with("lanes", "grove");
    table.say(json!({"type": "hello"}));
    let shown = table.say(json!({"type": "show", "frame": 2, "layers": {"flow": {}, "potential": {}}}));
    let shapes = shown.of("shapes");
    assert_eq!(shapes["lanes"].as_array().unwrap().len(), 21);
    assert!(shapes["widening"].as_array().is_some_and(|gates| !gates.is_empty()));
    assert_eq!(shown.texts.iter().filter(|text| text["type"] == "shapes").count(), 3, "the cut, lanes, taut lanes");
    assert_eq!(shown.binaries.iter().map(|binary| kind_of(binary)).collect::<Vec<_>>(), [3]);
    let mut table = Table::with("no-lanes", "office");
    table.say(json!({"type": "hello"}));
    let shown = table.say(json!({"type": "show", "frame": 2, "layers": {"flow": {}}}));
    assert_eq!(shown.of("none")["layer"], "flow");
}
