//! Whatever happens to a build, its table file is always complete or missing.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::{default_table, folder, names_in, parts, program, run};
use tilebase::table::Table;

#[test]
fn equal_commands_give_equal_bytes_with_any_number_of_threads() {
    let folder = folder();
    let mut files = Vec::new();
    for (nth, threads) in ["1", "2", "5"].into_iter().enumerate() {
        for shape in ["3x3", "2x5"] {
            let file = format!("{nth}-{shape}.pdb");
            let built =
                run("pdb-gen", folder.path(), &["build", shape, "-q", "-o", &file, "--threads", threads]);
            assert_eq!(parts(&built), (Some(0), String::new(), String::new()));
            files.push(fs::read(folder.path().join(file)).unwrap());
        }
    }
    assert!(files[0] == files[2] && files[2] == files[4]);
    assert!(files[1] == files[3] && files[3] == files[5]);
}

#[test]
fn a_table_is_only_rebuilt_with_force() {
    let folder = folder();
    assert_eq!(run("pdb-gen", folder.path(), &["build", "-q"]).status.code(), Some(0));
    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["build"]));
    assert_eq!(code, Some(2));
    assert_eq!(err, "pdb-gen: pdb/3x3-123456780.pdb exists; add --force to rebuild it\n");
    assert_eq!(run("pdb-gen", folder.path(), &["build", "-q", "--force"]).status.code(), Some(0));
}

/// A limit on file sizes (`ulimit -f`) is an error like a full disk.
#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes_leaves_nothing_behind() {
    let folder = folder();
    let limited = "ulimit -f 10; exec \"$0\" build 3x3 -q";
    let program = program("pdb-gen", folder.path());
    let mut shell = Command::new("sh");
    shell.args(["-c", limited]).arg(program.get_program()).current_dir(folder.path());
    let built = shell.env_remove("PDB_DIR").output().unwrap();
    let (code, _, err) = parts(&built);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("3x3-123456780.pdb") && err.contains("File too large"), "{err}");
    assert_eq!(names_in(&folder.path().join("pdb")), [] as [String; 0]);
}

/// Builds are killed at random times, a hundred times. A reader always finds a complete table, and
/// the next build removes the leftovers.
#[test]
fn killed_builds_leave_no_incomplete_table() {
    let folder = folder();
    let path = folder.path().to_owned();
    run("pdb-gen", &path, &["build", "-q"]);
    let expected = fs::read(default_table(&path)).unwrap();
    let done = AtomicBool::new(false);
    let looks = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut looks = 0;
            while !done.load(Ordering::Relaxed) {
                Table::open(&default_table(&path)).expect("a whole table at every moment");
                looks += 1;
            }
            looks
        });
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..100 {
            let mut child = program("pdb-gen", &path).args(["build", "-q", "--force"]).spawn().unwrap();
            thread::sleep(Duration::from_micros(random.u64(0..6000)));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert!(looks > 10, "{looks} looks are too few");
    assert!(fs::read(default_table(&path)).unwrap() == expected);

    let pdb = path.join("pdb");
    run("pdb-gen", &path, &["build", "-q", "--force"]);
    assert_eq!(names_in(&pdb), ["3x3-123456780.pdb"]);
}

#[test]
fn files_of_running_writers_are_not_removed() {
    let folder = folder();
    let pdb = folder.path().join("pdb");
    let held = fs::File::create(pdb.join(".3x3-123456780.pdb.held.tmp")).unwrap();
    held.lock().unwrap();
    fs::write(pdb.join("notes.tmp"), "").unwrap();
    assert_eq!(run("pdb-gen", folder.path(), &["build", "-q"]).status.code(), Some(0));
    assert_eq!(names_in(&pdb), [".3x3-123456780.pdb.held.tmp", "3x3-123456780.pdb", "notes.tmp"]);
}

#[test]
fn parallel_builds_all_succeed() {
    let folder = folder();
    let build = || program("pdb-gen", folder.path()).args(["build", "-q", "--force"]).spawn().unwrap();
    for _ in 0..10 {
        let children: Vec<_> = (0..4).map(|_| build()).collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        Table::open(&default_table(folder.path())).unwrap();
    }
    assert_eq!(names_in(&folder.path().join("pdb")), ["3x3-123456780.pdb"]);
}

