//! Writers of labels for other programs, and a summary.

mod arrays;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod pen;
mod pickle;
mod programs;
mod rows;
mod summary;

pub(crate) use pen::LabelPen;
pub(crate) use summary::LabelSummary;
