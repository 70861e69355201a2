//! Files: broken ones, names that look like markup, reload, saving, exports.

use crate::browser::{HALL, Visit};
use serde_json::json;

const BROKEN: &str = r#"
name = "Broken"

[world]
boundary  = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [[[5, 2], [9, 2], [9, 6], [5, 6]]]

[[exits]]
name  = "in a table"
point = [6, 5]
"#;

#[test]
fn a_broken_scene_shows_pins_and_a_button_mends_it() {
    let Some(mut visit) = Visit::to(None) else { return };
    let page = &mut visit.page;
    page.drop_file("broken.toml", BROKEN);
    page.wait("window.studio.state().problems.length > 0");
    page.wait("document.querySelector('.pin') && !document.querySelector('.pin').hidden");
    page.press(".pin");
    page.wait("document.querySelector('.pin-card')");
    page.picture("problems");
    let fix = page.state("problems[0].fix");
    assert!(!fix.is_null(), "the nearest free point is known");
    page.press(".pin-card [data-fix]");
    page.wait("window.studio.state().problems.length === 0");
    page.wait("window.studio.state().field");
    page.picture("problems-mended");
    assert_ne!(page.state("things.find((t) => t.kind === 'exit').value.point"), json!([6, 5]));
    visit.finish();
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_plan_alone() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    let page = &mut visit.page;
    let things = page.state("things.length");
    for (name, text) in [
        ("garbage.toml", "[world\nboundary = "),
        ("garbage.geojson", "{\"type\": \"Nothing\"}"),
        ("empty.wkt", ""),
        ("what.xyz", "1 2 3"),
    ] {
        page.drop_file(name, text);
        page.wait("document.querySelector('dialog[open]') || !document.getElementById('notice').hidden");
        assert_eq!(page.state("things.length"), things, "{name}");
        page.eval("document.querySelector('dialog[open]')?.close(); document.getElementById('notice').hidden = true");
    }
    visit.finish();
}

#[test]
fn names_with_markup_are_text() {
    let name = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>";
    let text = HALL
        .replace("name = \"Hall\"", &format!("name = \"{name}\""))
        .replace("name    = \"east\"", &format!("name = \"{name}\""))
        + &format!(
            "\n[[doors]]\nname = \"{name}\"\nsegment = [[8, 6], [24, 6]]\nopen = true\n\n[[crowd.groups]]\nname = \"{name}\"\narea = [[10, 2], [14, 2], [14, 4], [10, 4]]\ncount = 3\n"
        );
    let Some(mut visit) = Visit::to_text(&text) else { return };
    let page = &mut visit.page;
    page.wait("document.title.includes('onerror') || document.getElementById('file-name').textContent.length > 0");
    page.click([24.0, 6.0]);
    page.settle();
    page.picture("markup");
    assert_eq!(page.eval("window.hacked ?? null"), json!(null));
    assert_eq!(page.eval("document.querySelectorAll('img').length"), json!(1), "only the icon");
    assert_eq!(page.eval("document.querySelectorAll('script').length"), json!(1), "only the page's own");
    assert!(page.eval("document.getElementById('list').textContent").as_str().expect("a text").contains("<img src=x"));
    visit.finish();
}

#[test]
fn a_reload_keeps_everything_and_two_windows_agree() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    let page = &mut visit.page;
    page.key("w", 0);
    page.drag([16.0, 2.0], [16.0, 10.0], 5, 0);
    page.wait("window.studio.state().things.some((t) => t.kind === 'wall' && t.id > 0)");
    let things = "things.toSorted((a, b) => a.id - b.id)";
    let before = page.state(things);
    page.reload();
    assert_eq!(page.state(things), before);
    assert_eq!(page.state("undo"), json!("draw a wall"), "undo survives");
    let mut other = page_beside(&visit.socket());
    other.send(tungstenite::Message::text(json!({"type": "hello", "protocol": 1}).to_string())).expect("sent");
    other.send(tungstenite::Message::text(json!({"type": "undo"}).to_string())).expect("sent");
    visit.page.wait("!window.studio.state().things.some((t) => t.kind === 'wall')");
    visit.finish();
}

