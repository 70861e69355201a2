//! The world at a moment.
//!
//! Values at key frames are taken as they are, bit for bit; only between them something is computed. Linear in the
//! world and its motions.

use super::constraint::Constraint;
use super::handle::{Handle, Kind};
use super::motion::{Change, Motion};
use super::things::Shape;
use super::world::World;
use wayfront_geometry::Point;

impl World {
    /// The world at a time, in seconds: everything moved to its place, doors open or closed, and nothing that is absent
    /// then. It has no motions itself; where the world has no areas, it has the box in which all motions find place.
    ///
    /// Times before zero count as zero. Motions of things that the world does not have are passed over:
    /// [`validate`](crate::validate) reports them.
    ///
    /// ```
    /// use wayfront_world::{Change, Kind, Motion, Source, Thing, World};
    /// let source = Source::point((1.0, 1.0));
    /// let there = Change::Shifts(vec![(0.0, 0.0).into(), (8.0, 4.0).into()]);
    /// let motion = Motion::new(Thing::nth(Kind::Source, 0), [0.0, 2.0], there);
    /// let world = World::new().source(source).motion(motion);
    /// assert_eq!(world.duration(), 2.0);
    /// assert_eq!(world.at(0.5).sources, [Source::point((3.0, 2.0))]);
    /// ```
    #[must_use]
    pub fn at(&self, seconds: f64) -> Self {
        let mut world = Self { motions: Vec::new(), ..self.clone() };
        if !self.motions.is_empty() && self.areas.is_empty() {
            world.areas = self.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
        }
        let mut absent: [Vec<bool>; 4] = KINDS.map(|kind| vec![false; kind.count(self)]);
        for motion in &self.motions {
            let Some(index) = motion.thing.index_in(self) else { continue };
            match motion.state_at(seconds) {
                Some(State::Shifted(shift)) => world.shift(motion.thing.kind, index, shift, self),
                Some(State::Segment(ends)) => world.sources[index].shape = segment_or_point(ends),
                Some(State::Open(open)) if motion.thing.kind == Kind::Door => world.doors[index].open = open,
                Some(State::Present(present)) => absent[motion.thing.kind as usize][index] = !present,
                _ => {}
            }
        }
        world.leave_out(&absent);
        world
    }

    /// When the last motion has done its round, in seconds; zero where nothing moves.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.motions.iter().filter_map(|m| m.times.last()).copied().fold(0.0, f64::max)
    }

    /// Moves a thing; weights at the vertices of an obstacle, as `described`, move with it.
    fn shift(&mut self, kind: Kind, index: usize, shift: Point, described: &Self) {
        let moved = |points: &mut [Point]| points.iter_mut().for_each(|p| *p = *p + shift);
        match kind {
            Kind::Obstacle => {
                let obstacle = &mut self.obstacles[index];
                moved(&mut obstacle.outer);
                obstacle.holes.iter_mut().for_each(|hole| moved(hole));
                for (weight, before) in self.weights.iter_mut().zip(&described.weights) {
                    if described.obstacles[index].rings().any(|ring| ring.contains(&before.corner)) {
                        weight.corner = before.corner + shift;
                    }
                }
            }
            Kind::Source => match &mut self.sources[index].shape {
                Shape::Point(p) => *p = *p + shift,
                Shape::Segment(ends) => moved(ends),
                Shape::Polyline(points) => moved(points),
            },
            Kind::Door => moved(&mut self.doors[index].segment),
            Kind::Barrier => moved(&mut self.barriers[index].segment),
        }
    }

    /// Takes the absent things away, and weights at the vertices of absent obstacles.
    fn leave_out(&mut self, absent: &[Vec<bool>; 4]) {
        let [obstacles, sources, _, barriers] = absent;
        self.leave_out_constraints(obstacles, sources);
        let gone = self.obstacles.iter().zip(obstacles).filter(|o| *o.1).flat_map(|o| o.0.rings()).flatten();
        let gone: Vec<Point> = gone.copied().collect();
        self.weights.retain(|weight| !gone.contains(&weight.corner));
        keep_present(&mut self.obstacles, obstacles);
        keep_present(&mut self.sources, sources);
        keep_present(&mut self.barriers, barriers);
    }

    /// Leaves out constraints that are attached to something absent, and counts the others' obstacles anew. Asked before
    /// those are taken away.
    fn leave_out_constraints(&mut self, obstacles: &[bool], sources: &[bool]) {
        let mut constraints = std::mem::take(&mut self.constraints);
        let is_absent = |(kind, index): (Kind, usize)| match kind {
            Kind::Obstacle => obstacles.get(index).copied().unwrap_or(false),
            _ => sources.get(index).copied().unwrap_or(false),
        };
        constraints.retain(|c| !c.handles().any(|handle| c.thing_in(handle, self).is_some_and(is_absent)));
        for handle in constraints.iter_mut().flat_map(Constraint::handles_mut) {
            if let Handle::Index(index) = handle {
                *index -= obstacles.iter().take(*index).filter(|&&absent| absent).count();
            }
        }
        self.constraints = constraints;
    }
}

