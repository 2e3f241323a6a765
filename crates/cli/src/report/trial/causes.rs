//! The usual cause of each verdict, as listed in `docs/my-solver.md`.

/// The wording of a verdict, and its usual cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cause {
    /// The kind of verdict.
    kind: &'static str,
    /// Beginning of a sentence that continues with "on 4 of 63 boards".
    pub(super) sentence: &'static str,
    /// The usual cause; empty if there is no typical one.
    pub(super) cause: &'static str,
}

const fn cause(kind: &'static str, sentence: &'static str, cause: &'static str) -> Cause {
    Cause { kind, sentence, cause }
}

const CAUSES: [Cause; 29] = [
    cause(
        "longer",
        "Not optimal",
        "nodes are marked closed when generated, the heuristic overestimates, or the search is depth-first",
    ),
    cause(
        "costlier",
        "Not cheapest",
        "nodes are marked closed when generated, the heuristic overestimates, or the search minimizes the number of moves",
    ),
    cause("illegal-move", "Illegal move", "a move wraps from the end of a row to the start of the next"),
    cause(
        "ends-elsewhere",
        "Path does not reach the goal",
        "the path lacks its first or last move, or a list is shared instead of copied",
    ),
    cause(
        "starts-elsewhere",
        "Path starts from another board",
        "the board is read by columns, or the program solves a built-in board",
    ),
    cause(
        "wrong-order",
        "Right moves in the wrong order",
        "the path is put together from the parents in the wrong order, e.g. reversed twice",
    ),
    cause(
        "reversed",
        "Path leads from the goal to the board",
        "the path is followed back from the goal and not reversed",
    ),
    cause("other-convention", "Right only in the other move convention", ""),
    cause("other-goal", "Path leads to another goal", "the program solves for a goal of its own: see --goal"),
    cause("length-disagrees", "Stated length differs from the path's", "boards are counted instead of moves"),
    cause(
        "too-long",
        "Stated length is too large",
        "boards are counted instead of moves, or the path is not optimal",
    ),
    cause(
        "too-short",
        "Stated length is too small",
        "the heuristic or a depth is printed instead of the length",
    ),
    cause(
        "missing-paths",
        "Not all optimal paths",
        "the search stops at its first path, or drops a state that is reached again",
    ),
    cause("repeated-path", "A path is listed twice", ""),
    cause("cost-disagrees", "Stated cost differs from the path's", "its costs are not those of --cost"),
    cause(
        "other-cost",
        "Stated cost is not the least",
        "its costs are not those of --cost, or its path is not cheapest",
    ),
    cause("multi-tile", "Sliding several tiles counts as one move", ""),
    cause("single-tile", "Each tile that slides counts as one move", ""),
    cause(
        "says-unsolvable",
        "Solvable, but called unsolvable",
        "the parity test is wrong or meant for another goal, or the search gives up too early",
    ),
    cause("says-solvable", "Unsolvable, but called solvable", "there is no solvability test"),
    cause(
        "says-both",
        "Printed a path, but also that there is none",
        "one stage of the search, such as one depth limit, reports that it found nothing",
    ),
    cause("crashed", "Crashed", ""),
    cause("timed-out", "Timed out", ""),
    cause(
        "flooded",
        "Stopped for printing too much",
        "a debug trace, or a menu that repeats at the end of its input",
    ),
    cause("not-started", "Could not be started", ""),
    cause(
        "not-reached",
        "No answer in the batch",
        "the program reads only one board, or prints several lines for one",
    ),
    cause(
        "inadmissible",
        "Heuristic not admissible",
        "the blank is counted as a tile, the values of two heuristics are added, or a heuristic for single-tile \
         moves is used with --metric mtm",
    ),
    cause(
        "inconsistent",
        "Heuristic not consistent",
        "its value depends on where the blank is, or it is the maximum of several heuristics, but only for \
         some boards",
    ),
    cause("not-understood", "No answer found", ""),
];

/// Returns the kinds of verdicts with their meanings and usual causes, one per line.
pub(crate) fn verdicts_in_words() -> String {
    let width = CAUSES.iter().map(|cause| cause.kind.len()).max().unwrap_or(0);
    let line = |Cause { kind, sentence, cause }: &Cause| {
        let cause = if cause.is_empty() { String::new() } else { format!("; usual cause: {cause}") };
        format!("  {kind:width$}  {sentence}{cause}")
    };
    CAUSES.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the entry of a kind.
pub(super) fn cause_of(kind: &str) -> Cause {
    CAUSES.into_iter().find(|cause| cause.kind == kind).unwrap_or(cause("", "Wrong", ""))
}

/// Parts of error messages, in lower case, and what to do about each.
const REMEDIES: [(&str, &str); 22] = [
    ("can't open file", "the file does not exist: check its name and the folder you are in"),
    ("syntaxerror", "the program has a syntax error: fix it first"),
    ("indentationerror", "the program has a syntax error: fix it first"),
    (
        "no module named",
        "a Python package is missing: install it with `pip install`, or activate its environment",
    ),
    ("cannot find module", "a Node package or file is missing: check the name, or run `npm install`"),
    (
        "could not find or load main class",
        "compile it first (`javac *.java`), and name the folder of its classes: `java -cp bin Solver`",
    ),
    ("unable to access jarfile", "the jar file does not exist: check its name and the folder you are in"),
    ("unsupportedclassversionerror", "it was compiled for a newer Java than the one that runs it"),
    (
        "error while loading shared libraries",
        "a shared library is missing: set LD_LIBRARY_PATH, or link it statically",
    ),
    ("permission denied", "a file is not executable: `chmod +x FILE`"),
    ("command not found", "the command does not exist: check its name, or put ./ before it"),
    ("not found", "a command or file does not exist: check its name, or put ./ before it"),
    ("eoferror", "it reads more input than one line: try `--notation grid`, or `--stdin` for a menu"),
    (
        "nosuchelementexception",
        "it reads more input than it gets: try `--notation grid` or `--notation lines`",
    ),
    (
        "inputmismatchexception",
        "the input format is probably wrong: try `--notation spaces` or `--notation grid`",
    ),
    (
        "numberformatexception",
        "the input format is probably wrong: try `--notation spaces` or `--notation grid`",
    ),
    (
        "invalid literal for int",
        "the input format is probably wrong: try `--notation spaces` or `--notation grid`",
    ),
    (
        "sys.argv",
        "it expects the board as an argument: put {} after the program, or {args} for one argument per tile",
    ),
    (
        "arrayindexoutofbounds",
        "if it expects the board as an argument, put {} after the program; {args} gives one argument \
        per tile",
    ),
    (
        "the following arguments are required",
        "it expects arguments: put {} after the program where the board goes",
    ),
    ("usage:", "it expects other arguments: put {} after the program where the board goes"),
    (
        "filenotfounderror",
        "it opens a file that is not there: {file:NAME} gives it the board in a file of that name",
    ),
];

/// Returns the advice for the end of an error output.
pub(super) fn remedy(errors: &str) -> Option<&'static str> {
    let errors = errors.to_lowercase();
    REMEDIES.iter().find(|(part, _)| errors.contains(part)).map(|(_, advice)| *advice)
}
