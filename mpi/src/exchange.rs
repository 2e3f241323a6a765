//! Bytes from rank to rank, by MPI.

use std::marker::PhantomData;
use std::num::TryFromIntError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mpi::request::multiple_scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use tilebase::exchange::{Exchange, ExchangeError, Post};

/// The most bytes of one message: MPI counts them in 32 bits, and a line that is shared gets a turn for others between two.
const MOST_IN_A_MESSAGE: usize = 64 << 20;

/// Stands for a number of bytes when a rank has ended: nobody has so many.
const ENDED: u64 = u64::MAX;

/// Bytes that are swapped come by this tag alone, and messages by the other.
const TAG: i32 = 0;
const POST_TAG: i32 = 1;

/// So few bytes, in and out, are on their way at once: no thread looks after them while there is other work to do.
const FEW: usize = 64 << 10;

/// How long is between two looks at what is on its way, while there is other work to do. Most MPIs send and receive only
/// while they are called, so without the looks nothing larger than a buffer would move.
const PAUSE: Duration = Duration::from_micros(50);

/// A rank of an MPI job, and its line to the others: see [`Job::exchange`](crate::Job::exchange).
///
/// What it hands to itself is not copied, and where there is nothing to hand over there is no message. A rank that waits
/// for others keeps a core busy, as is usual with MPI.
#[derive(Debug)]
pub struct Mpi<'job> {
    rank: usize,
    ranks: usize,
    /// MPI is not ended while this is there, and used by nobody else.
    job: PhantomData<&'job mut ()>,
}

impl Mpi<'_> {
    /// The line of the job that has begun.
    pub(crate) fn in_job() -> Self {
        let world = SimpleCommunicator::world();
        // MPI's numbers of ranks are never negative.
        let [rank, ranks] = [world.rank(), world.size()].map(i32::unsigned_abs);
        Self { rank: rank as usize, ranks: ranks as usize, job: PhantomData }
    }

    /// Tells all ranks that this one will swap no more, whenever they would swap with it, until none will.
    pub(crate) fn end(&mut self) {
        while self.swap_numbers(&vec![ENDED; self.ranks]).iter().any(|number| *number != ENDED) {}
    }

    /// Hands a number to each rank, and returns those that the ranks have handed to this one.
    fn swap_numbers(&mut self, outgoing: &[u64]) -> Vec<u64> {
        let mut incoming = vec![0; self.ranks];
        SimpleCommunicator::world().all_to_all_into(outgoing, &mut incoming[..]);
        incoming
    }

    /// Makes room for what each rank has for this one.
    fn room_for(sizes: &[u64]) -> Result<Vec<Vec<u8>>, ExchangeError> {
        if let Some(rank) = sizes.iter().position(|size| *size == ENDED) {
            return Err(ExchangeError::RankEnded { rank });
        }
        let room = |(rank, size): (usize, &u64)| {
            let too_many = |_: TryFromIntError| ExchangeError::Transport {
                reason: format!("rank {rank} has {size} bytes, more than this machine has addresses for"),
            };
            Ok(vec![0; usize::try_from(*size).map_err(too_many)?])
        };
        sizes.iter().enumerate().map(room).collect()
    }

    /// Moves bytes between this rank and others. As soon as all is on its way `meanwhile` is called, which is given a look at
    /// whether all is there; what is not by then is waited for. No other thread may use MPI until then.
    fn carry(
        &self,
        outgoing: &[Vec<u8>],
        incoming: &mut [Vec<u8>],
        meanwhile: impl FnOnce(&mut dyn FnMut() -> bool),
    ) {
        let world = SimpleCommunicator::world();
        let messages = incoming.iter().chain(outgoing).map(|bytes| bytes.len().div_ceil(MOST_IN_A_MESSAGE));
        multiple_scope(messages.sum(), |scope, on_their_way| {
            for (rank, bytes) in (0..).zip(incoming) {
                for piece in bytes.chunks_mut(MOST_IN_A_MESSAGE) {
                    let from = world.process_at_rank(rank);
                    on_their_way.add(from.immediate_receive_into_with_tag(scope, piece, TAG));
                }
            }
            // Each rank begins with its neighbour, so not all send to the same one first.
            for to in (1..self.ranks).map(|step| (self.rank + step) % self.ranks) {
                for piece in outgoing[to].chunks(MOST_IN_A_MESSAGE) {
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
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn swap(
        &mut self,
        mut outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(outgoing.len(), self.ranks, "bytes for each rank");
        let own = std::mem::take(&mut outgoing[self.rank]);
        let sizes: Vec<u64> = outgoing.iter().map(|bytes| bytes.len() as u64).collect();
        let sizes = self.swap_numbers(&sizes);
        let mut incoming = Self::room_for(&sizes)?;

        if incoming.iter().chain(&outgoing).map(Vec::len).sum::<usize>() < FEW {
            self.carry(&outgoing, &mut incoming, |_| meanwhile());
        } else {
            // The other work keeps the thread that it is called on, and with it the threads that it shares work with.
            let is_done = AtomicBool::new(false);
            let between_looks = |is_all_there: &mut dyn FnMut() -> bool| {
                while !is_done.load(Ordering::Relaxed) && !is_all_there() {
                    thread::sleep(PAUSE);
                }
            };
            thread::scope(|scope| {
                scope.spawn(|| self.carry(&outgoing, &mut incoming, between_looks));
                meanwhile();
                is_done.store(true, Ordering::Relaxed);
            });
        }
        incoming[self.rank] = own;
        Ok(incoming)
    }
}

impl Post for Mpi<'_> {
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        assert!(to < self.ranks && to != self.rank, "a message is for another rank");
        let too_long = |_: TryFromIntError| ExchangeError::Transport {
            reason: format!("a message of {} bytes is longer than MPI can tell", message.len()),
        };
        i32::try_from(message.len()).map_err(too_long)?;
        // MPI's numbers of ranks are its own.
        SimpleCommunicator::world().process_at_rank(to as i32).send_with_tag(&message[..], POST_TAG);
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        let until = Instant::now().checked_add(patience);
        let world = SimpleCommunicator::world();
        loop {
            if let Some(found) = world.any_process().immediate_matched_probe_with_tag(POST_TAG) {
                let from = found.1.source_rank();
                let (message, _) = found.matched_receive_vec::<u8>();
                return Ok(Some((from.unsigned_abs() as usize, message)));
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
            thread::sleep(PAUSE);
        }
    }
}
