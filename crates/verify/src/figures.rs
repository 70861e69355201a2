//! Pictures and curves of the report: one run with the first seed each.

use crate::curves::{flows, speeds};
use crate::run::Setting;
use crate::scenes::{self, Beyond, scene};
use wayfront_crowd::{Occupancy, Simulation, Snapshot, Trajectories};
use wayfront_draw::{Axis, Colour, CrowdColours, Curve, DrawError, Look, Options, Picture, Plot};
use wayfront_geometry::Bounds;
use wayfront_world::{Rerouting, World, builtin};

/// Pixels along the longer side.
const SIZE: u32 = 560;

/// A picture of the report.
#[derive(Clone, Debug)]
pub struct ReportFigure {
    /// A name for a file, without an ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The picture, as PNG.
    pub png: Vec<u8>,
}

impl ReportFigure {
    /// A name for the picture of a model.
    pub(crate) fn file_name(&self, model: &str) -> String {
        let plain = model.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
        format!("{}-{}.png", self.name, plain.collect::<String>())
    }
}

/// What a picture of a run shows.
#[derive(Clone, Copy)]
enum Show {
    /// The paths, red where people stood.
    Paths,
    /// For how long people were where.
    Density,
    /// Everybody at a moment.
    Moment(f64),
}

/// A test without pictures.
pub fn none(_: &Setting<'_>) -> Vec<ReportFigure> {
    Vec::new()
}

fn options() -> Options {
    Options::default().size(SIZE).title(false)
}

fn drawn(name: &str, caption: &str, picture: Result<Picture, DrawError>) -> Option<ReportFigure> {
    // A picture that cannot be drawn is missing; the figures beside it are what counts.
    let png = picture.and_then(|picture| picture.to_png()).ok()?;
    Some(ReportFigure { name: name.into(), caption: caption.into(), png })
}

/// A picture of a run with the first seed.
fn picture(setting: &Setting<'_>, name: &str, caption: &str, world: &World, show: Show) -> Option<ReportFigure> {
    let mut run = setting.simulation(world, setting.seeds.first().copied().unwrap_or(1));
    let bounds = Bounds::of(world.walkable().unwrap_or_default().iter().flat_map(|area| &area.outer));
    let picture = match show {
        Show::Paths => {
            let mut trails = Trajectories::new(bounds.size() * 1e-3);
            to_end(&mut run, |run| trails.look(run));
            Picture::of_trails(world, &trails, CrowdColours::Pace, &options())
        }
        Show::Density => {
            let mut occupancy = Occupancy::new(bounds, bounds.size() / 320.0);
            to_end(&mut run, |run| occupancy.look(run));
            Picture::of_occupancy(world, &occupancy, &options())
        }
        Show::Moment(time) => {
            while run.is_going_on() && run.time() < time {
                run.step();
            }
            Picture::of_moment(world, &Snapshot::of(&run), CrowdColours::Pace, &options())
        }
    };
    drawn(name, caption, picture)
}

fn to_end(run: &mut Simulation, mut look: impl FnMut(&Simulation)) {
    look(run);
    while run.is_going_on() {
        run.step();
        look(run);
    }
}

/// Who is out by when, with the first seed.
fn arrivals(setting: &Setting<'_>, name: &str, caption: &str, scenes: &[(&str, World)]) -> Option<ReportFigure> {
    let mut curves = Vec::new();
    let (mut longest, mut most) = (0.0_f64, 0.0_f64);
    for (k, (label, world)) in scenes.iter().enumerate() {
        let mut run = setting.simulation(world, setting.seeds.first().copied().unwrap_or(1));
        to_end(&mut run, |_| {});
        let trips = run.summary().trips;
        let points = trips.iter().enumerate().map(|(count, trip)| [trip.left, (count + 1) as f64]);
        longest = longest.max(run.time());
        most = most.max(trips.len() as f64);
        curves.push(Curve::new(*label, points.collect(), COLOURS[k % COLOURS.len()]));
    }
    let mut plot = Plot::new(Axis::up_to("time, s", longest), Axis::up_to("arrived", most * 1.04));
    plot.curves = curves;
    drawn(name, caption, Picture::of_plot(&plot, &options()))
}

