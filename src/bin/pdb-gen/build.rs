//! `pdb-gen build`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::board::{Goal, Tile};
use tilebase::build::{Threads, build_space, memory_in_bytes};
use tilebase::cli::{Exit, progress_bar, tell};
use tilebase::report::Description;
use tilebase::search::Partition;
use tilebase::space::{Pattern, Space};
use tilebase::table::{Folder, TableName};

use crate::args::{BuildArgs, Format};

/// Builds that take more memory than this say so before they begin.
const WORTH_SAYING_IN_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: &BuildArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let goal = args.goal.on(args.shape).with_context(|| format!("--goal does not fit {}", args.shape))?;
    let patterns = patterns(args, &goal)?;
    let file_of = |pattern: &Pattern| match &args.output {
        Some(file) => file.clone(),
        None => {
            let name = TableName { goal, pattern: pattern.clone(), encoding: args.encoding };
            Folder::new(args.folder.pdb_dir.clone()).file_of(&name)
        }
    };
    for pattern in &patterns {
        let file = file_of(pattern);
        if !args.force && file.try_exists().unwrap_or(false) {
            // A preset is completed; a single table that is there already is a mistake.
            if args.preset.is_some() {
                continue;
            }
            bail!("{} is there already: add --force to build it again", file.display());
        }
        build_one(args, &Space::new(&goal, pattern)?, &file, out)?;
    }
    Ok(Exit::Yes)
}

/// The patterns to build tables of: one, or those of a preset.
fn patterns(args: &BuildArgs, goal: &Goal) -> anyhow::Result<Vec<Pattern>> {
    if let Some(name) = &args.preset {
        let partitions = Partition::of_goal(goal)?;
        let names: Vec<&str> = partitions.iter().map(Partition::name).collect();
        let known = names.join(", ");
        let found = partitions.iter().find(|partition| partition.name() == name);
        let shape = args.shape;
        let partition =
            found.with_context(|| format!("{shape} to {goal} has no preset {name}, but {known}"))?;
        return Ok(partition.patterns().to_vec());
    }
    let pattern = match &args.pattern {
        Some(tiles) => Pattern::new(args.shape, tiles.iter().copied().map(Tile::new))?,
        None => Pattern::full(args.shape),
    };
    Ok(vec![pattern])
}

fn build_one(args: &BuildArgs, space: &Space, file: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    check_memory(args, space)?;
    let clock = Instant::now();
    let bar = progress_bar(space.entries(), "states", args.quiet);
    let threads = args.threads.map_or(Threads::AllCores, Threads::Count);
    let distances = build_space(space, threads, |level| {
        bar.set_position(level.reached);
        bar.set_message(format!("level {}  ", level.distance));
    })?;
    bar.finish_and_clear();
    let image = distances.image(args.encoding)?;
    image.write_to(file)?;
    let seconds = clock.elapsed().as_secs_f64();

    let description = Description::of_image(&image);
    match args.format {
        _ if args.quiet => {}
        Format::Json => {
            serde_json::to_writer(&mut *out, &description)?;
            writeln!(out)?;
        }
        Format::Text => {
            description.write_text(out)?;
            writeln!(out, "\nwritten to {} in {seconds:.3} s", file.display())?;
        }
    }
    Ok(out.flush()?)
}

/// Refuses what does not fit, and says how much a large build takes.
fn check_memory(args: &BuildArgs, space: &Space) -> anyhow::Result<()> {
    let disk = args.encoding.payload_len(space.entries());
    let (limit, what) = match args.memory_limit {
        Some(megabytes) => (megabytes.saturating_mul(1_000_000), "--memory-limit allows"),
        None => (available_memory_in_bytes().unwrap_or(u64::MAX), "this machine has free"),
    };
    // What is far too large is refused without counting its footprints.
    let needed = if space.entries() > limit { space.entries() } else { memory_in_bytes(space) };
    let figures = format!(
        "{} entries, {} MB of memory, {} MB on disk",
        space.entries(),
        needed.div_ceil(1_000_000),
        disk.div_ceil(1_000_000)
    );
    if needed > limit {
        bail!("this build does not fit: {figures}, and {what} {} MB", limit / 1_000_000);
    }
    if needed > WORTH_SAYING_IN_BYTES && !args.quiet {
        tell("pdb-gen", figures);
    }
    Ok(())
}

/// What Linux says is available; none elsewhere.
fn available_memory_in_bytes() -> Option<u64> {
    let text = fs::read_to_string(Path::new("/proc/meminfo")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
