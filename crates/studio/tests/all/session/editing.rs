//! Edits, undo, problems and several pages.

use crate::session::table::{Table, number};
use serde_json::json;

#[test]
fn hello_is_answered_with_everything() {
    let mut table = Table::with("hello", "office");
    let answers = table.say(json!({"type": "hello", "protocol": 1, "frame": 3}));
    let scene = answers.of("scene");
    assert_eq!((&scene["protocol"], &scene["frame"], &scene["problems"]), (&json!(1), &json!(3), &json!([])));
    assert_eq!(scene["bounds"], json!([[0.0, 0.0], [40.0, 24.0]]));
    assert_eq!(scene["file"]["name"], "office");
    let kinds: Vec<&str> = scene["things"].as_array().unwrap().iter().map(|t| t["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds[..4], ["scene", "flow", "crowd", "boundary"]);
    assert_eq!(kinds.iter().filter(|kind| **kind == "obstacle").count(), 64);
    assert!(answers.has("checked"));
}

#[test]
fn edits_come_with_all_that_changed_and_undone() {
    let mut table = Table::with("edits", "office");
    let before = table.session.scene_json();
    let (exit, mut value) = table.thing("source", 0);
    let name = value["name"].clone();
    value["name"] = json!("front");
    let edits =
        json!([{"op": "set", "id": exit, "value": value}, {"op": "add", "kind": "wall", "value": [[3, 3], [4, 4]]}]);
    let answers = table.edit(edits);
    let edited = answers.of("edited");
    let added = edited["added"][0].as_u64().unwrap();
    assert_eq!((&edited["frame"], &edited["saved"], &edited["undo"]), (&json!(7), &json!(false), &json!("edit")));
    assert_eq!(edited["changes"].as_array().unwrap().len(), 2);
    assert_eq!(
        edited["changes"][0],
        json!({"id": added, "kind": "wall", "value": [[3, 3], [4, 4]], "new": true, "before": null})
    );
    assert_ne!(table.session.scene_json(), before);
    let undone = table.say(json!({"type": "undo"}));
    assert_eq!(undone.of("edited")["changes"][0], json!({"id": added, "kind": "wall", "value": null, "removed": true}));
    assert_eq!(undone.of("edited")["changes"][1]["value"]["name"], name);
    assert_eq!(undone.of("edited")["saved"], true);
    assert_eq!(table.session.scene_json(), before);
    assert!(table.say(json!({"type": "undo"})).has("trouble"));
    let again = table.say(json!({"type": "redo"}));
    assert_eq!(again.of("edited")["changes"][0]["id"], added, "things keep their numbers");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut table = Table::with("refused", "office");
    table.say(json!({"type": "hello"}));
    let before = (table.session.scene_json(), table.session.revision());
    for (edits, what) in [
        (
            json!([{"op": "add", "kind": "wall", "value": [[0, 0], [1, 1]]}, {"op": "remove", "id": 99_999}]),
            "there is no thing 99999",
        ),
        (json!([{"op": "add", "kind": "ghost", "value": 1}]), "there is no kind of thing called `ghost`"),
        (json!([{"op": "paint", "id": 4}]), "there is no edit called `paint`"),
        (json!([{"op": "remove", "id": 1}]), "a scene has one scene"),
        (json!([{"op": "add", "kind": "boundary", "value": [[0, 0], [1, 0], [1, 1]]}]), "a scene has one boundary"),
        (
            json!([{"op": "set", "id": 1, "value": {"file": "/etc/passwd"}}]),
            "`file` names another file, and pages name no files",
        ),
        (
            json!([{"op": "set", "id": 1, "value": {"world": {"file": "x.wkt"}}}]),
            "`file` names another file, and pages name no files",
        ),
    ] {
        let answers = table.edit(edits);
        assert_eq!(answers.of("trouble")["what"], what);
        assert_eq!((table.session.scene_json(), table.session.revision()), before);
    }
    let out = table
        .session
        .text(1, r#"{"type": "edit", "edits": [{"op": "add", "kind": "wall", "value": [[0, 1e999], [1, 1]]}]}"#);
    assert!(table.gather(1, out).of("trouble")["what"].as_str().unwrap().starts_with("a value cannot be read"));
    assert_eq!(table.session.scene_json(), before.0);
    assert_eq!(table.say(json!({"type": "dance"})).of("trouble")["what"], "there is no message called `dance`");
    let out = table.session.text(1, "not json");
    assert_eq!(table.gather(1, out).closed.len(), 1);
}

#[test]
fn a_button_does_what_the_advice_says() {
    let mut table = Table::with("fix", "office");
    table.say(json!({"type": "hello"}));
    let answers = table.edit(json!([{"op": "add", "kind": "source", "value": {"name": "lost", "point": [-2, 5]}}]));
    let problem = answers.of("checked")["problems"][0].clone();
    assert_eq!(problem["advice"], "move it to (0, 5), the nearest free point");
    assert_eq!((&problem["at"], &problem["field"]), (&json!([-2.0, 5.0]), &json!("sources")));
    let fixed = table.edit(problem["fix"]["edits"].clone());
    assert_eq!(fixed.of("checked")["problems"], json!([]));
    assert_eq!(fixed.of("edited")["changes"][0]["value"], json!({"name": "lost", "point": [0.0, 5.0]}));
}

#[test]
fn pages_agree() {
    let mut table = Table::with("pages", "office");
    for page in [1, 2] {
        let out = table.session.text(page, r#"{"type": "hello"}"#);
        table.gather(page, out);
        let out = table.session.text(page, r#"{"type": "show", "frame": 4, "layers": {"path": {}}}"#);
        table.gather(page, out);
    }
    let out = table.session.text(
        1,
        r#"{"type": "edit", "frame": 9, "edits": [{"op": "add", "kind": "wall", "value": [[3, 3], [4, 4]]}]}"#,
    );
    let other = table.gather(2, out);
    assert_eq!((&other.of("edited")["by"], &other.of("edited")["frame"]), (&json!(1), &json!(9)));
    assert_eq!(
        (number(&other.binaries[0], 4), number(&other.binaries[0], 8)),
        (4, 2),
        "its own frame, the new revision"
    );
}

#[test]
fn names_with_markup_are_text() {
    let mut table = Table::new("markup");
    table.say(json!({"type": "hello"}));
    let name = "<img src=x onerror=alert(1)>";
    let answers = table.edit(json!([{"op": "set", "id": 1, "value": {"name": name}}]));
    assert_eq!(answers.of("edited")["changes"][0]["value"]["name"], name);
    table.edit(json!([{"op": "add", "kind": "boundary", "value": [[0, 0], [9, 0], [9, 9]]}]));
    let svg = table.say(json!({"type": "export", "kind": "svg"})).binaries.remove(0);
    assert!(!String::from_utf8_lossy(&svg).contains("<img"));
}

#[test]
fn empty_and_degenerate_scenes_have_problems_and_no_panic() {
    let mut table = Table::new("degenerate");
    let hello = table.say(json!({"type": "hello"}));
    assert_eq!(hello.of("scene")["things"].as_array().unwrap().len(), 3);
    table.say(json!({"type": "show", "frame": 1, "layers": {"path": {}, "flow": {}, "potential": {}}, "view": [0, 0, 0, 0], "pixels": [0, 0]}));
    for value in [
        json!([]),
        json!([[0, 0]]),
        json!([[0, 0], [1, 1]]),
        json!([[0, 0], [1, 0], [2, 0]]),
        json!("ring"),
        json!([[1e300, 0], [0, 1e300], [1, 1]]),
        json!(null),
    ] {
        let answers = table.edit(json!([{"op": "add", "kind": "obstacle", "value": value}]));
        assert!(answers.has("edited") || answers.has("trouble"), "{:?}", answers.texts);
    }
    assert!(table.say(json!({"type": "run"})).has("trouble"));
    assert!(table.say(json!({"type": "ask", "point": [0.5, 0.5]})).has("answered"));
    assert!(
        table
            .say(json!({"type": "show", "layers": {"path": {"form": "raster"}}, "view": [0, 0, 1e308, 1e308]}))
            .texts
            .len()
            < 9
    );
}
