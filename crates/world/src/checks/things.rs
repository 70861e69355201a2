//! Whether the fields of things are as their tables say: numbers in their ranges, lines and rings with enough points.

use super::parts::{check_line, check_number, check_points, check_range, check_ring, named};
use crate::model::table::{Described, Form, Parts, Range, Spec, Val};
use crate::model::{Distribution, Place};
use crate::problems::Problem;
use crate::text::decimal;

/// Checks the things of a list.
pub(super) fn check_things<T: Described>(things: &[T], found: &mut Vec<Problem>) {
    for (i, thing) in things.iter().enumerate() {
        let parts = thing.parts();
        check_parts(&parts, named(parts.place.unwrap_or_default(), T::TABLE.field, i), found);
    }
}

/// Checks the fields of a thing.
pub(super) fn check_parts(parts: &Parts, place: Place, found: &mut Vec<Problem>) {
    for (spec, value) in &parts.fields {
        check_value(spec, value, place, found);
    }
}

fn check_value(spec: &Spec, value: &Val, place: Place, found: &mut Vec<Problem>) {
    match (spec.form, value) {
        (Form::Number(range), Val::Number(number)) => check_range(spec.name, *number, range, place, found),
        (Form::Rerouting, Val::Number(factor)) => check_range(spec.name, *factor, Range::FROM_1, place, found),
        (Form::Times, Val::Numbers(times)) => {
            times.iter().for_each(|&time| check_range(spec.name, time, Range::FROM_0, place, found));
        }
        (Form::Spread(range), Val::Spread(spread)) => check_spread(spec.name, *spread, range, place, found),
        (Form::Direction, Val::Point(direction)) => {
            check_points(&[*direction], place, found);
            let length = direction.length();
            check_number(spec.name, length, length > 0.0, "a direction, not [0, 0]", place, found);
        }
        (_, Val::Point(point)) => check_points(&[*point], place, found),
        (_, Val::Segment(ends)) => check_line(ends, place, found),
        (Form::Line, Val::Points(line)) => check_line(line, place, found),
        (Form::Ring | Form::Region, Val::Points(ring)) => check_ring(ring, place, found),
        (_, Val::Points(points)) => check_points(points, place, found),
        (_, Val::Segments(segments)) => segments.iter().for_each(|ends| check_points(ends, place, found)),
        (Form::Lines(field), Val::Lines(lines)) => {
            for (i, line) in lines.iter().enumerate() {
                check_line(line, Place { field, index: i as u32, ..place }, found);
            }
        }
        (Form::Inline(_), Val::Things(things)) => things.iter().for_each(|parts| check_parts(parts, place, found)),
        (Form::Tables(table), Val::Things(things)) => {
            for (i, parts) in things.iter().enumerate() {
                check_parts(parts, named(parts.place.unwrap_or_default(), table.field, i), found);
            }
        }
        _ => {}
    }
}

/// The smallest number that may come is in its range.
fn check_spread(name: &'static str, spread: Distribution, range: Range, place: Place, found: &mut Vec<Problem>) {
    match spread {
        Distribution::LogNormal { mean, deviation } => {
            check_number(name, mean, mean > 0.0, "a mean above zero, since it is log-normal", place, found);
            check_number(name, deviation, deviation >= 0.0, "a deviation of zero or more", place, found);
            return;
        }
        Distribution::Triangular { from, mode, to } => {
            check_number(name, mode, mode >= from && mode <= to, "a mode between `from` and `to`", place, found);
        }
        _ => {}
    }
    let is_positive = range == Range::ABOVE_0;
    let needs = if is_positive { "more than zero for every agent" } else { "zero or more for every agent" };
    let least = if is_positive { f64::MIN_POSITIVE } else { 0.0 };
    let [from, to] = spread.range().map(decimal);
    check_number(name, from, from >= least, needs, place, found);
    if !from.is_nan() {
        check_number(name, to, to >= from, "at least the start of its range", place, found);
    }
}
