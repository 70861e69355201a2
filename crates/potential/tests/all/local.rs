//! Local maps: fields in a window.

use wayfront_geometry::Point;
use wayfront_potential::{Bias, LocalCell, LocalMap};

#[test]
fn a_window_has_its_zones() {
    for side in [11, 16, 21, 33] {
        let mut window = LocalMap::new(side, 0.2);
        window.centre_on(Point::new(5.0, 5.0));
        window.block(|_| true);
        window.open_towards(Point::new(1.0, 0.2));
        let mut goals = 0;
        for k in 0..side * side {
            let (column, row) = (k % side, k / side);
            let ring = column.min(row).min(side - 1 - column).min(side - 1 - row);
            match (ring, window.cell_at(column, row)) {
                (0, LocalCell::Goal) => goals += 1,
                (0, cell) => assert_eq!(cell, LocalCell::Wall),
                (1, cell) => assert_eq!(cell, LocalCell::Free),
                (_, cell) => {
                    let own = (column, row) == (side / 2, side / 2);
                    assert_eq!(cell, if own { LocalCell::Free } else { LocalCell::Wall });
                }
            }
        }
        assert_eq!(goals, 3, "{side}");
    }
}

/// Goals may lie anywhere but on the border, which only the heading out opens.
#[test]
fn goals_fill_a_window_up_to_its_border() {
    for side in [11, 16] {
        let mut window = LocalMap::new(side, 0.2);
        window.centre_on(Point::new(5.0, 5.0));
        window.set_goals(|_| true);
        for k in 0..side * side {
            let (column, row) = (k % side, k / side);
            let is_border = column.min(row) == 0 || column.max(row) == side - 1;
            let expected = if is_border { LocalCell::Wall } else { LocalCell::Goal };
            assert_eq!(window.cell_at(column, row), expected, "{column}, {row} of {side}");
        }
    }
}

#[test]
fn an_empty_window_leads_straight_on() {
    for side in [11, 16, 21, 33] {
        for turn in 0..16 {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(turn) / 16.0).sin_cos();
            let mut window = LocalMap::new(side, 0.2);
            window.centre_on(Point::default());
            window.open_towards(Point::new(cos, sin));
            let heading = window.descent(Bias::NONE).unwrap();
            assert!(heading.dot(Point::new(cos, sin)) > 0.95, "{side}, {turn}: {heading}");
        }
    }
}

#[test]
fn an_agent_ahead_is_passed_and_a_closed_ring_means_waiting() {
    let mut window = LocalMap::new(21, 0.2);
    window.centre_on(Point::default());
    window.block_disc(Point::new(0.8, 0.1), 0.5);
    window.open_towards(Point::new(1.0, 0.0));
    let heading = window.descent(Bias::NONE).unwrap();
    assert!(heading.y < -0.2, "past the other on the wider side: {heading}");
    window.centre_on(Point::default());
    window.block(|p| p.length() > 0.5 && p.length() < 1.0);
    window.open_towards(Point::new(1.0, 0.0));
    assert_eq!(window.descent(Bias::NONE), None);
    window.centre_on(Point::default());
    window.open_towards(Point::new(1.0, 0.0));
    let pulled = window.descent(Bias::new((0.0, 1.0)).unwrap()).unwrap();
    assert!(pulled.y > 0.3, "{pulled}");
}
