//! `wayfront query`: cost, next point and source of many points.
//!
//! The points are read in full, so that all that is wrong with them is reported before anything is answered. Answers are
//! computed and written batch by batch, a part of each batch per thread, in the order of the points.

mod points;
mod rows;

use crate::aimed::Aimed;
use crate::arguments::{Common, Format, Query};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use points::{Given, read, text};
use rows::{Asked, CSV, Form, JSON};
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use wayfront::SceneMap;

/// Points of a batch, per thread: the text of its answers stays in the cache.
const BATCH: usize = 4096;

/// Reads the points, builds the map, prints the answers.
pub fn run(arguments: &Query, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the points");
    let text = text(&arguments.points, common.limits())?;
    let points = read(&text, &arguments.points, common.limits())?;
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &progress)?;
    let map = aimed.map(arguments.radius.unwrap_or(0.0), common.quiet)?;
    progress.step("answering");
    let threads = common.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let form = match common.format {
        Format::Text => CSV,
        Format::Json => JSON,
    };
    let mut out = BufWriter::with_capacity(1 << 18, std::io::stdout().lock());
    write(&map, &points, &form, threads, &mut out).map_err(output::unwritten)
}

fn write(map: &SceneMap, points: &[Given], form: &Form, threads: usize, out: &mut impl Write) -> std::io::Result<()> {
    out.write_all(form.start.as_bytes())?;
    let mut parts = vec![String::new(); threads];
    for (k, batch) in points.chunks(BATCH * threads).enumerate() {
        let per_thread = batch.len().div_ceil(threads);
        answer(map, batch, per_thread, form, &mut parts);
        for (i, part) in parts.iter().filter(|part| !part.is_empty()).enumerate() {
            let before = if k + i == 0 { form.first } else { form.between };
            out.write_all(before.as_bytes())?;
            out.write_all(part.as_bytes())?;
        }
    }
    out.write_all(form.end.as_bytes())?;
    out.flush()
}

/// The answers to a batch, as text: each thread fills a part.
fn answer(map: &SceneMap, batch: &[Given], per_thread: usize, form: &Form, parts: &mut [String]) {
    let asked = Asked::of(map);
    let mut shares = batch.chunks(per_thread);
    std::thread::scope(|scope| {
        let mut last = None;
        for part in parts {
            part.clear();
            let Some(share) = shares.next() else { continue };
            let asked = &asked;
            let fill = move || asked.fill(share, form, part);
            // The last share is this thread's own.
            if shares.len() > 0 {
                scope.spawn(fill);
            } else {
                last = Some(fill);
            }
        }
        if let Some(mut fill) = last {
            fill();
        }
    });
}
