//! The checkpoint options of `pdb-solve BOARD...`.

use std::sync::OnceLock;
use std::time::Duration;

use anyhow::bail;
use tilebase::exchange::Exchange;

use super::solve_args::SolveArgs;
use crate::ask::{Saving, Trace};

/// The default interval between checkpoints of a search.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// The settings for checkpoints. All processes of a group use the key of the first one.
pub(super) fn saving(args: &SolveArgs, quiet: bool, exchange: &mut dyn Exchange) -> anyhow::Result<Saving> {
    let policy =
        if exchange.processes() > 1 { args.trust.policy_of_first(exchange)?.into() } else { OnceLock::new() };
    Ok(Saving {
        folder: Some(args.folder.folder().path().to_owned()),
        every: args.checkpoint.unwrap_or(SAVED_EVERY),
        resumes: args.resume,
        trust: args.trust,
        policy,
        is_one_at_a_time: args.input.is_none(),
        quiet,
    })
}

/// Rejects checkpoint options for methods without checkpoints.
pub(super) fn check_saving(args: &SolveArgs) -> anyhow::Result<()> {
    let option = match (args.resume, args.checkpoint) {
        (true, _) => "--resume",
        (false, Some(_)) => "--checkpoint",
        (false, None) => return Ok(()),
    };
    if let Some(algorithm) = args.algorithm.filter(|algorithm| !algorithm.is_resumable()) {
        bail!("{option} is for ida and iterative-deepening; {algorithm} has no checkpoints");
    }
    if args.table.is_some() {
        bail!("{option} is for ida and iterative-deepening; with --table no search runs");
    }
    if args.trace == Some(Trace::All) {
        bail!("--trace all cannot be used with {option}");
    }
    Ok(())
}