const COLOURS: [Colour; 5] = [
    Colour::hex(0x00_72_B2),
    Colour::hex(0xD5_5E_00),
    Colour::hex(0x00_9E_73),
    Colour::hex(0xCC_79_A7),
    Colour::hex(0x56_B4_E9),
];
const OURS: Colour = Colour::hex(0x25_2C_35);

/// How far one person is by when.
pub fn stairs(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let scenes = [
        ("level", scenes::lone_walker(1.33)),
        ("up", scenes::stairs(1.33, 0.64 / 1.33)),
        ("down", scenes::stairs(1.33, 0.86 / 1.33)),
    ];
    let mut plot = Plot::new(Axis::up_to("time, s", 40.0), Axis::up_to("distance, m", 41.0));
    for (k, (label, world)) in scenes.into_iter().enumerate() {
        let mut run = setting.simulation(&world, setting.seeds.first().copied().unwrap_or(1));
        let mut points = Vec::new();
        to_end(&mut run, |run| points.extend(run.agents().position().first().map(|p| [run.time(), p.x - 1.0])));
        plot.curves.push(Curve::new(label, points, COLOURS[k]));
    }
    let caption = "One person over 40 m, level and with stairs between 14 m and 24 m";
    drawn("stairs", caption, Picture::of_plot(&plot, &options())).into_iter().collect()
}

pub fn premovement(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let scene = [("ten people", scene("premovement"))];
    arrivals(setting, "premovement", "Ten people who set off after 10 to 100 s: who is out by when", &scene)
        .into_iter()
        .collect()
}

pub fn corner(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let caption = "Twenty people around a corner: their paths, red where they stood";
    picture(setting, "corner", caption, &scene("corner"), Show::Paths).into_iter().collect()
}

pub fn four_doors(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let four = scene("four-doors");
    let mut two = four.clone();
    two.sources.truncate(2);
    let moment =
        picture(setting, "four-doors", "A thousand people and four doors, after 20 s", &four, Show::Moment(20.0));
    let curves =
        arrivals(setting, "four-doors-arrivals", "Who is out by when", &[("four doors", four), ("two doors", two)]);
    moment.into_iter().chain(curves).collect()
}

pub fn assigned_exits(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let caption = "Twelve rooms, and the exits to which their people are sent";
    picture(setting, "assigned-exits", caption, &scene("assigned-exits"), Show::Paths).into_iter().collect()
}

pub fn two_doors(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let mut world = scene("two-doors");
    if let Some(crowd) = &mut world.crowd {
        crowd.rerouting = Rerouting::Delay;
    }
    picture(setting, "two-doors", "780 people, a near and a far door, after 40 s", &world, Show::Moment(40.0))
        .into_iter()
        .collect()
}

pub fn rooms(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let caption = "Two rooms in a row: for how long people were where";
    picture(setting, "rooms-in-a-row", caption, &scene("two-rooms-in-a-row"), Show::Density).into_iter().collect()
}

pub fn rimea_15(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let corner = scene("rimea-15");
    let paths = picture(setting, "rimea-15", "500 people around a bend of 20 m: their paths", &corner, Show::Paths);
    let scenes = [("short", scene("rimea-15-short")), ("corner", corner), ("long", scene("rimea-15-long"))];
    let curves = arrivals(setting, "rimea-15-arrivals", "Who is out by when: the bend lies between", &scenes);
    paths.into_iter().chain(curves).collect()
}

pub fn imo_4(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let usual = scene("imo-4");
    let mut calm = usual.clone();
    if let Some(crowd) = &mut calm.crowd {
        crowd.calm = true;
    }
    let caption = "100 people through a door of 1 m, as people do in experiments and calmly";
    arrivals(setting, "imo-4", caption, &[("usual", usual), ("calm", calm)]).into_iter().collect()
}

pub fn family(setting: &Setting<'_>) -> Vec<ReportFigure> {
    picture(setting, "family", "A family after 20 s", &scene("family"), Show::Moment(20.0)).into_iter().collect()
}

pub fn wheelchairs(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let caption = "A door of 0.7 m and a detour: the wide take the detour";
    picture(setting, "wheelchairs", caption, &scene("wheelchairs"), Show::Paths).into_iter().collect()
}

pub fn closing_exit(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let caption = "The near exit in the east closes after a second";
    picture(setting, "closing-exit", caption, &scene("closing-exit"), Show::Paths).into_iter().collect()
}

