//! An allocator that counts the requests of each thread: tests that share a program do not disturb each other's counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

thread_local! {
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
    static TOTAL: Cell<Option<&'static AtomicUsize>> = const { Cell::new(None) };
}

fn count() {
    REQUESTS.set(REQUESTS.get() + 1);
    if let Some(total) = TOTAL.get() {
        total.fetch_add(1, Ordering::Relaxed);
    }
}

/// The system's allocator with a counter. A test program installs it with `#[global_allocator]`.
pub struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting needs no memory.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How often this thread has requested memory since it began.
#[must_use]
pub fn requests() -> usize {
    REQUESTS.get()
}

/// From now on this thread adds its requests to a total as well: for pools of threads, in their start handler.
pub fn count_into(total: &'static AtomicUsize) {
    TOTAL.set(Some(total));
}
