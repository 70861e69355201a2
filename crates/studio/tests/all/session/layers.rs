//! What is computed from the scene and shown over it.

use crate::session::table::{Table, kind_of, number};
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

fn float(binary: &[u8], place: usize) -> f64 {
    f64::from_le_bytes(binary[place..place + 8].try_into().unwrap())
}

fn floats(binary: &[u8], place: usize, count: usize) -> Vec<f64> {
    let words = binary[place..].chunks_exact(4).take(count);
    words.map(|word| f64::from(f32::from_le_bytes(word.try_into().unwrap()))).collect()
}

/// By how much the page draws a triangle wider, in pixels (`SEAM` of `page/draw/field.js`).
const SEAM: f64 = 0.065;

/// A corner of a triangle that is drawn wider, as the page does it.
fn widened([before, here, after]: [[f64; 2]; 3], seam: f64) -> [f64; 2] {
    let outwards = |a: [f64; 2], b: [f64; 2]| {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        [(b[1] - a[1]) / length, (a[0] - b[0]) / length]
    };
    let (n, m) = (outwards(before, here), outwards(here, after));
    let share = seam / (1.0 + n[0] * m[0] + n[1] * m[1]).max(0.25);
    [here[0] + (n[0] + m[0]) * share, here[1] + (n[1] + m[1]) * share]
}

/// Draws windows as a page does: at each pixel the least cost of all triangles over it. Triangles are wider by a seam, so
/// that no crack opens between them, but by no more than they are wide.
fn drawn(windows: &[u8], pixels: &[[f64; 2]], pixel: f64) -> Vec<f64> {
    let [vertices, triangles, generators] = [12, 16, 20].map(|place| number(windows, place) as usize);
    let origin = [float(windows, 24), float(windows, 32)];
    let points = floats(windows, 48, 2 * vertices);
    let start = 48 + 8 * vertices;
    let table = floats(windows, start + 16 * triangles, 8 * generators);
    let seam = SEAM * pixel;
    let mut costs = vec![f64::INFINITY; pixels.len()];
    for triangle in 0..triangles {
        let word = |k: usize| number(windows, start + 16 * triangle + 4 * k) as usize;
        let [a, b, c] = [0, 1, 2].map(|k| [points[2 * word(k)], points[2 * word(k) + 1]]);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert!(area > 0.0, "a triangle without an area");
        let length = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]).hypot(b[1] - a[1]);
        let seam = seam.min(area / length(a, b).max(length(b, c)).max(length(c, a)));
        let [a, b, c] = [[c, a, b], [a, b, c], [b, c, a]].map(|corners| widened(corners, seam));
        let from = &table[8 * word(3)..8 * word(3) + 6];
        for (pixel, cost) in pixels.iter().zip(&mut costs) {
            let p = [pixel[0] - origin[0], pixel[1] - origin[1]];
            let side = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
            if side(a, b) < 0.0 || side(b, c) < 0.0 || side(c, a) < 0.0 {
                continue;
            }
            let (dx, dy) = (p[0] - from[0], p[1] - from[1]);
            let is_point = from[4] == 0.0 && from[5] == 0.0;
            let length = if is_point { dx.hypot(dy) } else { (dx * from[4] + dy * from[5]).abs() };
            *cost = cost.min(from[2] + from[3] * length);
        }
    }
    costs
}

/// Where the path from a point leads next; `None` if there is none.
fn next_at(table: &mut Table, [x, y]: [f64; 2]) -> Option<[u64; 2]> {
    let answered = table.say(json!({"type": "ask", "point": [x, y]}));
    let next = &answered.of("answered")["route"][1];
    Some([next[0].as_f64()?.to_bits(), next[1].as_f64()?.to_bits()])
}

/// Directions from the middle of a pixel in which a border is looked for, up to half a pixel away.
const RING: u32 = 32;

/// The windows that a page draws and the sampled raster are the same picture: where they differ, points within half a pixel
/// lead to different places or nowhere, so the pixel lies on a border.
#[test]
fn windows_and_raster_agree() {
    for scene in ["office", "bicycle", "sources", "touching", "city", "narrow-door"] {
        let mut table = Table::with(&format!("agree-{scene}"), scene);
        table.say(json!({"type": "hello"}));
        let windows = table.say(json!({"type": "show", "layers": {"path": {}}})).binaries.remove(0);
        if kind_of(&windows) != 1 {
            continue;
        }
        let show =
            json!({"type": "show", "layers": {"path": {"form": "raster", "colour": "cost"}}, "pixels": [320, 240]});
        let raster = table.say(show).binaries.remove(0);
        let [width, height] = [12, 16].map(|place| number(&raster, place) as usize);
        let (x, y, most) = (float(&raster, 24), float(&raster, 32), float(&raster, 40));
        let (dx, dy) = (float(&raster, 48), float(&raster, 56));
        let centre = |k: usize| [x + (0.5 + (k % width) as f64) * dx, y + (0.5 + (k / width) as f64) * dy];
        let pixels: Vec<[f64; 2]> = (0..width * height).map(centre).collect();
        let mut differing = 0;
        let costs = drawn(&windows, &pixels, dx);
        for (k, &cost) in costs.iter().enumerate() {
            let step = u16::from_le_bytes(raster[64 + 2 * k..66 + 2 * k].try_into().unwrap());
            let sampled = if step >= 65_534 { f64::INFINITY } else { f64::from(step) / 65_000.0 * most };
            if sampled == cost || (sampled - cost).abs() < most / 30_000.0 {
                continue;
            }
            let turns = (0..RING).map(|turn| f64::from(turn) * std::f64::consts::TAU / f64::from(RING));
            let ring = turns.flat_map(|turn| [0.02, 0.07, 0.2, 0.5].map(|far| [far * turn.cos(), far * turn.sin()]));
            let around = ring.map(|[u, v]| [pixels[k][0] + u * dx, pixels[k][1] + v * dy]);
            let own = next_at(&mut table, pixels[k]);
            let touches = around.into_iter().any(|p| next_at(&mut table, p) != own);
            assert!(touches, "{scene}: {:?} is {cost} and {sampled}, and touches no border", pixels[k]);
            differing += 1;
        }
        println!("{scene}: {differing} of {} pixels differ, all of them on borders", pixels.len());
    }
}
