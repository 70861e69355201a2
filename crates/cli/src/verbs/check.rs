//! `wayfront check`: what is in a scene, what was repaired, and everything that is wrong with it.

mod moments;
mod sizes;

use crate::arguments::{Check, Common, Format};
use crate::failure::Failure;
use crate::output;
use crate::problems::{NoteJson, ProblemJson, RepairJson, first_of, line_prefix, listed};
use crate::scene::Named;
use crate::text::{Unit, count, short};
use serde::Serialize;
use sizes::Size;
use wayfront::crowd::examine;
use wayfront::domain::Domain;
use wayfront::world::files::Limits;
use wayfront::world::{Crowd, World};

/// What was found, whether or not the scene could be read.
struct Findings {
    label: String,
    /// Empty but for its files where the scene was refused.
    world: World,
    found: wayfront::crowd::Findings,
    /// What bodies of some radii reach, where that was asked for.
    sizes: Vec<Size>,
}

/// The result for programs. What could not be computed is `null`.
#[derive(Serialize)]
struct Report<'a> {
    ok: bool,
    vertices: Option<usize>,
    obstacles: Option<usize>,
    area: Option<f64>,
    components: Option<usize>,
    #[serde(rename = "mended")]
    repairs: Vec<RepairJson>,
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
    /// Where searched paths should rather lead, or not at all.
    constraints: Option<usize>,
    /// Seconds until the last motion ends.
    duration: Option<f64>,
    /// Groups of agents.
    groups: Option<usize>,
    /// How many agents there will be; `null` also where as many enter as there is space for.
    #[serde(rename = "walkers")]
    agents: Option<usize>,
    /// How many of them are trapped: no path leads to their goals.
    trapped: usize,
    #[serde(skip_serializing_if = "<[Size]>::is_empty")]
    sizes: &'a [Size],
}

/// Checks the scene; problems end the command with the exit status for wrong input.
pub fn run(arguments: &Check, common: &Common) -> Result<(), Failure> {
    let mut findings = findings(&arguments.scene, common.limits())?;
    if findings.found.problems.is_empty() {
        findings.sizes = sizes::sizes(&findings.label, &findings.world, &arguments.radius)?;
    }
    match common.format {
        Format::Json => output::json(&findings.report())?,
        Format::Text => output::text(&findings.describe(common.quiet))?,
    }
    output::message(&listed(&findings.world.files, &findings.found.problems));
    output::message(&moments::listed(&findings.world.files, &findings.found.passing));
    let is_fine = findings.problem_count() == 0 && findings.sizes.iter().all(Size::is_fine);
    if is_fine { Ok(()) } else { Err(Failure::Reported) }
}

fn findings(name: &str, limits: Limits) -> Result<Findings, Failure> {
    let label = name.to_owned();
    match Named::open(name, limits) {
        Ok(scene) => Ok(examined(scene)),
        Err(Failure::Rejected(rejected)) => {
            let world = World::new().with_files(rejected.files);
            let mut findings = Findings::of(label, world);
            findings.found.problems = rejected.problems;
            Ok(findings)
        }
        Err(other) => Err(other),
    }
}

fn examined(scene: Named) -> Findings {
    let Named { label, world } = scene;
    let found = examine(&world);
    Findings { found, ..Findings::of(label, world) }
}

impl Findings {
    fn of(label: String, world: World) -> Self {
        Self { label, world, found: Default::default(), sizes: Vec::new() }
    }

    fn problem_count(&self) -> usize {
        self.found.problems.len() + self.found.passing.len()
    }

    fn report(&self) -> Report<'_> {
        let world = &self.world;
        let domain = self.found.domain.as_ref();
        let files = &world.files;
        Report {
            ok: self.problem_count() == 0,
            vertices: domain.map(Domain::vertex_count),
            obstacles: domain.map(|_| world.obstacles.len()),
            area: domain.map(Domain::area),
            components: domain.map(Domain::component_count),
            repairs: self.found.repairs.iter().map(|m| RepairJson::new(files, m)).collect(),
            problems: {
                let passing = self.found.passing.iter().map(|(time, p)| ProblemJson::new(files, p).at(*time));
                self.found.problems.iter().map(|p| ProblemJson::new(files, p)).chain(passing).collect()
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
            constraints: domain.map(|_| world.constraints.len()),
            duration: domain.map(|_| world.duration()),
            groups: domain.map(|_| world.crowd.as_ref().map_or(0, |crowd| crowd.groups.len())),
            agents: domain.and_then(|_| world.crowd.as_ref().map_or(Some(0), agents)),
            trapped: self.found.trapped,
            sizes: &self.sizes,
        }
    }

    /// The result for people.
    fn describe(&self, quiet: bool) -> String {
        let mut lines = vec![self.headline()];
        if let Some(domain) = &self.found.domain {
            lines.extend(self.contents(domain));
            lines.extend(self.sizes.iter().flat_map(|size| size.describe(Unit::of(&self.world))));
        }
        let files = &self.world.files;
        if !quiet {
            lines.extend(indented(
                "notes",
                &first_of(&self.world.notes, |n| format!("{}{n}", line_prefix(files, &n.place))),
            ));
        }
        lines.extend(indented(
            "repaired",
            &first_of(&self.found.repairs, |m| format!("{}{m}", line_prefix(files, &m.place()))),
        ));
        lines.join("\n") + "\n"
    }

    fn headline(&self) -> String {
        let name = match &self.world.name {
            Some(name) if *name != self.label => format!("{} ({name})", self.label),
            _ => self.label.clone(),
        };
        match (self.problem_count(), self.found.repairs.len()) {
            (0, 0) => format!("{name}: ok"),
            (0, repairs) => format!("{name}: ok, {}", count(repairs, "repair")),
            (problems, _) => format!("{name}: {}", count(problems, "problem")),
        }
    }

    fn contents(&self, domain: &Domain) -> Vec<String> {
        let world = &self.world;
        let (bounds, unit) = (domain.bounds(), Unit::of(world));
        let mut lines = vec![
            match domain.component_count() {
                0 => "  free space  none: no place is walkable".to_owned(),
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
        if !world.constraints.is_empty() {
            lines.push(format!("  constraints {}, for `search` and guides over cells", world.constraints.len()));
        }
        if !world.motions.is_empty() {
            lines.push(format!("  motions     {}, for {} s", world.motions.len(), short(world.duration())));
        }
        if let Some(crowd) = &world.crowd {
            let all =
                agents(crowd).map_or_else(|| "as many agents as there is space for".into(), |n| count(n, "agent"));
            let [groups, time] = [count(crowd.groups.len(), "group"), short(crowd.seconds)];
            let measures = some(crowd.stops.len(), "stop")
                + &some(crowd.measures.len(), "measure")
                + &some(crowd.areas.len(), "speed area");
            lines.push(format!("  crowd       {all} in {groups}, for {time} s{measures}"));
            if self.found.trapped > 0 {
                let trapped = count(self.found.trapped, "agent");
                let are = if self.found.trapped == 1 { "is" } else { "are" };
                lines.push(format!("              {trapped} {are} trapped: no path leads from there to the goal"));
            }
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

/// How many agents there will be, if all groups say so.
fn agents(crowd: &Crowd) -> Option<usize> {
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
