//! The options of `wayfront verify`.

use super::simulate::{Seeds, seeds};
use super::values::words;
use clap::Args;
use std::path::PathBuf;
use wayfront::world::Steering;

#[derive(Debug, Args)]
pub struct Verify {
    /// Write the report: .html is one page with everything in it, .md has its pictures in a folder beside it
    #[arg(long, value_name = "F", value_parser = report)]
    pub report: Option<PathBuf>,
    /// Run every test with each of these seeds: 1..5, or 3,5,8
    #[arg(long, value_name = "A..B", value_parser = seeds, default_value = "1..5")]
    pub seeds: Seeds,
    /// Verify this model; may be given several times [default: orca and social-force]
    #[arg(long, value_parser = words(Steering::ALL, Steering::word, Steering::about))]
    pub steering: Vec<Steering>,
    /// Run only the tests whose names contain this word
    #[arg(long, value_name = "WORD", default_value = "")]
    pub only: String,
}

fn report(path: &str) -> Result<PathBuf, String> {
    match super::values::ending(path).as_str() {
        "html" | "htm" | "md" => Ok(path.into()),
        _ => Err("reports are written as .html or .md".into()),
    }
}
