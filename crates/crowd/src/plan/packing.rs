//! Where many stand in an area: at random as long as that finds room, then in rows, then as tightly as sizes allow.
//!
//! Random places are what a crowd looks like, and find room up to about 3.5 people per square metre. Beyond that
//! everybody is placed anew: on a lattice that is as wide as the crowd allows, in random order; and if sizes differ too
//! much for that, the largest first, each in the first place that it fits. So five people per square metre find room.
//! Only the part of an area that lies in the world is looked at, and of its lattice a limited number of places: memory
//! and time do not grow with the area.

use std::collections::HashMap;
use wayfront_geometry::{Bounds, Point, ring_area};
use wayfront_world::Random;

/// Throws for each agent before the lattice is asked.
const THROWS: usize = 40;
/// Places of a lattice that are looked at, for all of a group together: some seconds.
const MOST_PLACES: usize = 20_000_000;
/// Larger areas are not packed tightly: who finds no room at random there has none.
const MOST_TIGHT: f64 = 2e6;
/// Tolerance: How much farther than touching agents stand apart at first.
pub(super) const APART: f64 = 1.0 + 1e-6;
/// Lattices between the widest and the tightest.
const LATTICES: u32 = 6;
/// Places of the tightest packing, for each of the smallest radii.
const FINE: f64 = 3.0;
/// Radii within this share look through the places of the tightest packing once.
const ONE_LOOK: f64 = 0.95;

/// Who stands where, in squares as wide as the widest.
#[derive(Clone)]
pub(super) struct Occupied {
    square: f64,
    squares: HashMap<(i64, i64), Vec<(Point, f64)>>,
}

impl Occupied {
    pub fn new(widest: f64) -> Self {
        Self { square: 2.0 * widest * APART, squares: HashMap::new() }
    }

    fn square_of(&self, p: Point) -> (i64, i64) {
        ((p.x / self.square).floor() as i64, (p.y / self.square).floor() as i64)
    }

    /// Somebody whom a disc there would overlap.
    pub fn overlapped(&self, p: Point, radius: f64) -> Option<(Point, f64)> {
        let (column, row) = self.square_of(p);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
        let near = around.filter_map(|square| self.squares.get(&square)).flatten();
        near.copied().find(|&(q, r)| p.distance(q) < radius + r)
    }

    pub fn add(&mut self, p: Point, radius: f64) {
        self.squares.entry(self.square_of(p)).or_default().push((p, radius));
    }
}

/// An area and those who are to stand in it.
pub(super) struct Packing<'a> {
    pub ring: &'a [Point],
    /// The box of its part in the world.
    pub bounds: Bounds,
    pub radii: &'a [f64],
    pub occupied: &'a Occupied,
    /// Whether a body of a radius may stand in a place, others apart.
    pub is_free: &'a dyn Fn(Point, f64) -> bool,
}

