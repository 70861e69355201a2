//! Ctrl-C ends long work, not the program: what was computed is reported first. A second one ends the program at once.

use crate::failure::INTERRUPTED;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants to stop.
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C, and a polite request to end, are noted.
    pub fn noted() -> Self {
        let flag = Arc::new(AtomicBool::new(false));
        let pressed = flag.clone();
        let handler = move || {
            if pressed.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED.into());
            }
        };
        // Where signals cannot be handled, Ctrl-C does what it always did.
        let _ = ctrlc::set_handler(handler);
        Self(flag)
    }

    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
