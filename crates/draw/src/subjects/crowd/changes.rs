//! Pictures of runs in which the scene changes. A moment shows the scene as it is then. A still shows all moments at
//! once: what opens, closes, comes or goes has a colour of its own, and the key says when.

use crate::error::DrawError;
use crate::layers::{Fill, Key, Label, Layer, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use crate::subjects::world::{Goals, picture_of};
use wayfront_geometry::Point;
use wayfront_world::{Change, Kind, Motion, World};

/// Widths of lines, in units.
const LINE: f64 = 5.0;
const OUTLINE: f64 = 2.0;
/// How opaque an obstacle is that comes and goes.
const VEIL: f64 = 0.22;
/// The most changes that are listed one by one, and the most things that are named.
const MOST_LISTED: usize = 4;
const MOST_NAMED: usize = 3;

/// A thing that changes, and when.
struct Changing {
    kind: Kind,
    index: usize,
    when: String,
}

/// A picture of what stays as it is in a run, and of what changes in it.
pub fn still(world: &World, options: &Options) -> Result<Picture, DrawError> {
    let changing: Vec<Changing> = world.motions.iter().filter_map(|motion| Changing::of(motion, world)).collect();
    if changing.is_empty() {
        let mut picture = picture_of(world, Goals::Exits, options)?;
        picture.show_moving(world, &world.at(0.0), options);
        return Ok(picture);
    }
    let mut picture = picture_of(&without(world, &changing), Goals::Exits, options)?;
    picture.show_moving(world, &world.at(0.0), options);
    let shapes = changing.iter().map(|thing| thing.shape(world, options)).collect();
    picture.push(Layer::of("changes", ZLevel::Mark, shapes));
    let entries = entries(world, &changing);
    if options.labels && entries.len() > 1 {
        let names = changing.iter().map(|thing| thing.label(world, options)).collect();
        picture.push(Layer::new("names-of-changes", ZLevel::Mark, Primitive::Labels(names)));
    }
    entries.into_iter().for_each(|(kind, text)| picture.push_key(key(kind, text, options)));
    Ok(picture)
}

/// What all moments of a run explain, so that their pictures have the same size.
pub fn keys_of_run(world: &World, options: &Options) -> Result<Vec<Key>, DrawError> {
    let doors = world.motions.iter().filter(|motion| Changing::of(motion, world).is_some());
    let doors = doors.filter(|motion| motion.thing.kind == Kind::Door).filter_map(|m| m.thing.index_in(world));
    let mut all = world.clone().with_motions(Vec::new());
    all.doors.extend(doors.map(|k| world.doors[k].clone().with_open(!world.doors[k].open)));
    Ok(picture_of(&all, Goals::Exits, options)?.keys().to_vec())
}

/// The world without what changes.
fn without(world: &World, changing: &[Changing]) -> World {
    let of = |kind: Kind| changing.iter().filter(move |thing| thing.kind == kind).map(|thing| thing.index);
    let mut rest = world.at(0.0);
    rest.obstacles.retain(|obstacle| of(Kind::Obstacle).all(|k| world.obstacles[k] != *obstacle));
    rest.barriers.retain(|barrier| of(Kind::Barrier).all(|k| world.barriers[k] != *barrier));
    let doors = rest.doors.into_iter().enumerate().filter(|(k, _)| of(Kind::Door).all(|other| other != *k));
    rest.doors = doors.map(|(_, door)| door).collect();
    rest
}

impl Changing {
    /// `None` for what stays as it is, and for what moves little by little.
    fn of(motion: &Motion, world: &World) -> Option<Self> {
        let (kind, index) = (motion.thing.kind, motion.thing.index_in(world)?);
        let (at_first, values) = match (&motion.change, kind) {
            (Change::Open(values), Kind::Door) => (world.doors[index].open, values),
            (Change::Present(values), Kind::Obstacle | Kind::Barrier) => (true, values),
            _ => return None,
        };
        let when = when(at_first, values, motion, verbs(kind))?;
        Some(Self { kind, index, when })
    }

    fn name(&self, world: &World) -> String {
        let name = match self.kind {
            Kind::Door => Some(world.doors[self.index].name.clone()),
            Kind::Obstacle => world.obstacles[self.index].name.clone(),
            Kind::Source | Kind::Barrier => None,
        };
        name.unwrap_or_else(|| self.kind.name().into())
    }

    fn shape(&self, world: &World, options: &Options) -> Primitive {
        let line = |segment: [Point; 2]| {
            let stroke = stroke(self.kind, options);
            Primitive::Lines { lines: vec![segment.to_vec()], closed: false, stroke }
        };
        match self.kind {
            Kind::Door => line(world.doors[self.index].segment),
            Kind::Barrier => line(world.barriers[self.index].segment),
            Kind::Obstacle | Kind::Source => Primitive::Polygons {
                rings: world.obstacles[self.index].rings().map(<[Point]>::to_vec).collect(),
                fill: Fill::solid(options.theme.change.with_opacity(VEIL)),
                outline: Some(stroke(self.kind, options)),
            },
        }
    }

    /// Its name, or when it changes, beside it.
    fn label(&self, world: &World, options: &Options) -> Label {
        let middle = |[a, b]: [Point; 2]| a.lerp(b, 0.5);
        let (at, is_named) = match self.kind {
            Kind::Door => (middle(world.doors[self.index].segment), true),
            Kind::Barrier => (middle(world.barriers[self.index].segment), false),
            Kind::Obstacle | Kind::Source => {
                let obstacle = &world.obstacles[self.index];
                let sum = obstacle.outer.iter().fold(Point::default(), |sum, &p| sum + p);
                (sum * (1.0 / obstacle.outer.len().max(1) as f64), obstacle.name.is_some())
            }
        };
        let text = if is_named { self.name(world) } else { self.when.clone() };
        Label { at, text, colour: options.theme.change }
    }
}

/// What the key says: things that change alike share an entry.
fn entries(world: &World, changing: &[Changing]) -> Vec<(Kind, String)> {
    let mut alike: Vec<(&Changing, Vec<String>)> = Vec::new();
    for thing in changing {
        let name = thing.name(world);
        match alike.iter_mut().find(|(first, _)| first.kind == thing.kind && first.when == thing.when) {
            Some((_, names)) => names.push(name),
            None => alike.push((thing, vec![name])),
        }
    }
    let entry = |(first, mut names): (&Changing, Vec<String>)| {
        let (kind, count) = (first.kind.name(), names.len());
        names.dedup();
        let many = count > MOST_NAMED || (count > 1 && names == [kind]);
        let names = if many { format!("{count} {kind}s") } else { names.join(", ") };
        (first.kind, format!("{names}: {}", first.when))
    };
    alike.into_iter().map(entry).collect()
}

fn key(kind: Kind, label: String, options: &Options) -> Key {
    let change = options.theme.change;
    match kind {
        Kind::Obstacle => Key::Area { label, fill: change.with_opacity(VEIL), outline: change },
        _ => Key::Line { label, stroke: stroke(kind, options) },
    }
}

fn stroke(kind: Kind, options: &Options) -> Stroke {
    match kind {
        Kind::Obstacle => Stroke::new(options.theme.change, OUTLINE),
        _ => Stroke::new(options.theme.change, LINE).dashed(9.0, 7.0),
    }
}

/// What things do that begin, or cease, to be there.
const fn verbs(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::Door => ["closes", "opens"],
        _ => ["goes", "comes"],
    }
}

