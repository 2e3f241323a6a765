//! Writers for answers, findings, tables, labels, comparisons, trials, and grades.
//!
//! Formats are text, JSON, CSV, HTML, SVG, and those of other programs.

mod answers;
mod anytime;
mod batch;
mod boards;
mod built;
mod card;
mod chart;
mod columns;
mod comparison;
mod cost_count;
mod count;
mod csv_error;
mod describe;
mod explanation;
mod export;
mod findings;
mod foreign_text;
mod grade;
mod histogram;
mod html;
mod junit;
mod labels;
mod markdown;
mod npy_header;
pub(crate) mod numbers;
#[cfg(feature = "parquet")]
mod parquet_columns;
#[cfg(not(feature = "parquet"))]
mod parquet_left_out;
mod plan;
mod proof;
mod stopped;
mod trace;
mod trial;

pub(crate) use answers::AnswerWriter;
pub(crate) use anytime::{AnytimeResult, AnytimeWriter, ratio};
pub(crate) use batch::{BatchSummary, answer_for_first, hand_out_batch, run_batch};
pub(crate) use built::write_built;
pub(crate) use chart::Chart;
pub(crate) use columns::{Cell, Columns};
pub(crate) use cost_count::write_cost_counts;
pub(crate) use count::{CountFormat, CountWriter, draw_levels};
pub(crate) use describe::Description;
pub(crate) use explanation::{Explanation, Nearest};
pub(crate) use export::{ExportFormat, card_of_export, export, export_to_file};
pub(crate) use findings::{FindingRow, FindingWriter};
pub(crate) use grade::{ClassReport, Outputs};
pub(crate) use labels::{LabelSummary, LabelWriter, card_of_labels};
#[cfg(not(feature = "parquet"))]
pub(crate) use parquet_left_out::ParquetLeftOut;
pub(crate) use plan::{PlannedTable, Room};
pub(crate) use proof::ProofWriter;
pub(crate) use stopped::Stopped;
pub(crate) use trial::{TrialReport, verdicts_in_words};
