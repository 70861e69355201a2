//! A thing between its file and its struct: values by the names of their fields.

use super::Described;
use super::spec::{Parts, Spec, Val};
use crate::model::place::{Field, Place};
use crate::model::spread::Distribution;
use wayfront_geometry::Point;

/// Fields of one table that do not fit each other.
#[derive(Clone, Debug)]
pub(crate) enum Misfit {
    Missing(&'static str),
    OneOf {
        names: &'static [&'static str],
        given: Vec<&'static str>,
    },
    /// A field for which another preposition is needed.
    Preposition(Vec<&'static str>),
    OnlyForEntrances(&'static str),
    OnlyForChasers(&'static str),
}

/// What a thing needs is not in its record.
pub(crate) struct Lost;

/// A table as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub place: Place,
    /// Nothing was wrong with its fields.
    pub is_clean: bool,
    /// All that the thing needs has been found so far.
    pub is_whole: bool,
    pub found: Found,
    given: Vec<Given>,
}

/// What is found when records become things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// What does not fit, and where that is not the place of the table, the byte.
    pub misfits: Vec<(Place, Option<usize>, Misfit)>,
    /// Things that could not be read: their lists, and their names.
    pub lost: Vec<(Field, Option<String>)>,
}

#[derive(Clone, Debug)]
struct Given {
    name: &'static str,
    at: usize,
    value: Option<Val>,
    tables: Vec<Record>,
}

impl Record {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, is_clean: true, is_whole: true, found: Found::default(), given: Vec::new() }
    }

    /// A field at the byte `at`, and its value if that could be read.
    pub(crate) fn give(&mut self, name: &'static str, at: usize, value: Option<Val>) {
        self.given.push(Given { name, at, value, tables: Vec::new() });
    }

    /// A list of tables.
    pub(crate) fn give_tables(&mut self, name: &'static str, at: usize, tables: Vec<Record>) {
        self.given.push(Given { name, at, value: None, tables });
    }

    /// Takes a value out.
    pub(crate) fn take(&mut self, name: &str) -> Option<Val> {
        self.given.iter_mut().find(|given| given.name == name)?.value.take()
    }

    /// A value that stays.
    pub(crate) fn peek(&self, name: &str) -> Option<&Val> {
        self.given.iter().find(|given| given.name == name)?.value.as_ref()
    }

    /// The byte at which a field stands, if it is given.
    pub(crate) fn at(&self, name: &str) -> Option<usize> {
        self.given.iter().find(|given| given.name == name).map(|given| given.at)
    }

    /// The first of the given fields that is one of `names`.
    pub(crate) fn first_of(&self, names: &[&str]) -> Option<&'static str> {
        self.given.iter().map(|given| given.name).find(|name| names.contains(name))
    }

    pub(crate) fn misfit(&mut self, misfit: Misfit) {
        self.found.misfits.push((self.place, None, misfit));
    }

    /// A misfit at the field of that name.
    pub(crate) fn misfit_at(&mut self, name: &str, misfit: Misfit) {
        self.found.misfits.push((self.place, self.at(name), misfit));
    }

    /// The thing that it describes. What is found is added to `found`.
    pub(crate) fn finish<T: Described>(mut self, found: &mut Found) -> Option<T> {
        let name = self.lost_name(T::TABLE.specs().any(|(spec, _)| spec.name == "name" && spec.needed));
        let thing = T::of(&mut self);
        if thing.is_none() {
            self.found.lost.push((self.place.field, name));
        }
        found.misfits.append(&mut self.found.misfits);
        found.lost.append(&mut self.found.lost);
        thing
    }

    /// A field of the struct; as in `blank` if it is absent, or if something is wrong with it.
    pub(crate) fn part<T: Part>(&mut self, specs: &'static [Spec], blank: T) -> T {
        match T::take(self, specs) {
            Ok(part) => part.unwrap_or(blank),
            Err(Lost) => {
                self.is_whole = false;
                blank
            }
        }
    }

    /// The value of a field that is one field of the file.
    pub(crate) fn plain<T>(&mut self, specs: &[Spec], read: impl Fn(Val) -> Option<T>) -> Result<Option<T>, Lost> {
        let [spec] = specs else { return Ok(None) };
        let is_given = self.at(spec.name).is_some();
        match self.take(spec.name).and_then(read) {
            None if is_given || spec.needed => Err(Lost),
            value => Ok(value),
        }
    }

    /// What the thing is called: `None` where that could not be read, and empty where it has no name.
    fn lost_name(&self, has_name: bool) -> Option<String> {
        match self.peek("name") {
            Some(Val::Text(name)) => Some(name.clone()),
            _ if has_name || self.at("name").is_some() => None,
            _ => Some(String::new()),
        }
    }
}

