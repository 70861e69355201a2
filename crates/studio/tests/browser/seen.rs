//! What is drawn: colours at places, the field and its raster, dark and light, small windows.

use crate::{HALL, Visit};
use serde_json::{Value, json};

/// The colour of a canvas at a point of the plan.
fn colour(visit: &mut Visit, canvas: &str, [x, y]: [f64; 2]) -> [u64; 4] {
    visit.page.settle();
    let read = format!(
        "(() => {{ const c = document.getElementById('{canvas}'); const box = c.getBoundingClientRect(); const [px, py] = window.studio.place({x}, {y}); \
         const copy = new OffscreenCanvas(1, 1).getContext('2d'); const r = c.width / box.width; \
         copy.drawImage(c, -Math.round((px - box.left) * r), -Math.round((py - box.top) * r)); return [...copy.getImageData(0, 0, 1, 1).data]; }})()"
    );
    let rgba = visit.page.eval(&read);
    [0, 1, 2, 3].map(|k| rgba[k].as_u64().expect("a byte"))
}

#[test]
fn near_is_light_far_is_dark_and_obstacles_are_grey() {
    let Some(mut visit) = Visit::to_text(HALL) else { return };
    visit.page.wait("window.studio.state().field");
    let sum = |c: [u64; 4]| c[0] + c[1] + c[2];
    // Between lines of equal distance, which are white: the lightest of a few is left out.
    let mut near: Vec<u64> = [22.2, 22.5, 22.8].map(|x| sum(colour(&mut visit, "field", [x, 6.0]))).to_vec();
    let mut far: Vec<u64> = [0.6, 0.9, 1.2].map(|x| sum(colour(&mut visit, "field", [x, 6.0]))).to_vec();
    near.sort_unstable();
    far.sort_unstable();
    assert!(near[0] > far[0] + 150, "near {near:?}, far {far:?}");
    assert_eq!(colour(&mut visit, "field", [6.5, 6.0])[3], 0, "no way leads through an obstacle");
    assert_eq!(
        colour(&mut visit, "things", [6.5, 6.3]),
        [0xA9, 0xB3, 0xBF, 255],
        "the colour of obstacles in pictures"
    );
    visit.page.press("#theme");
    visit.page.settle();
    assert_eq!(colour(&mut visit, "things", [6.5, 6.3]), [0x55, 0x61, 0x70, 255]);
    visit.page.picture("dark");
    visit.finish();
}

#[test]
fn pan_and_zoom_of_an_unchanged_map_ask_nothing() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    let page = &mut visit.page;
    page.wait("window.studio.state().field");
    page.eval("(() => { window.sent = 0; const send = WebSocket.prototype.send; WebSocket.prototype.send = function (d) { window.sent++; return send.call(this, d); }; })()");
    let scale = page.state("view.scale");
    page.eval("for (let i = 0; i < 12; i++) document.getElementById('hand').dispatchEvent(new WheelEvent('wheel', {deltaY: -120, clientX: 700, clientY: 400, cancelable: true}))");
    page.settle();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_ne!(page.state("view.scale"), scale);
    assert_eq!(page.eval("window.sent"), json!(0), "pan and zoom are the page's own");
    page.picture("zoomed");
    page.key("0", 0);
    page.settle();
    visit.finish();
}

#[test]
fn every_builtin_scene_can_be_looked_at() {
    let Some(mut visit) = Visit::to(None) else { return };
    visit.page.picture("empty");
    let names: Vec<Value> = visit
        .page
        .eval("[...document.querySelectorAll('[data-example]')].map((e) => e.dataset.example)")
        .as_array()
        .cloned()
        .expect("names");
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        let name = name.as_str().expect("a name");
        visit.page.eval("window.before = window.studio.state().revision; 0");
        visit.page.eval(&format!("document.querySelector('[data-builtin=\"{name}\"]').click()"));
        visit.page.wait("window.studio.state().revision !== window.before && window.studio.state().things.length > 3");
        visit.page.settle();
        visit.page.picture(&format!("builtin-{name}"));
    }
    visit.finish();
}

#[test]
fn lanes_and_field_are_shown() {
    let Some(mut visit) = Visit::to(Some("narrow-door")) else { return };
    visit.page.press("[data-setting=flow]");
    visit.page.wait("window.studio.state().shapes?.lanes?.length > 0");
    visit.page.picture("lanes");
    visit.page.press("[data-setting=flow]");
    visit.page.wait("!window.studio.state().shapes");
    visit.page.eval("document.querySelector('[data-builtin=office]').click()");
    visit.page.wait("window.studio.state().field");
    visit.page.press("[data-setting=field]");
    visit.page.wait("window.studio.state().took.potential");
    visit.page.eval("document.querySelector('input[name=ways][value=off]').click()");
    visit.page.settle();
    visit.page.picture("potential");
    visit.finish();
}

#[test]
fn it_fits_a_small_window_and_a_large_zoom() {
    // 200 % of zoom in a window of 1440 by 900 is a window of 720 by 450.
    let Some(mut visit) = Visit::in_window(Some("office"), [720, 450]) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.picture("small");
    let overflow = visit.page.eval(
        "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight",
    );
    assert_eq!(overflow, json!(false));
    let wide = visit.page.eval("document.getElementById('stage').clientWidth").as_u64().expect("a width");
    assert!(wide > 300, "the plan has room: {wide}");
    visit.finish();
}
