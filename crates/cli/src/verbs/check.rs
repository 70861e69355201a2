//! `wayfront check`: what is in a scene, what was mended, and everything that is wrong with it.

mod moments;

use crate::arguments::{Check, Common, Format};
use crate::failure::Failure;
use crate::output;
use crate::problems::{NoteJson, ProblemJson, RepairJson, first_of, line_prefix, listed};
use crate::scene::Named;
use crate::text::{Unit, count, short};
use serde::Serialize;
use wayfront::Scene;
use wayfront::crowd::Simulation;
use wayfront::domain::{Domain, Repair};
use wayfront::world::files::Limits;
use wayfront::world::{Crowd, Problem, World};

/// What was found, whether or not the scene could be read.
struct Findings {
    label: String,
    /// Empty but for its files where the scene was refused.
    world: World,
    /// Absent where the scene has none.
    domain: Option<Domain>,
    mended: Vec<Repair>,
    problems: Vec<Problem>,
    /// What is wrong only while the scene moves, each with its first moment.
    passing: Vec<(f64, Problem)>,
}

/// The result for programs. What could not be computed is `null`.
#[derive(Serialize)]
struct Report<'a> {
    ok: bool,
    vertices: Option<usize>,
    obstacles: Option<usize>,
    area: Option<f64>,
    components: Option<usize>,
    mended: Vec<RepairJson>,
    problems: Vec<ProblemJson>,
    name: Option<&'a str>,
    files: &'a [String],
    areas: Option<usize>,
    walls: Option<usize>,
    sources: Option<usize>,
    triangles: Option<usize>,
    bounds: Option<[[f64; 2]; 2]>,
    notes: Vec<NoteJson>,
    doors: Option<usize>,
    motions: Option<usize>,
    /// Seconds until the last motion ends.
    duration: Option<f64>,
    /// Groups of walkers.
    groups: Option<usize>,
    /// How many walkers there will be; `null` also where as many come as find room.
    walkers: Option<usize>,
}

/// Checks the scene; problems end the command with the exit status for input at fault.
pub fn run(arguments: &Check, common: &Common) -> Result<(), Failure> {
    let findings = findings(&arguments.scene, common.limits())?;
    match common.format {
        Format::Json => output::json(&findings.report())?,
        Format::Text => output::text(&findings.told(common.quiet))?,
    }
    output::message(&listed(&findings.world.files, &findings.problems));
    output::message(&moments::listed(&findings.world.files, &findings.passing));
    if findings.problem_count() == 0 { Ok(()) } else { Err(Failure::Told) }
}

fn findings(name: &str, limits: Limits) -> Result<Findings, Failure> {
    let label = name.to_owned();
    match Named::open(name, limits) {
        Ok(scene) => Ok(examined(scene)),
        Err(Failure::Rejected(rejected)) => {
            let world = World::new().with_files(rejected.files);
            Ok(Findings { problems: rejected.problems, ..Findings::of(label, world) })
        }
        Err(other) => Err(other),
    }
}

fn examined(scene: Named) -> Findings {
    let Named { label, world } = scene;
    match Domain::new(&world) {
        Err(unbuildable) => Findings { problems: unbuildable.problems, ..Findings::of(label, world) },
        Ok(domain) => {
            let mut checked = domain.check_scene(&world);
            if checked.problems.is_empty() {
                // What keeps walkers from walking can only be told of a world without other problems.
                checked.problems = crowd_problems(&world);
            }
            let mended = domain.report().mended.iter().chain(&checked.mended).copied().collect();
            let passing = moments::problems(&world, &checked.problems);
            let found = Findings::of(label, world);
            Findings { domain: Some(domain), mended, problems: checked.problems, passing, ..found }
        }
    }
}

/// What keeps the crowd of a world from walking.
fn crowd_problems(world: &World) -> Vec<Problem> {
    if world.crowd.is_none() {
        return Vec::new();
    }
    match Scene::new(world.clone()) {
        Ok(scene) => Simulation::problems(&scene),
        Err(rejected) => rejected.problems,
    }
}

impl Findings {
    fn of(label: String, world: World) -> Self {
        Self { label, world, domain: None, mended: Vec::new(), problems: Vec::new(), passing: Vec::new() }
    }

    fn problem_count(&self) -> usize {
        self.problems.len() + self.passing.len()
    }

