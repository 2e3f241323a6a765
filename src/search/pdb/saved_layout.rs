//! Pattern databases laid out for search, in files.
//!
//! Only compound pattern databases are saved: laying them out takes seconds. They are large, and
//! several processes that map the file share the memory.

use std::path::Path;

use super::PdbSet;
use super::compound::CompoundPdb;
use super::entries::PatternEntries;
use super::layout::lehmer_index::fits_lehmer_index;
use super::pattern_set::PatternSet;
use super::pdb_set::{Tables, mirror_images};
use crate::board::Goal;
use crate::interrupt::Interrupt;
use crate::space::PatternSpace;
use crate::table::{Files, Fingerprint, LayoutProblem, WriteError};

impl PdbSet {
    /// The number of bytes of a pattern set's tables laid out for search, if they can be saved in a
    /// file.
    pub(crate) fn bytes_to_save(set: &PatternSet, spaces: &[PatternSpace]) -> Option<u64> {
        let is_compound =
            set.is_overlapping() || set.is_zero_aware() && !spaces.iter().all(fits_lehmer_index);
        is_compound.then(|| spaces.iter().map(PatternEntries::bytes_laid_out).sum())
    }

    /// Opens a file of laid-out tables, and checks all of it. The fingerprint is that of the tables
    /// from which it must have been made.
    pub(crate) fn open_layout(
        file: &Path,
        goal: &Goal,
        spaces: &[PatternSpace],
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<Self, LayoutProblem> {
        let files = Files::exist().ok_or(LayoutProblem::Absent)?;
        let images = mirror_images(goal);
        let compound = CompoundPdb::open(file, goal, spaces, images.as_deref(), fingerprint, interrupt)?;
        Ok(Self(Tables::Compound(Box::new(compound), files)))
    }

    /// Saves the tables as they are laid out. Returns `false`, and writes nothing, if they can't be
    /// saved or the interrupt is raised.
    pub(crate) fn save_layout(
        &self,
        file: &Path,
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<bool, WriteError> {
        match &self.0 {
            Tables::Compound(compound, _) => compound.save(file, fingerprint, interrupt),
            Tables::Direct(_) | Tables::InFileOrder(_) => Ok(false),
        }
    }

    /// Whether two compound pattern databases are laid out in the same way.
    pub(crate) fn has_same_layout(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Tables::Compound(one, _), Tables::Compound(other, _)) => one.is_same(other),
            _ => false,
        }
    }
}
