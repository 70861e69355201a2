//! Prints what crowds must do and what they do: `acceptance [word] [seeds]`.

use wayfront_verify::verify_all;
use wayfront_world::Steering;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let word = arguments.next().unwrap_or_default();
    let seeds: Vec<u64> = (1..=arguments.next().and_then(|n| n.parse().ok()).unwrap_or(5)).collect();
    for (name, steering) in [("orca", Steering::Orca), ("social-force", Steering::SocialForce)] {
        if std::env::var("ONLY").is_ok_and(|only| only != name) {
            continue;
        }
        println!("== {name}");
        for row in verify_all(&word, steering, &seeds).into_iter().flat_map(|(_, rows)| rows) {
            let verdict = if row.holds { "ok  " } else { "FAIL" };
            println!("{verdict} {:55} {:45} {}", row.name, row.value, row.target);
        }
    }
}
