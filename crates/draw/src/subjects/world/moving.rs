//! Obstacles that move little by little, such as cars: in a colour of their own, with a line in the key.

use super::{OUTLINE, same_way_around};
use crate::colours::Colour;
use crate::layers::{Fill, Key, Layer, Primitive, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_geometry::Point;
use wayfront_world::{Change, Kind, Polygon, World};

/// Neither the colour of what stands nor one of the first groups.
const MOVING: Colour = Colour::hex(0x7A_5B_A6);
/// Tolerance: Lengths that are the same but for rounding, as a share.
const SAME: f64 = 1e-6;

impl Picture {
    /// Shows which obstacles of a moment are those that move in the scene as it was described.
    pub fn show_moving(&mut self, described: &World, now: &World, options: &Options) {
        let movers: Vec<&Polygon> = movers(described).collect();
        if movers.is_empty() {
            return;
        }
        let shown: Vec<Polygon> = now
            .obstacles
            .iter()
            .filter(|polygon| movers.iter().any(|mover| is_same(mover, polygon)))
            .cloned()
            .collect();
        let outline = options.theme.outline;
        let fill = Fill::solid(MOVING);
        let drawn =
            Primitive::Polygons { rings: same_way_around(&shown), fill, outline: Some(Stroke::new(outline, OUTLINE)) };
        self.push(Layer::new("moving-obstacles", ZLevel::Solid, drawn));
        self.push_key(Key::Area { label: "moving obstacle".into(), fill: MOVING, outline });
    }
}

/// The obstacles that are somewhere else at another time.
fn movers(world: &World) -> impl Iterator<Item = &Polygon> {
    let moved = world.motions.iter().filter(|motion| matches!(motion.change, Change::Shifts(_)));
    let moved = moved.filter(|motion| motion.thing.kind == Kind::Obstacle);
    moved.filter_map(|motion| world.obstacles.get(motion.thing.index_in(world)?))
}

/// The same thing, wherever it is: by its name and by its form.
fn is_same(mover: &Polygon, polygon: &Polygon) -> bool {
    let side = |ring: &[Point], k: usize| ring[(k + 1) % ring.len()] - ring[k];
    let (a, b) = (&mover.outer, &polygon.outer);
    let is_close = |k: usize| (side(a, k) - side(b, k)).length() <= SAME * (1.0 + side(a, k).length());
    mover.name == polygon.name && a.len() == b.len() && (0..a.len()).all(is_close)
}
