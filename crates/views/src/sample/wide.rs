//! The same code for processors with vectors of eight numbers, chosen when the program runs.
//!
//! Nothing but the width of the instructions differs: no fused operations, so the results are the same bits.

use super::pen::{Band, Pen};

/// Fills a band with the widest vectors there are.
#[cfg(target_arch = "x86_64")]
pub(super) fn fill(pen: &mut Pen, band: Band) {
    #[target_feature(enable = "avx2")]
    fn with_avx2(pen: &mut Pen, band: Band) {
        pen.fill(band);
    }
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature, as was asked just above.
        #[allow(unsafe_code)]
        unsafe {
            with_avx2(pen, band);
        }
    } else {
        pen.fill(band);
    }
}

/// Fills a band.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fill(pen: &mut Pen, band: Band) {
    pen.fill(band);
}
