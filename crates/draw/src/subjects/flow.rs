//! Pictures of flows: the distance that the flow follows with its isolines, the min cut, and lanes.
//!
//! Obstacles stay in front; the field is pale, so that the cut and the lanes are what one sees first.

use super::path_map::{costs, push_lines};
use crate::colours::{Colour, ColourMap};
use crate::error::DrawError;
use crate::layers::{Key, Label, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_flow::{FlowMap, Gate, Lane, Lanes, PlainLine};
use wayfront_geometry::Point;
use wayfront_views::{MapShapes, round_levels};
use wayfront_world::World;

/// Widths of lines, in units.
const ISOLINE: f64 = 1.0;
const CUT: f64 = 4.4;
const LANE: f64 = 2.0;
const BEFORE: f64 = 1.2;
const PLAIN: f64 = 1.6;
/// How strong the field's colours are, of 255.
const FIELD: u8 = 90;
/// About how many lines of equal distance are drawn.
const ISOLINES: usize = 20;
/// Curves and their polylines differ by less than a third of a pixel.
const TOLERANCE: f64 = 0.3;

/// What a picture of a flow shows besides the world.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FlowPicture<'a> {
    /// The flow: its field and its min cut.
    pub flow: &'a FlowMap,
    /// Lanes, with arrows; their cut is drawn instead of the flow's.
    pub lanes: Option<&'a Lanes<'a>>,
    /// The same lanes before they were shortened, thinner.
    pub before: Option<&'a Lanes<'a>>,
    /// Lines of the flow that ignores the radius; those that are too narrow for a lane are marked.
    pub plain: &'a [PlainLine],
}

impl<'a> FlowPicture<'a> {
    /// The flow alone.
    #[must_use]
    pub fn new(flow: &'a FlowMap) -> Self {
        Self { flow, lanes: None, before: None, plain: &[] }
    }

    /// The same with [lanes](Self::lanes).
    #[must_use]
    pub fn lanes(self, lanes: impl Into<Option<&'a Lanes<'a>>>) -> Self {
        Self { lanes: lanes.into(), ..self }
    }

    /// The same with lanes [before](Self::before) they were shortened.
    #[must_use]
    pub fn before(self, lanes: impl Into<Option<&'a Lanes<'a>>>) -> Self {
        Self { before: lanes.into(), ..self }
    }

    /// The same with the lines of the [plain](Self::plain) flow.
    #[must_use]
    pub fn plain(self, lines: &'a [PlainLine]) -> Self {
        Self { plain: lines, ..self }
    }
}

impl Picture {
    /// A picture of a world and what flows through it.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_flow(world: &World, shown: &FlowPicture, options: &Options) -> Result<Self, DrawError> {
        // Doors of path maps would cover entrances and exits.
        let world = world.clone().with_sources(Vec::new()).with_weights(Vec::new()).with_barriers(Vec::new());
        let mut picture = Self::of_world(&world, options)?;
        field(shown.flow, options, &mut picture)?;
        let tolerance = TOLERANCE / picture.frame.scale;
        if let Some(before) = shown.before {
            let grey = options.theme.outline.mixed(options.theme.walkable, 0.25);
            let stroke = Stroke::new(grey, BEFORE).dashed(5.0, 4.0);
            lanes("lanes-before", "before shortening", before.lanes(), stroke, tolerance, &mut picture);
        }
        plain(shown.plain, tolerance, &mut picture);
        if let Some(after) = shown.lanes {
            let stroke = Stroke::new(Colour::hex(0x0B_3C_8C), LANE).with_arrow();
            let label = format!("lane ({})", after.lanes().len());
            lanes("lanes", &label, after.lanes(), stroke, tolerance, &mut picture);
        }
        cut(shown, options, &mut picture);
        Ok(picture)
    }
}

