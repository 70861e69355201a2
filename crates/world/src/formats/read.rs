//! Reading: from a file or a text to a [`World`], or to everything that is wrong with it.

use super::format::{Format, other_kind};
use super::grid::CellMap;
use super::scene::{self, Draft, Include};
use super::{geojson, grid, plain, wkt};
use crate::documents::reader::Reader;
use crate::documents::{self, Node, SyntaxError, Tree};
use crate::files::{self, FileError, Limits, NamedFiles};
use crate::model::{Field, Place, World};
use crate::problems::{Fault, Problem, Rejected};
use std::path::{Path, PathBuf};

/// Reads a scene or a geometry file, and the files that it names.
///
/// # Errors
/// All problems of all files, each with its place.
///
/// ```no_run
/// let world = wayfront_world::read_file("hall.toml".as_ref())?;
/// println!("{} obstacles", world.obstacles.len());
/// # Ok::<(), wayfront_world::Rejected>(())
/// ```
pub fn read_file(path: &Path) -> Result<World, Rejected> {
    read_file_within(path, Limits::default())
}

/// As [`read_file`], with other limits.
///
/// # Errors
/// All problems of all files, each with its place.
pub fn read_file_within(path: &Path, limits: Limits) -> Result<World, Rejected> {
    let mut loader = Loader::new(&path.to_string_lossy(), limits);
    let world = loader.open(path, 0, None);
    loader.finish(world)
}

/// Reads a text in a known format. Files that it names are looked up beside `name`, which messages show too.
///
/// # Errors
/// All problems, each with its place.
///
/// ```
/// use wayfront_world::{Format, read_text};
/// let scene = "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\nobstacels = []\n";
/// let rejected = read_text(scene.as_bytes(), Format::SceneToml, "hall.toml").unwrap_err();
/// assert_eq!(rejected.to_string(), "hall.toml:3: world: unknown field `obstacels`\n    did you mean `obstacles`?");
/// ```
pub fn read_text(text: &[u8], format: Format, name: &str) -> Result<World, Rejected> {
    read_text_within(text, format, name, Limits::default())
}

/// As [`read_text`], with other limits.
///
/// # Errors
/// All problems, each with its place.
pub fn read_text_within(text: &[u8], format: Format, name: &str, limits: Limits) -> Result<World, Rejected> {
    let mut loader = Loader::new(name, limits);
    let world = loader.load(text, format, 0, Path::new(name));
    loader.finish(world)
}

/// Reads a grid map, `.map` or a ROS map, as the cells it consists of.
///
/// # Errors
/// All problems, each with its place; files of other formats have no cells.
///
/// ```no_run
/// let map = wayfront_world::read_cell_map("arena.map".as_ref())?;
/// println!("{} of {} cells are free", map.free.iter().filter(|&&free| free).count(), map.free.len());
/// # Ok::<(), wayfront_world::Rejected>(())
/// ```
pub fn read_cell_map(path: &Path) -> Result<CellMap, Rejected> {
    let mut loader = Loader::new(&path.to_string_lossy(), Limits::default());
    let map = loader.cell_map(path);
    let problems = std::mem::take(&mut loader.problems);
    map.filter(|_| problems.is_empty()).ok_or(Rejected { files: loader.files, problems })
}

/// What is known while a world is put together from its files.
pub(crate) struct Loader {
    files: Vec<String>,
    problems: Vec<Problem>,
    limits: Limits,
    /// A file has problems, which may still be with its reader.
    is_broken: bool,
}

impl Loader {
    fn new(name: &str, limits: Limits) -> Self {
        Self { files: vec![name.into()], problems: Vec::new(), limits, is_broken: false }
    }

    fn finish(mut self, mut world: World) -> Result<World, Rejected> {
        world.files = self.files;
        let (found, most) = (world.point_count(), self.limits.points);
        if found > most {
            self.problems.push(Problem {
                place: Place::default(),
                vertex: None,
                at: None,
                fault: Fault::TooManyPoints { found, most },
            });
        }
        if self.problems.is_empty() {
            return Ok(world);
        }
        // In the order in which a person repairs a file.
        self.problems.sort_by_key(|p| (p.place.file, p.place.line));
        Err(Rejected { files: world.files, problems: self.problems })
    }

