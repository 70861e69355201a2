//! Any sequence of edits, undone, gives the first scene back bit for bit; and whatever a page says, nothing panics.

use crate::session::table::Table;
use serde_json::{Value, json};
use wayfront_testkit::bytes::damaged;
use wayfront_testkit::rng::{Congruential, Rng};
use wayfront_testkit::runner::each_seed;

const SCENES: [&str; 6] = ["office", "trains", "museum", "subway", "grove", "guard"];

const KINDS: [&str; 19] = [
    "boundary",
    "area",
    "obstacle",
    "solid",
    "wall",
    "source",
    "exit",
    "weight",
    "barrier",
    "door",
    "motion",
    "constraint",
    "entrance",
    "outlet",
    "group",
    "stop",
    "measure",
    "slow",
    "goods",
];

fn things(table: &mut Table) -> Vec<Value> {
    let hello = table.say(json!({"type": "hello"}));
    hello.of("scene")["things"].as_array().unwrap().clone()
}

/// Another value of the same kind: something moved, renamed, or replaced by nonsense.
fn changed(value: &Value, random: &mut Rng) -> Value {
    match value {
        Value::Number(number) => match random.below(4) {
            0 => json!(number.as_f64().unwrap_or_default() + random.unit() - 0.5),
            1 => json!(random.between(-3, 30)),
            _ => value.clone(),
        },
        Value::Array(items) if random.chance(0.05) => json!(items.len()),
        Value::Array(items) => items.iter().map(|item| changed(item, random)).collect(),
        Value::Object(fields) => {
            let mut kept = serde_json::Map::new();
            for (key, value) in fields {
                if !random.chance(0.05) {
                    kept.insert(key.clone(), changed(value, random));
                }
            }
            Value::Object(kept)
        }
        Value::String(text) if random.chance(0.3) => json!(format!("{text}\u{e9}<b>")),
        other => other.clone(),
    }
}

fn edit(things: &[Value], random: &mut Rng) -> Value {
    let thing = random.pick(things);
    match random.below(5) {
        0 => json!({"op": "remove", "id": thing["id"]}),
        1 => json!({"op": "add", "kind": thing["kind"], "value": changed(&thing["value"], random)}),
        2 => {
            json!({"op": "add", "kind": random.pick(&KINDS), "value": [[random.unit(), 3], [4, 5], [random.unit(), 9]], "before": thing["id"]})
        }
        _ => json!({"op": "set", "id": thing["id"], "value": changed(&thing["value"], random)}),
    }
}

#[test]
fn whatever_was_done_is_undone_bit_for_bit() {
    each_seed("undo", 30, |seed| {
        let mut random = Rng::new(seed);
        let mut table = Table::with(&format!("undo-{seed}"), SCENES[random.below(SCENES.len())]);
        let first = table.session.scene_json();
        let mut states = vec![first.clone()];
        for _ in 0..12 {
            let things = things(&mut table);
            match random.below(8) {
                0 => {
                    let undone = table.say(json!({"type": "undo"}));
                    if undone.texts.iter().any(|text| text["type"] == "edited") {
                        states.pop();
                        assert_eq!(table.session.scene_json(), *states.last().unwrap());
                    }
                }
                1 => {
                    let drag: Vec<Value> = vec![edit(&things, &mut random)];
                    let before = table.session.scene_json();
                    table.say(json!({"type": "drag", "frame": 1, "edits": drag}));
                    assert_eq!(table.session.scene_json(), before, "a drag changes nothing");
                }
                _ => {
                    let edits: Vec<Value> = (0..=random.below(3)).map(|_| edit(&things, &mut random)).collect();
                    let done = table.say(json!({"type": "edit", "edits": edits}));
                    if done.texts.iter().any(|text| text["type"] == "edited") {
                        states.push(table.session.scene_json());
                    } else {
                        assert_eq!(
                            table.session.scene_json(),
                            *states.last().unwrap(),
                            "a refused edit changes nothing"
                        );
                    }
                }
            }
        }
        for state in states.iter().rev().skip(1) {
            table.say(json!({"type": "undo"}));
            assert_eq!(table.session.scene_json(), *state);
        }
        assert_eq!(table.session.scene_json(), first);
        for state in states.iter().skip(1) {
            table.say(json!({"type": "redo"}));
            assert_eq!(table.session.scene_json(), *state);
        }
    });
}

