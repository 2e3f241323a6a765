//! Runs the programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use crate::puzzles::*;

/// The folder of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// A command to run one of the programs in a folder. The environment names no table folder, and the
/// user's cache is in the folder.
pub fn program(name: &str, folder: &Path) -> Command {
    let path = match name {
        "pdb-gen" => env!("CARGO_BIN_EXE_pdb-gen"),
        "pdb-solve" => env!("CARGO_BIN_EXE_pdb-solve"),
        "tilebase" => env!("CARGO_BIN_EXE_tilebase"),
        other => panic!("no program {other}"),
    };
    let mut command = Command::new(path);
    command.current_dir(folder).env_remove("PDB_DIR").env("XDG_CACHE_HOME", folder.join("cache"));
    command.env("XDG_CONFIG_HOME", config());
    command
}

/// The user's configuration folder in all tests, which has the key of saved work.
pub fn config() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("config")
}

/// Runs a program with arguments in a folder.
pub fn run(name: &str, folder: &Path, args: &[&str]) -> Output {
    program(name, folder).args(args).output().unwrap()
}

/// Runs a program through another one, as a user with limited permissions: this user, or `nobody`
/// if this is root. The program is copied, because its folder may not be accessible. Returns `None`
/// if this is impossible.
#[cfg(unix)]
pub fn run_as_nobody(starter: &[&str], name: &str, folder: &Path, args: &[&str]) -> Option<Output> {
    let copy = folder.join(name);
    // Another process copies: a child of another test might inherit a descriptor that is open for
    // writing, and a file that is being written can't be run.
    if !copy.exists() {
        let copied = Command::new("cp").arg(program(name, folder).get_program()).arg(&copy).status();
        assert!(copied.unwrap().success());
    }
    let is_root =
        std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let as_nobody: &[&str] =
        if is_root { &["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] } else { &["env"] };
    let words: Vec<&std::ffi::OsStr> =
        as_nobody.iter().chain(starter).map(AsRef::as_ref).chain([copy.as_os_str()]).collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).args(args).current_dir(folder).env("PDB_DIR", folder.join("pdb"));
    command.env("XDG_CONFIG_HOME", config());
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            eprintln!("not checked: {} can't be run here ({error})", words[0].display());
            None
        }
    }
}

/// A duration for `sleep`, in seconds, that is unique to this test run. A process with this
/// argument belongs to this run.
pub fn own_duration(seconds: u32) -> String {
    format!("{seconds}.{}", own_fraction())
}

/// The digits of [`own_duration`] after the decimal point: this process's ID, padded to a fixed
/// length. So no run's digits are a prefix of another's.
pub fn own_fraction() -> String {
    format!("{:010}", std::process::id())
}

/// The exit code, the standard output, and the standard error.
pub fn parts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A new folder for a test. Its subfolder `pdb` makes the programs store tables there.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("pdb")).unwrap();
    folder
}

/// The names of all entries of a folder, including hidden files, but not an empty table folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let tables = folder.join("pdb");
    let is_empty = std::fs::read_dir(&tables).is_ok_and(|mut entries| entries.next().is_none());
    let entries = std::fs::read_dir(folder).unwrap();
    let entries = entries.filter(|entry| !is_empty || entry.as_ref().unwrap().path() != tables);
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The path of the default table within a folder.
pub fn default_table(folder: &Path) -> PathBuf {
    folder.join("pdb/3x3-123456780.pdb")
}

/// Corrects the checksums of a 3x3 table file after its bytes were changed: those of the payload at
/// the end of the header, then that of the head.
pub fn forge_checksums(bytes: &mut [u8]) {
    let header_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let (head, payload) = bytes.split_at_mut((20 + header_len).next_multiple_of(4096));
    let chunks: Vec<u32> = payload.chunks(1 << 16).map(crc32fast::hash).collect();
    let place = 20 + header_len - 4 * chunks.len();
    for (nth, checksum) in chunks.iter().enumerate() {
        head[place + 4 * nth..][..4].copy_from_slice(&checksum.to_le_bytes());
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head[..16]);
    hasher.update(&head[20..]);
    head[16..20].copy_from_slice(&hasher.finalize().to_le_bytes());
}
