//! MovingAI grid maps: four lines of header, then a line of letters for each row.
//!
//! `@`, `O`, `T` and `W` are blocked, everything else is free. A cell is a unit square; x grows to the right and y
//! downwards, so that the point (column, row) is the upper left corner of its cell.

use super::{CellMap, Grid};
use crate::documents::reader::Reader;
use crate::model::{Field, Place, Polygon, World, YAxis};
use crate::problems::Fault;
use wayfront_geometry::Point;

/// Reads a map; problems go to the reader.
pub(crate) fn read(text: &str, reader: &mut Reader<'_>) -> World {
    read_grid(text, reader).map_or_else(World::default, |(grid, header)| world(grid, &header, reader))
}

/// Reads a map as cells.
pub(crate) fn read_cells(text: &str, reader: &mut Reader<'_>) -> Option<CellMap> {
    let (grid, header) = read_grid(text, reader)?;
    let cells = (0..header.height).flat_map(|row| (0..header.width).map(move |column| (column, row)));
    let free = cells.map(|(column, row)| !grid.is_blocked(column, row)).collect();
    let size = [header.width, header.height];
    Some(CellMap { size, cell: 1.0, origin: Point::new(0.0, 0.0), free, y_axis: YAxis::Down })
}

fn read_grid(text: &str, reader: &mut Reader<'_>) -> Option<(Grid, Header)> {
    let lines: Vec<&str> = text.lines().collect();
    let header = header(&lines, reader)?;
    let rows = &lines[header.lines..];
    let end = rows.iter().rposition(|row| !row.trim().is_empty()).map_or(0, |last| last + 1);
    let rows = &rows[..end];
    if !sizes_agree(rows, &header, reader) {
        return None;
    }
    let mut grid = Grid::new(header.width, header.height);
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.bytes().enumerate() {
            if matches!(letter, b'@' | b'O' | b'T' | b'W') {
                grid.block(x, y);
            }
        }
    }
    Some((grid, header))
}

struct Header {
    width: usize,
    height: usize,
    /// How many lines the header has.
    lines: usize,
}

fn header(lines: &[&str], reader: &mut Reader<'_>) -> Option<Header> {
    let (mut width, mut height) = (None, None);
    for (i, line) in lines.iter().enumerate() {
        let mut words = line.split_whitespace();
        let (key, value) = (words.next(), words.next());
        match (key, value.map(str::parse::<usize>)) {
            (Some("type"), Some(_)) | (None, None) => {}
            (Some("width"), Some(Ok(n))) if n > 0 => width = Some(n),
            (Some("height"), Some(Ok(n))) if n > 0 => height = Some(n),
            (Some("map"), None) => return complete(width, height, i, reader),
            _ => {
                let what = format!("expected `type`, `height N`, `width N` or `map`, found `{}`", shortened(line));
                header_fault(reader, i, what);
                return None;
            }
        }
    }
    header_fault(reader, lines.len().saturating_sub(1), "the line `map` is missing".into());
    None
}

fn complete(width: Option<usize>, height: Option<usize>, line: usize, reader: &mut Reader<'_>) -> Option<Header> {
    for (name, value) in [("height", height), ("width", width)] {
        if value.is_none() {
            header_fault(reader, line, format!("`{name}` is missing above `map`"));
        }
    }
    Some(Header { width: width?, height: height?, lines: line + 1 })
}

fn header_fault(reader: &mut Reader<'_>, line: usize, what: String) {
    let place = place_of_line(reader, line);
    reader.fault(place, Fault::Syntax { format: "a MovingAI map", what });
}

fn place_of_line(reader: &Reader<'_>, line: usize) -> Place {
    Place { file: reader.file, line: line as u32 + 1, field: Field::Scene, index: 0, ring: 0 }
}

/// At most forty characters of a line that may be anything.
fn shortened(line: &str) -> String {
    line.chars().take(40).flat_map(char::escape_debug).collect()
}

fn sizes_agree(rows: &[&str], header: &Header, reader: &mut Reader<'_>) -> bool {
    let before = reader.problems.len();
    if rows.len() != header.height {
        let place = place_of_line(reader, header.lines + rows.len().saturating_sub(1));
        reader.fault(place, Fault::RowCount { expected: header.height, found: rows.len() });
    }
    // Where all rows agree with each other it is the header that is wrong: said once.
    let alike = rows.windows(2).all(|pair| pair[0].len() == pair[1].len());
    let shown = if alike { &rows[..rows.len().min(1)] } else { rows };
    for (y, row) in shown.iter().enumerate().filter(|(_, row)| row.len() != header.width) {
        let place = place_of_line(reader, header.lines + y);
        reader.fault(place, Fault::RowLength { expected: header.width, found: row.len() });
    }
    reader.problems.len() == before
}

fn world(grid: Grid, header: &Header, reader: &Reader<'_>) -> World {
    let corner = |x: usize, y: usize| Point::new(x as f64, y as f64);
    let place = |index: usize, row: usize| Place {
        field: Field::Outlines,
        index: index as u32,
        ..place_of_line(reader, header.lines + row)
    };
    let frame = Polygon { outer: grid.frame(false, corner), place: place_of_line(reader, 0), ..Polygon::default() };
    let outlines = grid.outlines(corner).into_iter().enumerate();
    let obstacles =
        outlines.map(|(i, o)| Polygon { name: None, outer: o.outer, holes: o.holes, place: place(i, o.row) }).collect();
    World { areas: vec![frame], obstacles, y_axis: YAxis::Down, ..World::default() }
}
