//! Communication between processes that build one table together.
//!
//! A table too large for one machine is built by several *processes* ("ranks"), usually on several
//! machines. They are numbered from 0, and each has a share of every level. There is one operation,
//! [`Exchange::swap`]: each process sends bytes to every process, and continues when it has
//! received bytes from all of them. All processes make the same calls in the same order.
//!
//! Where work is assigned in pieces, processes send single messages: see [`Post`].
//!
//! [`Alone`] is a single process, and [`InProcess`] uses threads as processes. Other crates can
//! provide other transports, such as MPI.

mod alone;
mod in_process;
mod post;

pub use alone::Alone;
pub use in_process::InProcess;
pub use post::Post;

/// A process's connection to the others.
///
/// ```
/// use tilebase::exchange::{Exchange, InProcess};
///
/// // Each process sends its number to all.
/// let heard = |mut rank: InProcess| {
///     let outgoing = vec![vec![rank.rank() as u8]; rank.ranks()];
///     rank.swap(outgoing, &mut || ())
/// };
/// let heard: Vec<_> = std::thread::scope(|scope| {
///     let ranks: Vec<_> = InProcess::ranks_of_a_team(3).into_iter().map(|rank| scope.spawn(move || heard(rank))).collect();
///     ranks.into_iter().map(|rank| rank.join().expect("no rank panics")).collect::<Result<_, _>>()
/// })?;
/// assert_eq!(heard, vec![[[0], [1], [2]]; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Exchange: Send {
    /// Returns the number of this process, below [`ranks`](Self::ranks).
    fn rank(&self) -> usize;

    /// Returns the number of processes, at least one.
    fn ranks(&self) -> usize;

    /// Sends `outgoing[r]` to each process r, and returns the bytes from each process, in their
    /// order.
    ///
    /// Calls `meanwhile` once while the bytes are in transit. Bytes to this process itself are
    /// returned unchanged.
    ///
    /// # Errors
    /// [`ExchangeError`] if a process has ended or is unreachable. The work cannot continue then.
    ///
    /// # Panics
    /// If the number of elements differs from the number of processes.
    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError>;
}

/// Forwards to a borrowed connection.
impl<X: Exchange + ?Sized> Exchange for &mut X {
    fn rank(&self) -> usize {
        (**self).rank()
    }

    fn ranks(&self) -> usize {
        (**self).ranks()
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        (**self).swap(outgoing, meanwhile)
    }
}

/// The reasons why the processes cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A process has ended.
    #[error("rank {rank} has ended, and what it had to do can't be done without it: see what it said")]
    RankEnded {
        /// The process's number.
        rank: usize,
    },
    /// A process sent a malformed message.
    #[error(
        "what rank {rank} sent is not to be understood: \
         do all ranks run the same program, on the same options?"
    )]
    Misunderstood {
        /// The process's number.
        rank: usize,
    },
    /// The transport failed.
    #[error("the ranks can't reach each other: {reason}")]
    Transport {
        /// The transport's message.
        reason: String,
    },
}

/// Operations built on [`swap`](Exchange::swap). All processes make these calls together.
///
/// These are generic, not `dyn`, so that the compiler sees that [`Alone`] is a single process, and
/// removes the code for communication.
///
/// ```
/// use tilebase::exchange::{Alone, Collective};
///
/// assert_eq!(Alone.sums([3, 4])?, [3, 4]);
/// # Ok::<(), tilebase::exchange::ExchangeError>(())
/// ```
pub trait Collective: Exchange {
    /// Returns the sums of the numbers of all processes, modulo 2^64.
    ///
    /// # Errors
    /// As for [`swap`](Exchange::swap).
    fn sums<const N: usize>(&mut self, numbers: [u64; N]) -> Result<[u64; N], ExchangeError> {
        if self.ranks() == 1 {
            return Ok(numbers);
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut sums = [0_u64; N];
        for (rank, of_rank) in self.swap(vec![bytes; self.ranks()], &mut || ())?.iter().enumerate() {
            let (numbers, rest) = of_rank.as_chunks();
            if numbers.len() != N || !rest.is_empty() {
                return Err(ExchangeError::Misunderstood { rank });
            }
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum = sum.wrapping_add(u64::from_le_bytes(*number));
            }
        }
        Ok(sums)
    }

