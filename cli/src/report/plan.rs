//! What a build by several ranks is going to take, as one JSON object or a few lines of text.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::generate::BuildPlan;
use tilebase::space::Space;
use tilebase::table::Encoding;

use super::numbers::with_commas;

/// A table that is to be built. Fields that are those of a table's description have their names.
#[derive(Debug, Serialize)]
pub(crate) struct PlannedTable {
    shape: String,
    goal: String,
    pattern: Vec<u8>,
    encoding: &'static str,
    states: u64,
    ranks: usize,
    /// The cores of each rank.
    threads: usize,
    network_in_gigabits: f64,
    memory_of_a_rank_in_bytes: u64,
    /// What there is, if that was said.
    #[serde(flatten)]
    pub(crate) room: Option<Room>,
    table_in_bytes: u64,
    disk_in_bytes: u64,
    sent_in_bytes: u64,
    seconds: f64,
    /// By level: how many states are there, which for a pattern are more than entries, and what is sent to go on.
    levels: Vec<Planned>,
}

/// The memory that a rank has.
#[derive(Debug, Serialize)]
pub(crate) struct Room {
    pub(crate) memory_in_bytes: u64,
    pub(crate) fits: bool,
    /// The fewest ranks that so much is enough for; none if no number is.
    pub(crate) ranks_that_fit: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Planned {
    states: u64,
    sent_in_bytes: u64,
}

impl PlannedTable {
    /// The table of a space, by a plan, where each rank has so many cores and a line of so many gigabits a second.
    pub(crate) fn new(
        space: &Space,
        encoding: Encoding,
        plan: &BuildPlan,
        threads: usize,
        network_in_gigabits: f64,
        room: Option<Room>,
    ) -> Self {
        let levels = plan.levels.iter();
        Self {
            shape: space.goal().shape().to_string(),
            goal: space.goal().to_string(),
            pattern: space.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            encoding: encoding.name(),
            states: plan.entries,
            ranks: plan.ranks,
            threads,
            network_in_gigabits,
            memory_of_a_rank_in_bytes: plan.memory_of_a_rank_in_bytes,
            room,
            table_in_bytes: plan.table_in_bytes,
            disk_in_bytes: plan.disk_in_bytes,
            sent_in_bytes: plan.sent_in_bytes(),
            seconds: plan.time(threads, network_in_gigabits * 1e9 / 8.0).as_secs_f64(),
            levels: levels
                .map(|level| Planned { states: level.states, sent_in_bytes: level.sent_in_bytes })
                .collect(),
        }
    }

    /// Writes it as lines of text.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let megabytes = |bytes: u64| with_commas(bytes.div_ceil(1_000_000));
        let of_ranks = if self.ranks == 1 { "rank" } else { "ranks" };
        writeln!(out, "shape     {}", self.shape)?;
        writeln!(out, "goal      {}", self.goal)?;
        let tiles: Vec<String> = self.pattern.iter().map(ToString::to_string).collect();
        writeln!(out, "pattern   {}", tiles.join(","))?;
        writeln!(out, "encoding  {}", self.encoding)?;
        writeln!(out, "states    {}", with_commas(self.states))?;
        let (threads, gigabits) = (self.threads, self.network_in_gigabits);
        writeln!(
            out,
            "ranks     {} {of_ranks}, each of {threads} threads, at {gigabits} Gbit/s",
            self.ranks
        )?;
        write!(out, "memory    {} MB for each rank", megabytes(self.memory_of_a_rank_in_bytes))?;
        writeln!(out, "{}", self.room.as_ref().map_or_else(String::new, Room::told))?;
        writeln!(
            out,
            "disk      {} MB for the table, up to {} MB with its checkpoints",
            megabytes(self.table_in_bytes),
            megabytes(self.disk_in_bytes)
        )?;
        writeln!(
            out,
            "sent      about {} MB in all, {} MB by each rank",
            megabytes(self.sent_in_bytes),
            megabytes(self.sent_in_bytes / self.ranks as u64)
        )?;
        writeln!(out, "time      about {}", duration(self.seconds))?;
        writeln!(out)?;
        self.write_levels(out)
    }

    fn write_levels(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows: Vec<[String; 2]> = self
            .levels
            .iter()
            .map(|level| [with_commas(level.states), with_commas(level.sent_in_bytes)])
            .collect();
        let width = |column: usize, heading: &str| {
            rows.iter().map(|row| row[column].len()).max().unwrap_or(0).max(heading.len())
        };
        let (states, bytes) = (width(0, "states"), width(1, "bytes sent"));
        writeln!(out, "level  {:>states$}  {:>bytes$}", "states", "bytes sent")?;
        for (level, [of_states, sent]) in rows.iter().enumerate() {
            writeln!(out, "{level:>5}  {of_states:>states$}  {sent:>bytes$}")?;
        }
        Ok(())
    }
}

impl Room {
    /// Whether it is enough, as the end of a line.
    fn told(&self) -> String {
        let megabytes = with_commas(self.memory_in_bytes / 1_000_000);
        let fewest = self.ranks_that_fit;
        match fewest {
            Some(1) if self.fits => format!(", which fits in {megabytes} MB, as one rank would"),
            Some(fewest) if self.fits => {
                format!(", which fits in {megabytes} MB, as it does from {fewest} ranks on")
            }
            Some(fewest) => format!(", which does not fit in {megabytes} MB: {fewest} ranks would"),
            None => format!(", which does not fit in {megabytes} MB, and with no number of ranks would"),
        }
    }
}

/// A time as people say it.
fn duration(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.1} seconds"),
        ..6000.0 => format!("{:.0} minutes", seconds / 60.0),
        ..360_000.0 => format!("{:.1} hours", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
