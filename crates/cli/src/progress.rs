//! What the command is doing, on a terminal, once it takes long: one line that is wiped when the work is done.

use crate::arguments::Common;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that is done sooner needs no line.
const SOON: Duration = Duration::from_millis(700);
/// Letters of a bar.
const BAR: usize = 24;
const TICK: Duration = Duration::from_millis(200);

/// A line that says what is being done. It is not shown where standard error is no terminal, or with `--quiet`.
pub struct Progress {
    step: Arc<Mutex<String>>,
    ticker: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    pub fn of(common: &Common) -> Self {
        let step = Arc::new(Mutex::new(String::new()));
        let is_seen = !common.quiet && std::io::stderr().is_terminal();
        let ticker = is_seen.then(|| {
            let (stop, stopped) = channel();
            let step = step.clone();
            let tick = move || {
                let start = Instant::now();
                let mut wait = SOON;
                while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    wait = TICK;
                    let step = step.lock().map_or_else(|_| "working".to_owned(), |step| step.clone());
                    let _ = write!(std::io::stderr(), "\r\x1b[K{step} ({:.0} s)", start.elapsed().as_secs_f64());
                }
                if wait == TICK {
                    let _ = write!(std::io::stderr(), "\r\x1b[K");
                }
            };
            (stop, std::thread::spawn(tick))
        });
        Self { step, ticker }
    }

    /// From now on this is being done.
    pub fn step(&self, what: &str) {
        if let Ok(mut step) = self.step.lock() {
            step.clear();
            step.push_str(what);
        }
    }

    /// From now on this is being done, and so many of all parts are ready.
    pub fn share(&self, what: &str, ready: usize, all: usize) {
        let filled = BAR * ready / all.max(1);
        self.step(&format!("{what} [{:=<filled$}{:<2$}] {ready} of {all}", "", "", BAR - filled));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, ticker)) = self.ticker.take() {
            drop(stop);
            let _ = ticker.join();
        }
    }
}