fn field(flow: &FlowMap, options: &Options, picture: &mut Picture) -> Result<(), DrawError> {
    let map = flow.levels();
    let shapes = MapShapes::within(map, TOLERANCE / picture.frame.scale);
    let most = shapes.max_cost().unwrap_or(0.0);
    let raster = costs::raster(map, picture, ColourMap::NearFar, most, FIELD)?;
    picture.push(Layer::new("distance", ZLevel::Field, Primitive::Image(raster)));
    let levels = round_levels(0.0, most, ISOLINES);
    let isolines = shapes.isolines(&levels);
    let colour = options.theme.walkable.mixed(options.theme.outline, 0.5);
    let stroke = Stroke::new(colour, ISOLINE);
    push_lines("isolines", isolines.iter().map(|i| &i.line), stroke, picture);
    if let [first, second, ..] = levels[..] {
        let label = format!("equal distance, every {} {}", short_number(second - first), options.length_unit);
        picture.push_key(Key::Line { label, stroke });
    }
    Ok(())
}

fn lanes<'a>(
    name: &str,
    label: &str,
    lanes: impl IntoIterator<Item = &'a Lane>,
    stroke: Stroke,
    tolerance: f64,
    picture: &mut Picture,
) {
    let lines: Vec<Vec<Point>> = lanes.into_iter().map(|lane| lane.polyline(tolerance)).collect();
    if !lines.is_empty() {
        picture.push(Layer::new(name, ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
        picture.push_key(Key::Line { label: label.into(), stroke });
    }
}

/// Lines that ignore the radius: what they lose is what the lanes win back.
fn plain(lines: &[PlainLine], tolerance: f64, picture: &mut Picture) {
    for (name, has_room, colour) in
        [("plain", true, Colour::hex(0x2E_7D_3C)), ("plain-lost", false, Colour::hex(0xD9_6B_00))]
    {
        let chosen: Vec<&Lane> = lines.iter().filter(|l| l.has_room == has_room).map(|l| &l.lane).collect();
        let kind = if has_room { "with room" } else { "without room" };
        let label = format!("plain flow, {kind} ({})", chosen.len());
        lanes(name, &label, chosen, Stroke::new(colour, PLAIN), tolerance, picture);
    }
}

/// The gates of the cut, each with its width and how many lanes pass it.
fn cut(shown: &FlowPicture, options: &Options, picture: &mut Picture) {
    let gates = shown.lanes.map_or(shown.flow.cut(), |lanes| lanes.cut());
    let colour = Colour::hex(0xC8_10_2E);
    let stroke = Stroke::new(colour, CUT);
    let halo = Stroke::new(options.theme.walkable.with_opacity(0.8), CUT + 2.4);
    let lines = |stroke| {
        let lines = gates.iter().map(|gate| gate.points.clone()).collect();
        Primitive::Lines { lines, closed: false, stroke }
    };
    let ends: Vec<Point> =
        gates.iter().flat_map(|g| g.points.first().into_iter().chain(g.points.last())).copied().collect();
    let marks = Primitive::Marks { centres: ends, mark: Mark::Disc, radius: 3.6, fill: colour, outline: None };
    let label = |gate: &Gate| {
        let width = format!("{} {}", short_number(gate.width), options.length_unit);
        let text = match shown.lanes.map(|lanes| lanes.lanes_through(gate)) {
            Some(1) => format!("{width}: 1 lane"),
            Some(count) => format!("{width}: {count} lanes"),
            None => width,
        };
        let last = gate.points.len() - 1;
        Label { at: gate.points[last / 2].lerp(gate.points[last.div_ceil(2)], 0.5), text, colour }
    };
    let names = Primitive::Labels(gates.iter().map(label).collect());
    let shapes = vec![lines(halo), lines(stroke), marks, names];
    picture.push(Layer::of("cut", ZLevel::Mark, shapes));
    let width = short_number(gates.iter().map(|gate| gate.width).sum());
    picture.push_key(Key::Line { label: format!("min cut ({width} {})", options.length_unit), stroke });
}
