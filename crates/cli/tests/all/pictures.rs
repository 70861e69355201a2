//! Pictures look as they did when they were last reviewed: each of a few is compared with the one kept in
//! `tests/pictures`. Where a picture is to look different, `WAYFRONT_UPDATE=1` writes the kept ones anew; open them before
//! they are committed.

use crate::common::wayfront;
use std::path::{Path, PathBuf};

/// Each picture: its name, and the command that draws it, to `{}` or by `--picture`.
const PICTURES: [(&str, &str); 23] = [
    ("office", "draw office --size 400 --axes"),
    ("office-dark", "draw office --size 400 --dark"),
    ("moving", "draw trains --size 400 --time 3"),
    ("regions", "map sources --size 400 --routes 3"),
    ("costs", "map speeds --size 400 --colour cost"),
    ("barriers", "map queue-delay --size 400 --axes"),
    ("path", "path two-rooms --from 2,2"),
    ("radii", "path sizes --radius 0.2,0.5,0.9 --from 4,10 --to 36,10"),
    ("lanes", "flow concourse --size 400"),
    ("plain-lines", "flow leftovers --size 400 --plain"),
    ("field", "potential two-rooms --size 400 --from 2,2"),
    ("surface", "surface --size 400"),
    ("expanded", "search guard --size 400"),
    ("repaired", "search guard --size 400 --time 4"),
    ("clearance", "clearance office --size 400 --from 3,2 --to 30,12"),
    ("navgraph", "navgraph two-rooms --size 400 --agents 8 --seed 3"),
    ("start", "simulate waiting-room --size 400 --seconds 0.1"),
    ("trails", "simulate crossing --size 400 --seconds 8 --colour pace"),
    ("density", "simulate crossing --size 400 --seconds 12 --density {}"),
    ("arrivals", "simulate crossing --size 400 --arrivals {}"),
    ("exits", "simulate crossing --size 400 --exits {}"),
    ("diagram", "simulate bottleneck --size 400 --seconds 20 --diagram {}"),
    ("view", "surface --size 400 --azimuth 120 --elevation 60 --zoom 1.5"),
];

/// Two colours are the same to the eye if no channel differs by more.
const SAME: u8 = 16;

/// Pixels that may differ: a border that is rounded the other way on another machine.
const MOST: f64 = 0.0005;

struct Pixels {
    size: [u32; 2],
    rgb: Vec<u8>,
}

fn pixels(path: &Path) -> Pixels {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let channels = info.color_type.samples();
    let rgb = bytes[..info.buffer_size()].chunks_exact(channels).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    Pixels { size: [info.width, info.height], rgb: rgb.collect() }
}

/// What differs, in words; `None` if nothing does that one would see.
fn difference(kept: &Pixels, drawn: &Pixels) -> Option<String> {
    if kept.size != drawn.size {
        return Some(format!("{:?} pixels instead of {:?}", drawn.size, kept.size));
    }
    let differs = |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > SAME);
    let count = kept.rgb.chunks_exact(3).zip(drawn.rgb.chunks_exact(3)).filter(|&pair| differs(pair)).count();
    let all = kept.rgb.len() / 3;
    (count as f64 > MOST * all as f64).then(|| format!("{count} of {all} pixels differ"))
}

#[test]
fn pictures_look_as_they_did() {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let drawn = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&drawn).unwrap();
    let mut wrong = Vec::new();
    for (name, command) in PICTURES {
        let new = drawn.join(format!("{name}.png"));
        let place = new.to_str().unwrap();
        let command = if command.contains("{}") { command.into() } else { format!("{command} --picture {{}}") };
        let mut arguments: Vec<&str> = command.split(' ').map(|word| if word == "{}" { place } else { word }).collect();
        arguments.push("--quiet");
        let run = wayfront(&arguments);
        assert_eq!(run.status, 0, "{command}: {}", run.err);
        let old = kept.join(format!("{name}.png"));
        if std::env::var_os("WAYFRONT_UPDATE").is_some() {
            std::fs::copy(&new, &old).unwrap();
        }
        if let Some(what) = difference(&pixels(&old), &pixels(&new)) {
            wrong.push(format!("{}: {what}: compare {}", old.display(), new.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\nif that is how they should look: WAYFRONT_UPDATE=1\n", wrong.join("\n"));
}
