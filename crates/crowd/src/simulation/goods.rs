//! Goods that lie about: a coarse map of how many are left where.
//!
//! Cells hold goods in proportion to the places in them where somebody can stand. Whoever seeks goods goes to the cell with
//! the most for each of those who want them, near ones first, walks to and fro in it and takes what it can; it stays until
//! another cell is better by a [margin](KEPT).

use crate::Walls;
use crate::plan::part_within;
use wayfront_geometry::{Bounds, Point, winding_number};
use wayfront_world::{Goods, Random};

/// Side of a cell, in metres, unless that makes too many.
const CELL: f64 = 4.0;
/// Cells along the longer side, at most.
const MOST: f64 = 100.0;
/// Places along each side of a cell.
const PLACES: usize = 6;
/// Goods this far away count half as much, in metres.
const FAR: f64 = 20.0;
/// How much better another cell has to be before somebody leaves its own.
const KEPT: f64 = 0.5;

/// Which cell, of which goods.
pub(super) type CellOfGoods = (u32, u32);

/// The goods of one ring.
pub(super) struct GoodsMap {
    bounds: Bounds,
    cell: f64,
    columns: usize,
    /// Per cell: how many are left, how many want them, and where one can stand.
    left: Vec<f64>,
    heads: Vec<u32>,
    places: Vec<Vec<Point>>,
    rate: f64,
    taken: f64,
}

impl GoodsMap {
    /// Goods for bodies of a radius.
    pub fn new(goods: &Goods, world: Bounds, walls: &Walls, radius: f64) -> Self {
        let bounds = part_within(&goods.outline, world);
        let cell = CELL.max(bounds.size() / MOST);
        let [columns, rows] = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0) as usize);
        let stands = |p: &Point| winding_number(&goods.outline, *p) != Some(0) && walls.is_clear(*p, radius);
        let places_of = |number: usize| {
            let corner = bounds.min + Point::new((number % columns) as f64, (number / columns) as f64) * cell;
            let share = |k: usize| (k as f64 + 0.5) / PLACES as f64 * cell;
            let all = (0..PLACES * PLACES).map(|k| corner + Point::new(share(k % PLACES), share(k / PLACES)));
            all.filter(stands).collect::<Vec<Point>>()
        };
        let count = if bounds.is_empty() { 0 } else { columns * rows };
        let places: Vec<Vec<Point>> = (0..count).map(places_of).collect();
        let all: usize = places.iter().map(Vec::len).sum();
        let share = |places: &Vec<Point>| goods.count as f64 * places.len() as f64 / all.max(1) as f64;
        let left: Vec<f64> = places.iter().map(share).collect();
        let heads = vec![0; left.len()];
        Self { bounds, cell, columns, left, heads, places, rate: goods.rate, taken: 0.0 }
    }

    /// How many have been taken.
    pub fn taken(&self) -> f64 {
        self.taken
    }

    fn is_in(&self, number: u32, p: Point) -> bool {
        let corner = self.bounds.min
            + Point::new((number as usize % self.columns) as f64, (number as usize / self.columns) as f64) * self.cell;
        let away = p - corner;
        (0.0..=self.cell).contains(&away.x) && (0.0..=self.cell).contains(&away.y)
    }

    /// What a cell promises somebody who is at `p` and not counted among those who want it.
    fn promise(&self, number: usize, p: Point) -> f64 {
        let middle = self.bounds.min
            + Point::new((number % self.columns) as f64 + 0.5, (number / self.columns) as f64 + 0.5) * self.cell;
        self.left[number] / (f64::from(self.heads[number]) + 1.0) / (1.0 + middle.distance(p) / FAR)
    }
}

/// Somebody in its cell takes what it can in a step.
pub(super) fn take(maps: &mut [GoodsMap], (map, cell): CellOfGoods, p: Point, step: f64) {
    let map = &mut maps[map as usize];
    if map.is_in(cell, p) {
        let taken = (map.rate * step).min(map.left[cell as usize]);
        map.left[cell as usize] -= taken;
        map.taken += taken;
    }
}

/// The cell that somebody at `p` goes to, which may be the one that it has; `None` if nothing is left.
pub(super) fn choose(maps: &mut [GoodsMap], own: Option<CellOfGoods>, p: Point) -> Option<CellOfGoods> {
    leave(maps, own);
    let all = maps.iter().zip(0..).flat_map(|(map, k)| (0..map.left.len() as u32).map(move |cell| (k, cell)));
    let all = all.filter(|&(map, cell)| maps[map as usize].left[cell as usize] > 0.0);
    let promise = |(map, cell): CellOfGoods| {
        let kept = if own == Some((map, cell)) { 1.0 + KEPT } else { 1.0 };
        kept * maps[map as usize].promise(cell as usize, p)
    };
    let best = all.max_by(|&a, &b| promise(a).total_cmp(&promise(b)).then(b.cmp(&a)))?;
    maps[best.0 as usize].heads[best.1 as usize] += 1;
    Some(best)
}

/// Somebody no longer wants its cell.
pub(super) fn leave(maps: &mut [GoodsMap], own: Option<CellOfGoods>) {
    if let Some((map, cell)) = own {
        let heads = &mut maps[map as usize].heads[cell as usize];
        *heads = heads.saturating_sub(1);
    }
}

/// A place in a cell.
pub(super) fn place(maps: &[GoodsMap], (map, cell): CellOfGoods, random: &mut Random) -> Option<Point> {
    let places = &maps[map as usize].places[cell as usize];
    (!places.is_empty()).then(|| places[random.below(places.len())])
}
