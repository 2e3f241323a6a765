//! Tests of all endpoints.

mod asking;
mod costs;
mod limits;
mod metric;
mod others;
mod paths;
mod positions;
mod requests;
