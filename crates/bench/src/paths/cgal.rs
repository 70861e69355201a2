//! CGAL's surface mesh shortest paths as a peer: a small C++ program, compiled when CGAL's headers are there, that gets
//! our triangles and questions and answers on request.

use super::question::Question;
use crate::outside::Session;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use wayfront::Domain;
use wayfront::domain::TriangleId;

const SOURCE: &str = include_str!("../../cgal/shortest_paths.cpp");
const COMPILER: &str = "g++";
const HEADER: &str = "CGAL/Surface_mesh_shortest_path.h";

/// Why CGAL does not take part.
#[derive(Debug, thiserror::Error)]
pub enum Missing {
    #[error("CGAL not measured: cannot run {COMPILER}: {0}")]
    Compiler(io::Error),
    #[error("CGAL not installed: apt-get install libcgal-dev")]
    Headers,
    #[error("CGAL not measured: its program does not compile:\n{0}")]
    Rejected(String),
    #[error("CGAL not measured: cannot keep its program: {0}")]
    Folder(io::Error),
}

/// The compiled program.
pub struct Program(PathBuf);

impl Program {
    /// Compiles it beside this program, unless that was done before.
    pub fn compiled() -> Result<Self, Missing> {
        let mut hash = DefaultHasher::new();
        SOURCE.hash(&mut hash);
        let program =
            std::env::current_exe().map_err(Missing::Folder)?.with_file_name(format!("cgal-{:016x}", hash.finish()));
        if !program.exists() {
            if !compile(&format!("#include <{HEADER}>"), &["-E", "-o", "/dev/null"])?.0 {
                return Err(Missing::Headers);
            }
            let output = program.to_string_lossy();
            let (compiled, messages) = compile(SOURCE, &["-O2", "-DNDEBUG", "-o", &output, "-lgmp", "-lmpfr"])?;
            if !compiled {
                return Err(Missing::Rejected(messages.lines().take(10).collect::<Vec<_>>().join("\n")));
            }
        }
        Ok(Self(program))
    }

    /// Starts it on a domain, a source and questions.
    pub fn start(&self, domain: &Domain, source: Question, questions: &[Question]) -> io::Result<Session> {
        Session::start(&self.0, &described(domain, source, questions))
    }
}

/// Whether the compiler takes this text, and what it says.
fn compile(text: &str, options: &[&str]) -> Result<(bool, String), Missing> {
    // The text comes before the libraries, or the linker drops these.
    let mut command = Command::new(COMPILER);
    command.args(["-x", "c++", "-"]).args(options);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Missing::Compiler)?;
    if let Some(mut input) = child.stdin.take() {
        // A compiler that stops reading says why, and with its status.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(Missing::Compiler)?;
    Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// The program's input. Numbers are written so that reading gives the same bits.
fn described(domain: &Domain, source: Question, questions: &[Question]) -> String {
    let mut text = format!("{} {} {}\n", domain.corner_count(), domain.free_triangles(), questions.len());
    for p in domain.corner_points() {
        let _ = writeln!(text, "{:e} {:e}", p.x, p.y);
    }
    for triangle in 0..domain.free_triangles() as u32 {
        let [a, b, c] = TriangleId(triangle).sides().map(|side| domain.side(side).origin.0);
        let _ = writeln!(text, "{a} {b} {c}");
    }
    for Question { at, triangle } in std::iter::once(&source).chain(questions) {
        let _ = writeln!(text, "{:e} {:e} {}", at.x, at.y, triangle.0);
    }
    text
}