/// In the order of their numbers.
const KINDS: [Kind; 4] = [Kind::Obstacle, Kind::Source, Kind::Door, Kind::Barrier];

fn keep_present<T>(things: &mut Vec<T>, absent: &[bool]) {
    let mut absent = absent.iter();
    things.retain(|_| !absent.next().copied().unwrap_or(false));
}

fn segment_or_point([a, b]: [Point; 2]) -> Shape {
    if a == b { Shape::Point(a) } else { Shape::Segment([a, b]) }
}

/// What a motion says of its thing at a moment.
enum State {
    Shifted(Point),
    Segment([Point; 2]),
    Open(bool),
    Present(bool),
}

impl Motion {
    /// `None` before the first step, and where a list of values is too short.
    fn state_at(&self, seconds: f64) -> Option<State> {
        let time = self.time_in_round(seconds);
        let passed = self.times.iter().take_while(|&&t| t <= time).count();
        let step = |steps: &[bool]| steps.get(passed.checked_sub(1)?).copied();
        Some(match &self.change {
            Change::Open(steps) => State::Open(step(steps)?),
            Change::Present(steps) => State::Present(step(steps)?),
            Change::Shifts(shifts) => State::Shifted(self.between(shifts, passed, time, Point::lerp)?),
            Change::Segments(segments) => {
                let lerp = |a: [Point; 2], b: [Point; 2], t| [a[0].lerp(b[0], t), a[1].lerp(b[1], t)];
                State::Segment(self.between(segments, passed, time, lerp)?)
            }
        })
    }

    fn time_in_round(&self, seconds: f64) -> f64 {
        let time = seconds.max(0.0); // also for NaN
        match self.times.last() {
            Some(&round) if self.repeat && round > 0.0 => time % round,
            _ => time,
        }
    }

