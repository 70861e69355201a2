//! The three films of `docs/studio.md`, made by the page itself:
//! `cargo test -p wayfront-studio --test all -- --ignored browser::films` writes them anew. Look at them.

use crate::browser::{Page, Visit};
use std::collections::BTreeMap;
use std::path::Path;

/// What a film may weigh on a page.
const MOST_BYTES: usize = 400_000;
/// Colours of a film; one more is for what stays as it was.
const COLOURS: usize = 120;

/// A window that shows plan and panels in the width of a page.
const WINDOW: [u32; 2] = [1120, 640];
const SCALE: f64 = 0.72;

/// Frames as pixels, and how long each is shown in hundredths of a second.
#[derive(Default)]
struct Film {
    name: &'static str,
    size: [u32; 2],
    frames: Vec<(Vec<[u8; 3]>, u16)>,
}

impl Film {
    fn shoot(&mut self, page: &mut Page, hundredths: u16) {
        self.shoot_part(page, [0.0, 0.0, f64::from(WINDOW[0]), f64::from(WINDOW[1])], hundredths);
    }

    fn shoot_part(&mut self, page: &mut Page, part: [f64; 4], hundredths: u16) {
        let bytes = page.part(part, SCALE);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a picture");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut data).expect("a frame");
        self.size = [info.width, info.height];
        let frames = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/studio-pictures");
        std::fs::create_dir_all(&frames).expect("a folder for pictures");
        std::fs::write(frames.join(format!("film-{}-{:02}.png", self.name, self.frames.len())), &bytes)
            .expect("a frame is kept");
        let step = info.color_type.samples();
        self.frames.push((data.chunks_exact(step).map(|p| [p[0], p[1], p[2]]).collect(), hundredths));
    }

    /// Writes an animated PNG with one palette; pixels that stay are left out.
    fn save(&self) {
        let name = format!("studio-{}.png", self.name);
        let palette = palette(self.frames.iter().flat_map(|(pixels, _)| pixels));
        let mut known = BTreeMap::new();
        let frames: Vec<Vec<u8>> =
            self.frames.iter().map(|(pixels, _)| indices(pixels, &palette, &mut known)).collect();
        let mut bytes = Vec::new();
        let [width, height] = self.size;
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut colours: Vec<u8> = palette.iter().flatten().copied().collect();
        colours.extend([0, 0, 0]);
        let mut opaque = vec![255; palette.len()];
        opaque.push(0);
        encoder.set_palette(colours);
        encoder.set_trns(opaque);
        encoder.set_animated(u32::try_from(frames.len()).expect("few frames"), 0).expect("an animation");
        encoder.set_blend_op(png::BlendOp::Over).expect("an animation");
        let mut writer = encoder.write_header().expect("a header");
        let stays = u8::try_from(palette.len()).expect("few colours");
        for (k, frame) in frames.iter().enumerate() {
            writer.set_frame_delay(self.frames[k].1, 100).expect("an animation");
            let data: Vec<u8> = match k {
                0 => frame.clone(),
                _ => frame
                    .iter()
                    .zip(&frames[k - 1])
                    .map(|(now, before)| if now == before { stays } else { *now })
                    .collect(),
            };
            writer.write_image_data(&data).expect("a frame");
        }
        writer.finish().expect("an end");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(&name);
        println!("{name}: {} bytes in {} frames of {width} x {height}", bytes.len(), frames.len());
        std::fs::write(&path, &bytes).expect("a film is written");
        assert!(bytes.len() <= MOST_BYTES, "{name}: {} bytes", bytes.len());
    }
}

