//! No bytes make a reader panic or hang: sound samples with bytes changed, cut and doubled, and plain noise.

use std::time::Instant;
use wayfront_testkit::bytes::mutate;
use wayfront_testkit::rng::Congruential;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Format, read_text, validate, write_text};

const SAMPLES: &[(Format, &str)] = &[
    (Format::SceneToml, include_str!("../samples/complete.toml")),
    (Format::SceneJson, include_str!("../samples/complete.json")),
    (Format::GeoJson, include_str!("../samples/plan.geojson")),
    (
        Format::Wkt,
        "SRID=3857;GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 0), (4 1, 5 1, 5 2, 4 1)), LINESTRING Z (1 1 0, 2 1 0), MULTIPOLYGON (((0 0, 1 0, 1 1)), EMPTY))",
    ),
    (Format::MovingAi, "type octile\nheight 4\nwidth 5\nmap\n..@..\n.T.T.\n..W..\n.....\n"),
    (
        Format::Ros,
        "image: \"missing.pgm\" # none\nmode: trinary\nresolution: 0.05\norigin: [0.0, -1, 0.1]\nnegate: 0\n",
    ),
    (Format::Rings, "[[[0, 0], [9, 0], [9, 9]], [[4, 1], [5, 1], [5, 2.5e0]], [[1, 1]]]"),
    (Format::Edges, "4 3\n0 0\n1 0\n1 1\n0 1.5\n0 1\n1 2\n2 3\n"),
];

/// The stream of seed 0; others follow it.
const FIRST: u64 = 20_240_517;

/// Whatever is read is sound, and can be written and read again.
fn try_to_read(bytes: &[u8], format: Format) {
    let Ok(world) = read_text(bytes, format, "noise") else { return };
    assert!(validate(&world).is_empty());
    for format in [Format::SceneToml, Format::SceneJson] {
        let text = write_text(&world, format).unwrap();
        let again = read_text(text.as_bytes(), format, "again").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(again.obstacles.len(), world.obstacles.len());
    }
}

#[test]
fn samples_are_sound() {
    for &(format, text) in SAMPLES.iter().filter(|(format, _)| *format != Format::Ros) {
        assert!(read_text(text.as_bytes(), format, "sample").is_ok(), "{}", format.name());
    }
}

#[test]
fn damaged_samples_are_read_or_refused() {
    each_seed("damaged_samples_are_read_or_refused", 1, |seed| {
        let mut random = Congruential::new(FIRST + seed);
        for round in 0..1500 {
            for &(format, text) in SAMPLES {
                let mut bytes = text.as_bytes().to_vec();
                for _ in 0..=round % 8 {
                    mutate(&mut bytes, &mut random);
                }
                try_to_read(&bytes, format);
            }
        }
    });
}

#[test]
fn noise_is_refused() {
    let mut random = Congruential::new(99);
    for round in 0..2000 {
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(if round % 2 == 0 { 256 } else { 128 }) as u8).collect();
        for &(format, _) in SAMPLES {
            try_to_read(&bytes, format);
        }
    }
}

/// Each text is a megabyte or more and takes a fraction of a second; quadratic work would take many minutes.
#[test]
fn long_and_deep_texts_take_linear_time() {
    let n = 300_000;
    let texts = [
        (Format::SceneToml, format!("a = {}", "[".repeat(n))),
        (Format::SceneToml, format!("a = {}", "[1, ".repeat(n))),
        (Format::SceneToml, format!("a = {}", "{b = [".repeat(n))),
        (Format::SceneToml, "a.".repeat(n)),
        (Format::SceneToml, "[[sources]]\npoint = [1, 1]\n".repeat(n / 10)),
        (Format::SceneToml, format!("[world]\nobstacles = [{}]\n", "[[1, 1]],\n".repeat(n / 3))),
        (Format::SceneJson, "[".repeat(n)),
        (Format::SceneJson, "{\"a\":".repeat(n)),
        (
            Format::SceneJson,
            format!("{{{}}}", (0..n / 10).map(|i| format!("\"k{i}\": 1")).collect::<Vec<_>>().join(",")),
        ),
        (Format::Wkt, "GEOMETRYCOLLECTION (".repeat(n / 10)),
        (Format::Wkt, "POLYGON ((0 0, 1 0, 1 1)) ".repeat(n / 10)),
        (Format::MovingAi, format!("type octile\nheight 999999999\nwidth 999999999\nmap\n{}", "@.\n".repeat(n / 10))),
        (Format::Rings, format!("[{}]", "[[1, 1]],".repeat(n / 10))),
        (Format::Edges, format!("{} {}\n1 1", usize::MAX, usize::MAX)),
    ];
    for (format, text) in texts {
        let start = Instant::now();
        let _ = read_text(text.as_bytes(), format, "long");
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 60.0, "{} {:?}…: {seconds} s", format.name(), &text[..text.len().min(30)]);
    }
}
