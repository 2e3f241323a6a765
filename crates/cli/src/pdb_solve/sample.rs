//! `pdb-solve sample`: random boards.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use tilebase::board::{Goal, Shape};
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::oracle::Oracle;
use tilebase::solve::Notice;
use tilebase::table::Folder;

use super::board_spec::{BOARD_ITEMS, BoardSpec, scannable};
use super::cost_args::{COST_HELP, CostArg};
use super::options::{LimitArgs, moves, read_shape};
use crate::ask::{Answer, Answerer, Extras, SolveOptions, oracle_for, tell_of, with_hint};
use crate::contest::Task;
use crate::report::{AnswerWriter, run_batch};
use crate::shell::{Exit, FolderArgs, Format, columns_of_output, number, output_has_colors, tell};

/// Generate boards: random, at a given depth, hardest, unsolvable
///
/// The same seed gives the same boards on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{MORE}"))]
#[command(after_long_help = format!("{BOARD_ITEMS}\n\n{EXAMPLES}"))]
pub(crate) struct SampleArgs {
    /// Board shape, such as 3x3 or 4x4 [default: 3x3, or the goal's]
    #[arg(value_name = "SHAPE", value_parser = read_shape)]
    shape: Option<Shape>,

    /// Number of boards; with --boards, the number for each item without one
    #[arg(
        long,
        short = 'n',
        value_name = "N",
        default_value_t = 10,
        value_parser = number(0..=usize::MAX),
        allow_negative_numbers = true
    )]
    count: usize,

    /// Kinds: random, depth=18-22:3, depths:5, walk=40 ...
    #[arg(
        long,
        value_name = "SPEC",
        default_value = "random",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    boards: BoardSpec,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    goal: GoalName,

    /// Seed of the random numbers
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = number(0..=u64::MAX),
        allow_negative_numbers = true
    )]
    seed: u64,

    /// Solve each board as well
    #[arg(long)]
    solve: bool,

    #[arg(
        long,
        value_name = "COSTS",
        help = "With --solve, cost of each move: tile, U=1,D=3,L=2,R=2 or a file",
        long_help = COST_HELP,
        requires = "solve"
    )]
    cost: Option<CostArg>,

    /// Whether U, D, L, and R name the direction of the blank or of the tile
    #[arg(
        long,
        short,
        value_name = "blank|tile",
        value_parser = moves(),
        default_value = "blank",
        hide_possible_values = true,
        hide_short_help = true,
        requires = "solve"
    )]
    moves: MoveConvention,

    #[command(flatten)]
    limits: LimitArgs,

    /// Output format: text, json or csv
    #[arg(long, short, value_enum, default_value_t, hide_default_value = true, hide_possible_values = true)]
    format: Format,

    #[command(flatten)]
    folder: FolderArgs,

    /// Print only boards and errors
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  pdb-solve sample -n 1000                      solvable boards, one per line
  pdb-solve sample --boards depths:5 --seed 7   five boards of each depth
  pdb-solve sample --boards depth=28-31 --solve --format csv
  pdb-solve sample 4x4 --boards walk=40 --solve
  pdb-solve sample --boards depths:1 --solve --cost tile";

const MORE: &str = "More, and all kinds of boards: pdb-solve sample --help";

pub(super) fn run(args: &SampleArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    if args.boards.has_malformed() {
        bail!("--boards malformed is only for pdb-solve validate");
    }
    if let Some((option, _)) = args.limits.given().into_iter().find(|(_, is_given)| *is_given && !args.solve)
    {
        bail!("{option} limits searches; add --solve, or leave it out");
    }
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = args.goal.on(shape)?;
    let oracle =
        if args.boards.needs_table() { Some(oracle_to_sample(&goal, &args.folder.folder())?) } else { None };
    let tasks = args.boards.draw(&goal, oracle.as_deref(), args.seed, args.count)?;
    if !args.quiet && !args.solve {
        for message in args.boards.other_goals(args.goal) {
            tell(message);
        }
    }
    if args.solve { write_answers(args, &tasks, out) } else { write_boards(args.format, &tasks, out) }
}

/// The table of a goal, if it is small enough to scan all its states.
pub(super) fn oracle_to_sample(goal: &Goal, folder: &Folder) -> anyhow::Result<Arc<Oracle>> {
    match oracle_for(goal, folder, |_| ()) {
        Err(error) if !error.is_no_table() => Err(anyhow!(with_hint(&error))),
        found => {
            let oracle = found.ok();
            scannable(oracle.as_deref(), goal)?;
            oracle.ok_or_else(|| anyhow!("no table of {goal}"))
        }
    }
}

fn write_boards(format: Format, tasks: &[Task], out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut boards = tasks.iter().map(|task| task.board);
    match format {
        Format::Text => boards.try_for_each(|board| writeln!(out, "{board}"))?,
        Format::Json => boards.try_for_each(|board| writeln!(out, "{{\"board\":\"{board}\"}}"))?,
        // Boards with two-digit tiles contain commas, so they need quotes.
        Format::Csv => {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(["board"])?;
            boards.try_for_each(|board| csv.write_record([board.to_string()]))?;
            csv.flush()?;
        }
    }
    Ok(Exit::Yes)
}

fn write_answers(args: &SampleArgs, tasks: &[Task], out: &mut impl Write) -> anyhow::Result<Exit> {
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let extras = Extras { costs: args.cost.is_some(), ..Extras::default() };
    // Published sets have their own goals.
    let answerer = |goal: Goal| {
        let options = SolveOptions {
            goal: GoalName::Board(goal.board()),
            shape: Some(goal.shape()),
            method: None,
            measure: args.cost.as_ref().map(|cost| cost.costs(args.moves)).into(),
            limits: args.limits.limits(),
            extras,
            folder: Some(args.folder.folder()),
            table: None,
        };
        Answerer::new(options, &notify)
    };
    let goals = tasks.iter().map(|task| task.goal);
    let answerers: BTreeMap<Goal, Answerer<'_>> = goals.map(|goal| (goal, answerer(goal))).collect();
    let writer = AnswerWriter {
        format: args.format,
        convention: args.moves,
        extras,
        colored: output_has_colors(),
        columns: columns_of_output(),
    };
    let numbers: Vec<String> = (0..tasks.len()).map(|number| number.to_string()).collect();
    let mut input = Cursor::new(numbers.join("\n"));
    let answer = |number: &[u8]| -> Option<Answer> {
        let number = str::from_utf8(number).ok().and_then(|number| number.parse::<usize>().ok());
        let Task { board, goal } = &tasks[number.expect("a line is the number of a task")];
        Some(answerers[goal].answer(board.to_string().as_bytes()))
    };
    let summary = run_batch(&mut input, out, &writer, answer)?;
    // Unsolvable boards are not failures here.
    Ok(if summary.failed > 0 { Exit::Failed } else { Exit::Yes })
}
