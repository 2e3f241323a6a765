//! Iteration over the states of a table, and the errors of an export.

use std::io;

use tilebase::oracle::{DistanceBlocks, OracleError};
use tilebase::space::StateIndex;
use tilebase::table::WriteError;

#[cfg(not(feature = "parquet"))]
use crate::report::parquet_left_out::ParquetLeftOut;

/// The reason why a table was not exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ExportError {
    /// The table is wrong.
    #[error("{0}; `pdb-gen verify` gives details, `pdb-gen build --force` builds the table again")]
    Table(OracleError),
    /// The output could not be written.
    #[error("cannot write the export")]
    Io(#[from] io::Error),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// Parquet was requested, but the feature `parquet` is off.
    #[cfg(not(feature = "parquet"))]
    #[error(transparent)]
    ParquetLeftOut(#[from] ParquetLeftOut),
}

/// Written by hand: a derived conversion would repeat the table's error as a cause.
impl From<OracleError> for ExportError {
    fn from(error: OracleError) -> Self {
        Self::Table(error)
    }
}

/// Calls `visit` with each state and its distance, in index order.
pub(super) fn for_each_state(
    blocks: &DistanceBlocks,
    mut visit: impl FnMut(StateIndex, u8) -> io::Result<()>,
) -> Result<(), ExportError> {
    let per_block = blocks.space().entries_per_block();
    for block in 0..blocks.space().blocks() {
        let first = u64::from(block) * per_block;
        for (number, distance) in (first..).zip(blocks.get(block)?.iter()) {
            visit(StateIndex::new(number), *distance)?;
        }
    }
    Ok(())
}
