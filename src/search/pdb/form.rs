//! The form in which the tables of a pattern set are held in memory.

use super::MAX_PATTERNS;
use super::error::PdbSetError;
use super::layout::direct_index::fits_direct_index;
use super::layout::lehmer_index::fits_lehmer_index;
use crate::space::PatternSpace;

/// The form of all tables of a pattern set. One form serves the whole set: one large pattern keeps
/// the small ones from a direct index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Copied to a direct index, one byte for each sequence of cells.
    DirectIndex,
    /// In file order, one byte for each entry. The entries are used in place.
    BytesInFileOrder,
    /// In file order, one bit for each zero-aware entry.
    BitsInFileOrder,
    /// A compound pattern database: two bits for each sequence of cells.
    Compound,
}

impl Form {
    /// Chooses the form for a set with these spaces.
    ///
    /// # Errors
    /// [`PdbSetError::ZeroAware`] if only some tables of a partition are zero-aware, and
    /// [`PdbSetError::TooLarge`] if no form serves all of them.
    pub(super) fn of(spaces: &[&PatternSpace], is_overlapping: bool) -> Result<Self, PdbSetError> {
        if is_overlapping {
            return Ok(Self::Compound);
        }
        let some_zero_aware = spaces.iter().find(|space| space.is_zero_aware());
        let are_zero_aware = spaces.iter().all(|space| space.is_zero_aware());
        if let Some(space) = some_zero_aware.filter(|_| !are_zero_aware) {
            return Err(PdbSetError::ZeroAware { pattern: space.pattern().to_string() });
        }
        // The Lehmer index serves boards of up to 16 cells.
        let fit_lehmer_index = spaces.iter().all(|space| fits_lehmer_index(space));
        if are_zero_aware && !fit_lehmer_index {
            return Ok(Self::Compound);
        }
        if spaces.len() > MAX_PATTERNS {
            return Err(PdbSetError::TooLarge);
        }
        if are_zero_aware {
            Ok(Self::BitsInFileOrder)
        } else if spaces.iter().all(|space| fits_direct_index(space)) {
            Ok(Self::DirectIndex)
        } else if fit_lehmer_index {
            Ok(Self::BytesInFileOrder)
        } else {
            Err(PdbSetError::TooLarge)
        }
    }

    /// Returns the memory in bytes that a pattern's entries need in this form, not counting their
    /// file.
    pub(super) fn bytes_of(self, space: &PatternSpace) -> u64 {
        let sequences = || (space.shape().cells() as u64).pow(space.pattern().tiles().len() as u32);
        match self {
            Self::DirectIndex => sequences(),
            Self::BytesInFileOrder => 0,
            Self::BitsInFileOrder => space.entries() / 8,
            // Two bits each, plus a list for placements that need more: for six tiles on 5x5, 0.04
            // bytes per sequence.
            Self::Compound => sequences() / 10 * 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::search::pdb::pattern_set::PatternSet;

    #[test]
    fn presets_have_one_form_and_its_memory() {
        for (rows, columns, name, form, bytes) in [
            (4, 4, "5-5-5", Form::DirectIndex, 3 * 16_u64.pow(5)),
            (4, 4, "7-8", Form::BytesInFileOrder, 0),
            (4, 4, "7-8x1", Form::BitsInFileOrder, 195_630_120),
            // The smaller pattern would fit a direct index, but the larger one does not.
            (2, 7, "7-6", Form::BytesInFileOrder, 0),
            (5, 5, "6-6-6-6", Form::DirectIndex, 4 * 25_u64.pow(6)),
            (5, 5, "6x16", Form::Compound, 16 * (25_u64.pow(6) / 10 * 3)),
        ] {
            let goal = Goal::blank_last(Shape::new(rows, columns).unwrap());
            let set = PatternSet::of_goal(&goal).into_iter().find(|set| set.name() == name).unwrap();
            let space = |pattern| set.space(&goal, pattern).unwrap();
            let spaces: Vec<PatternSpace> = set.patterns().iter().map(space).collect();
            let found = Form::of(&spaces.iter().collect::<Vec<_>>(), set.is_overlapping()).unwrap();
            let found_bytes: u64 = spaces.iter().map(|space| found.bytes_of(space)).sum();
            assert_eq!((found, found_bytes), (form, bytes), "{name}");
        }
    }
}
