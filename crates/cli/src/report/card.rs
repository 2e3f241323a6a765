//! Dataset cards: a `README.md` beside a data set, for the Hugging Face Hub and for readers.
//!
//! The front matter is YAML that the `datasets` library reads: the types of the columns, the files
//! of each split, and their number of rows. Without it, `datasets` takes boards in CSV for numbers.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, bail};
use tilebase::board::Goal;
use tilebase::table::AtomicFile;

use super::numbers::{size, with_commas};

/// The card's file name.
const NAME: &str = "README.md";

/// The only split. Its name is the one that the Hub gives to a set without splits.
const SPLIT: &str = "train";

/// Data sets with more files list them only in their manifest.
const MAX_FILES_SHOWN: usize = 20;

/// A column of a data set.
#[derive(Clone, Debug)]
pub(crate) struct CardColumn {
    /// Its name in the files.
    pub(crate) name: &'static str,
    /// Its type: one of `datasets` if that can read the files, and otherwise a description.
    pub(crate) kind: String,
    /// Its meaning and unit.
    pub(crate) meaning: String,
}

/// A file of a data set.
#[derive(Clone, Debug)]
pub(crate) struct CardFile {
    /// Its name.
    pub(crate) name: String,
    /// Number of rows.
    pub(crate) rows: u64,
    /// Size.
    pub(crate) bytes: u64,
    /// Hash, as `b3sum` prints it.
    pub(crate) blake3: String,
}

/// The license of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardLicense {
    /// All rows are computed.
    Computed,
    /// The boards come from a file that may have a license of its own.
    OfInput,
}

/// A description of a data set.
#[derive(Clone, Debug)]
pub(crate) struct DataCard {
    /// The title.
    pub(crate) title: String,
    /// A paragraph about the content.
    pub(crate) summary: String,
    /// The goal of all distances.
    pub(crate) goal: Goal,
    /// The license.
    pub(crate) license: CardLicense,
    /// The columns, or the arrays, in the order of the files.
    pub(crate) columns: Vec<CardColumn>,
    /// The files as a pattern, if `datasets` can read them.
    pub(crate) pattern: Option<String>,
    /// The name of the files' form on the command line.
    pub(crate) form: String,
    /// Lines of Python that read this form, in addition to those for CSV and Parquet.
    pub(crate) reading: Vec<String>,
    /// Advice on splitting the rows.
    pub(crate) division: String,
    /// The commands that write the same files.
    pub(crate) commands: Vec<String>,
    /// Names and values of everything else that determines the rows.
    pub(crate) origin: Vec<(&'static str, String)>,
    /// How the rows were verified.
    pub(crate) checks: Vec<String>,
    /// The files, in order.
    pub(crate) files: Vec<CardFile>,
    /// The name of the file that lists all files, if there is one.
    pub(crate) manifest: Option<&'static str>,
}

impl DataCard {
    /// Writes the card into a folder. Never replaces another file.
    ///
    /// # Errors
    /// If the folder has another README.md, or cannot be read or written.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let (path, text) = (folder.join(NAME), self.to_string());
        match fs::read(&path) {
            Ok(found) if found == text.as_bytes() => Ok(()),
            Ok(_) => bail!(
                "the data was written, but {} already exists with other content: move it away, and run the \
                 same command again",
                path.display()
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(AtomicFile::replace(&path, text.as_bytes())?)
            }
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn rows(&self) -> u64 {
        self.files.iter().map(|file| file.rows).sum()
    }

    fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The metadata that the Hub reads. A JSON string is also a YAML string.
    fn write_front_matter(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        writeln!(out, "---")?;
        writeln!(out, "pretty_name: {}", quoted(&self.title))?;
        writeln!(out, "license: {}", self.license.identifier())?;
        writeln!(out, "task_categories:\n- tabular-regression")?;
        writeln!(out, "tags:")?;
        for tag in ["sliding-tile-puzzle", "heuristic-search", "optimal-solutions"] {
            writeln!(out, "- {tag}")?;
        }
        writeln!(out, "size_categories:\n- {}", size_category(self.rows()))?;
        let Some(pattern) = &self.pattern else {
            // The Hub's viewer can't read these files.
            return writeln!(out, "viewer: false\n---");
        };
        writeln!(out, "configs:\n- config_name: default\n  data_files:")?;
        writeln!(out, "  - split: {SPLIT}\n    path: {}", quoted(pattern))?;
        // Read before the files: without these types, a board in CSV loses its leading 0.
        self.write_features(out)?;
        // Shown by the Hub, and compared with what was read.
        writeln!(out, "dataset_info:\n  config_name: default")?;
        self.write_features(out)?;
        // `datasets` compares the number of rows. It requires the sizes, but only shows them.
        let (rows, bytes) = (self.rows(), self.bytes());
        writeln!(out, "  splits:\n  - name: {SPLIT}\n    num_bytes: {bytes}\n    num_examples: {rows}")?;
        writeln!(out, "  download_size: {bytes}\n  dataset_size: {bytes}\n---")
    }

    fn write_features(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "  features:")?;
        for CardColumn { name, kind, .. } in &self.columns {
            writeln!(out, "  - name: {name}\n    dtype: {kind}")?;
        }
        Ok(())
    }

