//! `pdb-solve check`.

use std::io::Write;

use tilebase::board::Goal;
use tilebase::cli::{Exit, tell};
use tilebase::notation::MoveConvention;
use tilebase::report::{CheckOptions, CheckSummary, Checker, EntryReader, Made};
use tilebase::table::Folder;

use crate::args::{CheckArgs, Convention, Format};
use crate::input::open_input;
use crate::made::tell_of;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let convention = match args.moves {
        Convention::Blank | Convention::Either => MoveConvention::Blank,
        Convention::Tile => MoveConvention::Tile,
    };
    let options = CheckOptions {
        reader: EntryReader { kind: args.answers, convention, shape: args.shape },
        goal: args.goal,
        accepts_longer: args.accept_longer,
        takes_either_convention: args.moves == Convention::Either,
        folder: Folder::new(args.pdb_dir.clone()),
        limits: args.limits.limits(),
        format: args.format.into(),
        writes_right_ones: args.all,
    };
    let checker = Checker::new(options, |made: &Made, goal: &Goal| {
        if !args.quiet {
            tell_of(made, goal);
        }
    });
    let mut input = open_input(&args.file)?;
    let summary = checker.run(&mut input, out)?;
    match args.format {
        _ if args.quiet => {}
        Format::Text => write!(out, "{}", in_words(&summary))?,
        // What programs read stays free of it.
        Format::Json | Format::Csv => {
            out.flush()?;
            tell("pdb-solve", in_words(&summary).trim_end());
        }
    }
    Ok(summary.verdict().into())
}

fn in_words(summary: &CheckSummary) -> String {
    let CheckSummary { answers, right, kinds, unjudged } = summary;
    let mut text = format!("{answers} answers: {right} right, {} wrong", answers - right);
    if *unjudged > 0 {
        text += &format!("; {unjudged} could not be judged");
    }
    text.push('\n');
    for (kind, count) in kinds {
        text += &format!("  {kind}: {count}\n");
    }
    text
}
