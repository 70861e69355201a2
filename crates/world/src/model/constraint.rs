//! Where paths should rather lead, or not at all: constraints of searches as plain data.

use super::handle::Handle;
use super::place::Place;
use super::table::{Form, Lost, Misfit, Part, Parts, Range, Record, Spec, Val, table, words};
use wayfront_geometry::Point;

table! {
    /// Where searched paths should rather lead, or not at all. What is attached to a thing moves with it, and is not
    /// there while that is not there.
    pub struct Constraint in Constraints, one of [PREPOSITIONS, STRENGTHS];

    /// A name.
    name: Option<String> = None => [Spec::new("name", Form::Text).label("Name")];
    /// Where.
    preposition: Preposition = Preposition::In(ConstraintRegion::Ring(Vec::new())) => WHERE;
    /// What it does.
    strength: ConstraintStrength = ConstraintStrength::Hard => WHAT;
    /// Where it was described.
    place: Place = Place::default() => [];
}

const PREPOSITIONS: &[&str] = &["in", "near", "left", "right", "front", "back", "between", "sight"];
const STRENGTHS: &[&str] = &["weight", "factor", "hard"];

const WHERE: [Spec; 8] = [
    Spec::new("in", Form::Region).about("Within a ring or the outline of an obstacle."),
    Spec::new("near", Form::Region).label("Near of").rare().about("Within it and, ever less, around it."),
    Spec::new("left", Form::Obstacle).label("Left of").rare().about("In a box to the left of an obstacle."),
    Spec::new("right", Form::Obstacle).label("Right of").rare().about("In a box to the right of an obstacle."),
    Spec::new("front", Form::Obstacle).label("Front of").rare().about("In a box in front of an obstacle."),
    Spec::new("back", Form::Obstacle).label("Back of").rare().about("In a box behind an obstacle."),
    Spec::new("between", Form::Obstacles).label("Between").rare().about("In the convex hull of two obstacles."),
    Spec::new("sight", Form::Obstacle).label("Sight of").rare().about(
        "What is visible from the middle of an obstacle, or of a source if no obstacle has that name. An obstacle does \
         not hide the view from itself.",
    ),
];

/// The strengths, and then what some prepositions need: the order in which messages list the fields.
const WHAT: [Spec; 6] = [
    Spec::new("weight", Form::Number(WEIGHT))
        .label("Weight")
        .about("Attracts if positive, repels if negative: each unit changes costs by a tenth."),
    Spec::new("factor", Form::Number(Range::new(1.0, 255.0, "from 1 to 255")))
        .label("Factor on lengths")
        .about("A length there counts so many times."),
    Spec::new("hard", Form::True).label("No entry").about("Nothing enters; with `near`, up to its `reach`."),
    Spec::new("reach", Form::Number(Range::ABOVE_0))
        .without(&["in", "left", "right", "front", "back", "between"])
        .unit("m")
        .label("Reach")
        .absent("for `near` the size of the weight, for `sight` to the walls")
        .about("How far `near` and `sight` reach."),
    Spec::new("depth", Form::Number(Range::ABOVE_0))
        .without(&["in", "near", "between", "sight"])
        .unit("m")
        .label("Depth")
        .rare()
        .absent("as deep as the obstacle")
        .about("How deep the box beside an obstacle is."),
    Spec::new("facing", Form::Direction)
        .without(&["in", "near", "between", "sight"])
        .label("Facing")
        .rare()
        .absent("[1, 0]")
        .about("Where the front of an obstacle is."),
];

/// 1.1 to the power of the largest weight is what a factor may be.
const WEIGHT: Range = Range { except: Some(0.0), ..Range::new(-58.0, 58.0, "from -58 to 58 and not zero") };

/// Where a constraint applies. What is attached to something moves with it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum Preposition {
    /// Within a region.
    In(ConstraintRegion),
    /// Within a region and, ever less, around it.
    Near {
        /// The region.
        region: ConstraintRegion,
        /// How far around; absent: the size of the weight.
        reach: Option<f64>,
    },
    /// In a box beside an obstacle.
    Beside {
        /// On which side.
        side: ConstraintSide,
        /// Of which obstacle.
        obstacle: Handle,
        /// Where its front is.
        facing: Point,
        /// How deep the box is; absent: as deep as the obstacle.
        depth: Option<f64>,
    },
    /// Between two obstacles: in their convex hull.
    Between([Handle; 2]),
    /// What an obstacle or a source sees.
    Sight {
        /// Of what: of an obstacle, or of a source if no obstacle has that name.
        of: Handle,
        /// How far; absent: to the walls.
        reach: Option<f64>,
    },
}

/// A region: a ring, or an obstacle's outline.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintRegion {
    /// A ring of points.
    Ring(Vec<Point>),
    /// The outline of an obstacle.
    Obstacle(Handle),
}

words! {
    /// A side of an obstacle.
    pub enum ConstraintSide {
        /// To the left of where it faces.
        @default Left = "left",
        /// To the right.
        Right = "right",
        /// Where it faces.
        Front = "front",
        /// Behind it.
        Back = "back",
    }
}

/// What a constraint does to paths.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintStrength {
    /// Attracts if positive, repels if negative: every unit changes costs by a tenth.
    Weight(f64),
    /// A length there counts so many times.
    Factor(f64),
    /// Nothing enters.
    Hard,
}