/// When a thing changes; `None` for one that never does.
fn when(at_first: bool, values: &[bool], motion: &Motion, verbs: [&str; 2]) -> Option<String> {
    let (mut state, mut changes) = (at_first, Vec::new());
    for (&time, &value) in motion.times.iter().zip(values) {
        // A round ends as the next one begins.
        let value = if motion.repeat && Some(&time) == motion.times.last() { values[0] } else { value };
        if value != state && time > 0.0 {
            changes.push((time, verbs[usize::from(value)]));
        }
        state = value;
    }
    let round =
        motion.times.last().filter(|_| motion.repeat).map(|&round| format!(", every {} s", short_number(round)));
    let listed = match changes.as_slice() {
        [] => return None,
        few if few.len() <= MOST_LISTED => {
            let each: Vec<String> =
                few.iter().map(|(time, verb)| format!("{verb} at {} s", short_number(*time))).collect();
            each.join(", ")
        }
        many => {
            let [from, to] = [many[0].0, many[many.len() - 1].0].map(short_number);
            format!("{} and {} in turn, {} times from {from} s to {to} s", verbs[1], verbs[0], many.len())
        }
    };
    Some(listed + &round.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Thing;

    fn described(at_first: bool, times: &[f64], values: &[bool], repeat: bool) -> Option<String> {
        let change = Change::Open(values.to_vec());
        let motion = Motion::new(Thing::nth(Kind::Door, 0), times, change).with_repeat(repeat);
        when(at_first, values, &motion, verbs(Kind::Door))
    }

    #[test]
    fn changes_are_described_in_words() {
        assert_eq!(described(false, &[20.0], &[true], false).unwrap(), "opens at 20 s");
        assert_eq!(described(false, &[20.0, 60.5], &[true, false], false).unwrap(), "opens at 20 s, closes at 60.5 s");
        assert_eq!(described(false, &[0.0, 6.0], &[true, false], false).unwrap(), "closes at 6 s");
        assert_eq!(
            described(false, &[0.0, 20.0, 40.0], &[false, true, true], true).unwrap(),
            "opens at 20 s, closes at 40 s, every 40 s"
        );
        let times: Vec<f64> = (1..=7).map(f64::from).collect();
        let values: Vec<bool> = (0..7).map(|k| k % 2 == 0).collect();
        assert_eq!(
            described(false, &times, &values, false).unwrap(),
            "opens and closes in turn, 7 times from 1 s to 7 s"
        );
    }

    #[test]
    fn what_never_changes_is_not_described() {
        assert_eq!(described(true, &[5.0, 9.0], &[true, true], false), None);
        assert_eq!(described(false, &[0.0], &[true], false), None);
        assert_eq!(described(false, &[0.0, 7.0], &[true, false], true), None, "open in every round");
    }
}
