//! Maps from numbers to colours, for costs, densities and potentials.
//!
//! Each map is a smooth curve through OKLab with evenly rising (or falling) lightness: equal steps of the number are
//! equal steps to the eye, the order is read without a key, and nothing depends on telling red from green.

use super::Colour;

/// A colour for each number from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColourMap {
    /// From pale yellow (near, cheap) over green-blue to deep blue (far, expensive): the quiet default on light pages.
    #[default]
    NearFar,
    /// From dark violet over teal and green to yellow.
    VioletYellow,
    /// From dark blue over grey to yellow: the same to nearly all kinds of colour vision.
    BlueYellow,
    /// From light green (near, safe) over yellow and orange to dark red (far): what evacuation maps are drawn in. It
    /// darkens evenly too, so that it can be read without telling red from green.
    GreenRed,
    /// From nearly black to nearly white.
    Grey,
}

/// Chroma and hue in degrees at evenly spaced numbers, between two lightnesses.
struct Recipe {
    lightness: [f64; 2],
    stops: &'static [(f64, f64)],
}

impl ColourMap {
    /// All maps.
    pub const ALL: [Self; 5] = [Self::NearFar, Self::VioletYellow, Self::BlueYellow, Self::GreenRed, Self::Grey];

    /// The colour of `t`, which is held between 0 and 1; NaN counts as 0.
    #[must_use]
    pub fn at(self, t: f64) -> Colour {
        let t = if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
        let Recipe { lightness: [from, to], stops } = self.recipe();
        let place = t * (stops.len() - 1) as f64;
        let below = (place as usize).min(stops.len() - 2);
        let around = [below.saturating_sub(1), below, below + 1, (below + 2).min(stops.len() - 1)];
        let knots = around.map(|i| {
            let (chroma, hue) = stops[i];
            let (sin, cos) = hue.to_radians().sin_cos();
            [chroma * cos, chroma * sin]
        });
        let [a, b] = [0, 1].map(|axis| spline(knots.map(|knot| knot[axis]), place - below as f64));
        Colour::from_oklab([from + (to - from) * t, a, b])
    }

    /// `count` colours from 0 to 1: look these up where millions of samples need colours.
    #[must_use]
    pub fn table(self, count: usize) -> Vec<Colour> {
        let last = count.saturating_sub(1).max(1) as f64;
        (0..count).map(|i| self.at(i as f64 / last)).collect()
    }

    const fn recipe(self) -> Recipe {
        match self {
            Self::NearFar => Recipe {
                lightness: [0.965, 0.32],
                stops: &[(0.045, 105.0), (0.07, 140.0), (0.08, 185.0), (0.095, 228.0), (0.11, 256.0), (0.105, 272.0)],
            },
            Self::VioletYellow => Recipe {
                lightness: [0.26, 0.92],
                stops: &[(0.13, 315.0), (0.13, 285.0), (0.1, 240.0), (0.1, 190.0), (0.15, 150.0), (0.18, 105.0)],
            },
            Self::BlueYellow => Recipe {
                lightness: [0.26, 0.92],
                stops: &[(0.1, 258.0), (0.05, 260.0), (0.008, 260.0), (0.07, 98.0), (0.15, 98.0)],
            },
            Self::GreenRed => Recipe {
                lightness: [0.95, 0.43],
                stops: &[
                    (0.09, 152.0),
                    (0.14, 130.0),
                    (0.165, 103.0),
                    (0.16, 76.0),
                    (0.17, 53.0),
                    (0.18, 36.0),
                    (0.16, 27.0),
                ],
            },
            Self::Grey => Recipe { lightness: [0.18, 0.97], stops: &[(0.0, 0.0), (0.0, 0.0)] },
        }
    }
}

/// A Catmull-Rom spline between the two middle knots: no kinks, which the eye would see as bands.
fn spline([before, from, to, after]: [f64; 4], t: f64) -> f64 {
    let (out, arrival) = ((to - before) / 2.0, (after - from) / 2.0);
    let bend = 3.0 * (to - from) - 2.0 * out - arrival;
    let twist = 2.0 * (from - to) + out + arrival;
    from + t * (out + t * (bend + t * twist))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_rises_or_falls_throughout() {
        for map in ColourMap::ALL {
            let table = map.table(64);
            let lightness: Vec<f64> = table.iter().map(|c| c.to_oklab()[0]).collect();
            let sign = (lightness[63] - lightness[0]).signum();
            assert!(lightness.windows(2).all(|w| (w[1] - w[0]) * sign > 0.0), "{map:?}");
            assert!((lightness[63] - lightness[0]).abs() > 0.5, "{map:?}");
        }
    }

    /// Light is near and dark is far, or bright is much: which end is which is part of a map's meaning.
    #[test]
    fn each_map_has_its_light_end() {
        let begins_light = |map: ColourMap| map.at(0.0).to_oklab()[0] > map.at(1.0).to_oklab()[0];
        let light: Vec<bool> = [ColourMap::NearFar, ColourMap::GreenRed].map(begins_light).to_vec();
        let dark: Vec<bool> =
            [ColourMap::VioletYellow, ColourMap::BlueYellow, ColourMap::Grey].map(begins_light).to_vec();
        assert_eq!((light, dark), (vec![true; 2], vec![false; 3]));
    }

    #[test]
    fn steps_look_equal() {
        for map in ColourMap::ALL {
            let table = map.table(33);
            let steps: Vec<f64> = table.windows(2).map(|w| w[0].difference(w[1])).collect();
            let (least, most) = steps.iter().fold((f64::MAX, 0.0_f64), |(a, b), &s| (a.min(s), b.max(s)));
            assert!(most < 2.2 * least, "{map:?}: {least} {most}");
        }
    }

    #[test]
    fn numbers_beyond_the_ends_get_the_end_colours() {
        for map in ColourMap::ALL {
            assert_eq!(map.at(-3.0), map.at(0.0));
            assert_eq!(map.at(f64::INFINITY), map.at(1.0));
            assert_eq!(map.at(f64::NAN), map.at(0.0));
        }
        assert_eq!(ColourMap::Grey.table(0).len(), 0);
        assert_eq!(ColourMap::Grey.table(1), [ColourMap::Grey.at(0.0)]);
    }
}
