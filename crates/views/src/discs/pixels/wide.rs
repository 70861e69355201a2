//! The same code for processors with wide vectors, chosen when the program runs.
//!
//! Nothing but the width of the instructions differs: no fused operations, so the results are the same bits.

use super::Pen;
use crate::sample::spans::Spans;
use wayfront_domain::TriangleId;

/// Fills a band with the widest vectors there are.
#[cfg(target_arch = "x86_64")]
pub(super) fn fill(pen: &mut Pen, touched: &[(TriangleId, Spans)]) {
    #[target_feature(enable = "avx2")]
    fn with_avx2(pen: &mut Pen, touched: &[(TriangleId, Spans)]) {
        pen.fill(touched);
    }
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature, as was asked just above.
        #[allow(unsafe_code)]
        unsafe {
            with_avx2(pen, touched);
        }
    } else {
        pen.fill(touched);
    }
}

/// Fills a band.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fill(pen: &mut Pen, touched: &[(TriangleId, Spans)]) {
    pen.fill(touched);
}
