//! `wayfront simulate`: the crowd of a scene, from its first step to what it came to.

mod observers;
mod plan;
mod report;
mod seeds;
mod tables;
mod text;

use crate::arguments::{Common, Format, Simulate};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::outputs::Outputs;
use crate::progress::Progress;
use crate::scene::Named;
use observers::Observers;
use report::Report;
use std::path::Path;
use wayfront::crowd::Simulation;
use wayfront::world::{Crowd, MeasureShape};

/// Steps between two updates of the line on the terminal.
const STEPS_SHOWN: u64 = 10;

/// Runs the crowd, writes the files that were asked for, and reports.
pub fn run(arguments: &Simulate, common: &Common) -> Result<(), Failure> {
    let outputs = Outputs::of(&[
        ("--out", &arguments.out),
        ("--picture", &arguments.picture),
        ("--density", &arguments.density),
        ("--arrivals", &arguments.arrivals),
        ("--exits", &arguments.exits),
        ("--diagram", &arguments.diagram),
        ("--animate", &arguments.animate),
    ])?;
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let scene = plan::described(Named::open(&arguments.scene, common.limits())?, arguments)?;
    let scene = adjusted(scene, arguments);
    if let Some(seeds) = &arguments.seeds {
        return seeds::run(seeds, &scene, arguments, common, progress);
    }
    let tables = arguments.summary.iter().flat_map(|folder| tables::paths(folder));
    let outputs = outputs.and(tables);
    progress.step("planning paths");
    let mut run = Simulation::of(&scene.checked()?)?;
    check_outputs(arguments, run.settings(), &scene.label)?;
    let mut observers = Observers::new(arguments, &scene.world, &run)?;
    let interrupt = Interrupt::noted();
    observers.look(&run).map_err(|failure| outputs.explained(failure))?;
    while run.is_going_on() && !interrupt.came() {
        run.step();
        observers.look(&run).map_err(|failure| outputs.explained(failure))?;
        if run.steps().is_multiple_of(STEPS_SHOWN) {
            show(&run, &progress);
        }
    }
    let was_interrupted = interrupt.came() && run.is_going_on();
    let recording = observers.finish_recording(&outputs)?;
    let mut report = Report::new(&scene.label, &run, observers.queues(), recording, was_interrupted);
    report.files = observers.draw(arguments, &scene.world, &run, &outputs, &progress)?;
    if let Some(folder) = &arguments.summary {
        report.files.extend(tables::paths(folder).map(|path| path.display().to_string()));
        tables::write(folder, &run, &report, &outputs)?;
    }
    drop(progress);
    match common.format {
        Format::Json => output::json(&report)?,
        Format::Text => output::text(&text::describe(&report))?,
    }
    if was_interrupted { Err(Failure::Interrupted { seconds: run.time() }) } else { Ok(()) }
}

/// The scene with what the command line says instead.
fn adjusted(mut scene: Named, arguments: &Simulate) -> Named {
    let Some(crowd) = &mut scene.world.crowd else { return scene };
    crowd.seconds = arguments.seconds.unwrap_or(crowd.seconds);
    crowd.seed = arguments.seed.unwrap_or(crowd.seed);
    crowd.step = arguments.step.unwrap_or(crowd.step);
    crowd.steering = arguments.steering.unwrap_or(crowd.steering);
    crowd.rerouting = arguments.rerouting.unwrap_or(crowd.rerouting);
    for group in &mut crowd.groups {
        group.guide = arguments.guide.unwrap_or(group.guide);
    }
    scene
}

/// What would fail after a long run is reported before it.
fn check_outputs(arguments: &Simulate, crowd: &Crowd, label: &str) -> Result<(), Failure> {
    let Simulate { picture, density, arrivals, exits, diagram, animate, .. } = arguments;
    let files = [picture, density, arrivals, exits, diagram, animate];
    for file in files.into_iter().flatten() {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(Failure::File {
                what: format!("{}: there is no folder `{}`", file.display(), folder.display()),
                advice: "make it first, or choose another".into(),
            });
        }
    }
    let has_area = crowd.measures.iter().any(|measure| matches!(measure.shape, MeasureShape::Area(_)));
    if arguments.diagram.is_some() && !has_area {
        return Err(Failure::File {
            what: format!("{label}: no area is measured, so there is nothing to plot with --diagram"),
            advice: "add one to the scene: [[crowd.measures]] name = \"hall\", area = [[x, y], …]".into(),
        });
    }
    if let Some(folder) = &arguments.summary {
        std::fs::create_dir_all(folder).map_err(|why| tables::unwritten(folder, why))?;
    }
    Ok(())
}

/// How far the run is: by agents where their number is known, else by time.
fn show(run: &Simulation, progress: &Progress) {
    let (walking, arrived, time) = (run.agents().len(), run.arrived(), run.time());
    match run.settings().groups.iter().map(|group| group.start.count()).sum::<Option<usize>>() {
        Some(all) => progress.share(&format!("{time:.0} s, {walking} walking, arrived"), arrived, all),
        None => {
            let all = run.settings().seconds as usize;
            progress.share(&format!("{walking} walking, {arrived} arrived, seconds"), time as usize, all);
        }
    }
}
