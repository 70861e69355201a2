//! `wayfront completions` and `wayfront man`: what a shell and `man` know about the command, made from its arguments.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output::unwritten;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

/// Prints the script of a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "wayfront", &mut script);
    std::io::stdout().write_all(&script).map_err(unwritten)
}

/// Prints the page of the command, or writes the pages of the command and of all verbs into a folder.
pub fn man(folder: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Arguments::command()).render(&mut page).map_err(unwritten)?;
        return std::io::stdout().write_all(&page).map_err(unwritten);
    };
    std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), folder)).map_err(
        |why| Failure::File {
            what: format!("{}: cannot write the manual pages: {why}", folder.display()),
            advice: "name a folder that you may write to".into(),
        },
    )
}
