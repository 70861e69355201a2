//! Building a map, and asking it: ours and CGAL's on the same triangles, source and questions, on one thread.

use super::cgal::Program;
use super::published::Published;
use super::question::{Question, located, questions};
use super::scenes::{Scene, domain};
use crate::contest::{Effort, in_turns, player};
use crate::outside::Session;
use crate::stopwatch::{Figures, Times};
use serde::Serialize;
use std::io;
use std::sync::Arc;
use wayfront::domain::Guide;
use wayfront::world::Source;
use wayfront::{Domain, PathMap, Point};

/// The same work by us and by CGAL, in turns.
#[derive(Clone, Copy, Serialize)]
pub struct Duel {
    pub ours: Times,
    pub cgal: Option<Times>,
}

impl Duel {
    /// How many times as long CGAL takes.
    pub fn ratio(&self) -> Option<Figures> {
        self.cgal.map(|cgal| cgal.over(self.ours))
    }
}

/// All about one map.
#[derive(Serialize)]
pub struct MapRow {
    pub name: String,
    pub polygons: usize,
    pub vertices: usize,
    pub triangles: usize,
    pub published: Option<Published>,
    /// From world to domain.
    pub domain: Times,
    /// From world to exact map.
    pub whole: Times,
    /// From domain to exact map in the memory of the last one; CGAL: the sequence tree.
    pub build: Duel,
    /// Questions in one run of those below.
    pub questions: usize,
    /// Exact costs, point location included.
    pub costs: Duel,
    /// The same, all questions at once.
    pub together: Times,
    /// CGAL's distances when given the triangle.
    pub cgal_told: Option<Times>,
    /// Exact routes, point location included; CGAL is given the triangle.
    pub routes: Duel,
    pub agreement: Option<Agreement>,
}

/// How CGAL's distances and our costs agree.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    /// Questions to which CGAL's answer is longer: it missed the shortest path.
    pub cgal_longer: usize,
    /// Questions to which our answer is longer, or missing: we missed it.
    pub ours_longer: usize,
    /// The largest relative difference of the other answers.
    pub largest_difference: f64,
}

impl Agreement {
    /// Relative difference that rounding does not explain.
    const DIFFERENT: f64 = 1e-9;

    fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut agreement = Self::default();
        for (ours, cgal) in pairs {
            let difference = (cgal - ours) / ours;
            if difference > Self::DIFFERENT {
                agreement.cgal_longer += 1;
            } else if difference >= -Self::DIFFERENT {
                agreement.largest_difference = agreement.largest_difference.max(difference.abs());
            } else {
                agreement.ours_longer += 1;
            }
        }
        agreement
    }
}

/// Measures one scene.
///
/// # Errors
/// If CGAL's program stops answering.
pub fn measure(scene: &Scene, program: Option<&Program>, effort: Effort) -> io::Result<MapRow> {
    let sources = &scene.world.sources;
    let mut map = path_map(&scene.domain, sources);
    let questions = questions(&scene.domain, effort.questions);
    let start = |program: &Program| program.start(&scene.domain, source(scene), &questions);
    let mut arena = Arena { effort, cgal: program.map(start).transpose()? };
    let [domain, whole] = from_world(scene, effort)?;
    let build = arena.duel("build", || map.rebuild(sources))?;
    let cost = |q: &Question| map.cost(q.at).unwrap_or(f64::NAN);
    let costs = arena.duel("located", || questions.iter().map(cost).sum::<f64>())?;
    let points: Vec<Point> = questions.iter().map(|q| q.at).collect();
    let together = in_turns(effort, vec![player(|| map.costs(&points))])?[0];
    let corners = |q: &Question| map.route(q.at).map_or(0, |route| route.len());
    let routes = arena.duel("routes", || questions.iter().map(corners).sum::<usize>())?;
    Ok(MapRow {
        name: scene.name.clone(),
        polygons: scene.polygons(),
        vertices: scene.vertices(),
        triangles: scene.domain.free_triangles(),
        published: scene.published,
        domain,
        whole,
        build,
        questions: questions.len(),
        costs,
        together,
        cgal_told: arena.cgal_alone("known")?,
        routes,
        agreement: arena.agreement(questions.iter().map(cost))?,
    })
}

/// Times from world to domain, and from world to map.
fn from_world(scene: &Scene, effort: Effort) -> io::Result<[Times; 2]> {
    let sources = &scene.world.sources;
    let whole = || path_map(&Arc::new(domain(&scene.world)), sources);
    let times = in_turns(effort, vec![player(|| domain(&scene.world)), player(whole)])?;
    Ok([times[0], times[1]])
}

/// The map of sources that lie in the free space.
pub fn path_map(domain: &Arc<Domain>, sources: &[Source]) -> PathMap {
    PathMap::new(Arc::clone(domain), sources).expect("sources of worlds made here are sound")
}

/// The point source of a scene.
fn source(scene: &Scene) -> Question {
    let at = scene.world.sources[0].shape.points()[0];
    located(&scene.domain, at).expect("sources of scenes made here are free")
}

/// Where duels take place; without CGAL we run alone.
struct Arena {
    effort: Effort,
    cgal: Option<Session>,
}

impl Arena {
    fn duel<T>(&mut self, word: &str, ours: impl FnMut() -> T) -> io::Result<Duel> {
        let cgal = self.cgal.as_mut().map(|cgal| cgal.player(word));
        let times = in_turns(self.effort, std::iter::once(player(ours)).chain(cgal).collect())?;
        Ok(Duel { ours: times[0], cgal: times.get(1).copied() })
    }

    fn cgal_alone(&mut self, word: &str) -> io::Result<Option<Times>> {
        let cgal = self.cgal.as_mut().map(|cgal| cgal.player(word));
        let times = in_turns(self.effort, cgal.into_iter().collect())?;
        Ok(times.first().copied())
    }

    fn agreement(&mut self, ours: impl Iterator<Item = f64>) -> io::Result<Option<Agreement>> {
        let Some(cgal) = &mut self.cgal else { return Ok(None) };
        let theirs = cgal.ask("distances")?;
        Ok(Some(Agreement::of(ours.zip(theirs))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_answers_are_ours_to_explain() {
        let pairs = [(1.0, 1.0 + 1e-12), (1.0, 2.0), (2.0, 1.0), (f64::NAN, 1.0)];
        let agreement = Agreement::of(pairs.into_iter());
        assert_eq!([agreement.cgal_longer, agreement.ours_longer], [1, 2]);
        assert!(agreement.largest_difference < 2e-12);
    }
}
