//! Answers and tables in the forms that people and programs read: text, JSON, CSV, NumPy, Parquet.

mod algorithm;
mod answer;
mod answer_writer;
mod batch;
mod boards;
mod chart;
mod check;
mod comparison;
mod describe;
mod engine;
mod entry;
mod export;
mod histogram;
mod lines;
mod made_once;
mod method;
mod page;
mod plot;
mod sample;
mod solve;
mod trace;
#[cfg(feature = "runner")]
mod trial;
mod truth;

pub use algorithm::{Algorithm, HeuristicName};
pub use answer::{Answer, AnswerFormat, Extras, FoundBy, Verdict};
pub use answer_writer::AnswerWriter;
pub use batch::{BatchSummary, run_batch};
pub use boards::{BoardSet, Task};
pub use chart::Chart;
pub use check::{CheckOptions, CheckSummary, Checker};
pub use comparison::{ComparedRun, Comparison, Contest, MethodSummary};
pub use describe::Description;
pub use engine::Made;
pub use entry::{AnswerKind, Entry, EntryError, EntryForm, EntryReader};
pub use export::{ExportError, ExportFormat, export, export_to_file};
pub use histogram::write_histogram;
pub use method::{ConventionName, Method, MethodError, MethodOptions};
pub use page::write_page;
pub use plot::PlotError;
pub use sample::{Population, SampleError, draw_sample};
pub use solve::{Answerer, Question};
pub use trace::{Trace, TracedState};
#[cfg(feature = "runner")]
pub use trial::{KindCount, TrialBoards, TrialReport};
pub use truth::Truth;
