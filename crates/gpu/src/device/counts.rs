//! What was made and moved, counted.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a device has made and moved since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Buffers that were made.
    pub buffers: u64,
    /// Textures that were made.
    pub textures: u64,
    /// Bytes that went to the device.
    pub uploaded: u64,
    /// Bytes that came back.
    pub read_back: u64,
    /// Kernels that were started, and draws.
    pub dispatches: u64,
}

/// The same, as it is counted.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub buffers: AtomicU64,
    pub textures: AtomicU64,
    pub uploaded: AtomicU64,
    pub read_back: AtomicU64,
    pub dispatches: AtomicU64,
}

impl Counters {
    pub fn now(&self) -> Counts {
        Counts {
            buffers: self.buffers.load(Relaxed),
            textures: self.textures.load(Relaxed),
            uploaded: self.uploaded.load(Relaxed),
            read_back: self.read_back.load(Relaxed),
            dispatches: self.dispatches.load(Relaxed),
        }
    }

    pub fn add(counter: &AtomicU64, amount: u64) {
        counter.fetch_add(amount, Relaxed);
    }
}
