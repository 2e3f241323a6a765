//! The exchange of bytes between processes, over MPI.

use std::marker::PhantomData;
use std::num::TryFromIntError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mpi::request::multiple_scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use tilebase::exchange::{Exchange, ExchangeError};

/// Maximum size of a message: MPI counts bytes in 32 bits, and on a shared link, other senders get
/// their turn between messages.
const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// Sent instead of a number of bytes by a process that has ended; no message is this large.
const ENDED: u64 = u64::MAX;

/// Tags of exchanged bytes and of posted messages.
const TAG: i32 = 0;
const POST_TAG: i32 = 1;

/// Exchanges of fewer bytes, sent and received, are transferred at once: they need no thread that
/// makes progress.
const FEW: usize = 64 << 10;

/// Interval between two progress calls while other work runs. Most MPI implementations transfer
/// data only during calls, so without them nothing larger than a buffer would move.
const PAUSE: Duration = Duration::from_micros(50);

/// A process of an MPI job with its connection to the others: see
/// [`Job::exchange`](crate::Job::exchange).
///
/// Bytes for the process itself are not copied, and empty exchanges send no message. A process that
/// waits for others keeps a core busy, as is usual with MPI.
#[derive(Debug)]
pub struct Mpi<'job> {
    rank: usize,
    ranks: usize,
    /// Ensures that MPI is not finalized during the exchange, and that there is only one exchange.
    job: PhantomData<&'job mut ()>,
}

impl Mpi<'_> {
    /// Creates the exchange of the current job.
    pub(crate) fn in_job() -> Self {
        let world = SimpleCommunicator::world();
        // MPI never uses negative numbers for processes.
        let [rank, ranks] = [world.rank(), world.size()].map(i32::unsigned_abs);
        Self { rank: rank as usize, ranks: ranks as usize, job: PhantomData }
    }

    /// Announces that this process has ended. Repeats this as long as others try to swap with it,
    /// until all have ended.
    pub(crate) fn end(&mut self) {
        while self.swap_numbers(&vec![ENDED; self.ranks]).iter().any(|number| *number != ENDED) {}
    }

    /// Sends a number to each process, and returns the numbers received from them.
    fn swap_numbers(&mut self, outgoing: &[u64]) -> Vec<u64> {
        let mut incoming = vec![0; self.ranks];
        SimpleCommunicator::world().all_to_all_into(outgoing, &mut incoming[..]);
        incoming
    }

    /// Allocates the buffers for incoming bytes.
    fn room_for(sizes: &[u64]) -> Result<Vec<Vec<u8>>, ExchangeError> {
        if let Some(rank) = sizes.iter().position(|size| *size == ENDED) {
            return Err(ExchangeError::ProcessEnded { process: rank });
        }
        let room = |(rank, size): (usize, &u64)| {
            let too_many = |_: TryFromIntError| ExchangeError::Transport {
                reason: format!("rank {rank} sends {size} bytes, more than this machine can address"),
            };
            Ok(vec![0; usize::try_from(*size).map_err(too_many)?])
        };
        sizes.iter().enumerate().map(room).collect()
    }

    /// Transfers bytes between this process and the others. Once all transfers have started, it
    /// calls `meanwhile` with a function that makes progress and returns whether all are complete.
    /// Then it waits for the rest. No other thread may use MPI until it returns.
    fn carry(
        &self,
        outgoing: &[Vec<u8>],
        incoming: &mut [Vec<u8>],
        meanwhile: impl FnOnce(&mut dyn FnMut() -> bool),
    ) {
        let world = SimpleCommunicator::world();
        let messages = incoming.iter().chain(outgoing).map(|bytes| bytes.len().div_ceil(MAX_MESSAGE_BYTES));
        multiple_scope(messages.sum(), |scope, on_their_way| {
            for (rank, bytes) in (0..).zip(incoming) {
                for piece in bytes.chunks_mut(MAX_MESSAGE_BYTES) {
                    let from = world.process_at_rank(rank);
                    on_their_way.add(from.immediate_receive_into_with_tag(scope, piece, TAG));
                }
            }
            // Each process starts with its neighbor, so that not all send to the same one first.
            for to in (1..self.ranks).map(|step| (self.rank + step) % self.ranks) {
                for piece in outgoing[to].chunks(MAX_MESSAGE_BYTES) {
                    let to = world.process_at_rank(to as i32);
                    on_their_way.add(to.immediate_send_with_tag(scope, piece, TAG));
                }
            }
            let mut arrived = Vec::new();
            meanwhile(&mut || on_their_way.test_all(&mut arrived));
            on_their_way.wait_all(&mut arrived);
        });
    }
}

impl Exchange for Mpi<'_> {
    fn process(&self) -> usize {
        self.rank
    }

    fn processes(&self) -> usize {
        self.ranks
    }

    fn swap(
        &mut self,
        mut outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(outgoing.len(), self.ranks, "bytes for each rank");
        let own = std::mem::take(&mut outgoing[self.rank]);
        // Sizes first: receiving requires buffers of the right size.
        let sizes: Vec<u64> = outgoing.iter().map(|bytes| bytes.len() as u64).collect();
        let sizes = self.swap_numbers(&sizes);
        let mut incoming = Self::room_for(&sizes)?;

        if incoming.iter().chain(&outgoing).map(Vec::len).sum::<usize>() < FEW {
            self.carry(&outgoing, &mut incoming, |_| meanwhile());
        } else {
            // `meanwhile` stays on the calling thread, because that thread may belong to a pool.
            let is_done = AtomicBool::new(false);
            let between_looks = |is_all_there: &mut dyn FnMut() -> bool| {
                while !is_done.load(Ordering::Relaxed) && !is_all_there() {
                    thread::sleep(PAUSE);
                }
            };
            thread::scope(|scope| {
                scope.spawn(|| self.carry(&outgoing, &mut incoming, between_looks));
                meanwhile();
                // Relaxed suffices: it only ends the polling; the end of the scope publishes
                // `incoming`.
                is_done.store(true, Ordering::Relaxed);
            });
        }
        incoming[self.rank] = own;
        Ok(incoming)
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        assert!(to < self.ranks && to != self.rank, "a message is for another rank");
        let too_long = |_: TryFromIntError| ExchangeError::Transport {
            reason: format!("a message of {} bytes exceeds MPI's limit of 2^31 - 1 bytes", message.len()),
        };
        i32::try_from(message.len()).map_err(too_long)?;
        // MPI identifies processes by `i32`.
        SimpleCommunicator::world().process_at_rank(to as i32).send_with_tag(&message[..], POST_TAG);
        Ok(())
    }

    fn receive(&mut self, timeout: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        let until = Instant::now().checked_add(timeout);
        let world = SimpleCommunicator::world();
        loop {
            // A matched probe, so that the message cannot be received elsewhere before it is read
            // here.
            if let Some(found) = world.any_process().immediate_matched_probe_with_tag(POST_TAG) {
                let from = found.1.source_rank();
                let (message, _) = found.matched_receive_vec::<u8>();
                return Ok(Some((from.unsigned_abs() as usize, message)));
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
            // Poll: MPI has no receive with a timeout.
            thread::sleep(PAUSE);
        }
    }
}
