//! What a table is, as one JSON object or a few lines of text.

use std::io::{self, Write};

use serde::Serialize;

use super::chart::DrawError;
use super::histogram::write_histogram;
use super::numbers::with_commas;
use super::plot::draw_histogram;
use tilebase::table::{Header, Metric, Table, TableError, TableImage};

/// A table's description. The fields are those of `pdb-gen info --format json`, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Description {
    /// The file as it was named; left out for a table that was just built.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    /// Rows and columns, as `3x3`.
    pub(crate) shape: String,
    /// The goal.
    pub(crate) goal: String,
    /// The tiles whose places count.
    pub(crate) pattern: Vec<u8>,
    /// What a distance counts.
    pub(crate) metric: &'static str,
    /// How entries are written.
    pub(crate) encoding: &'static str,
    /// How many entries there are.
    pub(crate) states: u64,
    /// The largest distance.
    pub(crate) deepest: u8,
    /// How many states there are at each distance.
    pub(crate) histogram: Vec<u64>,
    /// The length of the file.
    pub(crate) bytes: u64,
    /// The BLAKE3 hash of the file, as `b3sum` prints it.
    pub(crate) blake3: String,
}

impl Description {
    /// Describes a table in a file, all of which is read and checked.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged.
    pub(crate) fn of_table(file: String, table: &Table) -> Result<Self, Box<TableError>> {
        table.check_payload()?;
        Ok(Self::of(Some(file), table.header(), table.len_in_bytes(), table.blake3()?))
    }

    /// Describes a table that was just built: the same, but for the file.
    #[must_use]
    pub(crate) fn of_image(image: &TableImage<'_>) -> Self {
        Self::of(None, image.header(), image.len_in_bytes(), image.blake3())
    }

    /// Describes a table that was just built, and written.
    ///
    /// # Errors
    /// [`TableError`] if the file can't be read any more.
    pub(crate) fn of_built(table: &Table) -> Result<Self, Box<TableError>> {
        Ok(Self::of(None, table.header(), table.len_in_bytes(), table.blake3()?))
    }

    fn of(file: Option<String>, header: &Header, bytes: u64, blake3: String) -> Self {
        Self {
            file,
            shape: header.shape().to_string(),
            goal: header.goal().to_string(),
            pattern: header.pattern().tiles().iter().map(|tile| tile.number()).collect(),
            metric: header.metric().name(),
            encoding: header.encoding().name(),
            states: header.entries(),
            deepest: header.deepest(),
            histogram: header.histogram().to_vec(),
            bytes,
            blake3,
        }
    }

    /// The histogram as an SVG picture.
    ///
    /// # Errors
    /// [`DrawError`] if it can't be drawn.
    pub(crate) fn picture(&self) -> Result<String, DrawError> {
        let states = with_commas(self.states);
        let title = format!("{} boards by their distance to {}: {states} states", self.shape, self.goal);
        draw_histogram(&self.histogram, &title)
    }

    /// Writes the description as lines of text, with the histogram as a chart.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(file) = &self.file {
            writeln!(out, "file      {file}")?;
        }
        writeln!(out, "shape     {}", self.shape)?;
        writeln!(out, "goal      {}", self.goal)?;
        let tiles = self.pattern.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        if self.metric == Metric::SingleTile.name() {
            writeln!(out, "pattern   all {} tiles", self.pattern.len())?;
            writeln!(out, "metric    {} (single-tile moves)", self.metric)?;
        } else {
            writeln!(out, "pattern   {tiles}")?;
            let regions = if self.metric == Metric::AdditiveByRegion.name() {
                ", an entry for each region of the blank"
            } else {
                ""
            };
            writeln!(out, "metric    {} (moves of the pattern's tiles{regions})", self.metric)?;
        }
        writeln!(out, "encoding  {}", self.encoding)?;
        writeln!(out, "states    {}", with_commas(self.states))?;
        let at_deepest = self.histogram.last().copied().unwrap_or(0);
        writeln!(out, "deepest   {} moves, {} states there", self.deepest, with_commas(at_deepest))?;
        writeln!(out, "mean      {:.4} moves", mean(&self.histogram))?;
        writeln!(out, "bytes     {}", with_commas(self.bytes))?;
        writeln!(out, "blake3    {}", self.blake3)?;
        writeln!(out)?;
        write_histogram(&self.histogram, out)
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with four decimals")]
pub(super) fn mean(histogram: &[u64]) -> f64 {
    let states: u64 = histogram.iter().sum();
    let moves: u64 = (0..).zip(histogram).map(|(distance, count)| distance * count).sum();
    moves as f64 / states as f64
}
