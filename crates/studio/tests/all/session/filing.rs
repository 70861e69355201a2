//! Opening, saving, exporting, and what is not read.

use crate::session::table::{ROOM, Table, kind_of, number};
use serde_json::{Value, json};
use wayfront_studio::{Desk, Session};

#[test]
fn a_scene_with_slips_of_the_pen_opens_and_is_mended_by_buttons() {
    let mut table = Table::new("slips");
    table.say(json!({"type": "hello"}));
    let text = "[world]\nboundary = [[0, 0], [9, 0], [9, 9], [0, 9]]\nobstacels = [[[3, 3], [4, 3], [4, 4]]]\n\n[[exits]]\nponit = [1, 1]\n";
    let opened = table.drop_files(&[("hall.toml", text.as_bytes())]);
    let problems = opened.of("scene")["problems"].as_array().unwrap().clone();
    assert_eq!(problems.len(), 3, "{problems:#?}");
    let fix = |name: &str| problems.iter().find(|p| p["fix"]["label"] == name).unwrap()["fix"]["edits"].clone();
    table.edit(fix("Call it `obstacles`"));
    let mended = table.edit(fix("Call it `point`"));
    assert_eq!(mended.of("checked")["problems"], json!([]));
    let scene = table.say(json!({"type": "hello"}));
    let things = scene.of("scene")["things"].as_array().unwrap().clone();
    assert!(
        things.iter().any(|t| t["kind"] == "obstacle" && t["value"] == json!([[3, 3], [4, 3], [4, 4]])),
        "{things:?}"
    );
}

#[test]
fn files_that_cannot_be_parsed_are_rejected_with_their_lines() {
    let mut table = Table::with("broken", "office");
    table.say(json!({"type": "hello"}));
    let before = table.session.scene_json();
    for (name, text, line) in [
        ("a.toml", "[world\n", json!(1)),
        ("b.json", "{\"world\": ", json!(1)),
        ("c.wkt", "POLYGON ((0 0, 1", json!(1)),
    ] {
        let answers = table.drop_files(&[(name, text.as_bytes())]);
        let rejected = answers.of("rejected");
        assert_eq!((&rejected["name"], &rejected["problems"][0]["line"]), (&json!(name), &line), "{rejected}");
        assert_eq!(rejected["problems"][0]["file"], name);
    }
    assert!(table.drop_files(&[("x.exe", b"MZ")]).has("rejected"));
    assert!(table.drop_files(&[]).has("rejected"));
    assert_eq!(table.session.scene_json(), before);
}

