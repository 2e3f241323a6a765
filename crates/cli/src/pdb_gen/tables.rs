//! The options that choose tables, for several commands.

use anyhow::{Context, anyhow};
use tilebase::board::{Goal, Shape, ShapeError, Tile};
use tilebase::notation::GoalName;
use tilebase::search::PatternSet;
use tilebase::space::{Pattern, Space, SpaceError};
use tilebase::table::Encoding;

use crate::shell::MetricArgs;

/// The options that choose a table, or the tables of a preset.
#[derive(Debug, clap::Args)]
pub(super) struct TableArgs {
    /// Board shape, such as 3x3 or 4x4
    #[arg(value_name = "SHAPE", default_value = "3x3", value_parser = read_shape)]
    pub(super) shape: Shape,

    /// Goal: blank-last, blank-first, snail, or a board
    #[arg(long, short, default_value_t, hide_default_value = true)]
    pub(super) goal: GoalName,

    /// Pattern databases, such as 7-8x1 or 6x16
    #[arg(long, value_name = "NAME", conflicts_with = "pattern", long_help = PRESET_HELP)]
    pub(super) preset: Option<String>,

    /// Tiles of a pattern, such as 1,2,5,6
    ///
    /// The table then has, for each placement of these tiles, the fewest moves that they need to
    /// reach their goal cells. Entries of patterns that share no tile can be added up.
    #[arg(long, value_name = "TILES", value_delimiter = ',', value_parser = read_tile)]
    pub(super) pattern: Option<Vec<u8>>,

    /// Make the pattern database zero-aware: one entry per region the blank can be in
    ///
    /// There are more entries, with higher values, and one move changes the value by at most one.
    #[arg(long, hide_short_help = true)]
    pub(super) zero_aware: bool,

    #[command(flatten)]
    pub(super) metric: MetricArgs,

    /// Bits per entry: byte (8), mod3 (2), or bit (1)
    ///
    /// mod3 is for full tables, bit for zero-aware patterns. The default is byte, or bit for
    /// zero-aware presets.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    encoding: Option<Encoding>,
}

const PRESET_HELP: &str = "\
Build a set of pattern databases that pdb-solve uses together; existing ones are kept

  4x4  7-8x1    zero-aware, the fastest: 196 MB
       7-8      577 MB
       6-6-3    12 MB
       5-5-5    2 MB, built in memory when needed
  5x5  6x16     16 zero-aware patterns, the fastest: 362 MB,
                and 1.6 GB of memory to search
       6-6-6-6  510 MB";

/// The side of the largest square board.
const MAX_SIDE: usize = 5;

fn read_tile(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_not_a_tile| format!("expected tiles with commas, such as 1,2,5,6, found {text:?}"))
}

/// Reads a shape; detects boards and goals, which are likely mistakes.
fn read_shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| match text.parse::<GoalName>() {
        Ok(_) => format!("expected a shape such as 3x3; for a goal use --goal {text}"),
        Err(_) => error.to_string(),
    })
}

impl TableArgs {
    /// The goal.
    pub(super) fn goal(&self) -> anyhow::Result<Goal> {
        self.goal.on(self.shape).with_context(|| format!("--goal does not fit {}", self.shape))
    }

    /// The encoding of a table's entries.
    pub(super) fn encoding_of(&self, space: &Space) -> Encoding {
        let of_preset = self.preset.is_some() && space.is_zero_aware();
        self.encoding.unwrap_or(if of_preset { Encoding::Bit } else { Encoding::Byte })
    }

    /// Rejects what tables in the multi-tile metric do not support.
    pub(super) fn check_metric(&self) -> anyhow::Result<()> {
        let given = [
            ("--preset", self.preset.is_some()),
            ("--pattern", self.pattern.is_some()),
            ("--zero-aware", self.zero_aware),
            ("--encoding", self.encoding.is_some_and(|encoding| encoding != Encoding::Byte)),
        ];
        self.metric
            .refuse(given, "the multi-tile metric is only available for full tables with one byte per entry")
    }

    /// The state spaces of the tables: one, or those of a preset.
    pub(super) fn spaces(&self, goal: &Goal) -> anyhow::Result<Vec<Space>> {
        if let Some(name) = &self.preset {
            let sets = PatternSet::of_goal(goal);
            let found = sets.iter().find(|set| set.name() == name);
            let set = found.with_context(|| self.unknown_preset(name, &sets, goal))?;
            let space = |pattern: &Pattern| match self.zero_aware {
                true => Ok(Space::zero_aware(goal, pattern)?),
                false => Ok(Space::Pattern(set.space(goal, pattern)?)),
            };
            return set.patterns().iter().map(space).collect();
        }
        let pattern = match &self.pattern {
            Some(tiles) => Pattern::new(self.shape, tiles.iter().copied().map(Tile::new))?,
            None => Pattern::full(self.shape),
        };
        if !self.zero_aware {
            return Ok(vec![Space::new(goal, &pattern)?]);
        }
        let space = Space::zero_aware(goal, &pattern).map_err(|error| match error {
            SpaceError::NoRegions { .. } => anyhow!("{error}: add --pattern, or remove --zero-aware"),
            other => other.into(),
        })?;
        Ok(vec![space])
    }
}

impl TableArgs {
    /// The message about a preset that this shape does not have, but perhaps another one.
    fn unknown_preset(&self, name: &str, sets: &[PatternSet], goal: &Goal) -> String {
        let names: Vec<&str> = sets.iter().map(PatternSet::name).collect();
        let (names, shape) = (names.join(", "), self.shape);
        let squares = (2..=MAX_SIDE).filter_map(|side| Shape::new(side, side).ok());
        let has_it = |other: &Shape| {
            PatternSet::of_goal(&Goal::blank_last(*other)).iter().any(|set| set.name() == name)
        };
        match squares.filter(|other| *other != shape).find(has_it) {
            Some(other) => format!(
                "{name} is a preset of {other}: pdb-gen build {other} --preset {name} ({shape} has {names})"
            ),
            None => {
                let to_goal =
                    if self.goal == GoalName::BlankLast { String::new() } else { format!(" to {goal}") };
                format!("{shape}{to_goal} has no preset {name}; choose from {names}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Args as _;

    #[test]
    fn the_help_names_every_encoding_and_preset() {
        let command = TableArgs::augment_args(clap::Command::new("build"));
        let option = command.get_arguments().find(|option| option.get_id() == "encoding").unwrap();
        let help = option.get_help().unwrap().to_string();
        for encoding in Encoding::ALL {
            assert!(help.contains(encoding.name()), "{encoding} is not there: {help}");
        }
        for side in [4, 5] {
            let goal = Goal::blank_last(Shape::new(side, side).unwrap());
            for set in PatternSet::of_goal(&goal) {
                let name = set.name();
                assert!(PRESET_HELP.split_whitespace().any(|word| word == name), "{name} is not there");
            }
        }
    }
}
