//! A summary of the labels in a folder.

use std::io::{self, Write};

use serde::Serialize;

use crate::labels::LabelManifest;
use crate::report::describe::{deepest, mean};
use crate::report::histogram::write_histogram;
use crate::report::numbers::{size, with_commas};
use crate::shell::{TextOrJson, plural};

/// The number of labeled boards of each length, and their location.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LabelSummary {
    shape: String,
    goal: String,
    folder: String,
    files: u64,
    boards: u64,
    rows: u64,
    bytes: u64,
    deepest: usize,
    mean: f64,
    /// The number of generated or given boards, indexed by length.
    histogram: Vec<u64>,
}

impl LabelSummary {
    /// Summarizes a folder whose shards are all complete.
    pub(crate) fn of(manifest: &LabelManifest) -> Self {
        let records = manifest.records();
        let mut histogram = Vec::new();
        for record in &records {
            histogram.resize(histogram.len().max(record.histogram.len()), 0);
            histogram.iter_mut().zip(&record.histogram).for_each(|(all, of_shard)| *all += of_shard);
        }
        let asked = manifest.data_set();
        Self {
            shape: asked.shape.clone(),
            goal: asked.goal.clone(),
            folder: manifest.folder().display().to_string(),
            files: records.len() as u64,
            boards: records.iter().map(|record| record.boards).sum(),
            rows: records.iter().map(|record| record.rows).sum(),
            bytes: records.iter().map(|record| record.bytes).sum(),
            deepest: histogram.len().saturating_sub(1),
            mean: mean(&histogram),
            histogram,
        }
    }

    /// Writes the summary.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(&self, format: TextOrJson, out: &mut dyn Write) -> io::Result<()> {
        if format == TextOrJson::Json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let Self { shape, goal, folder, histogram, .. } = self;
        writeln!(out, "shape     {shape}")?;
        writeln!(out, "goal      {goal}")?;
        writeln!(out, "boards    {}", with_commas(self.boards))?;
        if self.rows != self.boards {
            writeln!(out, "rows      {} (every board of a path)", with_commas(self.rows))?;
        }
        let files = plural(self.files, "file", "files");
        let (count, bytes) = (with_commas(self.files), size(self.bytes));
        writeln!(out, "written   {count} {files} in {folder}, {bytes}")?;
        let at_deepest = histogram.last().copied().unwrap_or(0);
        writeln!(out, "deepest   {}", deepest(self.deepest as u64, at_deepest, "board"))?;
        writeln!(out, "mean      {:.4} moves", self.mean)?;
        writeln!(out)?;
        write_histogram(histogram, out)
    }
}
