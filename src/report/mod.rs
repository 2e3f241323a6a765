//! Answers and tables in the forms that people and programs read: text, JSON, CSV, NumPy.

mod answer;
mod answer_writer;
mod batch;
mod boards;
mod chart;
mod describe;
mod engine;
mod export;
mod histogram;
mod method;
mod plot;
mod solve;
mod trace;

pub use answer::{Answer, AnswerFormat, Extras, FoundBy, Verdict};
pub use answer_writer::AnswerWriter;
pub use batch::{BatchSummary, run_batch};
pub use describe::Description;
pub use engine::Made;
pub use export::{ExportError, ExportFormat, export};
pub use histogram::write_histogram;
pub use method::{Algorithm, ConventionName, HeuristicName, Method, MethodError, MethodOptions};
pub use plot::PlotError;
pub use solve::{Answerer, Question};
pub use trace::{Trace, TracedState};
