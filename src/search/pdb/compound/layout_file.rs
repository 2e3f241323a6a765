//! The file of a compound pattern database's search layout.
//!
//! Laying out sixteen tables of six tiles takes seconds, so the result may be saved. The file has
//! two sections: the pairs of bits, and the lists of placements with many regions (see
//! `layout::excess_bits`). Its fields are:
//!
//! | bytes | content |
//! |---|---|
//! | 32 | the fingerprint of the tables |
//! | 4 each | the lookups of a sum, one bit each |
//!
//! The file has the sums that are best for random boards. Choosing them takes a tenth of a second,
//! since the half excesses of a thousand boards have to be counted. The sums decide which states
//! are expanded. So whenever the code would choose other sums, `ENVELOPE` needs a new version.

use std::path::Path;

use super::CompoundPdb;
use super::disjoint_subsets::LookupSet;
use super::state::MAX_SUMS;
use crate::board::Goal;
use crate::interrupt::Interrupt;
use crate::search::pdb::error::PdbSetError;
use crate::search::pdb::layout::excess_bits::ExcessBits;
use crate::search::pdb::reflection::Reflection;
use crate::space::PatternSpace;
use crate::table::{Envelope, Fingerprint, LayoutProblem, SectionFile, WriteError, write_sections};

/// The magic (a byte that is not text, a name, line ends) differs from a table's by one letter.
const ENVELOPE: Envelope =
    Envelope { magic: *b"\x89TILL\r\n\x1a", version: 1, max_field_bytes: 1 << 20, has_body: true };

impl CompoundPdb {
    /// Saves the search layout, with the sums that are best for random boards.
    /// Returns `false`, and writes nothing, if the interrupt is raised.
    pub(in crate::search::pdb) fn save(
        &self,
        file: &Path,
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<bool, WriteError> {
        let sums = self.sums.iter().flat_map(|sum| sum.to_le_bytes());
        let fields: Vec<u8> = fingerprint.iter().copied().chain(sums).collect();
        write_sections(file, &ENVELOPE, &self.excesses.sections(), &fields, &|| !interrupt.is_raised())
    }

    /// Opens the file of a search layout, and checks all of it.
    pub(in crate::search::pdb) fn open(
        file: &Path,
        goal: &Goal,
        spaces: &[PatternSpace],
        reflection: Option<&Reflection>,
        fingerprint: &Fingerprint,
        interrupt: &Interrupt,
    ) -> Result<Self, LayoutProblem> {
        let opened = SectionFile::open(file, &ENVELOPE)?;
        let (found, sums) = opened.fields().split_first_chunk().ok_or_else(LayoutProblem::inconsistent)?;
        if found != fingerprint {
            return Err(LayoutProblem::Outdated);
        }
        let sums: Vec<LookupSet> =
            sums.as_chunks().0.iter().map(|sum| LookupSet::from_le_bytes(*sum)).collect();
        let sections = opened.map(&|| !interrupt.is_raised())?;
        let excesses =
            ExcessBits::from_sections(spaces, sections, interrupt).map_err(|error| match error {
                PdbSetError::Interrupted => LayoutProblem::Interrupted,
                error => LayoutProblem::Unusable(error.to_string()),
            })?;
        let excesses = excesses.ok_or_else(LayoutProblem::inconsistent)?;
        let spaces: Vec<&PatternSpace> = spaces.iter().collect();
        let compound = Self::without_sums(goal, &spaces, excesses, reflection);
        let are_disjoint = sums.iter().all(|sum| compound.disjoint_subsets.contains(sum));
        if !are_disjoint || sums.len() > MAX_SUMS {
            return Err(LayoutProblem::inconsistent());
        }
        Ok(compound.with_all_lookups(sums))
    }

    /// Whether another compound PDB has the same bytes and the same sums.
    pub(in crate::search::pdb) fn is_identical(&self, other: &Self) -> bool {
        self.sums == other.sums && self.excesses.sections() == other.excesses.sections()
    }
}
