//! The rim of a local map: goals on it never in a corner, discs beyond it not in it.

use wayfront_geometry::Point;
use wayfront_potential::{LocalCell, LocalMap};

fn cells(window: &LocalMap, wanted: LocalCell) -> Vec<(usize, usize)> {
    let all = (0..window.side()).flat_map(|row| (0..window.side()).map(move |column| (column, row)));
    all.filter(|&(column, row)| window.cell_at(column, row) == wanted).collect()
}

/// Three cells at most, all of them beside a free cell of the ring inside.
#[test]
fn goals_on_the_rim_can_be_entered() {
    for side in [7, 11, 16, 21, 33] {
        for turn in 0..64 {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(turn) / 64.0).sin_cos();
            let mut window = LocalMap::new(side, 0.2);
            window.centre_on(Point::new(3.0, 4.0));
            window.open_towards(Point::new(cos, sin));
            let goals = cells(&window, LocalCell::Goal);
            assert!((1..=3).contains(&goals.len()), "{side}, {turn}: {goals:?}");
            let (inner, last) = (1..side - 1, side - 1);
            for (column, row) in goals {
                let is_on_rim = [0, last].contains(&column) && inner.contains(&row)
                    || [0, last].contains(&row) && inner.contains(&column);
                assert!(is_on_rim, "{side}, {turn}: ({column}, {row})");
            }
        }
    }
}

/// Towards a corner, the last cell before it.
#[test]
fn the_route_to_a_corner_ends_beside_it() {
    let last = 20;
    let towards = |x: f64, y: f64| {
        let mut window = LocalMap::new(last + 1, 0.2);
        window.centre_on(Point::default());
        window.open_towards(Point::new(x, y));
        cells(&window, LocalCell::Goal)
    };
    assert_eq!(towards(1.0, 1.0), [(last, last - 1)]);
    assert_eq!(towards(-1.0, 1.0), [(0, last - 1)]);
    assert_eq!(towards(1.0, -1.0), [(last, 1)]);
    assert_eq!(towards(-1.0, -1.0), [(0, 1)]);
}

/// A disc that reaches over the rim blocks what it covers of the inner part, and neither the rim nor the ring inside it.
#[test]
fn discs_over_the_rim_block_the_inner_part_alone() {
    for side in [11, 16, 21] {
        let half = (side / 2) as f64;
        for (x, y) in [(half, 0.0), (-half, 0.5), (0.3, half), (1.0, -half), (half, half), (-half - 3.0, 2.0)] {
            let mut window = LocalMap::new(side, 1.0);
            window.centre_on(Point::default());
            window.block_disc(Point::new(x, y), 4.2);
            for row in 0..side {
                for column in 0..side {
                    let ring = column.min(row).min(side - 1 - column).min(side - 1 - row);
                    let covered = window.place(column, row).distance(Point::new(x, y)) <= 4.2;
                    let is_own = (column, row) == (side / 2, side / 2);
                    let expected = match ring {
                        0 => LocalCell::Wall,
                        1 => LocalCell::Free,
                        _ if covered && !is_own => LocalCell::Wall,
                        _ => LocalCell::Free,
                    };
                    assert_eq!(window.cell_at(column, row), expected, "{side}, ({x}, {y}), {column} {row}");
                }
            }
        }
    }
}
