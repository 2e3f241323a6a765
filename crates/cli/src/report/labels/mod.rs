//! Writers of labels for other programs, a summary, and a dataset card.

mod arrays;
mod card;
#[cfg(feature = "parquet")]
mod parquet;
mod pickle;
mod programs;
mod rows;
mod summary;

use std::io::{self, Write};

use tilebase::board::Goal;
use tilebase::notation::MoveConvention;

use crate::labels::{Content, Label, LabelFormat};

pub(crate) use card::card_of_labels;
#[cfg(feature = "parquet")]
use parquet::write_parquet;
pub(crate) use summary::LabelSummary;

/// Writes labels in one format. The same labels give the same bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LabelWriter {
    /// The format.
    pub(crate) format: LabelFormat,
    /// The parts of each label to write.
    pub(crate) content: Content,
    /// Whether letters name the blank's or the tile's direction. Some formats fix this.
    pub(crate) moves: MoveConvention,
    /// The goal of all labels.
    pub(crate) goal: Goal,
}

impl LabelWriter {
    /// Writes a file.
    ///
    /// # Errors
    /// Errors of the writer.
    pub(crate) fn write(&self, labels: &[Label], out: &mut (dyn Write + Send)) -> io::Result<()> {
        let Self { format, content, moves, goal } = *self;
        match format {
            LabelFormat::Npz => arrays::write_npz(content, moves, goal.shape(), labels, out),
            LabelFormat::Npy => arrays::write_npy(content, moves, goal.shape(), labels, out),
            LabelFormat::Csv => rows::write_csv(content, moves, labels, out),
            #[cfg(feature = "parquet")]
            LabelFormat::Parquet => write_parquet(content, moves, labels, out),
            #[cfg(not(feature = "parquet"))]
            LabelFormat::Parquet => Err(io::Error::other(crate::report::parquet_left_out::ParquetLeftOut)),
            LabelFormat::Deepcubea => programs::write_deepcubea(content, goal.shape(), labels, out),
            LabelFormat::Deepxube => programs::write_deepxube(content, &goal, labels, out),
        }
    }
}
