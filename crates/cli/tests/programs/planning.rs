//! Plans of builds by several processes.

use crate::common::{folder, parts, run};
use serde_json::Value;

fn plan(args: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["build", "--dry-run"], args].concat();
    parts(&run("pdb-gen", folder().path(), &all))
}

#[test]
fn a_plan_matches_the_build() {
    let (code, out, err) =
        plan(&["3x4", "--encoding", "mod3", "--processes", "2", "--threads", "1", "--format", "json"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let planned: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(planned["states"], 239_500_800);
    assert_eq!(planned["table_in_bytes"], 239_500_800 / 4);
    // Half of the memory of a single process, plus transfer buffers.
    assert!(planned["memory_per_process_in_bytes"].as_u64().unwrap() > 36_000_000);
    let levels = planned["levels"].as_array().unwrap();
    let sent: u64 = levels.iter().map(|level| level["sent_in_bytes"].as_u64().unwrap()).sum();
    assert_eq!(planned["sent_in_bytes"], sent);
    assert!(planned.get("fits").is_none());
}

#[test]
fn a_plan_says_whether_it_fits_and_what_would() {
    let board = ["4x4", "--encoding", "mod3"];
    let (code, out, _) = plan(&[&board[..], &["--processes", "32", "--max-memory", "64000"]].concat());
    assert_eq!(code, Some(1));
    let memory = out.lines().find(|line| line.starts_with("memory ")).unwrap();
    let (_, fewest) = memory.rsplit_once("does not fit in 64.0 GB; ").unwrap();
    let fewest = fewest.strip_suffix(" processes would").unwrap();
    let (code, out, _) = plan(&[&board[..], &["--processes", fewest, "--max-memory", "64GB"]].concat());
    assert_eq!(code, Some(0));
    assert!(out.contains(&format!("fits in 64.0 GB (at least {fewest} processes are needed)")), "{out}");
    let (code, out, _) = plan(&[&board[..], &["--processes", "64", "--max-memory", "1"]].concat());
    assert_eq!(code, Some(1));
    assert!(out.contains("does not fit in 1.0 MB, whatever the number of processes"), "{out}");
}

/// Planning builds nothing, so it needs no time and no memory.
#[test]
fn boards_too_large_for_any_machine_are_planned() {
    for args in [
        &["3x5", "--encoding", "mod3", "--processes", "8"][..],
        &["4x4", "--encoding", "mod3", "--processes", "64"],
        &["2x8", "--encoding", "mod3", "--processes", "1000", "--format", "json"],
        &["5x5", "--pattern", "1,2,3,4,6,7,8,9", "--processes", "16"],
        &["5x5", "--pattern", "1,2,3,4,5,6,7,8,9", "--processes", "64"],
        &["4x4", "--preset", "7-8", "--processes", "4"],
    ] {
        let (code, out, err) = plan(args);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}");
        assert!(out.contains("sent"), "{args:?}: {out}");
    }
}

/// Sixteen tables with one bit per entry, or in the requested encoding.
#[test]
fn a_zero_aware_preset_is_planned_in_bits() {
    for (args, encoding, bytes) in
        [(&[][..], "bit", 22_626_000), (&["--encoding", "byte"], "byte", 181_008_000)]
    {
        let (code, out, err) =
            plan(&[&["5x5", "--preset", "6x16", "--processes", "2", "--format", "json"], args].concat());
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let expected = format!("\"encoding\":\"{encoding}\",\"states\":181008000,");
        let of_bytes = format!(",\"table_in_bytes\":{bytes},");
        let is_of_plan = |line: &str| line.contains(&expected) && line.contains(&of_bytes);
        assert_eq!(out.lines().filter(|line| is_of_plan(line)).count(), 16, "{out}");
    }
}

#[test]
fn impossible_plans_are_rejected() {
    for (args, expected) in [
        (&["4x5"][..], "a full table of 4x5 is out of reach"),
        (&["4x4", "--pattern", "1,2", "--encoding", "mod3"], "mod3"),
        (&["4x4", "--pattern", "1,2", "--encoding", "bit"], "zero-aware"),
        (&["4x4", "--processes", "0"], "from 1 to 65536"),
        (&["4x4", "--network", "-1"], "expected Gbit/s, such as 10 or 2.5"),
        (&["4x4", "--preset", "9-6"], "has no preset 9-6"),
    ] {
        let (code, _, err) = plan(args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}
