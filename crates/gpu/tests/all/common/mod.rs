//! What tests of this room share.

pub mod rig;

use wayfront_gpu::{Gpu, GpuError};
use wayfront_testkit::outside::skip;

/// A device; `None`, reported as a skipped test, where there is no adapter.
pub fn gpu() -> Option<Gpu> {
    match Gpu::open(None) {
        Ok(gpu) => Some(gpu),
        Err(GpuError::NoAdapter) => {
            skip("no graphics adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}
