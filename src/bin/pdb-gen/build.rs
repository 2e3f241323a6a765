//! `pdb-gen build`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tilebase::board::Tile;
use tilebase::build::{Threads, build_space};
use tilebase::cli::Exit;
use tilebase::report::Description;
use tilebase::space::{Pattern, Space};
use tilebase::table::{Folder, TableName};

use crate::args::{BuildArgs, Format};

pub(crate) fn run(args: &BuildArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let goal = args.goal.on(args.shape).with_context(|| format!("--goal does not fit {}", args.shape))?;
    let pattern = match &args.pattern {
        Some(tiles) => Pattern::new(args.shape, tiles.iter().copied().map(Tile::new))?,
        None => Pattern::full(args.shape),
    };
    let name = TableName { goal, pattern: pattern.clone(), encoding: args.encoding };
    let file = match &args.output {
        Some(file) => file.clone(),
        None => Folder::new(args.folder.pdb_dir.clone()).file_of(&name),
    };
    refuse_to_overwrite(&file, args.force)?;

    let clock = Instant::now();
    let space = Space::new(&goal, &pattern)?;
    let bar = progress_bar(space.entries(), args.quiet);
    let threads = args.threads.map_or(Threads::AllCores, Threads::Count);
    let distances = build_space(&space, threads, |level| {
        bar.set_position(level.reached);
        bar.set_message(format!("level {}", level.distance));
    })?;
    bar.finish_and_clear();
    let image = distances.image(args.encoding)?;
    image.write_to(&file)?;
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
    Ok(Exit::Yes)
}

fn refuse_to_overwrite(file: &Path, force: bool) -> anyhow::Result<()> {
    if !force && file.try_exists().unwrap_or(false) {
        bail!("{} is there already: add --force to build it again", file.display());
    }
    Ok(())
}

/// A bar on the standard error, where that is a terminal. It comes up only if the work takes a moment.
fn progress_bar(states: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {percent:>3} %  {msg}  {human_pos} of {human_len} states  {per_sec}  {eta} left";
    let bar = ProgressBar::new(states);
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
