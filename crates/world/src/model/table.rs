//! One description of each kind of thing in a scene: its fields, their forms and ranges, defaults and units.
//!
//! The macro [`table!`] takes the fields of a struct, each with its default and with the [`Spec`]s of the fields that
//! scene files have for it. From it follow the struct, its setters and a [`Table`]. The reader fills a [`Record`] as the
//! table says, the struct is made of that record, and becomes [`Parts`] again, which are checked and written. The
//! documentation, the JSON Schema and the forms of the studio are the table in other words.
//!
//! Most fields of a struct are one field of the file. Where several are one value (`point`, `segment` or `polyline` is
//! the shape of a source), that type implements [`Part`] itself.

mod record;
mod spec;
mod words;

pub(crate) use record::{Found, Lost, Misfit, Part, Record, plain_part};
pub(crate) use spec::{Form, Parts, Range, Row, Spec, Table, Val};
pub(crate) use words::{Words, quoted, words};

/// What a scene file describes by a table.
pub(crate) trait Described: Sized {
    /// The table.
    const TABLE: &'static Table;

    /// The thing of a record; `None` if what it needs is not in it.
    fn of(record: &mut Record) -> Option<Self>;

    /// The fields of the thing, without those that are as they would be if absent.
    fn parts(&self) -> Parts;
}

/// A struct, its setters, and its [`Table`].
///
/// A row is a field of the struct: its sentence, name, type and default, the setter if it has one, and behind `=>` the
/// fields of the file. The sentence of a row with one field is that field's.
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        pub struct $type:ident $(: $copy:ident)? in $field:ident $(, keeps $keeps:literal)? $(, one of [$($one:expr),+])? ;
        $(
            $(#[doc = $doc:literal])+
            $name:ident : $t:ty = $default:expr $(, $with:ident $(($param:ty))?)? => $specs:expr ;
        )+
    ) => {
        $(#[doc = $about])+
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[derive(Clone, Debug, PartialEq $(, $copy)?)]
        #[non_exhaustive]
        pub struct $type {
            $($(#[doc = $doc])+ pub $name: $t,)+
        }

        impl $type {
            /// With every field as it is if absent.
            pub(crate) fn blank() -> Self {
                Self { $($name: $default,)+ }
            }

            $($(crate::model::table::setter! { $with $name [$t] [$($param)?] })?)+
        }

        impl crate::model::table::Described for $type {
            const TABLE: &'static crate::model::table::Table = &crate::model::table::Table {
                field: crate::model::Field::$field,
                about: concat!($($about),+),
                rows: &[$(crate::model::table::Row { specs: &$specs, about: concat!($($doc),+) },)+],
                one_of: &[$($($one),+)?],
                usual: || {
                    let (blank, mut parts) = (Self::blank(), crate::model::table::Parts::default());
                    $(crate::model::table::Part::put(&blank.$name, const { &$specs }, &mut parts);)+
                    parts
                },
            };

            fn of(record: &mut crate::model::table::Record) -> Option<Self> {
                let blank = Self::blank();
                let thing = Self { $($name: record.part(const { &$specs }, blank.$name),)+ };
                (record.is_whole $(|| $keeps)?).then_some(thing)
            }

            fn parts(&self) -> crate::model::table::Parts {
                let blank = Self::blank();
                let mut parts = crate::model::table::Parts::default();
                $(parts.add(&self.$name, &blank.$name, const { &$specs });)+
                parts
            }
        }
    };
}

/// A method `with_…` that sets one field.
macro_rules! setter {
    ($with:ident $name:ident [$t:ty] []) => {
        #[doc = concat!("With another [`", stringify!($name), "`](Self::", stringify!($name), ").")]
        #[must_use]
        pub fn $with(self, $name: $t) -> Self {
            Self { $name, ..self }
        }
    };
    ($with:ident $name:ident [$t:ty] [$param:ty]) => {
        #[doc = concat!("With another [`", stringify!($name), "`](Self::", stringify!($name), ").")]
        #[must_use]
        pub fn $with(self, $name: $param) -> Self {
            Self { $name: $name.into(), ..self }
        }
    };
}

pub(crate) use {setter, table};
