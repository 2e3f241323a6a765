//! Searches from the command line: algorithms, heuristics, conventions, traces, limits,
//! comparisons.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{folder, names_in, parts, program, run};
use tilebase::solve::HeuristicName;

const ALGORITHMS: [&str; 10] = [
    "table",
    "breadth-first",
    "bidirectional",
    "uniform-cost",
    "depth-first",
    "iterative-deepening",
    "greedy",
    "astar",
    "weighted-astar",
    "ida",
];

/// The text of a field in a JSON answer.
fn field<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let rest = answer.split(&format!("\"{name}\":")).nth(1)?;
    Some(rest.split([',', '}']).next().unwrap_or_default().trim_matches('"'))
}

#[test]
fn every_algorithm_answers_with_every_heuristic_and_says_what_its_answer_is_worth() {
    let folder = folder();
    for algorithm in ALGORITHMS {
        let takes_heuristic = matches!(algorithm, "greedy" | "astar" | "weighted-astar" | "ida");
        for heuristic in HeuristicName::ALL.map(HeuristicName::name) {
            let args =
                ["536407182", "-a", algorithm, "-H", heuristic, "--format", "json", "--stats", "--quiet"];
            let (code, out, err) = parts(&run("pdb-solve", folder.path(), &args));
            if !takes_heuristic {
                assert_eq!(code, Some(2));
                assert!(err.contains(&format!("{algorithm} does not use a heuristic")), "{err}");
                continue;
            }
            if algorithm == "ida" && heuristic == "manhattan-plus-misplaced" {
                assert_eq!(code, Some(2));
                assert!(err.contains("needs an admissible heuristic"), "{err}");
                continue;
            }
            assert_eq!(code, Some(0), "{algorithm} {heuristic}: {err}");
            let length: usize = field(&out, "length").unwrap().parse().unwrap();
            let guaranteed = matches!(algorithm, "astar" | "ida") && heuristic != "manhattan-plus-misplaced";
            assert_eq!(field(&out, "optimal"), Some(if guaranteed { "true" } else { "false" }), "{out}");
            assert!(
                if guaranteed { length == 22 } else { length >= 22 && length.is_multiple_of(2) },
                "{out}"
            );
            let within_twice = algorithm == "weighted-astar" && heuristic != "manhattan-plus-misplaced";
            let bound = if guaranteed {
                "1.0"
            } else if within_twice {
                "2.0"
            } else {
                "null"
            };
            assert_eq!(field(&out, "suboptimality_bound"), Some(bound), "{out}");
            assert_eq!(
                (field(&out, "algorithm"), field(&out, "heuristic")),
                (Some(algorithm), Some(heuristic))
            );
        }
        let (code, out, _) =
            parts(&run("pdb-solve", folder.path(), &["536407182", "-a", algorithm, "--quiet"]));
        assert_eq!(code, Some(0), "{algorithm}");
        let optimal = !matches!(algorithm, "depth-first" | "greedy" | "weighted-astar");
        assert_eq!(out.starts_with("536407182: 22 moves, optimal"), optimal, "{algorithm}: {out}");
        let (code, out, _) =
            parts(&run("pdb-solve", folder.path(), &["213456780", "-a", algorithm, "--quiet"]));
        assert_eq!((code, out.contains("unsolvable")), (Some(1), true), "{algorithm}");
    }
}

