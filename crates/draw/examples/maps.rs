//! Draws the path map of every built-in scene: `cargo run -p wayfront-draw --example maps -- FOLDER [SIZE]`.

use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_draw::{MapStyle, Options, Picture};
use wayfront_pathmap::PathMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "maps".into());
    let size = arguments.next().map_or(Ok(Options::default().size), |size| size.parse())?;
    std::fs::create_dir_all(&folder)?;
    let options = Options::default().size(size);
    for (name, _) in wayfront_world::builtin_names() {
        let Some(world) = wayfront_world::builtin(name).filter(|world| !world.sources.is_empty()) else { continue };
        let map = PathMap::new(Arc::new(Domain::without_doors(&world)?), &world.sources)?;
        for (style, suffix) in [(MapStyle::default(), ""), (MapStyle::cost(), "-cost")] {
            let started = std::time::Instant::now();
            let picture = Picture::of_path_map(&world, &map, &style, &options)?;
            for ending in ["png", "svg"] {
                picture.save(format!("{folder}/{name}{suffix}.{ending}"))?;
            }
            println!("{folder}/{name}{suffix}.png, .svg  {:.2} s", started.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
