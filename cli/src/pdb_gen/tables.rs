//! Which tables are meant: options that several commands have.

use anyhow::{Context, anyhow};
use tilebase::board::{Goal, Shape, Tile};
use tilebase::notation::GoalName;
use tilebase::search::Partition;
use tilebase::space::{Pattern, Space, SpaceError};
use tilebase::table::Encoding;

/// The options for it.
#[derive(Debug, clap::Args)]
pub(super) struct TableArgs {
    /// Rows x columns
    #[arg(value_name = "SHAPE", default_value = "3x3")]
    pub(super) shape: Shape,

    /// The goal: blank-last (1,2,..,0), blank-first (0,1,2,..), snail, or a board
    #[arg(long, default_value_t)]
    pub(super) goal: GoalName,

    /// Look at these tiles alone, as 1,2,5,6: the table then has the fewest moves of these tiles, and tables of
    /// patterns that have no tile in common may be added up
    #[arg(long, value_name = "TILES", value_delimiter = ',')]
    pub(super) pattern: Option<Vec<u8>>,

    /// Tell apart where the blank is: of the cells that the pattern's tiles leave, each connected region gets an entry of its
    /// own, where else the least over the regions is kept. The entries are more and larger, and differ by at most one from
    /// move to move
    #[arg(long)]
    pub(super) regions: bool,

    /// All tables that pdb-solve uses together: 7-8, 6-6-3 or 5-5-5 for 4x4, 6-6-6-6 for 5x5, and
    /// with regions told apart 7-8x1 (196 MB) and 6x16, sixteen patterns of six tiles that overlap (362 MB, and 1.1 GB of memory
    /// to search by them).
    /// Tables that are there already are kept
    #[arg(long, value_name = "SIZES", conflicts_with = "pattern")]
    pub(super) preset: Option<String>,

    /// How entries are written: byte (8 bits each), packed (4), mod3 (2, full boards alone), or bit (1, patterns with regions
    /// alone) [default: byte, and bit for a preset with regions]
    #[arg(long)]
    encoding: Option<Encoding>,
}

impl TableArgs {
    /// The goal.
    pub(super) fn goal(&self) -> anyhow::Result<Goal> {
        self.goal.on(self.shape).with_context(|| format!("--goal does not fit {}", self.shape))
    }

    /// How the entries of a table are written.
    pub(super) fn encoding_of(&self, space: &Space) -> Encoding {
        let of_preset = self.preset.is_some() && space.keeps_regions();
        self.encoding.unwrap_or(if of_preset { Encoding::Bit } else { Encoding::Byte })
    }

    /// What the entries of the tables stand for: of one, or of those of a preset.
    pub(super) fn spaces(&self, goal: &Goal) -> anyhow::Result<Vec<Space>> {
        if let Some(name) = &self.preset {
            let partitions = Partition::of_goal(goal);
            let names: Vec<&str> = partitions.iter().map(Partition::name).collect();
            let known = names.join(", ");
            let found = partitions.iter().find(|partition| partition.name() == name);
            let shape = self.shape;
            let partition =
                found.with_context(|| format!("{shape} to {goal} has no preset {name}, but {known}"))?;
            let space = |pattern: &Pattern| match self.regions {
                true => Ok(Space::with_regions(goal, pattern)?),
                false => Ok(Space::Pattern(partition.space(goal, pattern)?)),
            };
            return partition.patterns().iter().map(space).collect();
        }
        let pattern = match &self.pattern {
            Some(tiles) => Pattern::new(self.shape, tiles.iter().copied().map(Tile::new))?,
            None => Pattern::full(self.shape),
        };
        if !self.regions {
            return Ok(vec![Space::new(goal, &pattern)?]);
        }
        let space = Space::with_regions(goal, &pattern).map_err(|error| match error {
            SpaceError::NoRegions { .. } => anyhow!("{error}, by --pattern, or leave --regions out"),
            other => other.into(),
        })?;
        Ok(vec![space])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args as _;

    #[test]
    fn the_help_names_every_encoding() {
        let command = TableArgs::augment_args(clap::Command::new("build"));
        let option = command.get_arguments().find(|option| option.get_id() == "encoding").unwrap();
        let help = option.get_help().unwrap().to_string();
        for encoding in Encoding::ALL {
            assert!(help.contains(encoding.name()), "{encoding} is not there: {help}");
        }
    }
}
