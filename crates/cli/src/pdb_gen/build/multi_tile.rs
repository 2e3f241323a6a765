//! `pdb-gen build --metric mtm`: builds a table in the multi-tile metric.
//!
//! A table that fits in memory takes seconds or minutes, so such a build is not saved, and one
//! process runs it.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::bail;
use tilebase::board::Metric;
use tilebase::generate::MultiTileGenerator;
use tilebase::space::FullSpace;
use tilebase::table::{Encoding, TableName};

use super::args::BuildArgs;
use super::output::{check_disk, exists, file, in_json, tell_needs, usage, write};
use crate::report::numbers::{size, with_commas};
use crate::report::write_built;
use crate::shell::{Exit, TextOrJson, clear_on_interrupt, progress_bar};

/// Rejects what builds in the multi-tile metric do not support.
pub(super) fn check(args: &BuildArgs, processes: usize) -> anyhow::Result<()> {
    args.tables.check_metric()?;
    let of_saved = [("--resume", args.resume), ("--checkpoint", args.checkpoint.is_some())];
    let metric = args.tables.metric;
    metric.refuse(of_saved, "a build in the multi-tile metric has no checkpoints")?;
    let plans = [("--dry-run", args.plan.dry_run)];
    metric.refuse(plans, "the build checks memory and disk space before it starts")?;
    if processes > 1 {
        bail!("--metric mtm does not support several processes: build the table in one");
    }
    Ok(())
}

/// Builds the table, after [`check`].
pub(super) fn run(args: &BuildArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let clock = Instant::now();
    let goal = args.tables.goal()?;
    let file = file(args, &TableName { metric: Metric::MultiTile, ..TableName::of_full_board(&goal) });
    if !args.force && file.try_exists().unwrap_or(false) {
        return Err(exists(&file));
    }
    let generator = MultiTileGenerator::for_goal(&goal)?.threads(args.threads.map_or(0, NonZeroUsize::get));
    let states = FullSpace::new(&goal)?.states();
    let (needed, disk) = (generator.memory_in_bytes(), Encoding::Byte.payload_len(states));
    let entries = with_commas(states);
    let figures = format!("{entries} entries, {} of memory, {} on disk", size(needed), size(disk));
    args.memory.check("build", needed, args.memory.limit_in_bytes(), &figures)?;
    check_disk(&file, disk, &figures)?;
    tell_needs(needed, &figures, args.quiet);
    let bar = progress_bar(states, "states", args.quiet);
    clear_on_interrupt();
    let generator = generator.on_level(|level| {
        bar.set_position(level.reached);
        bar.set_message(format!("level {}  ", level.distance));
        ControlFlow::Continue(())
    });
    let described = write(&generator.build()?, &file, &bar)?;
    let built = in_json(args, &file, described, args.quiet, out)?;
    if args.format == TextOrJson::Text && !args.quiet {
        write_built(&[built], usage(args)?.as_deref(), clock.elapsed().as_secs_f64(), out)?;
    }
    Ok(Exit::Yes)
}
