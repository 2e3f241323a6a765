//! Options that choose the boards and the goals of `validate`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};
use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::{BoardOptions, Boards, GoalName};
use tilebase::oracle::Oracle;
use tilebase::solve::Population;

use super::board_spec::{BoardItem, BoardKind, BoardSpec, scannable};
use super::feed::RARE;
use super::options::read_shape;
use crate::contest::Task;
use crate::shell::{MetricArgs, number, open_input, tell, without_repeats};

/// The boards to try, and the goals.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct BoardArgs {
    /// Boards to try [default: see --boards]
    #[arg(value_name = "BOARD", hide_short_help = true)]
    given: Vec<String>,

    /// Boards to draw [default: depths:2,unsolvable:2]
    ///
    /// E.g. depths:5 (five of every depth), random:100, all, unsolvable:9, malformed. All kinds are
    /// listed below.
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    boards: Option<BoardSpec>,

    /// Read boards from a file, - for standard input
    #[arg(long, short, value_name = "FILE")]
    input: Option<PathBuf>,

    /// Goal: blank-last, blank-first, snail or a board
    ///
    /// random:5 draws five goals. {goal} in the command stands for the goal.
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalChoice,

    /// Board shape [default: from the goal or board]
    #[arg(long, value_name = "RxC", value_parser = read_shape)]
    shape: Option<Shape>,

    /// Seed of the boards that are drawn [default: 1]
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        hide_default_value = true,
        value_parser = number(0..=u64::MAX),
        hide_short_help = true,
        help_heading = RARE,
        allow_negative_numbers = true
    )]
    seed: u64,
}

/// A named goal, or a number of random goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoalChoice {
    Named(GoalName),
    Random(u16),
}

impl Default for GoalChoice {
    fn default() -> Self {
        Self::Named(GoalName::default())
    }
}

impl FromStr for GoalChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(count) = text.strip_prefix("random") else {
            return text
                .parse()
                .map(Self::Named)
                .map_err(|error: tilebase::notation::ReadError| error.to_string());
        };
        let count = count.strip_prefix(':').unwrap_or(if count.is_empty() { "1" } else { count });
        match number(1..=u16::MAX)(count) {
            Ok(count) => Ok(Self::Random(count)),
            Err(_) => Err(format!("expected random:N, e.g. random:5, found {text:?}")),
        }
    }
}

impl fmt::Display for GoalChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => name.fmt(f),
            Self::Random(count) => write!(f, "random:{count}"),
        }
    }
}

/// The default number of boards per item.
const BOARDS_PER_ITEM: usize = 2;
/// The default number of random boards and goals.
const RANDOM: usize = 10;

/// Lengths of random walks that replace depths for shapes without a table, from the easiest boards
/// to some that a pattern database solves quickly.
const USUAL_WALKS: [u32; 13] = [0, 1, 2, 4, 7, 11, 16, 22, 30, 40, 50, 60, 80];

/// Maximum length on larger boards, where longer walks end too far away for a fast search.
const MAX_MOVES_ON_LARGE_BOARDS: u32 = 60;

impl BoardArgs {
    /// The words given as boards, which are a command if `--` was forgotten.
    pub(super) fn words(&self) -> &[String] {
        &self.given
    }

    /// Whether the default boards are tried.
    pub(super) const fn are_usual(&self) -> bool {
        self.given.is_empty() && self.boards.is_none() && self.input.is_none()
    }

    /// Rejects given depths in the multi-tile metric. The default boards are spread over the depths
    /// in single-tile moves.
    pub(super) fn check_metric(&self, metric: MetricArgs) -> anyhow::Result<()> {
        self.boards.as_ref().map_or(Ok(()), |spec| spec.check_metric(metric))
    }

    /// Whether malformed input is tried as well.
    pub(super) fn has_malformed(&self) -> bool {
        self.boards.as_ref().is_some_and(BoardSpec::has_malformed)
    }

    /// The boards from the command line and from the file.
    pub(super) fn given(&self) -> anyhow::Result<Vec<Board>> {
        let shape = self.shape.or_else(|| self.named_goal().shape());
        let read = self.given.iter().map(|text| Board::read(text, shape));
        let mut boards: Vec<Board> = read.collect::<Result<_, _>>()?;
        if let Some(file) = &self.input {
            let options = BoardOptions { shape, ..BoardOptions::default() };
            for board in Boards::new(open_input(file)?, options) {
                boards.push(board.with_context(|| file.display().to_string())?.board);
            }
            if boards.is_empty() {
                bail!("{} contains no board", file.display());
            }
        }
        Ok(boards)
    }

