//! `pdb-gen` with the processes of an MPI job: builds tables that are too large for one machine.

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
    // The job ends after this call has reported all errors.
    tilebase_cli::pdb_gen_on(&mut job.exchange())
}
