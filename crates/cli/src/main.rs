//! The command `wayfront`: arguments in, library calls, results out.
//!
//! Results go to standard output and messages to standard error, so that they never mix. No algorithm lives here.

mod aimed;
mod arguments;
mod failure;
mod interrupt;
mod memory;
mod output;
mod outputs;
mod pieces;
mod problems;
mod progress;

mod scene;
mod text;
mod verbs;

use arguments::{Arguments, Verb};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version are no errors to clap's exit code; a closed pipe is no error.
        Err(message) => {
            let _ = message.print();
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(failure::USAGE));
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::message(&failure.to_string());
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let common = &arguments.common;
    if let Some(threads) = common.threads {
        // Fails only if work has begun already, and none has.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
    }
    match &arguments.verb {
        Verb::Map(map) => verbs::map::run(map, common),
        Verb::Path(path) => verbs::path::run(path, common),
        Verb::Query(query) => verbs::query::run(query, common),
        Verb::Flow(flow) => verbs::flow::run(flow, common),
        Verb::Clearance(clearance) => verbs::clearance::run(clearance, common),
        Verb::Navgraph(navgraph) => verbs::navgraph::run(navgraph, common),
        Verb::Potential(potential) => verbs::potential::run(potential, common),
        Verb::Search(search) => verbs::search::run(search, common),
        Verb::Surface(surface) => verbs::surface::run(surface, common),
        Verb::Simulate(simulate) => verbs::simulate::run(simulate, common),
        Verb::Verify(verify) => verbs::verify::run(verify, common),
        Verb::Check(check) => verbs::check::run(check, common),
        Verb::Convert(convert) => verbs::convert::run(convert, common),
        Verb::Draw(draw) => verbs::draw::run(draw, common),
        Verb::Studio(studio) => verbs::studio::run(studio, common),
        #[cfg(feature = "gpu")]
        Verb::Gpu(gpu) => verbs::gpu::run(gpu, common),
        Verb::Scenes(scenes) => verbs::scenes::run(scenes, common),
        Verb::Completions(completions) => verbs::shell::completions(completions.shell),
        Verb::Man(man) => verbs::shell::man(man.out.as_deref()),
    }
}
