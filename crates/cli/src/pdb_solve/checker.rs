//! Judges the answers of another solver, line by line.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::Arc;

use tilebase::board::{Board, Goal};
use tilebase::judge::{Claim, Finding, Judge};
use tilebase::notation::GoalName;
use tilebase::search::Limits;
use tilebase::solve::{Notice, Solver};
use tilebase::table::Folder;

use super::cost_args::{judging_by, multi_tile_of};
use crate::ask::{AskError, PathMeasure, with_hint, with_tables};
use crate::batch::{Line, LineWork, MAX_LINE_BYTES, MadeOnce, run_lines};
use crate::report::{FindingRow, FindingWriter};
use crate::shell::{Exit, Format};
use crate::trial::{PathCounts, costs_hint, has_fewest_slides, needs_costs};
use tilebase_answers::{Columns, Entries, Entry, EntryReader, Opening, OpeningError, may_mean_unsolvable};

/// Options for reading and judging answers, and for writing findings.
#[derive(Clone, Debug)]
pub(crate) struct CheckOptions {
    /// The reader of answers.
    pub(crate) reader: EntryReader,
    /// The names of columns.
    pub(crate) columns: Columns,
    /// The goal of lines that name none.
    pub(crate) goal: GoalName,
    /// Whether paths longer than optimal are accepted.
    pub(crate) accepts_longer: bool,
    /// Whether moves may follow either convention.
    pub(crate) takes_either_convention: bool,
    /// The measure of paths: a metric, or costs.
    pub(crate) measure: PathMeasure,
    /// Whether an answer has to be a list of all optimal paths.
    pub(crate) expects_all_paths: bool,
    /// The folder of the tables.
    pub(crate) folder: Folder,
    /// The limits of a search for the correct answer.
    pub(crate) limits: Limits,
    /// The writer of findings.
    pub(crate) writer: FindingWriter,
    /// Whether findings about right answers are written too.
    pub(crate) writes_right_ones: bool,
}

/// The findings about all lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckSummary {
    /// The number of judged answers.
    pub(crate) answers: u64,
    /// The number of right answers.
    pub(crate) right: u64,
    /// The number of findings by kind.
    pub(crate) kinds: BTreeMap<&'static str, u64>,
    /// The number of answers whose boards could not be read.
    pub(crate) unread: u64,
    /// The number of answers that could not be judged.
    pub(crate) unjudged: u64,
}

impl CheckSummary {
    /// The exit code: whether an answer is wrong, and if none is, whether all could be judged.
    #[must_use]
    pub(crate) const fn exit(&self) -> Exit {
        if self.right < self.answers {
            Exit::No
        } else if self.unjudged > 0 {
            Exit::Failed
        } else {
            Exit::Yes
        }
    }

    fn add(&mut self, outcome: &Outcome, accepts_longer: bool) {
        match outcome {
            Outcome::Empty => {}
            Outcome::Unjudged => self.unjudged += 1,
            Outcome::Judged { findings, has_board, .. } => {
                self.answers += 1;
                self.unread += u64::from(!has_board);
                self.right += u64::from(findings.iter().all(|finding| finding.is_right(accepts_longer)));
                for finding in findings {
                    *self.kinds.entry(finding.kind()).or_default() += 1;
                }
            }
        }
    }
}

/// The outcome of checking a line.
enum Outcome {
    /// The line is empty or a comment.
    Empty,
    /// The answer could not be judged.
    Unjudged,
    Judged {
        /// The findings about the claims, at least one.
        findings: Vec<Finding>,
        /// Whether the board of the line could be read.
        has_board: bool,
        /// The estimate in the line, if any.
        estimate: Option<NotedEstimate>,
    },
}

/// The findings about an entry.
struct Judged {
    findings: Vec<Finding>,
    /// The counts, if the entry is a list of paths.
    paths: Option<PathCounts>,
    /// Whether a path that is longer than necessary in the multi-tile metric has the fewest
    /// single-tile moves.
    has_fewest_slides: bool,
}

/// An estimate to compare with those of neighbors.
#[derive(Clone, Copy)]
struct NotedEstimate {
    line: u64,
    goal: Goal,
    board: Board,
    value: u32,
}

