//! What path maps must reach, from what was measured.

use super::growth::Growth;
use super::maps::MapRow;
use super::pairs::PairRow;
use super::sampling::SampleRow;
use crate::stopwatch::{Figures, Times};
use crate::target::{Bound, Target};

const LARGE: &str = "60,000 vertices";

/// All targets of what was measured.
pub fn all(maps: &[MapRow], samples: &[SampleRow], pairs: &[PairRow], growth: &Growth) -> Vec<Target> {
    let mut targets = Vec::new();
    targets.extend(maps.iter().filter(|row| is_demanding(&row.name)).filter_map(faster_build));
    targets.extend(maps.iter().filter_map(whole));
    targets.extend(maps.iter().filter(|row| row.name == "Profiling6").flat_map(questions));
    targets.extend(samples.iter().flat_map(sampled));
    targets.extend(maps.iter().zip(samples).filter_map(|(map, sample)| beyond_the_papers(map, sample)));
    targets.push(Target::new("build: exponent of growth", growth.exponent, Bound::AtMost(1.15)));
    let paired = pairs.iter().filter(|row| row.name.starts_with("Profiling") || row.name == LARGE);
    targets.extend(
        paired
            .map(|row| Target::new(format!("pairs, polyanya / ours: {}", row.name), row.ratio(), Bound::AtLeast(1.0))),
    );
    targets
}

fn is_demanding(name: &str) -> bool {
    ["Profiling3", "Profiling4", "Profiling5", "Profiling6", LARGE].contains(&name)
}

fn faster_build(row: &MapRow) -> Option<Target> {
    let ratio = row.build.ratio()?;
    Some(Target::new(format!("build, CGAL / ours: {}", row.name), ratio, Bound::AtLeast(10.0)))
}

fn whole(row: &MapRow) -> Option<Target> {
    let most = match row.name.as_str() {
        "Profiling6" => 5.0,
        LARGE => 250.0,
        _ => return None,
    };
    Some(Target::new(
        format!("scene to exact map, ms: {}", row.name),
        row.whole.map(|seconds| seconds * 1e3),
        Bound::AtMost(most),
    ))
}

fn questions(row: &MapRow) -> Vec<Target> {
    let millions = |times: Times| times.map(|seconds| row.questions as f64 / seconds / 1e6);
    let name = &row.name;
    let mut targets = vec![
        Target::new(format!("exact costs, M/s: {name}"), millions(row.costs.ours), Bound::AtLeast(5.0)),
        Target::new(format!("exact routes, M/s: {name}"), millions(row.routes.ours), Bound::AtLeast(1.5)),
    ];
    let ratio = row.costs.ratio();
    targets.extend(
        ratio.map(|ratio| Target::new(format!("exact costs, CGAL / ours: {name}"), ratio, Bound::AtLeast(16.0))),
    );
    targets
}

/// Sampling, and questions to the sample alone.
fn sampled(row: &SampleRow) -> Vec<Target> {
    let name = &row.name;
    let most = match row.vertices {
        _ if name == "Profiling6" => Some(3.0),
        0..100 => Some(1.5),
        _ => None,
    };
    let sampling = most.map(|most| {
        let value = row.sampling.map(|seconds| seconds * 1e3);
        Target::new(format!("sampling 1000 x 1000, two threads, ms: {name}"), value, Bound::AtMost(most))
    });
    let millions = |times: Times| times.map(|seconds| row.questions as f64 / seconds / 1e6);
    let costs = ["Profiling0", "Profiling1", "Profiling2", "Profiling3"].contains(&name.as_str()).then_some(50.0);
    let routes = if name == "Profiling6" { Some(6.0) } else { costs.map(|_| 10.0) };
    let asked = [("costs", costs, row.costs), ("routes", routes, row.routes)];
    let asked = asked.into_iter().filter_map(|(what, least, times)| {
        Some(Target::new(format!("sampled {what}, M/s: {name}"), millions(times), Bound::AtLeast(least?)))
    });
    sampling.into_iter().chain(asked).collect()
}

/// Built and sampled faster than on the graphics card from Concave2 on, a hundred times from Profiling3 on.
fn beyond_the_papers(row: &MapRow, sample: &SampleRow) -> Option<Target> {
    let published = row.published.filter(|published| published.name != "Concave1")?;
    let least = if is_demanding(&row.name) { 100.0 } else { 1.0 };
    let (build, sampling) = (row.build.ours, sample.sampling);
    let value = Figures {
        median: published.gpu_build / (build.median + sampling.median),
        best: published.gpu_build / (build.best + sampling.best),
    };
    Some(Target::new(format!("build + sample, published GPU / ours: {}", row.name), value, Bound::AtLeast(least)))
}