/// Another page, of which only the socket is needed.
fn page_beside(address: &str) -> tungstenite::WebSocket<tungstenite::stream::MaybeTlsStream<std::net::TcpStream>> {
    tungstenite::connect(address).expect("a second page").0
}

#[test]
fn a_plan_is_saved_and_exported() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    let page = &mut visit.page;
    page.wait("window.studio.state().field");
    page.eval("(() => { window.exported = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { window.exported.push([blob.type, blob.size]); return make.call(URL, blob); }; })()");
    for kind in ["svg", "png", "toml", "json", "geojson", "wkt"] {
        page.press("#export-fold > summary");
        page.wait(&format!("document.querySelector('[data-export={kind}]')?.offsetParent"));
        if kind == "svg" {
            page.picture("export");
        }
        let count = page.eval("window.exported.length").as_u64().expect("a number");
        page.press(&format!("[data-export={kind}]"));
        page.wait(&format!("window.exported.length > {count}"));
        assert!(page.eval("window.exported.at(-1)[1]").as_u64().expect("a size") > 50, "{kind}");
    }
    page.wait("document.getElementById('command').textContent.includes('wayfront')");
    page.press("#save");
    page.wait("document.querySelector('dialog[open], #notice:not([hidden])')");
    if page.eval("Boolean(document.querySelector('dialog[open] #dialog-input'))") == json!(true) {
        page.press("dialog[open] .primary");
    }
    page.wait("window.studio.state().file?.saved && document.getElementById('notice').textContent.includes('Saved')");
    let name = page.state("file.name");
    let path = visit.folder.join(name.as_str().expect("a name"));
    let text = std::fs::read_to_string(&path).expect("the file is there");
    assert!(text.contains("east"), "{text}");
    visit.finish();
}

/// A million points: the page may be slow, but shows them and says what it cannot do.
#[test]
fn a_huge_scene_is_shown() {
    let Some(mut visit) = Visit::to(None) else { return };
    let page = &mut visit.page;
    page.eval(
        "(() => { const rings = []; for (let k = 0; k < 100; k++) { const ring = []; for (let i = 0; i < 10000; i++) { const a = i / 10000 * 2 * Math.PI; \
         ring.push([10 * (k % 10) + 5 + 4 * Math.cos(a), 10 * Math.floor(k / 10) + 5 + 4 * Math.sin(a)]); } rings.push(ring); } \
         const text = JSON.stringify({world: {boundary: [[0, 0], [100, 0], [100, 100], [0, 100]], obstacles: rings}}); \
         const data = new DataTransfer(); data.items.add(new File([text], 'huge.json')); \
         document.getElementById('hand').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); })()",
    );
    page.wait(
        "window.studio.state().things.length > 100 || document.querySelector('dialog[open], #notice:not([hidden])')",
    );
    page.settle();
    page.picture("huge");
    page.hover([50.0, 50.0]);
    page.click([5.0, 5.0]);
    page.wait("window.studio.state().picked.length === 1");
    page.key("Delete", 0);
    page.wait("window.studio.state().things.filter((t) => t.kind === 'obstacle').length === 99");
    visit.finish();
}

/// What was not saved when the studio ended is offered when the file is opened again.
#[test]
fn unsaved_work_is_offered_next_time() {
    let Some(mut visit) = Visit::to_file("hall.toml", HALL) else { return };
    visit.page.key("w", 0);
    visit.page.drag([16.0, 2.0], [16.0, 10.0], 5, 0);
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'wall' && t.id > 0)");
    visit.start_again("hall.toml");
    assert_eq!(visit.page.state("things.some((t) => t.kind === 'wall')"), json!(false), "the file is as it was");
    visit.page.wait("document.querySelector('dialog[open]')");
    visit.page.picture("recover");
    visit.page.press("dialog[open] .primary");
    visit.page.wait("window.studio.state().things.some((t) => t.kind === 'wall')");
    visit.finish();
}
