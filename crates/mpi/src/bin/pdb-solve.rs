//! `pdb-solve` with the processes of an MPI job: solves or labels many boards, or searches a hard
//! one.

use std::process::ExitCode;

use tilebase_mpi::Job;

fn main() -> ExitCode {
    let mut job = match Job::begin() {
        Ok(job) => job,
        Err(error) => {
            eprintln!("pdb-solve: {error}");
            return ExitCode::from(2);
        }
    };
    // The job ends after this call has reported all errors.
    tilebase_cli::pdb_solve_on(&mut job.exchange())
}
