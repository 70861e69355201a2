//! Files that went wrong: bytes of sound ones changed, cut, doubled, and their numbers replaced by awkward ones.
//!
//! For fuzzers of readers and of whole commands. The same seed damages the same file in the same way.

use crate::data;
use crate::rng::Congruential;

/// Larger files of the data folder are no samples: damage in them is far between.
const LARGEST_SAMPLE: u64 = 1 << 16;

/// Bytes that mean something in some format.
const TELLING: &[u8] = b"[]{}(),.:=#\"'\\-+0123456789eEnaif \n\t\x00\xff@T";

/// Numbers that break code which does not expect them.
const AWKWARD: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "0.5",
    "1e-9",
    "1e-300",
    "1e9",
    "-1e9",
    "1e40",
    "1e300",
    "nan",
    "inf",
    "4294967296",
    "18446744073709551615",
    "9007199254740993",
    "0.1",
    "",
];

/// Files of the data folder with one of these endings that are small enough, in order; none without the folder.
#[must_use]
pub fn corpus(endings: &[&str]) -> Vec<(String, Vec<u8>)> {
    let paths = data::all().unwrap_or_default().into_iter();
    let fits = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|ending| endings.iter().any(|&e| ending == e))
            && path.metadata().is_ok_and(|about| about.len() <= LARGEST_SAMPLE)
    };
    let ending = |path: &std::path::PathBuf| path.extension().map_or_else(String::new, |e| e.to_string_lossy().into());
    paths.filter(fits).filter_map(|path| Some((ending(&path), std::fs::read(&path).ok()?))).collect()
}

/// Damages some places of a file, one to eight.
#[must_use]
pub fn damaged(sound: &[u8], random: &mut Congruential) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for _ in 0..=random.below(8) {
        if bytes.is_empty() {
            bytes.push(b' ');
        }
        if random.below(2) == 0 { renumber(&mut bytes, random) } else { mutate(&mut bytes, random) }
    }
    bytes
}

/// Changes, inserts, removes, doubles or cuts bytes.
pub fn mutate(bytes: &mut Vec<u8>, random: &mut Congruential) {
    let at = random.below(bytes.len());
    match random.below(6) {
        0 => bytes[at] = random.below(256) as u8,
        1 => bytes[at] = TELLING[random.below(TELLING.len())],
        2 => bytes.insert(at, TELLING[random.below(TELLING.len())]),
        3 => bytes.truncate(at.max(1)),
        4 => {
            let end = (at + random.below(12)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        _ => {
            let end = (at + 1 + random.below(6)).min(bytes.len());
            bytes.drain(at..end);
            bytes.push(b' ');
        }
    }
}

/// Replaces a number by an awkward one, if there is one behind a random place.
fn renumber(bytes: &mut Vec<u8>, random: &mut Congruential) {
    let from = random.below(bytes.len());
    let is_part = |b: &u8| b.is_ascii_digit() || b"+-.eE".contains(b);
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|k| from + k) else { return };
    let end = bytes[start..].iter().position(|b| !is_part(b)).map_or(bytes.len(), |k| start + k);
    bytes.splice(start..end, AWKWARD[random.below(AWKWARD.len())].bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_the_same_for_the_same_seed() {
        let sound = b"POLYGON ((0 0, 9 0, 9 9))";
        let of = |seed| damaged(sound, &mut Congruential::new(seed));
        assert_eq!(of(7), of(7));
        assert!((0..50).filter(|&seed| of(seed) != sound).count() > 40);
    }
}
