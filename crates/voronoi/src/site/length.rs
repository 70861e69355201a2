//! How long borders are: to all digits where they are asked for, and quickly for costs.

use super::Bisector;

/// Nodes and weights of Gauss's rule with eight places, on one half of [-1, 1]; the other is the same.
const GAUSS: [[f64; 2]; 4] = [
    [0.183_434_642_495_649_8, 0.362_683_783_378_362],
    [0.525_532_409_916_329, 0.313_706_645_877_887_3],
    [0.796_666_477_413_626_7, 0.222_381_034_453_374_5],
    [0.960_289_856_497_536_2, 0.101_228_536_290_376_3],
];

impl Bisector {
    /// How long it is. Straight lines and parabolas in closed form, hyperbolas to about twelve digits.
    #[must_use]
    pub fn length(&self) -> f64 {
        match *self {
            Self::Straight([a, b]) => a.distance(b),
            Self::Parabola { height, w, .. } => parabola_length(height, w).max(self.at(0.0).distance(self.at(1.0))),
            Self::Hyperbola { half, square, y, .. } => {
                let speed = |y: f64| {
                    let slope = half * y / (square * (1.0 + y * y / square).sqrt());
                    (1.0 + slope * slope).sqrt()
                };
                let pieces = 16.0;
                let step = (y[1] - y[0]) / pieces;
                let sum: f64 = (0..16)
                    .map(|k| {
                        let middle = y[0] + step * (f64::from(k) + 0.5);
                        let pair = |[place, weight]: [f64; 2]| {
                            weight * (speed(middle + step / 2.0 * place) + speed(middle - step / 2.0 * place))
                        };
                        GAUSS.into_iter().map(pair).sum::<f64>()
                    })
                    .sum();
                (sum * step / 2.0).abs()
            }
        }
    }

    /// How long it is, to three digits and a half at least; `None` for straight lines.
    pub(crate) fn about_length(&self) -> Option<f64> {
        match *self {
            Self::Straight(_) => None,
            Self::Parabola { height, w, .. } => Some(parabola_length(height, w)),
            Self::Hyperbola { half, square, y, .. } => Some(hyperbola_length(half, square, y)),
        }
    }
}

/// The integral of √(height + w²). The difference of two logarithms is one.
fn parabola_length(height: f64, [u, w]: [f64; 2]) -> f64 {
    let [at_u, at_w] = [u, w].map(|w| (height + w * w).sqrt());
    let [below, above] = [u.abs() + at_u, w.abs() + at_w];
    let turn = match (u < 0.0, w < 0.0) {
        (false, false) => (above / below).ln(),
        (true, true) => (below / above).ln(),
        (true, false) => (above * below / height).ln(),
        (false, true) => -(above * below / height).ln(),
    };
    (w * at_w - u * at_u + height * turn).abs() / 2.0
}

/// The same for hyperbolas: they bend where y² is about `square`, so Gauss's rule with three places looks at what is nearer
/// than twice that and at what is farther.
fn hyperbola_length(half: f64, square: f64, [y, z]: [f64; 2]) -> f64 {
    let (low, high, steep) = (y.min(z), y.max(z), half * half / square);
    let speed = |y: f64| (1.0 + steep * y * y / (square + y * y)).sqrt();
    let part = |part: &[f64]| {
        let (middle, reach) = (f64::midpoint(part[0], part[1]), (part[1] - part[0]) / 2.0);
        let beside = 0.774_596_669_241_483_4 * reach;
        reach * (8.0 * speed(middle) + 5.0 * (speed(middle - beside) + speed(middle + beside))) / 9.0
    };
    let bend = 2.0 * square.sqrt();
    let cuts = [low, -bend, 0.0, bend, high].map(|y| y.clamp(low, high));
    cuts.windows(2).filter(|ends| ends[1] > ends[0]).map(part).sum()
}
