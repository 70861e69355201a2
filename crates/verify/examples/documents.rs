//! Writes `docs/verification.md` with its pictures: `documents [last seed]`. From the project's folder.

use std::path::Path;
use wayfront_verify::Verification;
use wayfront_world::Steering;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let last: u64 = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    let mut report = Verification::new()
        .model(Steering::Orca)
        .model(Steering::SocialForce)
        .seeds(1..=last)
        .pictures(true)
        .run(&|ready, all| eprintln!("{ready} of {all} tests"));
    // Pictures of one model are enough for the page; `wayfront verify --report` draws those of all.
    let first = report.models[0].clone();
    report.findings.iter_mut().filter(|finding| finding.model != first).for_each(|finding| finding.figures.clear());
    let folder = Path::new("docs/pictures/verification");
    std::fs::create_dir_all(folder)?;
    let (text, pictures) = report.to_markdown("pictures/verification");
    for (name, png) in pictures {
        std::fs::write(folder.join(name), png)?;
    }
    std::fs::write("docs/verification.md", text)?;
    Ok(())
}