/// What a page that follows `changes` has is what the session has.
#[test]
fn changes_are_enough_to_follow() {
    each_seed("changes", 20, |seed| {
        let mut random = Rng::new(seed);
        let mut table = Table::with(&format!("changes-{seed}"), SCENES[random.below(SCENES.len())]);
        let mut mirror = things(&mut table);
        for _ in 0..8 {
            let message = match random.below(4) {
                0 => json!({"type": "undo"}),
                _ => json!({"type": "edit", "edits": [edit(&mirror, &mut random), edit(&mirror, &mut random)]}),
            };
            let answers = table.say(message);
            for change in
                answers.texts.iter().filter(|t| t["type"] == "edited").flat_map(|t| t["changes"].as_array().unwrap())
            {
                let thing = json!({"id": change["id"], "kind": change["kind"], "value": change["value"]});
                let place = |mirror: &[Value], id: &Value| mirror.iter().position(|thing| thing["id"] == *id);
                match place(&mirror, &change["id"]) {
                    Some(place) if change["removed"] == true => drop(mirror.remove(place)),
                    Some(place) => mirror[place] = thing,
                    None => {
                        let last = |mirror: &[Value]| {
                            mirror.iter().rposition(|t| t["kind"] == change["kind"]).map_or(mirror.len(), |p| p + 1)
                        };
                        let place = place(&mirror, &change["before"]).unwrap_or_else(|| last(&mirror));
                        mirror.insert(place, thing);
                    }
                }
            }
            let sorted = |mut things: Vec<Value>| {
                let rank =
                    |thing: &Value| ["scene", "flow", "crowd"].iter().chain(&KINDS).position(|k| thing["kind"] == *k);
                things.sort_by_key(rank);
                things
            };
            assert_eq!(sorted(mirror.clone()), sorted(things(&mut table)));
        }
    });
}

const SAMPLES: [&str; 14] = [
    r#"{"type": "hello", "protocol": 1}"#,
    r#"{"type": "edit", "frame": 3, "edits": [{"op": "add", "kind": "obstacle", "value": [[1, 2], [3, 2], [3, 5]]}]}"#,
    r#"{"type": "edit", "edits": [{"op": "set", "id": 5, "value": [[1, 2], [3, 2], [3, 5]]}, {"op": "remove", "id": 6}]}"#,
    r#"{"type": "edit", "edits": [{"op": "set", "id": 3, "value": {"seconds": 5, "groups": [{"points": [[1, 1]]}]}}]}"#,
    r#"{"type": "drag", "frame": 4, "edits": [{"op": "set", "id": 8, "value": [[1, 2], [3, 2], [3, 5]]}]}"#,
    r#"{"type": "show", "layers": {"path": {"form": "raster"}}, "view": [0, 0, 20, 10], "pixels": [60, 40], "time": 3.5}"#,
    r#"{"type": "show", "layers": {"path": {}, "potential": {"cell": 2}}, "pixels": [60, 40]}"#,
    r#"{"type": "ask", "point": [3, 2]}"#,
    r#"{"type": "run", "seed": 4, "until": 1, "rerouting": "delay"}"#,
    r#"{"type": "frames", "from": 2, "count": 3}"#,
    r#"{"type": "density", "from": 0, "to": 5, "cell": 0.5}"#,
    r#"{"type": "undo"}"#,
    r#"{"type": "command", "kind": "svg"}"#,
    r#"{"type": "story", "id": 1}"#,
];

#[test]
fn damaged_messages_harm_no_other() {
    each_seed("messages", 12, |seed| {
        let mut random = Congruential::new(seed);
        let mut table = Table::with(&format!("damaged-{seed}"), SCENES[random.below(SCENES.len())]);
        for _ in 0..60 {
            let sample = SAMPLES[random.below(SAMPLES.len())].as_bytes();
            let bytes = if random.below(3) == 0 { sample.to_vec() } else { damaged(sample, &mut random) };
            let out = match String::from_utf8(bytes) {
                Ok(text) => table.session.text(1, &text),
                Err(error) => table.session.bytes(1, error.as_bytes()),
            };
            table.gather(1, out);
        }
    });
}