pub fn bends(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let bend = |width: f64, people: usize| {
        let (name, caption) = (format!("bend-{width}"), format!("{people} people around a bend of {width} m"));
        picture(setting, &name, &caption, &scene(&name), Show::Paths)
    };
    [bend(5.0, 71), bend(15.0, 150)].into_iter().flatten().collect()
}

pub fn tee(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let tee = scene("tee");
    let paths = picture(setting, "tee", "Two streams merge: their paths", &tee, Show::Paths);
    paths.into_iter().chain(picture(setting, "tee-moment", "After 20 s", &tee, Show::Moment(20.0))).collect()
}

pub fn counterflow(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let passage = picture(
        setting,
        "counterflow",
        "100 against 50 through 2 m, after 30 s",
        &scenes::counterflow(50),
        Show::Moment(30.0),
    );
    let corridor = picture(
        setting,
        "two-way",
        "Four a second in each direction of 3.6 m, after 60 s",
        &scene("two-way"),
        Show::Moment(60.0),
    );
    passage.into_iter().chain(corridor).collect()
}

pub fn rerouting(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let world = builtin("three-corridors").unwrap_or_default();
    picture(setting, "three-corridors", "Three corridors with `delay`: paths", &world, Show::Paths)
        .into_iter()
        .collect()
}

pub fn school(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let world = scene("school");
    let moment = picture(setting, "school", "A school with 960 people, after 40 s", &world, Show::Moment(40.0));
    let density = picture(setting, "school-density", "For how long people were where", &world, Show::Density);
    moment.into_iter().chain(density).collect()
}

/// Flow through doors by width, beside experiments.
pub fn doors(setting: &Setting<'_>) -> Vec<ReportFigure> {
    // Means where a study names several.
    let known: [(&str, &[[f64; 2]]); 5] = [
        ("Seyfried 2009", &[[0.8, 1.288], [0.9, 1.674], [1.0, 1.9], [1.1, 2.123], [1.2, 2.364]]),
        ("Kretz 2006", &[[0.8, 1.425], [1.0, 1.865], [1.2, 2.16]]),
        ("Müller 1981", &[[0.9, 2.264], [1.2, 2.751], [1.8, 3.817]]),
        ("Nagai 2006", &[[0.8, 1.737], [1.2, 2.582], [2.0, 3.874]]),
        ("Daamen 2010", &[[0.85, 2.315], [1.0, 2.655], [1.65, 3.745], [2.75, 6.075]]),
    ];
    let mut plot = Plot::new(Axis::up_to("width of the door, m", 3.1), Axis::up_to("people a second", 7.0));
    for (k, (name, points)) in known.into_iter().enumerate() {
        plot.curves.push(Curve::new(name, points.to_vec(), COLOURS[k]).look(Look::Dots));
    }
    let seeds = &setting.seeds[..setting.seeds.len().min(1)];
    let ours = flows(&Setting { model: setting.model, seeds });
    plot.curves.push(Curve::new(&setting.model.name, ours, OURS));
    let curve = drawn("doors", "Flow through doors by width, beside experiments", Picture::of_plot(&plot, &options()));
    let world = scenes::door(1.0, Beyond::Straight);
    let moment = picture(setting, "door", "180 people before a door of 1 m, after 30 s", &world, Show::Moment(30.0));
    curve.into_iter().chain(moment).collect()
}

/// Speed over density, beside Weidmann's curve and an experiment.
pub fn diagram(setting: &Setting<'_>) -> Vec<ReportFigure> {
    let one_way: Vec<[f64; 2]> = vec![
        [0.25, 1.108],
        [0.75, 0.941],
        [1.25, 0.703],
        [1.75, 0.561],
        [2.25, 0.418],
        [2.75, 0.349],
        [3.25, 0.226],
        [3.75, 0.168],
    ];
    let seeds = &setting.seeds[..setting.seeds.len().min(1)];
    let ours =
        speeds(&Setting { model: setting.model, seeds }).into_iter().map(|(density, speed)| [density, speed]).collect();
    let measured =
        vec![(setting.model.name.clone(), ours), ("one-way corridor of 1.8 m, experiment".to_owned(), one_way)];
    let plot = Plot::of_diagram(&measured);
    drawn("diagram", "Speed over density", Picture::of_plot(&plot, &options())).into_iter().collect()
}
