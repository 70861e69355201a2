//! What a table of a scene file holds: fields, their forms and ranges; and the values of these forms.

use super::words::Words;
use crate::model::handle::{Handle, Kind};
use crate::model::place::{Field, Place};
use crate::model::spread::Distribution;
use wayfront_geometry::Point;

/// A table of a scene file.
#[derive(Debug)]
pub(crate) struct Table {
    /// Where it stands.
    pub field: Field,
    /// What it describes.
    pub about: &'static str,
    /// Its fields, by the fields of the struct.
    pub rows: &'static [Row],
    /// Fields of which exactly one is given.
    pub one_of: &'static [&'static [&'static str]],
    /// The fields of a thing that says nothing.
    pub usual: fn() -> Parts,
}

/// The fields of a file that are one field of a struct.
#[derive(Debug)]
pub(crate) struct Row {
    pub specs: &'static [Spec],
    /// The sentence, where there is one field.
    pub about: &'static str,
}

/// A field of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub name: &'static str,
    /// An older name that keeps its meaning.
    pub older: Option<&'static str>,
    pub form: Form,
    /// It must be there.
    pub needed: bool,
    /// Its unit; empty for ratios and for what is no number.
    pub unit: &'static str,
    /// Its name in forms; the name itself if empty.
    pub label: &'static str,
    /// It stands at the end of a form.
    pub rare: bool,
    /// What it is if absent, where that is not one value; empty: nothing.
    pub absent: &'static str,
    /// A sentence, where it shares a row with others.
    pub about: &'static str,
    /// Fields that must be there with it.
    pub with: &'static [&'static str],
    /// Fields that cannot be there with it.
    pub without: &'static [&'static str],
    /// The field and the word with which alone it may be there, and whether it must be.
    pub only_if: Option<(&'static str, &'static str, bool)>,
    /// The list has an item or more.
    pub filled: bool,
}

impl Spec {
    pub(crate) const fn new(name: &'static str, form: Form) -> Self {
        let (older, needed, rare, filled, only_if) = (None, false, false, false, None);
        let (unit, label, absent, about) = ("", "", "", "");
        Self { name, older, form, needed, unit, label, rare, absent, about, with: &[], without: &[], only_if, filled }
    }

    pub(crate) const fn needed(self) -> Self {
        Self { needed: true, ..self }
    }

    pub(crate) const fn older(self, older: &'static str) -> Self {
        Self { older: Some(older), ..self }
    }

    pub(crate) const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    pub(crate) const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    pub(crate) const fn rare(self) -> Self {
        Self { rare: true, ..self }
    }

    pub(crate) const fn absent(self, absent: &'static str) -> Self {
        Self { absent, ..self }
    }

    pub(crate) const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    pub(crate) const fn with(self, with: &'static [&'static str]) -> Self {
        Self { with, ..self }
    }

    pub(crate) const fn without(self, without: &'static [&'static str]) -> Self {
        Self { without, ..self }
    }

    pub(crate) const fn only_if(self, field: &'static str, word: &'static str, needed: bool) -> Self {
        Self { only_if: Some((field, word, needed)), ..self }
    }

    pub(crate) const fn filled(self) -> Self {
        Self { filled: true, ..self }
    }
}

impl Table {
    /// All fields, each with its sentence.
    pub(crate) fn specs(&self) -> impl Iterator<Item = (&'static Spec, &'static str)> {
        let about = |spec: &'static Spec, row: &Row| if spec.about.is_empty() { row.about } else { spec.about };
        self.rows.iter().flat_map(move |row| row.specs.iter().map(move |spec| (spec, about(spec, row).trim_start())))
    }

    /// The names that a file may use, older ones behind the newer.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.specs().flat_map(|(spec, _)| std::iter::once(spec.name).chain(spec.older)).collect()
    }

    /// The field of a name, and the name.
    pub(crate) fn find(&self, key: &str) -> Option<(&'static Spec, &'static str)> {
        let names = |spec: &'static Spec| std::iter::once(spec.name).chain(spec.older).find(|name| *name == key);
        self.specs().find_map(|(spec, _)| names(spec).map(|name| (spec, name)))
    }
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Text,
    Truth,
    /// `true`, or the field is absent.
    True,
    Number(Range),
    /// A whole number from 0.
    Whole,
    /// One of some words.
    Word(&'static Words),
    /// A number that differs from agent to agent, above zero or from zero.
    Spread(Range),
    /// What congestion does: a word or a factor.
    Rerouting,
    /// A name or a list of names of things in these lists.
    Names(&'static [Field]),
    /// A name of a thing in this list.
    Name(Field),
    Point,
    /// A point other than the origin.
    Direction,
    Segment,
    Points,
    Line,
    Ring,
    /// Lists of lines, whose items have places of their own.
    Lines(Field),
    /// Seconds in ascending order.
    Times,
    Truths,
    Segments,
    /// The name or the index of a thing.
    Thing(Kind),
    /// The name or the index of an obstacle, or of a source where `true`.
    Obstacle,
    /// Two of them.
    Obstacles,
    /// A ring, or an obstacle.
    Region,
    /// A list of tables.
    Tables(&'static Table),
    /// A list of tables that have no place of their own.
    Inline(&'static Table),
    /// A table.
    Table(&'static Table),
    /// A list of rings.
    Rings,
    /// A geometry file.
    Path,
}

/// What a number may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub least: f64,
    pub most: f64,
    /// This number is not in it.
    pub except: Option<f64>,
    /// The range in words.
    pub needs: &'static str,
}

impl Range {
    pub(crate) const ABOVE_0: Self = Self { except: Some(0.0), ..Self::new(0.0, f64::INFINITY, "more than zero") };
    pub(crate) const FROM_0: Self = Self::new(0.0, f64::INFINITY, "zero or more");
    pub(crate) const FROM_1: Self = Self::new(1.0, f64::INFINITY, "one or more");

    pub(crate) const fn new(least: f64, most: f64, needs: &'static str) -> Self {
        Self { least, most, except: None, needs }
    }

    pub(crate) fn holds(&self, value: f64) -> bool {
        value >= self.least && value <= self.most && Some(value) != self.except
    }
}

/// The value of a field.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    Text(String),
    Truth(bool),
    Number(f64),
    Whole(u64),
    Word(&'static str),
    Spread(Distribution),
    Names(Vec<String>),
    Point(Point),
    Segment([Point; 2]),
    /// Points, a line or a ring.
    Points(Vec<Point>),
    Lines(Vec<Vec<Point>>),
    Numbers(Vec<f64>),
    Truths(Vec<bool>),
    Segments(Vec<[Point; 2]>),
    Handle(Handle),
    Handles([Handle; 2]),
    /// Tables.
    Things(Vec<Parts>),
}

/// The fields of a thing, to be checked and written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub place: Option<Place>,
    pub fields: Vec<(&'static Spec, Val)>,
}

impl Parts {
    /// Adds the field of that name.
    pub(crate) fn set(&mut self, specs: &'static [Spec], name: &str, value: Val) {
        self.fields.extend(specs.iter().find(|spec| spec.name == name).map(|spec| (spec, value)));
    }
}
