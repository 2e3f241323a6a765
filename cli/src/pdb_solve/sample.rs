//! `pdb-solve sample`: random boards.

use std::io::{Cursor, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::anyhow;
use clap::ArgGroup;
use tilebase::board::{Board, Goal, Shape};
use tilebase::notation::{GoalName, MoveConvention};
use tilebase::oracle::Oracle;
use tilebase::solve::{Depths, Notice, Population, draw_boards, draw_boards_of_depths};
use tilebase::table::Folder;

use super::options::LimitArgs;
use crate::ask::{Answerer, Extras, Question, oracle_for, tell_of, with_hint};
use crate::report::{AnswerWriter, run_batch};
use crate::shell::{Exit, FolderArgs, Format, read_depths};

/// Draw boards: any, of some depth, the hardest, or unsolvable ones
///
/// The same seed gives the same boards on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = SAMPLE_EXAMPLES)]
#[command(group = ArgGroup::new("population").args(["uniform", "unsolvable", "depth", "every_depth", "hardest", "walk"]))]
pub(super) struct SampleArgs {
    /// How many boards; with --every-depth, of each depth
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    count: usize,

    /// From all solvable boards, each with the same chance (the default)
    #[arg(long)]
    uniform: bool,

    /// From all boards that can't reach the goal
    #[arg(long)]
    unsolvable: bool,

    /// Of this depth, or of these, as 18-22
    #[arg(long, value_name = "DEPTH", value_parser = read_depths, allow_negative_numbers = true)]
    depth: Option<RangeInclusive<u32>>,

    /// Of every depth
    #[arg(long)]
    every_depth: bool,

    /// Of the deepest level
    #[arg(long)]
    hardest: bool,

    /// Ends of random walks of so many moves from the goal
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true)]
    walk: Option<u32>,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// The goal
    #[arg(long, short, default_value_t)]
    goal: GoalName,

    /// Rows x columns [default: 3x3, or that of the goal]
    #[arg(long)]
    shape: Option<Shape>,

    /// Solve each board as well
    #[arg(long)]
    answers: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// How to write them
    #[arg(long, short, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    folder: FolderArgs,

    /// Say nothing but boards and errors
    #[arg(long, short)]
    quiet: bool,
}

const SAMPLE_EXAMPLES: &str = "\
Examples:
  pdb-solve sample -n 1000                         solvable boards, one a line
  pdb-solve sample -n 5 --every-depth --seed 7     five of each depth
  pdb-solve sample --depth 28-31 --answers --format csv
  pdb-solve sample --shape 4x4 --walk 40 --answers";

pub(super) fn run(args: &SampleArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = args.goal.on(shape)?;
    let folder = args.folder.folder();
    let boards = draw(args, &goal, &folder)?;
    if args.answers {
        write_answers(args, shape, &boards, out)
    } else {
        write_boards(args.format, &boards, out)
    }
}

fn draw(args: &SampleArgs, goal: &Goal, folder: &Folder) -> anyhow::Result<Vec<Board>> {
    let depths = match &args.depth {
        Some(depths) => Some(Depths::From(depths.clone())),
        None if args.every_depth => Some(Depths::Each),
        None => args.hardest.then_some(Depths::Deepest),
    };
    if let Some(depths) = depths {
        let oracle = oracle_to_sample(goal, folder)?;
        return Ok(draw_boards_of_depths(&oracle, &depths, args.count, args.seed)?);
    }
    let population = match args.walk {
        Some(moves) => Population::Walks(moves),
        None if args.unsolvable => Population::Unsolvable,
        None => Population::Solvable,
    };
    Ok(draw_boards(goal, population, args.count, args.seed)?)
}

/// The most states that are looked through for boards of some depth: 2x5, 3x3 and smaller.
const MOST_STATES: u64 = 1 << 22;

/// The table of a goal, if all its states can be looked through.
pub(super) fn oracle_to_sample(goal: &Goal, folder: &Folder) -> anyhow::Result<Arc<Oracle>> {
    match oracle_for(goal, folder, |_| ()) {
        Err(error) if !error.is_no_table() => Err(anyhow!(with_hint(&error))),
        Err(_no_table) => Err(too_large(goal)),
        Ok(oracle) => {
            small_enough(Some(&oracle), goal)?;
            Ok(oracle)
        }
    }
}

/// The table, if there is one and all its states can be looked through.
pub(super) fn small_enough<'a>(oracle: Option<&'a Oracle>, goal: &Goal) -> anyhow::Result<&'a Oracle> {
    oracle.filter(|oracle| oracle.space().states() <= MOST_STATES).ok_or_else(|| too_large(goal))
}

fn too_large(goal: &Goal) -> anyhow::Error {
    anyhow!("{} has too many states to look through for boards of some depth", goal.shape())
}

fn write_boards(format: Format, boards: &[Board], out: &mut impl Write) -> anyhow::Result<Exit> {
    match format {
        Format::Text => boards.iter().try_for_each(|board| writeln!(out, "{board}"))?,
        Format::Json => {
            boards.iter().try_for_each(|board| writeln!(out, "{{\"board\":\"{board}\"}}"))?;
        }
        // Larger boards are lists with commas, so they need quotes.
        Format::Csv => {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(["board"])?;
            boards.iter().try_for_each(|board| csv.write_record([board.to_string()]))?;
            csv.flush()?;
        }
    }
    Ok(Exit::Yes)
}

fn write_answers(
    args: &SampleArgs,
    shape: Shape,
    boards: &[Board],
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let question = Question {
        goal: args.goal,
        shape: Some(shape),
        method: None,
        limits: args.limits.limits(),
        extras: Extras::default(),
        folder: args.folder.folder(),
        table: None,
    };
    let notify = |notice: Notice, goal: &Goal| {
        if !args.quiet {
            tell_of(&notice, goal);
        }
    };
    let answerer = Answerer::new(question, &notify);
    let writer =
        AnswerWriter { format: args.format, convention: MoveConvention::Blank, extras: Extras::default() };
    let lines: Vec<String> = boards.iter().map(ToString::to_string).collect();
    let mut input = Cursor::new(lines.join("\n"));
    let summary = run_batch(&mut input, out, &writer, |line| answerer.answer(line))?;
    // That some can't be solved is no failure here.
    Ok(if summary.failed > 0 { Exit::Failed } else { Exit::Yes })
}
