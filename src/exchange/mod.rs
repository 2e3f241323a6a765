//! Communication between processes that work together.
//!
//! A table too large for one machine is built by several *processes* ("ranks" in MPI), usually on
//! several machines. They are numbered from 0, and each has a share of every level. There is one
//! collective operation, [`Exchange::swap`]: each process sends bytes to every process, and
//! continues when it has received bytes from all of them. All processes make the same calls in the
//! same order. [`sums`](Exchange::sums), [`gather`](Exchange::gather), and
//! [`broadcast`](Exchange::broadcast) are built on it.
//!
//! Where work is assigned in pieces, a process [sends](Exchange::send) single messages to another.
//!
//! [`Alone`] is a single process, and [`InProcess`] uses threads as processes. Other crates can
//! provide other transports, such as MPI.

mod alone;
mod in_process;

pub use alone::Alone;
pub use in_process::InProcess;

use std::time::Duration;

/// A process's connection to the others.
///
/// ```
/// use tilebase::exchange::{Exchange, InProcess};
///
/// // Each process sends its number to all.
/// let swap_numbers = |mut own: InProcess| {
///     let outgoing = vec![vec![own.process() as u8]; own.processes()];
///     own.swap(outgoing, &mut || ())
/// };
/// let received: Vec<_> = std::thread::scope(|scope| {
///     let group = InProcess::group(3).into_iter();
///     let running: Vec<_> = group.map(|own| scope.spawn(move || swap_numbers(own))).collect();
///     running.into_iter().map(|thread| thread.join().expect("none panics")).collect::<Result<_, _>>()
/// })?;
/// assert_eq!(received, vec![[[0], [1], [2]]; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Exchange: Send {
    /// Returns the number of this process, below [`processes`](Self::processes).
    fn process(&self) -> usize;

    /// Returns the number of processes, at least one.
    fn processes(&self) -> usize;

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

    /// Sends a message to another process, and returns when the bytes are in transit or delivered.
    ///
    /// The processes must agree on who sends and who receives. Two processes must not wait to send
    /// to each other.
    ///
    /// # Errors
    /// [`ExchangeError`] if the process has ended.
    ///
    /// # Panics
    /// If there is no such process.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError>;

    /// Waits for the next message to this process, and returns its sender and bytes, or `None`
    /// after `timeout`. Messages of one sender arrive in order.
    ///
    /// # Errors
    /// [`ExchangeError`] if all others have ended.
    fn receive(&mut self, timeout: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError>;

    /// Returns the sums of the numbers of all processes, modulo 2^64. All processes call it
    /// together, like [`swap`](Self::swap), which it uses.
    ///
    /// ```
    /// use tilebase::exchange::{Alone, Exchange};
    ///
    /// assert_eq!(Alone.sums([3, 4])?, [3, 4]);
    /// # Ok::<(), tilebase::exchange::ExchangeError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`swap`](Self::swap).
    fn sums<const N: usize>(&mut self, numbers: [u64; N]) -> Result<[u64; N], ExchangeError>
    where
        Self: Sized,
    {
        if self.processes() == 1 {
            return Ok(numbers);
        }
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut sums = [0_u64; N];
        for (process, of_process) in self.swap(vec![bytes; self.processes()], &mut || ())?.iter().enumerate()
        {
            let (numbers, rest) = of_process.as_chunks();
            if numbers.len() != N || !rest.is_empty() {
                return Err(ExchangeError::InvalidMessage { process });
            }
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum = sum.wrapping_add(u64::from_le_bytes(*number));
            }
        }
        Ok(sums)
    }

    /// Sends bytes to process 0, which receives those of all processes, in order. The others get an
    /// empty list. All processes call it together.
    ///
    /// # Errors
    /// As for [`swap`](Self::swap).
    fn gather(&mut self, bytes: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let mut outgoing = vec![Vec::new(); self.processes()];
        outgoing[0] = bytes;
        let all = self.swap(outgoing, &mut || ())?;
        Ok(if self.process() == 0 { all } else { Vec::new() })
    }

    /// Returns the bytes of process 0 on all processes; the argument of the others is ignored. All
    /// processes call it together.
    ///
    /// # Errors
    /// As for [`swap`](Self::swap).
    fn broadcast(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, ExchangeError> {
        let for_each = if self.process() == 0 { bytes } else { Vec::new() };
        Ok(self.swap(vec![for_each; self.processes()], &mut || ())?.swap_remove(0))
    }
}

/// Forwards to a borrowed connection.
impl<X: Exchange + ?Sized> Exchange for &mut X {
    fn process(&self) -> usize {
        (**self).process()
    }

