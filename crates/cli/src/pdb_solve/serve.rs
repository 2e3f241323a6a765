//! `pdb-solve serve`: answers over HTTP.

use std::io::Write;
use std::time::Duration;

use crate::serve::{Settings, serve};
use crate::shell::{Exit, FolderArgs, cores, number, read_size, read_time};

/// Serve the web lab and a JSON API over HTTP
///
/// The page is for playing, watching searches, and checking answers. Port 0 takes a free port.
/// --host can be repeated.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\nMore: pdb-solve serve --help"), after_long_help = EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Address and port, or a port
    #[arg(
        long,
        short,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8080",
        value_parser = read_address
    )]
    listen: String,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Name of the server, besides localhost
    #[arg(long = "host", value_name = "NAME", value_parser = read_name)]
    hosts: Vec<String>,

    /// Log each request to standard error
    #[arg(long)]
    log: bool,

    /// Time limit per search
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        value_parser = read_limit,
        allow_negative_numbers = true
    )]
    timeout: Duration,

    /// Memory limit per search
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GB",
        value_parser = read_size,
        allow_negative_numbers = true
    )]
    max_memory: u64,

    /// Maximum number of concurrent searches, one core each, and of batches [default: one per core]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=1024_u32),
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_searches: Option<u32>,

    /// Maximum number of connections
    #[arg(
        long,
        value_name = "N",
        default_value_t = 256,
        value_parser = number(1..=1_u32 << 20),
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_connections: u32,

    /// Size of a batch
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "8MB",
        value_parser = read_body_size,
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    max_body: usize,

    /// Time limit per batch
    #[arg(
        long,
        value_name = "TIME",
        default_value = "5m",
        value_parser = read_limit,
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    batch_timeout: Duration,

    /// Time limit for the header of a request, and for idle connections
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        value_parser = read_limit,
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    header_timeout: Duration,

    /// Time limit for the body of a request, and for each part of a batch
    ///
    /// A client that reads its response slowly is given the same time, plus one second per 10,000
    /// bytes.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        value_parser = read_limit,
        hide_short_help = true,
        help_heading = "Limits",
        allow_negative_numbers = true
    )]
    body_timeout: Duration,

    #[command(flatten, next_help_heading = "Tables")]
    folder: FolderArgs,
}

const EXAMPLES: &str = "\
Examples:
  pdb-solve serve --open                      open the web lab
  pdb-solve serve --listen 9000               on another port
  curl 'http://127.0.0.1:8080/api/v1/solve?board=638541720'";

pub(super) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let settings = Settings {
        listen: args.listen.clone(),
        hosts: args.hosts.clone(),
        open: args.open,
        log: args.log,
        folder: args.folder.folder(),
        connections: args.max_connections,
        searches: args.max_searches.unwrap_or_else(|| u32::try_from(cores()).unwrap_or(u32::MAX)),
        time: args.timeout,
        memory_in_bytes: args.max_memory,
        batch_in_bytes: args.max_body,
        batch_time: args.batch_timeout,
        header_time: args.header_timeout,
        body_time: args.body_timeout,
    };
    serve(settings, out)
}

/// Maximum time limit, which every system can wait for.
const MAX_TIME_LIMIT: Duration = Duration::from_secs(366 * 24 * 60 * 60);

fn read_limit(text: &str) -> Result<Duration, String> {
    let time = read_time(text)?;
    if time.is_zero() || time > MAX_TIME_LIMIT {
        return Err(format!("expected a time above 0 and up to a year, found {text}"));
    }
    Ok(time)
}

/// Maximum size of a batch, which is held in memory.
const MAX_BODY_BYTES: u64 = 1 << 30;

fn read_body_size(text: &str) -> Result<usize, String> {
    match usize::try_from(read_size(text)?) {
        Ok(bytes @ 1..) if bytes as u64 <= MAX_BODY_BYTES => Ok(bytes),
        _ => Err(format!("expected a size above 0 and up to 1GiB, found {text}")),
    }
}

/// Reads an address with a port; a port alone is on this machine.
fn read_address(text: &str) -> Result<String, String> {
    if text.parse::<u16>().is_ok() {
        return Ok(format!("127.0.0.1:{text}"));
    }
    match text.rsplit_once(':') {
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(text.to_owned()),
        _ => {
            Err(format!("expected an address and a port, such as 127.0.0.1:8080, or a port, found {text:?}"))
        }
    }
}

fn read_name(text: &str) -> Result<String, String> {
    let is_of_a_name = |sign: char| sign.is_ascii_alphanumeric() || ".-_[:]".contains(sign);
    let has_port = !text.ends_with(']') && text.contains(':');
    if text.is_empty() || has_port || !text.chars().all(is_of_a_name) {
        return Err(format!(
            "expected a host name such as puzzles.example, without http:// and port, found {text:?}"
        ));
    }
    Ok(text.to_owned())
}
