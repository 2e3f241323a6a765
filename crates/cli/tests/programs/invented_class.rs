//! Grades a class of invented solvers twice: every score is as planned, no process is left running,
//! and no file is left outside the folders of the grading.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, own_duration, own_fraction};
use crate::grading::{assignment, listing, run, script};

/// The durations, in whole seconds, of `sleep` processes that solvers leave running. In the
/// scripts, `.OWN` follows, and `OWN` is replaced by [`own_fraction`].
const SLEEPERS: [u32; 4] = [3611, 3612, 3613, 3614];

/// A kind of submission: its name, its commands, and the points that it earns in the four
/// categories.
type Kind = (&'static str, &'static str, [&'static str; 4]);

const ALL: [&str; 4] = ["4", "2", "2", "1"];
const NONE: [&str; 4] = ["0", "0", "0", "0"];

const KINDS: [Kind; 26] = [
    ("right", "answer $1", ALL),
    ("python", "exec python3 solver.py \"$1\"", ALL),
    (
        // The first move, the move back, and then the path.
        "detours",
        "case $1 in 123456780) echo 'path: UD';; *) path=$(answer $1 | sed -n 's/^path: //p')
        case $path in R*) echo \"path: RL$path\";; D*) echo \"path: DU$path\";; \
         *) echo unsolvable;; esac;; esac",
        ["0", "2", "2", "0"],
    ),
    ("illegal", "echo 'path: UUUU'", NONE),
    // If longer paths are accepted, so is a length with the right parity: for 102453786, but not
    // for 120453786.
    (
        "length",
        "case $(answer $1) in uns*) echo unsolvable;; *) echo 'length: 9';; esac",
        ["0", "1", "2", "0"],
    ),
    ("unsolvable", "echo unsolvable", ["0", "0", "2", "0"]),
    ("constant", "echo 'path: R'", ["1", "0", "0", "0"]),
    ("signal", "kill -SEGV $$", NONE),
    ("code", "echo Traceback >&2; exit 3", NONE),
    ("silent", ":", NONE),
    ("babbles", "echo \"it's complicated\"", NONE),
    ("syntax", "if; then", NONE),
    ("writes", "[ -e output.txt ] && exit 4; answer $1 > output.txt; cat output.txt", ALL),
    (
        "peeks",
        "for f in left ../left ../../left \"$TMPDIR\"/left; do [ -e $f ] && exit 4; echo $1 > $f; done; \
         answer $1",
        ALL,
    ),
    ("removes", "answer $1; rm -rf ./*", ALL),
    ("closes", "answer $1; mkdir -p a/b/c; touch a/b/c/d; chmod 000 a/b/c a/b a", ALL),
    (
        "changes",
        "n=$(cat count 2>/dev/null || echo 0); [ $n = 0 ] || exit 4; echo 1 > count; \
         sed -i 's/answer/echo/' solver.sh; answer $1",
        ALL,
    ),
    ("tampers", "answer $1; echo : >> ../../built/solver.sh", ["1", "0", "0", "0"]),
    ("erases", "answer $1; rm -rf ../../built", ["1", "0", "0", "0"]),
    ("slow", "case $1 in 120453786) exec sleep 60;; *) answer $1;; esac", ["4", "0", "2", "1"]),
    ("endless", "while :; do :; done", NONE),
    ("deaf", "trap '' TERM INT HUP; while :; do sleep 3611.OWN; done", NONE),
    ("daemon", "(setsid env -i sleep 3612.OWN >/dev/null 2>&1 </dev/null &)\nanswer $1", ALL),
    ("holds", "sleep 3613.OWN &\nanswer $1", ALL),
    ("floods", "exec yes", NONE),
    ("forks", "for i in 1 2 3 4 5; do (trap '' TERM; sleep 3614.OWN) & done; wait", NONE),
];

/// Writes a class with `of_each` submissions of each kind, and some unusual ones. Returns the
/// points that each must earn.
fn write_class(class: &Path, of_each: usize) -> BTreeMap<String, [&'static str; 4]> {
    let mut planned = BTreeMap::new();
    for (kind, deed, points) in KINDS {
        let deed = deed.replace("OWN", &own_fraction());
        for nth in 0..of_each {
            let name = format!("{kind}-{nth}");
            // Some submissions are folders, some are single files.
            if nth % 2 == 0 || kind == "python" {
                fs::create_dir_all(class.join(&name)).unwrap();
                fs::write(class.join(&name).join("solver.sh"), script(&deed)).unwrap();
                if kind == "python" {
                    let solver = crate::common::project().join("tests/solvers/right.py");
                    fs::copy(solver, class.join(&name).join("solver.py")).unwrap();
                }
            } else {
                fs::write(class.join(format!("{name}.sh")), script(&deed)).unwrap();
            }
            planned.insert(name, points);
        }
    }
    fs::create_dir(class.join("absent")).unwrap();
    fs::write(class.join("absent/main.sh"), "").unwrap();
    fs::create_dir(class.join("huge")).unwrap();
    fs::write(class.join("huge/solver.sh"), vec![b'#'; 1_000_001]).unwrap();
    fs::write(class.join("archive.zip"), "PK").unwrap();
    fs::create_dir(class.join("nothing")).unwrap();
    // A zip archive of a folder.
    let pack =
        "import zipfile, sys; zipfile.ZipFile(sys.argv[1], 'w').writestr('mine/solver.sh', sys.argv[2])";
    let packed = class.join("packed.zip");
    let status = Command::new("python3").args(["-c", pack]).arg(&packed).arg(script("answer $1")).status();
    assert!(status.unwrap().success());
    planned.insert("packed".to_owned(), ALL);
    fs::write(class.join(".hidden"), "no submission").unwrap();
    planned.extend(["absent", "huge", "archive", "nothing"].map(|name| (name.to_owned(), NONE)));
    planned
}

/// The processes that sleep for one of these durations.
fn sleepers() -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    let sleeps = SLEEPERS.map(|seconds| format!("sleep {}", own_duration(seconds)));
    lines.filter(|line| sleeps.iter().any(|sleep| line.trim_end().ends_with(sleep))).collect()
}