/// Published counts: Tran's 1166/690, Parnami's 511/884, Akhtar's greedy path of 49 moves, Zhang's
/// 4374/4361.
#[test]
fn conventions_give_the_counts_of_published_programs() {
    let folder = folder();
    let counts = |args: &[&str]| {
        let all = [args, &["--format", "json", "--stats", "--quiet"]].concat();
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &all));
        assert_eq!(code, Some(0), "{err}");
        ["expanded", "generated", "peak_open", "length"]
            .map(|name| field(&out, name).unwrap().parse().unwrap())
    };
    let [expanded, _, queue, _]: [u64; 4] = counts(&["826170543", "-a", "astar", "--convention", "tran"]);
    assert_eq!((expanded, queue), (1166, 690));
    let parnami = ["540618732", "--goal", "123405678", "-a", "astar", "--convention", "parnami"];
    assert_eq!(counts(&parnami)[..2], [511, 884]);
    let akhtar = ["208135467", "-a", "greedy", "-H", "manhattan-plus-misplaced", "--convention", "akhtar"];
    assert_eq!(counts(&akhtar), [198, 333, 136, 49]);
    let [expanded, _, queue, _] = counts(&["638541720", "-a", "astar", "--convention", "zhang"]);
    assert_eq!((expanded, queue), (4374, 4361));
    // The same convention set option by option, and one that differs in a single option.
    let one_by_one = ["540618732", "--goal", "123405678", "-a", "astar", "--order", "uldr", "--duplicates"];
    let like_parnami = [&one_by_one[..], &["kept-except-parent", "--ties", "heap"]].concat();
    assert_eq!(counts(&like_parnami)[..2], [511, 884]);
    assert_ne!(counts(&[&like_parnami[..], &["--convention", "tran"]].concat())[..2], [511, 884]);
}

