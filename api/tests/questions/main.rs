//! Every question, and what is answered.

mod asking;
mod others;
mod paths;
mod positions;
mod requests;
