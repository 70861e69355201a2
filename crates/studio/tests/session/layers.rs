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

fn float(binary: &[u8], place: usize) -> f64 {
    f64::from_le_bytes(binary[place..place + 8].try_into().unwrap())
}

fn floats(binary: &[u8], place: usize, count: usize) -> Vec<f64> {
    let words = binary[place..].chunks_exact(4).take(count);
    words.map(|word| f64::from(f32::from_le_bytes(word.try_into().unwrap()))).collect()
}

/// Draws windows as a page does: at each pixel the least cost of all triangles over it.
fn drawn(windows: &[u8], pixels: &[[f64; 2]]) -> Vec<f64> {
    let [vertices, triangles, generators] = [12, 16, 20].map(|place| number(windows, place) as usize);
    let origin = [float(windows, 24), float(windows, 32)];
    let points = floats(windows, 48, 2 * vertices);
    let start = 48 + 8 * vertices;
    let table = floats(windows, start + 16 * triangles, 8 * generators);
    let mut costs = vec![f64::INFINITY; pixels.len()];
    for triangle in 0..triangles {
        let word = |k: usize| number(windows, start + 16 * triangle + 4 * k) as usize;
        let [a, b, c] = [0, 1, 2].map(|k| [points[2 * word(k)], points[2 * word(k) + 1]]);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert!(area > 0.0, "a triangle without an area");
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

/// The windows that a page draws and the sampled raster are the same picture, but for pixels on a border.
#[test]
fn windows_and_raster_agree() {
    for scene in ["office", "bicycle", "sources", "touching"] {
        let mut table = Table::with(&format!("agree-{scene}"), scene);
        table.say(json!({"type": "hello"}));
        let windows = table.say(json!({"type": "show", "layers": {"path": {}}})).binaries.remove(0);
        let show =
            json!({"type": "show", "layers": {"path": {"form": "raster", "colour": "cost"}}, "pixels": [160, 120]});
        let raster = table.say(show).binaries.remove(0);
        let [width, height] = [12, 16].map(|place| number(&raster, place) as usize);
        let (x, y, most) = (float(&raster, 24), float(&raster, 32), float(&raster, 40));
        let (dx, dy) = (float(&raster, 48), float(&raster, 56));
        let centre = |k: usize| [x + (0.5 + (k % width) as f64) * dx, y + (0.5 + (k / width) as f64) * dy];
        let pixels: Vec<[f64; 2]> = (0..width * height).map(centre).collect();
        let costs = drawn(&windows, &pixels);
        let mut differing = 0;
        for (k, cost) in costs.iter().enumerate() {
            let step = u16::from_le_bytes(raster[64 + 2 * k..66 + 2 * k].try_into().unwrap());
            let is_same = match step {
                65_534 | 65_535 => cost.is_infinite(),
                step => (cost - f64::from(step) / 65_000.0 * most).abs() < most / 30_000.0,
            };
            differing += usize::from(!is_same);
        }
        assert!(differing * 1000 <= pixels.len(), "{scene}: {differing} of {} pixels", pixels.len());
    }
}