/// Number of submissions per kind; with `TILEBASE_WHOLE_CLASS` set, there are more than 100 in all.
fn of_each_kind() -> usize {
    if std::env::var_os("TILEBASE_WHOLE_CLASS").is_some() { 4 } else { 1 }
}

#[test]
fn an_invented_class_earns_the_planned_points() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("a.toml"), assignment().replace("timeout = 20", "timeout = 5")).unwrap();
    fs::create_dir(at("class")).unwrap();
    let planned = write_class(&at("class"), of_each_kind());
    let before = listing(&at("class"));
    let args = ["a.toml", "--quiet", "class", "--report", "m.csv", "--report", "m.html"];
    let (code, out, err) = run(folder.path(), &args);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(sleepers(), [""; 0]);
    assert!(listing(&at("class")) == before, "the class's own folder has changed");
    assert_eq!(listing(&at("temporary")), BTreeMap::new());

    let csv = fs::read_to_string(at("m.csv")).unwrap();
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
    let found: BTreeMap<String, Vec<&str>> =
        rows.iter().map(|row| (row[0].to_owned(), (4..8).map(|nth| &row[nth]).collect())).collect();
    for (name, points) in &planned {
        assert_eq!(found.get(name), Some(&points.to_vec()), "{name}\n{csv}");
        let sum: u32 = points.iter().map(|points| points.parse::<u32>().unwrap()).sum();
        let row = rows.iter().find(|row| &row[0] == name).unwrap();
        assert_eq!((&row[1], &row[2]), (sum.to_string().as_str(), "8"), "{csv}");
    }
    assert_eq!(found.len(), planned.len(), "{csv}");
    let doubts: Vec<&str> =
        rows.iter().filter(|row| !row[8].is_empty()).map(|row| row.get(0).unwrap()).collect();
    for name in [
        "absent",
        "archive",
        "huge",
        "babbles-0",
        "syntax-0",
        "tampers-0",
        "erases-0",
        "signal-0",
        "endless-0",
        "floods-0",
        "unsolvable-0",
        "slow-0",
    ] {
        assert!(doubts.contains(&name), "{name}: {csv}");
    }
    for name in ["right-0", "python-0", "detours-0", "length-0", "constant-0"] {
        assert!(!doubts.contains(&name), "{name}: {csv}");
    }
    assert!(
        out.contains("that submissions had left running") && csv.contains("stopped after 1 timeout"),
        "{out}"
    );

    let page = fs::read(at("m.html")).unwrap();
    let (code, again, _) = run(folder.path(), &args);
    assert_eq!((code, fs::read_to_string(at("m.csv")).unwrap()), (Some(0), csv));
    assert!(
        again
            .lines()
            .filter(|line| !line.contains("left running"))
            .eq(out.lines().filter(|line| !line.contains("left running")))
    );
    assert!(of_all_but_processes(&fs::read(at("m.html")).unwrap()) == of_all_but_processes(&page));
    assert_eq!(sleepers(), [""; 0]);
}

/// A report without the numbers of leftover processes, which are not reproducible: some are only
/// found at the end.
fn of_all_but_processes(page: &[u8]) -> String {
    let text = String::from_utf8_lossy(page);
    text.lines().filter(|line| !line.contains("left running")).collect()
}
