//! `pdb-solve --prove N BOARD`: proves from scratch that N is the optimal length.
//!
//! An answer from a table relies on the table, and one from a resumed search on its checkpoint.
//! This proof uses neither: what it needs is computed in memory.

use std::io::Write;
use std::time::Duration;

use anyhow::bail;
use tilebase::board::Goal;
use tilebase::solve::Notice;
use tilebase::table::SealPolicy;

use super::arguments::what_it_is;
use super::solve_args::SolveArgs;
use crate::ask::{Answer, Answerer, Saving, SolveOptions};
use crate::report::{AnswerWriter, ProofWriter};
use crate::shell::{Exit, Format, tell};

pub(super) fn run(
    args: &SolveArgs,
    claimed: u32,
    options: SolveOptions,
    writer: AnswerWriter,
    notify: &(dyn Fn(Notice, &Goal) + Sync),
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let [board] = args.boards.as_slice() else {
        bail!("--prove needs exactly one board");
    };
    if writer.format == Format::Csv {
        bail!("--prove needs --format text or json");
    }
    // It suggests tables on disk, which a proof does not use.
    let notify = |notice: Notice, goal: &Goal| {
        if !matches!(notice, Notice::BuildingPdbSet { .. }) {
            notify(notice, goal);
        }
    };
    let saving = Saving {
        folder: None,
        every: Duration::MAX,
        resumes: false,
        trust: args.trust,
        policy: SealPolicy::default().into(),
        is_one_at_a_time: true,
        quiet: args.quiet,
    };
    let answerer = Answerer::new(SolveOptions { folder: None, ..options }, &notify).saving(saving);
    match answerer.answer(board.as_encoded_bytes()) {
        Answer::Failed { error, .. } => bail!(what_it_is(board).unwrap_or(error)),
        Answer::Solved { outcome, found_by, .. } if !outcome.is_optimal() => {
            bail!("--prove needs an algorithm that finds shortest paths; {} may not", found_by.algorithm)
        }
        answer => {
            let exit = ProofWriter { answers: writer, claimed }.write(&answer, out)?;
            if exit == Exit::Failed && !args.quiet {
                tell(format_args!(
                    "the search stopped before it could prove or refute that {claimed} is the optimal length"
                ));
            }
            Ok(exit)
        }
    }
}
