//! `--boards SPEC`: a specification of random boards and published sets.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use tilebase::board::{Board, Goal};
use tilebase::notation::GoalName;
use tilebase::oracle::Oracle;
use tilebase::solve::{Depths, Population};
use tilebase::space::StateIndex;

use crate::ask::name_of;
use crate::contest::{BoardSet, Task};
use crate::shell::{MetricArgs, count, nearest};

/// The items of a specification, for `--help`.
pub(super) const BOARD_ITEMS: &str = "\
Boards (--boards, separated by commas):
  random:100       100 random boards that can reach the goal
  depth=28:5       5 boards that are 28 moves from the goal
  depth=18-22:3    3 boards of each depth from 18 to 22
  depths:5         5 boards of every depth
  hardest:2        2 boards that are farthest from the goal
  walk=40:5        the ends of 5 random walks of 40 moves from the goal
  unsolvable:2     2 boards that cannot reach the goal
  all              all solvable boards (181,440 of 3x3)
  every=97         every 97th solvable board
  keogh, tran, zhang, parnami, korf15
                   published sets, with their goals; korf15 is Korf's 100 15-puzzles (1985)";

/// A comma-separated list of items `NAME[=WHICH][:N]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardSpec(pub(super) Vec<BoardItem>);

/// An item: a kind of boards and their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardItem {
    pub(super) kind: BoardKind,
    /// The number after the colon; for depths, the number of boards per depth.
    pub(super) count: Option<usize>,
}

/// A kind of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoardKind {
    /// Drawn uniformly from all solvable boards, with repetition.
    Random,
    /// At each of these distances from the goal.
    Depth(RangeInclusive<u32>),
    /// At every distance from the goal.
    Depths,
    /// At the largest distance from the goal.
    Hardest,
    /// The ends of random walks of this many moves from the goal.
    Walk(u32),
    /// Drawn uniformly from all boards that cannot reach the goal.
    Unsolvable,
    /// Every N-th solvable board, in index order.
    Every(u64),
    /// Input that is not a board, to test how a solver reacts.
    Malformed,
    /// A published set.
    Set(BoardSet),
}

/// Maximum length of a random walk: more moves do not mix better.
pub(super) const MAX_WALK: u32 = 100_000;

/// Maximum number of states that are scanned for boards of a depth: 2x5, 3x3 and smaller.
const MAX_SCANNED_STATES: u64 = 1 << 22;

/// The names of items without a value, besides the published sets.
const NAMES: [&str; 9] =
    ["random", "depth", "depths", "hardest", "walk", "unsolvable", "all", "every", "malformed"];

impl BoardSpec {
    /// Whether the goal's table is required, for distances or to enumerate all states.
    pub(super) fn needs_table(&self) -> bool {
        self.0.iter().any(|item| item.kind.needs_table())
    }

    /// Rejects boards of given depths in the multi-tile metric: boards are chosen by their distance
    /// in single-tile moves.
    pub(super) fn check_metric(&self, metric: MetricArgs) -> anyhow::Result<()> {
        let by_depth = |item: &&BoardItem| {
            matches!(item.kind, BoardKind::Depth(_) | BoardKind::Depths | BoardKind::Hardest)
        };
        match self.0.iter().find(by_depth) {
            Some(item) if metric.is_multi_tile() => bail!(
                "--boards {item} cannot be used with --metric mtm: depths are counted in single-tile moves; \
                 use random:N, walk=40:N or all"
            ),
            _ => Ok(()),
        }
    }

    /// Whether malformed input was requested.
    pub(super) fn has_malformed(&self) -> bool {
        self.0.iter().any(|item| item.kind == BoardKind::Malformed)
    }

    /// The goal of the published sets, if all items are sets with one common goal.
    pub(super) fn goal_of_sets(&self) -> Option<Goal> {
        let goals = self.0.iter().map(|item| match item.kind {
            BoardKind::Set(set) => set.goal(),
            _ => None,
        });
        let goals: Vec<Goal> = goals.collect::<Option<_>>()?;
        let first = *goals.first()?;
        goals.iter().all(|goal| *goal == first).then_some(first)
    }

    /// Messages about the published sets whose goal is not this one.
    pub(super) fn other_goals(&self, goal: GoalName) -> Vec<String> {
        let message = |item: &BoardItem| match item.kind {
            BoardKind::Set(set) => match set.goal() {
                Some(of_set) if goal.on(of_set.shape()) == Ok(of_set) => None,
                Some(of_set) => {
                    let name = name_of(&of_set).unwrap_or_else(|| GoalName::BlankLast.to_string());
                    Some(format!("the boards of {} are for the goal {name}; use --goal {name}", set.name()))
                }
                None => Some(format!("the boards of {} have different goals; --solve uses them", set.name())),
            },
            _ => None,
        };
        self.0.iter().filter_map(message).collect()
    }

