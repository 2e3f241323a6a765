//! The description of a data set, and its division into shards.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tilebase::solve::Population;

/// Everything that determines a data set's bytes, except for the tables: different tables may find
/// different optimal paths. The manifest's first line holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataSetSpec {
    /// The version of the manifest and of the derivation of shard seeds.
    #[serde(rename = "labels")]
    pub(crate) version: u32,
    /// Rows x columns.
    pub(crate) shape: String,
    /// The goal, in board notation.
    pub(crate) goal: String,
    /// The boards.
    pub(crate) boards: BoardOrigin,
    /// Number of boards per shard; the last one may have fewer.
    pub(crate) shard_size: u64,
    /// The data to write for each board.
    pub(crate) content: Content,
    /// The file format.
    pub(crate) format: LabelFormat,
    /// Whether the letters of paths name the direction of the `blank` or of the `tile`; `None`
    /// without paths.
    pub(crate) moves: Option<String>,
}

/// The origin of the boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum BoardOrigin {
    /// Random boards.
    Drawn {
        /// The number of boards.
        count: u64,
        /// The seed from which the shards' seeds are derived.
        seed: u64,
        /// The length of the random walks at whose ends the boards are; `None` for uniform ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        walk: Option<u32>,
    },
    /// Boards from an input.
    Given {
        /// The number of boards.
        count: u64,
        /// The hash of their tiles.
        blake3: String,
    },
}

impl DataSetSpec {
    /// The version that this program writes.
    pub(crate) const VERSION: u32 = 1;

    /// The common prefix of shard file names.
    pub(crate) const FILE_PREFIX: &str = "labels-";

    /// The number of boards.
    pub(crate) const fn count(&self) -> u64 {
        match self.boards {
            BoardOrigin::Drawn { count, .. } | BoardOrigin::Given { count, .. } => count,
        }
    }

    /// The number of shards; they are numbered from 0.
    pub(crate) const fn shards(&self) -> u64 {
        self.count().div_ceil(self.shard_size)
    }

    /// The index of a shard's first board in the data set.
    pub(crate) const fn first_of(&self, shard: u64) -> u64 {
        shard * self.shard_size
    }

    /// The number of boards in a shard.
    pub(crate) fn boards_of(&self, shard: u64) -> u64 {
        self.count().saturating_sub(self.first_of(shard)).min(self.shard_size)
    }

    /// The file name of a shard.
    pub(crate) fn file_of(&self, shard: u64) -> String {
        format!("{}{shard:05}.{}", Self::FILE_PREFIX, self.format.ending())
    }

    /// The name of the file format on the command line.
    pub(crate) fn format_name(&self) -> String {
        name_of(&self.format)
    }

    /// The name of the content on the command line.
    pub(crate) fn content_name(&self) -> String {
        name_of(&self.content)
    }

    /// The boards from which those of a shard are drawn.
    pub(crate) const fn population(&self) -> Population {
        match self.boards {
            BoardOrigin::Drawn { walk: Some(moves), .. } => Population::Walks(moves),
            BoardOrigin::Drawn { walk: None, .. } | BoardOrigin::Given { .. } => Population::Solvable,
        }
    }

    /// The seed for a shard's boards; `None` for given boards.
    ///
    /// A hash, so that different shards share boards only by chance, even those of data
    /// sets with consecutive seeds.
    pub(crate) fn seed_of(&self, shard: u64) -> Option<u64> {
        let BoardOrigin::Drawn { seed, .. } = self.boards else { return None };
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"tilebase labels").update(&seed.to_le_bytes()).update(&shard.to_le_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Some(u64::from_le_bytes(first))
    }

    /// Returns the first difference: its name, and the value here and in `other`.
    pub(crate) fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let source = |data_set: &Self| match &data_set.boards {
            BoardOrigin::Drawn { count, seed, walk: None } => {
                format!("{count} random boards with seed {seed}")
            }
            BoardOrigin::Drawn { count, seed, walk: Some(moves) } => {
                format!("the ends of {count} random walks of {moves} moves with seed {seed}")
            }
            BoardOrigin::Given { count, blake3 } => format!("{count} boards from a file, with hash {blake3}"),
        };
        let moves = |data_set: &Self| data_set.moves.clone().unwrap_or_else(|| "none".to_owned());
        let differ = |name, one: String, two: String| (one != two).then_some((name, one, two));
        differ("shape", self.shape.clone(), other.shape.clone())
            .or_else(|| differ("goal", self.goal.clone(), other.goal.clone()))
            .or_else(|| differ("boards", source(self), source(other)))
            .or_else(|| differ("shard size", self.shard_size.to_string(), other.shard_size.to_string()))
            .or_else(|| differ("content", self.content_name(), other.content_name()))
            .or_else(|| differ("format", self.format_name(), other.format_name()))
            .or_else(|| differ("moves", moves(self), moves(other)))
            .or_else(|| differ("version", self.version.to_string(), other.version.to_string()))
    }
}

