//! MovingAI maps of 1024 x 1024 cells: the text of the file to a domain.

use super::{SEED, domain};
use crate::stopwatch::repeat;
use crate::table::Section;
use std::path::Path;
use wayfront::world::{Format, Random, read_text};
use wayfront_testkit::data;

const SIDE: usize = 1024;

pub fn section() -> Section {
    let mut maps = vec![
        ("noise, 10 % blocked".to_owned(), noise(0.1)),
        ("noise, 40 % blocked".to_owned(), noise(0.4)),
        ("rooms of 32 x 32 with doors".to_owned(), rooms()),
    ];
    let mut section = Section::new("MovingAI maps of 1024 x 1024 cells: text to domain");
    for (name, file) in [("maze512, 2 x 2 times", "maze512-8-0.map"), ("Berlin_0_256, 4 x 4 times", "Berlin_0_256.map")]
    {
        match tiled(&data::place().join("grids").join(file)) {
            Some(rows) => maps.push((name.to_owned(), rows)),
            None => section.remark(format!("skipped: no {file} in the data folder")),
        }
    }
    for (name, rows) in &maps {
        let text = map_text(rows);
        let (times, built) =
            repeat(|| domain(&read_text(text.as_bytes(), Format::MovingAi, name).expect("maps made here are sound")));
        section.row(format!("{name}: {} vertices", built.vertex_count()), SIDE * SIDE, times);
    }
    section
}

fn noise(blocked: f64) -> Vec<String> {
    let mut random = Random::new(SEED);
    let mut letter = |_| if random.unit() < blocked { '@' } else { '.' };
    (0..SIDE).map(|_| (0..SIDE).map(&mut letter).collect()).collect()
}

/// Walls of one cell around rooms, each with a door in its right and in its lower wall.
fn rooms() -> Vec<String> {
    const ROOM: usize = 32;
    let mut random = Random::new(SEED);
    let doors: Vec<usize> = (0..2 * (SIDE / ROOM).pow(2)).map(|_| random.below(ROOM - 1)).collect();
    let letter = |x: usize, y: usize| {
        let room = 2 * (x / ROOM + y / ROOM * (SIDE / ROOM));
        let (across, down) = (x % ROOM, y % ROOM);
        let in_wall = across == ROOM - 1 && down != doors[room] || down == ROOM - 1 && across != doors[room + 1];
        if in_wall { '@' } else { '.' }
    };
    (0..SIDE).map(|y| (0..SIDE).map(|x| letter(x, y)).collect()).collect()
}

/// The rows of a map, repeated until they fill the side; `None` if the file is not there.
fn tiled(path: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(path).ok()?;
    let rows: Vec<&str> = text.lines().skip(4).filter(|row| !row.is_empty()).collect();
    let wide = |row: &str| row.chars().cycle().take(SIDE).collect::<String>();
    (!rows.is_empty()).then(|| rows.iter().cycle().take(SIDE).map(|row| wide(row)).collect())
}

fn map_text(rows: &[String]) -> String {
    format!("type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n{}\n", rows.join("\n"))
}
