//! Axes with coordinates, left of the world and below it.
//!
//! Ticks are multiples of 1, 2 or 5 times a power of ten, as near to each other as their labels allow. Labels are
//! written from whole numbers, `index * step`, so that no rounding shows in them. Coordinates too long for labels (more
//! than [`LONGEST_LABEL`] characters) are written as a difference from a round offset, in a power of ten if need be, and
//! the axis is named accordingly: `x - 123456700000, m`.

use super::ink::{Ink, Pen, TextLine};
use crate::colours::Colour;
use crate::font::{CAPITAL_HEIGHT, text_width};
use crate::layers::Anchor;
use crate::picture::{AxesRoom, Frame, Picture, Pixel};

/// Pictures smaller than this show no axes.
const LEAST_SIZE: u32 = 200;
/// Labels with more characters than this are written as differences; metres of UTM coordinates have seven.
const LONGEST_LABEL: usize = 9;
/// Between the world and an axis, and the length of a tick, in units. Bands of entrances reach 6 units beyond the world.
const GAP: f64 = 8.0;
const TICK: f64 = 5.0;
/// Width of axes and ticks, in units.
const WIDTH: f64 = 1.2;
/// Ticks are at least so many font sizes apart; those along x also by the widths of their labels.
const LEAST_STEP: f64 = 3.5;
/// Tolerance: Share of a step by which a tick may miss the end of the view: a quotient that should be whole misses by
/// rounding.
const ROUNDING: f64 = 1e-6;
/// Beyond this a double does not distinguish neighbouring whole numbers: ticks would be wrong.
const MOST_INDEX: f64 = 9e15;
/// Steps that are tried: each is at least twice its predecessor, and labels do not get longer.
const TRIES: usize = 12;

/// Both axes of a picture.
pub struct Axes {
    x: Scaled,
    y: Scaled,
}

/// The ticks of one axis.
struct Scaled {
    name: String,
    ticks: Vec<Tick>,
}

struct Tick {
    /// The coordinate.
    at: f64,
    label: String,
}

/// A step of 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy)]
struct Step {
    factor: i64,
    exponent: i32,
}

impl Axes {
    /// The axes of a picture that should have some.
    pub fn of(picture: &Picture) -> Option<Self> {
        let (options, frame) = (&picture.options, &picture.frame);
        if !options.axes || options.size < LEAST_SIZE {
            return None;
        }
        let (view, unit) = (frame.view(), options.length_unit.as_str());
        let least = LEAST_STEP * frame.text / frame.scale;
        let beside = |label: &str| (text_width(label, frame.text) + 1.2 * frame.text) / frame.scale;
        Some(Self {
            x: Scaled::new("x", unit, [view.min.x, view.max.x], least, beside),
            y: Scaled::new("y", unit, [view.min.y, view.max.y], least, |_| 0.0),
        })
    }

    /// The space that they need around the world.
    pub fn room(&self, frame: &Frame) -> AxesRoom {
        let widest = |ticks: &[Tick]| ticks.iter().map(|t| text_width(&t.label, frame.text)).fold(0.0, f64::max);
        let line = (GAP + TICK) * frame.unit;
        AxesRoom {
            left: line + widest(&self.y.ticks) + 0.4 * frame.text,
            // The last label is centred at its tick.
            right: (widest(&self.x.ticks) / 2.0 - frame.margin * 0.8).max(0.0),
            above: 1.5 * frame.text,
            below: line + 2.7 * frame.text,
        }
    }

