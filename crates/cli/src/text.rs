//! Numbers and counts as people like to read them.

use wayfront::world::World;

/// A number as people like to read it: six digits at most.
pub fn short(x: f64) -> String {
    format!("{x:.5e}").parse::<f64>().map_or_else(|_| x.to_string(), |rounded| rounded.to_string())
}

/// Tolerance: Share of a place's coordinates below which one of them is rounding.
const NOTHING: f64 = 1e-14;

/// A place as people like to read it: six digits, and far from the origin down to a thousandth.
pub fn place(at: [f64; 2]) -> String {
    let least = NOTHING * (at[0].abs() + at[1].abs());
    let at = at.map(|x| if x.abs() < least { 0.0 } else { x });
    let [x, y] = at.map(|x| if x.abs() < 1000.0 { short(x) } else { ((x * 1e3).round() / 1e3).to_string() });
    format!("({x}, {y})")
}

/// The same in a world so small that six digits say little, such as a building in degrees.
pub fn place_within(at: [f64; 2], size: f64) -> String {
    if size >= 1.0 {
        return place(at);
    }
    let decimals = (5.0 - size.max(1e-9).log10()).ceil() as usize;
    format!("({:.decimals$}, {:.decimals$})", at[0], at[1])
}

/// How long something took: `0.35 ms`.
pub fn milliseconds(seconds: f64) -> String {
    format!("{} ms", short(format!("{:.2e}", seconds * 1e3).parse().unwrap_or(seconds)))
}

/// `1 wall`, `3 walls`, `2 vertices`.
pub fn count(n: usize, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        _ if n == 1 => format!("{n} {thing}"),
        Some(stem) => format!("{n} {stem}ices"),
        None => format!("{n} {thing}s"),
    }
}

/// The unit in which a scene is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The convention of scenes and floor plans.
    Metre,
    /// Cells of grid maps, degrees: a number says it all.
    Unnamed,
}

impl Unit {
    /// Metres, unless the scene is a grid map or in degrees.
    pub fn of(world: &World) -> Self {
        let is_grid = world.files.first().is_some_and(|file| file.to_lowercase().ends_with(".map"));
        let is_in_degrees = world.notes.iter().any(|note| note.text.contains("degrees"));
        if is_grid || is_in_degrees { Self::Unnamed } else { Self::Metre }
    }

    /// `2.6 m`.
    pub fn length(self, x: f64) -> String {
        short(x) + self.suffix(" m")
    }

    /// `188 m²`.
    pub fn area(self, x: f64) -> String {
        short(x) + self.suffix(" m²")
    }

    /// `1.34 m/s`.
    pub fn speed(self, x: f64) -> String {
        short(x) + self.suffix(" m/s")
    }

    /// What pictures write behind lengths.
    pub fn name(self) -> &'static str {
        self.suffix("m")
    }

    fn suffix(self, unit: &'static str) -> &'static str {
        if self == Self::Metre { unit } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [738.440_000_000_1, 1e-7 / 3.0, 123_456_789.0, 0.0, 40.0].map(short);
        assert_eq!(shown, ["738.44", "0.0000000333333", "123457000", "0", "40"]);
        assert_eq!(place([17.723_412_3, -0.25]), "(17.7234, -0.25)");
        assert_eq!(place([2.449_29e-17, 4.5]), "(0, 4.5)");
        assert_eq!(place([1_000_015.500_04, 5_000_005.123_456]), "(1000015.5, 5000005.123)");
        assert_eq!([0.000_074_331, 2.0].map(milliseconds), ["0.0743 ms", "2000 ms"]);
        assert_eq!([count(0, "wall"), count(1, "wall"), count(2, "wall")], ["0 walls", "1 wall", "2 walls"]);
        assert_eq!([count(1, "vertex"), count(2, "vertex")], ["1 vertex", "2 vertices"]);
    }
}
