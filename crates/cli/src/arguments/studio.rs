//! What `wayfront studio` accepts.

use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Studio {
    /// A file or the name of a built-in scene; an empty plan if absent
    pub scene: Option<String>,
    /// The port to serve at [default: a free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub no_open: bool,
    /// The address to serve at; other machines can then reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", hide_short_help = true)]
    pub listen: IpAddr,
    /// Read the page's files from a folder, to work on them
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub assets: Option<PathBuf>,
}
