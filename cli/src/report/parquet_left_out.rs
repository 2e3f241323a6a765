//! What is said of Parquet in a build that has none.

/// Parquet was asked for, and the feature `parquet` was off.
#[derive(Debug, thiserror::Error)]
#[error("this build has no Parquet: `cargo install --path cli --features parquet` makes one that has it")]
pub(crate) struct ParquetLeftOut;