    /// Draws the boards, item by item. The same seed gives the same boards. Boards of published
    /// sets keep their own goals. Malformed input is left to the caller.
    ///
    /// # Errors
    /// If no board has a given depth, or the shape has too many states to search for such boards.
    pub(super) fn draw(
        &self,
        goal: &Goal,
        oracle: Option<&Oracle>,
        seed: u64,
        default_count: usize,
    ) -> anyhow::Result<Vec<Task>> {
        let mut tasks = Vec::new();
        for BoardItem { kind, count } in &self.0 {
            let count = count.unwrap_or(default_count);
            if let BoardKind::Set(set) = kind {
                tasks.extend(set.tasks());
                continue;
            }
            let boards = kind.draw(goal, oracle, seed, count)?;
            tasks.extend(boards.into_iter().map(|board| Task { board, goal: *goal }));
        }
        Ok(tasks)
    }
}

impl BoardKind {
    const fn needs_table(&self) -> bool {
        matches!(self, Self::Depth(_) | Self::Depths | Self::Hardest | Self::Every(_))
    }

    fn draw(
        &self,
        goal: &Goal,
        oracle: Option<&Oracle>,
        seed: u64,
        count: usize,
    ) -> anyhow::Result<Vec<Board>> {
        let scanned = || scannable(oracle, goal);
        match self {
            Self::Random => Ok(Population::Solvable.draw(goal, count, seed)?),
            Self::Unsolvable => Ok(Population::Unsolvable.draw(goal, count, seed)?),
            Self::Walk(moves) => {
                // Otherwise, walks of different lengths would begin with the same moves.
                let seed = seed.wrapping_add(u64::from(*moves) << 32);
                Ok(Population::Walks(*moves).draw(goal, count, seed)?)
            }
            Self::Depth(depths) => boards_of_depths(scanned()?, depths, count, seed),
            Self::Depths => Ok(Depths::Each.draw(scanned()?, count, seed)?),
            Self::Hardest => Ok(Depths::Deepest.draw(scanned()?, count, seed)?),
            Self::Every(step) => {
                let space = scanned()?.space();
                let numbers = (0..space.states()).step_by(usize::try_from(*step).unwrap_or(usize::MAX));
                Ok(numbers.filter_map(|number| space.board_at(StateIndex::new(number))).collect())
            }
            Self::Malformed | Self::Set(_) => Ok(Vec::new()),
        }
    }
}

/// Draws `count` boards of each depth.
fn boards_of_depths(
    oracle: &Oracle,
    depths: &RangeInclusive<u32>,
    count: usize,
    seed: u64,
) -> anyhow::Result<Vec<Board>> {
    if depths.start() == depths.end() {
        return Ok(Depths::From(depths.clone()).draw(oracle, count, seed)?);
    }
    let deepest = oracle.histogram().len().saturating_sub(1);
    if *depths.end() as usize > deepest {
        let shape = oracle.goal().shape();
        bail!("no {shape} board is {} moves from the goal: the farthest are {deepest}", depths.end());
    }
    let mut boards = Vec::new();
    for board in Depths::Each.draw(oracle, count, seed)? {
        if depths.contains(&oracle.distance(&board)?.moves().into()) {
            boards.push(board);
        }
    }
    Ok(boards)
}

/// The table, if it exists and is small enough to scan all its states.
///
/// # Errors
/// If there is no such table. The message suggests other items.
pub(super) fn scannable<'a>(oracle: Option<&'a Oracle>, goal: &Goal) -> anyhow::Result<&'a Oracle> {
    oracle.filter(|oracle| oracle.space().states() <= MAX_SCANNED_STATES).ok_or_else(|| {
        let shape = goal.shape();
        anyhow!(
            "{shape} has too many states to choose boards by depth: use --boards walk=40 (ends of random \
             walks) or random"
        )
    })
}

/// The reason why a specification is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct BoardSpecError(String);

impl FromStr for BoardSpec {
    type Err = BoardSpecError;