impl Parts {
    /// Adds a field of a struct. One that may be absent is, if it is as in `blank`.
    pub(crate) fn add<T: Part + PartialEq>(&mut self, part: &T, blank: &T, specs: &'static [Spec]) {
        if !matches!(specs, [spec] if !spec.needed && part == blank) {
            part.put(specs, self);
        }
    }
}

/// A field of a struct: one or several fields of the file.
pub(crate) trait Part: Sized {
    /// Takes it out of a record; `None` if it is absent.
    fn take(record: &mut Record, specs: &'static [Spec]) -> Result<Option<Self>, Lost>;

    /// Adds it to what is written.
    fn put(&self, specs: &'static [Spec], parts: &mut Parts);
}

/// Types that are one field of the file, and what is absent where they are optional.
macro_rules! plain_part {
    ($($t:ty: |$value:ident| $write:expr, |$val:ident| $read:expr);+ $(;)?) => {$(
        impl crate::model::table::Part for $t {
            fn take(
                record: &mut crate::model::table::Record,
                specs: &'static [crate::model::table::Spec],
            ) -> Result<Option<Self>, crate::model::table::Lost> {
                use crate::model::table::Val;
                record.plain(specs, |$val| $read)
            }

            fn put(&self, specs: &'static [crate::model::table::Spec], parts: &mut crate::model::table::Parts) {
                use crate::model::table::Val;
                let $value = self.clone();
                if let [spec] = specs {
                    parts.fields.push((spec, $write));
                }
            }
        }
    )+};
    ($($t:ty => $kind:ident),+) => {
        crate::model::table::plain_part! { $(
            $t: |value| Val::$kind(value), |val| match val { Val::$kind(value) => Some(value), _ => None }
        );+ }
    };
}

pub(crate) use plain_part;

plain_part! {
    String => Text, bool => Truth, f64 => Number, u64 => Whole, Distribution => Spread, Vec<String> => Names,
    Point => Point, [Point; 2] => Segment, Vec<Point> => Points, Vec<Vec<Point>> => Lines, Vec<f64> => Numbers
}

plain_part! {
    usize: |value| Val::Whole(value as u64), |val| match val { Val::Whole(value) => Some(value as usize), _ => None }
}

impl<T: Part> Part for Option<T> {
    fn take(record: &mut Record, specs: &'static [Spec]) -> Result<Option<Self>, Lost> {
        Ok(Some(T::take(record, specs).unwrap_or(None)))
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        if let Some(part) = self {
            part.put(specs, parts);
        }
    }
}

impl Part for Place {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        Ok(Some(record.place))
    }

    fn put(&self, _: &'static [Spec], parts: &mut Parts) {
        parts.place = Some(*self);
    }
}

impl<T: Described> Part for Vec<T> {
    fn take(record: &mut Record, specs: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let given = record.given.iter_mut().find(|given| given.name == specs[0].name);
        let tables = given.map(|given| std::mem::take(&mut given.tables)).unwrap_or_default();
        Ok(Some(tables.into_iter().filter_map(|child| child.finish(&mut record.found)).collect()))
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        parts.fields.push((&specs[0], Val::Things(self.iter().map(T::parts).collect())));
    }
}
