//! Checks that all kinds of things share: points, lines, rings and numbers.

use crate::model::table::Range;
use crate::model::{Field, Place};
use crate::problems::{Fault, Problem};
use wayfront_geometry::{Point, computable};

/// Things made by a program do not know what they are called.
pub(crate) fn named(place: Place, field: Field, index: usize) -> Place {
    if place.field == Field::Scene { Place::of(field, index) } else { place }
}

pub(crate) fn check_ring(ring: &[Point], place: Place, found: &mut Vec<Problem>) {
    check_points(ring, place, found);
    let different = different_points(ring, 3);
    if different < 3 {
        let at = ring.first().copied();
        found.push(Problem { place, vertex: None, at, fault: Fault::TooFewPoints { found: different } });
    }
}

pub(crate) fn check_line(line: &[Point], place: Place, found: &mut Vec<Problem>) {
    check_points(line, place, found);
    let different = different_points(line, 2);
    if different < 2 {
        let at = line.first().copied();
        found.push(Problem { place, vertex: None, at, fault: Fault::TooShort { found: different } });
    }
}

pub(crate) fn check_points(points: &[Point], place: Place, found: &mut Vec<Problem>) {
    for (i, p) in points.iter().enumerate() {
        let Some(value) = [p.x, p.y].into_iter().find(|&v| !computable(v)) else { continue };
        let finite = p.is_finite();
        let fault = if finite { Fault::OutOfRange { value } } else { Fault::NotFinite };
        let vertex = (points.len() > 1).then_some(i as u32);
        found.push(Problem { place, vertex, at: Some(*p), fault });
    }
}

/// How many different points there are, counted up to `enough`, which is at most three. NaN differs from everything: it is reported elsewhere.
pub(crate) fn different_points(points: &[Point], enough: usize) -> usize {
    let (mut seen, mut count) = ([Point::default(); 3], 0);
    for &p in points {
        if count == enough.min(seen.len()) {
            break;
        }
        if !seen[..count].contains(&p) {
            seen[count] = p;
            count += 1;
        }
    }
    count
}

/// A number is finite and in its range.
pub(crate) fn check_range(name: &'static str, value: f64, range: Range, place: Place, found: &mut Vec<Problem>) {
    check_number(name, value, range.holds(value), range.needs, place, found);
}

pub(crate) fn check_number(
    name: &'static str,
    value: f64,
    good: bool,
    needs: &'static str,
    place: Place,
    found: &mut Vec<Problem>,
) {
    if !good || value.is_infinite() {
        let needs = if value.is_infinite() { "finite" } else { needs };
        found.push(Problem { place, vertex: None, at: None, fault: Fault::BadValue { name, value, needs } });
    }
}