#[test]
fn files_outside_are_not_read() {
    let mut table = Table::new("outside");
    std::fs::write(table.folder.join("secret.wkt"), "POLYGON ((0 0, 1 0, 1 1, 0 0))").unwrap();
    table.say(json!({"type": "hello"}));
    let secret = table.folder.join("secret.wkt").display().to_string();
    for named in [secret.as_str(), "../secret.wkt", "/etc/passwd", "secret.wkt"] {
        let text = format!("[world]\nfile = \"{named}\"\n");
        let answers = table.drop_files(&[("a.toml", text.as_bytes())]);
        let what = answers.of("rejected")["problems"][0]["what"].as_str().unwrap().to_owned();
        let expected = match named {
            "secret.wkt" => "world.file: there is no file `secret.wkt`".to_owned(),
            _ => format!("world.file: `{named}` is outside the folder of this file"),
        };
        assert_eq!(what, expected);
        let map = format!("image: {named}\nresolution: 0.1\norigin: [0, 0, 0]\n");
        assert!(table.drop_files(&[("a.yaml", map.as_bytes())]).has("rejected"));
    }
    for name in ["../a.toml", "/tmp/a.toml", "a/b.toml", "..", "", "a\\b.toml"] {
        assert!(table.drop_files(&[(name, b"[world]\n")]).has("rejected"), "{name}");
    }
    // Together with the file that it names, a scene has a folder.
    let answers = table
        .drop_files(&[("a.toml", b"[world]\nfile = \"p.wkt\"\n"), ("p.wkt", b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))")]);
    assert_eq!(answers.of("scene")["bounds"], json!([[0.0, 0.0], [9.0, 9.0]]));
}

#[test]
fn links_out_of_the_folder_are_not_followed() {
    let table = Table::new("links");
    let (inner, outer) = (table.folder.join("in"), table.folder.join("out"));
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::create_dir_all(&outer).unwrap();
    std::fs::write(outer.join("plan.wkt"), "POLYGON ((0 0, 9 0, 9 9, 0 0))").unwrap();
    std::os::unix::fs::symlink(outer.join("plan.wkt"), inner.join("plan.wkt")).unwrap();
    std::fs::write(inner.join("hall.toml"), "[world]\nfile = \"plan.wkt\"\n").unwrap();
    let mut session = Session::new(Desk::new(inner.clone()));
    let empty = session.scene_json();
    session.open(inner.join("hall.toml").to_str().unwrap()).unwrap();
    let what = session.unopened();
    assert!(
        what[0]
            .starts_with("line 2: world.file: `plan.wkt` is outside the folder of this file; put it into that folder"),
        "{what:?}"
    );
    assert_eq!(session.scene_json(), empty, "nothing of it is there");
    std::fs::remove_file(inner.join("plan.wkt")).unwrap();
    std::fs::copy(outer.join("plan.wkt"), inner.join("plan.wkt")).unwrap();
    session.open(inner.join("hall.toml").to_str().unwrap()).unwrap();
    assert!(session.unopened().is_empty(), "{:?}", session.unopened());
    assert!(
        session.scene_json().contains("[9,9]") || session.scene_json().contains("[9, 9]"),
        "{}",
        session.scene_json()
    );
}

#[cfg(unix)]
#[test]
fn names_from_a_page_follow_no_links() {
    use std::os::unix::fs::symlink;
    let mut table = Table::new("save-links");
    let outer = table.folder.with_extension("outer");
    std::fs::create_dir_all(&outer).unwrap();
    std::fs::write(outer.join("there.toml"), "mine").unwrap();
    symlink(outer.join("there.toml"), table.folder.join("a.toml")).unwrap();
    symlink(outer.join("new.toml"), table.folder.join("b.toml")).unwrap();
    symlink(outer.join("kept.json"), table.folder.join(".wayfront.unsaved.json")).unwrap();
    table.edit(json!([{"op": "add", "kind": "wall", "value": [[3, 3], [4, 4]]}]));
    for name in ["a.toml", "b.toml"] {
        for overwrite in [false, true] {
            let answer = table.say(json!({"type": "save", "name": name, "overwrite": overwrite}));
            assert_eq!(answer.of("trouble")["what"], format!("`{name}` is a link to another file"));
        }
    }
    table.session.keep_unsaved().unwrap();
    assert_eq!(std::fs::read_to_string(outer.join("there.toml")).unwrap(), "mine");
    assert!(!outer.join("new.toml").exists() && !outer.join("kept.json").exists());
    assert!(table.folder.join(".wayfront.unsaved.json").symlink_metadata().unwrap().is_file());
    std::fs::remove_dir_all(outer).unwrap();
}

#[test]
fn no_page_has_a_file_read() {
    let mut table = Table::new("no-file");
    let secret = std::env::current_dir().unwrap().join("Cargo.toml");
    let plan = table.folder.join("plan.wkt");
    std::fs::write(&plan, "POLYGON ((0 0, 9 0, 9 9, 0 0))").unwrap();
    let named = plan.display().to_string();
    // By an edit of the settings, as a table in them, and by a name that stands there twice.
    for value in [
        json!({"file": named}).to_string(),
        json!({"world": {"file": named}}).to_string(),
        format!("{{\"world\":{{\"file\":\"{named}\"}},\"world\":{{}}}}"),
        format!("{{\"world\":{{\"file\":\"{named}\",\"file\":null}}}}"),
    ] {
        let text = format!("{{\"type\":\"edit\",\"edits\":[{{\"op\":\"set\",\"id\":1,\"value\":{value}}}]}}");
        let out = table.session.text(1, &text);
        table.gather(1, out);
        assert_eq!(
            table.say(json!({"type": "hello"})).of("scene")["bounds"].as_array().map_or(0, Vec::len),
            0,
            "{value}"
        );
        table.say(json!({"type": "new"}));
    }
    // By a scene that is dropped, however it says so, and by what an earlier session kept.
    for scene in [
        format!("[world]\nfile = \"{named}\"\n"),
        format!("[world]\n\"file\" = '{named}'\n"),
        format!("world = {{ file = \"{}\" }}\n", secret.display()),
    ] {
        assert!(table.drop_files(&[("a.toml", scene.as_bytes())]).has("rejected"), "{scene}");
    }
    let twice = format!("{{\"world\":{{\"file\":\"{named}\"}},\"world\":{{\"boundary\":[[0,0],[1,0],[1,1]]}}}}");
    table.drop_files(&[("a.json", twice.as_bytes())]);
    assert_ne!(table.say(json!({"type": "hello"})).of("scene")["bounds"], json!([[0.0, 0.0], [9.0, 9.0]]));
    table.say(json!({"type": "new"}));
    std::fs::write(table.folder.join(".wayfront.unsaved.json"), json!({"world": {"file": named}}).to_string()).unwrap();
    let scene = table.say(json!({"type": "recover", "keep": true})).of("scene").clone();
    assert_eq!(scene["bounds"], Value::Null, "{scene}");
    assert!(scene["problems"][0]["what"].as_str().unwrap().ends_with("is outside the folder of this file"), "{scene}");
}

#[test]
fn saving_keeps_comments_and_notices_others() {
    let table = Table::new("save");
    let path = table.folder.join("hall.toml");
    let text = "# The hall.\nname = \"Hall\"\n\n[world]\nboundary = [[0, 0], [9, 0], [9, 9.50], [0, 9]] # in metres\n\n[[exits]] # north\nname = \"out\"\npoint = [1, 1]\n";
    std::fs::write(&path, text).unwrap();
    let mut table = Table { session: Session::new(Desk::new(table.folder.clone())), folder: table.folder.clone() };
    table.session.open(path.to_str().unwrap()).unwrap();
    let (exit, _) = table.thing("exit", 0);
    table.edit(json!([{"op": "set", "id": exit, "value": {"name": "out", "point": [2.5, 1]}}]));
    let saved = table.say(json!({"type": "save"}));
    assert_eq!(saved.of("saved")["kept"], "comments and order of what was not changed");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text.replace("point = [1, 1]", "point = [2.5, 1]"));
    // Another program writes the file.
    std::fs::write(&path, text).unwrap();
    table.edit(json!([{"op": "add", "kind": "wall", "value": [[3, 3], [4, 4]]}]));
    assert_eq!(table.say(json!({"type": "save"})).of("conflict")["name"], "hall.toml");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert!(table.say(json!({"type": "save", "overwrite": true})).has("saved"));
    assert!(std::fs::read_to_string(&path).unwrap().contains("walls = [[[3, 3], [4, 4]]]"));
    for name in ["../x.toml", "/tmp/x.toml", "x.wkt", "x", "", "a/b.toml"] {
        assert!(table.say(json!({"type": "save", "name": name})).has("trouble"), "{name}");
    }
    assert!(table.say(json!({"type": "save", "name": "copy.json"})).has("saved"));
    assert!(wayfront_world::read_file(&table.folder.join("copy.json")).is_ok());
}