    const fn named_goal(&self) -> GoalName {
        match self.goal {
            GoalChoice::Named(name) => name,
            GoalChoice::Random(_) => GoalName::BlankLast,
        }
    }

    /// The goal on the given shape. If no shape is given, it is that of the first board, provided
    /// that the goal fits, so that errors concern the other boards.
    ///
    /// # Errors
    /// If a board has another shape.
    pub(super) fn goal(&self, given: &[Board]) -> anyhow::Result<Goal> {
        let name = self.named_goal();
        let of_sets = self.boards.as_ref().and_then(BoardSpec::goal_of_sets);
        let goal = if let Some(shape) = self.shape.or_else(|| name.shape()) {
            name.on(shape)?
        } else if let Some(goal) = of_sets.filter(|_| self.goal == GoalChoice::default() && given.is_empty())
        {
            goal
        } else {
            let of_first = given.first().and_then(|board| name.on(board.shape()).ok());
            let likely = || name.on(name.likely_shape().unwrap_or(Shape::THREE_BY_THREE));
            of_first.map_or_else(likely, Ok)?
        };
        if let Some(board) = given.iter().find(|board| board.shape() != goal.shape()) {
            bail!(
                "{board} is a {} board, but the goal {goal} is {}; set --goal or --shape",
                board.shape(),
                goal.shape()
            );
        }
        Ok(goal)
    }

    /// Whether goals are drawn at random.
    pub(super) const fn has_drawn_goals(&self) -> bool {
        matches!(self.goal, GoalChoice::Random(_))
    }

    /// The goals to try: the given one, or random ones. Half of the random goals have different
    /// parity, because a solver's parity rule may be right for one goal only.
    pub(super) fn goals(&self, goal: Goal) -> anyhow::Result<Vec<Goal>> {
        let GoalChoice::Random(count) = self.goal else { return Ok(vec![goal]) };
        let count = usize::from(count);
        let draw = |population: Population, count| population.draw(&goal, count, self.seed);
        let other_parity = draw(Population::Unsolvable, count.div_ceil(2))?;
        let same_parity = draw(Population::Solvable, count / 2)?;
        let mut goals: Vec<Goal> = other_parity.into_iter().chain(same_parity).map(Goal::new).collect();
        goals.sort_unstable();
        goals.dedup();
        Ok(goals)
    }

    /// The boards to try for a goal, without duplicates. Boards of published sets keep their own
    /// goals.
    ///
    /// # Errors
    /// If a depth does not exist, or the shape has too many states to find it.
    pub(super) fn choose(
        &self,
        goal: &Goal,
        given: &[Board],
        oracle: Option<&Oracle>,
        is_quiet: bool,
    ) -> anyhow::Result<Vec<Task>> {
        let mut tasks: Vec<Task> = given.iter().map(|board| Task { board: *board, goal: *goal }).collect();
        let mut spec = self.spec(given);
        let has_depths = spec.0.iter().any(|item| item.kind == BoardKind::Depths);
        if has_depths && scannable(oracle, goal).is_err() {
            spec = by_walks(&spec, goal.shape(), is_quiet);
        }
        tasks.extend(spec.draw(goal, oracle, self.seed, BOARDS_PER_ITEM)?);
        let mut seen = std::collections::HashSet::new();
        tasks.retain(|task| seen.insert((task.board, task.goal)));
        if tasks.is_empty() && !self.has_malformed() {
            bail!("--boards {spec} selects no board for the goal {goal}");
        }
        Ok(tasks)
    }

    /// The given specification. Without one, the default boards, unless boards were given.
    fn spec(&self, given: &[Board]) -> BoardSpec {
        let item = |kind, count| BoardItem { kind, count: Some(count) };
        let usual =
            || vec![item(BoardKind::Depths, BOARDS_PER_ITEM), item(BoardKind::Unsolvable, BOARDS_PER_ITEM)];
        let mut items = match &self.boards {
            Some(spec) => spec.0.clone(),
            None if given.is_empty() => usual(),
            None => Vec::new(),
        };
        if given.is_empty() && items.iter().all(|item| item.kind == BoardKind::Malformed) {
            items.extend(usual());
        }
        for item in &mut items {
            if item.kind == BoardKind::Random {
                item.count.get_or_insert(RANDOM);
            }
        }
        BoardSpec(items)
    }
}

