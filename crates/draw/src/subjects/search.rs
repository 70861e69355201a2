//! Pictures of searches: which states were expanded, by round; what constraints say; the path.

use crate::colours::Colour;
use crate::error::DrawError;
use crate::layers::{Fill, Key, Layer, Mark, Primitive, RasterImage, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_domain::CellGrid;
use wayfront_geometry::Point;
use wayfront_search::{ConstraintField, ExpandedStates};
use wayfront_world::World;

const PATH: f64 = 2.8;
/// Colours of the rounds, the first one first; later ones share the last.
const ROUNDS: [u32; 4] = [0xF2_C1_4E, 0x5F_A8_D3, 0x9B_7F_C7, 0x8F_BF_7F];
const REPAIRED: u32 = 0xE0_6C_4F;
const ATTRACTS: u32 = 0x2E_8B_57;
const REPELS: u32 = 0xC2_3B_22;

/// What a search did, to be drawn.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SearchDrawing {
    /// Which states were expanded, by round.
    pub seen: ExpandedStates,
    /// The rounds are one repair.
    pub is_repair: bool,
    /// What is repaired: cells that were changed.
    pub changed: Vec<Vec<Point>>,
    /// The constraints.
    pub field: ConstraintField,
    /// The path.
    pub path: Vec<Point>,
}

impl SearchDrawing {
    /// A path among constraints.
    #[must_use]
    pub fn new(path: Vec<Point>, field: ConstraintField) -> Self {
        Self { path, field, ..Self::default() }
    }
}

impl Picture {
    /// A picture of a world and of a search in it: expanded states by round, constraints, and the path.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_search(world: &World, drawing: &SearchDrawing, options: &Options) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let mut rounds: Vec<u16> = Vec::new();
        if let Some((grid, of_cells)) = &drawing.seen.cells {
            let raster = raster(grid, of_cells, drawing.is_repair)?;
            picture.push(Layer::new("expanded", ZLevel::Field, Primitive::Image(raster)));
            rounds.extend(of_cells);
        }
        push_squares(drawing, &mut picture);
        push_places(drawing, &mut picture);
        rounds.extend(drawing.seen.squares.iter().map(|square| square.1));
        rounds.extend(drawing.seen.places.iter().map(|place| place.1));
        push_round_keys(rounds, drawing.is_repair, &mut picture);
        push_areas(world, &drawing.field, &mut picture);
        if !drawing.changed.is_empty() {
            let stroke = Stroke::new(Colour::hex(0x33_33_33), 1.0);
            let lines = Primitive::Lines { lines: drawing.changed.clone(), closed: true, stroke };
            picture.push(Layer::new("changed", ZLevel::Line, lines));
            picture.push_key(Key::Line { label: "changed cells".into(), stroke });
        }
        push_path(&drawing.path, options, &mut picture);
        Ok(picture)
    }
}

fn colour(round: u16, is_repair: bool) -> Colour {
    if is_repair {
        return Colour::hex(REPAIRED);
    }
    Colour::hex(ROUNDS[(usize::from(round).saturating_sub(1)).min(ROUNDS.len() - 1)])
}

fn raster(grid: &CellGrid, rounds: &[u16], is_repair: bool) -> Result<RasterImage, DrawError> {
    let [columns, rows] = grid.size();
    let pixel = |&round: &u16| {
        let Colour { r, g, b, .. } = colour(round, is_repair);
        if round == 0 { [0; 4] } else { [r, g, b, 255] }
    };
    RasterImage::new(grid.bounds(), columns as u32, rows as u32, rounds.iter().flat_map(pixel).collect())
}