    /// Lines, ticks, coordinates and names.
    pub fn inks(&self, frame: &Frame, colour: Colour) -> Vec<Ink> {
        let [left, top, width, height] = frame.window;
        let (gap, tick, text) = (GAP * frame.unit, TICK * frame.unit, frame.text);
        let (x_axis, y_axis) = (top + height + gap, left - gap);
        let mut lines = vec![vec![[left, x_axis], [left + width, x_axis]], vec![[y_axis, top], [y_axis, top + height]]];
        let mut texts = Vec::new();
        for Tick { at, label } in &self.x.ticks {
            let [x, _] = frame.pixel_from_world((*at, frame.view().min.y).into());
            lines.push(vec![[x, x_axis], [x, x_axis + tick]]);
            texts.push(written(label, [x, x_axis + tick + 1.1 * text], Anchor::Middle, text, colour));
        }
        for Tick { at, label } in &self.y.ticks {
            let [_, y] = frame.pixel_from_world((frame.view().min.x, *at).into());
            lines.push(vec![[y_axis, y], [y_axis - tick, y]]);
            let place = [y_axis - tick - 0.4 * text, y + text * CAPITAL_HEIGHT / 2.0];
            texts.push(written(label, place, Anchor::End, text, colour));
        }
        let below = [left + width / 2.0, x_axis + tick + 2.5 * text];
        texts.push(written(&self.x.name, below, Anchor::Middle, text, colour));
        texts.push(written(&self.y.name, [frame.margin, top - text], Anchor::Start, text, colour));
        let pen = Pen::new(colour, (WIDTH * frame.unit).max(1.0));
        std::iter::once(Ink::Stroke { lines, closed: false, pen }).chain(texts).collect()
    }
}

impl Scaled {
    /// Ticks at least `least` apart, and as far as `beside` asks for each label.
    fn new(name: &str, unit: &str, [low, high]: [f64; 2], least: f64, beside: impl Fn(&str) -> f64) -> Self {
        let mut step = Step::at_least(least);
        for _ in 0..TRIES {
            let scaled = Self::with_step(name, unit, [low, high], step);
            if scaled.ticks.iter().all(|tick| beside(&tick.label) <= step.length()) {
                return scaled;
            }
            step = step.next();
        }
        Self { name: named(name, unit), ticks: Vec::new() }
    }

    fn with_step(name: &str, unit: &str, [low, high]: [f64; 2], step: Step) -> Self {
        let length = step.length();
        let (first, last) = ((low / length - ROUNDING).ceil(), (high / length + ROUNDING).floor());
        if !(first.abs() < MOST_INDEX && last.abs() < MOST_INDEX) {
            return Self { name: named(name, unit), ticks: Vec::new() };
        }
        let numbers: Vec<i64> = (first as i64..=last as i64).map(|k| k * step.factor).collect();
        let (offset, exponent) = shortened(&numbers, step.exponent);
        let at = |number: i64| step.value(number);
        let label = |number: i64| decimal(number - offset, exponent);
        let ticks = numbers.iter().map(|&number| Tick { at: at(number), label: label(number) }).collect();
        let mut quantity = name.to_owned();
        if offset != 0 {
            let sign = if offset < 0 { '+' } else { '-' };
            quantity = format!("{quantity} {sign} {}", decimal(offset.abs(), step.exponent));
        }
        if exponent != step.exponent {
            let power = step.exponent - exponent;
            quantity =
                if offset == 0 { format!("{quantity} / 1e{power}") } else { format!("({quantity}) / 1e{power}") };
        }
        Self { name: named(&quantity, unit), ticks }
    }
}

/// What to subtract from these numbers, and the exponent of what is left, for labels that are short enough.
fn shortened(numbers: &[i64], exponent: i32) -> (i64, i32) {
    let fits = |offset: i64, exponent: i32| {
        numbers.iter().all(|&number| decimal(number - offset, exponent).len() <= LONGEST_LABEL)
    };
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return (0, exponent) };
    let mut span = 1_i64;
    while span <= last - first {
        span *= 10;
    }
    let offset = first.div_euclid(span) * span;
    let choices = [(0, exponent), (offset, exponent), (0, 0), (offset, 0)];
    choices.into_iter().find(|&(offset, exponent)| fits(offset, exponent)).unwrap_or((offset, 0))
}

impl Step {
    /// The least step that is as long as this.
    fn at_least(length: f64) -> Self {
        let exponent = length.log10().floor() as i32;
        let mut step = Self { factor: 1, exponent };
        while step.length() < length {
            step = step.next();
        }
        step
    }