    fn report(&self) -> Report<'_> {
        let Self { world, domain, .. } = self;
        let domain = domain.as_ref();
        let files = &world.files;
        Report {
            ok: self.problem_count() == 0,
            vertices: domain.map(Domain::vertex_count),
            obstacles: domain.map(|_| world.obstacles.len()),
            area: domain.map(Domain::area),
            components: domain.map(Domain::component_count),
            mended: self.mended.iter().map(|m| RepairJson::new(files, m)).collect(),
            problems: {
                let passing = self.passing.iter().map(|(time, p)| ProblemJson::new(files, p).at(*time));
                self.problems.iter().map(|p| ProblemJson::new(files, p)).chain(passing).collect()
            },
            name: world.name.as_deref(),
            files,
            areas: domain.map(|_| world.areas.len()),
            walls: domain.map(|_| world.walls.len()),
            sources: domain.map(|_| world.sources.len()),
            triangles: domain.map(Domain::free_triangles),
            bounds: domain.map(|d| [d.bounds().min.into(), d.bounds().max.into()]),
            notes: world.notes.iter().map(|n| NoteJson::new(files, n)).collect(),
            doors: domain.map(|_| world.doors.len()),
            motions: domain.map(|_| world.motions.len()),
            duration: domain.map(|_| world.duration()),
            groups: domain.map(|_| world.crowd.as_ref().map_or(0, |crowd| crowd.groups.len())),
            walkers: domain.and_then(|_| world.crowd.as_ref().map_or(Some(0), walkers)),
        }
    }

    /// The result for people.
    fn told(&self, quiet: bool) -> String {
        let mut lines = vec![self.headline()];
        if let Some(domain) = &self.domain {
            lines.extend(self.contents(domain));
        }
        let files = &self.world.files;
        if !quiet {
            lines.extend(indented(
                "notes",
                &first_of(&self.world.notes, |n| format!("{}{n}", line_prefix(files, &n.place))),
            ));
        }
        lines.extend(indented("mended", &first_of(&self.mended, |m| format!("{}{m}", line_prefix(files, &m.place())))));
        lines.join("\n") + "\n"
    }

    fn headline(&self) -> String {
        let name = match &self.world.name {
            Some(name) if *name != self.label => format!("{} ({name})", self.label),
            _ => self.label.clone(),
        };
        match (self.problem_count(), self.mended.len()) {
            (0, 0) => format!("{name}: ok"),
            (0, mended) => format!("{name}: ok, {} mended", count(mended, "thing")),
            (problems, _) => format!("{name}: {}", count(problems, "problem")),
        }
    }

    fn contents(&self, domain: &Domain) -> Vec<String> {
        let world = &self.world;
        let (bounds, unit) = (domain.bounds(), Unit::of(world));
        let mut lines = vec![
            match domain.component_count() {
                0 => "  free space  none: nobody can walk anywhere".to_owned(),
                n => format!("  free space  {} in {}", unit.area(domain.area()), count(n, "piece")),
            },
            format!(
                "  extent      {} x {}, from {} to {}",
                unit.length(bounds.width()),
                unit.length(bounds.height()),
                bounds.min,
                bounds.max
            ),
            format!("  obstacles   {}", count(world.obstacles.len(), "polygon") + &some(world.walls.len(), "wall")),
            format!("  vertices    {}, in {} free triangles", domain.vertex_count(), domain.free_triangles()),
        ];
        if !world.sources.is_empty() {
            lines.push(format!("  sources     {}", self.sources()));
        }
        let flow = world.flow.as_ref().map_or(0, |f| f.entrances.len() + f.exits.len());
        if !world.doors.is_empty() {
            let open = world.doors.iter().filter(|door| door.open).count();
            lines.push(format!("  doors       {}, {open} of them open", world.doors.len()));
        }
        if !world.motions.is_empty() {
            lines.push(format!("  motions     {}, for {} s", world.motions.len(), short(world.duration())));
        }
        if let Some(crowd) = &world.crowd {
            let all = walkers(crowd).map_or_else(|| "as many walkers as find room".into(), |n| count(n, "walker"));
            let [groups, time] = [count(crowd.groups.len(), "group"), short(crowd.seconds)];
            let measures = some(crowd.stops.len(), "stop") + &some(crowd.measures.len(), "measure");
            lines.push(format!("  crowd       {all} in {groups}, for {time} s{measures}"));
        }
        let others = [(world.weights.len(), "weight"), (world.barriers.len(), "barrier"), (flow, "flow chain")];
        let others: Vec<String> = others.iter().filter(|o| o.0 > 0).map(|&(n, thing)| count(n, thing)).collect();
        if !others.is_empty() {
            lines.push(format!("  also        {}", others.join(", ")));
        }
        lines
    }

    /// How many sources there are, and what the first few are called.
    fn sources(&self) -> String {
        let sources = &self.world.sources;
        let names: Vec<&str> = sources.iter().filter_map(|s| s.name.as_deref()).take(6).collect();
        match (names.len(), sources.len()) {
            (0, all) => all.to_string(),
            (named, all) if named == all => format!("{all}: {}", names.join(", ")),
            (_, all) => format!("{all}: {}, …", names.join(", ")),
        }
    }
}

/// How many walkers there will be, if all groups say so.
fn walkers(crowd: &Crowd) -> Option<usize> {
    crowd.groups.iter().map(|group| group.start.count()).sum()
}

fn some(n: usize, thing: &str) -> String {
    if n == 0 { String::new() } else { format!(", {}", count(n, thing)) }
}

/// Lines below a heading; nothing if there are none.
fn indented(heading: &str, lines: &[String]) -> Vec<String> {
    let heading = (!lines.is_empty()).then(|| format!("  {heading}"));
    heading.into_iter().chain(lines.iter().map(|line| format!("    {line}"))).collect()
}
