//! The world as its user described it.

use super::constraint::Constraint;
use super::crowd::Crowd;
use super::handle::Kind;
use super::motion::Motion;
use super::place::{Field, Note, Place};
use super::table::{Described, Form, Parts, Row, Spec, Table};
use super::things::{Barrier, Door, Flow, Polygon, Source, Wall, Weight, YAxis};
use wayfront_geometry::Point;

/// A scene: geometry, and what happens in it.
///
/// Free space is the union of the [areas](Self::areas) minus all [obstacles](Self::obstacles); walls cut it without
/// taking area away. Every ring is filled by the non-zero rule: it may run clockwise or not, and a ring that crosses itself
/// fills each of its lobes.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct World {
    /// A name for people.
    pub name: Option<String>,
    /// The files that the world was read from; the first is the one the user named.
    pub files: Vec<String>,
    /// Where one may walk. Empty: the box around everything else, grown by 5 %.
    pub areas: Vec<Polygon>,
    /// Where one may not walk. They may touch, overlap and nest.
    pub obstacles: Vec<Polygon>,
    /// Polylines without thickness that cannot be crossed.
    pub walls: Vec<Wall>,
    /// Where path maps start and agents go: sources, then exits.
    pub sources: Vec<Source>,
    /// Speed changes at corners.
    pub weights: Vec<Weight>,
    /// Segments that close a corridor and can be crossed at a cost.
    pub barriers: Vec<Barrier>,
    /// Walls that open and close.
    pub doors: Vec<Door>,
    /// What moves, comes and goes, or opens. Everything else of the world describes it as it is without them.
    pub motions: Vec<Motion>,
    /// Where searched paths should rather lead, or not at all.
    #[cfg_attr(feature = "serde", serde(default))]
    pub constraints: Vec<Constraint>,
    /// Entrances and exits of a flow.
    pub flow: Option<Flow>,
    /// In which direction y grows in pictures.
    pub y_axis: YAxis,
    /// The crowd in it.
    pub crowd: Option<Crowd>,
    /// What the reader decided that its user may want to know.
    pub notes: Vec<Note>,
}

/// The whole of a scene file.
pub(crate) const SCENE: Table = Table {
    field: Field::Scene,
    about: "A scene.",
    rows: &[Row {
        about: "",
        specs: &[
            Spec::new("name", Form::Text).label("Name").about("A name."),
            Spec::new("world", Form::Table(&WORLD)).about(WORLD.about),
            Spec::new("sources", Form::Tables(Source::TABLE)).about(Source::TABLE.about),
            Spec::new("exits", Form::Tables(Source::TABLE))
                .about("Sources that people leave by, with the same fields."),
            Spec::new("weights", Form::Tables(Weight::TABLE)).about(Weight::TABLE.about),
            Spec::new("barriers", Form::Tables(Barrier::TABLE)).about(Barrier::TABLE.about),
            Spec::new("doors", Form::Tables(Door::TABLE)).about(Door::TABLE.about),
            Spec::new("motions", Form::Tables(Motion::TABLE)).about(Motion::TABLE.about),
            Spec::new("constraints", Form::Tables(Constraint::TABLE)).about(Constraint::TABLE.about),
            Spec::new("flow", Form::Table(Flow::TABLE)).about(Flow::TABLE.about),
            Spec::new("crowd", Form::Table(Crowd::TABLE)).about(Crowd::TABLE.about),
        ],
    }],
    one_of: &[],
    usual: Parts::default,
};

/// The geometry of a scene file.
pub(crate) const WORLD: Table = Table {
    field: Field::World,
    about: "The geometry.",
    rows: &[Row {
        about: "",
        specs: &[
            Spec::new("boundary", Form::Ring)
                .about("Where one may walk. Without `boundary` and `areas`: the box around everything, grown by 5 %."),
            Spec::new("areas", Form::Tables(&AREA))
                .about("Several walkable polygons; their union counts, together with `boundary`."),
            Spec::new("obstacles", Form::Rings).about("Where one may not walk. They may touch, overlap and nest."),
            Spec::new("solids", Form::Tables(&SOLID)).about("Obstacles with courtyards or with a name."),
            Spec::new("walls", Form::Lines(Field::Walls)).about("Walls without thickness, which cannot be crossed."),
            Spec::new("file", Form::Path)
                .about("A geometry file whose content is added. Its path starts at the folder of the scene."),
            Spec::new("y_axis", Form::Word(YAxis::WORDS))
                .label("y grows")
                .absent("\"up\"")
                .about("The direction in which y grows in pictures."),
        ],
    }],
    one_of: &[],
    usual: Parts::default,
};

const OUTLINE: Spec = Spec::new("outline", Form::Ring).needed().about("The outer ring.");
const HOLES: Spec = Spec::new("holes", Form::Rings).about("Rings that are cut out of it.");

/// A walkable polygon.
pub(crate) const AREA: Table = Table {
    field: Field::Areas,
    about: "A walkable polygon.",
    rows: &[Row { about: "", specs: &[OUTLINE, HOLES] }],
    one_of: &[],
    usual: Parts::default,
};

/// An obstacle with holes or a name.
pub(crate) const SOLID: Table = Table {
    field: Field::Solids,
    about: "An obstacle. Its holes are free.",
    rows: &[Row {
        about: "",
        specs: &[
            Spec::new("name", Form::Text).label("Name").about("A name, by which motions call it."),
            OUTLINE,
            HOLES,
        ],
    }],
    one_of: &[],
    usual: Parts::default,
};

impl World {
    /// Turns the holes of the area into obstacles if there is only one: that is what its user would call them.
    pub(crate) fn holes_of_only_area_to_obstacles(&mut self) {
        if let [area] = self.areas.as_mut_slice() {
            // In front, as a reader of the file meets them first.
            self.obstacles.splice(0..0, area.take_holes());
        }
    }

    /// Sources before exits, each in the order in which they were described: the order of their indices.
    pub(crate) fn order_sources(&mut self) {
        self.sources.sort_by_key(|source| source.exit);
    }

    /// Where the source of this index was described. For one made by a program: its list (`sources` or `exits`) and its
    /// index there.
    #[must_use]
    pub fn place_of_source(&self, index: usize) -> Place {
        let Some(source) = self.sources.get(index) else { return Place::default() };
        if source.place.field != Field::Scene {
            return source.place;
        }
        let field = if source.exit { Field::SceneExits } else { Field::Sources };
        Place::of(field, self.sources[..index].iter().filter(|other| other.exit == source.exit).count())
    }

    /// All points of areas, obstacles and walls.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        let polygons = self.areas.iter().chain(&self.obstacles).flat_map(Polygon::rings).flatten();
        polygons.chain(self.walls.iter().flat_map(|w| &w.points))
    }

    /// The doors that are closed, as segments.
    pub fn closed_doors(&self) -> impl Iterator<Item = [Point; 2]> {
        self.doors.iter().filter(|door| !door.open).map(|door| door.segment)
    }

    /// The world with walls in place of its closed doors, and openings in place of the others: for callers that do
    /// not follow doors that change.
    #[must_use]
    pub fn walled(&self) -> std::borrow::Cow<'_, Self> {
        if self.doors.is_empty() {
            return std::borrow::Cow::Borrowed(self);
        }
        let mut walled = Self { doors: Vec::new(), ..self.clone() };
        let closed = self.doors.iter().filter(|door| !door.open);
        walled.walls.extend(closed.map(|door| Wall { points: door.segment.to_vec(), place: door.place }));
        walled.motions.retain(|motion| motion.thing.kind != Kind::Door);
        std::borrow::Cow::Owned(walled)
    }
}
