//! Cells of a domain: which are free, where they are, and what is refused.

use wayfront_domain::{CellGrid, CellId, Cells, CellsError, Domain};
use wayfront_geometry::Point;
use wayfront_world::{Place, Polygon, Random, Wall, World, builtin};

#[test]
fn bad_input_is_reported() {
    for cell in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Cells::new(Point::default(), cell, [1, 1], vec![true]), Err(CellsError::CellSize { .. })));
    }
    assert!(matches!(Cells::new(Point::default(), 1.0, [2, 2], vec![true]), Err(CellsError::WrongCount { .. })));
    let world = builtin("two-rooms").unwrap();
    let domain = Domain::without_doors(&world).unwrap();
    assert!(matches!(Cells::of(&domain, 1e-6), Err(CellsError::TooManyCells { .. })));
}

/// The obvious method: a cell is free if a lattice of points inside it is, and so are all lines of sight between them.
fn is_free_by_sampling(domain: &Domain, cells: &Cells, cell: CellId) -> bool {
    const LATTICE: usize = 9;
    let (low, side) = (cells.centre(cell) - Point::new(0.5, 0.5) * cells.cell(), cells.cell());
    let at = |k: usize| {
        let share = |k: usize| (k as f64 + 0.5) / LATTICE as f64;
        low + Point::new(share(k % LATTICE), share(k / LATTICE)) * side
    };
    let points: Vec<Point> = (0..LATTICE * LATTICE).map(at).collect();
    points.iter().all(|&p| domain.contains(p)) && points.iter().all(|&p| domain.sees(points[0], p))
}

#[test]
fn free_cells_are_free_all_over() {
    let mut random = Random::new(5);
    for name in ["office", "two-rooms", "maze", "three-ways"] {
        let domain = Domain::without_doors(&builtin(name).unwrap()).unwrap();
        let cells = Cells::of(&domain, domain.bounds().size() / random.between(30.0, 70.0)).unwrap();
        let free = cells.free_count();
        assert!(free > 0 && free < cells.len(), "{name}: {free} of {}", cells.len());
        for cell in cells.free_cells() {
            assert!(is_free_by_sampling(&domain, &cells, cell), "{name}: {cell:?} at {}", cells.centre(cell));
        }
    }
}

#[test]
fn outlines_along_cells_give_their_own_cells_back() {
    let ring = |[x, y, w, h]: [f64; 4]| Polygon::ring([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    let wall = Wall { points: vec![Point::new(7.0, 1.0), Point::new(7.0, 3.0)], place: Place::default() };
    let world = World::new().area(ring([0.0, 0.0, 10.0, 6.0])).obstacle(ring([3.0, 2.0, 2.0, 2.0])).wall(wall);
    let cells = Cells::of(&Domain::without_doors(&world).unwrap(), 1.0).unwrap();
    let blocked: Vec<[usize; 2]> =
        cells.grid().cells().filter(|&cell| !cells.is_free(cell)).map(|cell| cells.column_row(cell)).collect();
    // The obstacle's own cells, and those to the right of the wall, which has no thickness.
    assert_eq!(cells.size(), [10, 6]);
    assert_eq!(blocked, [[7, 1], [3, 2], [4, 2], [7, 2], [3, 3], [4, 3]]);
    assert_eq!(cells.clear_share(Point::new(0.5, 2.5), Point::new(2.9, 2.5)), 1.0);
    assert!((cells.clear_share(Point::new(0.5, 2.5), Point::new(5.5, 2.5)) - 0.5).abs() < 0.06);
}

#[test]
fn a_hall_that_is_a_whole_number_of_cells_has_no_sliver() {
    for (side, cell) in [(2.1, 0.3), (0.7, 0.1), (1.1, 0.1)] {
        let hall = Polygon::ring([(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]);
        let domain = Domain::without_doors(&World::new().area(hall)).unwrap();
        let cells = Cells::of(&domain, cell).unwrap();
        let along = (side / cell).round() as usize;
        assert_eq!(cells.size(), [along, along], "{side} / {cell}");
    }
}

#[test]
fn points_and_cells_find_each_other() {
    let mut random = Random::new(8);
    for _ in 0..200 {
        let origin = Point::new(random.between(-50.0, 50.0), random.between(-50.0, 50.0));
        let size = [1 + random.below(40), 1 + random.below(40)];
        let grid = CellGrid::new(origin, random.between(0.01, 3.0), size).unwrap();
        for cell in grid.cells() {
            assert_eq!(grid.cell_of(grid.centre(cell)), Some(cell));
            assert_eq!(grid.nearest_cell(grid.centre(cell)), Some(cell));
            let [column, row] = grid.column_row(cell);
            assert_eq!(grid.cell_at(column as isize, row as isize), Some(cell));
            let middle = grid.corner(column, row).lerp(grid.corner(column + 1, row + 1), 0.5);
            assert!(middle.distance(grid.centre(cell)) < 1e-9 * grid.cell().max(origin.length()));
        }
        let last = CellId(grid.len() as u32 - 1);
        let beyond = grid.bounds().max + Point::new(1.0, 1.0) * grid.cell();
        assert_eq!((grid.cell_of(beyond), grid.nearest_cell(beyond)), (None, Some(last)));
        let before = origin - Point::new(1.0, 1.0) * grid.cell();
        assert_eq!((grid.cell_of(before), grid.nearest_cell(before)), (None, Some(CellId(0))));
        assert_eq!(grid.cell_of(Point::new(f64::NAN, 0.0)), None);
    }
}
