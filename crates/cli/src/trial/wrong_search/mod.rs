//! Names the wrong search behind the lengths of a program's paths.
//!
//! Some mistakes, such as a greedy search, give valid paths that are longer than necessary. Which
//! boards get longer paths, and how much longer, depends on details: the order of moves and how
//! ties are broken. Each mistake is therefore simulated in all usual ways (`first_path`, `queue`).
//! It is named only if one of them gives every length of the program, and if there are enough
//! lengths to rule out a coincidence.

mod first_path;
mod puzzle;
mod queue;

use std::fmt;

use self::first_path::{Closing, FirstPath, Rank};
use self::puzzle::{Puzzle, State, Steps};
use self::queue::Ties;
use tilebase::board::{Board, Goal, Shape};

/// An estimate of the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SimpleHeuristic {
    /// The Manhattan distance.
    Manhattan,
    /// The number of misplaced tiles.
    Misplaced,
}

impl SimpleHeuristic {
    const ALL: [Self; 2] = [Self::Manhattan, Self::Misplaced];
}

/// Writes a noun phrase.
impl fmt::Display for SimpleHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Manhattan => "Manhattan distance",
            Self::Misplaced => "number of misplaced tiles",
        })
    }
}

/// The length of a program's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathLength {
    /// The board.
    pub(crate) board: Board,
    /// The goal.
    pub(crate) goal: Goal,
    /// The length of the program's path.
    pub(crate) length: u32,
    /// The distance of the board from the goal.
    pub(crate) distance: u32,
}

impl PathLength {
    const fn is_longer(&self) -> bool {
        self.length > self.distance
    }

    /// Whether paths to the goal can be simulated.
    fn is_known(&self) -> bool {
        [self.board.shape(), self.goal.shape()] == [Shape::THREE_BY_THREE; 2]
            && self.goal.is_reachable_from(&self.board)
    }
}

/// A search whose paths may be longer than necessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum WrongSearch {
    /// A\* that closes nodes when it generates them, and so keeps the first path to each.
    ClosesWhenGenerated(SimpleHeuristic),
    /// Greedy best-first search.
    Greedy(SimpleHeuristic),
    /// Depth-first search that visits no state twice.
    DepthFirst,
}

/// Minimum number of longer paths. A\* with another heuristic agreed by chance on up to two.
const MIN_LONGER: usize = 4;

/// Minimum number of paths.
const MIN_PATHS: usize = 6;

/// A depth-first search is given up after taking `MAX_TAKEN_PER_MOVE * (EXTRA_MOVES + length)`
/// states from its stack. `length` is that of the shortest of the program's longer paths: a search
/// that takes more states returns a longer path.
const MAX_TAKEN_PER_MOVE: u64 = 4;

/// See [`MAX_TAKEN_PER_MOVE`].
const EXTRA_MOVES: u64 = 1000;

/// Depth-first search is tried only if some path is at least this many moves longer than needed.
const MIN_DEPTH_FIRST_EXCESS: u32 = 30;

impl WrongSearch {
    /// Returns the only wrong search that gives all these lengths.
    ///
    /// `None` if none or several do, if there are too few lengths, or if a board is not 3x3.
    #[must_use]
    pub(crate) fn behind(lengths: &[PathLength]) -> Option<Self> {
        let longer = lengths.iter().filter(|path| path.is_longer()).count();
        if longer < MIN_LONGER || lengths.len() < MIN_PATHS || !lengths.iter().all(PathLength::is_known) {
            return None;
        }
        let mut fitting = Self::fitting(lengths);
        let search = fitting.pop()?;
        fitting.is_empty().then_some(search)
    }

    /// The searches that give these lengths.
    fn fitting(lengths: &[PathLength]) -> Vec<Self> {
        let mut lengths = lengths.to_vec();
        // Longer paths rule most ways out, and short paths are found fast.
        lengths.sort_by_key(|path| (!path.is_longer(), path.length, path.distance));
        Self::all(&lengths).into_iter().filter(|search| search.gives(&lengths)).collect()
    }

    /// The searches that could give these lengths.
    fn all(lengths: &[PathLength]) -> Vec<Self> {
        let excess = lengths.iter().map(|path| path.length.saturating_sub(path.distance)).max();
        let depth_first = excess.filter(|excess| *excess >= MIN_DEPTH_FIRST_EXCESS).map(|_| Self::DepthFirst);
        let with = |search: fn(SimpleHeuristic) -> Self| SimpleHeuristic::ALL.map(search);
        [with(Self::Greedy), with(Self::ClosesWhenGenerated)]
            .concat()
            .into_iter()
            .chain(depth_first)
            .collect()
    }

