//! Work without the interpreter's lock, on threads of this process.
//!
//! rayon's threads do not survive `fork`: a child that used its parent's pool would wait for ever. So the pool is keyed by
//! the number of the process, and a child makes its own; the old one is forgotten, since its threads are not there to be
//! joined. The pool is looked up with the interpreter's lock held, as `os.fork` is, so no child inherits a lock that is held.

use crate::errors::internal_error;
use pyo3::exceptions::PyValueError;
use pyo3::marker::Ungil;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// The threads of this process, and how many were asked for (0: one for each core).
struct Threads {
    wanted: usize,
    made: Option<(u32, Arc<ThreadPool>)>,
}

static THREADS: Mutex<Threads> = Mutex::new(Threads { wanted: 0, made: None });

/// The pool of this process.
fn pool(_with_the_lock: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((made_by, pool)) = &threads.made
        && *made_by == process
    {
        return Ok(pool.clone());
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads.wanted).thread_name(|k| format!("wayfront-{k}"));
    let pool = builder.build().map_err(|why| internal_error(&format!("no threads can be started: {why}")))?;
    let pool = Arc::new(pool);
    std::mem::forget(threads.made.replace((process, pool.clone())));
    Ok(pool)
}

/// Does something without the interpreter's lock, on this process's threads. Panics become exceptions.
pub fn work<T: Ungil + Send>(py: Python<'_>, f: impl FnOnce() -> T + Ungil + Send) -> PyResult<T> {
    let pool = pool(py)?;
    let result = py.detach(|| catch_unwind(AssertUnwindSafe(|| pool.install(f))));
    result.map_err(|panic| internal_error(&words(panic.as_ref())))
}

/// Does something short with the lock held, on this thread. Panics become exceptions.
pub fn guarded<T>(f: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|panic| internal_error(&words(panic.as_ref())))
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason was given".to_owned())
}

/// Uses so many threads from now on; 0 means one for each core.
#[pyfunction]
pub fn set_threads(count: i64) -> PyResult<()> {
    const MOST: usize = 1024;
    let Some(count) = usize::try_from(count).ok().filter(|&count| count <= MOST) else {
        return Err(PyValueError::new_err(format!("{count} threads: give 0 to {MOST}")));
    };
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    threads.wanted = count;
    let old = threads.made.take();
    drop(threads);
    match old {
        Some((made_by, pool)) if made_by != std::process::id() => std::mem::forget(pool),
        _ => {}
    }
    Ok(())
}

/// How many threads work.
#[pyfunction]
pub fn thread_count(py: Python<'_>) -> PyResult<usize> {
    Ok(pool(py)?.current_num_threads())
}

/// A fault of ours, for the test of what becomes of one.
#[cfg(debug_assertions)]
#[pyfunction]
#[pyo3(name = "_panic")]
pub fn panic_on_purpose(py: Python<'_>, text: String) -> PyResult<()> {
    work(py, move || panic!("{text}"))
}
