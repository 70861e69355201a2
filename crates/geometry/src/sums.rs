//! Sums over long lists.

/// The sum of the products of two lists, as far as both reach: four sums at once, since one alone would wait for each
/// addition.
///
/// ```
/// let single = [1.0_f32, 2.0, 3.0, 4.0, 5.0];
/// assert_eq!(wayfront_geometry::sum_of_products(&[1.0, 1.0, 1.0, 1.0, 2.0], &single), 20.0);
/// ```
#[inline]
#[must_use]
pub fn sum_of_products<T: Copy + Into<f64>>(a: &[f64], b: &[T]) -> f64 {
    let length = a.len().min(b.len());
    let ((a, last), (b, rest)) = (a[..length].as_chunks::<4>(), b[..length].as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (a, b) in a.iter().zip(b) {
        for k in 0..4 {
            sums[k] += a[k] * b[k].into();
        }
    }
    sums.iter().sum::<f64>() + last.iter().zip(rest).map(|(a, &b)| a * b.into()).sum::<f64>()
}
