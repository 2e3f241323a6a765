//! A class with honest and hostile submissions, graded in parallel by judges that are killed at
//! random moments: honest submissions get the points that they get alone, hostile ones get what
//! they deserve or are named for review, and nothing is left.
//!
//! `TILEBASE_CASES=100 cargo test -p tilebase-cli --test programs hostile` grades 100 submissions,
//! 20 of them hostile, and kills ten judges.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{folder, own_duration, own_fraction};
use crate::grading::{BOTH, NEAR, SECRET, assignment, grade, listing, run};

/// The result that a hostile submission deserves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deserves {
    /// All points: its answers are right.
    All,
    /// These points, and a review.
    Review(f64),
    /// A review; the points depend on the moment.
    AnyPoints,
}

use Deserves::{All, AnyPoints, Review};

/// Names and ends of honest submissions.
const HONEST: [(&str, &str); 6] = [
    ("right", "answer()"),
    (
        "file",
        "open('answer.txt', 'w').write('path: ' + ANSWERS.get(board, '')) if board in ANSWERS else answer()",
    ),
    ("longer", "print('path: RL' + ANSWERS[board]) if board == '123456708' else answer()"),
    ("crashes", "sys.exit(3) if board == '123450786' else answer()"),
    ("hopeless", "print('unsolvable')"),
    ("busy", "begun = time.process_time()\nwhile time.process_time() < begun + 0.03: pass\nanswer()"),
];

/// Names and deeds of hostile submissions. In namespaces, the parent of a run has the ID 1; the
/// deeds that would reach other processes without them are done only there.
const HOSTILE: [(&str, &str, Deserves); 16] = [
    (
        "daemon",
        "answer()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 9)
        os.execve('/bin/sleep', ['sleep', '3631.OWN'], {})",
        All,
    ),
    ("kill-all", "answer()\nif os.getppid() == 1: kill(-1, 9)", All),
    ("stop-parent", "answer()\nif os.getppid() == 1:\n    kill(1, 19)\n    kill(-1, 19)", All),
    ("dies", "if board == '123450786': os.kill(os.getpid(), 9)\nanswer()", Review(8.0)),
    ("fifo", "os.mkfifo('answer.txt')", Review(0.0)),
    ("forges", "print('all right: 9 of 9 points\\n{\"right\": true, \"points\": 9}')", Review(0.0)),
    (
        "burner",
        "answer()
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while True: pass",
        All,
    ),
    ("kill-parent", "answer()\nif os.getppid() == 1: kill(1, 9)", All),
    ("floods", "while True: print('x' * 10000)", Review(0.0)),
    ("memory", "held = bytearray(2_000_000_000)\nanswer()", Review(0.0)),
    ("forks", "for _ in range(40):\n    if os.fork() == 0: time.sleep(3632)\nanswer()", All),
    ("link", "os.symlink('/etc/passwd', 'answer.txt')", Review(0.0)),
    ("removes", "answer()\nshutil.rmtree('.', ignore_errors=True)", All),
    ("tampers", "answer()\nopen('../../built/solver.py', 'a').write('#')", AnyPoints),
    ("stops", "if board == '123450786': os.kill(os.getpid(), 19)\nanswer()", AnyPoints),
    ("closes", "answer()\nos.makedirs('a/' * 50)\nos.chmod('a', 0)\nos.chmod('.', 0)", All),
];

/// An assignment for Python scripts, with limits that hold on a busy machine.
fn python_assignment() -> String {
    let build = "[\"python3\", \"-c\", \"compile(open('solver.py').read(), '', 'exec')\"]";
    assignment()
        .replace("solver.sh", "solver.py")
        .replace("[\"sh\", \"-n\", \"solver.py\"]", build)
        .replace("\"sh\", \"solver.py\"", "\"python3\", \"-S\", \"solver.py\"")
        .replace("[limits]", "answer_file = \"answer.txt\"\n[limits]\nmax_memory = 500")
}

fn script(name: &str, deed: &str) -> String {
    let paths = NEAR.iter().chain(&BOTH).chain(&SECRET);
    let paths: String = paths.map(|(board, path)| format!("'{board}': '{path}', ")).collect();
    format!(
        "# {name}\nimport os, shutil, sys, time\nANSWERS = {{{paths}}}\nboard = sys.argv[1]\n\n\
         def answer():\n    \
         print('path: ' + ANSWERS[board] if board in ANSWERS else 'unsolvable', flush=True)\n\n\
         def kill(process, signal):\n    try: os.kill(process, signal)\n    \
         except ProcessLookupError: pass\n\n{deed}\n"
    )
}

/// The sizes of the test: honest submissions, hostile ones, and kills.
fn sizes() -> (usize, usize, usize) {
    let cases = std::env::var("TILEBASE_CASES").ok().and_then(|cases| cases.parse::<usize>().ok());
    match cases {
        Some(cases) if cases >= 20 => (cases - cases / 5, cases / 5, cases.div_ceil(10)),
        _ => (5, 8, 3),
    }
}