    /// Whether some way of programming the search gives all lengths. The shortest of the longer
    /// paths must come first, since only its search is limited.
    fn gives(self, lengths: &[PathLength]) -> bool {
        let cases: Vec<(Puzzle, State, u32)> = lengths
            .iter()
            .map(|path| (Puzzle::new(&path.goal, self.estimate()), State::new(&path.board), path.length))
            .collect();
        let orders = Steps::all_orders();
        let longest = lengths.iter().map(|path| path.length).max().unwrap_or(0);
        let limit = |nth: usize, length: u32| match (self, nth) {
            (Self::DepthFirst, 0) => MAX_TAKEN_PER_MOVE * (EXTRA_MOVES + u64::from(length)),
            _ => u64::MAX,
        };
        self.ways(longest).into_iter().any(|way| {
            // The order of moves changes only the age of nodes.
            let count = if way.ties == Ties::SmallestBoard { 1 } else { orders.len() };
            orders[..count].iter().any(|steps| {
                let mut cases = cases.iter().enumerate();
                cases.all(|(nth, (puzzle, start, length))| {
                    way.length(puzzle, steps, *start, limit(nth, *length)) == Some(*length)
                })
            })
        })
    }

    const fn estimate(self) -> SimpleHeuristic {
        match self {
            Self::ClosesWhenGenerated(estimate) | Self::Greedy(estimate) => estimate,
            Self::DepthFirst => SimpleHeuristic::Manhattan,
        }
    }

    /// The usual ways of programming it, if the longest path has this length.
    fn ways(self, longest: u32) -> Vec<FirstPath> {
        let way = FirstPath {
            rank: Rank::Equal,
            ties: Ties::Newest,
            closing: Closing::Generated,
            early_goal_test: false,
            depth_limit: None,
        };
        let all = [Closing::Generated, Closing::Taken, Closing::TakenUnchecked];
        let (ranks, closings): (&[Rank], &[Closing]) = match self {
            Self::ClosesWhenGenerated(_) => (&[Rank::F, Rank::FThenG, Rank::FThenH], &all[..1]),
            Self::Greedy(_) => (&[Rank::H, Rank::HThenG], &all),
            Self::DepthFirst => {
                let limits = [None, Some(longest), Some(longest + 1)];
                let closings = [Closing::Generated, Closing::Taken];
                let closed = |depth_limit| closings.map(|closing| FirstPath { closing, depth_limit, ..way });
                let tested = |way| [false, true].map(|early_goal_test| FirstPath { early_goal_test, ..way });
                return limits.into_iter().flat_map(closed).flat_map(tested).collect();
            }
        };
        let mut ways = Vec::new();
        for &closing in closings {
            for &rank in ranks {
                ways.extend(Ties::ALL.map(|ties| FirstPath { rank, ties, closing, ..way }));
            }
        }
        ways
    }
}