    fn processes(&self) -> usize {
        (**self).processes()
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        (**self).swap(outgoing, meanwhile)
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        (**self).send(to, message)
    }

    fn receive(&mut self, timeout: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        (**self).receive(timeout)
    }
}

/// The reasons why the processes cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A process has ended.
    #[error("process {process} has ended, so the others cannot finish; see its messages")]
    ProcessEnded {
        /// The process's number.
        process: usize,
    },
    /// A process sent a malformed message.
    #[error(
        "process {process} sent an invalid message; check that all processes run the same program with the \
         same options"
    )]
    InvalidMessage {
        /// The process's number.
        process: usize,
    },
    /// The transport failed.
    #[error("the processes can't reach each other: {reason}")]
    Transport {
        /// The transport's message.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `work` on each process of a group, and returns the results.
    fn on_each<T: Send>(processes: usize, work: impl Fn(&mut InProcess) -> T + Sync) -> Vec<T> {
        std::thread::scope(|scope| {
            let work = &work;
            let group = InProcess::group(processes).into_iter();
            let running: Vec<_> = group.map(|mut own| scope.spawn(move || work(&mut own))).collect();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    }

    #[test]
    fn each_process_receives_its_messages() {
        for processes in [1, 2, 3, 7] {
            let heard = on_each(processes, |own| {
                let mut calls = 0;
                let outgoing =
                    |round: u8| (0..processes).map(|to| vec![round, own.process() as u8, to as u8]).collect();
                let rounds = [outgoing(0), outgoing(1)];
                let heard = rounds.map(|outgoing| own.swap(outgoing, &mut || calls += 1).unwrap());
                assert_eq!(calls, 2);
                heard
            });
            for (me, rounds) in heard.into_iter().enumerate() {
                for (round, of_processes) in rounds.into_iter().enumerate() {
                    let expected: Vec<Vec<u8>> =
                        (0..processes).map(|from| vec![round as u8, from as u8, me as u8]).collect();
                    assert_eq!(of_processes, expected);
                }
            }
        }
    }

    #[test]
    fn collective_results_agree_on_all_processes() {
        for processes in [1, 4] {
            let made = on_each(processes, |own| {
                let me = own.process() as u64;
                let gathered = own.gather(vec![me as u8]).unwrap();
                (own.sums([me, 1, u64::MAX]).unwrap(), own.broadcast(vec![me as u8 + 5]).unwrap(), gathered)
            });
            let all = processes as u64;
            for (process, (sums, of_first, gathered)) in made.into_iter().enumerate() {
                assert_eq!(sums, [all * (all - 1) / 2, all, all.wrapping_neg()]);
                assert_eq!(of_first, [5]);
                let expected: Vec<Vec<u8>> = (0..processes as u8).map(|process| vec![process]).collect();
                assert_eq!(gathered, if process == 0 { expected } else { Vec::new() });
            }
        }
    }

    /// Each process sends its number to the next one twice, and each receives both messages in
    /// order.
    #[test]
    fn messages_arrive_in_order_with_their_sender() {
        let heard = on_each(3, |own| {
            let (me, next) = (own.process(), (own.process() + 1) % 3);
            own.send(next, vec![me as u8]).unwrap();
            own.send(next, vec![me as u8; 2]).unwrap();
            let mut receive = || own.receive(Duration::from_secs(60)).unwrap().unwrap();
            [receive(), receive()]
        });
        for (me, heard) in heard.into_iter().enumerate() {
            let from = (me + 2) % 3;
            assert_eq!(heard, [(from, vec![from as u8]), (from, vec![from as u8; 2])]);
        }
        let mut group = InProcess::group(2);
        assert_eq!(group[0].receive(Duration::ZERO), Ok(None));
        group.pop();
        assert_eq!(group[0].receive(Duration::ZERO), Err(ExchangeError::ProcessEnded { process: 1 }));
        assert_eq!(group[0].send(1, vec![]), Err(ExchangeError::ProcessEnded { process: 1 }));
    }

    #[test]
    fn errors_name_the_process_that_ended() {
        let heard = on_each(3, |own| match own.process() {
            1 => None,
            _ => Some(own.sums([1]).unwrap_err()),
        });
        let ended = Some(ExchangeError::ProcessEnded { process: 1 });
        // A process that waits for another waiting process may name that one instead.
        assert!(heard[0] == ended || heard[2] == ended, "{heard:?}");
        assert_eq!(heard.iter().flatten().count(), 2);
    }
}
