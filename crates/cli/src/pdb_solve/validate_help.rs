//! The help of `pdb-solve validate`: examples, the forms of answers, verdicts, and exit codes.

use super::board_spec::BOARD_ITEMS;
use crate::report::verdicts_in_words;
use crate::shell::{columns, wrapped};
use crate::trial::Runner;

pub(super) const EXAMPLES: &str = "\
Examples:
  pdb-solve validate -- python3 solver.py        the board on standard input
  pdb-solve validate -- ./solver {}              {} stands for the board
  pdb-solve validate --python solver.py:solve    calls a function";

const MORE_EXAMPLES: &str = "  pdb-solve validate --boards depths:20 --report a.html -- ./solver {}
  pdb-solve validate --boards all --batch -- ./solver    all boards in one run
  pdb-solve validate --notation grid -- java Solver      three rows
  pdb-solve validate --shape 4x4 -- ./solver {args}      sixteen arguments
  pdb-solve validate --notation spaces --stdin '2\\n{}\\n3\\n' -- ./menu
  pdb-solve validate --answer-file output.txt -- python3 driver.py bfs {}
  pdb-solve validate --goal snail --notation 42 -- ./n-puzzle -f {file:a.txt}
  pdb-solve validate --goal random:5 -- ./solver {} {goal}
  pdb-solve validate --java bin:Solver.solve
  pdb-solve validate --boards malformed -- ./solver {}
  pdb-solve validate --expect estimate --python search.py:h

Placeholders in the command and in --stdin:
  {}           the board, in the format of --notation
  {rows}       the rows of the board, one argument each
  {args}       the tiles of the board, one argument each
  {file}       the name of a file with the board; {file:NAME} sets this name
  {goal}       the goal
Without a placeholder, the board comes on standard input. Without --notation, \
the usual formats are tried if the program does not answer an easy board.";

const EXPECT: &str = "\
Answers (--expect):
  auto           anywhere in the output: moves, boards, a length, \"no solution\", JSON
  moves          the text that looks most like moves, even if they do not lead to the goal
  tile-numbers   the last line of numbers: the tiles that slide
  last-number    the last number, as a length
  regex:PATTERN  groups named moves, length or unsolvable, and optionally nodes
  json:/POINTER  a JSON field: moves, a length, or null for unsolvable
  estimate       the value of a heuristic; also estimate:last-number, estimate:regex:...
                 Checks that it is admissible, and consistent between neighbors.";

const FIXED: &str = "\
A run that prints more than 8 MB is stopped. Each run has a fresh copy of the current folder. This \
is not a sandbox: the program can read and change your files.";

const EXIT_CODES: &str = "\
Exit codes:
  0  every answer is right
  1  at least one answer is wrong, or a run crashed, timed out or printed too much
  2  nothing is wrong, but not everything could be judged: an answer was not understood, the
     program could not be started, the input was bad, or the command was interrupted";

const MALFORMED: &str =
    "  malformed        bad input: a letter, a repeated tile, one tile too few, no input ...";

/// The text after the options in the long help.
pub(super) fn after_long_help() -> String {
    let examples = format!("{EXAMPLES}\n{MORE_EXAMPLES}");
    let verdicts = format!("Verdicts on boards without a right answer:\n{}", verdicts_in_words());
    let text = [&examples, BOARD_ITEMS, MALFORMED, EXPECT, &verdicts, FIXED, Runner::REACH, EXIT_CODES]
        .join("\n\n")
        .replace("\n\n  malformed", "\n  malformed");
    text.lines().map(fitted).collect::<Vec<_>>().join("\n")
}

/// Wraps a line of the help. Its further lines begin at the second column, if there is one.
fn fitted(line: &str) -> String {
    let text = line.trim_start();
    let begin = line.len() - text.len();
    let second = text
        .split_once("  ")
        .map(|(first, rest)| first.chars().count() + 2 + (rest.len() - rest.trim_start().len()));
    if line.chars().count() <= columns() {
        line.to_owned()
    } else {
        wrapped(line, begin + second.unwrap_or(0))
    }
}
