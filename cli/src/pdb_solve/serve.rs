//! `pdb-solve serve`: questions and answers over HTTP.

use std::io::Write;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use super::options::read_seconds;
use crate::serve::{Settings, serve};
use crate::shell::{Exit, FolderArgs};

#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// The address and port to listen on; port 0 takes one that is free
    #[arg(long, short, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: String,

    /// Start the browser
    #[arg(long)]
    open: bool,

    /// A name that the server is called by, beside localhost; may be given more than once
    #[arg(long = "host", value_name = "NAME", value_parser = read_name)]
    hosts: Vec<String>,

    /// Tell of each request on the standard error
    #[arg(long)]
    log: bool,

    /// The most connections at a time
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20), help_heading = "Limits")]
    connections: u32,

    /// The most searches at a time, of one core each; and the most batches [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "Limits")]
    searches: Option<u32>,

    /// The time of a search
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = read_time, allow_negative_numbers = true, help_heading = "Limits")]
    time: Duration,

    /// The memory of a search, in millions of bytes
    #[arg(long, value_name = "MB", default_value_t = 1000, help_heading = "Limits")]
    memory: u64,

    /// The length of a batch, in millions of bytes
    #[arg(long, value_name = "MB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "Limits")]
    body: u32,

    /// The time of a batch
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = read_time, allow_negative_numbers = true, help_heading = "Limits")]
    batch_time: Duration,

    /// The time in which the head of a request must be there; also how long an unused connection is kept open
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = read_time, allow_negative_numbers = true, help_heading = "Limits")]
    header_time: Duration,

    /// The time in which the body of a question must be there, and the next piece of a batch; also for how long a client may
    /// keep an answer waiting, beside a second for each 10,000 bytes that it takes
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = read_time, allow_negative_numbers = true, help_heading = "Limits")]
    body_time: Duration,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,
}

pub(super) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let settings = Settings {
        listen: args.listen.clone(),
        hosts: args.hosts.clone(),
        open: args.open,
        log: args.log,
        folder: args.folder.folder(),
        connections: args.connections,
        searches: args.searches.unwrap_or_else(|| u32::try_from(cores()).unwrap_or(u32::MAX)),
        time: args.time,
        memory_in_bytes: args.memory.saturating_mul(1_000_000),
        batch_in_bytes: args.body as usize * 1_000_000,
        batch_time: args.batch_time,
        header_time: args.header_time,
        body_time: args.body_time,
    };
    serve(settings, out)
}

/// The longest time that can be waited for everywhere.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

fn read_time(text: &str) -> Result<Duration, String> {
    let time = read_seconds(text)?;
    if time.is_zero() || time > LONGEST {
        return Err(format!("expected a time above 0 and of no more than a year, in seconds, found {text}"));
    }
    Ok(time)
}

fn read_name(text: &str) -> Result<String, String> {
    let is_of_a_name = |sign: char| sign.is_ascii_alphanumeric() || ".-_[:]".contains(sign);
    let has_port = !text.ends_with(']') && text.contains(':');
    if text.is_empty() || has_port || !text.chars().all(is_of_a_name) {
        return Err(format!(
            "expected a name as puzzles.example, without http:// and without a port, found {text:?}"
        ));
    }
    Ok(text.to_owned())
}
