//! Processes of an MPI job, so that several machines can build one table together.
//!
//! [`Job`] initializes and finalizes MPI in a process. Its [`Mpi`] implements
//! [`Exchange`](tilebase::exchange::Exchange), which passes bytes to the other processes. The
//! programs `pdb-gen` and `pdb-solve` of this package are those
//! of `tilebase-cli` with this exchange. The package is a separate workspace because it needs an
//! MPI library to build.
//!
//! # Errors
//! MPI's default error handler remains in place: if MPI itself fails, it prints the reason and ends
//! the whole job. There is therefore no error for a broken connection. A process that has *ended*
//! is reported, as in every exchange.

mod exchange;
mod job;

pub use exchange::Mpi;
pub use job::{BeginError, Job};