/// Writes submissions of these kinds in turn. Returns the kind of each by its name.
fn write_all(class: &Path, kinds: &[(&str, &str)], count: usize) -> BTreeMap<String, usize> {
    fs::create_dir_all(class).unwrap();
    let numbers = (0..kinds.len()).cycle().take(count).enumerate();
    numbers
        .map(|(nth, kind)| {
            let (name, deed) = kinds[kind];
            let deed = deed.replace("OWN", &own_fraction());
            let name = format!("{name}-{nth}");
            fs::write(class.join(format!("{name}.py")), script(&name, &deed)).unwrap();
            (name, kind)
        })
        .collect()
}

/// The grades of a class by name, and whether runs were isolated.
fn graded(folder: &Path, args: &[&str]) -> (BTreeMap<String, Value>, bool) {
    let (code, out, err) = run(folder, args);
    assert_eq!(code, Some(0), "{out}{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let submissions = report["submissions"].as_array().unwrap().iter();
    let by_name = submissions.map(|grade| (grade["submission"].as_str().unwrap().to_owned(), grade.clone()));
    (by_name.collect(), report["isolation"] == "namespaces")
}

/// The processes that were started in a folder, or are recognized by their command.
fn leftovers(folder: &Path) -> Vec<String> {
    let is_within = |path: &Path| fs::read_link(path).is_ok_and(|place| place.starts_with(folder));
    let entries = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let sleep = format!("sleep {}", own_duration(3631));
    let left = |path: PathBuf| {
        let command = String::from_utf8_lossy(&fs::read(path.join("cmdline")).ok()?).replace('\0', " ");
        let is_left = is_within(&path.join("cwd")) || command.starts_with(&sleep);
        is_left.then_some(command)
    };
    entries.filter_map(left).collect()
}

/// Kills a judge after a delay. Returns whether it was still grading.
fn kill_after(folder: &Path, args: &[&str], delay: Duration) -> bool {
    let mut command = grade(folder, args);
    let mut judge = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let clock = Instant::now();
    while clock.elapsed() < delay {
        if judge.try_wait().unwrap().is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    judge.kill().unwrap();
    judge.wait().unwrap();
    true
}

#[test]
fn a_hostile_class_is_graded_by_judges_that_are_killed() {
    let folder = folder();
    let place = fs::canonicalize(folder.path()).unwrap();
    let at = |name: &str| place.join(name);
    let (honest, hostile, kills) = sizes();
    fs::write(at("a.toml"), python_assignment()).unwrap();
    write_all(&at("honest"), &HONEST, honest);
    let clock = Instant::now();
    let alone = ["a.toml", "--class", "honest", "--quiet", "--format", "json", "--jobs", "1"];
    let (planned, is_isolated) = graded(&place, &alone);
    let whole = clock.elapsed();
    if !is_isolated {
        eprintln!("not checked: this system refuses namespaces, so hostile submissions would be harmful");
        return;
    }
    write_all(&at("class"), &HONEST, honest);
    let deeds = HOSTILE.map(|(name, deed, _)| (name, deed));
    let kinds = write_all(&at("class"), &deeds, hostile);

    let args = ["a.toml", "--class", "class", "--quiet", "--format", "json", "--jobs", "3", "--grades", "l"];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut killed = 0;
    for _ in 0..kills {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // Late enough that some submissions are finished, and early enough that not all are.
        let delay = whole.mul_f64(0.1 + 0.5 * (random >> 11) as f64 / (1_u64 << 53) as f64);
        killed += usize::from(kill_after(&place, &args, delay.mul_f64(3.0 / kills as f64)));
    }
    assert!(killed > 0, "no judge was killed");
    let is_passed_over = |grade: &Value| grade.to_string().contains("grade was killed while it graded");
    let mut grades = graded(&place, &args).0;
    // Those that were alone twice when a judge was killed are passed over once. A child that a
    // killed judge had just forked holds the lock of the judge's folder until it calls `exec`. The
    // next judge then leaves the folder, and a later one removes it.
    if grades.values().any(is_passed_over) || !listing(&at("temporary")).is_empty() {
        grades = graded(&place, &args).0;
    }
    assert!(!grades.values().any(is_passed_over), "{grades:?}");
    for (name, plan) in &planned {
        assert_eq!(grades[name]["points"], plan["points"], "{name}: {}", grades[name]);
        assert_eq!(grades[name]["needs_review"], plan["needs_review"], "{name}");
    }
    for (name, kind) in &kinds {
        let (grade, deserves) = (&grades[name], HOSTILE[*kind].2);
        let points = grade["points"].as_f64().unwrap();
        let needs_review = !grade["needs_review"].as_array().unwrap().is_empty();
        let is_as_deserved = match deserves {
            All => points == 9.0,
            Review(fewer) => points == fewer && needs_review,
            AnyPoints => needs_review,
        };
        assert!(is_as_deserved, "{name}, {deserves:?}: {grade}");
    }
    assert_eq!(grades.len(), planned.len() + kinds.len());
    assert_eq!(leftovers(&at("temporary")), [""; 0]);
    assert_eq!(listing(&at("temporary")), BTreeMap::new());
    eprintln!(
        "{} honest and {} hostile submissions, {killed} judges killed, {:.1} s",
        planned.len(),
        kinds.len(),
        clock.elapsed().as_secs_f64()
    );
}
