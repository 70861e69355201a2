//! `wayfront studio`: a server on this machine, and a page in the browser.

use crate::arguments::{Common, Format, Studio};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use wayfront_studio::{Studio as Server, StudioOptions};

/// The result for programs.
#[derive(Serialize)]
struct Address<'a> {
    url: &'a str,
    port: u16,
}

/// Serves until Ctrl-C; what is not saved is kept beside its file.
pub fn run(arguments: &Studio, common: &Common) -> Result<(), Failure> {
    let options = StudioOptions {
        scene: arguments.scene.clone(),
        port: arguments.port,
        listen: arguments.listen,
        assets: arguments.assets.clone(),
        ..StudioOptions::default()
    };
    let server =
        Server::start(&options).map_err(|error| Failure::File { what: error.to_string(), advice: error.advice() })?;
    for problem in server.unopened() {
        output::message(&format!("{}: {problem}", arguments.scene.as_deref().unwrap_or_default()));
    }
    if !arguments.listen.is_loopback() {
        output::message("warning: every computer that reaches this machine and has the address can edit this scene");
    }
    match common.format {
        Format::Json => output::json(&Address { url: server.url(), port: server.address().port() })?,
        Format::Text => output::text(&format!("{}\n", server.url()))?,
    }
    if !common.quiet {
        output::message("Ctrl-C ends it; what is not saved is offered next time");
    }
    if !arguments.no_open {
        open_browser(server.url());
    }
    let (sender, ended) = channel();
    // Where signals cannot be handled, Ctrl-C does what it always did.
    let handled = ctrlc::set_handler(move || {
        let _ = sender.send(());
    });
    if handled.is_ok() {
        let _ = ended.recv();
    } else {
        loop {
            std::thread::park();
        }
    }
    drop(server);
    Ok(())
}

/// Asks the system for its browser. Where there is none, the address was printed.
fn open_browser(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let quiet = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if quiet.is_err() {
        output::message("no browser was found: open the address above in one");
    }
}
