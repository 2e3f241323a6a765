//! The estimated cost of a build by several processes, as one JSON object or a few lines of text.

use std::io::{self, Write};

use serde::Serialize;
use tilebase::generate::BuildPlan;
use tilebase::space::Space;
use tilebase::table::Encoding;

use super::columns::Columns;
use super::numbers::{duration, size, with_commas};

/// The plan of a table. Fields shared with a table's description have the same names.
#[derive(Debug, Serialize)]
pub(crate) struct PlannedTable {
    shape: String,
    goal: String,
    pattern: Vec<u8>,
    encoding: &'static str,
    states: u64,
    ranks: usize,
    /// The number of cores per process.
    threads: usize,
    network_in_gigabits: f64,
    memory_of_a_rank_in_bytes: u64,
    /// The available memory, if given.
    #[serde(flatten)]
    pub(crate) room: Option<Room>,
    table_in_bytes: u64,
    disk_in_bytes: u64,
    sent_in_bytes: u64,
    seconds: f64,
    /// The number of states per level (for a pattern, more than its entries), and the bytes sent to
    /// compute the next level.
    levels: Vec<Planned>,
}

/// The memory of a process.
#[derive(Debug, Serialize)]
pub(crate) struct Room {
    pub(crate) memory_in_bytes: u64,
    pub(crate) fits: bool,
    /// The smallest number of processes that fit; `None` if no number does.
    pub(crate) ranks_that_fit: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Planned {
    states: u64,
    sent_in_bytes: u64,
}

impl PlannedTable {
    /// Describes the plan of a table, for this number of cores and network speed per process.
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

    /// Writes the plan as lines of text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let processes = if self.ranks == 1 { "process" } else { "processes" };
        writeln!(out, "shape      {}", self.shape)?;
        writeln!(out, "goal       {}", self.goal)?;
        let tiles: Vec<String> = self.pattern.iter().map(ToString::to_string).collect();
        writeln!(out, "pattern    {}", tiles.join(","))?;
        writeln!(out, "encoding   {}", self.encoding)?;
        writeln!(out, "states     {}", with_commas(self.states))?;
        let (ranks, threads, gigabits) = (self.ranks, self.threads, self.network_in_gigabits);
        writeln!(out, "processes  {ranks} {processes}, {threads} threads each, {gigabits} Gbit/s")?;
        write!(out, "memory     {} per process", size(self.memory_of_a_rank_in_bytes))?;
        writeln!(out, "{}", self.room.as_ref().map_or_else(String::new, Room::in_words))?;
        let [table, disk, sent] = [self.table_in_bytes, self.disk_in_bytes, self.sent_in_bytes].map(size);
        writeln!(out, "disk       {table} for the table, up to {disk} with checkpoints")?;
        let of_each = size(self.sent_in_bytes / self.ranks as u64);
        writeln!(out, "network    about {sent} in total, {of_each} sent by each process")?;
        writeln!(out, "time       about {}", duration(self.seconds))?;
        writeln!(out)?;
        let mut table = Columns::new(0, &["level", "states", "bytes sent"]);
        for (level, Planned { states, sent_in_bytes }) in self.levels.iter().enumerate() {
            table.row([level.to_string(), with_commas(*states), with_commas(*sent_in_bytes)].map(Into::into));
        }
        table.write(out)
    }
}

impl Room {
    /// Formats whether the memory is enough, as the end of a line.
    fn in_words(&self) -> String {
        let memory = size(self.memory_in_bytes);
        match self.ranks_that_fit {
            Some(fewest) if self.fits && fewest > 1 => {
                format!(": fits in {memory}, as with {fewest} or more processes")
            }
            _ if self.fits => format!(": fits in {memory}"),
            Some(1) => format!(": does not fit in {memory}; 1 process would"),
            Some(fewest) => format!(": does not fit in {memory}; {fewest} processes would"),
            None => format!(": does not fit in {memory}, whatever the number of processes"),
        }
    }
}
