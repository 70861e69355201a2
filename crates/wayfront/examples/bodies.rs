//! Bodies: the same plan for three sizes, and the widest one that gets through.
//!
//! `cargo run --example bodies`

use std::sync::Arc;
use wayfront::{DiscSearch, Domain, Point, world};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plan = world::builtin("sizes").ok_or("is built in")?;
    let mut search = DiscSearch::new(Arc::new(Domain::without_doors(&plan)?));
    let [desk, door] = [Point::new(6.0, 12.0), Point::new(34.0, 12.0)];

    let mut last = 0.0;
    for radius in [0.3, 0.7, 1.2] {
        let path = search.find(desk, door, radius)?; // nothing is built for a radius
        println!("radius {radius}: {:.2} m in {} pieces", path.length, path.pieces.len());
        assert!(path.length > last, "wider bodies make longer detours here");
        last = path.length;
    }
    let (widest, _) = search.widest(desk, door).ok_or("there is a path")?;
    println!("a body of radius {widest} gets through, no wider one");
    assert!(search.find(desk, door, widest * 1.001).is_err());
    Ok(())
}
