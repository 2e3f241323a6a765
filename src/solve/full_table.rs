//! The full table of a goal: read from the folder, or built in memory if that takes only a moment.

use std::io;
use std::sync::Arc;

use super::error::SolveError;
use super::notice::Notice;
use super::solver::SolverBuilder;
use crate::generate::Generator;
use crate::interrupt::Interrupt;
use crate::oracle::Oracle;
use crate::space::FullSpace;
use crate::table::{BuiltTable, Encoding, Folder, HAS_FILES, TableError, TableName};

/// Maximum number of states of a table that is built without being requested: 2x5 has 1.8 million
/// and takes 10 ms.
const MAX_STATES_BUILT_UNASKED: u64 = 1 << 22;

/// Maximum number of states of a table that any machine holds. Boards of 15 and 16 cells have more:
/// 6.5 · 10^11 and 10^13.
const MAX_STATES_HELD: u64 = 1 << 38;

impl SolverBuilder<'_> {
    /// Returns the goal's table: from the folder, or built now if that takes only a moment. A table
    /// that was built is saved in the folder if `saves_tables`; failure to save is only a notice.
    pub(super) fn oracle_at_hand(&self, interrupt: &Interrupt) -> Result<Arc<Oracle>, SolveError> {
        let goal = &self.goal;
        let states = FullSpace::new(goal)?.states();
        let folder = self.table_folder();
        let found = folder.map_or(Ok(None), |folder| self.if_allowed(folder.find(goal)));
        if let Some((_file, table)) = found?.flatten() {
            return Ok(Arc::new(Oracle::new(table, goal)?));
        }
        if states > MAX_STATES_HELD {
            return Err(SolveError::OutOfReach { shape: goal.shape(), states });
        }
        if states > MAX_STATES_BUILT_UNASKED {
            let folder = folder.map(|folder| folder.path().to_owned());
            return Err(SolveError::NoTable { goal: *goal, states, folder });
        }
        let distances = Generator::for_goal(goal)?.interrupt(interrupt).distances()?;
        if let Some(folder) = folder.filter(|_| self.saves_tables) {
            self.save(folder, &distances.encoded(Encoding::Byte)?);
        }
        Ok(Arc::new(Oracle::new(distances.into_table(Encoding::Byte)?, goal)?))
    }

    /// Writes a table into the folder. Failure is only a notice: the table is used from memory.
    pub(super) fn save(&self, folder: &Folder, table: &BuiltTable<'_>) {
        let header = table.header();
        let file = folder.file_of(&TableName::of_space(header.space(), header.encoding()));
        (self.notify)(match table.write_to(&file) {
            Ok(()) => Notice::TableSaved(file),
            Err(error) => Notice::TableNotSaved(error),
        });
    }

    /// The folder. The condition is constant: without files, the code that reads tables is removed.
    pub(super) fn table_folder(&self) -> Option<&Folder> {
        self.folder.as_ref().filter(|_| HAS_FILES)
    }

    /// Returns what was found in the folder; `None`, with a notice, if this user may not read it.
    pub(super) fn if_allowed<T>(&self, found: Result<T, TableError>) -> Result<Option<T>, TableError> {
        match found {
            Err(TableError::Io { file, error }) if error.kind() == io::ErrorKind::PermissionDenied => {
                // Each table of the folder fails in the same way.
                if !self.has_reported_permissions.replace(true) {
                    (self.notify)(Notice::Unreadable { file, error });
                }
                Ok(None)
            }
            found => found.map(Some),
        }
    }
}
