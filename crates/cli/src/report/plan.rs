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
    /// Whether it is a table of all tiles.
    #[serde(skip)]
    is_full: bool,
    #[serde(rename = "processes")]
    processes: usize,
    /// The number of cores per process.
    threads: usize,
    network_in_gigabits: f64,
    memory_per_process_in_bytes: u64,
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
    #[serde(rename = "processes_that_fit")]
    pub(crate) processes_that_fit: Option<usize>,
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
        let levels = plan.states_of_levels.iter().zip(&plan.sent_of_levels_in_bytes);
        Self {
            shape: space.goal().shape().to_string(),
            goal: space.goal().to_string(),
            pattern: space.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            encoding: encoding.name(),
            states: plan.entries,
            is_full: space.pattern().is_full(),
            processes: plan.processes,
            threads,
            network_in_gigabits,
            memory_per_process_in_bytes: plan.memory_per_process_in_bytes,
            room,
            table_in_bytes: plan.table_in_bytes,
            disk_in_bytes: plan.disk_in_bytes,
            sent_in_bytes: plan.sent_in_bytes(),
            seconds: plan.time(threads, network_in_gigabits * 1e9 / 8.0).as_secs_f64(),
            levels: levels.map(|(&states, &sent_in_bytes)| Planned { states, sent_in_bytes }).collect(),
        }
    }

    /// Writes the plan as lines of text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "shape      {}", self.shape)?;
        writeln!(out, "goal       {}", self.goal)?;
        writeln!(out, "pattern    {}", self.tiles())?;
        writeln!(out, "encoding   {}", self.encoding)?;
        // The search of a pattern distinguishes cells of the blank for which there is no entry.
        let (of_table, of_levels) =
            if self.is_full { ("states ", "states") } else { ("entries", "states searched") };
        writeln!(out, "{of_table}    {}", with_commas(self.states))?;
        let sizes = [self.table_in_bytes, self.disk_in_bytes, self.sent_in_bytes];
        self.write_needs("table", sizes, self.seconds, out)?;
        writeln!(out)?;
        let is_shared = self.processes > 1;
        let headings = ["level", of_levels, "bytes sent"];
        let mut table = Columns::new(0, &headings[..2 + usize::from(is_shared)]);
        for (level, Planned { states, sent_in_bytes }) in self.levels.iter().enumerate() {
            let cells = [level.to_string(), with_commas(*states), with_commas(*sent_in_bytes)];
            table.row(cells.into_iter().take(headings.len() - usize::from(!is_shared)).map(Into::into));
        }
        table.write(out)
    }

    /// Writes the plans of a preset, whose tables are built one after the other: the total, and a
    /// line for each table.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_preset(name: &str, tables: &[Self], out: &mut dyn Write) -> io::Result<()> {
        let Some(largest) = tables.iter().max_by_key(|table| table.memory_per_process_in_bytes) else {
            return Ok(());
        };
        let sum = |of: fn(&Self) -> u64| tables.iter().map(of).sum::<u64>();
        let of_tables = sum(|table| table.table_in_bytes);
        let checkpoint =
            tables.iter().map(|table| table.disk_in_bytes.saturating_sub(table.table_in_bytes)).max();
        let sizes = [of_tables, of_tables + checkpoint.unwrap_or(0), sum(|table| table.sent_in_bytes)];
        writeln!(out, "shape      {}", largest.shape)?;
        writeln!(out, "goal       {}", largest.goal)?;
        writeln!(out, "preset     {name}: {} pattern databases", tables.len())?;
        writeln!(out, "encoding   {}", largest.encoding)?;
        writeln!(out, "entries    {}", with_commas(sum(|table| table.states)))?;
        largest.write_needs("tables", sizes, tables.iter().map(|table| table.seconds).sum(), out)?;
        writeln!(out)?;
        let mut columns = Columns::new(1, &["tiles", "entries", "memory", "disk", "time"]);
        for table in tables {
            columns.row([
                table.tiles().into(),
                with_commas(table.states).into(),
                size(table.memory_per_process_in_bytes).into(),
                size(table.table_in_bytes).into(),
                duration(table.seconds).into(),
            ]);
        }
        columns.write(out)
    }

    /// Writes the processes and what they need: the sizes of the tables, of all files, and of what
    /// is sent.
    fn write_needs(
        &self,
        tables: &str,
        sizes: [u64; 3],
        seconds: f64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (processes, threads, gigabits) = (self.processes, self.threads, self.network_in_gigabits);
        let [table, disk, sent] = sizes;
        if processes == 1 {
            writeln!(out, "processes  1 process, {threads} threads")?;
        } else {
            writeln!(out, "processes  {processes} processes, {threads} threads each, {gigabits} Gbit/s")?;
        }
        write!(out, "memory     {} per process", size(self.memory_per_process_in_bytes))?;
        writeln!(out, "{}", self.room.as_ref().map_or_else(String::new, Room::in_words))?;
        writeln!(out, "disk       {} for the {tables}, up to {} with checkpoints", size(table), size(disk))?;
        if processes > 1 {
            let of_each = size(sent / processes as u64);
            writeln!(out, "network    about {} in total, {of_each} sent by each process", size(sent))?;
        }
        writeln!(out, "time       about {}", duration(seconds))
    }

    fn tiles(&self) -> String {
        self.pattern.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    }
}

impl Room {
    /// Formats whether the memory is enough, as the end of a line.
    fn in_words(&self) -> String {
        let memory = size(self.memory_in_bytes);
        match self.processes_that_fit {
            Some(fewest) if self.fits && fewest > 1 => {
                format!(": fits in {memory} (at least {fewest} processes are needed)")
            }
            _ if self.fits => format!(": fits in {memory}"),
            Some(1) => format!(": does not fit in {memory}; 1 process would"),
            Some(fewest) => format!(": does not fit in {memory}; {fewest} processes would"),
            None => format!(": does not fit in {memory}, whatever the number of processes"),
        }
    }
}
