//! Random shortcuts, as the thesis has them: two random points of a lane are joined straight if that keeps all distances.

use super::SEED;
use wayfront::flow::{Lane, Lanes};
use wayfront::geometry::{Bounds, Piece, Point};
use wayfront::world::Random;

/// The total length of lanes after so many tries, the last lane first and so on in turn.
pub fn shortened(lanes: &Lanes, tries: usize) -> f64 {
    let domain = lanes.flow().domain();
    let solids: Vec<Piece> = lanes.flow().solid_pieces().collect();
    let mut now: Vec<Vec<Piece>> = lanes.lanes().iter().map(|lane: &Lane| lane.pieces.clone()).collect();
    let mut random = Random::new(SEED);
    let radius = lanes.radius() - 0.5 * domain.rounding();
    for turn in (0..tries).filter(|_| !lanes.lanes().is_empty()) {
        let k = now.len() - 1 - turn % now.len();
        let length: f64 = now[k].iter().map(Piece::length).sum();
        let (a, b) = (random.between(0.0, length), random.between(0.0, length));
        let (from, to) = (place(&now[k], a.min(b)), place(&now[k], a.max(b)));
        let (p, q) = (now[k][from.0].at(from.1), now[k][to.0].at(to.1));
        let cut = Piece::Straight([p, q]);
        let others = now.iter().enumerate().filter(|(j, _)| *j != k).flat_map(|(_, pieces)| pieces);
        let is_shorter = p.distance(q) < (a - b).abs() * (1.0 - 1e-9);
        if is_shorter && keeps(&cut, &solids, radius) && keeps(&cut, others, 2.0 * radius) && sees(lanes, p, q) {
            now[k] = replaced(&now[k], from, to, cut);
        }
    }
    now.iter().flatten().map(Piece::length).sum()
}

fn sees(lanes: &Lanes, p: Point, q: Point) -> bool {
    lanes.flow().domain().sees(p.lerp(q, 1e-9), q.lerp(p, 1e-9))
}

/// The piece and its share at a length along a lane.
fn place(pieces: &[Piece], mut far: f64) -> (usize, f64) {
    for (k, piece) in pieces.iter().enumerate() {
        if far <= piece.length() {
            return (k, far / piece.length());
        }
        far -= piece.length();
    }
    (pieces.len() - 1, 1.0)
}

fn keeps<'a>(cut: &Piece, others: impl IntoIterator<Item = &'a Piece>, distance: f64) -> bool {
    let around = cut.bounds().grown(distance);
    let meets = |b: Bounds| {
        b.min.x <= around.max.x && around.min.x <= b.max.x && b.min.y <= around.max.y && around.min.y <= b.max.y
    };
    others.into_iter().all(|other| !meets(other.bounds()) || other.distance(cut) >= distance)
}

fn replaced(pieces: &[Piece], from: (usize, f64), to: (usize, f64), cut: Piece) -> Vec<Piece> {
    let mut new: Vec<Piece> = pieces[..from.0].to_vec();
    new.extend([pieces[from.0].part(0.0, from.1), cut, pieces[to.0].part(to.1, 1.0)]);
    new.extend(&pieces[to.0 + 1..]);
    new.retain(|piece| piece.length() > 0.0);
    new
}
