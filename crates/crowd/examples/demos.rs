//! Minutes of orchard, plaza and crater, looked at from outside: overlaps, stands, turn-backs with the margin and without.
//!
//! `cargo run --release -p wayfront-crowd --example demos -- [SECONDS [SEEDS [SCENE …]]]`: ten minutes and seeds 1 to 3 of
//! all three unless given.

use wayfront_testkit::watch::watched;
use wayfront_world::{Steering, World, builtin};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, otherwise: f64| arguments.get(k).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (seconds, seeds) = (number(0, 600.0), number(1, 3.0) as u64);
    let scenes: Vec<&str> = if arguments.len() > 2 {
        arguments[2..].iter().map(String::as_str).collect()
    } else {
        vec!["orchard", "plaza", "crater"]
    };
    println!("| scene | steering | seed | overlap, radii | longest stand, s | turn-backs | without margin | done |");
    println!("|---|---|---|---|---|---|---|---|");
    for name in scenes {
        for (steering, word) in [(Steering::Orca, "orca"), (Steering::SocialForce, "social-force")] {
            for seed in 1..=seeds {
                let Some(mut world) = builtin(name) else { return eprintln!("there is no scene {name}") };
                if let Some(crowd) = &mut world.crowd {
                    (crowd.steering, crowd.seed) = (steering, seed);
                }
                println!("| {name} | {word} | {seed} | {}", row(&world, seconds));
            }
        }
    }
}

/// What is seen of a world, with turn-backs for each agent and minute.
fn row(world: &World, seconds: f64) -> String {
    let (run, seen) = watched(world, seconds, |_| ());
    let (free, other) = watched(world, seconds, |run| run.keep_choices_by(0.0));
    let summary = run.summary();
    let done = match (summary.captures.len(), summary.taken) {
        (0, 0.0) => format!("{} visits", summary.visits.iter().sum::<usize>()),
        (caught, taken) => format!("{caught} caught, {taken:.0} taken"),
    };
    format!(
        "{:.4} | {:.1} | {:.2} | {:.2} | {done} |",
        seen.deepest,
        seen.longest_stand,
        seen.per_agent_minute(run.turn_backs()),
        other.per_agent_minute(free.turn_backs()),
    )
}
