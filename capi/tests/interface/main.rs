//! The tests of what crosses into C.

mod common;
mod header;