    pub(crate) fn fault(&mut self, place: Place, fault: Fault) {
        self.problems.push(Problem { place, vertex: None, at: None, fault });
    }

    /// Opens and reads a file. `named_by` is the place that names it, if another file does.
    fn open(&mut self, path: &Path, file: u16, named_by: Option<Place>) -> World {
        let place = named_by.unwrap_or(Place { file, ..Place::default() });
        let Some(bytes) = self.bytes(path, place) else { return World::default() };
        match format_of(path, &bytes) {
            Some(format) => self.load(&bytes, format, file, path),
            None => {
                self.fault(place, other_kind(path));
                World::default()
            }
        }
    }

    /// The content of a file, or a fault at the place that names it.
    pub(crate) fn bytes(&mut self, path: &Path, place: Place) -> Option<Vec<u8>> {
        let shown = path.to_string_lossy().into_owned();
        // Places in a file are numbers of 32 bits.
        let fault = match files::read(path, self.limits.bytes.min(u64::from(u32::MAX))) {
            Ok(bytes) => return Some(bytes),
            Err(FileError::NotFound) => Fault::NotFound { path: shown },
            Err(FileError::Folder) => Fault::Folder { path: shown },
            Err(FileError::Device) => Fault::Device { path: shown },
            Err(FileError::TooLarge { most }) => Fault::TooLarge { most },
            Err(FileError::System(why)) => Fault::Unreadable { path: shown, why: why.to_string() },
        };
        self.fault(place, fault);
        None
    }

    fn load(&mut self, bytes: &[u8], format: Format, file: u16, path: &Path) -> World {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => {
                self.fault(Place { file, ..Place::default() }, Fault::NotText { at: e.valid_up_to() });
                return World::default();
            }
        };
        let mut reader = Reader::new(bytes, file);
        let mut draft = match format {
            Format::Ros => self.ros(text, path, &mut reader).into(),
            _ => read_by_format(text, format, &mut reader),
        };
        draft.world.notes.append(&mut reader.notes);
        reader.check_numbers(&draft.world);
        self.is_broken |= !reader.problems.is_empty();
        let is_whole = draft.include.take().is_none_or(|include| self.include(include, path, &mut draft.world));
        let world = draft.finish();
        reader.check_names(&world, is_whole);
        self.is_broken |= !reader.problems.is_empty();
        self.problems.append(&mut reader.problems);
        // That nothing is there is only worth saying if nothing else explains it.
        if !self.is_broken && self.problems.is_empty() && world.walkable().is_none() {
            self.fault(Place { file, ..Place::default() }, Fault::Empty);
        }
        world
    }

    /// The map that a YAML file and its image describe.
    fn ros(&mut self, text: &str, path: &Path, reader: &mut Reader<'_>) -> World {
        let Some(map) = grid::describe(text, reader) else { return World::default() };
        let Some(image_path) = self.named(path, &map.image, map.place) else { return World::default() };
        let image_file = self.add_file(&image_path);
        let Some(image) = self.bytes(&image_path, map.place) else { return World::default() };
        match grid::world(&map, &image, image_file) {
            Ok(world) => world,
            Err(fault) => {
                reader.fault(Place { file: image_file, ..Place::default() }, fault);
                World::default()
            }
        }
    }

    /// The cells of a grid map.
    fn cell_map(&mut self, path: &Path) -> Option<CellMap> {
        let place = Place::default();
        let bytes = self.bytes(path, place)?;
        let mut reader = Reader::new(&bytes, 0);
        let text = String::from_utf8_lossy(&bytes);
        let map = match format_of(path, &bytes) {
            Some(Format::MovingAi) => grid::read_moving_ai_cells(&text, &mut reader),
            Some(Format::Ros) => grid::describe(&text, &mut reader).and_then(|map| {
                let image_path = self.named(path, &map.image, map.place)?;
                self.add_file(&image_path);
                let image = self.bytes(&image_path, map.place)?;
                grid::cell_map(&map, &image).map_err(|fault| self.fault(map.place, fault)).ok()
            }),
            _ => {
                let what = "cells are read from .map files and from the .yaml of ROS maps".into();
                self.fault(place, Fault::Syntax { format: "a grid map", what });
                None
            }
        };
        self.problems.append(&mut reader.problems);
        map
    }

    /// Adds the geometry of the file that a scene names; false if not all of it could be read.
    fn include(&mut self, include: Include, scene: &Path, world: &mut World) -> bool {
        let before = self.problems.len();
        let Some(path) = self.named(scene, &include.path, include.place) else { return false };
        if matches!(Format::of_path(&path), Some(Format::SceneToml)) {
            self.fault(include.place, Fault::SceneInScene);
            return false;
        }
        let file = self.add_file(&path);
        let more = self.open(&path, file, Some(include.place));
        world.areas.extend(more.areas);
        world.obstacles.extend(more.obstacles);
        world.walls.extend(more.walls);
        world.sources.extend(more.sources);
        world.notes.extend(more.notes);
        if !include.keeps_y_axis {
            world.y_axis = more.y_axis;
        }
        self.problems.len() == before
    }

    /// The path of a file that another names, if it may be read.
    fn named(&mut self, from: &Path, name: &str, place: Place) -> Option<PathBuf> {
        let (path, shown) = (beside(from, name), name.to_owned());
        let fault = match self.limits.named {
            NamedFiles::Anywhere => return Some(path),
            NamedFiles::Below if !files::is_below(from, Path::new(name)) => Fault::Outside { path: shown },
            // By its name alone: the folder may be one that was not chosen.
            NamedFiles::Below if files::is_absent(&path) => Fault::NotFound { path: shown },
            NamedFiles::Below => return Some(path),
            NamedFiles::Refused => Fault::Outside { path: shown },
        };
        self.fault(place, fault);
        None
    }

    pub(crate) fn add_file(&mut self, path: &Path) -> u16 {
        self.files.push(path.to_string_lossy().into_owned());
        self.files.len() as u16 - 1
    }
}

