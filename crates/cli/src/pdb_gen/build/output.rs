//! The file of a new table: where it goes, whether it fits there, and what is reported about it.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use indicatif::ProgressBar;
use tilebase::notation::GoalName;
use tilebase::search::PatternSet;
use tilebase::space::Space;
use tilebase::table::{BuiltTable, Encoding, TableName};

use super::super::room::free_disk_in_bytes;
use super::super::tables::TableArgs;
use super::args::BuildArgs;
use crate::report::Description;
use crate::report::numbers::size;
use crate::shell::{TextOrJson, quoted_path, tell};

/// Builds that need more memory than this report it before they begin.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

/// The command that uses the tables; `None` for a single pattern, which is only used together with
/// others.
pub(super) fn usage(args: &BuildArgs) -> anyhow::Result<Option<String>> {
    let TableArgs { shape, goal, pattern, preset, .. } = &args.tables;
    if pattern.is_some() {
        return Ok(None);
    }
    let mut command = "pdb-solve".to_owned();
    if *goal != GoalName::default() {
        command += &format!(" --goal {goal}");
    }
    match (&args.output, args.folder.named()) {
        (Some(file), _) => command += &format!(" --table {}", quoted_path(file)),
        (None, Some(folder)) => command += &format!(" --pdb-dir {}", quoted_path(folder)),
        (None, None) => {}
    }
    if let Some(stronger) = preset.as_ref().map(|preset| stronger(args, preset)).transpose()?.flatten() {
        let usage = format!("`{command} BOARD` uses the stronger {stronger} databases in the same folder");
        return Ok(Some(usage));
    }
    if args.tables.metric.is_multi_tile() {
        command += " --metric mtm";
    }
    let what = if preset.is_some() { "these pattern databases" } else { "this table" };
    Ok(Some(format!("`{command} BOARD` uses {what} for {shape} boards")))
}

/// The strongest preset before this one whose tables are all in the folder, if there is one.
fn stronger(args: &BuildArgs, preset: &str) -> anyhow::Result<Option<String>> {
    let (goal, folder) = (args.tables.goal()?, args.folder.folder());
    let is_there = |set: &PatternSet| {
        set.patterns().iter().all(|pattern| {
            let encodings = if set.is_zero_aware() { &[Encoding::Bit][..] } else { &Encoding::ALL[..] };
            let Ok(space) = set.space(&goal, pattern) else { return false };
            let space = Space::Pattern(space);
            encodings.iter().any(|encoding| folder.file_of(&TableName::of_space(&space, *encoding)).is_file())
        })
    };
    let sets = PatternSet::of_goal(&goal);
    let stronger = sets.iter().take_while(|set| set.name() != preset).find(|one| is_there(one));
    Ok(stronger.map(|set| set.name().to_owned()))
}

/// The file of a table: the given one, or one in the folder.
pub(super) fn file(args: &BuildArgs, name: &TableName) -> PathBuf {
    args.output.clone().unwrap_or_else(|| args.folder.folder().file_of(name))
}

/// The error of a single table that is there already.
pub(super) fn exists(file: &Path) -> anyhow::Error {
    anyhow!("{} exists; add --force to rebuild it", file.display())
}

/// Writes the description of a new table as JSON, if asked, and adds its file.
pub(super) fn in_json(
    args: &BuildArgs,
    file: &Path,
    mut description: Description,
    quiet: bool,
    out: &mut impl Write,
) -> anyhow::Result<Description> {
    if args.format == TextOrJson::Json && !quiet {
        serde_json::to_writer(&mut *out, &description)?;
        writeln!(out)?;
        out.flush()?;
    }
    description.file = Some(file.display().to_string());
    Ok(description)
}

pub(super) fn write(built: &BuiltTable<'_>, file: &Path, bar: &ProgressBar) -> anyhow::Result<Description> {
    bar.finish_and_clear();
    built.write_to(file)?;
    Ok(Description::of_unwritten(built))
}

/// Rejects a table that does not fit on its disk.
pub(super) fn check_disk(file: &Path, disk: u64, figures: &str) -> anyhow::Result<()> {
    // Only checked for large tables: a small one is built at once, and its writer also reports a
    // full disk.
    let free = file.parent().and_then(free_disk_in_bytes).filter(|_| disk > WORTH_SAYING_IN_BYTES);
    if let Some(free) = free.filter(|free| *free < disk) {
        bail!(
            "this build does not fit: {figures}; {} are free for {}. Make room, or choose another disk with \
             --output",
            size(free),
            file.display()
        );
    }
    Ok(())
}

/// Reports the needs of a large build before it begins.
pub(super) fn tell_needs(needed: u64, figures: &str, quiet: bool) {
    if needed > WORTH_SAYING_IN_BYTES && !quiet {
        tell(figures);
    }
}
