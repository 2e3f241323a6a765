//! Counts in files, or saved to files: killed at random times, and with full disks.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{folder, names_in, parts, program, run};

/// The report of a complete count, which leaves no files.
fn finished(folder: &Path, args: &[&str]) -> Value {
    let (code, out, err) =
        parts(&run("pdb-gen", folder, &[&["count", "--format", "json", "-q"], args].concat()));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
    assert_eq!(names_in(&folder.join("pdb")), [""; 0], "{args:?}");
    serde_json::from_str(&out).unwrap()
}

/// Starts a count, kills it after a pause, and resumes it, until it finishes. Returns its report
/// and the number of kills.
fn killed_again_and_again(folder: &Path, args: &[&str], mut pause: impl FnMut() -> Duration) -> (Value, u32) {
    let args = [&["count", "--format", "json", "-q", "--resume"], args].concat();
    let mut kills = 0;
    loop {
        let mut command = program("pdb-gen", folder);
        let mut child = command.args(&args).stdout(std::process::Stdio::piped()).spawn().unwrap();
        thread::sleep(pause());
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_none() {
            kills += 1;
            continue;
        }
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(names_in(&folder.join("pdb")), [""; 0]);
        let mut counted: Value = serde_json::from_slice(&output.stdout).unwrap();
        let resumed = counted.as_object_mut().unwrap().remove("resumed");
        assert!(resumed.is_none_or(|origin| origin == "here"));
        return (counted, kills);
    }
}

#[test]
fn a_killed_count_in_files_resumes() {
    let (folder, mut random) = (folder(), fastrand::Rng::with_seed(21));
    let expected = finished(folder.path(), &["2x6"]);
    assert_eq!(finished(folder.path(), &["2x6", "--max-memory", "1", "--threads", "1"]), expected);
    let mut upper = 100;
    let pause = || {
        upper += upper / 5;
        Duration::from_millis(random.u64(upper / 2..upper))
    };
    let (counted, kills) = killed_again_and_again(folder.path(), &["2x6", "--max-memory", "1"], pause);
    assert_eq!(counted, expected);
    assert!(kills >= 3, "{kills} kills are too few");
}

#[test]
fn a_killed_count_in_memory_resumes() {
    let (folder, mut random) = (folder(), fastrand::Rng::with_seed(22));
    let expected = finished(folder.path(), &["2x5", "--goal", "snail"]);
    let mut upper = 10;
    let pause = || {
        upper += upper / 5;
        Duration::from_millis(random.u64(upper / 2..upper))
    };
    let args = ["2x5", "--goal", "snail", "--checkpoint", "0"];
    let (counted, kills) = killed_again_and_again(folder.path(), &args, pause);
    assert_eq!(counted, expected);
    assert!(kills >= 2, "{kills} kills are too few");
}

#[test]
fn a_count_stops_at_up_to_and_continues_later() {
    let folder = folder();
    let count = |args: &[&str]| parts(&run("pdb-gen", folder.path(), &[&["count", "3x3"], args].concat()));
    let saved = "pdb/.3x3-123456780.pdb.levels";
    let (code, out, err) = count(&["--up-to", "3", "--plot", "levels.svg"]);
    assert_eq!((code, err), (Some(0), format!("pdb-gen: saved in {saved}; --resume continues from there\n")));
    let end = "\n  3        8\n\ncounted   the levels up to 3 moves\nreached   15 of 181,440 states\n";
    assert!(out.ends_with(end), "{out}");
    let picture = fs::read_to_string(folder.path().join("levels.svg")).unwrap();
    assert!(picture.contains("The nearest 15 states of 3x3"), "{picture}");

    let (code, out, err) = count(&[]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let advice = "add --resume to continue from level 3, or --force to start over\n";
    assert_eq!(err, format!("pdb-gen: {saved} has the levels of an interrupted count; {advice}"));
    let (code, out, err) = count(&["--resume", "--up-to", "9", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(err.starts_with(&format!("pdb-gen: resuming from level 3 of {saved}\n")), "{err}");
    let counted: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&counted["complete"], &counted["deepest"]), (&Value::from(false), &Value::from(9)));
    assert_eq!((&counted["states"], &counted["deepest_boards"]), (&Value::from(420), &Value::from([""; 0])));

    let (code, _, err) = parts(&run("pdb-gen", folder.path(), &["list"]));
    assert_eq!(code, Some(0));
    assert!(
        err.contains(&format!("{saved} is the checkpoint of a count; `pdb-gen count --resume` continues it"))
    );
    let clean = run("pdb-gen", folder.path(), &["clean", "--checkpoints"]);
    assert_eq!(parts(&clean), (Some(0), format!("removed {saved}\n"), String::new()));
    assert_eq!(names_in(&folder.path().join("pdb")), [""; 0]);

    let (code, out, err) = count(&["--resume"]);
    assert_eq!(
        (code, err),
        (Some(0), format!("pdb-gen: nothing saved in {saved}: counting from the goal\n"))
    );
    assert!(out.contains("deepest   31 moves (2 states)"), "{out}");
    let (code, _, err) = count(&["--up-to", "3", "-q"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(count(&["--force", "-q"]).1, out);
    assert_eq!(names_in(&folder.path().join("pdb")), [""; 0]);
}

#[test]
fn damaged_counts_are_not_resumed() {
    let folder = folder();
    let saved = folder.path().join("pdb/.2x5-1234567890.pdb.levels");
    let count =
        |args: &[&str]| parts(&run("pdb-gen", folder.path(), &[&["count", "2x5", "-q"], args].concat()));
    assert_eq!(count(&["--up-to", "30"]).0, Some(0));
    let changed = "its seal does not match your key: it was saved elsewhere or changed";
    for (name, place, expected) in
        [("head", 60, "it is damaged in bytes "), ("level-030-00.states", 300, changed)]
    {
        let file = saved.join(name);
        let whole = fs::read(&file).unwrap();
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(&file, bytes).unwrap();
        let (code, _, err) = count(&["--resume"]);
        assert_eq!(code, Some(2));
        assert!(err.contains(&format!("{name}: {expected}")), "{err}");
        assert!(err.ends_with("; start over with --force\n"), "{err}");
        fs::write(&file, whole).unwrap();
    }
    assert_eq!(count(&["--resume"]).0, Some(0));
}

/// On a disk of 64 KiB, which is then enlarged.
#[test]
fn a_count_resumes_after_a_full_disk() {
    let folder = folder();
    let expected = finished(folder.path(), &["2x6"]);
    let script = r#"
        count="$GEN count 2x6 --max-memory 1 --pdb-dir small --format json -q"
        $count; echo $?
        $count --up-to 60; echo $?
        mount -o remount,size=64m none small
        $count --resume
    "#;
    let Some((code, out, err)) = crate::atomic_writes::on_small_disk(folder.path(), "rw", script) else {
        return;
    };
    assert_eq!(code, Some(0), "{err}");
    let mut lines = out.lines();
    assert_eq!([lines.next(), lines.next()], [Some("2"), Some("2")]);
    let mut counted: Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(counted.as_object_mut().unwrap().remove("resumed"), Some("here".into()));
    assert_eq!(counted, expected);
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(lines[0].contains("about 21.0 MB on disk; "), "{err}");
    assert!(lines[0].contains(" are free for small/.2x6-"), "{err}");
    assert!(lines[1].contains(".states: the disk is full: No space left on device"), "{err}");
    assert!(lines[1].contains("make room, then resume it with --resume"), "{err}");
}
