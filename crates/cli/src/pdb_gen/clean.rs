//! `pdb-gen clean`: removal of leftovers.

use std::fs;
use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use tilebase::count::LevelFiles;
use tilebase::table::SealPolicy;

use super::leftovers::{checkpoints_in, levels_in, searches_in};
use crate::shell::{Exit, FolderArgs};

/// Remove search layouts and files left by killed builds
///
/// Leftovers are temporary files that no program is writing. The next build of the same table would
/// remove them too. Search layouts are copies of pattern databases in the order in which a search
/// reads them; the next search makes them again. Tables are never removed.
#[derive(Debug, clap::Args)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    folder: FolderArgs,

    /// Also remove checkpoints and saved counts and searches; they then start over
    #[arg(long)]
    checkpoints: bool,

    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &CleanArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let folder = args.folder.folder();
    let mut removed = folder.remove_abandoned()?;
    for file in folder.layouts()? {
        fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
        removed.push(file);
    }
    if args.checkpoints {
        for file in [checkpoints_in(&folder)?, searches_in(&folder)?].concat() {
            fs::remove_file(&file).with_context(|| format!("cannot remove {}", file.display()))?;
            removed.push(file);
        }
        for counted in levels_in(&folder)? {
            LevelFiles { folder: counted.clone(), every: Duration::ZERO, policy: SealPolicy::default() }
                .remove()?;
            removed.push(counted);
        }
    }
    if !args.quiet {
        for file in &removed {
            writeln!(out, "removed {}", file.display())?;
        }
        if removed.is_empty() {
            writeln!(out, "nothing to remove in {}", folder.path().display())?;
        }
    }
    Ok(Exit::Yes)
}
