//! ROS maps: a YAML file that names an image and gives the size and place of its pixels.
//!
//! Where one may walk is what the map calls free. Occupied cells and those not seen yet are blocked. The lower
//! left corner of the image lies at `origin`, y grows upwards, and corners of cells have the coordinates
//! origin + index * resolution (turned by the yaw, if there is one), the same for all cells that share them.

use super::pgm::Image;
use super::{CellMap, Grid, pgm, yaml};
use crate::documents::reader::Reader;
use crate::model::{Field, Note, Place, Polygon, World, YAxis};
use crate::problems::Fault;
use wayfront_geometry::Point;

/// What the YAML file says.
pub(crate) struct Map {
    pub image: String,
    /// The line that names the image.
    pub place: Place,
    resolution: f64,
    origin: [f64; 3],
    negate: bool,
    occupied: f64,
    free: f64,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Trinary,
    Scale,
    Raw,
}

/// Reads the YAML file; problems go to the reader.
pub(crate) fn describe(text: &str, reader: &mut Reader<'_>) -> Option<Map> {
    let (items, strange) = yaml::parse(text);
    let place = Place { file: reader.file, ..Place::default() };
    for line in strange {
        let what = "expected `key: value`".into();
        reader.fault(Place { line: line as u32, ..place }, Fault::Syntax { format: "the YAML of a ROS map", what });
    }
    let mut keys = Keys { items, reader, place };
    let image = keys.text("image");
    let image_place = keys.place_of("image");
    let resolution = keys.required("resolution", |r| r > 0.0, "more than zero");
    let origin = keys.origin();
    let negate = keys.negate();
    let occupied = keys.optional("occupied_thresh", 0.65);
    let free = keys.optional("free_thresh", 0.196);
    let mode = keys.mode();
    let Keys { reader, .. } = keys;
    if !reader.problems.is_empty() {
        return None;
    }
    Some(Map {
        image: image?,
        place: image_place,
        resolution: resolution?,
        origin: origin?,
        negate: negate?,
        occupied: occupied?,
        free: free?,
        mode: mode?,
    })
}

struct Keys<'r, 't> {
    items: Vec<yaml::Item>,
    reader: &'r mut Reader<'t>,
    place: Place,
}

impl Keys<'_, '_> {
    fn values(&self, key: &str) -> Option<&[String]> {
        self.items.iter().find(|item| item.key == key).map(|item| item.values.as_slice())
    }

    fn place_of(&self, key: &str) -> Place {
        let line = self.items.iter().find(|item| item.key == key).map_or(0, |item| item.line as u32);
        Place { line, ..self.place }
    }

    fn missing(&mut self, name: &'static str) {
        self.reader.fault(self.place, Fault::MissingField { name });
    }

    fn wrong(&mut self, name: &'static str, expected: &'static str) {
        let place = self.place_of(name);
        self.reader.fault(place, Fault::WrongType { name, expected, found: "something else" });
    }

    fn text(&mut self, name: &'static str) -> Option<String> {
        match self.values(name) {
            Some([text]) if !text.is_empty() => Some(text.clone()),
            Some(_) => {
                self.wrong(name, "the name of a file");
                None
            }
            None => {
                self.missing(name);
                None
            }
        }
    }

    fn number(&mut self, name: &'static str) -> Option<f64> {
        let value = match self.values(name)? {
            [text] => text.parse().ok().filter(|x: &f64| x.is_finite()),
            _ => None,
        };
        if value.is_none() {
            self.wrong(name, "a number");
        }
        value
    }

    fn required(&mut self, name: &'static str, good: fn(f64) -> bool, needs: &'static str) -> Option<f64> {
        if self.values(name).is_none() {
            self.missing(name);
        }
        let value = self.number(name)?;
        if !good(value) {
            let place = self.place_of(name);
            self.reader.fault(place, Fault::BadValue { name, value, needs });
        }
        Some(value)
    }

    fn optional(&mut self, name: &'static str, default: f64) -> Option<f64> {
        if self.values(name).is_none() { Some(default) } else { self.number(name) }
    }

    /// `[x, y, yaw]`.
    fn origin(&mut self) -> Option<[f64; 3]> {
        let Some(values) = self.values("origin") else {
            self.missing("origin");
            return None;
        };
        let numbers: Option<Vec<f64>> = values.iter().map(|v| v.parse().ok().filter(|x: &f64| x.is_finite())).collect();
        match numbers.as_deref() {
            Some(&[x, y, yaw]) => Some([x, y, yaw]),
            Some(&[x, y]) => Some([x, y, 0.0]),
            _ => {
                self.wrong("origin", "[x, y, yaw]");
                None
            }
        }
    }

