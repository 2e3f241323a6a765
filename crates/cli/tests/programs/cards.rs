//! Dataset cards: the metadata fits the files, the commands give the same files, and no other file
//! is replaced.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, names_in, parts, program, project, run};

/// Runs a program with these arguments, and expects success without messages.
fn succeed(name: &str, folder: &Path, words: &str) {
    let args: Vec<&str> = words.split(' ').collect();
    let (code, out, err) = parts(&run(name, folder, &args));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{words}: {out}");
}

fn label(folder: &Path, words: &str) {
    succeed("pdb-solve", folder, &format!("label -q --card {words}"));
}

/// A card: the front matter as paths of keys with their values, and the text.
struct Card {
    metadata: BTreeMap<String, Vec<String>>,
    text: String,
}

impl Card {
    /// Reads a card. Its YAML has only mappings and lists, indented by two.
    fn read(folder: &Path) -> Self {
        let card = fs::read_to_string(folder.join("README.md")).unwrap();
        let (front, text) = card.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let mut metadata: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut above: Vec<(usize, String)> = Vec::new();
        for line in front.lines() {
            let content = line.trim_start();
            let item = content.strip_prefix("- ");
            // A list is as far to the left as its key, and its items' keys are two to the right.
            let depth = line.len() - content.len() + if item.is_some() { 2 } else { 0 };
            above.retain(|(of_key, _)| *of_key < depth);
            let (key, value) = match item.unwrap_or(content).split_once(':') {
                Some((key, value)) => (Some(key), value.trim()),
                None => (None, item.unwrap()),
            };
            if let Some(key) = key {
                above.push((depth, key.to_owned()));
            }
            if !value.is_empty() {
                let path: Vec<&str> = above.iter().map(|(_, key)| key.as_str()).collect();
                metadata.entry(path.join(".")).or_default().push(value.trim_matches('"').to_owned());
            }
        }
        Self { metadata, text: text.to_owned() }
    }

    fn values(&self, path: &str) -> Vec<&str> {
        self.metadata.get(path).map(|found| found.iter().map(String::as_str).collect()).unwrap_or_default()
    }

    fn value(&self, path: &str) -> &str {
        let found = self.values(path);
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        found[0]
    }

    /// The names, rows, sizes and hashes of the files.
    fn files(&self) -> Vec<[String; 4]> {
        let (_, table) = self.text.split_once("| file | rows | bytes | BLAKE3 |\n").unwrap();
        let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
        rows.map(|line| {
            let cells: Vec<String> = line
                .trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').replace(',', ""))
                .collect();
            cells.try_into().unwrap()
        })
        .collect()
    }

    /// The commands that write the files.
    fn commands(&self) -> &str {
        self.text.split_once("```sh\n").unwrap().1.split_once("```").unwrap().0
    }
}

/// The number of lines of a CSV file below its header, and the header.
fn csv_rows(file: &Path) -> (u64, Vec<String>) {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let header = reader.headers().unwrap().iter().map(str::to_owned).collect();
    (reader.records().map(Result::unwrap).count() as u64, header)
}

fn assert_files_fit(folder: &Path, card: &Card) {
    let files = card.files();
    let mut names = names_in(folder);
    names.retain(|name| name != "README.md" && name != "labels.jsonl");
    assert_eq!(files.iter().map(|[name, ..]| name.clone()).collect::<Vec<_>>(), names);
    for [name, _, bytes, hash] in &files {
        let content = fs::read(folder.join(name)).unwrap();
        assert_eq!((bytes, hash), (&content.len().to_string(), &blake3::hash(&content).to_hex().to_string()));
    }
}

/// The Python tests read kept cards and their data. These are what the program writes now, apart
/// from its version.
#[test]
fn cards_that_python_reads_are_current() {
    let folder = folder();
    let kept = project().join("bindings/python/tests/label_folders");
    let forms = if cfg!(feature = "parquet") { &["csv", "parquet"][..] } else { &["csv"] };
    for form in forms {
        label(folder.path(), &format!("-n 30 --seed 6 --shard-size 20 --what paths --as {form} -o {form}"));
        let (written, kept) = (folder.path().join(form), kept.join(format!("card-{form}")));
        let lines = |folder: &Path| -> Vec<String> {
            let card = fs::read_to_string(folder.join("README.md")).unwrap();
            card.lines().filter(|line| !line.starts_with("Written by tilebase ")).map(str::to_owned).collect()
        };
        assert_eq!(lines(&written), lines(&kept), "{form}");
        assert_files_fit(&kept, &Card::read(&kept));
    }
}

#[test]
fn metadata_of_labels_fits_the_files() {
    let folder = folder();
    for (what, shape, rows) in [("boards", "3x3", 25), ("paths", "2x3", 25), ("along-path", "3x4", 0)] {
        let output = folder.path().join(what);
        label(
            folder.path(),
            &format!("{shape} -n 25 --seed 7 --shard-size 10 --as csv --what {what} -o {what}"),
        );
        let card = Card::read(&output);
        assert_files_fit(&output, &card);
        let mut all_rows = 0;
        for [name, stated, ..] in card.files() {
            let (found, header) = csv_rows(&output.join(&name));
            assert_eq!(found.to_string(), stated, "{name}");
            assert_eq!(card.values("dataset_info.features.name"), header);
            assert_eq!(card.values("configs.features.name"), header);
            all_rows += found;
        }
        assert!(all_rows == rows || what == "along-path" && all_rows > 25);
        let rows = all_rows.to_string();
        assert_eq!(card.value("dataset_info.splits.num_examples"), rows);
        assert_eq!(card.value("dataset_info.splits.name"), card.value("configs.data_files.split"));
        assert_eq!(card.value("configs.data_files.path"), "labels-*.csv");
        let types = card.values("dataset_info.features.dtype");
        assert_eq!(types, ["string", "uint16", "string"][..types.len()]);
        assert_eq!(types, card.values("configs.features.dtype"));
        assert_eq!(card.value("license"), "cc0-1.0");
        let size = if all_rows < 1000 { "n<1K" } else { "1K<n<10K" };
        assert_eq!(card.values("size_categories"), [size]);
        assert!(card.text.contains("| seed | 7;"), "{}", card.text);
    }
}

