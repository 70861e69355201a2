//! `wayfront convert`: from one format to another.

use crate::arguments::{Common, Convert, Format};
use crate::failure::Failure;
use crate::output;
use crate::problems::prefix;
use crate::scene::Named;
use crate::text::count;
use serde::Serialize;
use wayfront::world::{self, WriteError, left_out, write_file};

#[derive(Serialize)]
struct Converted {
    from: String,
    to: String,
    format: &'static str,
    areas: usize,
    obstacles: usize,
    walls: usize,
    sources: usize,
    left_out: Vec<&'static str>,
}

/// Reads IN, writes OUT, and says what OUT cannot hold.
pub fn run(arguments: &Convert, common: &Common) -> Result<(), Failure> {
    let scene = Named::open(&arguments.from, common.limits())?;
    let world = &scene.world;
    let to = arguments.to.display().to_string();
    let Some(format) = world::Format::of_path(&arguments.to) else {
        return Err(Failure::Usage(format!("`{to}` has no ending of a scene")));
    };
    write_file(world, &arguments.to).map_err(unwritten)?;
    let converted = Converted {
        from: scene.label,
        to,
        format: format.name(),
        areas: world.areas.len(),
        obstacles: world.obstacles.len(),
        walls: world.walls.len(),
        sources: world.sources.len(),
        left_out: left_out(world, format),
    };
    if !common.quiet {
        for note in &world.notes {
            output::message(&format!("note: {}{note}", prefix(&world.files, &note.place)));
        }
        if !converted.left_out.is_empty() {
            output::message(&format!("{} cannot hold {}: left out", format.name(), converted.left_out.join(", ")));
        }
    }
    match common.format {
        Format::Json => output::json(&converted),
        Format::Text => output::text(&describe(&converted)),
    }
}

fn describe(converted: &Converted) -> String {
    let Converted { to, areas, obstacles, walls, sources, .. } = converted;
    let parts = [(areas, "area"), (obstacles, "obstacle"), (walls, "wall"), (sources, "source")];
    let parts: Vec<String> = parts.iter().filter(|p| *p.0 > 0).map(|&(&n, thing)| count(n, thing)).collect();
    format!("{to}: {}\n", parts.join(", "))
}

pub(super) fn unwritten(why: WriteError) -> Failure {
    Failure::File { what: why.to_string(), advice: why.advice() }
}
