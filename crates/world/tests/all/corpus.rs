//! Damaged files of others, in every format that is read: refused or read, and what is read is sound.

use wayfront_testkit::bytes::{corpus, damaged};
use wayfront_testkit::rng::Congruential;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Format, read_file, read_text, validate, write_text};

/// Files that are damaged for each seed.
const FILES: usize = 40;

fn reads_or_refuses(name: &str, format: Format, endings: &[&str]) {
    let samples = corpus(endings);
    if samples.is_empty() {
        return;
    }
    each_seed(name, 2, |seed| {
        let mut random = Congruential::new(seed ^ 0x5eed);
        for _ in 0..FILES {
            let (_, sound) = &samples[random.below(samples.len())];
            let Ok(world) = read_text(&damaged(sound, &mut random), format, "damaged") else { continue };
            assert!(validate(&world).is_empty());
            let text = write_text(&world, Format::SceneJson).unwrap();
            read_text(text.as_bytes(), Format::SceneJson, "again").unwrap_or_else(|e| panic!("{e}\n{text}"));
        }
    });
}

#[test]
fn damaged_scenes_toml() {
    reads_or_refuses("damaged_scenes_toml", Format::SceneToml, &["toml"]);
}

#[test]
fn damaged_json() {
    reads_or_refuses("damaged_json", Format::SceneJson, &["json"]);
}

#[test]
fn damaged_geojson() {
    reads_or_refuses("damaged_geojson", Format::GeoJson, &["geojson", "json"]);
}

#[test]
fn damaged_wkt() {
    reads_or_refuses("damaged_wkt", Format::Wkt, &["wkt"]);
}

#[test]
fn damaged_grid_maps() {
    reads_or_refuses("damaged_grid_maps", Format::MovingAi, &["map"]);
}

#[test]
fn damaged_edges() {
    reads_or_refuses("damaged_edges", Format::Edges, &["txt"]);
}

#[test]
fn damaged_rings() {
    reads_or_refuses("damaged_rings", Format::Rings, &["json"]);
}

/// A map and its image, both damaged.
#[test]
fn damaged_ros_maps() {
    let folder = std::env::temp_dir().join(format!("wayfront-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (yaml, pgm) = (folder.join("map.yaml"), folder.join("map.pgm"));
    let about = b"image: map.pgm\nmode: trinary\nresolution: 0.05\norigin: [0.0, -1, 0.1]\nnegate: 0\n\
                  occupied_thresh: 0.65\nfree_thresh: 0.2\n";
    let images: [&[u8]; 2] = [
        b"P5\n# no comment\n4 3\n255\n\x00\xff\xcd\x00\xff\xff\xff\x00\x00\xff\xff\xfe",
        b"P2\n3 2\n255\n0 255 205\n254 254 0\n",
    ];
    each_seed("damaged_ros_maps", 2, |seed| {
        let mut random = Congruential::new(seed ^ 0x5eed);
        for round in 0..FILES {
            let text = if round % 2 == 0 { about.to_vec() } else { damaged(about, &mut random) };
            std::fs::write(&yaml, text).unwrap();
            std::fs::write(&pgm, damaged(images[round % 2], &mut random)).unwrap();
            if let Ok(world) = read_file(&yaml) {
                assert!(validate(&world).is_empty());
            }
        }
    });
    std::fs::remove_dir_all(folder).unwrap();
}
