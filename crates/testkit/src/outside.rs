//! What is not part of the project and may be missing: a test that needs it is skipped, and says so.

use std::cell::RefCell;
use std::io::Write as _;
use std::process::{Command, Stdio};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Reports that the running test is skipped. It goes past the capture of the test harness, so that a plain `cargo test`
/// shows it, always as `skipped: <reason> (<test>)`: `cargo test 2>&1 | grep -c 'skipped: '` counts them. A test that asks twice for what is missing reports it once.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let line = format!("skipped: {reason} ({})\n", thread.name().unwrap_or("some thread"));
    // With one thread for all tests, they cannot be distinguished.
    if LAST.replace(line.clone()) == line && thread.name() != Some("main") {
        return;
    }
    // Where standard error is closed there is no reader.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// A Python that has these modules, or `None`, which is reported as a skipped test. `WAYFRONT_PYTHON` names an
/// interpreter other than `python3`.
#[must_use]
pub fn python(modules: &str) -> Option<String> {
    let name = std::env::var("WAYFRONT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut import = Command::new(&name);
    import.args(["-c", &format!("import {modules}")]).stdout(Stdio::null()).stderr(Stdio::null());
    if !import.status().is_ok_and(|status| status.success()) {
        skip(&format!("no {name} with {modules}"));
        return None;
    }
    Some(name)
}
