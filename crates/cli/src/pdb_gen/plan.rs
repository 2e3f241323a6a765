//! `pdb-gen build --dry-run`: the memory, disk, traffic and time of a build.

use std::io::Write;
use std::num::NonZeroUsize;

use tilebase::generate::Generator;
use tilebase::space::Space;

use super::tables::TableArgs;
use crate::report::{PlannedTable, Room};
use crate::shell::{Exit, TextOrJson, cores, number};

/// The options of an estimate.
#[derive(Debug, clap::Args)]
pub(super) struct PlanArgs {
    /// Estimate memory, disk and time; build nothing
    ///
    /// The memory figure is exact. The sizes of the levels and the network traffic are estimates:
    /// distances are assumed to be normally distributed around the mean Manhattan distance. In
    /// measured builds, the traffic was within 20% of the estimate. See docs/cluster.md. The exit
    /// code is 1 if a process needs more than --max-memory.
    #[arg(long, conflicts_with_all = ["output", "force", "resume"])]
    pub(super) dry_run: bool,

    /// Number of MPI processes that build a table together, for --dry-run [default: 1]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=65_536_u32),
        requires = "dry_run",
        hide_short_help = true,
        help_heading = "Estimate",
        allow_negative_numbers = true
    )]
    processes: Option<u32>,

    /// Network bandwidth of each process in Gbit/s, for --dry-run [default: 10]
    #[arg(
        long,
        value_name = "GBIT",
        value_parser = read_network,
        requires = "dry_run",
        hide_short_help = true,
        help_heading = "Estimate",
        allow_negative_numbers = true
    )]
    network: Option<f64>,
}

/// The request for an estimate.
pub(super) struct Estimate<'a> {
    pub(super) tables: &'a TableArgs,
    pub(super) args: &'a PlanArgs,
    /// The memory that each process may use, if given.
    pub(super) memory_in_bytes: Option<u64>,
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) format: TextOrJson,
}

impl Estimate<'_> {
    /// Writes the estimate of each table, or in text that of a whole preset.
    pub(super) fn write(&self, out: &mut impl Write) -> anyhow::Result<Exit> {
        let goal = self.tables.goal()?;
        let spaces = self.tables.spaces(&goal)?;
        let planned = spaces.iter().map(|space| self.plan(space)).collect::<anyhow::Result<Vec<_>>>()?;
        match (self.format, &self.tables.preset, planned.as_slice()) {
            (TextOrJson::Json, ..) => {
                for planned in &planned {
                    serde_json::to_writer(&mut *out, planned)?;
                    writeln!(out)?;
                }
            }
            (TextOrJson::Text, None, [planned]) => planned.write_text(out)?,
            (TextOrJson::Text, preset, planned) => {
                PlannedTable::write_preset(preset.as_deref().unwrap_or_default(), planned, out)?;
            }
        }
        let does_fit = |planned: &PlannedTable| planned.room.as_ref().is_none_or(|room| room.fits);
        Ok(if planned.iter().all(does_fit) { Exit::Yes } else { Exit::No })
    }

    fn plan(&self, space: &Space) -> anyhow::Result<PlannedTable> {
        let encoding = self.tables.encoding_of(space);
        let generator = Generator::new(space.clone());
        let plan = generator.plan_distributed(encoding, self.args.processes.unwrap_or(1) as usize)?;
        let room = self.memory_in_bytes.map(|bytes| Room {
            memory_in_bytes: bytes,
            fits: plan.memory_per_process_in_bytes <= bytes,
            processes_that_fit: generator.processes_that_fit(encoding, bytes),
        });
        let cores = self.threads.map_or_else(cores, NonZeroUsize::get);
        let network = self.args.network.unwrap_or(USUAL_NETWORK_IN_GIGABITS);
        Ok(PlannedTable::new(space, encoding, &plan, cores, network, room))
    }
}

const USUAL_NETWORK_IN_GIGABITS: f64 = 10.0;

/// Reads the bandwidth of a network in Gbit/s.
fn read_network(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|gigabits: &f64| gigabits.is_finite() && *gigabits > 0.0);
    found.ok_or_else(|| format!("expected Gbit/s, such as 10 or 2.5, found {text:?}"))
}
