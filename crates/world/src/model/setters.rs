//! Worlds and their parts made by programs: constructors, and methods that return the same thing with one part changed.
//!
//! The structs can get further fields without breaking their users, so nothing outside this room writes them as
//! literals. Their fields are public all the same: they can be read, and changed in place.

use super::constraint::Constraint;
use super::crowd::{
    Crowd, Distribution, Group, GuideKind, Measure, MeasureShape, Passing, Profile, Rerouting, SizePlan, SpeedArea,
    Start, Steering, Stop,
};
use super::motion::{Change, Motion, Thing};
use super::place::{Note, Place};
use super::seek::{Goods, Seek};
use super::things::{Barrier, BarrierCost, Door, Flow, Polygon, Shape, Source, Wall, Weight, YAxis};
use super::world::World;
use wayfront_geometry::Point;

/// Methods `with_…` that set one field each.
macro_rules! setters {
    ($type:ty { $($(#[$doc:meta])* $method:ident($field:ident: $value:ty)),+ $(,)? }) => {
        impl $type {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $method(mut self, $field: $value) -> Self {
                    self.$field = $field.into();
                    self
                }
            )+
        }
    };
}

/// Methods that add one thing to a list.
macro_rules! adders {
    ($type:ty { $($(#[$doc:meta])* $method:ident($list:ident: $value:ty)),+ $(,)? }) => {
        impl $type {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $method(mut self, $method: $value) -> Self {
                    self.$list.push($method.into());
                    self
                }
            )+
        }
    };
}

impl World {
    /// A world with nothing in it.
    ///
    /// ```
    /// use wayfront_world::{Door, Source, World, validate};
    /// let world = World::new()
    ///     .area([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]])
    ///     .obstacle([[5.0, 2.0], [8.0, 2.0], [8.0, 6.0], [5.0, 6.0]])
    ///     .wall([[12.0, 0.0], [12.0, 4.0]])
    ///     .source(Source::point((1.0, 1.0)).named("desk"))
    ///     .exit(Source::segment((20.0, 4.0), (20.0, 6.0)))
    ///     .door(Door::new("gate", (12.0, 4.0), (12.0, 10.0)));
    /// assert!(validate(&world).is_empty());
    /// assert!(world.sources[1].exit);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A world with one area to walk on.
    #[must_use]
    pub fn walkable_area(area: impl Into<Polygon>) -> Self {
        Self::new().area(area)
    }

    /// The same world under a name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// With one more source that people leave by.
    #[must_use]
    pub fn exit(self, source: Source) -> Self {
        self.source(source.as_exit())
    }
}

adders!(World {
    /// With one more area to walk on: a polygon, or a ring of points.
    area(areas: impl Into<Polygon>),
    /// With one more obstacle: a polygon, or a ring of points.
    obstacle(obstacles: impl Into<Polygon>),
    /// With one more wall: a line of points.
    wall(walls: impl Into<Wall>),
    /// With one more source.
    source(sources: Source),
    /// With one more speed change at a corner.
    weight(weights: Weight),
    /// With one more barrier.
    barrier(barriers: Barrier),
    /// With one more door.
    door(doors: Door),
    /// With one more motion.
    motion(motions: Motion),
    /// With one more constraint on searched paths.
    constraint(constraints: Constraint),
});

setters!(World {
    /// With this name, or none.
    with_name(name: Option<String>),
    /// With these files to which its places refer.
    with_files(files: Vec<String>),
    /// With these areas instead of its own.
    with_areas(areas: Vec<Polygon>),
    /// With these obstacles instead of its own.
    with_obstacles(obstacles: Vec<Polygon>),
    /// With these walls instead of its own.
    with_walls(walls: Vec<Wall>),
    /// With these sources instead of its own.
    with_sources(sources: Vec<Source>),
    /// With these weights instead of its own.
    with_weights(weights: Vec<Weight>),
    /// With these barriers instead of its own.
    with_barriers(barriers: Vec<Barrier>),
    /// With these doors instead of its own.
    with_doors(doors: Vec<Door>),
    /// With these motions instead of its own.
    with_motions(motions: Vec<Motion>),
    /// With these constraints instead of its own.
    with_constraints(constraints: Vec<Constraint>),
    /// With this flow, or none.
    with_flow(flow: impl Into<Option<Flow>>),
    /// With y in this direction in pictures.
    with_y_axis(y_axis: YAxis),
    /// With this crowd, or none.
    with_crowd(crowd: impl Into<Option<Crowd>>),
    /// With these notes instead of its own.
    with_notes(notes: Vec<Note>),
});

impl Source {
    /// The same source under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        self.with_name(Some(name.to_owned()))
    }

    /// The same source as an exit.
    #[must_use]
    pub fn as_exit(self) -> Self {
        self.with_exit(true)
    }
}

setters!(Source {
    /// With this name, or none.
    with_name(name: Option<String>),
    /// With another shape.
    with_shape(shape: Shape),
    /// With this cost already paid there.
    with_offset(offset: f64),
    /// As an exit, or not.
    with_exit(exit: bool),
    /// Described there.
    with_place(place: Place),
});

impl Weight {
    /// Behind this corner one travels at this speed; 1 is the ordinary one.
    #[must_use]
    pub fn new(corner: impl Into<Point>, speed: f64) -> Self {
        Self { corner: corner.into(), weight: speed, place: Place::default() }
    }
}

setters!(Weight {
    /// At another corner.
    with_corner(corner: Point),
    /// With another speed.
    with_weight(weight: f64),
    /// Described there.
    with_place(place: Place),
});

impl Barrier {
    /// A barrier of this cost.
    #[must_use]
    pub fn new(segment: [Point; 2], cost: BarrierCost) -> Self {
        Self { segment, cost, place: Place::default() }
    }

    /// A barrier that takes a fixed extra to cross.
    #[must_use]
    pub fn delay(from: impl Into<Point>, to: impl Into<Point>, delay: f64) -> Self {
        Self::new([from.into(), to.into()], BarrierCost::Delay(delay))
    }

    /// A barrier behind which the rest of the leg counts so many times.
    #[must_use]
    pub fn factor(from: impl Into<Point>, to: impl Into<Point>, factor: f64) -> Self {
        Self::new([from.into(), to.into()], BarrierCost::Weight(factor))
    }
}

setters!(Barrier {
    /// Somewhere else.
    with_segment(segment: [Point; 2]),
    /// At another cost.
    with_cost(cost: BarrierCost),
    /// Described there.
    with_place(place: Place),
});

impl Door {
    /// The same door, open.
    #[must_use]
    pub fn opened(self) -> Self {
        self.with_open(true)
    }
}

setters!(Door {
    /// With another name.
    with_name(name: impl Into<String>),
    /// Somewhere else.
    with_segment(segment: [Point; 2]),
    /// Open or closed.
    with_open(open: bool),
    /// Described there.
    with_place(place: Place),
});

impl Flow {
    /// A flow from entrances to exits: chains of points on the boundary.
    #[must_use]
    pub fn new(entrances: Vec<Vec<Point>>, exits: Vec<Vec<Point>>) -> Self {
        Self { entrances, exits, ..Self::default() }
    }
}

setters!(Flow {
    /// With these entrances.
    with_entrances(entrances: Vec<Vec<Point>>),
    /// With these exits.
    with_exits(exits: Vec<Vec<Point>>),
    /// With discs of this radius, or none.
    with_radius(radius: impl Into<Option<f64>>),
    /// Described there.
    with_place(place: Place),
});

setters!(Motion {
    /// Of another thing.
    with_thing(thing: Thing),
    /// At these times.
    with_times(times: impl Into<Vec<f64>>),
    /// With these values.
    with_change(change: Change),
    /// Over and over, or once.
    with_repeat(repeat: bool),
    /// Described there.
    with_place(place: Place),
});

impl Crowd {
    /// A crowd without groups, with the usual length of a run and of its steps.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

adders!(Crowd {
    /// With one more group.
    group(groups: Group),
    /// With one more stop.
    stop(stops: Stop),
    /// With one more measure.
    measure(measures: Measure),
    /// With one more area where people walk at another speed.
    area(areas: SpeedArea),
    /// With goods more.
    goods(goods: Goods),
});

setters!(Crowd {
    /// With a run that ends there at the latest.
    with_seconds(seconds: f64),
    /// With steps of this length.
    with_step(step: f64),
    /// With another seed.
    with_seed(seed: u64),
    /// With another steering model.
    with_steering(steering: Steering),
    /// Passing each other on this side.
    with_passing(passing: Passing),
    /// Calm, or as people walk in experiments.
    with_calm(calm: bool),
    /// With another answer to congestion.
    with_rerouting(rerouting: Rerouting),
    /// With these groups instead of its own.
    with_groups(groups: Vec<Group>),
    /// With these stops instead of its own.
    with_stops(stops: Vec<Stop>),
    /// With these measures instead of its own.
    with_measures(measures: Vec<Measure>),
    /// With these areas of another speed instead of its own.
    with_areas(areas: Vec<SpeedArea>),
    /// With these goods instead of its own.
    with_goods(goods: Vec<Goods>),
    /// Described there.
    with_place(place: Place),
});

setters!(Group {
    /// With this name, or none.
    with_name(name: Option<String>),
    /// With another start.
    with_start(start: Start),
    /// Going to the nearest of these sources; all sources if there are none.
    with_goals(goals: Vec<String>),
    /// After this.
    with_seek(seek: Seek),
    /// By way of these stops, in turn.
    with_via(via: Vec<String>),
    /// With another guide.
    with_guide(guide: GuideKind),
    /// With ways for these sizes.
    with_plan(plan: SizePlan),
    /// With bodies of this size.
    with_radius(radius: Distribution),
    /// With this speed.
    with_speed(speed: Distribution),
    /// Setting off after this time.
    with_premovement(premovement: Distribution),
    /// Keeping near each other, or not.
    with_together(together: bool),
    /// With these kinds of people.
    with_profiles(profiles: Vec<Profile>),
    /// Described there.
    with_place(place: Place),
});

impl Stop {
    /// A place at which agents stop for that long.
    #[must_use]
    pub fn new(name: &str, outline: Vec<Point>, wait: Distribution) -> Self {
        Self { name: name.to_owned(), outline, wait, place: Place::default() }
    }
}

impl Profile {
    /// A kind of people that are as the group says, and this share of it.
    #[must_use]
    pub fn new(share: f64) -> Self {
        Self { name: None, share, radius: None, speed: None, premovement: None }
    }
}

setters!(Profile {
    /// With this name, or none.
    with_name(name: Option<String>),
    /// With bodies of this size.
    with_radius(radius: impl Into<Option<Distribution>>),
    /// With this speed.
    with_speed(speed: impl Into<Option<Distribution>>),
    /// Setting off after this time.
    with_premovement(premovement: impl Into<Option<Distribution>>),
});

impl SpeedArea {
    /// An area in which people walk at this share of their speed.
    #[must_use]
    pub fn new(outline: Vec<Point>, speed: f64) -> Self {
        Self { name: None, outline, speed, place: Place::default() }
    }
}

impl Measure {
    /// Measured there.
    #[must_use]
    pub fn new(name: &str, shape: MeasureShape) -> Self {
        Self { name: name.to_owned(), shape, place: Place::default() }
    }
}

setters!(Polygon {
    /// With these rings cut out.
    with_holes(holes: Vec<Vec<Point>>),
});

impl Wall {
    /// A wall through these points.
    #[must_use]
    pub fn new(points: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        Self { points: points.into_iter().map(Into::into).collect(), place: Place::default() }
    }
}

impl From<Vec<Point>> for Polygon {
    fn from(ring: Vec<Point>) -> Self {
        Self { outer: ring, ..Self::default() }
    }
}

impl<P: Into<Point>, const N: usize> From<[P; N]> for Polygon {
    fn from(ring: [P; N]) -> Self {
        Self::ring(ring)
    }
}

impl From<Vec<Point>> for Wall {
    fn from(points: Vec<Point>) -> Self {
        Self { points, place: Place::default() }
    }
}

impl<P: Into<Point>, const N: usize> From<[P; N]> for Wall {
    fn from(points: [P; N]) -> Self {
        Self::new(points)
    }
}