#[test]
fn work_that_was_not_saved_is_offered_next_time() {
    let table = Table::new("recover");
    let path = table.folder.join("hall.json");
    std::fs::write(&path, ROOM).unwrap();
    let open = || {
        let mut session = Session::new(Desk::new(table.folder.clone()));
        session.open(path.to_str().unwrap()).unwrap();
        Table { session, folder: table.folder.join("unused") }
    };
    let mut first = open();
    assert_eq!(first.say(json!({"type": "hello"})).of("scene")["recover"], Value::Null);
    first.edit(json!([{"op": "add", "kind": "wall", "value": [[3, 3], [4, 4]]}]));
    let worked = first.session.scene_json();
    first.session.keep_unsaved().unwrap();
    let mut second = open();
    assert_eq!(second.say(json!({"type": "hello"})).of("scene")["recover"]["name"], "hall.json");
    assert_ne!(second.session.scene_json(), worked);
    second.say(json!({"type": "recover", "keep": true}));
    assert_eq!(second.session.scene_json(), worked);
    assert!(second.say(json!({"type": "save"})).has("saved"));
    // Its own work is no earlier session's, nor does a session that changes nothing discard another's.
    second.edit(json!([{"op": "add", "kind": "wall", "value": [[3, 3], [4, 5]]}]));
    second.session.keep_unsaved().unwrap();
    assert!(!second.say(json!({"type": "undo"})).has("trouble"));
    assert_eq!(second.say(json!({"type": "hello"})).of("scene")["recover"], Value::Null);
    let mut idle = open();
    idle.session.keep_unsaved().unwrap();
    assert_eq!(idle.say(json!({"type": "hello"})).of("scene")["recover"]["name"], "hall.json");
    second.session.keep_unsaved().unwrap();
    assert_eq!(open().say(json!({"type": "hello"})).of("scene")["recover"], Value::Null);
}