    fn from_str(text: &str) -> Result<Self, BoardSpecError> {
        // A board with commas, or a file, is a likely mistake; an error about its first item would
        // not help.
        if Board::read(text, None).is_ok() {
            return Err(BoardSpecError(format!("{text} is a board: give it without --boards")));
        }
        let items = text.split(',').map(|item| item.trim().parse()).collect::<Result<_, BoardSpecError>>();
        // If there is only one item, the message does not repeat it.
        let alone = |BoardSpecError(message)| {
            BoardSpecError(message.strip_prefix(&format!("{text:?}: ")).unwrap_or(&message).to_owned())
        };
        items.map(Self).map_err(alone)
    }
}

impl FromStr for BoardItem {
    type Err = BoardSpecError;

    fn from_str(text: &str) -> Result<Self, BoardSpecError> {
        let (head, count) = match text.rsplit_once(':') {
            Some((head, count)) => (head, Some(number(text, count)?)),
            None => (text, None),
        };
        let (name, value) = match head.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (head, None),
        };
        let kind = match (name, value) {
            ("random", None) => BoardKind::Random,
            ("depth", Some(depths)) => BoardKind::Depth(depth_range(text, depths)?),
            ("depth", None) => return Err(wrong(text, "give the depth, such as depth=20 or depth=18-22")),
            ("depths", None) => BoardKind::Depths,
            ("hardest", None) => BoardKind::Hardest,
            ("walk", Some(moves)) => BoardKind::Walk(number(text, moves)?),
            ("walk", None) => return Err(wrong(text, "give the length of the walk, such as walk=40")),
            ("unsolvable", None) => BoardKind::Unsolvable,
            ("all", None) => BoardKind::Every(1),
            ("every", Some(step)) => BoardKind::Every(number(text, step)?),
            ("every", None) => return Err(wrong(text, "give the step, such as every=97")),
            ("malformed", None) => BoardKind::Malformed,
            (name, None) => match BoardSet::ALL.into_iter().find(|set| set.name() == name) {
                Some(set) => BoardKind::Set(set),
                None => return Err(unknown(text, name)),
            },
            (name, Some(_)) if NAMES.contains(&name) => {
                return Err(wrong(text, &format!("{name} has no =value")));
            }
            (name, Some(_)) => return Err(unknown(text, name)),
        };
        let is_fixed = matches!(kind, BoardKind::Every(_) | BoardKind::Malformed | BoardKind::Set(_));
        match kind {
            BoardKind::Every(0) => Err(wrong(text, "the step is at least 1")),
            BoardKind::Walk(moves) if moves > MAX_WALK => {
                Err(wrong(text, &format!("a walk has at most {MAX_WALK} moves")))
            }
            _ if is_fixed && count.is_some() => Err(wrong(text, &format!("{name} has no :N"))),
            kind => Ok(Self { kind, count }),
        }
    }
}

fn number<T: TryFrom<u64>>(item: &str, text: &str) -> Result<T, BoardSpecError> {
    let number = count(text).ok().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| wrong(item, &format!("expected a whole number, found {text:?}")))
}

fn depth_range(item: &str, text: &str) -> Result<RangeInclusive<u32>, BoardSpecError> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (number(item, from)?, number(item, to)?);
    if from <= to { Ok(from..=to) } else { Err(wrong(item, "the smaller depth comes first")) }
}

fn wrong(item: &str, reason: &str) -> BoardSpecError {
    BoardSpecError(format!("{item:?}: {reason}"))
}

fn unknown(item: &str, name: &str) -> BoardSpecError {
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return wrong(item, &format!("for {name} random boards use random:{name}"));
    }
    if name == "korf24" {
        return wrong(
            item,
            "there is no such set; Korf's fifty 24-puzzles, to the goal blank-first, are in \
             tests/data/korf-24-puzzle.tsv of the repository",
        );
    }
    let names = NAMES.into_iter().chain(BoardSet::ALL.into_iter().map(BoardSet::name));
    if let Some(name) = nearest(name, names) {
        return wrong(item, &format!("did you mean {name}?"));
    }
    wrong(
        item,
        "expected random:N, depth=18-22:N, depths:N, hardest:N, walk=40:N, unsolvable:N, all, every=97, \
         keogh, tran, zhang, parnami or korf15",
    )
}

impl fmt::Display for BoardSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&items.join(","))
    }
}

impl fmt::Display for BoardItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            BoardKind::Random => f.write_str("random")?,
            BoardKind::Depth(depths) if depths.start() == depths.end() => {
                write!(f, "depth={}", depths.end())?;
            }
            BoardKind::Depth(depths) => write!(f, "depth={}-{}", depths.start(), depths.end())?,
            BoardKind::Depths => f.write_str("depths")?,
            BoardKind::Hardest => f.write_str("hardest")?,
            BoardKind::Walk(moves) => write!(f, "walk={moves}")?,
            BoardKind::Unsolvable => f.write_str("unsolvable")?,
            BoardKind::Every(1) => f.write_str("all")?,
            BoardKind::Every(step) => write!(f, "every={step}")?,
            BoardKind::Malformed => f.write_str("malformed")?,
            BoardKind::Set(set) => f.write_str(set.name())?,
        }
        self.count.map_or(Ok(()), |count| write!(f, ":{count}"))
    }
}

