//! Runs the command and gathers what it says.

use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Run {
    pub out: String,
    pub err: String,
    pub status: i32,
}

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

pub fn wayfront(arguments: &[&str]) -> Run {
    Run::of(&mut command(arguments))
}

/// Where the tests of the calling file may write: files of one name in two modules do not meet.
#[track_caller]
pub fn folder() -> PathBuf {
    let module = Path::new(Location::caller().file()).file_stem().expect("a source file has a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module);
    std::fs::create_dir_all(&folder).expect("the folder is ours");
    folder
}

/// A file of this content, as an argument.
#[track_caller]
pub fn written(name: &str, text: &str) -> String {
    let path: PathBuf = folder().join(name);
    std::fs::write(&path, text).expect("the folder is ours");
    path.to_str().expect("its name is text").to_owned()
}