/// Writes a noun phrase.
impl fmt::Display for WrongSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClosesWhenGenerated(estimate) => {
                write!(f, "an A* search ({estimate}) that closes nodes when it generates them")
            }
            Self::Greedy(estimate) => write!(f, "greedy best-first search with the {estimate}"),
            Self::DepthFirst => f.write_str("depth-first search"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use tilebase::oracle::Oracle;
    use tilebase::search::{
        BestFirst, Conventions, Duplicates, Heuristic, Manhattan, ManhattanPlusMisplaced, Misplaced, Problem,
        Search, Weight,
    };
    use tilebase::solve::Depths;

    /// Two boards of every depth.
    fn boards(goal: &Goal) -> Vec<(Board, u32)> {
        let oracle = Oracle::build(goal).unwrap();
        let boards = Depths::Each.draw(&oracle, 2, 5).unwrap();
        let distance = |board: &Board| u32::from(oracle.distance(board).unwrap().moves());
        boards.iter().map(|board| (*board, distance(board))).collect()
    }

    fn lengths(goal: &Goal, find: impl Fn(&Board) -> u32) -> Vec<PathLength> {
        let path = |(board, distance)| PathLength { board, goal: *goal, length: find(&board), distance };
        boards(goal).into_iter().map(path).collect()
    }

    /// The lengths of a best-first search of the library.
    fn searched(
        goal: &Goal,
        search: BestFirst,
        heuristic: &dyn Heuristic,
        of: Conventions,
    ) -> Vec<PathLength> {
        let search = Search::best_first(search.with_conventions(of).unwrap(), heuristic);
        lengths(goal, |board| {
            let problem = Problem::new(*board, *goal).unwrap();
            search.run(&problem).unwrap().moves.len() as u32
        })
    }

    const TIES: [tilebase::search::Ties; 3] =
        [tilebase::search::Ties::Fifo, tilebase::search::Ties::Lifo, tilebase::search::Ties::Heap];

    #[test]
    fn greedy_searches_are_named() {
        let goal = Goal::snail(Shape::THREE_BY_THREE);
        for (ties, moves) in TIES.into_iter().zip(["UDLR", "RULD", "LDUR"]) {
            let duplicates = Duplicates::DroppedWhenPopped;
            let of = Conventions { moves: moves.parse().unwrap(), ties, duplicates, ..Conventions::STANDARD };
            let by = |heuristic: &dyn Heuristic| {
                WrongSearch::behind(&searched(&goal, BestFirst::greedy(), heuristic, of))
            };
            let expected = |heuristic| Some(WrongSearch::Greedy(heuristic));
            assert_eq!(by(&Manhattan::new(&goal)), expected(SimpleHeuristic::Manhattan), "{ties:?}");
            assert_eq!(by(&Misplaced::new(&goal)), expected(SimpleHeuristic::Misplaced), "{ties:?}");
        }
    }

    #[test]
    fn other_searches_are_not_named() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let (manhattan, both) = (Manhattan::new(&goal), ManhattanPlusMisplaced::new(&goal));
        let weighted = |weight| BestFirst::weighted_astar(Weight::new(weight).unwrap());
        for (search, heuristic) in [
            (weighted(1.5), &manhattan as &dyn Heuristic),
            (weighted(4.0), &manhattan),
            (BestFirst::astar(), &both),
            (BestFirst::greedy(), &both),
            (BestFirst::astar(), &manhattan),
        ] {
            for ties in TIES {
                let duplicates = Duplicates::DroppedWhenPopped;
                let found = searched(
                    &goal,
                    search,
                    heuristic,
                    Conventions { ties, duplicates, ..Conventions::STANDARD },
                );
                assert_eq!(WrongSearch::behind(&found), None, "{search:?}");
            }
        }
    }

    /// The length of the path of a depth-first search that marks states when it enters them.
    fn depth_first(goal: &Goal, start: &Board) -> u32 {
        let mut entered = HashSet::from([*start]);
        let mut path = vec![(*start, start.successors().map(|(_, after)| after).collect::<Vec<_>>())];
        while let Some((board, rest)) = path.last_mut() {
            if *board == goal.board() {
                break;
            }
            match rest.pop() {
                None => _ = path.pop(),
                Some(after) if entered.insert(after) => {
                    path.push((after, after.successors().map(|(_, after)| after).collect()));
                }
                Some(_) => {}
            }
        }
        path.len() as u32 - 1
    }

    #[test]
    fn depth_first_search_is_named() {
        let goal = Goal::blank_first(Shape::THREE_BY_THREE);
        let few = boards(&goal).into_iter().step_by(6);
        let path = |(board, distance): (Board, u32)| PathLength {
            board,
            goal,
            length: depth_first(&goal, &board),
            distance,
        };
        let mut found: Vec<PathLength> = few.map(path).collect();
        assert_eq!(WrongSearch::behind(&found), Some(WrongSearch::DepthFirst));
        found[8].length += 2;
        assert_eq!(WrongSearch::behind(&found), None);
    }

    /// One length that does not fit, or too few lengths, and nothing is named.
    #[test]
    fn all_lengths_have_to_agree() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let closes = WrongSearch::ClosesWhenGenerated(SimpleHeuristic::Manhattan);
        let puzzle = Puzzle::new(&goal, SimpleHeuristic::Manhattan);
        let order = Steps::all_orders()[17];
        for way in closes.ways(31).into_iter().step_by(3) {
            let found =
                lengths(&goal, |board| way.length(&puzzle, &order, State::new(board), u64::MAX).unwrap());
            let longer = found.iter().filter(|path| path.is_longer()).count();
            assert_eq!(WrongSearch::behind(&found), (longer >= MIN_LONGER).then_some(closes), "{way:?}");
            let mut other = found.clone();
            other[50].length += 2;
            assert_eq!(WrongSearch::behind(&other), None, "{way:?}");
            let short: Vec<PathLength> = found.iter().copied().filter(|path| !path.is_longer()).collect();
            assert_eq!(WrongSearch::behind(&short), None);
        }
        let small = Goal::blank_last(Shape::new(2, 2).unwrap());
        let path = PathLength { board: small.board(), goal: small, length: 12, distance: 0 };
        assert_eq!(WrongSearch::behind(&[path; 9]), None);
    }
}