impl Constraint {
    /// A constraint without a name.
    #[must_use]
    pub fn new(preposition: Preposition, strength: ConstraintStrength) -> Self {
        Self { preposition, strength, ..Self::blank() }
    }

    /// A length in a ring counts so many times.
    #[must_use]
    pub fn terrain(ring: impl IntoIterator<Item = impl Into<Point>>, factor: f64) -> Self {
        let ring = ring.into_iter().map(Into::into).collect();
        Self::new(Preposition::In(ConstraintRegion::Ring(ring)), ConstraintStrength::Factor(factor))
    }

    /// The same constraint under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// What it is attached to.
    pub fn handles(&self) -> impl Iterator<Item = &Handle> {
        let (one, two): (Option<&Handle>, &[Handle]) = match &self.preposition {
            Preposition::In(ConstraintRegion::Obstacle(handle))
            | Preposition::Near { region: ConstraintRegion::Obstacle(handle), .. }
            | Preposition::Beside { obstacle: handle, .. }
            | Preposition::Sight { of: handle, .. } => (Some(handle), &[]),
            Preposition::Between(handles) => (None, handles),
            Preposition::In(_) | Preposition::Near { .. } => (None, &[]),
        };
        one.into_iter().chain(two)
    }

    pub(super) fn handles_mut(&mut self) -> impl Iterator<Item = &mut Handle> {
        let (one, two): (Option<&mut Handle>, &mut [Handle]) = match &mut self.preposition {
            Preposition::In(ConstraintRegion::Obstacle(handle))
            | Preposition::Near { region: ConstraintRegion::Obstacle(handle), .. }
            | Preposition::Beside { obstacle: handle, .. }
            | Preposition::Sight { of: handle, .. } => (Some(handle), &mut []),
            Preposition::Between(handles) => (None, handles),
            Preposition::In(_) | Preposition::Near { .. } => (None, &mut []),
        };
        one.into_iter().chain(two)
    }
}

impl Part for Preposition {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let word = record.first_of(PREPOSITIONS).ok_or(Lost)?;
        let side = ConstraintSide::of_word(word);
        let reaches = matches!(word, "near" | "sight");
        for (name, fits) in [("facing", side.is_some()), ("depth", side.is_some()), ("reach", reaches)] {
            if record.at(name).is_some() && !fits {
                record.misfit_at(name, Misfit::Preposition(vec![word, name]));
            }
        }
        let number = |value: Option<Val>| if let Some(Val::Number(number)) = value { Some(number) } else { None };
        let (reach, depth) = (number(record.take("reach")), number(record.take("depth")));
        let facing = if let Some(Val::Point(facing)) = record.take("facing") { facing } else { Point::new(1.0, 0.0) };
        let region = match record.take(word).ok_or(Lost)? {
            Val::Handle(obstacle) => match (word, side) {
                (_, Some(side)) => return Ok(Some(Self::Beside { side, obstacle, facing, depth })),
                ("sight", _) => return Ok(Some(Self::Sight { of: obstacle, reach })),
                _ => ConstraintRegion::Obstacle(obstacle),
            },
            Val::Handles(two) => return Ok(Some(Self::Between(two))),
            Val::Points(ring) => ConstraintRegion::Ring(ring),
            _ => return Err(Lost),
        };
        Ok(Some(if word == "in" { Self::In(region) } else { Self::Near { region, reach } }))
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        let number = |name: &str, value: &Option<f64>, parts: &mut Parts| {
            value.iter().for_each(|&value| parts.set(&WHAT_FIELDS, name, Val::Number(value)));
        };
        let region = |region: &ConstraintRegion| match region {
            ConstraintRegion::Ring(ring) => Val::Points(ring.clone()),
            ConstraintRegion::Obstacle(handle) => Val::Handle(handle.clone()),
        };
        match self {
            Self::In(place) => parts.set(specs, "in", region(place)),
            Self::Near { region: place, reach } => {
                parts.set(specs, "near", region(place));
                number("reach", reach, parts);
            }
            Self::Beside { side, obstacle, facing, depth } => {
                parts.set(specs, side.word(), Val::Handle(obstacle.clone()));
                parts.set(&WHAT_FIELDS, "facing", Val::Point(*facing));
                number("depth", depth, parts);
            }
            Self::Between(two) => parts.set(specs, "between", Val::Handles(two.clone())),
            Self::Sight { of, reach } => {
                parts.set(specs, "sight", Val::Handle(of.clone()));
                number("reach", reach, parts);
            }
        }
    }
}

static WHAT_FIELDS: [Spec; 6] = WHAT;

impl Part for ConstraintStrength {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let word = record.first_of(STRENGTHS).ok_or(Lost)?;
        match (word, record.take(word)) {
            ("weight", Some(Val::Number(weight))) => Ok(Some(Self::Weight(weight))),
            ("factor", Some(Val::Number(factor))) => Ok(Some(Self::Factor(factor))),
            ("hard", Some(Val::Truth(true))) => Ok(Some(Self::Hard)),
            ("hard", Some(Val::Truth(false))) => {
                record.misfit_at("hard", Misfit::Missing("weight"));
                Err(Lost)
            }
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        match *self {
            Self::Weight(weight) => parts.set(specs, "weight", Val::Number(weight)),
            Self::Factor(factor) => parts.set(specs, "factor", Val::Number(factor)),
            Self::Hard => parts.set(specs, "hard", Val::Truth(true)),
        }
    }
}