/// Runs a script with a 64 KiB file system at `$PWD/small`, mounted with these options. Returns
/// `None` if this machine does not allow it.
pub fn on_small_disk(folder: &Path, options: &str, script: &str) -> Option<(Option<i32>, String, String)> {
    fs::create_dir(folder.join("small")).unwrap();
    let gen_path = program("pdb-gen", folder).get_program().to_owned();
    let solve_path = program("pdb-solve", folder).get_program().to_owned();
    let mounted = format!("mount -t tmpfs -o size=64k,{options} none small || exit 99\n{script}");
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &mounted])
        .current_dir(folder)
        .env("GEN", gen_path)
        .env("SOLVE", solve_path)
        .env("XDG_CONFIG_HOME", crate::common::config())
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.code() != Some(99) && !output.stderr.starts_with(b"unshare") => {
            Some(parts(&output))
        }
        _ => {
            eprintln!("not checked: file systems can't be mounted here");
            None
        }
    }
}

#[test]
fn a_full_disk_is_an_error_that_leaves_nothing() {
    let folder = folder();
    let script = "\"$GEN\" build --pdb-dir small; code=$?; ls -A small; exit $code";
    let Some((code, out, err)) = on_small_disk(folder.path(), "rw", script) else { return };
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    let message = "pdb-gen: cannot write small/3x3-123456780.pdb; writing its payload failed: No space left";
    assert!(err.starts_with(message), "{err}");
}

/// A table too large for the disk is rejected before hours of work.
#[test]
fn a_table_too_large_for_the_disk_is_not_started() {
    let folder = folder();
    let script = "\"$GEN\" build 2x7 --encoding mod3 --max-memory 100000 --pdb-dir small; code=$?; ls -A \
                  small; exit $code";
    let Some((code, out, err)) = on_small_disk(folder.path(), "rw", script) else { return };
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    let figures = "43,589,145,600 entries, 12.5 GB of memory, 10.9 GB on disk";
    assert!(
        err.starts_with(&format!("pdb-gen: this build does not fit: {figures}; 65.5 kB are free for small/")),
        "{err}"
    );
}

#[test]
fn a_full_disk_does_not_stop_the_solver() {
    let folder = folder();
    let script = "\"$SOLVE\" --pdb-dir small 638541720; code=$?; ls -A small; exit $code";
    let Some((code, out, err)) = on_small_disk(folder.path(), "rw", script) else { return };
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("638541720: 28 moves, optimal\n") && out.lines().count() == 2, "{out}");
    assert!(err.contains("it was not saved: cannot write small/3x3-123456780.pdb"), "{err}");
}

#[test]
fn a_read_only_folder_is_an_error_for_the_generator_alone() {
    let folder = folder();
    let script = "\"$GEN\" build --pdb-dir small; echo $?; \"$SOLVE\" --pdb-dir small 638541720";
    let Some((code, out, err)) = on_small_disk(folder.path(), "ro", script) else { return };
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("2\n638541720: 28 moves, optimal\n"), "{out}");
    let message = "; making a temporary file beside it failed: Read-only file system";
    assert_eq!(err.matches(message).count(), 2, "{err}");
}

/// A device or a pipe is not replaced by a file, and a link stays a link.
#[cfg(unix)]
#[test]
fn only_regular_files_are_replaced() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    for name in ["pipe", "folder"] {
        let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["build", "2x2", "-o", name, "--force"]));
        assert_eq!(code, Some(2), "{name}");
        assert!(err.contains("it exists, but is not a regular file"), "{err}");
    }
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&std::fs::metadata(&pipe).unwrap().file_type()));
    std::fs::write(folder.path().join("target"), "old").unwrap();
    std::os::unix::fs::symlink("target", folder.path().join("link")).unwrap();
    let (code, _, err) =
        parts(&run("pdb-gen", folder.path(), &["build", "2x2", "-o", "link", "--force", "-q"]));
    assert_eq!(code, Some(0), "{err}");
    assert!(std::fs::symlink_metadata(folder.path().join("link")).unwrap().is_symlink());
    let info = run("pdb-gen", folder.path(), &["info", "target"]);
    assert!(info.status.success(), "the file that the link points to is the table");
}
