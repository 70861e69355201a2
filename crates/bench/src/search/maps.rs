//! The grids: empty, 20 % random, and maps of others where the data folder is there.

use std::path::Path;
use wayfront::Point;
use wayfront::domain::Cells;
use wayfront::search::{CellSpace, Diagonals, StateId, read_scenarios};
use wayfront::world::{Random, read_cell_map};
use wayfront_testkit::data;

/// A grid, and pairs of cells on it.
pub struct Map {
    pub name: String,
    pub cells: Cells,
    pub space: CellSpace,
    /// From the map's scenario file.
    pub pairs: Vec<[StateId; 2]>,
}

/// Cells along a side of the made grids.
const SIDE: usize = 1024;

impl Map {
    pub fn all() -> Vec<Self> {
        let mut random = Random::new(1);
        let scattered = (0..SIDE * SIDE).map(|_| random.unit() >= 0.2).collect();
        let mut maps = vec![
            Self::new("empty 1024", grid(SIDE, vec![true; SIDE * SIDE])),
            Self::new("20 % random 1024", grid(SIDE, scattered)),
        ];
        let shared = data::place();
        let files = ["../cases/grids/Berlin_1_1024.map", "../cases/grids/random512-25-0.map", "grids/maze512-8-0.map"];
        maps.extend(files.iter().filter_map(|file| Self::read(&shared.join(file))));
        maps
    }

    fn new(name: &str, cells: Cells) -> Self {
        let space = CellSpace::new(&cells, Diagonals::BothFree).expect("grids made here are small enough");
        Self { name: name.to_owned(), cells, space, pairs: Vec::new() }
    }

    fn read(file: &Path) -> Option<Self> {
        let map = read_cell_map(file).ok()?;
        let columns = map.size[0];
        let cells = Cells::new(map.origin, map.cell, map.size, map.free).ok()?;
        let scenarios = read_scenarios(Path::new(&format!("{}.scen", file.display()))).ok()?;
        let state = |[x, y]: [usize; 2]| StateId((y * columns + x) as u32);
        let mut made = Self::new(&file.file_stem()?.to_string_lossy(), cells);
        made.pairs = scenarios.iter().map(|scenario| [state(scenario.from), state(scenario.to)]).collect();
        Some(made)
    }

    /// The free cell nearest to the middle.
    pub fn middle(&self) -> StateId {
        let bounds = self.cells.bounds();
        StateId(self.cells.nearest_free(bounds.min.lerp(bounds.max, 0.5)).map_or(0, |cell| cell.0))
    }

    /// So many pairs, spread over the file, which is sorted by length.
    pub fn some_pairs(&self, count: usize) -> Vec<[StateId; 2]> {
        self.pairs.iter().step_by((self.pairs.len() / count).max(1)).copied().collect()
    }
}

pub fn grid(side: usize, free: Vec<bool>) -> Cells {
    Cells::new(Point::new(0.0, 0.0), 1.0, [side, side], free).expect("one entry for each cell")
}