    /// The value between the key frames around `time`, of which `passed` are not later.
    fn between<T: Copy>(&self, values: &[T], passed: usize, time: f64, lerp: impl Fn(T, T, f64) -> T) -> Option<T> {
        let (before, after) = (passed.saturating_sub(1), passed.min(self.times.len().checked_sub(1)?));
        let (from, to) = (*values.get(before)?, *values.get(after)?);
        let (start, end) = (self.times[before], self.times[after]);
        Some(if time <= start || before == after { from } else { lerp(from, to, (time - start) / (end - start)) })
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{
        Barrier, BarrierCost, Change, Door, Kind, Motion, Polygon, Shape, Source, Thing, Weight, World,
    };
    use wayfront_geometry::Point;

    fn square(x: f64) -> Polygon {
        Polygon::ring([(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)])
    }

    fn world() -> World {
        let segment = [Point::new(4.0, 0.0), Point::new(4.0, 9.0)];
        World::new()
            .area(Polygon::ring([(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]))
            .with_obstacles(vec![square(2.0).named("cart"), square(6.0)])
            .with_sources(vec![Source::point((0.5, 0.5)), Source::segment((8.0, 8.0), (8.5, 8.0))])
            .weight(Weight::new(Point::new(3.0, 1.0), 2.0))
            .barrier(Barrier::new(segment, BarrierCost::Delay(1.0)))
            .door(Door::new("gate", (0.0, 5.0), (9.0, 5.0)))
    }

    fn shifts(points: &[[f64; 2]]) -> Change {
        Change::Shifts(points.iter().map(|&p| p.into()).collect())
    }

    fn with(motion: Motion) -> World {
        world().with_motions(vec![motion])
    }

    #[test]
    fn shifts_run_straight_between_key_frames_and_hold_beyond_them() {
        let cart = Thing::named(Kind::Obstacle, "cart");
        let moving = with(Motion::new(cart, [2.0, 4.0, 10.0], shifts(&[[1.0, 0.0], [3.0, 1.0], [3.0, 4.0]])));
        for (time, left) in [
            (-1.0, [3.0, 0.0]),
            (f64::NAN, [3.0, 0.0]),
            (2.0, [3.0, 0.0]),
            (3.0, [4.0, 0.5]),
            (7.0, [5.0, 2.5]),
            (99.0, [5.0, 4.0]),
        ] {
            let moment = moving.at(time);
            assert_eq!(moment.obstacles[0].outer[0], left.into(), "{time}");
            assert_eq!(moment.weights[0].corner, Point::new(left[0] + 1.0, left[1] + 1.0), "the weight rides along");
            assert_eq!(moment.obstacles[1], moving.obstacles[1]);
            assert!(moment.motions.is_empty());
        }
    }

    #[test]
    fn rounds_begin_anew() {
        let source = Thing::nth(Kind::Source, 0);
        let moving = with(Motion::new(source, [0.0, 4.0], shifts(&[[0.0, 0.0], [4.0, 0.0]])).repeated());
        let x = |time: f64| moving.at(time).sources[0].shape.points()[0].x;
        assert_eq!([x(1.0), x(4.0), x(5.0), x(11.0)], [1.5, 0.5, 1.5, 3.5]);
        assert_eq!(moving.duration(), 4.0);
    }

    #[test]
    fn key_frames_are_met_to_the_last_bit() {
        let third = Point::new(1.0 / 3.0, 0.1);
        let moving = with(Motion::new(
            Thing::nth(Kind::Source, 1),
            [0.0, 0.3, 0.7],
            Change::Segments(vec![[Point::new(7.0, 7.1); 2], [third, Point::new(0.2, 0.3)], [third, third]]),
        ));
        assert_eq!(moving.at(0.0).sources[1].shape, Shape::Point(Point::new(7.0, 7.1)));
        assert_eq!(moving.at(0.3).sources[1].shape, Shape::Segment([third, Point::new(0.2, 0.3)]));
        assert!(matches!(moving.at(0.15).sources[1].shape, Shape::Segment(_)));
        assert_eq!(moving.at(0.7).sources[1].shape, Shape::Point(third));
    }

    #[test]
    fn doors_open_and_close_in_steps() {
        let moving = with(Motion::new(Thing::named(Kind::Door, "gate"), [2.0, 5.0], Change::Open(vec![true, false])));
        let states = [0.0, 1.9, 2.0, 4.9, 5.0, 9.0].map(|time| moving.at(time).doors[0].open);
        assert_eq!(states, [false, false, true, true, false, false]);
        assert_eq!(moving.at(3.0).closed_doors().count(), 0);
        assert_eq!(moving.at(6.0).closed_doors().next(), Some(moving.doors[0].segment));
    }

    #[test]
    fn absent_things_are_left_out_with_what_hangs_on_them() {
        let gone = |kind, index| Motion::new(Thing::nth(kind, index), [1.0, 3.0], Change::Present(vec![false, true]));
        let motions = vec![gone(Kind::Obstacle, 0), gone(Kind::Source, 1), gone(Kind::Barrier, 0)];
        let moving = world().with_motions(motions);
        let counts = |time: f64| {
            let w = moving.at(time);
            [w.obstacles.len(), w.sources.len(), w.barriers.len(), w.weights.len(), w.doors.len()]
        };
        assert_eq!([counts(0.0), counts(1.0), counts(3.0)], [[2, 2, 1, 1, 1], [1, 1, 0, 0, 1], [2, 2, 1, 1, 1]]);
        assert_eq!(moving.at(2.0).obstacles[0], moving.obstacles[1]);
    }

    #[test]
    fn without_areas_every_moment_has_the_same_box() {
        let cart = Thing::named(Kind::Obstacle, "cart");
        let mut moving = with(Motion::new(cart, [0.0, 1.0], shifts(&[[-5.0, 0.0], [20.0, 3.0]])));
        moving.areas.clear();
        let bounds = moving.bounds();
        assert_eq!((bounds.min, bounds.max), (Point::new(-3.0, 0.0), Point::new(23.0, 9.0)));
        assert_eq!(moving.at(0.0).areas, moving.at(0.7).areas);
        assert_eq!(moving.at(0.3).areas[0].outer, moving.walkable().unwrap()[0].outer);
    }

    #[test]
    fn motions_of_nothing_change_nothing() {
        let strange = [Thing::nth(Kind::Barrier, 7), Thing::named(Kind::Door, "gat")];
        let motions = strange.map(|thing| Motion::new(thing, [0.0], shifts(&[[1.0, 1.0]]))).to_vec();
        let mut bare = world().with_motions(motions);
        bare.motions.push(Motion::new(Thing::nth(Kind::Door, 0), [], Change::Open(vec![])));
        assert_eq!(bare.at(5.0), world());
    }
}
