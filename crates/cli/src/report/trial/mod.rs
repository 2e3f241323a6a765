//! The result of `validate`, for people and for programs.
//!
//! [`TrialReport`] (`report`) holds the result and counts it. Other modules add what can be said
//! about it, and one writer for each format.
//!
//! | module | content |
//! |---|---|
//! | `diagnosis` | the verdict on the solver as a sentence, with the next steps |
//! | `causes` | the usual cause of each verdict on a board |
//! | `common_failures` | failures that many boards have in common |
//! | `parity_rule` | the wrong parity rule that a solver's statements follow, if any |
//! | `longer` | the cause of paths that are longer than necessary |
//! | `notes` | notes on all answers together, and on the cost of the runs |
//! | `bad_inputs` | the results with bad input, in all formats |
//! | `terminal` | the writer for the terminal |
//! | `json_and_csv`, `junit`, `markdown`, `html_page` | the writers for files |

mod bad_inputs;
mod causes;
mod common_failures;
mod diagnosis;
mod html_page;
mod json_and_csv;
mod junit;
mod longer;
mod markdown;
mod notes;
mod parity_rule;
mod report;
mod terminal;

pub(crate) use causes::verdicts_in_words;
pub(crate) use report::TrialReport;
