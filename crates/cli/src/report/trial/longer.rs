//! The cause of paths, or stated lengths, that are longer than necessary.

use tilebase::board::Metric;
use tilebase::judge::Finding;
use tilebase_answers::ReadAs;

use super::report::TrialReport;
use crate::trial::{Attempt, PathLength, Verdict, WrongSearch};

/// Minimum number of stated lengths with the wrong parity. Fewer could be search statistics.
const MIN_ODD: usize = 3;

/// The lengths of a program's paths.
#[derive(Debug)]
struct Lengths {
    paths: Vec<PathLength>,
    /// Whether the program states the number of boards on a path instead.
    are_boards: bool,
}

impl TrialReport {
    /// Finds the wrong search that gives the lengths of all paths.
    pub(crate) fn find_wrong_search(&self) -> Option<WrongSearch> {
        WrongSearch::behind(&self.lengths().paths)
    }

    /// The cause, as sentences, if the verdict is about a path that is longer than necessary.
    pub(super) fn cause_of_longer(&self, verdict: &Verdict) -> Option<String> {
        let is_path = matches!(verdict, Verdict::Judged(Finding::Longer { .. }));
        if !is_path && !matches!(verdict, Verdict::Judged(Finding::TooLong { .. })) {
            return None;
        }
        if self.have_fewest_slides() {
            let cause = "Its paths have the fewest single-tile moves (stm), but not the fewest multi-tile \
                         moves: it counts each tile that slides as one move.";
            return Some(cause.to_owned());
        }
        let counted = "Each length that it states is one too large: it counts boards instead of moves.";
        let counted = self.lengths().are_boards.then(|| counted.to_owned());
        let search = self.wrong_search.map(|search| {
            let paths = if counted.is_some() { "The paths behind them" } else { "Its paths" };
            format!("{paths} are as long as those of {search}{}", remedy(search))
        });
        let usual = || is_path.then(|| format!("Usual cause: {}.", self.usual_cause_of_longer()));
        let known: Vec<String> = counted.into_iter().chain(search).collect();
        if known.is_empty() { usual() } else { Some(known.join(" ")) }
    }

    /// Whether every path that is longer than necessary has the fewest single-tile moves.
    fn have_fewest_slides(&self) -> bool {
        let is_longer = |tried: &&Attempt| matches!(tried.verdict, Verdict::Judged(Finding::Longer { .. }));
        let mut longer = self.tried().iter().filter(is_longer).peekable();
        longer.peek().is_some() && longer.all(|tried| tried.has_fewest_slides)
    }

    /// The lengths of all paths to the goal, and the lengths that are stated without a path.
    fn lengths(&self) -> Lengths {
        let length = |tried: &Attempt| {
            let Verdict::Judged(finding) = &tried.verdict else { return None };
            let length = match finding {
                Finding::Optimal { length }
                | Finding::Longer { length, .. }
                | Finding::TooLong { stated: length, .. } => *length,
                _ => return None,
            };
            Some(PathLength { board: tried.board, goal: tried.goal, length, distance: tried.distance? })
        };
        let mut paths: Vec<PathLength> = self.tried().iter().filter_map(length).collect();
        // All paths between two boards have the same parity, in single-tile moves.
        let is_odd = |path: &PathLength| !path.length.abs_diff(path.distance).is_multiple_of(2);
        let are_stated = self.tried().iter().all(|tried| tried.read_as != Some(ReadAs::Path));
        let has_parity = self.metric == Metric::SingleTile;
        let are_boards = has_parity && are_stated && paths.len() >= MIN_ODD && paths.iter().all(is_odd);
        if are_boards {
            paths.iter_mut().for_each(|path| path.length -= 1);
        }
        Lengths { paths, are_boards }
    }

    /// The usual cause of paths that are too long, inferred from their number and excess.
    fn usual_cause_of_longer(&self) -> &'static str {
        let excess = |tried: &Attempt| match tried.verdict {
            Verdict::Judged(Finding::Longer { excess, .. }) if !tried.is_right => Some(excess),
            _ => None,
        };
        let excesses: Vec<u32> = self.tried().iter().filter_map(excess).collect();
        // On nearer boards, even a greedy search usually finds an optimal path.
        const FAR: u32 = 10;
        let far =
            self.tried().iter().filter(|tried| tried.distance.is_some_and(|depth| depth >= FAR)).count();
        let worst = excesses.iter().max().copied().unwrap_or(0);
        match (worst, excesses.len() * 3 >= far) {
            (100.., _) => "depth-first search, which returns the first path that it finds",
            (_, true) => "greedy search, or a heuristic that overestimates",
            (_, false) => {
                "nodes are marked closed when generated instead of when expanded, or the heuristic \
                overestimates"
            }
        }
    }
}

/// The end of the text, after the name of the search: why the search is not optimal, or how to
/// make it optimal.
const fn remedy(search: WrongSearch) -> &'static str {
    match search {
        WrongSearch::ClosesWhenGenerated(_) => ". Close a node only when it is expanded.",
        WrongSearch::Greedy(_) => ", which ignores the moves already made.",
        WrongSearch::DepthFirst => ", which returns the first path that it finds.",
    }
}
