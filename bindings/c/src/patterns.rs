//! The objects behind the handles of pattern databases and of sets of them.

use std::path::Path;
use std::sync::OnceLock;

use tilebase::board::Board;
use tilebase::oracle::DistanceBlocks;
use tilebase::search::{self, Claims};
use tilebase::space::{PatternSpace, Space, StateIndex};
use tilebase::table::{Encoding, Table};

use crate::failure::Failure;
use crate::handles::Handles;
use crate::status::Status;

/// A pattern database (PDB): the fewest moves that the tiles of a pattern need to reach their goal
/// cells, for every placement of these tiles. Only moves of these tiles count.
#[derive(Debug)]
pub struct Pdb {
    table: Table,
    pub(crate) space: PatternSpace,
    /// The entries of a table with one bit each, decoded on first use.
    decoded: OnceLock<Vec<u8>>,
}

/// Pattern databases of one goal combined into one heuristic.
#[derive(Debug)]
pub struct PdbSet {
    pub(crate) pdbs: search::PdbSet,
}

pub(crate) static PDBS: Handles<Pdb> = Handles::new(3, "pattern database");
pub(crate) static SETS: Handles<PdbSet> = Handles::new(4, "set of pattern databases");

impl Pdb {
    /// Wraps the table of a pattern database. Returns `None` for a full table.
    pub(crate) fn new(table: Table) -> Option<Self> {
        let Space::Pattern(space) = table.header().space() else { return None };
        Some(Self { space: space.clone(), table, decoded: OnceLock::new() })
    }

    /// Wraps the table of a file.
    pub(crate) fn of_file(table: Table, file: &Path) -> Result<Self, Failure> {
        let shape = table.header().goal().shape();
        Self::new(table).ok_or_else(|| {
            let text = format!(
                "{} is a full table of {shape}, not a pattern database: open it with tb_solver_open",
                file.display()
            );
            Failure::new(Status::OtherKind, text)
        })
    }

    pub(crate) const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the entries in index order, one byte each.
    pub(crate) fn entries(&self) -> Result<&[u8], Failure> {
        if self.table.header().encoding() == Encoding::Byte {
            return Ok(self.table.payload()?);
        }
        if let Some(decoded) = self.decoded.get() {
            return Ok(decoded);
        }
        let decoded = DistanceBlocks::new(&self.table)?.all()?.into_owned();
        // Another thread may have been faster.
        Ok(self.decoded.get_or_init(|| decoded))
    }

    /// Returns the index of a board's placement. The board must have the shape of the goal.
    pub(crate) fn index_of(&self, board: &Board) -> Result<StateIndex, Failure> {
        let no_index = || Failure::new(Status::Internal, format!("the board {board} has no index"));
        self.space.index_of(board).ok_or_else(no_index)
    }

    /// Returns the entry of one board. Checks only the page of a file that has the entry.
    pub(crate) fn entry(&self, board: &Board) -> Result<u8, Failure> {
        let index = self.index_of(board)?;
        if self.table.header().encoding() == Encoding::Byte {
            return Ok(self.table.code_at(index)?);
        }
        self.entry_in(self.entries()?, board)
    }

    /// Returns the entry of a board in [all entries](Self::entries).
    #[inline]
    pub(crate) fn entry_in(&self, entries: &[u8], board: &Board) -> Result<u8, Failure> {
        let index = self.index_of(board)?.number();
        let entry = usize::try_from(index).ok().and_then(|index| entries.get(index));
        entry
            .copied()
            .ok_or_else(|| Failure::new(Status::BadTable, format!("no entry has the index {index}")))
    }

    /// The size of the entries in bytes, in memory or mapped, with the decoded copy of bits once a
    /// lookup has made it.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.header().payload_len() + self.decoded.get().map_or(0, |decoded| decoded.len() as u64)
    }

    pub(crate) const fn claims(&self) -> Claims {
        // No parity: an entry counts the moves of some tiles only.
        Claims::NONE.with_admissible(true).with_consistent(self.space.is_zero_aware())
    }
}
