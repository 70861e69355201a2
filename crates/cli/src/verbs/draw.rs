//! `wayfront draw`: a picture of a scene.

use crate::arguments::{Common, Draw, Format};
use crate::failure::Failure;
use crate::output;
use crate::scene::Named;
use crate::text::{Unit, count};
use serde::Serialize;
use wayfront::domain::Domain;
use wayfront::draw::{Options, Picture, Theme};

#[derive(Serialize)]
struct Drawn {
    picture: String,
    size: [u32; 2],
}

/// Draws the scene and says what is to be seen. A scene with problems is drawn too: the picture may show them.
pub fn run(arguments: &Draw, common: &Common) -> Result<(), Failure> {
    let scene = Named::open(&arguments.scene, common.limits())?.at(arguments.time);
    let theme = if arguments.dark { Theme::DARK } else { Theme::LIGHT };
    let options = Options::default().size(arguments.size).theme(theme).axes(arguments.axes);
    let picture = Picture::of_world(&scene.world, &options)?;
    let size = picture.size()?;
    picture.save(&arguments.picture)?;
    let drawn = Drawn { picture: arguments.picture.display().to_string(), size };
    let (summary, problems) = summary(&scene);
    if problems > 0 && !common.quiet {
        let problems = count(problems, "problem");
        output::message(&format!("{}: {problems}; see `wayfront check {}`", scene.label, arguments.scene));
    }
    match common.format {
        Format::Json => output::json(&drawn),
        Format::Text => {
            let [width, height] = size;
            output::text(&format!("{summary}\n{}: {width} x {height} pixels\n", drawn.picture))
        }
    }
}

/// What is in the scene, in a line, and how many problems it has.
fn summary(scene: &Named) -> (String, usize) {
    let world = &scene.world;
    let obstacles = count(world.obstacles.len() + world.walls.len(), "obstacle");
    match Domain::without_doors(world) {
        Err(unbuildable) => (format!("{}: {obstacles}", scene.label), unbuildable.problems.len()),
        Ok(domain) => {
            let summary = format!(
                "{}: {obstacles}, {} vertices, {} of free space in {}, {}",
                scene.label,
                domain.vertex_count(),
                Unit::of(world).area(domain.area()),
                count(domain.component_count(), "piece"),
                count(world.sources.len(), "source")
            );
            (summary, domain.check_scene(world).problems.len())
        }
    }
}
