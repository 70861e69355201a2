//! The layers of a world: ground, obstacles, walls, and what happens in it.

mod moving;
mod places;

pub(crate) use places::group_name;

use crate::colours::{Colour, Theme};
use crate::error::DrawError;
use crate::layers::{Fill, Key, Label, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use places::places;
use wayfront_geometry::{Bounds, Point, ring_area};
use wayfront_world::{BarrierCost, Door, Flow, Polygon, Source, World};

/// Widths of lines, in units.
const OUTLINE: f64 = 2.4;
const WALL: f64 = 3.0;
const SOURCE: f64 = 6.0;
const DOOR: f64 = 5.0;
const OPEN_DOOR: f64 = 1.6;
/// Share of an open door's width that a leaf covers.
const LEAF: f64 = 0.1;
const CHAIN: f64 = 11.0;
const BARRIER: f64 = 3.6;

impl Picture {
    /// A picture of everything in the world.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_world(world: &World, options: &Options) -> Result<Self, DrawError> {
        picture_of(world, Goals::Sources, options)
    }
}

/// What a picture calls the sources of its world that are not listed as exits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goals {
    /// Costs spread from sources.
    Sources,
    /// People leave by exits.
    Exits,
}

/// A picture of everything in the world.
pub(crate) fn picture_of(world: &World, goals: Goals, options: &Options) -> Result<Picture, DrawError> {
    let walkable = world.walkable().ok_or(DrawError::Empty)?;
    let ground = same_way_around(&walkable);
    let view = view(world, &ground)?;
    let mut picture = Picture::new(view, world.y_axis, options)?;
    picture.set_title(world.name.clone().filter(|_| options.title));
    picture.set_walkable(ground.clone());
    let theme = &options.theme;
    let outside = vec![options.view.unwrap_or(view).corners().to_vec()];
    picture.push(Layer::new("outside", ZLevel::Ground, area(outside, theme.outside, theme)));
    picture.push(Layer::new("walkable", ZLevel::Ground, area(ground, theme.walkable, theme)));
    solids(world, theme, &mut picture);
    doors(world, theme, &mut picture);
    // Names find places in the order of layers: those of exits before those of what is measured.
    if options.labels {
        picture.push(Layer::new("names", ZLevel::Mark, Primitive::Labels(names(world, theme))));
    }
    if let Some(flow) = &world.flow {
        chains(flow, theme, &mut picture);
    }
    if let Some(crowd) = &world.crowd {
        places(crowd, options, &mut picture);
    }
    barriers(world, theme, &mut picture);
    weights(world, theme, &mut picture);
    sources(world, goals, theme, &mut picture);
    Ok(picture)
}

/// Outer rings counter-clockwise and holes clockwise, so that the non-zero rule fills their union.
fn same_way_around(polygons: &[Polygon]) -> Vec<Vec<Point>> {
    let turned = |ring: &[Point], counter_clockwise: bool| {
        let mut ring = ring.to_vec();
        if (ring_area(&ring) > 0.0) != counter_clockwise {
            ring.reverse();
        }
        ring
    };
    let rings = polygons.iter().flat_map(|polygon| polygon.rings().enumerate());
    rings.map(|(i, ring)| turned(ring, i == 0)).collect()
}

/// The walkable area, and sources that lie a little beside it: a picture should show what is wrong.
fn view(world: &World, ground: &[Vec<Point>]) -> Result<Bounds, DrawError> {
    if ground.iter().flatten().any(|p| !p.is_finite()) {
        return Err(DrawError::NotFinite);
    }
    let mut view = Bounds::of(ground.iter().flatten());
    let near = view.grown(view.size() / 2.0);
    for &p in world.sources.iter().flat_map(|s| s.shape.points()).filter(|&&p| near.contains(p)) {
        view.include(p);
    }
    Ok(view)
}

fn area(rings: Vec<Vec<Point>>, colour: Colour, theme: &Theme) -> Primitive {
    Primitive::Polygons { rings, fill: Fill::solid(colour), outline: Some(Stroke::new(theme.outline, OUTLINE)) }
}

