//! The data that a data set contains for each board.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What is written of each board that is drawn or read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Content {
    /// The board and the length of its optimal paths
    #[default]
    Boards,
    /// The same, and one optimal path
    Paths,
    /// Every board of one optimal path, from the board to the goal, each with its own length: some
    /// 53 rows for a 15-puzzle. They are no independent draws
    AlongPath,
}
