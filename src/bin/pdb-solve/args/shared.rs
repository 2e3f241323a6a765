//! Options that several commands have.

use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use tilebase::cli::interrupt_flag;
use tilebase::report::AnswerFormat;
use tilebase::search::{Limits, Weight};

/// When to give up.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Give a search up after so many expanded states
    #[arg(long, help_heading = "Limits", value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_nodes: Option<u64>,

    /// Give a search up after so many seconds
    #[arg(
        long,
        help_heading = "Limits",
        value_name = "SECONDS",
        value_parser = read_seconds,
        allow_negative_numbers = true
    )]
    pub(crate) timeout: Option<Duration>,

    /// Give a search up when its states take so many millions of bytes
    #[arg(long, help_heading = "Limits", value_name = "MB", allow_negative_numbers = true)]
    pub(crate) max_memory: Option<u64>,
}

impl LimitArgs {
    /// The limits of searches for many boards at once.
    pub(crate) fn limits(&self) -> Limits {
        let memory_in_bytes = self.max_memory.map(|megabytes| megabytes.saturating_mul(1_000_000));
        Limits {
            expanded: self.max_nodes,
            time: self.timeout,
            memory_in_bytes,
            interrupt: None,
            on_one_thread: true,
        }
    }

    /// The limits of searches for one board after the other, with Ctrl-C as one of them. Not for what reads its boards as it goes: the first Ctrl-C would only be
    /// noticed when the next board comes.
    pub(crate) fn limits_and_interrupt(&self) -> anyhow::Result<Limits> {
        let interrupt = Some(interrupt_flag().context("the handler of Ctrl-C can't be set")?);
        Ok(Limits { interrupt, ..self.limits() })
    }
}

pub(super) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| format!("expected a number of seconds, found {text:?}"))
}

pub(super) fn read_weight(text: &str) -> Result<Weight, String> {
    let number = text.parse().map_err(|_no_number| format!("expected a number, found {text:?}"))?;
    Weight::new(number).map_err(|error| error.to_string())
}

/// What a move's letter tells the direction of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// Of the blank
    #[default]
    Blank,
    /// Of the tile that slides
    Tile,
}

/// How to write answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One object a line
    Json,
    /// One record a line, under a header
    Csv,
}

impl From<Format> for AnswerFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
            Format::Csv => Self::Csv,
        }
    }
}
