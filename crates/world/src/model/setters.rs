//! Worlds and their parts made by programs: constructors, and methods that return the same thing with one part changed.
//!
//! The structs can get further fields without breaking their users, so nothing outside this room writes them as
//! literals. Their fields are public all the same: they can be read, and changed in place.

use super::constraint::Constraint;
use super::crowd::{Crowd, Measure, SpeedArea, Stop};
use super::group::Group;
use super::motion::Motion;
use super::place::Place;
use super::seek::Goods;
use super::table::setter;
use super::things::{Barrier, BarrierCost, Door, Flow, Polygon, Source, Wall, Weight, YAxis};
use super::world::World;
use wayfront_geometry::Point;

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

impl World {
    setter! { with_name name [Option<String>] [] }
    setter! { with_files files [Vec<String>] [] }
    setter! { with_areas areas [Vec<Polygon>] [] }
    setter! { with_obstacles obstacles [Vec<Polygon>] [] }
    setter! { with_walls walls [Vec<Wall>] [] }
    setter! { with_sources sources [Vec<Source>] [] }
    setter! { with_weights weights [Vec<Weight>] [] }
    setter! { with_barriers barriers [Vec<Barrier>] [] }
    setter! { with_doors doors [Vec<Door>] [] }
    setter! { with_motions motions [Vec<Motion>] [] }
    setter! { with_constraints constraints [Vec<Constraint>] [] }
    setter! { with_flow flow [Option<Flow>] [impl Into<Option<Flow>>] }
    setter! { with_y_axis y_axis [YAxis] [] }
    setter! { with_crowd crowd [Option<Crowd>] [impl Into<Option<Crowd>>] }
}

impl Source {
    /// The same source under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        self.with_name(Some(name.to_owned()))
    }

    /// The same source as an exit.
    #[must_use]
    pub fn as_exit(self) -> Self {
        Self { exit: true, ..self }
    }
}

impl Weight {
    /// Behind this corner one travels at this speed; 1 is the ordinary one.
    #[must_use]
    pub fn new(corner: impl Into<Point>, speed: f64) -> Self {
        Self { corner: corner.into(), weight: speed, ..Self::blank() }
    }
}

impl Barrier {
    /// A barrier of this cost.
    #[must_use]
    pub fn new(segment: [Point; 2], cost: BarrierCost) -> Self {
        Self { segment, cost, ..Self::blank() }
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

impl Door {
    /// The same door, open.
    #[must_use]
    pub fn opened(self) -> Self {
        self.with_open(true)
    }
}

impl Default for Flow {
    fn default() -> Self {
        Self::blank()
    }
}

impl Flow {
    /// A flow from entrances to exits: chains of points on the boundary.
    #[must_use]
    pub fn new(entrances: Vec<Vec<Point>>, exits: Vec<Vec<Point>>) -> Self {
        Self { entrances, exits, ..Self::blank() }
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
