//! The dataset card of an exported table.

use std::fs::File;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use tilebase::board::Metric;
use tilebase::space::Space;
use tilebase::table::Table;

use super::ExportFormat;
use crate::report::card::{CardColumn, CardFile, CardLicense, DataCard, board_as_bytes, board_as_text};
use crate::report::describe::{Description, deepest, mean};
use crate::report::numbers::with_commas;
use crate::shell::in_one_line;

/// Describes a file to which a table was exported. The caller has proved the table.
///
/// # Errors
/// If the file or the table cannot be read.
pub(crate) fn card_of_export(
    table: &Table,
    table_file: &Path,
    format: ExportFormat,
    file: &Path,
) -> anyhow::Result<DataCard> {
    let (space, metric) = (table.header().space(), table.header().metric());
    let goal = *space.goal();
    let described = Description::of_table(name_of(table_file), table)?;
    let form = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let name = name_of(file);
    let is_table = matches!(format, ExportFormat::Csv | ExportFormat::Parquet);
    let what = states_in_words(space, &described);
    Ok(DataCard {
        title: format!("All {what} of the {} sliding-tile puzzle with exact distances", described.shape),
        summary: format!(
            "All {} {what} that can reach the goal, each with {}.",
            with_commas(described.states),
            meaning(space, metric)
        ),
        goal,
        license: CardLicense::Computed,
        columns: columns(space, metric, format),
        pattern: is_table.then(|| name.clone()),
        reading: reading(format, &name),
        division: "The rows are in the order of the table's index, so neighboring rows are similar: \
                   shuffle the rows before splitting them."
            .to_owned(),
        commands: commands(&described, (space, metric), table_file, &name, &form),
        form,
        origin: origin(&described, table_file),
        checks: vec![
            proof_in_words(table),
            "Every entry was read through the table's checksums.".to_owned(),
            "The same command gives the same bytes on every machine.".to_owned(),
        ],
        files: vec![file_of(file, name, described.states)?],
        manifest: None,
    })
}

/// The states of a table, for example `placements of the tiles 1, 2`.
fn states_in_words(space: &Space, described: &Description) -> String {
    match space {
        Space::Full(_) => "boards".to_owned(),
        Space::Pattern(_) => {
            let tiles: Vec<String> = described.pattern.iter().map(ToString::to_string).collect();
            format!("placements of the tiles {}", tiles.join(", "))
        }
    }
}

/// Expressions that read the file.
fn reading(format: ExportFormat, name: &str) -> Vec<String> {
    match format {
        ExportFormat::Npy => vec![format!("numpy.load(\"{name}\", mmap_mode=\"r\")[index]")],
        ExportFormat::NpyBoards => vec![format!("numpy.load(\"{name}\", mmap_mode=\"r\")[\"board\"]")],
        ExportFormat::Csv | ExportFormat::Parquet => Vec::new(),
    }
}

/// The table that the rows are from.
fn origin(described: &Description, table_file: &Path) -> Vec<(&'static str, String)> {
    let at_deepest = described.histogram.last().copied().unwrap_or(0);
    vec![
        ("table", format!("`{}`, BLAKE3 `{}`", name_of(table_file), described.blake3)),
        ("states", with_commas(described.states)),
        ("greatest distance", deepest(described.deepest.into(), at_deepest, "row")),
        ("metric", described.metric.to_owned()),
        ("mean distance", format!("{:.4} moves", mean(&described.histogram))),
        ("seed", "none: the file has every state".to_owned()),
    ]
}

/// How the entries of the table were proved.
fn proof_in_words(table: &Table) -> String {
    if !table.is_proved_by_rules() {
        return "All entries of the table were computed again and compared, as by `pdb-gen verify`."
            .to_owned();
    }
    let by = match table.header().metric() {
        Metric::SingleTile => "exactly 1",
        Metric::MultiTile => "at most 1",
    };
    format!(
        "The table was proved from its own entries, as by `pdb-gen verify`: the entry is 0 at the goal and \
         nowhere else, neighbors differ by {by}, every other entry has a neighbor that is 1 smaller, and \
         none is unset. Only exact distances satisfy these rules."
    )
}

fn name_of(file: &Path) -> String {
    file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn file_of(file: &Path, name: String, rows: u64) -> anyhow::Result<CardFile> {
    let unreadable = || format!("cannot read {}", file.display());
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(File::open(file).with_context(unreadable)?).with_context(unreadable)?;
    Ok(CardFile { name, rows, bytes: hasher.count(), blake3: hasher.finalize().to_hex().to_string() })
}

fn meaning(space: &Space, metric: Metric) -> &'static str {
    match (space, metric) {
        (Space::Full(_), Metric::SingleTile) => {
            "the number of single-tile moves of a shortest path to the goal"
        }
        (Space::Full(_), Metric::MultiTile) => {
            "the number of multi-tile moves of a shortest path to the goal, where sliding one or more tiles \
             of a row or column at once is one move"
        }
        (Space::Pattern(_), _) => "the least number of moves of these tiles on a path to their goal cells",
    }
}

fn columns(space: &Space, metric: Metric, format: ExportFormat) -> Vec<CardColumn> {
    let goal = space.goal();
    let open = match space {
        Space::Full(_) => [String::new(), String::new()],
        Space::Pattern(_) => {
            [". for a cell that the pattern leaves open", "255 for a cell that the pattern leaves open"]
                .map(|open| format!("; {open}"))
        }
    };
    let text = match space {
        Space::Full(_) => board_as_text(goal),
        Space::Pattern(_) => "the cells row by row, separated by spaces; 0 for the blank's region".to_owned(),
    };
    let board = match format {
        ExportFormat::Csv | ExportFormat::Parquet => Some(("string".to_owned(), text + &open[0])),
        ExportFormat::NpyBoards => {
            Some((format!("uint8 x {}", goal.shape().cells()), board_as_bytes() + &open[1]))
        }
        ExportFormat::Npy => None,
    };
    let board = board.map(|(kind, meaning)| CardColumn { name: "board", kind, meaning });
    let distance =
        CardColumn { name: "distance", kind: "uint8".to_owned(), meaning: meaning(space, metric).to_owned() };
    board.into_iter().chain([distance]).collect()
}

/// The commands that build and export the table.
fn commands(
    described: &Description,
    (space, metric): (&Space, Metric),
    table_file: &Path,
    name: &str,
    form: &str,
) -> Vec<String> {
    let (table, Description { shape, goal, encoding, .. }) = (name_of(table_file), described);
    let mut build = vec!["pdb-gen", "build", shape, "--goal", goal, "--encoding", encoding];
    let tiles: Vec<String> = described.pattern.iter().map(ToString::to_string).collect();
    let tiles = tiles.join(",");
    if let Space::Pattern(_) = space {
        build.extend(["--pattern", &tiles]);
    }
    if space.is_zero_aware() {
        build.push("--zero-aware");
    }
    if metric == Metric::MultiTile {
        build.extend(["--metric", metric.name()]);
    }
    build.extend(["-o", &table]);
    vec![in_one_line(build), in_one_line(["pdb-gen", "export", &table, "-o", name, "--as", form, "--card"])]
}
