//! Answers and tables in the forms that people and programs read: text, JSON, CSV, NumPy.

mod answer;
mod batch;
mod describe;
mod engine;
mod export;
mod histogram;
mod plot;
mod solve;

pub use answer::{Answer, AnswerFormat, AnswerWriter, Extras, Verdict};
pub use batch::{BatchSummary, run_batch};
pub use describe::Description;
pub use engine::{Algorithm, Made};
pub use export::{ExportError, ExportFormat, export};
pub use histogram::write_histogram;
pub use plot::PlotError;
pub use solve::{Answerer, Question};
