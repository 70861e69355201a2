//! The crate `landmass` as a peer: its channel of triangles and the shortest way in it, on the triangles that `polyanya` made
//! for the radius.
//!
//! It cannot be built together with `polyanya`, so it is a program of its own, which gets the triangles and the pairs.

use super::navmesh::{SCALE, scaled, shrunk};
use super::pairs::discs;
use super::stage::Stage;
use super::teller::Teller;
use crate::contest::{in_turns, player};
use crate::outside::Session;
use crate::stopwatch::Times;
use polyanya::Mesh;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use wayfront::geometry::Point;
use wayfront::pathmap::PairSearch;

/// Pieces per corner.
const PIECES: u8 = 8;
/// Its package, from the folder of this one.
const PACKAGE: &str = "peers/landmass";

pub fn measure(stage: &Stage, teller: &mut Teller) -> io::Result<()> {
    let Some(program) = program() else {
        return teller.remark(format!(
            "landmass: not built, cargo build --release --manifest-path crates/bench/{PACKAGE}/Cargo.toml"
        ));
    };
    let Stage { pairs, radius, lengths, .. } = stage;
    let mesh = shrunk(&stage.world, *radius, PIECES);
    let mut session = Session::start(&program, &described(&mesh, pairs))?;
    let built = Times::of(session.ask("build")?);
    let found = session.ask("lengths")?;
    let mut search = PairSearch::new(stage.domain.clone());
    let times =
        in_turns(stage.size.effort, vec![session.player("pairs"), player(|| discs(&mut search, pairs, *radius))])?;
    teller.row(format!("landmass, its mesh from {PIECES} pieces per corner"), mesh.layers[0].polygons.len(), built)?;
    teller.row("landmass, pairs", pairs.len(), times[0])?;
    let ratio = times[0].over(times[1]);
    let mut longer: Vec<f64> = found
        .iter()
        .zip(lengths)
        .map(|(theirs, ours)| theirs / SCALE / ours)
        .filter(|ratio| ratio.is_finite())
        .collect();
    longer.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let k = (share * longer.len() as f64) as usize;
        longer.get(k.min(longer.len().saturating_sub(1))).map_or(f64::NAN, |ratio| 100.0 * (ratio - 1.0))
    };
    teller.remark(format!(
        "landmass takes {:.3} times as long; its ways are {:.2} % longer at the median, {:.1} % at nine of ten, {:.1} % at most; \
         it finds no way for {} of {} pairs",
        ratio.median,
        at(0.5),
        at(0.9),
        at(1.0),
        pairs.len() - longer.len(),
        pairs.len()
    ))
}

/// Its program, if it was built.
fn program() -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(PACKAGE).join("target/release/landmass-peer");
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    program.exists().then_some(program)
}

/// The program's input: counts, vertices, triangles, pairs.
fn described(mesh: &Mesh, pairs: &[[Point; 2]]) -> String {
    let layer = &mesh.layers[0];
    let mut text = format!("{} {} {}\n", layer.vertices.len(), layer.polygons.len(), pairs.len());
    for vertex in &layer.vertices {
        let _ = writeln!(text, "{:e} {:e}", vertex.coords.x, vertex.coords.y);
    }
    for polygon in &layer.polygons {
        let corners: Vec<String> = polygon.vertices.iter().map(u32::to_string).collect();
        let _ = writeln!(text, "{}", corners.join(" "));
    }
    for pair in pairs {
        let [a, b] = pair.map(scaled);
        let _ = writeln!(text, "{:e} {:e} {:e} {:e}", a.x, a.y, b.x, b.y);
    }
    text
}