#[test]
fn conflicting_choices_are_rejected_with_a_reason() {
    let folder = folder();
    for (args, reason) in [
        (&["--heuristic", "manhattan"][..], "add an algorithm, such as -a astar"),
        (&["-a", "ida", "--convention", "tran"], "ida does not support conventions"),
        (&["-a", "bidirectional", "--order", "ULDR"], "bidirectional does not support conventions"),
        (&["-a", "astar", "--weight", "3"], "remove --weight, or use -a weighted-astar"),
        (&["-a", "weighted-astar", "--weight", "0.5"], "--weight 0.5: expected a number from 1 to 100"),
        (&["-a", "astar", "--depth-limit", "9"], "remove --depth-limit, or use -a depth-first"),
        (&["-a", "astar", "--order", "UDLL"], "\"UDLL\" is not an order of moves"),
        (&["-a", "greedy", "--duplicates", "kept"], "may never end"),
        (&["-a", "astar", "--paths", "count"], "--paths needs --algorithm table"),
        (&["--trace", "all"], "add an algorithm, such as -a astar"),
        (&["-a", "table", "--trace", "all"], "add an algorithm, such as -a astar"),
        (&["-a", "astar", "--trace", "--format", "csv"], "--trace needs --format text or json"),
    ] {
        let (code, out, err) = parts(&run("pdb-solve", folder.path(), &[&["638541720"], args].concat()));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
}

#[test]
fn a_trace_has_g_h_and_f() {
    let folder = folder();
    let trace = |args: &[&str]| {
        let all = [&["120483765"], args].concat();
        parts(&run("pdb-solve", folder.path(), &all)).1
    };
    let out = trace(&["-a", "astar", "--trace"]);
    assert!(
        out.starts_with(
            "start  g=0 h=6 f=6    1. D  g=1 h=5 f=6     2. D  g=2 h=4 f=6\n\
             1 2 .                 1 2 3                 1 2 3\n\
             4 8 3                 4 8 .                 4 8 5\n\
             7 6 5                 7 6 5                 7 6 .\n\n"
        ),
        "{out}"
    );
    assert_eq!(out.matches("f=6").count(), 7);
    let out = trace(&["-a", "weighted-astar", "--weight", "1.5", "--trace"]);
    assert!(out.contains("1. D  g=1 h=5 f=8.5 "), "{out}");
    let out = trace(&["--trace", "--quiet"]);
    assert!(out.contains("g=6 h=0 f=6"), "the table is the exact distance: {out}");

    let out = trace(&["-a", "breadth-first", "--trace", "all", "--format", "json", "--stats"]);
    let (answer, expansions) =
        out.lines().collect::<Vec<_>>().split_last().map(|(a, e)| (*a, e.to_vec())).unwrap();
    assert_eq!(field(answer, "expanded").unwrap(), expansions.len().to_string());
    assert_eq!(expansions[0], r#"{"expansion":1,"board":"120483765","g":0,"h":0,"f":0}"#);
    for (number, line) in (1..).zip(&expansions) {
        assert_eq!(field(line, "expansion").unwrap(), number.to_string());
    }
    let depths: Vec<u32> = expansions.iter().map(|line| field(line, "g").unwrap().parse().unwrap()).collect();
    assert!(depths.is_sorted(), "breadth-first goes level by level");

    let out = trace(&["-a", "ida", "-H", "misplaced", "--trace", "all"]);
    assert!(out.starts_with("1.  g=0 h=4 f=4 bound=4 "), "{out}");
    let out = trace(&["-a", "bidirectional", "--trace", "all", "--format", "json"]);
    let of_goal = r#""board":"123456780","g":0,"h":0,"f":0,"side":"goal"}"#;
    assert!(out.contains(of_goal) && out.contains(r#""side":"start"}"#), "{out}");
}

/// Instance 3 of Korf's hundred.
const HARD: &str = "14,7,8,2,13,11,10,4,9,12,5,0,3,6,1,15";
const HARD_LENGTH: u32 = 59;

/// The number in "at least 43 moves".
fn bound_in(out: &str) -> u32 {
    out.split("at least ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_search_at_a_limit_reports_it_with_a_bound() {
    let folder = folder();
    for (args, says) in [
        (&["-a", "astar", "--max-nodes", "1000"][..], "stopped at --max-nodes"),
        (&["-a", "astar", "--max-memory", "1"], "stopped at --max-memory"),
        (&["-a", "ida", "-H", "manhattan", "--timeout", "0.2"], "stopped after 200 ms"),
        (&["-a", "ida", "-H", "linear-conflict", "--max-nodes", "100"], "stopped at --max-nodes"),
        (&["-a", "depth-first", "--depth-limit", "5"], "stopped at --depth-limit"),
        (&["-a", "bidirectional", "--max-nodes", "1000"], "stopped at --max-nodes"),
        (&["-a", "iterative-deepening", "--max-nodes", "1000"], "stopped at --max-nodes"),
    ] {
        let all = [&[HARD, "--goal", "blank-first", "--quiet"], args].concat();
        let (code, out, _) = parts(&run("pdb-solve", folder.path(), &all));
        assert_eq!(code, Some(2));
        assert!(
            out.starts_with(&format!("{HARD}: {says}; the optimal length is at least ")),
            "{args:?}: {out}"
        );
        assert!((1..=HARD_LENGTH).contains(&bound_in(&out)), "{args:?}: {out}");
    }
}

/// Waits until a program that searches for minutes has installed its signal handler and begun.
#[cfg(unix)]
fn wait_until_searching(child: &mut std::process::Child) {
    let id = child.id();
    let proc = |file| std::fs::read_to_string(format!("/proc/{id}/{file}")).ok();
    if proc("stat").is_none() {
        thread::sleep(Duration::from_secs(5));
        return;
    }
    // Bit 1 of the mask of caught signals is that of SIGINT.
    let catches_interrupts = || {
        let status = proc("status")?;
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        Some(u64::from_str_radix(mask.trim(), 16).ok()? & 2 != 0)
    };
    // The twelfth field after the name is the time in user mode, in hundredths of a second.
    let searches = || {
        let stat = proc("stat")?;
        let ticks = stat.rsplit(')').next()?.split_whitespace().nth(11)?;
        Some(ticks.parse::<u64>().ok()? >= 30)
    };
    while catches_interrupts() != Some(true) || searches() != Some(true) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before the interrupt");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The first Ctrl-C ends a search with a report, with one thread and with several.
#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_its_progress() {
    let folder = folder();
    for threads in ["1", "3"] {
        let mut child = program("pdb-solve", folder.path())
            .args([HARD, "--goal", "blank-first", "-a", "ida", "-H", "manhattan", "--stats"])
            .env("RAYON_NUM_THREADS", threads)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_searching(&mut child);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        assert!(out.starts_with(&format!("{HARD}: interrupted")), "{out}");
        assert!(out.contains("expanded ") && !out.contains("expanded 0 "), "{out}");
    }
}

#[test]
fn a_comparison_has_every_method_on_every_board() {
    let folder = folder();
    let compare =
        |args: &[&str]| parts(&run("pdb-solve", folder.path(), &[&["compare", "--quiet"], args].concat()));
    let (code, out, err) = compare(&["--boards", "keogh", "--convention", "tran", "--format", "csv"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(
        rows[0],
        "board,goal,depth,method,algorithm,heuristic,convention,length,metric,guaranteed_optimal,\
         expanded,generated,peak_open,seconds,limit"
    );
    assert_eq!(rows.len(), 1 + 8 * 3);
    assert!(
        rows[24].starts_with(
            "072461358,123456780,24,astar manhattan tran,astar,manhattan,tran,24,stm,true,1478,"
        )
    );
    assert!(rows[24].contains(",986,"), "{}", rows[24]);

    let (code, out, _) =
        compare(&["--boards", "parnami,zhang", "-a", "astar,greedy,breadth-first", "-H", "manhattan"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("\n724506831 to 012345678: 26 moves\n  astar manhattan       26  "), "{out}");
    assert!(out.contains("not guaranteed optimal") && out.contains("9 of 9"), "{out}");

    let args = [
        "--boards",
        "depths:2",
        "--seed",
        "5",
        "-a",
        "astar,bidirectional",
        "-H",
        "manhattan",
        "--format",
        "json",
    ];
    let (_, sampled, _) = compare(&args);
    assert_eq!(sampled.lines().count(), 2 * (1 + 31 * 2));
    let boards =
        |out: &str| out.lines().map(|line| field(line, "board").unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(boards(&sampled), boards(&compare(&args).1), "a seed gives the same boards");
    for line in sampled.lines() {
        assert_eq!(field(line, "length"), field(line, "depth"), "{line}");
    }

    let (code, _, err) = compare(&["213456780"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("cannot reach the goal"), "{err}");
    let (code, _, err) = compare(&["--boards", "depths:1", "--shape", "4x4"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("4x4 has too many states"), "{err}");
    let (code, out, _) = compare(&["867254301", "-a", "astar", "-H", "zero,exact", "--max-nodes", "100"]);
    assert_eq!(code, Some(2), "a board was not solved");
    assert!(out.contains("\nstopped: node limit reached") && out.contains("astar exact"), "{out}");
}

/// Depths come from the table: a damaged one is reported, not ignored.
#[test]
fn a_comparison_names_a_damaged_table() {
    let folder = folder();
    let compare = || parts(&run("pdb-solve", folder.path(), &["compare", "-q", "638541720", "-a", "greedy"]));
    assert_eq!(compare().0, Some(0));
    let file = crate::common::default_table(folder.path());
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[10_000] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let (code, out, err) = compare();
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("3x3-123456780.pdb: the payload is damaged"), "{err}");
}

#[test]
fn a_comparison_draws_charts_and_a_self_contained_page() {
    let folder = folder();
    let args = ["compare", "--boards", "tran", "--report", "charts/", "--report", "report.html", "--quiet"];
    assert_eq!(run("pdb-solve", folder.path(), &args).status.code(), Some(0));
    assert_eq!(names_in(&folder.path().join("charts")), ["expanded.svg", "peak-open.svg", "seconds.svg"]);
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    for name in ["expanded", "peak-open", "seconds"] {
        let svg = std::fs::read_to_string(folder.path().join(format!("charts/{name}.svg"))).unwrap();
        assert!(page.contains(&svg), "{name} is in the page");
        for legend in ["uniform-cost", "astar misplaced", "astar manhattan"] {
            assert!(svg.contains(legend), "{name} has a legend for {legend}");
        }
        assert!(svg.matches("<polyline").count() >= 3, "{name} has three lines");
    }
    let links = page.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !links.contains("http") && !links.contains("src=") && !links.contains("<link"),
        "it stands alone"
    );
    assert_eq!(page.matches("<td class=\"text\">826170543</td>").count(), 3);
}
