//! `exchange-trial`: tests the exchange between the processes of an MPI job before a long run.
//!
//! `mpirun -n 4 exchange-trial` exchanges empty, small and large messages and compares every byte.
//! `exchange-trial measure` measures the speed of the exchange. The other commands are for the
//! tests: they end a process in every possible way.

use std::env;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tilebase::exchange::{Exchange, ExchangeError};
use tilebase_mpi::{Job, Mpi};

/// Number of rounds of the test.
const ROUNDS: usize = 60;

/// Size of one message in one round: more than fits into a single MPI message.
const LARGE: usize = 70_000_000;

/// Number of bytes that each pair exchanges in a measurement.
const MEASURED: usize = 64_000_000;

type Done = Result<(), Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let mut job = match Job::begin() {
        Ok(job) => job,
        Err(error) => return failed(&error.to_string()),
    };
    let mut exchange = job.exchange();
    let rank = exchange.process();
    let done = match env::args().nth(1).as_deref() {
        None => try_out(&mut exchange),
        Some("measure") => measure(&mut exchange),
        Some("swap-forever") => swap_forever(&mut exchange),
        Some("fail") if rank == 1 => Err("failed on request".into()),
        Some("leave") if rank == 1 => Ok(()),
        Some("panic") if rank == 1 => panic!("failed on request"),
        Some("fail" | "leave" | "panic") => swap_forever(&mut exchange),
        Some(other) => Err(format!("unknown command '{other}': expected measure, or no command").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("rank {rank}: {error}")),
    }
}

/// Prints an error in a single write, because several processes may print at the same time.
fn failed(message: &str) -> ExitCode {
    // If even this fails, the exit code remains.
    let _ = std::io::stderr().write_all(format!("exchange-trial: {message}\n").as_bytes());
    ExitCode::from(2)
}

/// Exchanges messages with predictable content, and compares them.
fn try_out(exchange: &mut Mpi<'_>) -> Done {
    let (me, ranks) = (exchange.process(), exchange.processes());
    let mut calls = 0;
    for round in 0..ROUNDS {
        let outgoing = (0..ranks).map(|to| bytes(round, me, to, ranks)).collect();
        let incoming = exchange.swap(outgoing, &mut || calls += 1)?;
        for (from, found) in incoming.into_iter().enumerate() {
            if found != bytes(round, from, me, ranks) {
                return Err(
                    format!("round {round}: the message from rank {from} is not the one it sent").into()
                );
            }
        }
    }
    if calls != ROUNDS {
        return Err(
            format!("other work ran {calls} times in {ROUNDS} rounds, expected once per round").into()
        );
    }

    let all = ranks as u64;
    let first = exchange.broadcast(vec![me as u8 + 5; 3])?;
    let gathered = exchange.gather(vec![me as u8; me])?;
    let expected: Vec<Vec<u8>> = (0..ranks).map(|rank| vec![rank as u8; rank]).collect();
    if exchange.sums([me as u64, 1, u64::MAX])? != [all * (all - 1) / 2, all, all.wrapping_neg()]
        || first != [5; 3]
        || gathered != if me == 0 { expected } else { Vec::new() }
    {
        return Err("a sum, a gathered message, or a broadcast message is wrong".into());
    }
    println!("rank {me} of {ranks}: all messages are correct");
    Ok(())
}

/// The message from one process to another in a round.
fn bytes(round: usize, from: usize, to: usize, ranks: usize) -> Vec<u8> {
    let seed = (round * ranks + from) * ranks + to;
    let length = match seed % 5 {
        _ if round == ROUNDS / 2 && (from, to) == (0, ranks - 1) => LARGE,
        0 => 0,
        1 => 1,
        2 => seed % 1000,
        3 => 10_000 + seed,
        _ => 200_000 + seed,
    };
    (0..length).map(|place| (place ^ (place >> 8) ^ seed) as u8).collect()
}

/// Measures the time to exchange empty, small and large messages.
fn measure(exchange: &mut Mpi<'_>) -> Done {
    let (me, ranks) = (exchange.process(), exchange.processes());
    let say = |what: String| {
        if me == 0 {
            println!("{what}");
        }
    };
    let empty = median(1000, || swap_with_all(exchange, 0, &mut || ()))?;
    say(format!("{ranks} ranks, empty messages: {:.1} µs", empty.as_secs_f64() * 1e6));
    let small = median(1000, || swap_with_all(exchange, 100, &mut || ()))?;
    say(format!("{ranks} ranks, 100 bytes to each rank: {:.1} µs", small.as_secs_f64() * 1e6));
    let large = median(15, || swap_with_all(exchange, MEASURED, &mut || ()))?;
    let others = (ranks - 1) as f64;
    let rate = others * MEASURED as f64 / large.as_secs_f64() / 1e6;
    say(format!(
        "{ranks} ranks, {} MB to each other rank: {:.1} ms; each sends and receives {rate:.0} MB/s",
        MEASURED / 1_000_000,
        large.as_secs_f64() * 1e3
    ));
    // Simulated work that takes as long as the exchange alone: their time together shows the
    // overlap.
    let mut work = || {
        let begin = Instant::now();
        while begin.elapsed() < large {
            std::hint::spin_loop();
        }
    };
    let both = median(15, || swap_with_all(exchange, MEASURED, &mut work))?;
    say(format!("the same, beside other work of the same duration: {:.1} ms", both.as_secs_f64() * 1e3));
    Ok(())
}

fn swap_with_all(
    exchange: &mut Mpi<'_>,
    length: usize,
    meanwhile: &mut (dyn FnMut() + Send),
) -> Result<Duration, ExchangeError> {
    let (me, ranks) = (exchange.process(), exchange.processes());
    let outgoing = (0..ranks).map(|to| vec![1; if to == me { 0 } else { length }]).collect();
    let begin = Instant::now();
    exchange.swap(outgoing, meanwhile)?;
    Ok(begin.elapsed())
}

fn median(
    times: usize,
    mut once: impl FnMut() -> Result<Duration, ExchangeError>,
) -> Result<Duration, ExchangeError> {
    let mut all = (0..times).map(|_| once()).collect::<Result<Vec<_>, _>>()?;
    all.sort_unstable();
    Ok(all[times / 2])
}

/// Exchanges messages until another process ends.
fn swap_forever(exchange: &mut Mpi<'_>) -> Done {
    println!("rank {} is process {}", exchange.process(), std::process::id());
    loop {
        let outgoing = vec![vec![exchange.process() as u8; 100_000]; exchange.processes()];
        exchange.swap(outgoing, &mut || std::thread::sleep(Duration::from_millis(1)))?;
    }
}
