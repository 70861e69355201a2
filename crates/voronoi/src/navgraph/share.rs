//! Work that all threads share, and in which the calling thread takes part.
//!
//! A frame has a few short pieces of work for all threads. To hand one to the pool and sleep until it is done would take as
//! long as the work: two threads must be woken, one after the other. So the calling thread begins at once, others take what
//! is left when they are awake, and what none took until the end is done by the caller. Which thread does an item does not
//! matter for what comes out.
//!
//! Inside of a thread pool that takes no memory; from outside a small piece for each thread that helps.

use std::sync::{Mutex, PoisonError};

/// Does the work on all items; on this thread alone unless there are `many`.
pub(super) fn share<I>(items: I, many: bool, work: impl Fn(I::Item) + Sync)
where
    I: Iterator + Send,
    I::Item: Send,
{
    let helpers = if many { rayon::current_num_threads() - 1 } else { 0 };
    if helpers == 0 {
        return items.for_each(work);
    }
    let items = Mutex::new(items);
    let help = || {
        loop {
            let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            match next {
                Some(item) => work(item),
                None => return,
            }
        }
    };
    if rayon::current_thread_index().is_some() {
        with_helpers(helpers, &help);
    } else {
        rayon::in_place_scope(|scope| {
            (0..helpers).for_each(|_| scope.spawn(|_| help()));
            help();
        });
    }
}

/// Helps, with so many others.
fn with_helpers(helpers: usize, help: &(impl Fn() + Sync)) {
    if helpers == 0 {
        help();
    } else {
        rayon::join(help, || with_helpers(helpers - 1, help));
    }
}
