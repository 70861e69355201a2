//! What is drawn: colours at places, the field and its raster, dark and light, small windows.

use crate::browser::{HALL, Visit};
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
    assert_eq!(colour(&mut visit, "field", [6.5, 6.0])[3], 0, "no path leads through an obstacle");
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
fn the_room_to_the_walls_is_shown() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    let page = &mut visit.page;
    page.wait("window.studio.state().field");
    page.press("[data-setting=clearance]");
    page.wait("window.studio.state().clearance && window.studio.state().took.clearance");
    page.picture("clearance");
    page.press("[data-setting=clearance]");
    page.wait("!window.studio.state().clearance");
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
    visit.page.eval("document.querySelector('input[name=paths][value=off]').click()");
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
    let Some(mut visit) = Visit::in_window(Some("evacuation"), [760, 560]) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.key("r", 0);
    visit.page.wait("window.studio.state().run?.ended");
    visit.page.settle();
    visit.page.picture("small-run");
    let mut size = |side: &str| visit.page.eval(&format!("document.getElementById('stage').client{side}")).as_u64();
    let [wide, high] = ["Width", "Height"].map(|side| size(side).expect("a length"));
    let side = visit.page.eval("document.getElementById('side').getBoundingClientRect().left").as_f64();
    let right = visit.page.eval("document.getElementById('stage').getBoundingClientRect().right").as_f64();
    assert!(right <= side, "the plan ends at {right:?}, the panels begin at {side:?}");
    assert!(wide > 400 && high > 300, "the plan has room: {wide} x {high}");
    visit.finish();
}

/// All pixels of a canvas, row by row from the top, in the colours that are seen.
fn pixels(visit: &mut Visit, canvas: &str) -> ([usize; 2], Vec<u64>) {
    visit.page.settle();
    let read = format!(
        "(() => {{ const c = document.getElementById('{canvas}'); const copy = new OffscreenCanvas(c.width, c.height).getContext('2d'); copy.drawImage(c, 0, 0); \
         const d = copy.getImageData(0, 0, c.width, c.height).data; const words = []; \
         for (let i = 0; i < d.length; i += 4) words.push(d[i + 3] === 0 ? -1 : d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return {{size: [c.width, c.height], words}}; }})()"
    );
    let answer = visit.page.eval(&read);
    let size = [0, 1].map(|k| answer["size"][k].as_u64().expect("a size") as usize);
    let words = answer["words"]
        .as_array()
        .expect("pixels")
        .iter()
        .map(|w| w.as_i64().map_or(NOTHING, |w| u64::try_from(w).unwrap_or(NOTHING)));
    (size, words.collect())
}

/// Where nothing is drawn.
const NOTHING: u64 = u64::MAX;

/// The path map as the session samples it, row by row from the lowest y: the share of the largest cost, and the colour.
fn raster(visit: &Visit, view: [f64; 4], size: [usize; 2]) -> Vec<Option<(f64, u64)>> {
    let (mut socket, _) = tungstenite::connect(visit.socket()).expect("a second page");
    let layers = json!({"path": {"form": "raster", "colour": "region"}});
    for message in [
        json!({"type": "hello", "protocol": 1}),
        json!({"type": "show", "frame": 77, "layers": layers, "view": view, "pixels": size}),
    ] {
        socket.send(tungstenite::Message::text(message.to_string())).expect("sent");
    }
    loop {
        let tungstenite::Message::Binary(bytes) = socket.read().expect("an answer") else { continue };
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        if word(0) != 2 {
            continue;
        }
        let [a, b] = [word(12) as usize, word(16) as usize];
        assert_eq!([a, b], size, "as many pixels as asked for");
        let cost = |k: usize| u16::from_le_bytes([bytes[64 + 2 * k], bytes[65 + 2 * k]]);
        let colours = (64 + 2 * a * b).next_multiple_of(4);
        let pixel =
            |k: usize| (cost(k) < 65534).then(|| (f64::from(cost(k)) / 65000.0, u64::from(word(colours + 4 * k))));
        return (0..a * b).map(pixel).collect();
    }
}

/// What the graphics card keeps by depth is what a query would answer: costs agree at every pixel that has no wall beside
/// it, regions at every pixel that has no border beside it.
#[test]
fn windows_and_raster_agree() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    visit.page.wait("window.studio.state().field");
    visit.page.eval("document.querySelector('[data-setting=isolines]').click()");
    visit.page.wait("!document.querySelector('[data-setting=isolines]').checked");
    let ([width, height], costs) = pixels(&mut visit, "field");
    visit.page.eval("document.querySelector('input[name=paths][value=region]').click()");
    visit.page.wait("window.studio.state().field");
    let (_, regions) = pixels(&mut visit, "field");
    visit.page.picture("regions");
    let view = visit.page.eval(
        "(() => { const v = window.studio.state().view; const box = document.getElementById('field').getBoundingClientRect(); \
         const [w, h] = [box.width / v.scale / 2, box.height / v.scale / 2]; return [v.centre[0] - w, v.centre[1] - h, v.centre[0] + w, v.centre[1] + h]; })()",
    );
    let view = [0, 1, 2, 3].map(|k| view[k].as_f64().expect("a number"));
    let ramp =
        visit.page.eval("import(new URL('draw/colours.js', document.baseURI)).then((m) => [...m.table('near-far')])");
    let ramp: Vec<u64> = ramp.as_array().expect("colours").iter().filter_map(Value::as_u64).collect();
    let sampled = raster(&visit, view, [width, height]);
    let at = |x: usize, y: usize| sampled[(height - 1 - y) * width + x];
    let (mut free, mut inner, mut other_cost, mut other_region) = (0_u32, 0_u32, 0_u32, 0_u32);
    for (x, y) in (2..height - 2).flat_map(|y| (2..width - 2).map(move |x| (x, y))) {
        let around = || (y - 2..=y + 2).flat_map(|v| (x - 2..=x + 2).map(move |u| at(u, v)));
        let Some((cost, region)) = at(x, y).filter(|_| around().all(|p| p.is_some())) else { continue };
        free += 1;
        let place = (cost * 255.0).round() as usize * 4;
        let wanted = [0, 1, 2].map(|k| ramp[place + k]);
        let drawn = costs[y * width + x];
        let seen = [drawn >> 16 & 255, drawn >> 8 & 255, drawn & 255];
        let differs = (0..3).any(|k| seen[k].abs_diff(wanted[k]) > 5);
        other_cost += u32::from(differs);
        if differs {
            println!("{x} {y} {seen:?} {wanted:?}");
        }
        if around().all(|p| p.is_some_and(|(_, r)| r == region)) {
            inner += 1;
            other_region += u32::from(regions[y * width + x] != region);
        }
    }
    println!("{free} free pixels, {inner} inside regions");
    assert!(free > 300_000 && inner > 200_000, "{free} {inner}");
    assert_eq!([other_cost, other_region], [0, 0], "of {free} and {inner} pixels");
    visit.finish();
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let Some(mut visit) = Visit::to(Some("office")) else { return };
    visit.page.wait("window.studio.state().field && window.studio.state().firstPicture");
    let first = visit.page.state("firstPicture").as_f64().expect("milliseconds");
    println!("first picture {first:.0} ms after opening");
    assert!(first < 10_000.0, "{first}");
    visit.page.settle();
    visit.page.settle();
    let frames = visit.page.state("frames");
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(visit.page.state("frames"), frames, "an idle page costs nothing");
    visit.finish();
}
