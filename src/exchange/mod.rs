//! How several processes that build one table together talk to each other.
//!
//! A table that one machine can't hold is built by *ranks*: processes, as a rule on several machines, that are numbered
//! from 0 and each have a share of every level. Between them there is one operation, [`Exchange::swap`]: everybody has bytes
//! for everybody, and goes on when all that was meant for him is there. The ranks make the same calls in the same order.
//!
//! Where work is handed out piece by piece, ranks send each other messages one by one: that is a [`Post`].
//!
//! [`Alone`] is a rank without others, and [`InProcess`] has threads of one process for ranks. Other transports, such as MPI, are for other crates to give.

mod alone;
mod in_process;
mod post;

pub use alone::Alone;
pub use in_process::InProcess;
pub use post::Post;

/// A rank's line to the others.
///
/// ```
/// use tilebase::exchange::{Exchange, InProcess};
///
/// // Each rank hands its number to all.
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
    /// This rank's number, below [`ranks`](Self::ranks).
    fn rank(&self) -> usize;

    /// How many ranks there are: one at the least.
    fn ranks(&self) -> usize;

    /// Hands `outgoing[r]` to each rank r, and returns what each rank handed to this one, in the order of the ranks. While the
    /// bytes are on their way, `meanwhile` is called, once. What a rank hands to itself comes back as it is.
    ///
    /// # Errors
    /// [`ExchangeError`] if a rank has ended, or the line to it is cut: then the work can't be done.
    ///
    /// # Panics
    /// If there are not as many lists of bytes as ranks.
    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError>;
}

/// One that is lent.
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

/// Why the ranks can't go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A rank is not there any more.
    #[error("rank {rank} has ended, and what it had to do can't be done without it: see what it said")]
    RankEnded {
        /// Which.
        rank: usize,
    },
    /// What a rank sent is not what it should have.
    #[error(
        "what rank {rank} sent is not to be understood: do all ranks run the same program, on the same options?"
    )]
    Misunderstood {
        /// Which.
        rank: usize,
    },
    /// The transport failed.
    #[error("the ranks can't reach each other: {reason}")]
    Transport {
        /// What it says.
        reason: String,
    },
}

/// What is made of [`swap`](Exchange::swap), on any line. All ranks make these calls together.
///
/// A line whose type is known is asked by the compiler: of [`Alone`] it knows that there are no others, and a build that is
/// handed one has nothing of what ranks send each other.
///
/// ```
/// use tilebase::exchange::{Alone, Collective};
///
/// assert_eq!(Alone.sums([3, 4])?, [3, 4]);
/// # Ok::<(), tilebase::exchange::ExchangeError>(())
/// ```
pub trait Collective: Exchange {
    /// The sums of the numbers of all ranks, modulo 2^64.
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

    /// Hands bytes to rank 0, which has those of all ranks, in their order; others have nothing.
    ///
    /// # Errors
    /// As for [`swap`](Exchange::swap).
    fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let mut outgoing = vec![Vec::new(); self.ranks()];
        outgoing[0] = bytes;
        let all = self.swap(outgoing, &mut || ())?;
        Ok(if self.rank() == 0 { all } else { Vec::new() })
    }

    /// The bytes of rank 0, on all ranks; what others give is passed over.
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

    /// What each rank of a team makes of its line.
    fn on_each<T: Send>(ranks: usize, work: impl Fn(&mut InProcess) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let work = &work;
            let team = InProcess::ranks_of_a_team(ranks).into_iter();
            let running: Vec<_> = team.map(|mut rank| scope.spawn(move || work(&mut rank))).collect();
            running.into_iter().map(|rank| rank.join().unwrap()).collect()
        })
    }

    #[test]
    fn everybody_hears_what_is_meant_for_him() {
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
    fn sums_and_what_the_first_has_to_say_are_the_same_everywhere() {
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

    /// Each sends its number to the next one, twice, and the first one hears from all when it is its turn.
    #[test]
    fn messages_come_from_who_sent_them_in_their_order() {
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
    fn who_has_ended_is_named() {
        let heard = on_each(3, |rank| match rank.rank() {
            1 => None,
            _ => Some(rank.sums([1]).unwrap_err()),
        });
        let ended = Some(ExchangeError::RankEnded { rank: 1 });
        // Whoever waits for one that waits no more may name him.
        assert!(heard[0] == ended || heard[2] == ended, "{heard:?}");
        assert_eq!(heard.iter().flatten().count(), 2);
    }
}