/// Judges answers, from any thread.
pub(crate) struct Checker<'a> {
    options: CheckOptions,
    judges: MadeOnce<Goal, Result<Arc<Judge>, String>>,
    /// Called when tables are missing in the folder.
    notify: &'a (dyn Fn(Notice, &Goal) + Sync),
}

impl<'a> Checker<'a> {
    /// Creates a checker. Calls `notify` when a table or pattern databases have to be built.
    pub(crate) const fn new(options: CheckOptions, notify: &'a (dyn Fn(Notice, &Goal) + Sync)) -> Self {
        Self { options, judges: MadeOnce::new(), notify }
    }

    /// Judges every line of the input, on all cores, and writes the findings in the order of the
    /// lines. Inconsistencies between lines come last.
    ///
    /// # Errors
    /// Errors of the input, its form, and the output.
    pub(crate) fn run(
        &self,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<CheckSummary, OpeningError> {
        let Opening { entries, read } = Opening::of(input, &self.options.columns)?;
        self.options.writer.begin(out)?;
        let mut summary = CheckSummary::default();
        let mut estimates: BTreeMap<Goal, HashMap<Board, u32>> = BTreeMap::new();
        let mut inconsistent = Vec::new();
        let checking = Checking { checker: self, entries };
        run_lines(&mut Cursor::new(read).chain(input), out, &checking, |outcome| {
            summary.add(&outcome, self.options.accepts_longer);
            if let Outcome::Judged { estimate: Some(noted), findings, .. } = outcome {
                let was_right = findings.iter().all(|finding| finding.is_right(self.options.accepts_longer));
                let of_goal = estimates.entry(noted.goal).or_default();
                let known = |board: &Board| of_goal.get(board).copied();
                let metric = self.options.reader.metric;
                let found = Finding::inconsistency(metric, &noted.board, noted.value, known);
                inconsistent.extend(found.map(|found| (noted, found, was_right)));
                of_goal.insert(noted.board, noted.value);
            }
        })?;
        for (noted, finding, was_right) in inconsistent {
            // The answer was counted as right before.
            summary.right -= u64::from(was_right);
            *summary.kinds.entry(finding.kind()).or_default() += 1;
            self.write(noted.line, Some(&noted.board), (&finding, ""), None, out)?;
        }
        Ok(summary)
    }

    /// Writes a finding with a remark, unless only wrong answers are listed and it is right.
    fn write(
        &self,
        line: u64,
        board: Option<&Board>,
        (finding, remark): (&Finding, &str),
        paths: Option<PathCounts>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let right = finding.is_right(self.options.accepts_longer);
        if right && !self.options.writes_right_ones {
            return Ok(());
        }
        let board = board.map_or_else(String::new, ToString::to_string);
        let (kind, finding) = (finding.kind(), format!("{finding}{remark}"));
        self.options.writer.write(&FindingRow { line, board, kind, right, paths, finding }, out)
    }

    /// The reason why a line is malformed; shortened in text output, so that lines stay readable.
    fn shown(&self, reason: String) -> String {
        const SHOWN: usize = 160;
        match reason.char_indices().nth(SHOWN) {
            Some((end, _)) if self.options.writer.format == Format::Text => format!("{}…", &reason[..end]),
            _ => reason,
        }
    }

    /// The findings about the claims of an entry. A list of paths has one finding, and the counts.
    fn judge(&self, entry: &Entry, goal: &Goal) -> Result<Judged, AskError> {
        let judge = self.judges.get(goal, || self.make_judge(goal).map(Arc::new)).map_err(AskError::Other)?;
        let Entry { board, claims, .. } = entry;
        if !self.options.expects_all_paths {
            let findings = claims.iter().map(|claim| judge.judge(board, claim));
            let findings: Vec<Finding> = findings.collect::<Result<_, _>>()?;
            let has_fewest_slides =
                findings.iter().any(|finding| has_fewest_slides(&judge, board, claims, finding));
            return Ok(Judged { findings, paths: None, has_fewest_slides });
        }
        match judge.judge_all_paths(board, claims)? {
            Some(finding) => {
                let paths = PathCounts::of(&judge, board, claims)?;
                Ok(Judged { findings: vec![finding], paths, has_fewest_slides: false })
            }
            None => Err(AskError::NoTableForLists { shape: goal.shape() }),
        }
    }

    fn make_judge(&self, goal: &Goal) -> Result<Judge, String> {
        let CheckOptions { folder, limits, takes_either_convention, measure, .. } = &self.options;
        let multi_tile = multi_tile_of(measure, goal, folder, limits.interrupt.as_ref());
        let multi_tile = multi_tile.map_err(|error| error.to_string())?;
        let solver = with_tables(Solver::builder(goal), goal, folder, limits.clone()).save_tables();
        let solver = solver.on_notice(|notice| (self.notify)(notice, goal)).build();
        let judge = Judge::new(solver.map_err(|error| with_hint(&error))?);
        let judge = judging_by(judge, measure, multi_tile, limits.clone());
        let judge = judge.map_err(|error| format!("{error:#}"))?;
        Ok(if *takes_either_convention { judge.taking_either_convention() } else { judge })
    }

    /// Whether an answer for an unsolvable board has no moves, which may mean that there is no
    /// path.
    fn is_empty_answer(&self, entry: &Entry, goal: &Goal) -> bool {
        !self.options.expects_all_paths && may_mean_unsolvable(&entry.claims, &entry.board, goal)
    }

    fn goal_of(&self, entry: &Entry) -> Result<Goal, AskError> {
        match entry.goal {
            Some(goal) => Ok(goal),
            None => Ok(self.options.goal.on(entry.board.shape())?),
        }
    }
}

/// The reason why an empty answer for an unsolvable board is not judged.
const EMPTY_ANSWER: &str = "an empty answer may mean that no path exists or that no move is needed; \
                            write `unsolvable` if no path exists";

/// The remark on a path that is too long only in multi-tile moves.
const FEWEST_SLIDES: &str = "; it has the fewest single-tile moves";

struct Checking<'a> {
    checker: &'a Checker<'a>,
    entries: Entries,
}