/// The name of a choice on the command line.
fn name_of(choice: &impl clap::ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// What to write for each board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Content {
    /// The board and the length of its optimal paths
    #[default]
    Boards,
    /// The same, and one optimal path
    Paths,
    /// Every board along one optimal path, each with its own length: about 53 rows per 15-puzzle,
    /// which are not independent samples
    AlongPath,
}

/// The file format of a data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LabelFormat {
    /// An archive of NumPy arrays: boards (one byte per cell, row by row, 0 for the blank),
    /// lengths, and paths
    #[default]
    Npz,
    /// A NumPy array of records: board, length, and path
    Npy,
    /// The header board,length, or board,length,path, and a line for each board
    Csv,
    /// The same columns, in builds with the feature parquet
    Parquet,
    /// A pickle for DeepCubeA: states, outputs (the lengths), and solutions
    Deepcubea,
    /// A pickle for DeepXube: states, goals, path_costs (the lengths), and actions
    Deepxube,
}

impl LabelFormat {
    /// The file name extension of this format.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Npz => "npz",
            Self::Npy => "npy",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Deepcubea | Self::Deepxube => "pkl",
        }
    }

    /// Whether the format is for one program, which has one goal, square boards, and own move
    /// names.
    pub(crate) const fn is_of_a_program(self) -> bool {
        matches!(self, Self::Deepcubea | Self::Deepxube)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn asked(count: u64, seed: u64) -> DataSetSpec {
        DataSetSpec {
            version: DataSetSpec::VERSION,
            shape: "3x3".to_owned(),
            goal: "123456780".to_owned(),
            boards: BoardOrigin::Drawn { count, seed, walk: None },
            shard_size: 10,
            content: Content::Boards,
            format: LabelFormat::Csv,
            moves: None,
        }
    }

    #[test]
    fn shards_cover_all_boards_and_the_last_has_the_rest() {
        for count in 1..40 {
            let data_set = asked(count, 1);
            let boards: Vec<u64> = (0..data_set.shards()).map(|shard| data_set.boards_of(shard)).collect();
            assert_eq!(boards.iter().sum::<u64>(), count);
            assert!(boards.split_last().unwrap().1.iter().all(|boards| *boards == 10));
            assert!((1..=10).contains(boards.last().unwrap()), "{boards:?}");
            assert_eq!(data_set.boards_of(data_set.shards()), 0);
        }
    }

    #[test]
    fn every_shard_of_every_seed_has_another_seed() {
        let seeds = (0..100).flat_map(|seed| {
            let data_set = asked(1000, seed);
            (0..100).map(move |shard| data_set.seed_of(shard).unwrap())
        });
        assert_eq!(seeds.collect::<BTreeSet<u64>>().len(), 10_000);
        // Existing data sets were generated with this seed, so it must not change.
        assert_eq!(asked(1, 1).seed_of(0), Some(9_855_189_284_553_250_515));
    }

    fn walks(moves: u32) -> BoardOrigin {
        BoardOrigin::Drawn { count: 100, seed: 1, walk: Some(moves) }
    }

    /// Data sets without walks were written before there were any.
    #[test]
    fn walks_are_described_only_if_there_are_any() {
        let written = |boards: &BoardOrigin| serde_json::to_string(boards).unwrap();
        let uniform = BoardOrigin::Drawn { count: 100, seed: 1, walk: None };
        for (boards, text) in [
            (uniform, r#"{"drawn":{"count":100,"seed":1}}"#),
            (walks(40), r#"{"drawn":{"count":100,"seed":1,"walk":40}}"#),
        ] {
            assert_eq!(written(&boards), text);
            assert_eq!(serde_json::from_str::<BoardOrigin>(text).unwrap(), boards);
        }
    }

    #[test]
    fn every_difference_is_reported() {
        let first = asked(100, 1);
        let given = BoardOrigin::Given { count: 100, blake3: "abc".to_owned() };
        let others = [
            ("shape", DataSetSpec { shape: "2x4".to_owned(), ..first.clone() }),
            ("goal", DataSetSpec { goal: "012345678".to_owned(), ..first.clone() }),
            ("boards", asked(100, 2)),
            ("boards", asked(99, 1)),
            ("boards", DataSetSpec { boards: walks(40), ..first.clone() }),
            ("boards", DataSetSpec { boards: given, ..first.clone() }),
            ("shard size", DataSetSpec { shard_size: 11, ..first.clone() }),
            ("content", DataSetSpec { content: Content::Paths, ..first.clone() }),
            ("format", DataSetSpec { format: LabelFormat::Deepxube, ..first.clone() }),
            ("moves", DataSetSpec { moves: Some("tile".to_owned()), ..first.clone() }),
            ("version", DataSetSpec { version: 2, ..first.clone() }),
        ];
        for (name, other) in others {
            let (found, one, two) = first.difference(&other).unwrap();
            assert!(found == name && one != two, "{name}: {found} {one} {two}");
        }
        assert_eq!(first.difference(&first), None);
    }
}
