//! The entries of a pattern database, in index order.

use memmap2::MmapMut;

use super::error::PdbSetError;
use super::layout::large_pages;
use crate::interrupt::Interrupt;
use crate::table::{Encoding, Table, TableError, write_bit_entries};

/// The entries of a pattern database in index order: one byte each or, if it is zero-aware,
/// possibly one bit.
#[derive(Debug)]
pub struct PatternEntries(Source);

#[derive(Debug)]
enum Source {
    /// Entries in memory, one byte each.
    Computed(Vec<u8>),
    /// A table in the `byte` encoding, completely verified.
    Bytes(Table),
    /// A table in the `bit` encoding, completely verified.
    Bits(Table),
}

impl PatternEntries {
    /// Creates the entries of a table in the `byte` or `bit` encoding.
    ///
    /// The payload is verified completely: a wrong entry could make an answer suboptimal without
    /// any sign, and verifying 7-8 takes only 0.05 s. Tables in other encodings must be decoded
    /// first: they have too few bytes, so a [`PdbSet`](super::PdbSet) would refuse them.
    ///
    /// # Errors
    /// [`TableError`] if the file is damaged or was changed.
    pub fn from_table(table: Table) -> Result<Self, Box<TableError>> {
        table.check_payload()?;
        Ok(Self::from_checked(table))
    }

    /// Like [`from_table`](Self::from_table), but stops when the interrupt is raised: reading a
    /// large table from a slow disk takes seconds.
    ///
    /// # Errors
    /// [`PdbSetError::Table`] if the file is damaged or was changed, and
    /// [`PdbSetError::Interrupted`] if it was stopped.
    pub(crate) fn from_table_within(table: Table, interrupt: &Interrupt) -> Result<Self, PdbSetError> {
        if !table.check_payload_while(&|| !interrupt.is_raised())? {
            return Err(PdbSetError::Interrupted);
        }
        Ok(Self::from_checked(table))
    }

    fn from_checked(table: Table) -> Self {
        Self(match table.header().encoding() {
            Encoding::Bit => Source::Bits(table),
            Encoding::Byte | Encoding::Mod3 => Source::Bytes(table),
        })
    }

    /// The entries, if they have one byte each.
    #[must_use]
    pub fn as_slice(&self) -> Option<&[u8]> {
        match &self.0 {
            Source::Computed(_) | Source::Bytes(_) => Some(self.bytes()),
            Source::Bits(_) => None,
        }
    }

    /// Like [`as_slice`](Self::as_slice), for entries that are known to have one byte each.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Source::Computed(entries) => entries,
            Source::Bytes(table) => table.unchecked_payload(),
            Source::Bits(_) => &[],
        }
    }

    /// The number of entries.
    pub(super) fn count(&self) -> u64 {
        match &self.0 {
            Source::Computed(_) | Source::Bytes(_) => self.bytes().len() as u64,
            Source::Bits(table) => table.header().entries(),
        }
    }

    /// Bit 1 of all entries, if the table stores just these bits: eight to a byte, the first
    /// in the lowest bit.
    pub(super) fn bit_entries(&self) -> Option<&[u8]> {
        match &self.0 {
            Source::Computed(_) | Source::Bytes(_) => None,
            Source::Bits(table) => Some(table.unchecked_payload()),
        }
    }

    /// Copies bit 1 of all entries to memory in the same form, whatever the encoding of the
    /// entries.
    pub(super) fn copy_bit_entries(&self) -> Result<MmapMut, PdbSetError> {
        let bytes = self.count().div_ceil(8) as usize;
        let mut bits = large_pages::zeros(bytes).map_err(PdbSetError::Memory)?;
        match self.bit_entries() {
            Some(stored) => bits.copy_from_slice(stored),
            None => write_bit_entries(self.bytes(), &mut bits),
        }
        Ok(bits)
    }

    /// Checks that the file, if any, has not changed since it was verified.
    pub(super) fn check_unchanged(&self) -> Result<(), Box<TableError>> {
        match &self.0 {
            Source::Computed(_) => Ok(()),
            Source::Bytes(table) | Source::Bits(table) => table.check_unchanged(),
        }
    }
}

/// Uses entries that were just computed.
impl From<Vec<u8>> for PatternEntries {
    fn from(entries: Vec<u8>) -> Self {
        Self(Source::Computed(entries))
    }
}