impl Packing<'_> {
    /// Places for all, or for as many as find one, in the order of the radii; and who is where then.
    pub fn places(&self, random: &mut Random) -> (Vec<Point>, Occupied) {
        let scattered = self.scattered(random);
        if scattered.0.len() == self.radii.len() {
            return scattered;
        }
        let lattices = (0..LATTICES).filter_map(|k| self.on_lattice(f64::from(k) / f64::from(LATTICES - 1), random));
        let mut best = scattered;
        for packed in lattices.chain(std::iter::once_with(|| self.tightest())) {
            if packed.0.len() > best.0.len() {
                best = packed;
            }
            if best.0.len() == self.radii.len() {
                break;
            }
        }
        best
    }

    fn fits(&self, p: Point, radius: f64, occupied: &Occupied) -> bool {
        occupied.overlapped(p, radius * APART).is_none() && (self.is_free)(p, radius)
    }

    fn largest(&self) -> f64 {
        self.radii.iter().copied().fold(0.0, f64::max)
    }

    fn smallest(&self) -> f64 {
        self.radii.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// At random; when that finds no room any more, where a tight lattice has places left.
    fn scattered(&self, random: &mut Random) -> (Vec<Point>, Occupied) {
        let (mut places, mut occupied) = (Vec::new(), self.occupied.clone());
        let (low, high) = (self.bounds.min, self.bounds.max);
        let mut lattice = None;
        for &radius in self.radii {
            let fits = |p: &Point| self.fits(*p, radius, &occupied);
            let mut thrown =
                (0..THROWS).map(|_| Point::new(random.between(low.x, high.x), random.between(low.y, high.y)));
            let at = match lattice.is_none().then(|| thrown.find(fits)).flatten() {
                Some(at) => Some(at),
                None => {
                    let width = 2.0 * self.largest() * APART;
                    lattice.get_or_insert_with(|| lattice_in(self.bounds, low, width)).find(fits)
                }
            };
            let Some(at) = at else { break };
            occupied.add(at, radius);
            places.push(at);
        }
        (places, occupied)
    }

    /// In rows, in random order: from the widest lattice that could do to the tightest, as `tight` goes from 0 to 1.
    fn on_lattice(&self, tight: f64, random: &mut Random) -> Option<(Vec<Point>, Occupied)> {
        let (radius, tightest) = (self.largest(), 2.0 * self.largest() * APART);
        let area = ring_area(self.ring).abs().min(self.bounds.width() * self.bounds.height());
        let widest = (area / self.radii.len() as f64 / 0.75_f64.sqrt()).sqrt().max(tightest);
        let width = widest + (tightest - widest) * tight;
        if self.bounds.width() * self.bounds.height() > MOST_TIGHT * width * width {
            return None;
        }
        let starts = [0.0, radius * APART].map(|inset| self.bounds.min + Point::new(inset, inset));
        let clear = |start: Point| {
            let places = lattice_in(self.bounds, start, width);
            places.filter(|&p| self.fits(p, radius, self.occupied)).collect::<Vec<Point>>()
        };
        let mut clear = starts.map(clear).into_iter().max_by_key(Vec::len)?;
        random.shuffle(&mut clear);
        clear.truncate(self.radii.len());
        let mut occupied = self.occupied.clone();
        clear.iter().zip(self.radii).for_each(|(&p, &radius)| occupied.add(p, radius));
        Some((clear, occupied))
    }

    /// The largest first, each in the first place that it fits.
    fn tightest(&self) -> (Vec<Point>, Occupied) {
        let (mut order, fine) = ((0..self.radii.len()).collect::<Vec<usize>>(), self.smallest() / FINE);
        if self.bounds.width() * self.bounds.height() > MOST_TIGHT * fine * fine {
            return (Vec::new(), self.occupied.clone());
        }
        order.sort_by(|&a, &b| self.radii[b].total_cmp(&self.radii[a]));
        let (mut occupied, mut found) = (self.occupied.clone(), vec![None; self.radii.len()]);
        let all = || lattice_in(self.bounds, self.bounds.min, fine);
        let (mut places, mut looked_with) = (all(), f64::INFINITY);
        for who in order {
            let radius = self.radii[who];
            if radius < looked_with * ONE_LOOK {
                (places, looked_with) = (all(), radius);
            }
            let Some(at) = places.find(|&p| self.fits(p, radius, &occupied)) else { continue };
            occupied.add(at, radius);
            found[who] = Some(at);
        }
        (found.into_iter().map_while(|at| at).collect(), occupied)
    }
}

/// Rows of places, each shifted by half a place.
fn lattice_in(bounds: Bounds, start: Point, width: f64) -> impl Iterator<Item = Point> {
    let height = width * 0.75_f64.sqrt();
    let rows = ((bounds.max.y - start.y) / height).max(0.0) as usize + 1;
    let columns = ((bounds.max.x - start.x) / width).max(0.0) as usize + 2;
    let place = move |row: usize, column: usize| {
        let shift = if row.is_multiple_of(2) { 0.0 } else { 0.5 };
        start + Point::new((column as f64 + shift) * width, row as f64 * height)
    };
    let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    places.map(move |(r, c)| place(r, c)).take(MOST_PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many in a room of 10 m x 10 m, clear of its walls.
    fn placed(radii: &[f64]) -> usize {
        let ring = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(Point::from);
        let is_free = |p: Point, r: f64| [p.x, p.y].iter().all(|x| (r..=10.0 - r).contains(x));
        let (bounds, occupied) = (Bounds::of(&ring), Occupied::new(0.3));
        let packing = Packing { ring: &ring, bounds, radii, occupied: &occupied, is_free: &is_free };
        let (places, _) = packing.places(&mut Random::new(3));
        for (k, &p) in places.iter().enumerate() {
            assert!(is_free(p, radii[k]));
            assert!(places[..k].iter().zip(radii).all(|(q, r)| q.distance(p) >= r + radii[k]), "{p}");
        }
        places.len()
    }

    #[test]
    fn five_people_per_square_metre_find_room_and_ten_do_not() {
        assert_eq!(placed(&[0.2; 500]), 500);
        let packed = placed(&[0.2; 1000]);
        assert!((600..720).contains(&packed), "{packed}");
    }

    #[test]
    fn people_of_different_sizes_find_room_too() {
        let radii: Vec<f64> = (0..450).map(|k| 0.15 + 0.1 * f64::from(k % 7) / 6.0).collect();
        assert_eq!(placed(&radii), 450);
    }
}