/// By the ending of the name; by the content where the ending says little.
fn format_of(path: &Path, bytes: &[u8]) -> Option<Format> {
    match Format::of_path(path) {
        Some(Format::Edges) => Some(Format::of_text(bytes).unwrap_or(Format::Edges)),
        None if path.extension().is_none() => Format::of_text(bytes),
        format => format,
    }
}

/// A path as a file at `from` means it.
pub(crate) fn beside(from: &Path, name: &str) -> PathBuf {
    from.parent().map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
}

/// The world in a text.
fn read_by_format(text: &str, format: Format, reader: &mut Reader<'_>) -> Draft {
    match format {
        Format::Wkt => wkt::read(text, reader).into(),
        Format::MovingAi => grid::read_moving_ai(text, reader).into(),
        Format::Edges => plain::read_edges(text, reader).into(),
        Format::SceneToml => match documents::toml::parse(text) {
            Ok(document) => scene::decode(document, reader),
            Err(errors) => broken(errors, format, reader),
        },
        _ => match documents::json::parse(text) {
            Ok(document) => read_json(document, format, reader),
            Err(error) => broken(vec![error], format, reader),
        },
    }
}

/// What a JSON file is follows from its content where its name promises no more than JSON.
fn read_json(document: Node<'_>, format: Format, reader: &mut Reader<'_>) -> Draft {
    let list = matches!(document.value, Tree::List(_) | Tree::Points(_));
    match format {
        Format::SceneJson if list => plain::read_rings(document, reader).into(),
        Format::SceneJson if !geojson::is_geojson(&document) && reader.file != 0 => {
            // Only geometry is read from further files; a scene could name itself.
            let place = reader.place(Field::Scene, 0, document.at);
            reader.fault(place, Fault::SceneInScene);
            Draft::default()
        }
        Format::SceneJson if !geojson::is_geojson(&document) => scene::decode(document, reader),
        Format::Rings => plain::read_rings(document, reader).into(),
        _ => geojson::read(document, reader).into(),
    }
}

fn broken(errors: Vec<SyntaxError>, format: Format, reader: &mut Reader<'_>) -> Draft {
    // A list of rings and a scene are both JSON as far as syntax goes.
    let format = if format == Format::Rings { "JSON" } else { format.name() };
    for error in errors {
        let place = reader.place(Field::Scene, 0, error.at);
        reader.fault(place, Fault::Syntax { format, what: error.what });
    }
    Draft::default()
}
