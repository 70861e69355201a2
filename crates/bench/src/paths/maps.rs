//! Building a map, and asking it, on one thread.

use super::question::questions;
use super::scenes::{Scene, domain};
use crate::contest::{Effort, in_turns, player};
use crate::stopwatch::Times;
use crate::table::{Bound, Section};
use std::io;
use std::sync::Arc;
use wayfront::domain::Guide;
use wayfront::world::Source;
use wayfront::{Domain, PathMap};

/// Milliseconds from a scene to its exact map, at most.
const WHOLE: [(&str, f64); 2] = [("Profiling6", 5.0), ("60,000 vertices", 250.0)];
/// The map whose questions have to reach so many millions a second: costs and routes.
const ASKED: (&str, [f64; 2]) = ("Profiling6", [5.0, 1.5]);

/// Measures one scene.
///
/// # Errors
/// None: players of ours do not fail.
pub fn section(scene: &Scene, effort: Effort) -> io::Result<Section> {
    let (sources, vertices) = (&scene.world.sources, scene.vertices());
    let mut map = path_map(&scene.domain, sources);
    let points = questions(&scene.domain, effort.questions);
    let whole = || path_map(&Arc::new(domain(&scene.world)), sources);
    let [domain, whole] = in_turns(effort, vec![player(|| domain(&scene.world)), player(whole)])?[..] else {
        return Err(io::Error::other("two players have two times"));
    };
    let build = in_turns(effort, vec![player(|| map.rebuild(sources))])?[0];
    let asked = in_turns(
        effort,
        vec![
            player(|| points.iter().map(|&p| map.cost(p).unwrap_or(f64::NAN)).sum::<f64>()),
            player(|| points.iter().map(|&p| map.route(p).map_or(0, |route| route.len())).sum::<usize>()),
            player(|| map.costs(&points)),
        ],
    )?;
    let mut section = Section::new(format!("{}, {vertices} vertices", scene.name));
    section.row("world to domain", vertices, domain);
    section.row("domain to exact map, in the memory of the last one", vertices, build);
    section.row("world to exact map", vertices, whole);
    section.row("exact costs, located", points.len(), asked[0]);
    section.row("exact routes, located", points.len(), asked[1]);
    section.row("exact costs, all at once", points.len(), asked[2]);
    if let Some((_, most)) = WHOLE.iter().find(|(name, _)| *name == scene.name) {
        section.target("world to exact map, ms", whole.map(|seconds| seconds * 1e3), Bound::AtMost(*most));
    }
    if ASKED.0 == scene.name {
        let millions = |times: Times| times.map(|seconds| points.len() as f64 / seconds / 1e6);
        section.target("exact costs, M/s", millions(asked[0]), Bound::AtLeast(ASKED.1[0]));
        section.target("exact routes, M/s", millions(asked[1]), Bound::AtLeast(ASKED.1[1]));
    }
    Ok(section)
}

/// The map of sources that lie in the free space.
pub fn path_map(domain: &Arc<Domain>, sources: &[Source]) -> PathMap {
    PathMap::new(Arc::clone(domain), sources).expect("sources of worlds made here are sound")
}
