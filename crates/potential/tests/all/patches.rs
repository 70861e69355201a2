//! Fields that are solved in several patches at once.

use wayfront_domain::Cells;
use wayfront_geometry::Point;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::Source;

const COLUMNS: usize = 400;
const ROWS: usize = 46;

/// A goal between a wide corridor, in which the field falls slowly, and one of a single cell, in which it falls fast; a
/// hundred cells on, the narrow one opens into the wide one, which goes on for as long again and more.
fn loop_of_two_widths() -> Cells {
    let is_free = |column: usize, row: usize| {
        let wide = (1..COLUMNS - 1).contains(&column) && (1..32).contains(&row);
        let narrow = row == 40 && (1..102).contains(&column);
        let joints = (column == 1 || column == 101) && (32..=40).contains(&row);
        wide || narrow || joints
    };
    let free = (0..COLUMNS * ROWS).map(|k| is_free(k % COLUMNS, k / COLUMNS)).collect();
    Cells::new(Point::default(), 1.0, [COLUMNS, ROWS], free).unwrap()
}

/// Far into the narrow corridor the field comes around from its other end. A patch that trusts its own cut keeps what
/// the goal alone gives there, which is many orders of magnitude too little.
#[test]
fn patches_hear_of_each_other_beyond_their_cuts() {
    let map = PotentialMap::of_grid(loop_of_two_widths(), &[Source::point((1.5, 36.5))], Bias::NONE).unwrap();
    map.sanity_check().unwrap();
    assert!(map.stats().residual < 1e-8, "{}", map.stats().residual);
    let depth = |column: isize, row: isize| map.depth(map.grid().cell_at(column, row).unwrap());
    // Down both arms from the goal, and up again towards the joint: the least is where both meet.
    let narrow: Vec<f64> = (1..102).map(|column| depth(column, 40)).collect();
    let deepest = (0..narrow.len()).max_by(|&a, &b| narrow[a].total_cmp(&narrow[b])).unwrap();
    assert!((20..90).contains(&deepest), "{deepest}: {narrow:?}");
}

const SIDE: usize = 300;

/// A large room and a thick wall from its right side to the middle. The goal lies at the lower mouth of a passage of one
/// cell through the wall; the upper mouth is far from it, around the wall's end.
fn passage_through_a_wall() -> Cells {
    let is_free = |column: usize, row: usize| {
        let is_inside = (1..SIDE - 1).contains(&column) && (1..SIDE - 1).contains(&row);
        let is_wall = column >= 100 && (143..157).contains(&row);
        is_inside && (!is_wall || column == 200)
    };
    let free = (0..SIDE * SIDE).map(|k| is_free(k % SIDE, k / SIDE)).collect();
    Cells::new(Point::default(), 1.0, [SIDE, SIDE], free).unwrap()
}

/// The part of a patch that goes up the passage and the part in the room below do not meet, but what comes around the
/// wall's end is most of what there is near the upper mouth: only the cut of the other part tells.
#[test]
fn a_part_heeds_the_cuts_of_the_others() {
    let map = PotentialMap::of_grid(passage_through_a_wall(), &[Source::point((200.5, 142.5))], Bias::NONE).unwrap();
    map.sanity_check().unwrap();
    assert!(map.stats().residual < 1e-8, "{}", map.stats().residual);
    // Alone, the passage would take a factor of 2 + √3 for each of its cells.
    let depth = |row: isize| map.depth(map.grid().cell_at(200, row).unwrap());
    assert!(depth(156) < 14.0 * (2.0 + 3f64.sqrt()).ln() - 1.0, "{}", depth(156));
}
