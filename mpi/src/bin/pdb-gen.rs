//! `pdb-gen` with the ranks of an MPI job: builds tables that one machine can't hold.

use std::process::ExitCode;

use tilebase_mpi::Job;

fn main() -> ExitCode {
    let mut job = match Job::begin() {
        Ok(job) => job,
        Err(error) => {
            eprintln!("pdb-gen: {error}");
            return ExitCode::from(2);
        }
    };
    // The job ends behind it: what went wrong was said by then.
    tilebase_cli::pdb_gen_on(&mut job.exchange())
}
