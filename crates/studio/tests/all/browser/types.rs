//! The page's own files: small, without anything from elsewhere, and their types hold.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wayfront_testkit::outside::skip;

/// What the page may weigh, all files together.
const MOST_BYTES: u64 = 300_000;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_page_is_small_and_asks_no_other_server() {
    let all = files(&page());
    let bytes: u64 = all.iter().map(|path| path.metadata().expect("a file").len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes in {} files", all.len());
    for path in &all {
        let text = std::fs::read_to_string(path).expect("a text");
        let foreign = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{} asks elsewhere", path.display());
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
            assert!(!text.contains(word), "{} has {word}: names from files must stay text", path.display());
        }
    }
    let html = std::fs::read_to_string(page().join("index.html")).expect("the page");
    for path in all.iter().filter(|path| path.extension().is_some_and(|e| e == "js")) {
        // Modules that are found only in other modules come one round trip after the other.
        let name = path.strip_prefix(page()).expect("a file of the page").to_string_lossy().replace('\\', "/");
        assert!(html.contains(&format!("\"{name}\"")), "{name} is not loaded from the beginning");
    }
    assert!(!html.contains("<style") && !html.contains(" style=") && !html.contains(" onclick="), "nothing inline");
}

#[test]
fn types_hold() {
    let compiler = |words: &[&str]| {
        let mut command = Command::new("tsc");
        command.args(words).stdin(Stdio::null());
        command
    };
    if !compiler(&["--version"]).output().is_ok_and(|out| out.status.success() && out.stdout.starts_with(b"Version")) {
        return skip("no TypeScript compiler (npm install --global typescript)");
    }
    let flags = [
        "--noEmit",
        "--allowJs",
        "--checkJs",
        "--strict",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom,dom.iterable",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
    ];
    let out = compiler(&flags).arg(page().join("main.js")).output().expect("the compiler runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
}
