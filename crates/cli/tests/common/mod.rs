//! Runs the command and gathers what it says.

use std::path::{Path, PathBuf};
use std::process::Command;

#[allow(dead_code, reason = "each test program uses its own part of this module")]
pub struct Run {
    pub out: String,
    pub err: String,
    pub status: i32,
}

#[allow(dead_code, reason = "each test program uses its own part of this module")]
impl Run {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the command starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
        let status = output.status.code().expect("the command ends by itself");
        Self { out: text(output.stdout), err: text(output.stderr), status }
    }

    /// Standard output, which must be one object.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.out, self.err))
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfront"));
    command.args(arguments);
    command
}

#[allow(dead_code, reason = "not every test file runs it this way")]
pub fn wayfront(arguments: &[&str]) -> Run {
    Run::of(&mut command(arguments))
}

/// Where tests may write.
#[allow(dead_code, reason = "each test program uses its own part of this module")]
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// A file of this content, as an argument.
#[allow(dead_code, reason = "each test program uses its own part of this module")]
pub fn written(name: &str, text: &str) -> String {
    let path: PathBuf = folder().join(name);
    std::fs::write(&path, text).expect("the folder is ours");
    path.to_str().expect("its name is text").to_owned()
}