    fn negate(&mut self) -> Option<bool> {
        match self.values("negate") {
            None => Some(false),
            Some([v]) if v == "0" || v == "false" => Some(false),
            Some([v]) if v == "1" || v == "true" => Some(true),
            _ => {
                self.wrong("negate", "0 or 1");
                None
            }
        }
    }

    fn mode(&mut self) -> Option<Mode> {
        match self.values("mode") {
            None => Some(Mode::Trinary),
            Some([v]) if v == "trinary" => Some(Mode::Trinary),
            Some([v]) if v == "scale" => Some(Mode::Scale),
            Some([v]) if v == "raw" => Some(Mode::Raw),
            _ => {
                self.wrong("mode", "trinary, scale or raw");
                None
            }
        }
    }
}

/// What a cell is.
#[derive(PartialEq)]
enum Cell {
    Free,
    Occupied,
    Unknown,
}

impl Map {
    /// What a pixel means, as map_server reads it.
    fn cell(&self, pixel: u32, white: u32) -> Cell {
        let occupancy = match self.mode {
            // Percent; everything above is unknown.
            Mode::Raw if pixel > 100 => return Cell::Unknown,
            Mode::Raw => f64::from(pixel) / 100.0,
            _ if self.negate => f64::from(pixel) / f64::from(white),
            _ => f64::from(white.saturating_sub(pixel)) / f64::from(white),
        };
        if occupancy < self.free {
            Cell::Free
        } else if occupancy > self.occupied || self.mode == Mode::Scale {
            Cell::Occupied
        } else {
            Cell::Unknown
        }
    }

    /// Coordinates of the corner of cells at `column`, `row`, both counted from the upper left.
    fn corner(&self, column: usize, row: usize, height: usize) -> Point {
        let [x, y, yaw] = self.origin;
        let right = column as f64 * self.resolution;
        let up = (height - row) as f64 * self.resolution;
        if yaw == 0.0 {
            return Point::new(x + right, y + up);
        }
        let (sin, cos) = yaw.sin_cos();
        Point::new(x + (right * cos - up * sin), y + (right * sin + up * cos))
    }
}

/// The world in the image, or what is wrong with the image.
pub(crate) fn world(map: &Map, image: &[u8], file: u16) -> Result<World, Fault> {
    let image = pgm::parse(image).map_err(|what| Fault::Syntax { format: "a PGM image", what })?;
    let (grid, unknown) = cells(map, &image);
    let corner = |column: usize, row: usize| map.corner(column, row, image.height);
    let place = |index: usize| Place { file, ..Place::of(Field::Outlines, index) };
    // Turned, a side of the frame is no longer exactly straight: it needs the points that obstacles have on it.
    let outer = grid.frame(map.origin[2] != 0.0, corner);
    let area = Polygon { outer, place: map.place, ..Polygon::default() };
    let outlines = grid.outlines(corner).into_iter().enumerate();
    let obstacles =
        outlines.map(|(i, o)| Polygon { name: None, outer: o.outer, holes: o.holes, place: place(i) }).collect();
    let mut world = World { areas: vec![area], obstacles, ..World::default() };
    if unknown > 0 {
        let text = match unknown {
            1 => "1 cell is unknown; it counts as blocked".into(),
            _ => format!("{unknown} cells are unknown; they count as blocked"),
        };
        world.notes.push(Note { place: map.place, text });
    }
    Ok(world)
}

/// The cells of the image as they are, or what is wrong with it.
pub(crate) fn cell_map(map: &Map, image: &[u8]) -> Result<CellMap, Fault> {
    let image = pgm::parse(image).map_err(|what| Fault::Syntax { format: "a PGM image", what })?;
    let [x, y, yaw] = map.origin;
    if yaw != 0.0 {
        return Err(Fault::BadValue { name: "origin", value: yaw, needs: "without yaw to be read as cells" });
    }
    let (grid, _) = cells(map, &image);
    let places = (0..image.height).rev().flat_map(|row| (0..image.width).map(move |column| (column, row)));
    let free = places.map(|(column, row)| !grid.is_blocked(column, row)).collect();
    let size = [image.width, image.height];
    Ok(CellMap { size, cell: map.resolution, origin: Point::new(x, y), free, y_axis: YAxis::Up })
}

/// The cells of the image, and how many of them are unknown.
fn cells(map: &Map, image: &Image) -> (Grid, usize) {
    let mut grid = Grid::new(image.width, image.height);
    let mut unknown = 0;
    for (i, &pixel) in image.pixels.iter().enumerate() {
        let cell = map.cell(pixel, image.white);
        unknown += usize::from(cell == Cell::Unknown);
        if cell != Cell::Free {
            grid.block(i % image.width, i / image.width);
        }
    }
    (grid, unknown)
}