    fn next(self) -> Self {
        match self.factor {
            1 => Self { factor: 2, ..self },
            2 => Self { factor: 5, ..self },
            _ => Self { factor: 1, exponent: self.exponent + 1 },
        }
    }

    fn length(self) -> f64 {
        self.value(self.factor)
    }

    /// A number of powers of ten. Divides where it can: 3 / 10 is the number people write, 3 * 0.1 is not.
    fn value(self, number: i64) -> f64 {
        let power = 10_f64.powi(self.exponent.abs());
        if self.exponent < 0 { number as f64 / power } else { number as f64 * power }
    }
}

fn named(quantity: &str, unit: &str) -> String {
    if unit.is_empty() { quantity.to_owned() } else { format!("{quantity}, {unit}") }
}

/// `number * 10^exponent` in digits.
fn decimal(number: i64, exponent: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let digits = number.unsigned_abs().to_string();
    match usize::try_from(exponent) {
        _ if number == 0 => "0".into(),
        Ok(zeros) => format!("{sign}{digits}{}", "0".repeat(zeros)),
        Err(_) => {
            let decimals = exponent.unsigned_abs() as usize;
            let padded = format!("{digits:0>width$}", width = decimals + 1);
            let (whole, rest) = padded.split_at(padded.len() - decimals);
            format!("{sign}{whole}.{rest}")
        }
    }
}

fn written(text: &str, [x, y]: Pixel, anchor: Anchor, size: f64, colour: Colour) -> Ink {
    let width = text_width(text, size);
    let share = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    Ink::Text(TextLine { at: [x - share * width, y], width, size, colour, halo: None, anchor, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ends: [f64; 2], least: f64) -> (String, Vec<String>) {
        let scaled = Scaled::new("x", "m", ends, least, |_| 0.0);
        (scaled.name, scaled.ticks.into_iter().map(|tick| tick.label).collect())
    }

    #[test]
    fn ticks_are_round_and_reach_both_ends() {
        assert_eq!(labels([0.0, 40.0], 7.0), ("x, m".into(), ["0", "10", "20", "30", "40"].map(String::from).to_vec()));
        assert_eq!(labels([-0.3, 0.1], 0.1).1, ["-0.3", "-0.2", "-0.1", "0", "0.1"]);
        assert_eq!(labels([1.01, 1.99], 0.4).1, ["1.5"]);
        let tick = Scaled::new("x", "", [0.25, 0.35], 0.1, |_| 0.0).ticks.remove(0);
        assert_eq!((tick.at, tick.label.as_str()), (0.3, "0.3"));
    }

    #[test]
    fn long_coordinates_become_differences() {
        assert_eq!(labels([5_600_000.0, 5_600_050.0], 20.0).1, ["5600000", "5600020", "5600040"]);
        let (name, labels_of_far) = labels([12_345_678_901.0, 12_345_678_950.0], 20.0);
        assert_eq!(name, "x - 12345678900, m");
        assert_eq!(labels_of_far, ["20", "40"]);
        let (name, labels_of_small) = labels([0.0, 5e-10], 2e-10);
        assert_eq!((name.as_str(), labels_of_small), ("x / 1e-10, m", ["0", "2", "4"].map(String::from).to_vec()));
        let (name, labels_of_huge) = labels([-1e40, 1e40], 1e40);
        assert_eq!((name.as_str(), labels_of_huge), ("x / 1e40, m", ["-1", "0", "1"].map(String::from).to_vec()));
    }

    #[test]
    fn steps_make_room_for_labels() {
        let wide = Scaled::new("x", "", [0.0, 100.0], 1.0, |label| 4.0 * label.len() as f64);
        assert_eq!(wide.ticks.len(), 6);
        let none = Scaled::new("x", "", [1e20, 1e20 + 1e5], 1.0, |_| 0.0);
        assert!(none.ticks.is_empty());
    }
}