impl LineWork for Checking<'_> {
    type Note = Outcome;

    fn work(&self, line: Line<'_>, text: &mut Vec<u8>) -> io::Result<Outcome> {
        let number = self.entries.number(line.number);
        let malformed = |reason: String| Finding::Malformed { reason: self.checker.shown(reason) };
        let too_long = || malformed(format!("the line is longer than {MAX_LINE_BYTES} bytes"));
        let reader = &self.checker.options.reader;
        let read = match line.text {
            Some(line) => self
                .entries
                .read(reader, line)
                .map_err(|error| (error.board, malformed(error.fault.to_string()))),
            None => Err((None, too_long())),
        };
        let entry = match read {
            Ok(Some(entry)) => entry,
            Ok(None) => return Ok(Outcome::Empty),
            Err((board, finding)) => {
                self.checker.write(number, board.as_ref(), (&finding, ""), None, text)?;
                let has_board = board.is_some();
                return Ok(Outcome::Judged { findings: vec![finding], has_board, estimate: None });
            }
        };
        let goal = self.checker.goal_of(&entry);
        let judged = goal.and_then(|goal| Ok((goal, self.checker.judge(&entry, &goal)?)));
        let finding = match judged {
            Ok((goal, _)) if self.checker.is_empty_answer(&entry, &goal) => EMPTY_ANSWER.to_owned(),
            Ok((goal, Judged { findings, paths, has_fewest_slides }))
                if !findings.iter().any(needs_costs) =>
            {
                for finding in &findings {
                    let gets_remark = has_fewest_slides && matches!(finding, Finding::Longer { .. });
                    let remark = if gets_remark { FEWEST_SLIDES } else { "" };
                    self.checker.write(number, Some(&entry.board), (finding, remark), paths, text)?;
                }
                let estimate = entry.claims.iter().find_map(|claim| match claim {
                    Claim::Estimate(value) => {
                        Some(NotedEstimate { line: number, goal, board: entry.board, value: *value })
                    }
                    _ => None,
                });
                return Ok(Outcome::Judged { findings, has_board: true, estimate });
            }
            Ok((_, Judged { findings, .. })) => {
                let open = findings.iter().find(|finding| needs_costs(finding));
                open.map(costs_hint).unwrap_or_default()
            }
            Err(reason) => reason.to_string(),
        };
        let (line, board) = (number, entry.board.to_string());
        let row = FindingRow { line, board, kind: "unjudged", right: false, paths: None, finding };
        self.checker.options.writer.write(&row, text)?;
        Ok(Outcome::Unjudged)
    }
}
