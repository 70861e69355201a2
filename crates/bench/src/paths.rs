//! Table `paths`: exact path maps on the papers' maps and on larger worlds, with the published figures and two peers
//! beside us.
//!
//! Peers are measured in the same run and in turns with us, so that whatever else the machine does hits both: CGAL's
//! surface mesh shortest paths on the same triangles and questions, and the crate `polyanya` on the same pairs. One
//! part measures, one lays out; the verdicts come from the numbers alone.

mod cgal;
mod grid;
mod growth;
mod maps;
mod navmesh;
mod pairs;
mod published;
mod question;
mod sampling;
mod scenes;
mod shown;
mod targets;
mod worlds;

use crate::contest::Effort;
use crate::target::Target;
use cgal::Program;
use growth::{Growth, SpecialRow};
use maps::MapRow;
use pairs::PairRow;
use sampling::SampleRow;
use scenes::Scene;
use serde::Serialize;
use std::io;

/// Seed of all random worlds and questions: the same table every time.
const SEED: u64 = 1;

/// Everything measured, in seconds.
#[derive(Serialize)]
pub struct Report {
    table: &'static str,
    /// Cores of the machine, and programs that ran on it in the last minute, where the system reports them.
    cores: usize,
    load: Option<f64>,
    /// Why there are no figures of CGAL, if there are none.
    cgal_missing: Option<String>,
    maps: Vec<MapRow>,
    samples: Vec<SampleRow>,
    pairs: Vec<PairRow>,
    growth: Growth,
    special: Vec<SpecialRow>,
    targets: Vec<Target>,
}

/// Runs everything; with `quick` only a few turns of each, for a first look.
///
/// # Errors
/// If CGAL's program stops answering.
pub fn report(quick: bool) -> io::Result<Report> {
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    let (program, cgal_missing) = match Program::compiled() {
        Ok(program) => (Some(program), None),
        Err(why) => (None, Some(why.to_string())),
    };
    let scenes: Vec<Scene> = scenes::all().collect();
    let maps =
        scenes.iter().map(|scene| maps::measure(scene, program.as_ref(), effort)).collect::<io::Result<Vec<_>>>()?;
    let samples = scenes.iter().map(|scene| sampling::measure(scene, effort)).collect::<io::Result<Vec<_>>>()?;
    let pairs = scenes.iter().map(|scene| pairs::measure(scene, effort)).collect::<io::Result<Vec<_>>>()?;
    let growth = growth::measure(effort)?;
    let special = growth::measure_special(effort)?;
    let targets = targets::all(&maps, &samples, &pairs, &growth);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Report { table: "paths", cores, load: load(), cgal_missing, maps, samples, pairs, growth, special, targets })
}

/// Linux's average number of programs that ran or waited to, this one included.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}
