//! Reports on tables that are missing, and on long preparations.

use std::io;
use std::path::PathBuf;

use crate::space::Pattern;
use crate::table::{LayoutError, WriteError};

/// Reports on tables that are not in the folder, and on long preparations.
#[derive(Debug)]
#[non_exhaustive]
pub enum Notice {
    /// A table or pattern database was built, and saved as this file.
    TableSaved(PathBuf),
    /// A table or pattern database was built but could not be saved. It is used from memory.
    TableNotSaved(WriteError),
    /// The folder, or a table in it, can't be read for lack of permission, so it is not used.
    Unreadable {
        /// The table, or the folder.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// Some tables of a pattern set are missing in the folder, so it is not used.
    PatternSetIncomplete {
        /// The name of the pattern set, such as `7-8`.
        pattern_set: String,
        /// The patterns whose tables are missing.
        missing: Vec<Pattern>,
    },
    /// The tables of a pattern set are not used because searching with them, or building them,
    /// needs too much memory.
    PatternSetTooLarge {
        /// The name of the pattern set, such as `6-6-6-6`.
        pattern_set: String,
        /// The memory that they need, in bytes.
        bytes: u64,
        /// The limit, in bytes.
        most: u64,
    },
    /// Pattern databases are about to be built in memory.
    BuildingPdbSet {
        /// The name of their pattern set.
        pattern_set: String,
        /// The name of the strongest pattern set of the board.
        strongest: String,
    },
    /// Pattern databases were laid out for search, and saved in this form as a file.
    LayoutSaved {
        /// The file.
        file: PathBuf,
        /// Its size in bytes.
        bytes: u64,
    },
    /// Pattern databases were laid out for search but could not be saved in this form. They are
    /// used from memory.
    LayoutNotSaved(WriteError),
    /// A file of pattern databases laid out for search is damaged, so it is not used.
    LayoutNotUsed(LayoutError),
    /// A step of preparing pattern databases begins. All steps together may take seconds.
    Preparing(Preparation),
}

/// A step of preparing pattern databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preparation {
    /// One of the tables is read from its file and checked.
    Loading {
        /// Its number, from 1.
        number: usize,
        /// The number of tables.
        of: usize,
    },
    /// One of the tables is built in memory.
    Building {
        /// Its number, from 1.
        number: usize,
        /// The number of tables.
        of: usize,
    },
    /// A file of tables laid out for search is read and checked.
    LoadingLayout,
    /// All tables are laid out for search.
    LayingOut,
    /// The tables are saved as they are laid out.
    SavingLayout,
    /// Everything is ready, or the preparation has failed or been stopped.
    Ended,
}
