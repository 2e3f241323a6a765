//! Tests of all endpoints.

mod asking;
mod others;
mod paths;
mod positions;
mod requests;