#[cfg(test)]
mod tests {
    use tilebase::board::Shape;

    use super::*;

    fn spec(text: &str) -> BoardSpec {
        text.parse().unwrap()
    }

    #[test]
    fn items_are_printed_as_they_are_read() {
        for text in [
            "random:100",
            "depth=18-22:3,depth=20",
            "depths:5,unsolvable:2",
            "hardest:2",
            "walk=40:5",
            "all",
            "every=97,malformed",
            "keogh,tran,zhang,parnami,korf15",
        ] {
            assert_eq!(spec(text).to_string(), text);
        }
        assert_eq!(spec(" random:5 , all ").to_string(), "random:5,all");
        assert_eq!(
            spec("random:1e6,walk=1e2:5,every=1_000").to_string(),
            "random:1000000,walk=100:5,every=1000"
        );
    }

    #[test]
    fn mistakes_say_what_is_expected() {
        for (text, message) in [
            ("dept=5", "did you mean depth?"),
            ("boards", "expected random:N, depth=18-22:N"),
            ("", "expected random:N"),
            ("depth", "such as depth=20"),
            ("depth=a", "expected a whole number, found \"a\""),
            ("depth=9-3", "the smaller depth comes first"),
            ("random:", "expected a whole number, found \"\""),
            ("random:-1", "expected a whole number, found \"-1\""),
            ("walk", "such as walk=40"),
            ("walk=100001", "at most 100000 moves"),
            ("every=0", "at least 1"),
            ("all:5", "all has no :N"),
            ("keogh:2", "keogh has no :N"),
            ("hardest=3", "hardest has no =value"),
            ("10", "use random:10"),
            ("638541720", "is a board"),
            ("1,2,3,4,5,6,7,8,0", "is a board"),
        ] {
            let error = text.parse::<BoardSpec>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn boards_are_what_the_items_say() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = Oracle::build(&goal).unwrap();
        let draw = |text: &str| spec(text).draw(&goal, Some(&oracle), 7, 3).unwrap();
        let depths = |text: &str| -> Vec<u16> {
            let depth = |task: &Task| oracle.distance(&task.board).unwrap().moves().into();
            draw(text).iter().map(depth).collect()
        };
        assert_eq!(depths("depth=2-3:1"), [2, 3]);
        assert_eq!(depths("hardest"), [21]);
        assert_eq!(depths("depths:1"), (0..=21).collect::<Vec<_>>());
        assert_eq!((draw("random").len(), draw("random:5").len()), (3, 5));
        assert_eq!((draw("all").len(), draw("every=7").len()), (360, 52));
        assert!(draw("unsolvable:4").iter().all(|task| !goal.is_reachable_from(&task.board)));
        assert!(depths("walk=3:9").iter().all(|depth| [1, 3].contains(depth)));
        let set = draw("parnami,random:1");
        assert!(set.len() == 5 && set[0].goal != set[4].goal && set[4].goal == goal);
        assert_eq!(draw("random:9,walk=20:2"), draw("random:9,walk=20:2"));
    }

    #[test]
    fn boards_of_missing_depths_are_refused() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = Oracle::build(&goal).unwrap();
        for text in ["depth=40", "depth=20-22"] {
            let error = spec(text).draw(&goal, Some(&oracle), 1, 1).unwrap_err().to_string();
            assert!(error.ends_with("the farthest are 21"), "{error}");
        }
        let large = Goal::blank_last(Shape::new(4, 4).unwrap());
        let error = spec("depth=20").draw(&large, None, 1, 1).unwrap_err().to_string();
        assert!(error.contains("walk=40"), "{error}");
    }

    #[test]
    fn sets_bring_their_goal() {
        assert_eq!(spec("korf15").goal_of_sets(), Some(Goal::blank_first(Shape::new(4, 4).unwrap())));
        assert_eq!(spec("keogh,tran").goal_of_sets(), Some(Goal::blank_last(Shape::THREE_BY_THREE)));
        for text in ["parnami", "keogh,korf15", "keogh,random"] {
            assert_eq!(spec(text).goal_of_sets(), None, "{text}");
        }
    }
}