    /// Sends bytes to process 0, which receives those of all processes, in order. The others get an
    /// empty list.
    ///
    /// # Errors
    /// As for [`swap`](Exchange::swap).
    fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let mut outgoing = vec![Vec::new(); self.ranks()];
        outgoing[0] = bytes;
        let all = self.swap(outgoing, &mut || ())?;
        Ok(if self.rank() == 0 { all } else { Vec::new() })
    }

    /// Returns the bytes of process 0 on all processes; the argument of the others is ignored.
    ///
    /// # Errors
    /// As for [`swap`](Exchange::swap).
    fn of_first(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, ExchangeError> {
        let for_each = if self.rank() == 0 { bytes } else { Vec::new() };
        Ok(self.swap(vec![for_each; self.ranks()], &mut || ())?.swap_remove(0))
    }
}

impl<X: Exchange + ?Sized> Collective for X {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Runs `work` on each process of a group, and returns the results.
    fn on_each<T: Send>(ranks: usize, work: impl Fn(&mut InProcess) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let work = &work;
            let team = InProcess::ranks_of_a_team(ranks).into_iter();
            let running: Vec<_> = team.map(|mut rank| scope.spawn(move || work(&mut rank))).collect();
            running.into_iter().map(|rank| rank.join().unwrap()).collect()
        })
    }

    #[test]
    fn each_process_receives_its_messages() {
        for ranks in [1, 2, 3, 7] {
            let heard = on_each(ranks, |rank| {
                let mut calls = 0;
                let outgoing =
                    |round: u8| (0..ranks).map(|to| vec![round, rank.rank() as u8, to as u8]).collect();
                let rounds = [outgoing(0), outgoing(1)];
                let heard = rounds.map(|outgoing| rank.swap(outgoing, &mut || calls += 1).unwrap());
                assert_eq!(calls, 2);
                heard
            });
            for (me, rounds) in heard.into_iter().enumerate() {
                for (round, of_ranks) in rounds.into_iter().enumerate() {
                    let expected: Vec<Vec<u8>> =
                        (0..ranks).map(|from| vec![round as u8, from as u8, me as u8]).collect();
                    assert_eq!(of_ranks, expected);
                }
            }
        }
    }

    #[test]
    fn collective_results_agree_on_all_processes() {
        for ranks in [1, 4] {
            let made = on_each(ranks, |rank| {
                let me = rank.rank() as u64;
                let gathered = rank.gather(vec![me as u8]).unwrap();
                (rank.sums([me, 1, u64::MAX]).unwrap(), rank.of_first(vec![me as u8 + 5]).unwrap(), gathered)
            });
            let all = ranks as u64;
            for (rank, (sums, of_first, gathered)) in made.into_iter().enumerate() {
                assert_eq!(sums, [all * (all - 1) / 2, all, all.wrapping_neg()]);
                assert_eq!(of_first, [5]);
                let expected: Vec<Vec<u8>> = (0..ranks as u8).map(|rank| vec![rank]).collect();
                assert_eq!(gathered, if rank == 0 { expected } else { Vec::new() });
            }
        }
    }

    /// Each process sends its number to the next one twice, and each receives both messages in
    /// order.
    #[test]
    fn messages_arrive_in_order_with_their_sender() {
        let heard = on_each(3, |rank| {
            let (me, next) = (rank.rank(), (rank.rank() + 1) % 3);
            rank.send(next, vec![me as u8]).unwrap();
            rank.send(next, vec![me as u8; 2]).unwrap();
            let mut receive = || rank.receive(Duration::from_secs(60)).unwrap().unwrap();
            [receive(), receive()]
        });
        for (me, heard) in heard.into_iter().enumerate() {
            let from = (me + 2) % 3;
            assert_eq!(heard, [(from, vec![from as u8]), (from, vec![from as u8; 2])]);
        }
        let mut team = InProcess::ranks_of_a_team(2);
        assert_eq!(team[0].receive(Duration::ZERO), Ok(None));
        team.pop();
        assert_eq!(team[0].receive(Duration::ZERO), Err(ExchangeError::RankEnded { rank: 1 }));
        assert_eq!(team[0].send(1, vec![]), Err(ExchangeError::RankEnded { rank: 1 }));
    }

    #[test]
    fn errors_name_the_process_that_ended() {
        let heard = on_each(3, |rank| match rank.rank() {
            1 => None,
            _ => Some(rank.sums([1]).unwrap_err()),
        });
        let ended = Some(ExchangeError::RankEnded { rank: 1 });
        // A process that waits for another waiting process may name that one instead.
        assert!(heard[0] == ended || heard[2] == ended, "{heard:?}");
        assert_eq!(heard.iter().flatten().count(), 2);
    }
}
