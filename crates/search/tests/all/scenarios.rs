//! MovingAI's scenario files: every length agrees, up to the digits that they print.

use crate::common::check_path;
use std::path::{Path, PathBuf};
use wayfront_domain::Cells;
use wayfront_search::{AStar, Budget, CellSpace, Diagonals, Scenario, SearchStatus, StateId, read_scenarios};
use wayfront_testkit::data;
use wayfront_world::read_cell_map;

/// All maps with scenarios, here and among the further cases.
fn maps() -> Vec<PathBuf> {
    let Some(folder) = data::folder() else { return Vec::new() };
    let mut maps = data::GRIDS.ending(&["map"]).unwrap_or_default();
    let cases = folder.join("../cases/grids");
    let more = ["Berlin_1_1024.map", "random512-25-0.map"].map(|name| cases.join(name));
    maps.extend(more.into_iter().filter(|map| map.is_file()));
    maps
}

fn space_of(map: &Path) -> CellSpace {
    let map = read_cell_map(map).expect("a map");
    let cells = Cells::new(map.origin, map.cell, map.size, map.free).expect("a grid");
    CellSpace::new(&cells, Diagonals::BothFree).expect("a grid within range")
}

#[test]
fn all_lengths_of_scenarios_agree() {
    let mut search = AStar::new();
    let mut count = 0;
    for map in maps() {
        let space = space_of(&map);
        let file = PathBuf::from(format!("{}.scen", map.display()));
        for Scenario { from, to, length, .. } in read_scenarios(&file).expect("scenarios") {
            let columns = space.grid().size()[0];
            let [from, to] = [from, to].map(|[x, y]| StateId((y * columns + x) as u32));
            let answer = search.find(&space, from, to, Budget::Unlimited);
            assert_eq!(answer.status, SearchStatus::Optimal, "{}: {from} to {to}", map.display());
            check_path(&space, &answer.path, from, Some(to), answer.cost);
            let ours = space.length(&answer.path);
            // Some files print six digits.
            assert!((ours - length).abs() <= 5e-6 * length.max(1.0) + 1e-6, "{}: {ours}, not {length}", map.display());
            count += 1;
        }
    }
    println!("{count} lengths agree");
    assert!(count == 0 || count > 10_000, "only {count} lengths were looked at");
}

/// The same cells directly and over outlines and triangles.
#[test]
fn maps_give_their_own_cells() {
    for map in maps().into_iter().filter(|map| map.ends_with("arena.map") || map.ends_with("den312d.map")) {
        let direct = space_of(&map);
        let scene = wayfront_domain::Scene::read(&map).expect("a scene");
        let cells = Cells::of(scene.domain(), 1.0).expect("a grid");
        for cell in direct.grid().cells() {
            let there = cells.cell_of(direct.grid().centre(cell)).is_some_and(|cell| cells.is_free(cell));
            assert_eq!(direct.is_free(cell), there, "{}: cell {}", map.display(), cell.0);
        }
    }
}

#[test]
fn scenarios_that_are_none_are_refused() {
    let folder = std::env::temp_dir().join(format!("wayfront-scen-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("broken.scen");
    std::fs::write(&file, "version 1\n0\tarena.map\t49\t49\t1\t11\t1\n").expect("a file");
    let error = read_scenarios(&file).expect_err("too few columns");
    assert!(error.to_string().contains(":2: "), "{error}");
    assert!(read_scenarios(&folder.join("none.scen")).is_err());
    std::fs::remove_dir_all(&folder).expect("cleaned");
}
