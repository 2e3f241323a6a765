//! `pdb-solve` with the ranks of an MPI job: many boards, answered or labelled by all of them, or a hard one.

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
    // The job ends behind it: what went wrong was said by then.
    tilebase_cli::pdb_solve_on(&mut job.exchange())
}
