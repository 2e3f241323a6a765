//! `pdb-solve sample`.

use std::io::{Cursor, Write};

use tilebase::board::{Board, Goal, Shape};
use tilebase::cli::Exit;
use tilebase::notation::MoveConvention;
use tilebase::report::{AnswerWriter, Answerer, Extras, Made, Population, Question, draw_sample, run_batch};
use tilebase::table::Folder;

use crate::args::{Format, SampleArgs};
use crate::made::tell_of;

pub(crate) fn run(args: &SampleArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let shape = args.shape.or_else(|| args.goal.likely_shape()).unwrap_or(Shape::THREE_BY_THREE);
    let goal = args.goal.on(shape)?;
    let folder = Folder::new(args.pdb_dir.clone());
    let boards = draw_sample(&goal, &population(args), args.count, args.seed, &folder)?;
    if args.answers {
        write_answers(args, shape, &boards, out)
    } else {
        write_boards(args.format, &boards, out)
    }
}

fn population(args: &SampleArgs) -> Population {
    match (&args.depth, args.walk) {
        (Some(depths), _) => Population::Depths(depths.clone()),
        (None, Some(moves)) => Population::Walks(moves),
        (None, None) if args.every_depth => Population::EveryDepth,
        (None, None) if args.hardest => Population::Hardest,
        (None, None) if args.unsolvable => Population::Unsolvable,
        (None, None) => Population::Solvable,
    }
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
        folder: Folder::new(args.pdb_dir.clone()),
        table: None,
    };
    let answerer = Answerer::new(question, |made: &Made, goal: &Goal| {
        if !args.quiet {
            tell_of(made, goal);
        }
    });
    let writer = AnswerWriter {
        format: args.format.into(),
        convention: MoveConvention::Blank,
        extras: Extras::default(),
    };
    let lines: Vec<String> = boards.iter().map(ToString::to_string).collect();
    let mut input = Cursor::new(lines.join("\n"));
    let summary = run_batch(&mut input, out, &writer, |line| answerer.answer(line))?;
    // That some can't be solved is no failure here.
    Ok(if summary.failed > 0 { Exit::Failed } else { Exit::Yes })
}
