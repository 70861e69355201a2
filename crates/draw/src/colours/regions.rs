//! Colours for many regions of a map: light, calm, and different from their neighbours'.

use super::{Colour, OKABE_ITO};

/// How many colours the greedy choice compares.
const CANDIDATES: usize = 36;
/// Two colours this far apart can be distinguished at a common border.
const CLEARLY_DIFFERENT: f64 = 0.11;
const GOLDEN_ANGLE_DEGREES: f64 = 137.507_764;

/// The `index`-th of endlessly many light colours: hues a golden angle apart, in three lightnesses, so that
/// neighbours in the list differ and repetition comes late.
#[must_use]
pub fn region_colour(index: usize) -> Colour {
    // Lightness differs too: hue alone is not enough for colour-blind eyes.
    let lightness = [0.86, 0.74, 0.93][index % 3];
    Colour::from_oklch(lightness, 0.085, (70.0 + GOLDEN_ANGLE_DEGREES * index as f64) % 360.0)
}

/// The colour of the `group`-th group of a crowd, from 0.
#[must_use]
pub fn group_colour(group: usize) -> Colour {
    // Without black, yellow and the vermilion of sources.
    const FIRST: [usize; 5] = [5, 3, 7, 1, 2];
    // The rest dark enough for lines on white, which the colours of regions are not.
    let other = |k: usize| {
        Colour::from_oklch([0.55, 0.68, 0.45][k % 3], 0.11, (70.0 + GOLDEN_ANGLE_DEGREES * k as f64) % 360.0)
    };
    FIRST.get(group).map_or_else(|| other(group), |&k| OKABE_ITO[k])
}

/// One colour for each region such that neighbours differ: `neighbours[i]` lists the regions beside region i. A pair
/// may be listed from either side or both; indices out of range are ignored.
///
/// Greedy, in order of index: each region takes its own colour if it is clearly different from those that its
/// neighbours have, else the first that is, else the most different one.
///
/// ```
/// use wayfront_draw::colours::region_colours;
/// let colours = region_colours(&[vec![1], vec![2], vec![0]]);
/// assert!(colours[0] != colours[1] && colours[1] != colours[2] && colours[2] != colours[0]);
/// ```
#[must_use]
pub fn region_colours(neighbours: &[Vec<usize>]) -> Vec<Colour> {
    let own: Vec<u64> = (0..neighbours.len() as u64).collect();
    kept_colours(&own, neighbours)
}

/// Like [`region_colours`], with a number for each region: it takes the colour of that number if it can, and regions
/// choose in the order of their numbers. So a region that keeps its number mostly keeps its colour when others come
/// and go.
#[must_use]
pub fn kept_colours(numbers: &[u64], neighbours: &[Vec<usize>]) -> Vec<Colour> {
    let both_sides = symmetric(neighbours);
    let palette: Vec<Colour> = (0..CANDIDATES).map(region_colour).collect();
    let mut order: Vec<usize> = (0..neighbours.len()).collect();
    order.sort_by_key(|&region| numbers.get(region));
    let mut colours: Vec<Option<Colour>> = vec![None; neighbours.len()];
    for region in order {
        let taken: Vec<Colour> = both_sides[region].iter().filter_map(|&n| colours[n]).collect();
        let own = numbers.get(region).map_or(0, |number| number % CANDIDATES as u64);
        colours[region] = Some(most_different(&palette, own as usize, &taken));
    }
    colours.into_iter().flatten().collect()
}

/// The first candidate, counted from `start`, that is clearly different from all `taken`; else the most different.
fn most_different(palette: &[Colour], start: usize, taken: &[Colour]) -> Colour {
    let nearest = |c: Colour| taken.iter().map(|&t| c.difference(t)).fold(f64::INFINITY, f64::min);
    let mut best = (f64::NEG_INFINITY, palette[start % palette.len()]);
    for i in 0..palette.len() {
        let candidate = palette[(start + i) % palette.len()];
        let distance = nearest(candidate);
        if distance >= CLEARLY_DIFFERENT {
            return candidate;
        }
        if distance > best.0 {
            best = (distance, candidate);
        }
    }
    best.1
}

fn symmetric(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut both = vec![Vec::new(); neighbours.len()];
    for (i, beside) in neighbours.iter().enumerate() {
        for &j in beside.iter().filter(|&&j| j < neighbours.len() && j != i) {
            both[i].push(j);
            both[j].push(i);
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_a_row_differ() {
        for i in 0..100 {
            assert!(region_colour(i).difference(region_colour(i + 1)) > 0.1, "{i}");
        }
    }

    #[test]
    fn neighbours_on_a_grid_of_hexagons_differ() {
        let (columns, rows) = (30, 30);
        let at = |x: usize, y: usize| y * columns + x;
        let beside = |i: usize| {
            let (x, y) = (i % columns, i / columns);
            let all = [(x + 1, y), (x, y + 1), (x + 1, y + 1)];
            all.into_iter().filter(|&(x, y)| x < columns && y < rows).map(|(x, y)| at(x, y)).collect::<Vec<_>>()
        };
        let neighbours: Vec<Vec<usize>> = (0..columns * rows).map(beside).collect();
        let colours = region_colours(&neighbours);
        for (i, beside) in neighbours.iter().enumerate() {
            assert!(beside.iter().all(|&j| colours[i].difference(colours[j]) >= CLEARLY_DIFFERENT), "{i}");
        }
    }

    #[test]
    fn regions_with_numbers_keep_their_colours() {
        let chain = |count: usize| (0..count).map(|i| if i > 0 { vec![i - 1] } else { vec![] }).collect::<Vec<_>>();
        let numbers = [900, 17, 4, 333, 58, 71];
        let all = kept_colours(&numbers, &chain(6));
        // Without its last region, and without its first one.
        assert_eq!(kept_colours(&numbers[..5], &chain(5)), all[..5]);
        assert_eq!(kept_colours(&numbers[1..], &chain(5)), all[1..]);
    }

    #[test]
    fn one_region_beside_forty_still_gets_a_colour_of_its_own() {
        let mut neighbours = vec![Vec::new(); 40];
        neighbours.push((0..40).chain([99]).collect());
        let colours = region_colours(&neighbours);
        assert_eq!(colours.len(), 41);
    }
}
