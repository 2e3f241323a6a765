//! The dataset card of a folder of labels.

use super::LabelWriter;
use crate::labels::{BoardOrigin, Content, DataSetSpec, LabelFormat, LabelManifest};
use crate::report::card::{CardColumn, CardFile, CardLicense, DataCard, board_as_bytes, board_as_text};
use crate::report::numbers::with_commas;
use crate::shell::in_one_line;

/// Describes a folder whose shards are all complete.
pub(crate) fn card_of_labels(manifest: &LabelManifest, writer: &LabelWriter) -> DataCard {
    let (data_set, goal) = (manifest.data_set(), &writer.goal);
    let records = manifest.records();
    let files = records.iter().map(|record| CardFile {
        name: record.file.clone(),
        rows: record.rows,
        bytes: record.bytes,
        blake3: record.blake3.clone(),
    });
    let form = data_set.format_name();
    let is_table = matches!(data_set.format, LabelFormat::Csv | LabelFormat::Parquet);
    DataCard {
        title: title(data_set),
        summary: summary(data_set),
        goal: *goal,
        license: match data_set.boards {
            BoardOrigin::Drawn { .. } => CardLicense::Computed,
            BoardOrigin::Given { .. } => CardLicense::OfInput,
        },
        columns: columns(writer),
        pattern: is_table.then(|| format!("{}*.{form}", DataSetSpec::FILE_PREFIX)),
        form: form.clone(),
        reading: reading(data_set),
        division: division(data_set).to_owned(),
        commands: vec![command(data_set, &form)],
        origin: origin(data_set),
        checks: vec![
            "Every path was replayed: it is legal and leads to the goal.".to_owned(),
            "Every length is that of a shortest path: looked up in a table of exact distances, or proved by \
             an exhaustive IDA\\* search with admissible pattern databases."
                .to_owned(),
            "The same command gives the same boards and lengths on every machine. Paths may differ if the \
             table folder has other tables."
                .to_owned(),
        ],
        files: files.collect(),
        manifest: Some("labels.jsonl"),
    }
}

fn title(data_set: &DataSetSpec) -> String {
    let boards = match data_set.boards {
        BoardOrigin::Drawn { .. } => "Random",
        BoardOrigin::Given { .. } => "Given",
    };
    let with = match data_set.content {
        Content::Boards => "optimal lengths",
        Content::Paths => "optimal paths",
        Content::AlongPath => "exact distances along optimal paths",
    };
    format!("{boards} {} sliding-tile puzzles with {with}", data_set.shape)
}

fn summary(data_set: &DataSetSpec) -> String {
    let count = with_commas(data_set.count());
    let boards = match data_set.boards {
        BoardOrigin::Drawn { walk: None, .. } => {
            format!("{count} boards, drawn uniformly and independently from all that can reach the goal")
        }
        BoardOrigin::Drawn { walk: Some(moves), .. } => {
            format!("{count} boards, the ends of independent random walks of {moves} moves from the goal")
        }
        BoardOrigin::Given { .. } => format!("{count} boards from a file"),
    };
    let with = match data_set.content {
        Content::Boards => "each with the length of its shortest paths to the goal",
        Content::Paths => "each with one shortest path to the goal and its length",
        Content::AlongPath => {
            "each followed by the other boards of one shortest path to the goal, with their own distances"
        }
    };
    format!("{boards}, {with}.")
}

fn division(data_set: &DataSetSpec) -> &'static str {
    match (data_set.content, &data_set.boards) {
        (Content::AlongPath, _) => {
            "Rows of one path are not independent: split only between paths. A path ends with a row of \
             length 0."
        }
        (_, BoardOrigin::Drawn { .. }) => {
            "Rows are independent, so any range of rows is an equally good sample. Boards may repeat: \
             remove those of a test set from the training set."
        }
        (_, BoardOrigin::Given { .. }) => {
            "Rows are in the order of the input file: shuffle them before splitting. Boards may repeat: \
             remove those of a test set from the training set."
        }
    }
}

