//! Linear equations, slow and obviously right: Gaussian elimination with pivoting.

/// The solution of `rows`, each with its right side at the end. Cubic in their number.
///
/// # Panics
/// If there are fewer columns than equations.
#[must_use]
pub fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs())).unwrap_or(k);
        rows.swap(k, pivot);
        let (above, below) = rows.split_at_mut(k + 1);
        for row in below {
            let factor = row[k] / above[k][k];
            if factor != 0.0 {
                row.iter_mut().zip(&above[k]).skip(k).for_each(|(a, b)| *a -= factor * b);
            }
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| rows[k][j] * x[j]).sum();
        x[k] = (rows[k][n] - sum) / rows[k][k];
    }
    x
}
