//! What is handed on: the archive for numpy, and the starts that show what a field is like.

use wayfront_domain::{CellId, Cells};
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::Source;

fn room(goal: Point) -> PotentialMap {
    let grid = Cells::new(Point::default(), 0.5, [24, 16], vec![true; 24 * 16]).unwrap();
    PotentialMap::of_grid(grid, &[Source::point(goal)], Bias::NONE).unwrap()
}

/// The numbers of an array of an archive: they stand behind its header, which ends with a line.
fn array(archive: &[u8], name: &str) -> Vec<f64> {
    let file = format!("{name}.npy");
    let start = archive.windows(file.len()).position(|w| w == file.as_bytes()).unwrap() + file.len();
    let length = usize::from(u16::from_le_bytes([archive[start + 8], archive[start + 9]]));
    let header = std::str::from_utf8(&archive[start + 10..start + 10 + length]).unwrap();
    let shape = header.split_once("'shape': (").unwrap().1.split(')').next().unwrap();
    let count: usize = shape.split(',').filter_map(|n| n.trim().parse::<usize>().ok()).product();
    let numbers = archive[start + 10 + length..].chunks_exact(8).take(count);
    numbers.map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap())).collect()
}

#[test]
fn the_archive_has_potentials_and_depths_apart() {
    let map = room(Point::new(1.0, 7.0));
    let mut bytes = Vec::new();
    map.write_npz(&mut bytes).unwrap();
    let cells = || (0..map.grid().len() as u32).map(CellId);
    assert_eq!(array(&bytes, "potential"), cells().map(|cell| map.potential(cell)).collect::<Vec<_>>());
    assert_eq!(array(&bytes, "depth"), cells().map(|cell| map.depth(cell)).collect::<Vec<_>>());
    assert_eq!(array(&bytes, "cell"), [0.5]);
    assert!(array(&bytes, "depth").iter().any(|&depth| depth > 1.0), "depths grow beyond 1, potentials do not");
}

/// The first start is the cell farthest from the goal, and no start is nearer to the goal than to where others could be.
#[test]
fn starts_keep_off_the_goals() {
    for goal in [(0.3, 0.3), (11.8, 0.3), (6.0, 7.9), (5.0, 4.0)] {
        let goal = Point::from(goal);
        let map = room(goal);
        let centres: Vec<Point> = map.grid().free_cells().map(|cell| map.grid().centre(cell)).collect();
        let farthest = centres.iter().map(|p| p.distance(goal)).fold(0.0, f64::max);
        let starts = map.far_starts(4);
        assert_eq!(starts.len(), 4);
        // A goal is a cell: its centre is within half a cell's diagonal of the point.
        assert!(starts[0].distance(goal) > farthest - 0.8, "{goal}: {starts:?}");
        for (k, start) in starts.iter().enumerate() {
            let apart = starts[..k].iter().map(|p| p.distance(*start)).fold(start.distance(goal), f64::min);
            assert!(apart > 2.5, "{goal}: {starts:?}");
        }
    }
}
