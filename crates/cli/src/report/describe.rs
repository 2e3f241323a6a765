//! The description of a table, as one JSON object or a few lines of text.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::chart::DrawError;
use super::histogram::{draw_histogram, write_histogram};
use super::numbers::{size, with_commas};
use crate::shell::{STRONG, plural, saved_in_words};
use tilebase::board::Metric;
use tilebase::table::{BuiltTable, Header, Origin, Table, TableError};

/// A table's description. The order of the fields is that of `pdb-gen info --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Description {
    /// The file, as given; `None` for a table that was just built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// Rows and columns, such as `3x3`.
    pub(crate) shape: String,
    /// The goal.
    pub(crate) goal: String,
    /// The tiles of the pattern.
    pub(crate) pattern: Vec<u8>,
    /// The moves that a distance counts.
    pub(crate) metric: &'static str,
    /// Whether a pattern has an entry for each region of the blank.
    #[serde(skip)]
    pub(crate) is_zero_aware: bool,
    /// The encoding of entries.
    pub(crate) encoding: &'static str,
    /// The number of entries.
    pub(crate) states: u64,
    /// The largest distance.
    pub(crate) deepest: u8,
    /// The number of states at each distance.
    pub(crate) histogram: Vec<u64>,
    /// The length of the file in bytes.
    pub(crate) bytes: u64,
    /// The BLAKE3 hash of the file, as `b3sum` prints it.
    pub(crate) blake3: String,
    /// The origin of the checkpoint from which the build of the table resumed, if it did.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "by_name")]
    pub(crate) resumed: Option<Origin>,
}

fn by_name<S: Serializer>(origin: &Option<Origin>, serializer: S) -> Result<S::Ok, S::Error> {
    origin.map(Origin::name).serialize(serializer)
}

impl Description {
    /// Describes a table in a file. Reads and checks the whole file.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    pub(crate) fn of_table(file: String, table: &Table) -> Result<Self, Box<TableError>> {
        table.check_payload()?;
        Ok(Self::of(Some(file), table.header(), table.len_in_bytes(), table.blake3()?))
    }

    /// Describes a table that was just built and has no file yet.
    #[must_use]
    pub(crate) fn of_unwritten(built: &BuiltTable<'_>) -> Self {
        Self::of(None, built.header(), built.len_in_bytes(), built.blake3())
    }

    /// Describes a table that was just built and written.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read.
    pub(crate) fn of_built(table: &Table) -> Result<Self, Box<TableError>> {
        Ok(Self::of(None, table.header(), table.len_in_bytes(), table.blake3()?))
    }

    fn of(file: Option<String>, header: &Header, bytes: u64, blake3: String) -> Self {
        Self {
            file,
            shape: header.shape().to_string(),
            goal: header.goal().to_string(),
            pattern: header.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            metric: header.unit_name(),
            is_zero_aware: header.space().is_zero_aware(),
            encoding: header.encoding().name(),
            states: header.entries(),
            deepest: header.deepest(),
            histogram: header.histogram().to_vec(),
            bytes,
            blake3,
            resumed: None,
        }
    }

    /// Draws the histogram as an SVG chart.
    ///
    /// # Errors
    /// [`DrawError`] if the chart cannot be drawn.
    pub(crate) fn picture(&self) -> Result<String, DrawError> {
        let states = with_commas(self.states);
        let moves = if self.metric == Metric::MultiTile.name() { " in multi-tile moves" } else { "" };
        let (shape, goal) = (&self.shape, &self.goal);
        let title = format!("{shape} boards by their distance to {goal}{moves}: {states} states");
        draw_histogram(&self.histogram, &title)
    }

    /// Writes the fields as lines of text, and the histogram.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_fields(out)?;
        writeln!(out)?;
        write_histogram(&self.histogram, out)
    }

    /// Writes the fields as lines of text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(super) fn write_fields(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(file) = &self.file {
            writeln!(out, "file      {STRONG}{file}{STRONG:#}")?;
        }
        writeln!(out, "shape     {}", self.shape)?;
        writeln!(out, "goal      {}", self.goal)?;
        let tiles = self.pattern.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let metric = Metric::ALL.into_iter().find(|metric| metric.name() == self.metric);
        let (pattern, moves) = match metric {
            Some(Metric::SingleTile) => (format!("all {} tiles", self.pattern.len()), "single-tile moves"),
            Some(Metric::MultiTile) => (format!("all {} tiles", self.pattern.len()), "multi-tile moves"),
            None => (tiles, "moves of the pattern's tiles"),
        };
        writeln!(out, "pattern   {pattern}")?;
        writeln!(out, "metric    {} ({moves})", self.metric)?;
        if self.is_zero_aware {
            writeln!(out, "blank     zero-aware: an entry for each region of the blank")?;
        }
        writeln!(out, "encoding  {}", self.encoding)?;
        writeln!(out, "states    {}", with_commas(self.states))?;
        let at_deepest = self.histogram.last().copied().unwrap_or(0);
        writeln!(out, "deepest   {}", deepest(self.deepest.into(), at_deepest, "state"))?;
        writeln!(out, "mean      {:.4} moves", mean(&self.histogram))?;
        writeln!(out, "size      {} ({} bytes)", size(self.bytes), with_commas(self.bytes))?;
        writeln!(out, "blake3    {}", self.blake3)?;
        match self.resumed {
            Some(origin) => writeln!(out, "resumed   from a checkpoint {}", saved_in_words(origin)),
            None => Ok(()),
        }
    }
}

/// Formats the largest distance and its number of states: `31 moves (2 states)`.
pub(super) fn deepest(moves: u64, count: u64, what: &str) -> String {
    let [moves_unit, ending] = [plural(moves, "move", "moves"), plural(count, "", "s")];
    format!("{moves} {moves_unit} ({} {what}{ending})", with_commas(count))
}

#[expect(clippy::cast_precision_loss, reason = "shown with four decimals")]
pub(super) fn mean(histogram: &[u64]) -> f64 {
    let states: u64 = histogram.iter().sum();
    let moves: u64 = (0..).zip(histogram).map(|(distance, count)| distance * count).sum();
    moves as f64 / states as f64
}
