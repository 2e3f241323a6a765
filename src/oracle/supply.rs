//! An oracle for a goal, wherever its table comes from.
//!
//! A user who only wants an answer should not have to build a table first. So a table that is not in the
//! folder is built on the spot where that takes a moment, and kept for the next time. This is the one place
//! where this room uses another of its floor, the generator.

use std::path::PathBuf;

use memmap2::Mmap;

use super::oracle::{Oracle, TableMismatch};
use crate::board::{Goal, Shape};
use crate::generate::{BuildError, Threads, build};
use crate::space::{SpaceTooLarge, StateSpace};
use crate::table::{Encoding, EncodingError, Folder, FormatError, TableError, TableName, WriteError};

/// Up to so many states a missing table is built without asking: 2x5 takes 1.8 million and 10 ms.
const BUILT_UNASKED_IN_STATES: u64 = 1 << 22;

/// A table of more states than this is out of reach: of the boards that can be numbered those of 15 and 16 cells, with
/// 6.5 · 10^11 and 10^13 states.
const MOST_HELD_IN_STATES: u64 = 1 << 38;

/// The bytes of a table, mapped or in memory.
#[derive(Debug)]
pub enum TableBytes {
    /// A file.
    Mapped(Mmap),
    /// A table that was just built.
    InMemory(Vec<u8>),
}

impl AsRef<[u8]> for TableBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::InMemory(bytes) => bytes,
        }
    }
}

/// Where the table of an oracle came from.
#[derive(Debug)]
pub enum Origin {
    /// It was in a file.
    File(PathBuf),
    /// It was built, and is now in a file.
    BuiltAndSaved(PathBuf),
    /// It was built, and could not be saved.
    BuiltOnly(WriteError),
}

/// An oracle, and where its table came from.
#[derive(Debug)]
pub struct Supplied {
    /// The oracle.
    pub oracle: Oracle<TableBytes>,
    /// Where its table came from.
    pub origin: Origin,
}

/// Why there is no oracle for a goal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SupplyError {
    /// The board has too many states to have a table.
    #[error(transparent)]
    TooLarge(#[from] SpaceTooLarge),
    /// A table is there, but is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no table, and building it takes more than a moment.
    #[error(
        "there is no {shape} table in {}: build it with `pdb-gen build {shape} --goal {goal}` ({states} states, a byte \
         each), or search without one",
        folder.display()
    )]
    NotBuilt {
        /// The shape.
        shape: Shape,
        /// The goal.
        goal: Goal,
        /// The states that it would have.
        states: u64,
        /// The folder that was looked in.
        folder: PathBuf,
    },
    /// There is no table, and no machine could hold it.
    #[error(
        "a table of {shape} would have {states} entries, which no machine holds: search for paths instead"
    )]
    OutOfReach {
        /// The shape.
        shape: Shape,
        /// The states that it would have.
        states: u64,
    },
    /// Building failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The table that was built could not be encoded.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The table that was built could not be read back.
    #[error("the table that was just built can't be read: {0}")]
    Format(#[from] FormatError),
    /// The table that was found serves another goal.
    #[error(transparent)]
    Mismatch(#[from] TableMismatch),
}

/// An oracle for a goal: from a table in the folder, or else from one that is built now, and saved there if
/// that can be done. Only boards that take a moment are built; larger ones have to be asked for.
///
/// # Errors
/// [`SupplyError`]; a table that can't be saved is none.
pub fn supply(goal: &Goal, folder: &Folder) -> Result<Supplied, SupplyError> {
    let states = StateSpace::new(goal)?.states();
    if let Some((file, table)) = folder.find(goal)? {
        let oracle = Oracle::new(table.map_bytes(TableBytes::Mapped), goal)?;
        return Ok(Supplied { oracle, origin: Origin::File(file) });
    }
    if states > MOST_HELD_IN_STATES {
        return Err(SupplyError::OutOfReach { shape: goal.shape(), states });
    }
    if states > BUILT_UNASKED_IN_STATES {
        let folder = folder.path().to_owned();
        return Err(SupplyError::NotBuilt { shape: goal.shape(), goal: *goal, states, folder });
    }
    let distances = build(goal, Threads::One, |_| ())?;
    let image = distances.image(Encoding::Byte)?;
    let file = folder.file_of(&TableName::of_full_board(goal));
    let origin = match image.write_to(&file) {
        Ok(()) => Origin::BuiltAndSaved(file),
        Err(error) => Origin::BuiltOnly(error),
    };
    let oracle = Oracle::new(image.into_table()?.map_bytes(TableBytes::InMemory), goal)?;
    Ok(Supplied { oracle, origin })
}
