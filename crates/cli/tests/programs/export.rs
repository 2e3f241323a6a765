//! Exports: each format has every state with its distance, and a failed export changes no file.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{folder, forge_checksums, names_in, parts, program, run};

#[test]
fn a_failed_export_leaves_the_file_as_it_was() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q", "--encoding", "mod3", "-o", "t.pdb"]);
    let mut bytes = fs::read(folder.path().join("t.pdb")).unwrap();
    bytes[4096 + 1000] = 0xFF;
    forge_checksums(&mut bytes);
    fs::write(folder.path().join("t.pdb"), bytes).unwrap();
    fs::write(folder.path().join("t.csv"), "as it was").unwrap();
    let (code, out, err) = parts(&run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "t.csv"]));
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    assert_eq!(err.matches("the table is wrong").count(), 1, "{err}");
    assert!(
        err.trim_end()
            .ends_with("`pdb-gen verify` gives details, `pdb-gen build --force` builds the table again"),
        "{err}"
    );
    assert_eq!(fs::read(folder.path().join("t.csv")).unwrap(), b"as it was");
    assert_eq!(names_in(folder.path()), ["t.csv", "t.pdb"]);
}

#[cfg(unix)]
#[test]
fn links_and_pipes_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let folder = folder();
    let path = |name| folder.path().join(name);
    run("pdb-gen", folder.path(), &["build", "2x3", "-q", "-o", "t.pdb"]);
    fs::write(path("file.csv"), "old").unwrap();
    symlink("file.csv", path("link.csv")).unwrap();
    assert!(run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "link.csv"]).status.success());
    assert!(path("link.csv").is_symlink());
    assert_eq!(fs::read_to_string(path("file.csv")).unwrap().lines().count(), 361);

    assert!(Command::new("mkfifo").arg(path("pipe.csv")).status().unwrap().success());
    let reader = Command::new("cat").arg(path("pipe.csv")).stdout(Stdio::piped()).spawn().unwrap();
    assert!(run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", "pipe.csv"]).status.success());
    assert_eq!(reader.wait_with_output().unwrap().stdout, fs::read(path("file.csv")).unwrap());
    assert!(fs::metadata(path("pipe.csv")).unwrap().file_type().is_fifo());
}

#[test]
fn a_closed_pipe_is_no_error_in_any_format() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "2x5", "-q", "-o", "t.pdb"]);
    let parquet = cfg!(feature = "parquet").then_some("parquet");
    for format in ["csv", "npy", "npy-boards"].into_iter().chain(parquet) {
        let mut command = program("pdb-gen", folder.path());
        command.args(["export", "t.pdb", "-o", "-", "--as", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let (code, _, err) = parts(&child.wait_with_output().unwrap());
        assert_eq!((code, err.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
#[cfg(not(feature = "parquet"))]
fn parquet_is_refused_with_the_way_to_get_it() {
    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "-q", "-o", "t.pdb"]);
    for args in [["-o", "t.parquet"].as_slice(), &["-o", "t.x", "--as", "parquet"]] {
        let (code, out, err) = parts(&run("pdb-gen", folder.path(), &[&["export", "t.pdb"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(
            err.contains("`cargo install --path crates/cli --features parquet` installs one that does"),
            "{err}"
        );
    }
    assert_eq!(names_in(folder.path()), ["t.pdb"]);
}

/// Read back by the crate that wrote the file: the same rows as in the CSV, in more than one row
/// group.
#[test]
#[cfg(feature = "parquet")]
fn parquet_has_the_rows_of_the_csv() {
    use parquet::basic::{ConvertedType, Type};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    let folder = folder();
    run("pdb-gen", folder.path(), &["build", "2x5", "-q", "-o", "t.pdb"]);
    for file in ["t.csv", "t.parquet"] {
        assert!(run("pdb-gen", folder.path(), &["export", "t.pdb", "-o", file]).status.success());
    }
    let file = fs::File::open(folder.path().join("t.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    assert!(reader.num_row_groups() > 1);
    let columns = reader.metadata().file_metadata().schema_descr();
    let kinds: Vec<_> = (0..columns.num_columns())
        .map(|nth| columns.column(nth))
        .map(|column| (column.name().to_owned(), column.physical_type(), column.converted_type()))
        .collect();
    let expected = [
        ("board".to_owned(), Type::BYTE_ARRAY, ConvertedType::UTF8),
        ("distance".to_owned(), Type::INT32, ConvertedType::UINT_8),
    ];
    assert_eq!(kinds, expected);
    let csv = fs::read_to_string(folder.path().join("t.csv")).unwrap();
    let mut lines = csv.lines().skip(1);
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let line = format!("{},{}", row.get_string(0).unwrap(), row.get_ubyte(1).unwrap());
        assert_eq!(Some(line.as_str()), lines.next());
    }
    assert_eq!(lines.next(), None);
}