#[test]
fn commands_of_a_card_give_the_same_files() {
    let folder = folder();
    let bin = Path::new(program("pdb-gen", folder.path()).get_program()).parent().unwrap().to_owned();
    let path = std::env::join_paths(
        std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let options = "--as npz --what paths --moves tile --goal snail --shard-size 7";
    label(folder.path(), &format!("2x4 -n 20 --seed 3 {options} -o labels"));
    let build = "build -q 2x3 --pattern 1,4 --zero-aware --encoding bit --goal blank-first -o bits.pdb";
    succeed("pdb-gen", folder.path(), build);
    fs::create_dir(folder.path().join("export")).unwrap();
    succeed("pdb-gen", folder.path(), "export bits.pdb -o export/d.csv --card");
    for (first, output) in [("labels", "DIR"), ("export", ".")] {
        let first = folder.path().join(first);
        let card = Card::read(&first);
        let again = tempfile::tempdir().unwrap();
        let done = Command::new("sh")
            .args(["-ec", card.commands()])
            .current_dir(again.path())
            .env("PATH", &path)
            .env("PDB_DIR", folder.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{}: {done:?}", card.commands());
        for name in names_in(&first) {
            let [one, two] = [&first, &again.path().join(output)].map(|of| fs::read(of.join(&name)).unwrap());
            assert!(one == two, "{name} of {}", card.commands());
        }
    }
}

#[test]
fn cards_of_other_files_leave_out_splits() {
    let folder = folder();
    for form in ["npz", "npy", "deepcubea", "deepxube"] {
        label(folder.path(), &format!("-n 5 --as {form} --what paths -o {form}"));
        let output = folder.path().join(form);
        let card = Card::read(&output);
        assert_files_fit(&output, &card);
        assert_eq!(card.value("viewer"), "false");
        assert!(!card.metadata.keys().any(|path| path.starts_with("configs")));
    }
}

#[test]
fn boards_of_a_file_have_no_known_license() {
    let folder = folder();
    fs::write(folder.path().join("boards.txt"), "867254301\n123456708\n").unwrap();
    label(folder.path(), "--input boards.txt --as csv -o given");
    let card = Card::read(&folder.path().join("given"));
    assert_eq!(card.value("license"), "unknown");
    assert!(card.commands().contains("--input FILE"));
}

#[test]
fn another_readme_is_not_replaced() {
    let folder = folder();
    let (words, readme) = ("-n 5 --as csv -o set", folder.path().join("set/README.md"));
    fs::create_dir(folder.path().join("set")).unwrap();
    fs::write(&readme, "mine").unwrap();
    let args = ["label", "-q", "--card", "-n", "5", "--as", "csv", "-o", "set"];
    let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("already exists with other content: move it away"), "{err}");
    assert_eq!(fs::read(&readme).unwrap(), b"mine");
    fs::remove_file(&readme).unwrap();
    // The second run finds its own card.
    for _ in 0..2 {
        label(folder.path(), words);
    }
}

#[test]
fn exports_with_a_card_are_proved() {
    let folder = folder();
    succeed("pdb-gen", folder.path(), "build -q 2x4 --encoding mod3 -o t.pdb");
    let output = folder.path().join("set");
    fs::create_dir(&output).unwrap();
    succeed("pdb-gen", folder.path(), "export t.pdb -o set/all.csv --card");
    let card = Card::read(&output);
    assert_files_fit(&output, &card);
    let (rows, header) = csv_rows(&output.join("all.csv"));
    assert_eq!((rows, card.value("dataset_info.splits.num_examples")), (20_160, "20160"));
    assert_eq!(card.values("dataset_info.features.name"), header);
    assert_eq!(card.values("dataset_info.features.dtype"), ["string", "uint8"]);
    assert_eq!(card.value("configs.data_files.path"), "all.csv");
    assert!(card.text.contains("proved from its own entries"), "{}", card.text);

    let (code, _, err) =
        parts(&run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "-", "--as", "csv", "--card"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("--card describes a file: name one with --output"), "{err}");
}

#[test]
fn a_wrong_table_is_not_exported_with_a_card() {
    let folder = folder();
    succeed("pdb-gen", folder.path(), "build -q -o t.pdb");
    let file = folder.path().join("t.pdb");
    let mut bytes = fs::read(&file).unwrap();
    bytes[4096 + 1000] ^= 2;
    crate::common::forge_checksums(&mut bytes);
    fs::write(&file, bytes).unwrap();
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "t.csv", "--card"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("t.pdb is wrong, and was not exported: "), "{err}");
    assert_eq!(names_in(folder.path()), ["t.pdb"]);
}
