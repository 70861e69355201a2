//! Draws every built-in scene as PNG and SVG: `cargo run -p wayfront-draw --example gallery -- FOLDER [SIZE]`.

use wayfront_draw::{Options, Picture};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "gallery".into());
    let size = arguments.next().map_or(Ok(Options::default().size), |size| size.parse())?;
    std::fs::create_dir_all(&folder)?;
    for (name, _) in wayfront_world::builtin_names() {
        let Some(world) = wayfront_world::builtin(name) else { continue };
        let picture = Picture::of_world(&world, &Options::default().size(size))?;
        for ending in ["png", "svg"] {
            picture.save(format!("{folder}/{name}.{ending}"))?;
        }
        println!("{folder}/{name}.png, .svg");
    }
    Ok(())
}