fn push_squares(drawing: &SearchDrawing, picture: &mut Picture) {
    for round in 1..=ROUNDS.len() as u16 {
        let of_round = |square: &&(Vec<Point>, u16)| square.1.min(ROUNDS.len() as u16) == round;
        let rings: Vec<Vec<Point>> = drawing.seen.squares.iter().filter(of_round).map(|s| s.0.clone()).collect();
        if rings.is_empty() {
            continue;
        }
        let stroke = Stroke::new(Colour::hex(0xFF_FF_FF).with_opacity(0.9), 0.7);
        let fill = Fill::solid(colour(round, drawing.is_repair));
        let area = Primitive::Polygons { rings: rings.clone(), fill, outline: None };
        let lines = Primitive::Lines { lines: rings, closed: true, stroke };
        picture.push(Layer::of("leaves", ZLevel::Field, vec![area, lines]));
    }
}

fn push_places(drawing: &SearchDrawing, picture: &mut Picture) {
    for round in 1..=ROUNDS.len() as u16 {
        let of_round = |place: &&(Point, u16)| place.1.min(ROUNDS.len() as u16) == round;
        let centres: Vec<Point> = drawing.seen.places.iter().filter(of_round).map(|place| place.0).collect();
        if !centres.is_empty() {
            let fill = colour(round, drawing.is_repair);
            let marks = Primitive::Marks { centres, mark: Mark::Disc, radius: 3.4, fill, outline: None };
            picture.push(Layer::new("states", ZLevel::Line, marks));
        }
    }
}

fn push_round_keys(mut rounds: Vec<u16>, is_repair: bool, picture: &mut Picture) {
    rounds.iter_mut().for_each(|round| *round = (*round).min(ROUNDS.len() as u16));
    rounds.sort_unstable();
    rounds.dedup();
    let shown: Vec<u16> = rounds.into_iter().filter(|&round| round > 0).collect();
    if is_repair {
        if !shown.is_empty() {
            let fill = Colour::hex(REPAIRED);
            picture.push_key(Key::Area { label: "expanded by the repair".into(), fill, outline: fill });
        }
        return;
    }
    for round in shown {
        let fill = colour(round, false);
        let label = format!("expanded in round {round}");
        picture.push_key(Key::Area { label, fill, outline: fill });
    }
}

/// Regions of constraints: green where they attract, red where they repel or forbid.
fn push_areas(world: &World, field: &ConstraintField, picture: &mut Picture) {
    let mut labels: Vec<(String, Colour)> = Vec::new();
    for area in field.areas() {
        let colour = Colour::hex(if area.weight > 0.0 && !area.is_hard { ATTRACTS } else { REPELS });
        let stroke = Stroke::new(colour, if area.is_hard { 2.6 } else { 1.6 });
        let fill = Fill::solid(colour.with_opacity(if area.is_hard { 0.35 } else { 0.14 }));
        let ring = vec![area.ring.clone()];
        let filled = Primitive::Polygons { rings: ring.clone(), fill, outline: None };
        let line = Primitive::Lines { lines: ring, closed: true, stroke };
        picture.push(Layer::of("constraint", ZLevel::Field, vec![filled, line]));
        let name = world.constraints.get(area.index).and_then(|constraint| constraint.name.clone());
        labels.push((name.unwrap_or_else(|| format!("constraint {}", area.index)), colour));
    }
    for (label, colour) in labels {
        picture.push_key(Key::Area { label, fill: colour.with_opacity(0.25), outline: colour });
    }
}

fn push_path(path: &[Point], options: &Options, picture: &mut Picture) {
    if path.len() < 2 {
        return;
    }
    let colour = Colour::hex(0x1B_1B_1B);
    let (stroke, halo) =
        (Stroke::new(colour, PATH), Stroke::new(options.theme.walkable.with_opacity(0.85), PATH + 2.0));
    let lines = |stroke| Primitive::Lines { lines: vec![path.to_vec()], closed: false, stroke };
    picture.push(Layer::of("path", ZLevel::Line, vec![lines(halo), lines(stroke)]));
    let outline = Some(Stroke::new(options.theme.walkable, 1.4));
    let ends = vec![path[0], path[path.len() - 1]];
    let marks = Primitive::Marks { centres: ends, mark: Mark::Disc, radius: 4.6, fill: colour, outline };
    picture.push(Layer::new("ends", ZLevel::Mark, marks));
    picture.push_key(Key::Line { label: "path".into(), stroke });
}
