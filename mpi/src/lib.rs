//! Ranks that are processes of an MPI job: how several machines build one table together.
//!
//! [`Job`] begins and ends MPI in a process, and lends its [`Mpi`], which hands bytes to the other ranks as
//! [`Exchange`](tilebase::exchange::Exchange) and [`Post`](tilebase::exchange::Post) ask. The programs `pdb-gen` and
//! `pdb-solve` of this package are those of `tilebase-cli` on such a line. It is a package of its own, since to build it takes
//! an MPI.
//!
//! # Errors
//! Of its own errors MPI tells nobody: by its default error handler, which is left as it is, the rank says what failed, and
//! the whole job ends. So there is no error of a line that broke; a rank that has *ended* is told of, as on any
//! exchange.

mod exchange;
mod job;

pub use exchange::Mpi;
pub use job::{BeginError, Job};
