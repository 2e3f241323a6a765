//! `pdb-gen plan`: what a build by several ranks is going to take, without building anything.

use std::io::Write;
use std::num::NonZeroUsize;

use tilebase::generate::Generator;
use tilebase::space::Space;

use super::tables::TableArgs;
use crate::report::{PlannedTable, Room};
use crate::shell::{Exit, TextOrJson};

/// Say what a build by several processes is going to take, without building anything
///
/// The memory of a rank is reckoned. The levels, and the bytes that ranks send each other to go on from each, are estimates:
/// paths are taken to be normally distributed around what the Manhattan distances are in the mean, and a word of sixty states
/// is sent if any of them is there. Of builds that were measured the bytes were planned within a fifth. The time is, level by
/// level, that of the work or of the line, whichever is longer, by what builds took on one machine. See docs/cluster.md.
///
/// The exit code is 1 if a rank takes more than --memory.
#[derive(Debug, clap::Args)]
pub(super) struct PlanArgs {
    #[command(flatten)]
    tables: TableArgs,

    /// How many ranks build a table together: processes, as a rule one on each machine
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    ranks: u32,

    /// Is so much memory enough for each rank, in millions of bytes, and if not, how many ranks would do?
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    memory: Option<u64>,

    /// How many thousand million bits a second a rank can send while it is sent as many
    #[arg(long, value_name = "GBIT", default_value_t = 10.0, allow_negative_numbers = true, value_parser = read_network)]
    network: f64,

    /// How many cores each rank has [default: as many as this machine]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,

    /// How to say it
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn run(args: &PlanArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let goal = args.tables.goal()?;
    let mut exit = Exit::Yes;
    for (nth, space) in args.tables.spaces(&goal)?.into_iter().enumerate() {
        let planned = plan(args, &space)?;
        if planned.room.as_ref().is_some_and(|room| !room.fits) {
            exit = Exit::No;
        }
        match args.format {
            TextOrJson::Json => {
                serde_json::to_writer(&mut *out, &planned)?;
                writeln!(out)?;
            }
            TextOrJson::Text => {
                if nth > 0 {
                    writeln!(out)?;
                }
                planned.write_text(out)?;
            }
        }
    }
    Ok(exit)
}

fn plan(args: &PlanArgs, space: &Space) -> anyhow::Result<PlannedTable> {
    let encoding = args.tables.encoding_of(space);
    let generator = Generator::new(space.clone());
    let plan = generator.plan_together(encoding, args.ranks as usize)?;
    let room = args.memory.map(|megabytes| {
        let bytes = megabytes.saturating_mul(1_000_000);
        Room {
            memory_in_bytes: bytes,
            fits: plan.memory_of_a_rank_in_bytes <= bytes,
            ranks_that_fit: generator.ranks_that_fit(encoding, bytes),
        }
    });
    let all_cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cores = args.threads.map_or_else(all_cores, NonZeroUsize::get);
    Ok(PlannedTable::new(space, encoding, &plan, cores, args.network, room))
}

/// Reads how fast a line is.
fn read_network(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|gigabits: &f64| gigabits.is_finite() && *gigabits > 0.0);
    found.ok_or_else(|| format!("expected gigabits a second, as 10 or 2.5, found {text:?}"))
}