#[test]
fn every_export_is_a_file() {
    let mut table = Table::new("export");
    table.say(json!({"type": "hello"}));
    table.drop_files(&[("room.json", ROOM.as_bytes())]);
    table.say(json!({"type": "run"}));
    let starts: [(&str, &[u8]); 10] = [
        ("toml", b"["),
        ("json", b"{"),
        ("geojson", b"{"),
        ("wkt", b"POLYGON"),
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("apng", b"\x89PNG"),
        ("sqlite", b"SQLite format 3"),
        ("trajectories", b"# description"),
        ("summary", b"{"),
    ];
    for (kind, start) in starts {
        let answers = table.say(json!({"type": "export", "kind": kind, "size": 300, "to": 1}));
        let file = answers.binaries.first().unwrap_or_else(|| panic!("{kind}: {:?}", answers.texts));
        let about = number(file, 12) as usize;
        let bytes = &file[48 + about..];
        assert_eq!((kind_of(file), bytes.len()), (6, number(file, 16) as usize));
        assert!(bytes.starts_with(start), "{kind}: {:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
        let line = table.say(json!({"type": "command", "kind": kind}));
        assert!(line.of("command")["line"].as_str().unwrap().starts_with("wayfront "));
    }
    assert!(table.say(json!({"type": "export", "kind": "doc"})).has("trouble"));
}

/// Undo after opening brings back the file as well: what is saved then is the old scene in its old place.
#[test]
fn undoing_an_open_goes_back_to_its_file() {
    let mut table = Table::new("reopen");
    let path = table.folder.join("hall.toml");
    std::fs::write(&path, "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\n").unwrap();
    table.session.open(path.to_str().unwrap()).unwrap();
    let first = table.say(json!({"type": "hello"})).of("scene")["things"].clone();
    table.say(json!({"type": "open", "builtin": "office"}));
    assert!(table.say(json!({"type": "save"})).has("trouble"), "a built-in scene has no file");
    let back = table.say(json!({"type": "undo"}));
    assert_eq!(
        (&back.of("scene")["file"]["name"], &back.of("scene")["file"]["saved"]),
        (&json!("hall.toml"), &json!(true))
    );
    assert_eq!(back.of("scene")["things"], first);
    assert_eq!(table.say(json!({"type": "redo"})).of("scene")["file"]["name"], "office");
}

#[test]
fn readers_say_what_they_decided() {
    let mut table = Table::new("notes");
    table.say(json!({"type": "hello"}));
    let opened = table.drop_files(&[("p.wkt", b"POLYGON ((0 0, 9 0, 9 9, 0 0)) POINT (1 1)")]);
    assert_eq!(opened.of("scene")["notes"].as_array().unwrap().len(), 1, "{}", opened.of("scene")["notes"]);
    assert_eq!(opened.of("scene")["file"]["keeps"], "nothing of this format: it is saved as a scene (.toml)");
}
