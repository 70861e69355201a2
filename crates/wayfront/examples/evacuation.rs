//! An evacuation: how many have left by when, and by which exit; a curve of arrivals.
//!
//! `cargo run --release --example evacuation`

use wayfront::crowd::Simulation;
use wayfront::draw::{Options, Plot};
use wayfront::world::{Format, read_text};
use wayfront::{Picture, Scene};

const PLAN: &str = r#"
[world]
boundary = [[0, 0], [20, 0], [20, 12], [0, 12]]
walls    = [[[12, 0], [12, 5]], [[12, 7], [12, 12]]]

[[exits]]
name    = "east"
segment = [[20, 5], [20, 7]]

[crowd]
seconds = 120

[[crowd.groups]]
name  = "audience"
area  = [[1, 1], [11, 1], [11, 11], [1, 11]]
count = 60
goal  = "east"
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::new(read_text(PLAN.as_bytes(), Format::SceneToml, "hall.toml")?)?;
    let mut run = Simulation::of(&scene)?;
    while run.is_going_on() {
        run.step();
    }
    let summary = run.summary();
    let last = summary.evacuation_time().ok_or("all of them leave")?;
    println!("{} people left, the last after {last:.1} s", summary.trips.len());
    assert_eq!(summary.trips.len(), 60);

    let crowd = scene.world().crowd.as_ref().ok_or("the plan has a crowd")?;
    let curve = Plot::of_arrivals(&summary, crowd);
    let picture = Picture::of_plot(&curve, &Options::default().size(500))?;
    picture.save(std::env::temp_dir().join("wayfront-arrivals.png"))?;
    Ok(())
}
