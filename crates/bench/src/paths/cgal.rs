//! CGAL's surface mesh shortest paths as a peer: a small C++ program, compiled when CGAL's headers are there, that gets
//! our triangles and questions and answers on request.

use super::contest::Player;
use super::question::Question;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
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
        let mut child = Command::new(&self.0).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a child without pipes"));
        };
        let mut session = Session { child, input, output: BufReader::new(output) };
        session.input.write_all(described(domain, source, questions).as_bytes())?;
        Ok(session)
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

/// The running program. It ends when dropped.
pub struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// One line of numbers in answer to a word.
    pub fn ask(&mut self, word: &str) -> io::Result<Vec<f64>> {
        writeln!(self.input, "{word}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) if !numbers.is_empty() => Ok(numbers),
            _ => Err(io::Error::other(format!("CGAL's program answers {word} with {line:?}"))),
        }
    }

    /// As a player in a contest.
    pub fn player<'a>(&'a mut self, word: &'a str) -> Player<'a> {
        Box::new(move || self.ask(word))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It holds nothing worth a farewell; a failure here means that it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