/// Boxes of colours, the one with the most spread cut in two until there are enough: median cut.
fn palette<'a>(pixels: impl Iterator<Item = &'a [u8; 3]>) -> Vec<[u8; 3]> {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for pixel in pixels.step_by(3) {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut boxes: Vec<Vec<([u8; 3], usize)>> = vec![counts.into_iter().collect()];
    let spread = |colours: &[([u8; 3], usize)], axis: usize| {
        let values = || colours.iter().map(|(c, _)| c[axis]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    let worst = |colours: &[([u8; 3], usize)]| {
        let weight = (colours.iter().map(|(_, n)| n).sum::<usize>() as f64).powf(0.3);
        (0..3).map(|axis| f64::from(spread(colours, axis)) * weight).fold(0.0, f64::max)
    };
    while boxes.len() < COLOURS {
        let Some(k) = (0..boxes.len())
            .filter(|&k| boxes[k].len() > 1)
            .max_by(|&a, &b| worst(&boxes[a]).total_cmp(&worst(&boxes[b])))
        else {
            break;
        };
        let mut colours = boxes.swap_remove(k);
        let axis = (0..3).max_by_key(|&axis| spread(&colours, axis)).unwrap_or(0);
        colours.sort_by_key(|(c, _)| c[axis]);
        let middle = u16::from(colours[0].0[axis]) + u16::from(colours[colours.len() - 1].0[axis]);
        let cut = colours.partition_point(|(c, _)| 2 * u16::from(c[axis]) <= middle).clamp(1, colours.len() - 1);
        let rest = colours.split_off(cut);
        boxes.extend([colours, rest]);
    }
    boxes.iter().map(|colours| mean(colours)).collect()
}

fn mean(colours: &[([u8; 3], usize)]) -> [u8; 3] {
    let all: usize = colours.iter().map(|(_, n)| n).sum();
    [0, 1, 2].map(|axis| {
        let sum: usize = colours.iter().map(|(c, n)| usize::from(c[axis]) * n).sum();
        u8::try_from((sum + all / 2) / all.max(1)).unwrap_or(255)
    })
}

fn indices(pixels: &[[u8; 3]], palette: &[[u8; 3]], known: &mut BTreeMap<[u8; 3], u8>) -> Vec<u8> {
    let far = |a: &[u8; 3], b: &[u8; 3]| (0..3).map(|k| i32::from(a[k]) - i32::from(b[k])).map(|d| d * d).sum::<i32>();
    let nearest = |pixel: &[u8; 3]| (0..palette.len()).min_by_key(|&k| far(pixel, &palette[k])).unwrap_or(0) as u8;
    pixels.iter().map(|pixel| *known.entry(*pixel).or_insert_with(|| nearest(pixel))).collect()
}

const OFFICE: &str = r#"
name = "Office"

[world]
boundary  = [[0, 0], [20, 0], [20, 11], [0, 11]]
obstacles = [[[6, 4], [10, 4], [10, 6], [6, 6]], [[2, 7.5], [4, 7.5], [4, 9], [2, 9]], [[12.5, 1.5], [14, 1.5], [14, 4], [12.5, 4]]]
walls     = [[[11.5, 11], [11.5, 6.5]], [[15.5, 0], [15.5, 5]]]

[[exits]]
name    = "exit"
segment = [[20, 4], [20, 6.5]]
"#;

#[test]
#[ignore = "writes docs/pictures/studio-drag.png"]
fn films_drag() {
    let Some(mut visit) = Visit::in_window(None, WINDOW) else { return };
    let page = &mut visit.page;
    page.drop_file("office.toml", OFFICE);
    page.wait("window.studio.state().field");
    page.eval("document.getElementById('steps').remove(); document.querySelector('[data-setting=gridShown]').click()");
    let mut film = Film { name: "drag", ..Film::default() };
    page.hover([3.0, 3.0]);
    page.settle();
    film.shoot(page, 60);
    let from = [8.0, 5.0];
    page.grab(from, 0);
    let places = [
        [9.0, 5.5],
        [10.0, 6.5],
        [11.0, 7.0],
        [12.0, 6.5],
        [13.0, 6.0],
        [14.0, 6.0],
        [15.0, 6.5],
        [16.0, 6.5],
        [17.0, 6.0],
        [17.5, 5.0],
    ];
    let mut at = from;
    for place in places {
        page.pull(at, place, 3, 0);
        at = place;
        page.settle();
        film.shoot(page, 14);
    }
    page.let_go(0);
    page.hover([4.0, 3.0]);
    page.settle();
    film.shoot(page, 120);
    page.hover([7.0, 9.0]);
    page.settle();
    film.shoot(page, 120);
    film.save();
    visit.finish();
}

#[test]
#[ignore = "writes docs/pictures/studio-queue.png"]
fn films_queue() {
    let Some(mut visit) = Visit::in_window(None, WINDOW) else { return };
    let page = &mut visit.page;
    let rooms = "name = \"Two rooms\"\n[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\nwalls = [[[11, 0], [11, 4.5]], [[11, 5.5], [11, 10]]]\n\
        [[exits]]\nname = \"north\"\nsegment = [[16, 10], [18, 10]]\n[[exits]]\nname = \"east\"\nsegment = [[20, 2], [20, 4]]\n\
        [[doors]]\nname = \"door\"\nsegment = [[11, 4.5], [11, 5.5]]\nopen = true\n\
        [crowd]\nseconds = 120\nrerouting = \"delay\"\n[[crowd.groups]]\narea = [[1, 1], [9, 1], [9, 9], [1, 9]]\ncount = 80\n";
    page.drop_file("two-rooms.toml", rooms);
    page.wait("window.studio.state().field");
    page.eval("document.querySelector('input[name=paths][value=off]').click(); document.querySelector('[data-setting=gridShown]').click(); document.querySelector('[data-setting=pointer]').click()");
    let mut film = Film { name: "queue", ..Film::default() };
    film.shoot(page, 80);
    page.press("#play");
    page.wait("window.studio.state().run?.ended");
    for time in 1..=17 {
        seek(page, f64::from(time) * 0.8);
        film.shoot(page, 13);
    }
    page.key("d", 0);
    page.hover([11.0, 8.0]);
    page.settle();
    film.shoot(page, 80);
    page.click([11.0, 8.0]);
    page.wait("window.studio.state().run.stale");
    page.key("r", 0);
    page.wait("!window.studio.state().run.stale && window.studio.state().run.ended");
    for time in 1..=22 {
        seek(page, f64::from(time) * 0.8);
        film.shoot(page, 13);
    }
    film.save();
    visit.finish();
}

#[test]
#[ignore = "writes docs/pictures/studio-problems.png"]
fn films_problems() {
    let Some(mut visit) = Visit::in_window(None, WINDOW) else { return };
    let page = &mut visit.page;
    let broken = OFFICE.to_owned()
        + "\n[[sources]]\nname = \"desk\"\npoint = [7, 5.5]\n\n[[barriers]]\nsegment = [[11.5, 6.4], [11.5, 0.2]]\ndelay = 4\n\n[[doors]]\nname = \"door\"\nsegment = [[15.5, 5.1], [15.5, 10.9]]\nopen = true\n";
    page.drop_file("broken.toml", &broken);
    page.wait("document.querySelector('.pin')");
    page.eval("document.getElementById('steps').remove(); document.querySelector('[data-setting=gridShown]').click(); document.querySelector('[data-setting=pointer]').click()");
    let mut film = Film { name: "problems", ..Film::default() };
    film.shoot(page, 120);
    for _ in 0..6 {
        let left = page.state("problems.length").as_u64().expect("a number");
        let Some(k) = page.eval("window.studio.state().problems.findIndex((p) => p.fix)").as_i64().filter(|&k| k >= 0)
        else {
            break;
        };
        page.press(&format!(".pin[data-pin='{k}']"));
        page.wait("document.querySelector('.pin-card')");
        film.shoot(page, 130);
        page.press(".pin-card [data-fix]");
        page.wait(&format!("window.studio.state().problems.length < {left}"));
        film.shoot(page, 70);
    }
    page.settle();
    film.shoot(page, 200);
    film.save();
    visit.finish();
}

fn seek(page: &mut Page, time: f64) {
    page.eval(&format!("(() => {{ const s = document.getElementById('seek'); s.value = '{time}'; s.dispatchEvent(new Event('input')); }})()"));
    page.wait(&format!("Math.abs(window.studio.state().run.head - {time}) < 0.2 && window.studio.state().run.shown?.time > {time} - 0.2"));
}