fn solids(world: &World, theme: &Theme, picture: &mut Picture) {
    if !world.obstacles.is_empty() {
        let rings = same_way_around(&world.obstacles);
        picture.push(Layer::new("obstacles", ZLevel::Solid, area(rings, theme.obstacle, theme)));
        picture.push_key(Key::Area { label: "obstacle".into(), fill: theme.obstacle, outline: theme.outline });
    }
    if !world.walls.is_empty() {
        let lines = world.walls.iter().map(|wall| wall.points.clone()).collect();
        let stroke = Stroke::new(theme.wall, WALL);
        picture.push(Layer::new("walls", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
        picture.push_key(Key::Line { label: "wall".into(), stroke });
    }
}

/// Closed doors are drawn in full; of an open one the leaves stand at both ends, and a thin line says where it will be.
fn doors(world: &World, theme: &Theme, picture: &mut Picture) {
    let (open, closed): (Vec<&Door>, Vec<&Door>) = world.doors.iter().partition(|door| door.open);
    let solid = Stroke::new(theme.door, DOOR);
    if !closed.is_empty() {
        let lines = closed.iter().map(|door| door.segment.to_vec()).collect();
        picture.push(Layer::new("doors", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke: solid }));
        picture.push_key(Key::Line { label: "closed door".into(), stroke: solid });
    }
    if !open.is_empty() {
        let lines = open.iter().map(|door| door.segment.to_vec()).collect();
        let thin = Stroke::new(theme.door.with_opacity(0.7), OPEN_DOOR).dashed(5.0, 5.0);
        let leaves =
            Primitive::Lines { lines: open.iter().flat_map(|d| leaves(d)).collect(), closed: false, stroke: solid };
        let shapes = vec![Primitive::Lines { lines, closed: false, stroke: thin }, leaves];
        picture.push(Layer::of("open-doors", ZLevel::Line, shapes));
        picture.push_key(Key::Line { label: "open door".into(), stroke: thin });
    }
}

/// The ends of an open door.
fn leaves(door: &Door) -> [Vec<Point>; 2] {
    let [a, b] = door.segment;
    [vec![a, a.lerp(b, LEAF)], vec![b, b.lerp(a, LEAF)]]
}

/// Wide translucent bands, since exits are often sources too.
fn chains(flow: &Flow, theme: &Theme, picture: &mut Picture) {
    let kinds = [("entrance", &flow.entrances, theme.entrance), ("exit", &flow.exits, theme.exit)];
    for (name, chains, colour) in kinds.into_iter().filter(|kind| !kind.1.is_empty()) {
        let stroke = Stroke::new(colour.with_opacity(0.55), CHAIN);
        let shape = Primitive::Lines { lines: chains.clone(), closed: false, stroke };
        picture.push(Layer::new(format!("{name}s"), ZLevel::Line, shape));
        picture.push_key(Key::Line { label: format!("flow {name}"), stroke });
    }
}

fn barriers(world: &World, theme: &Theme, picture: &mut Picture) {
    if world.barriers.is_empty() {
        return;
    }
    let lines = world.barriers.iter().map(|barrier| barrier.segment.to_vec()).collect();
    let stroke = Stroke::new(theme.barrier, BARRIER).dashed(8.0, 7.0);
    picture.push(Layer::new("barriers", ZLevel::Mark, Primitive::Lines { lines, closed: false, stroke }));
    picture.push_key(Key::Line { label: "barrier".into(), stroke });
}

fn weights(world: &World, theme: &Theme, picture: &mut Picture) {
    if world.weights.is_empty() {
        return;
    }
    let centres = world.weights.iter().map(|weight| weight.corner).collect();
    picture.push(Layer::new("weights", ZLevel::Mark, marks(centres, Mark::Diamond, 6.5, theme.weight, theme)));
    picture.push_key(Key::Mark { label: "speed change".into(), mark: Mark::Diamond, fill: theme.weight });
}

fn marks(centres: Vec<Point>, mark: Mark, radius: f64, fill: Colour, theme: &Theme) -> Primitive {
    Primitive::Marks { centres, mark, radius, fill, outline: Some(Stroke::new(theme.walkable, 1.6)) }
}

/// Sources and exits in their own layers, since they may stand beside each other.
fn sources(world: &World, goals: Goals, theme: &Theme, picture: &mut Picture) {
    let (exits, others): (Vec<&Source>, Vec<&Source>) =
        world.sources.iter().partition(|source| source.exit || goals == Goals::Exits);
    for (name, sources) in [("source", others), ("exit", exits)] {
        goals_named(name, &sources, theme, picture);
    }
}

fn goals_named(name: &str, sources: &[&Source], theme: &Theme, picture: &mut Picture) {
    let (points, lines): (Vec<_>, Vec<_>) =
        sources.iter().map(|s| s.shape.points().to_vec()).partition(|points| points.len() < 2);
    if !lines.is_empty() {
        let stroke = Stroke::new(theme.source, SOURCE);
        let drawn = Primitive::Lines { lines, closed: false, stroke };
        picture.push(Layer::new(format!("{name}-lines"), ZLevel::Mark, drawn));
        if points.is_empty() {
            picture.push_key(Key::Line { label: name.into(), stroke });
        }
    }
    if !points.is_empty() {
        let shape = marks(points.concat(), Mark::Disc, 6.0, theme.source, theme);
        picture.push(Layer::new(format!("{name}-points"), ZLevel::Mark, shape));
        picture.push_key(Key::Mark { label: name.into(), mark: Mark::Disc, fill: theme.source });
    }
}

/// Names of sources with their offsets, then what barriers and weights cost.
fn names(world: &World, theme: &Theme) -> Vec<Label> {
    let sources = world.sources.iter().filter_map(|source| {
        let text = source_name(source)?;
        Some(Label { at: middle(source.shape.points())?, text, colour: theme.text })
    });
    let barriers = world.barriers.iter().map(|barrier| {
        let text = match barrier.cost {
            BarrierCost::Delay(delay) => format!("+{}", short_number(delay)),
            BarrierCost::Weight(weight) => format!("×{}", short_number(weight)),
        };
        Label { at: barrier.segment[0].lerp(barrier.segment[1], 0.5), text, colour: theme.barrier }
    });
    let weights = world.weights.iter().map(|weight| Label {
        at: weight.corner,
        text: format!("×{}", short_number(weight.weight)),
        colour: theme.text,
    });
    sources.chain(barriers).chain(weights).collect()
}

fn source_name(source: &Source) -> Option<String> {
    let offset = (source.offset != 0.0).then(|| format!("+{}", short_number(source.offset)));
    match (&source.name, offset) {
        (Some(name), Some(offset)) => Some(format!("{name} ({offset})")),
        (name, offset) => name.clone().or(offset),
    }
}

/// The middle of a line's middle piece, or the point itself.
fn middle(points: &[Point]) -> Option<Point> {
    let (a, b) = (points.get((points.len().max(1) - 1) / 2)?, points.get(points.len() / 2)?);
    Some(a.lerp(*b, 0.5))
}