fn columns(writer: &LabelWriter) -> Vec<CardColumn> {
    let column = |name, kind: &str, meaning: String| CardColumn { name, kind: kind.to_owned(), meaning };
    let cells = writer.goal.shape().cells();
    let length = "the number of single-tile moves of a shortest path to the goal";
    let path = format!("a shortest path: U, D, L, R name the moves of the {}", writer.moves);
    let has_paths = writer.content == Content::Paths;
    let (mut columns, of_path) = match writer.format {
        LabelFormat::Csv | LabelFormat::Parquet => (
            vec![
                column("board", "string", board_as_text(&writer.goal)),
                column("length", "uint16", length.to_owned()),
            ],
            column("path", "string", path),
        ),
        LabelFormat::Npz => (
            vec![
                column("boards", &format!("uint8, rows x {cells}"), board_as_bytes()),
                column("lengths", "uint16", length.to_owned()),
            ],
            column("paths", "bytes", path),
        ),
        LabelFormat::Npy => (
            vec![
                column("board", &format!("uint8 x {cells}"), board_as_bytes()),
                column("length", "uint16", length.to_owned()),
            ],
            column("path", "bytes", path),
        ),
        LabelFormat::Deepcubea => (
            vec![
                column("states", "NPuzzleState", board_as_bytes()),
                column("outputs", "integer", length.to_owned()),
            ],
            column("solutions", "list of strings", path),
        ),
        LabelFormat::Deepxube => (
            vec![
                column("states", "NPState", board_as_bytes()),
                column("goals", "NPGoal", "the goal".to_owned()),
                column("path_costs", "float", length.to_owned()),
            ],
            column("actions", "list of NPAction", path),
        ),
    };
    columns.extend(has_paths.then_some(of_path));
    columns
}

fn reading(data_set: &DataSetSpec) -> Vec<String> {
    let first = data_set.file_of(0);
    let lines: &[&str] = match data_set.format {
        LabelFormat::Npz => &["tilebase.open_labels(\".\")  # all files", "numpy.load(\"FILE\")[\"boards\"]"],
        LabelFormat::Npy => {
            &["tilebase.open_labels(\".\")  # all files", "numpy.load(\"FILE\", mmap_mode=\"r\")[\"board\"]"]
        }
        LabelFormat::Csv => &["tilebase.open_labels(\".\")  # all files, as arrays"],
        LabelFormat::Parquet => &[],
        LabelFormat::Deepcubea => &["pickle.load(open(\"FILE\", \"rb\"))  # needs the classes of DeepCubeA"],
        LabelFormat::Deepxube => &["pickle.load(open(\"FILE\", \"rb\"))  # needs the classes of DeepXube"],
    };
    lines.iter().map(|line| line.replace("FILE", &first)).collect()
}

/// The command, with every option that determines a byte.
fn command(data_set: &DataSetSpec, form: &str) -> String {
    let mut words = vec!["pdb-solve".to_owned(), "label".to_owned(), data_set.shape.clone()];
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    match &data_set.boards {
        BoardOrigin::Drawn { count, seed, walk } => {
            option("-n", count.to_string());
            option("--seed", seed.to_string());
            if let Some(moves) = walk {
                option("--walk", moves.to_string());
            }
        }
        BoardOrigin::Given { .. } => option("--input", "FILE".to_owned()),
    }
    option("--goal", data_set.goal.clone());
    option("--what", data_set.content_name());
    option("--as", form.to_owned());
    if let Some(moves) = &data_set.moves
        && !data_set.format.is_of_a_program()
    {
        option("--moves", moves.clone());
    }
    option("--shard-size", data_set.shard_size.to_string());
    option("-o", "DIR".to_owned());
    words.push("--card".to_owned());
    in_one_line(words)
}

fn origin(data_set: &DataSetSpec) -> Vec<(&'static str, String)> {
    let boards = ("boards", with_commas(data_set.count()));
    match &data_set.boards {
        BoardOrigin::Drawn { seed, .. } => {
            let seeds = "each file has a seed of its own, derived from it, in `labels.jsonl`";
            vec![boards, ("seed", format!("{seed}; {seeds}"))]
        }
        BoardOrigin::Given { blake3, .. } => {
            vec![boards, ("BLAKE3 of the boards' tiles", format!("`{blake3}`"))]
        }
    }
}
