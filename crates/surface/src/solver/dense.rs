//! Small dense systems: as many unknowns as a goal has vertices.

/// Gaussian elimination with pivoting of rows that end with their right hand side.
pub fn dense_solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs())).unwrap_or(k);
        rows.swap(k, pivot);
        let (above, below) = rows.split_at_mut(k + 1);
        for row in below {
            let factor = row[k] / above[k][k];
            row.iter_mut().zip(&above[k]).skip(k).for_each(|(a, b)| *a -= factor * b);
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| rows[k][j] * x[j]).sum();
        x[k] = (rows[k][n] - sum) / rows[k][k];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_begin_with_zero_change_places() {
        assert_eq!(dense_solve(vec![vec![0.0, 1.0, 2.0], vec![1.0, 0.0, 3.0]]), [3.0, 2.0]);
        assert_eq!(dense_solve(vec![vec![1e-20, 1.0, 1.0], vec![1.0, 1.0, 2.0]]), [1.0, 1.0]);
    }
}