/// Replaces depths by random walks, for shapes without a table.
fn by_walks(spec: &BoardSpec, shape: Shape, is_quiet: bool) -> BoardSpec {
    let walks = usual_walks(shape);
    let mut items = Vec::new();
    for item in &spec.0 {
        if item.kind != BoardKind::Depths {
            items.push(item.clone());
            continue;
        }
        let count = item.count.unwrap_or(BOARDS_PER_ITEM);
        items.extend(
            walks.iter().map(|moves| BoardItem { kind: BoardKind::Walk(*moves), count: Some(count) }),
        );
        if !is_quiet {
            let lengths: Vec<String> = walks.iter().map(ToString::to_string).collect();
            let notice = format!(
                "{shape} has too many states to draw boards of every depth; drawing {count} boards by random \
                 walks of each of these lengths: {}; to choose the length, use --boards walk=40:5",
                lengths.join(", ")
            );
            tell(notice);
        }
    }
    BoardSpec(items)
}

fn usual_walks(shape: Shape) -> Vec<u32> {
    let is_large = shape.cells() > 16;
    USUAL_WALKS.into_iter().filter(|moves| !is_large || *moves <= MAX_MOVES_ON_LARGE_BOARDS).collect()
}

/// The goals of boards, each once, the drawn one first.
pub(super) fn goals_of(tasks: &[Task], drawn: &Goal) -> Vec<Goal> {
    let mut goals = without_repeats(tasks.iter().map(|task| task.goal));
    goals.sort_by_key(|goal| goal != drawn);
    goals
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        boards: BoardArgs,
    }

    fn args(options: &[&str]) -> BoardArgs {
        Line::try_parse_from([&["validate"], options].concat()).unwrap().boards
    }

    #[test]
    fn default_boards_are_drawn_if_none_are_given() {
        let given: Board = "123456708".parse().unwrap();
        let spec = |options: &[&str], given: &[Board]| args(options).spec(given).to_string();
        assert_eq!(spec(&[], &[]), "depths:2,unsolvable:2");
        assert_eq!(spec(&["--boards", "malformed"], &[]), "malformed,depths:2,unsolvable:2");
        assert_eq!(spec(&["--boards", "random,all"], &[]), "random:10,all");
        assert_eq!(spec(&[], &[given]), "");
        assert_eq!(spec(&["--boards", "malformed"], &[given]), "malformed");
        assert_eq!(spec(&["--boards", "depths:1"], &[given]), "depths:1");
    }

    #[test]
    fn drawn_goals_have_both_parities_and_depend_on_the_seed() {
        let goal = Goal::blank_last(Shape::THREE_BY_THREE);
        let drawn = |options: &[&str]| args(options).goals(goal).unwrap();
        let goals = drawn(&["--goal", "random:5"]);
        let reached = goals.iter().filter(|other| goal.is_reachable_from(&other.board())).count();
        assert_eq!((goals.len(), reached), (5, 2));
        assert_eq!(goals, drawn(&["--goal", "random:5"]));
        assert_ne!(goals, drawn(&["--goal", "random:5", "--seed", "2"]));
        assert_eq!(drawn(&[]), [goal]);
        for wrong in ["random:0", "random:x", "random5x", "random:"] {
            assert!(wrong.parse::<GoalChoice>().unwrap_err().contains("e.g. random:5"), "{wrong}");
        }
    }

    #[test]
    fn larger_boards_get_random_walks_instead_of_depths() {
        let goal = Goal::blank_last(Shape::new(5, 5).unwrap());
        let choose = |spec: &str| args(&["--boards", spec]).choose(&goal, &[], None, true);
        let tasks = choose("depths:1,unsolvable").unwrap();
        let unsolvable = tasks.iter().filter(|task| !goal.is_reachable_from(&task.board)).count();
        assert!(tasks.len() > 10 && unsolvable == 2, "{tasks:?}");
        for spec in ["all", "hardest", "depth=3"] {
            assert!(choose(spec).unwrap_err().to_string().contains("too many states"), "{spec}");
        }
        assert!(usual_walks(goal.shape()).iter().all(|moves| *moves <= 60));
    }

    #[test]
    fn boards_are_tried_once_and_sets_keep_their_goals() {
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let oracle = Oracle::build(&goal).unwrap();
        let count = |spec: &str, given: &[Board]| {
            args(&["--boards", spec]).choose(&goal, given, Some(&oracle), true).unwrap().len()
        };
        assert_eq!(count("all,depths:3", &[goal.board()]), 360);
        assert_eq!(count("depths:1,unsolvable:5", &[]), 22 + 5);
        let nine = Goal::blank_last(Shape::THREE_BY_THREE);
        let sets = args(&["--boards", "parnami"]).choose(&nine, &[], None, true).unwrap();
        assert!(sets.iter().any(|task| task.goal != sets[0].goal));
        assert_eq!(args(&["--boards", "korf15"]).goal(&[]).unwrap().shape().cells(), 16);
    }
}