    fn write_reading(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "## Read it\n\n```python")?;
        for line in &self.reading {
            writeln!(out, "{line}")?;
        }
        if let Some(pattern) = &self.pattern {
            let first = &self.files[0].name;
            writeln!(out, "datasets.load_dataset(os.getcwd(), split=\"{SPLIT}\")  # in this folder")?;
            if self.form == "parquet" {
                writeln!(out, "pandas.read_parquet(\"{first}\")")?;
                writeln!(out, "polars.read_parquet(\"{pattern}\")")?;
                writeln!(out, "duckdb.sql(\"FROM '{pattern}'\")")?;
            } else {
                // Boards may begin with 0, which a number would lose.
                writeln!(out, "pandas.read_csv(\"{first}\", dtype={{\"board\": str}})")?;
                writeln!(
                    out,
                    "polars.read_csv(\"{pattern}\", schema_overrides={{\"board\": polars.String}})"
                )?;
                writeln!(out, "duckdb.sql(\"FROM read_csv('{pattern}', types = {{'board': 'VARCHAR'}})\")")?;
            }
        }
        writeln!(out, "```\n")
    }

    fn write_files(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "## Files\n")?;
        if let Some(manifest) = self.manifest {
            writeln!(out, "`{manifest}` lists all files with their hashes.\n")?;
        }
        if self.files.len() > MAX_FILES_SHOWN {
            let count = with_commas(self.files.len() as u64);
            return writeln!(out, "{count} files of {} in total.\n", size(self.bytes()));
        }
        writeln!(out, "| file | rows | bytes | BLAKE3 |\n|---|---|---|---|")?;
        for CardFile { name, rows, bytes, blake3 } in &self.files {
            writeln!(out, "| `{name}` | {} | {} | `{blake3}` |", with_commas(*rows), with_commas(*bytes))?;
        }
        writeln!(out)
    }
}

impl Display for DataCard {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.write_front_matter(out)?;
        writeln!(out, "\n# {}\n\n{}\n", self.title, self.summary)?;
        self.write_reading(out)?;
        writeln!(out, "## Columns\n\n| name | type | meaning |\n|---|---|---|")?;
        for CardColumn { name, kind, meaning } in &self.columns {
            writeln!(out, "| `{name}` | {kind} | {meaning} |")?;
        }
        writeln!(
            out,
            "\n## Splits\n\nOne split, `{SPLIT}`, with {} rows. {}\n",
            with_commas(self.rows()),
            self.division
        )?;
        writeln!(out, "## Origin\n\nWritten by tilebase {}:\n", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "```sh\n{}\n```\n", self.commands.join("\n"))?;
        writeln!(out, "| | |\n|---|---|\n| shape | {} |\n| goal | {} |", self.goal.shape(), self.goal)?;
        for (name, value) in &self.origin {
            writeln!(out, "| {name} | {value} |")?;
        }
        writeln!(out, "\n## Verification\n")?;
        for check in &self.checks {
            writeln!(out, "- {check}")?;
        }
        writeln!(out)?;
        self.write_files(out)?;
        writeln!(out, "## License\n\n{}", self.license.note())
    }
}

impl CardLicense {
    /// The Hub's identifier.
    const fn identifier(self) -> &'static str {
        match self {
            Self::Computed => "cc0-1.0",
            Self::OfInput => "unknown",
        }
    }

    const fn note(self) -> &'static str {
        match self {
            Self::Computed => {
                "All rows are computed facts, dedicated to the public domain (CC0 1.0). tilebase itself has \
                 other licenses, which do not apply to its output."
            }
            Self::OfInput => {
                "The boards come from a file whose license tilebase does not know: set `license` in the front matter of this file. \
                 The other columns are computed facts."
            }
        }
    }
}

/// The Hub's name for a number of rows.
fn size_category(rows: u64) -> String {
    const BOUNDS: [(u64, &str); 8] = [
        (1_000, "1K"),
        (10_000, "10K"),
        (100_000, "100K"),
        (1_000_000, "1M"),
        (10_000_000, "10M"),
        (100_000_000, "100M"),
        (1_000_000_000, "1B"),
        (10_000_000_000, "10B"),
    ];
    match BOUNDS.iter().position(|(bound, _)| rows < *bound) {
        Some(0) => "n<1K".to_owned(),
        Some(place) => format!("{}<n<{}", BOUNDS[place - 1].1, BOUNDS[place].1),
        None if rows < 100_000_000_000 => "10B<n<100B".to_owned(),
        None => "100B<n<1T".to_owned(),
    }
}

/// The meaning of a board that is written as text.
pub(super) fn board_as_text(goal: &Goal) -> String {
    // The goal shows whether boards of this shape have separators.
    format!("the tiles row by row, 0 for the blank; the goal is `{goal}`")
}

/// The meaning of a board that is written as bytes.
pub(super) fn board_as_bytes() -> String {
    "the tile in each cell, row by row, 0 for the blank".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_the_names_of_the_hub() {
        for (rows, name) in [
            (1, "n<1K"),
            (999, "n<1K"),
            (1_000, "1K<n<10K"),
            (181_440, "100K<n<1M"),
            (999_999_999, "100M<n<1B"),
            (43_589_145_600, "10B<n<100B"),
            (100_000_000_000, "100B<n<1T"),
        ] {
            assert_eq!(size_category(rows), name);
        }
    }
}
