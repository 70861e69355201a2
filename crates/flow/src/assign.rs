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

#[cfg(test)]
mod tests {
    use super::*;

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
