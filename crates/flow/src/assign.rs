//! Which bottoms a cut joins with which tops, and how high each of them lies.
//!
//! A cut consists of curves that each lead from a bottom to a top; the cheapest set is a cheapest assignment. Its dual
//! gives every bottom and top a height such that no top lies higher above a bottom than the two are apart, and the sum
//! of the differences is largest: these are the heights between which flow runs. Kuhn's method, cubic in the openings,
//! of which there are few.

/// An assignment of tops to bottoms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assignment {
    /// Per bottom: its top.
    pub top_of: Vec<usize>,
    /// Per bottom: its height; the lowest is 0.
    pub heights: Vec<f64>,
}

/// The cheapest assignment for the distances from each bottom (row) to each top (column).
pub(crate) fn assign(distances: &[Vec<f64>]) -> Assignment {
    let count = distances.len();
    // Column 0 stands for a row that waits for its column.
    let (mut of_row, mut of_column) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    let mut row_of = vec![0usize; count + 1];
    for row in 1..=count {
        row_of[0] = row;
        let mut least = vec![f64::INFINITY; count + 1];
        let (mut used, mut before) = (vec![false; count + 1], vec![0usize; count + 1]);
        let mut column = 0;
        while row_of[column] != 0 {
            used[column] = true;
            let from = row_of[column];
            for next in (1..=count).filter(|&c| !used[c]) {
                let slack = distances[from - 1][next - 1] - of_row[from] - of_column[next];
                if slack < least[next] {
                    (least[next], before[next]) = (slack, column);
                }
            }
            let by_slack = |a: &usize, b: &usize| least[*a].total_cmp(&least[*b]);
            // Rows and columns are equally many: as long as a row waits, a column is free.
            let Some(nearest) = (1..=count).filter(|&c| !used[c]).min_by(by_slack) else { break };
            let step = least[nearest];
            for c in 0..=count {
                if used[c] {
                    of_row[row_of[c]] += step;
                    of_column[c] -= step;
                } else {
                    least[c] -= step;
                }
            }
            column = nearest;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut top_of = vec![0; count];
    (1..=count).for_each(|c| top_of[row_of[c] - 1] = c - 1);
    let highest = of_row[1..].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Assignment { top_of, heights: of_row[1..].iter().map(|h| highest - h).collect() }
}

/// How many lanes each bottom and each top gets, if any two together get no more than lie between them, and all together
/// as many as can be found. The first `bottoms` of the rows are bottoms, the others tops.
///
/// The heights of the cheapest assignment give the most lanes if bottoms end and tops begin at the same level. Which
/// level is best is tried; what two bottoms or two tops then have too much is taken away, and what is left is given out.
pub(crate) fn share_out(apart: &[Vec<usize>], bottoms: usize) -> Vec<usize> {
    let table: Vec<Vec<f64>> =
        apart[..bottoms].iter().map(|row| row[bottoms..].iter().map(|&d| d as f64).collect()).collect();
    let joined = assign(&table);
    let mut heights: Vec<f64> = joined.heights.clone();
    heights.resize(apart.len(), 0.0);
    for (k, &top) in joined.top_of.iter().enumerate() {
        heights[bottoms + top] = joined.heights[k] + table[k][top];
    }
    let highest = heights.iter().copied().fold(0.0, f64::max) as usize;
    let shares = (0..=highest).map(|level| {
        let above = |k: usize| (level as f64 - heights[k]) * if k < bottoms { 1.0 } else { -1.0 };
        settled((0..apart.len()).map(|k| above(k).max(0.0) as usize).collect(), apart)
    });
    let total = |counts: &Vec<usize>| counts.iter().sum::<usize>();
    // The first of the best, to be the same every time.
    shares.reduce(|best, next| if total(&next) > total(&best) { next } else { best }).unwrap_or_default()
}

/// Takes away what is too much between any two, then gives to each what is left.
fn settled(mut counts: Vec<usize>, apart: &[Vec<usize>]) -> Vec<usize> {
    let pairs = || (0..apart.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    for (i, j) in pairs() {
        let surplus = (counts[i] + counts[j]).saturating_sub(apart[i][j]);
        let of_second = (surplus / 2).max(surplus.saturating_sub(counts[i])).min(counts[j]);
        counts[j] -= of_second;
        counts[i] -= surplus - of_second;
    }
    for k in 0..counts.len() {
        let others = (0..counts.len()).filter(|&j| j != k);
        let room = others.map(|j| apart[k][j].saturating_sub(counts[j])).min().unwrap_or(0);
        counts[k] = counts[k].max(room);
    }
    while swap(&mut counts, apart) {}
    counts
}

/// Takes one from somewhere if two others can have one more each.
fn swap(counts: &mut [usize], apart: &[Vec<usize>]) -> bool {
    let fits = |n: &[usize]| (0..n.len()).all(|i| (0..i).all(|j| n[i] + n[j] <= apart[i][j]));
    for giver in (0..counts.len()).filter(|&k| counts[k] > 0).collect::<Vec<_>>() {
        for (i, j) in (0..counts.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let mut tried = counts.to_vec();
            tried[giver] -= 1;
            tried[i] += 1;
            tried[j] += 1;
            if giver != i && giver != j && fits(&tried) {
                counts.copy_from_slice(&tried);
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Random;

    #[test]
    fn shares_are_the_best_of_all() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            // Four points of the plane, so that distances are distances.
            let p: Vec<[f64; 2]> = (0..4).map(|_| [random.between(0.0, 12.0), random.between(0.0, 12.0)]).collect();
            let apart: Vec<Vec<usize>> =
                p.iter().map(|a| p.iter().map(|b| (a[0] - b[0]).hypot(a[1] - b[1]) as usize).collect()).collect();
            let found = share_out(&apart, 2);
            let fits = |n: &[usize]| (0..4).all(|i| (0..i).all(|j| n[i] + n[j] <= apart[i][j]));
            assert!(fits(&found), "seed {seed}: {apart:?} {found:?}");
            let best = (0..13usize.pow(4))
                .map(|k| [k % 13, k / 13 % 13, k / 169 % 13, k / 2197])
                .filter(|n| fits(n))
                .map(|n| n.iter().sum::<usize>())
                .max();
            assert_eq!(Some(found.iter().sum()), best, "seed {seed}: {apart:?} {found:?}");
        }
    }

    #[test]
    fn the_cheapest_of_all_assignments_is_found() {
        let distances = vec![vec![4.0, 1.0, 3.0], vec![2.0, 0.0, 5.0], vec![3.0, 2.0, 2.0]];
        let found = assign(&distances);
        assert_eq!(found.top_of, [1, 0, 2]);
        // No top lies higher above a bottom than they are apart; joined ones exactly as high.
        let top = |k: usize| found.heights[k] + distances[k][found.top_of[k]];
        for (i, row) in distances.iter().enumerate() {
            for k in 0..3 {
                assert!(top(k) - found.heights[i] <= row[found.top_of[k]]);
            }
        }
        assert_eq!(assign(&[vec![7.0]]), Assignment { top_of: vec![0], heights: vec![0.0] });
    }
}
