//! Work that can be cancelled.
//!
//! A caller that may end a long piece of work keeps a [`Cancel`] and does the work under it ([`Cancel::run`]). Long loops of
//! every room pass a [`checkpoint`]. Once the work is cancelled, the next checkpoint unwinds to `run`, without a message. So
//! nothing in between needs a further parameter or error.
//!
//! *Invariant*: a result that is cancelled is dropped and never seen half made. Data that the work changes through a
//! reference may be half changed, and the caller must discard it.
//! Cost: an atomic read at a checkpoint; loops of short rounds pass one every thousand rounds ([`Checkpoints`]).

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// What the work of this thread can be cancelled by, the innermost last.
    static HERE: RefCell<Vec<Cancel>> = const { RefCell::new(Vec::new()) };
}

/// Ends work that is done under it. Copies are the same.
///
/// ```
/// use wayfront_geometry::{Cancel, checkpoint};
///
/// let cancel = Cancel::default();
/// assert!(cancel.run(|| 6 * 7).is_ok_and(|found| found == 42));
/// let ended = cancel.run(|| {
///     cancel.cancel(); // another thread would do this
///     loop {
///         checkpoint();
///     }
/// });
/// assert!(ended.is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

/// Everything that the work of a thread can be cancelled by, for threads that help with it.
#[derive(Clone, Debug)]
pub struct CancelHere(Vec<Cancel>);

/// Work was cancelled before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Cancel {
    /// Ends the work that is done under it, at its next checkpoint.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What the work of this thread can be cancelled by.
    #[must_use]
    pub fn here() -> CancelHere {
        CancelHere(HERE.with_borrow(Vec::clone))
    }

    /// Does work that can be cancelled, by this or by what the work around it can be cancelled by.
    ///
    /// # Errors
    /// If it was cancelled before it was done.
    ///
    /// # Panics
    /// As the work does.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
        if self.is_cancelled() {
            return Err(Cancelled);
        }
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut all = Self::here();
            all.0.push(self.clone());
            all.carry(work)
        }));
        done.map_err(|payload| if payload.is::<Cancelled>() { Cancelled } else { resume_unwind(payload) })
    }
}

impl CancelHere {
    /// Does a part of the work on a thread that helps.
    pub fn carry<T>(&self, work: impl FnOnce() -> T) -> T {
        /// Puts back what was there, however the work ends.
        struct Before(Vec<Cancel>);
        impl Drop for Before {
            fn drop(&mut self) {
                HERE.set(std::mem::take(&mut self.0));
            }
        }
        let _before = Before(HERE.replace(self.0.clone()));
        work()
    }
}

/// Work that was cancelled ends here.
pub fn checkpoint() {
    if HERE.with_borrow(|here| here.iter().any(Cancel::is_cancelled)) {
        resume_unwind(Box::new(Cancelled));
    }
}

/// Checkpoints of a loop whose rounds take less than some microseconds.
#[derive(Debug, Default)]
pub struct Checkpoints(u32);

impl Checkpoints {
    const EVERY: u32 = 1024;

    /// A round begins.
    #[inline]
    pub fn pass(&mut self) {
        self.0 += 1;
        if self.0 == Self::EVERY {
            self.0 = 0;
            checkpoint();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_without_being_cancelled() {
        checkpoint();
        let cancel = Cancel::default();
        let mut checkpoints = Checkpoints::default();
        assert_eq!(cancel.run(|| (0..5000).map(|_| checkpoints.pass()).count()), Ok(5000));
    }

    #[test]
    fn cancelled_work_ends_and_what_was_there_before_is_in_force_again() {
        let (outer, inner) = (Cancel::default(), Cancel::default());
        let done = outer.run(|| {
            let ended = inner.run(|| {
                inner.cancel();
                checkpoint();
            });
            checkpoint();
            ended
        });
        assert_eq!(done, Ok(Err(Cancelled)));
        assert_eq!(inner.run(|| 1), Err(Cancelled), "it stays cancelled");
        let outer = Cancel::default();
        let seen = outer.run(|| {
            outer.cancel();
            Cancel::default().run(checkpoint)
        });
        assert_eq!(seen, Ok(Err(Cancelled)), "cancelling the outer work cancels the inner one");
        checkpoint();
    }

    #[test]
    fn panics_stay_panics() {
        let cancel = Cancel::default();
        let caught = catch_unwind(AssertUnwindSafe(|| cancel.run(|| resume_unwind(Box::new("broken")))));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"broken"));
    }

    #[test]
    fn helpers_end_too() {
        let cancel = Cancel::default();
        let ended = cancel.run(|| {
            let here = Cancel::here();
            std::thread::scope(|scope| {
                let helper = scope.spawn(|| {
                    here.carry(|| {
                        loop {
                            checkpoint();
                        }
                    })
                });
                cancel.cancel();
                helper.join().map_err(|payload| payload.is::<Cancelled>())
            })
        });
        assert_eq!(ended, Ok(Err::<(), bool>(true)));
    }
}
