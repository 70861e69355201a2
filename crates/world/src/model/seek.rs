//! Where the agents of a group want to go, if that changes while they walk: places at random, others to catch, goods to
//! take.

use super::place::{Field, Place};
use super::table::{Form, Lost, Misfit, Part, Parts, Range, Record, Spec, Val, table, words};
use wayfront_geometry::Point;

/// What the agents of a group are after.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Seek {
    /// Whichever of the group's goals is nearest. An agent that is there leaves.
    #[default]
    Goals,
    /// One of the group's goals at random, and another one on arrival.
    Random,
    /// Any free place, and another one on arrival.
    Anywhere,
    /// The nearest agent of another group.
    Nearest {
        /// What that group is called.
        of: String,
        /// An agent that is no farther away, from rim to rim, is caught, and out; `None`: none is.
        catch: Option<f64>,
    },
    /// Where the most goods are for each of those that want them.
    Densest,
}

words! {
    /// The words of `seek`.
    pub(crate) enum SeekWord {
        /// The nearest of their goals, at which they leave.
        @default Goals = "goals",
        /// One of their goals at random, and another one on arrival.
        Random = "random",
        /// Any free place, and another one on arrival.
        Anywhere = "anywhere",
        /// The nearest agent of another group.
        Nearest = "nearest",
        /// Where the most goods are left for each of those that want them.
        Densest = "densest",
    }
}

pub(super) const SEEK: [Spec; 3] = [
    Spec::new("seek", Form::Word(SeekWord::WORDS)).label("After").rare().absent("\"goals\"").about(
        "What they are after. With `\"anywhere\"`, `\"nearest\"` and `\"densest\"` the guide is `\"navgraph\"`, \
         `\"path\"` or `\"straight\"`.",
    ),
    Spec::new("of", Form::Name(Field::Groups))
        .only_if("seek", "nearest", true)
        .label("Chase")
        .rare()
        .about("The group that they chase. `seek = \"nearest\"` needs it."),
    Spec::new("catch", Form::Number(Range::FROM_0))
        .only_if("seek", "nearest", false)
        .unit("m")
        .label("Catch within")
        .rare()
        .absent("none is caught")
        .about("How near they have to come, from rim to rim. An agent that is caught is out, and counted."),
];

impl Seek {
    /// The word for it in scenes.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        let word = match self {
            Self::Goals => SeekWord::Goals,
            Self::Random => SeekWord::Random,
            Self::Anywhere => SeekWord::Anywhere,
            Self::Nearest { .. } => SeekWord::Nearest,
            Self::Densest => SeekWord::Densest,
        };
        word.word()
    }

    /// It leads to places that no source of the scene describes.
    #[must_use]
    pub const fn leaves_sources(&self) -> bool {
        matches!(self, Self::Anywhere | Self::Nearest { .. } | Self::Densest)
    }
}

/// What does not fit in the fields of a group that say what it is after.
pub(super) fn misfits(record: &Record) -> Vec<Misfit> {
    if let Some(Val::Word("nearest")) = record.peek("seek") {
        return if record.peek("of").is_none() { vec![Misfit::Missing("of")] } else { Vec::new() };
    }
    let given = ["of", "catch"].into_iter().filter(|name| record.peek(name).is_some());
    given.map(Misfit::OnlyForChasers).collect()
}

impl Part for Seek {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        misfits(record).into_iter().for_each(|misfit| record.misfit(misfit));
        let (of, catch) = (record.take("of"), record.take("catch"));
        let word = if let Some(Val::Word(word)) = record.take("seek") { SeekWord::of_word(word) } else { None };
        Ok(match (word, of) {
            (Some(SeekWord::Nearest), Some(Val::Text(of))) => {
                let catch = if let Some(Val::Number(catch)) = catch { Some(catch) } else { None };
                Some(Self::Nearest { of, catch })
            }
            (Some(SeekWord::Random), _) => Some(Self::Random),
            (Some(SeekWord::Anywhere), _) => Some(Self::Anywhere),
            (Some(SeekWord::Densest), _) => Some(Self::Densest),
            _ => None,
        })
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        if *self == Self::Goals {
            return;
        }
        parts.set(specs, "seek", Val::Word(self.word()));
        if let Self::Nearest { of, catch } = self {
            parts.set(specs, "of", Val::Text(of.clone()));
            catch.iter().for_each(|&catch| parts.set(specs, "catch", Val::Number(catch)));
        }
    }
}

table! {
    /// What lies about, evenly spread; groups with `seek = "densest"` take it.
    pub struct Goods in Goods;

    /// A name.
    name: Option<String> = None => [Spec::new("name", Form::Text).label("Name")];
    /// The ring in which they lie.
    outline: Vec<Point> = Vec::new() => [Spec::new("area", Form::Ring).needed()];
    /// How many.
    count: usize = 0 => [Spec::new("count", Form::Whole).needed().label("How many")];
    /// How many an agent takes in a second.
    rate: f64 = 1.0 => [Spec::new("rate", Form::Number(Range::ABOVE_0)).unit("1/s").label("Taken")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

impl Goods {
    /// So many goods in a ring, of which an agent takes one a second.
    #[must_use]
    pub fn new(outline: impl Into<Vec<Point>>, count: usize) -> Self {
        Self { outline: outline.into(), count, ..Self::blank() }
    }
}
