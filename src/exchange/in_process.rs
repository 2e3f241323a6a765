//! [`InProcess`]: threads that act as processes.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::{Exchange, ExchangeError};

/// One of several threads that act as processes, to try a distributed program on one machine.
///
/// Dropping it ends this process: the others get an error when they wait for it.
#[derive(Debug)]
pub struct InProcess {
    process: usize,
    /// Senders to each process.
    to: Vec<Sender<Vec<u8>>>,
    /// Receivers from each process.
    from: Vec<Receiver<Vec<u8>>>,
    /// Message senders to each process. `None` for this one: with a sender of its own, it could not
    /// detect that all others have ended.
    messages_to: Vec<Option<Sender<Message>>>,
    /// Messages to this process.
    messages: Receiver<Message>,
}

/// The sender's number, and the bytes.
type Message = (usize, Vec<u8>);

impl InProcess {
    /// Creates the processes of a group, in order; at least one.
    #[must_use]
    pub fn group(processes: usize) -> Vec<Self> {
        let processes = processes.max(1);
        let (messages_to, received): (Vec<_>, Vec<_>) = (0..processes).map(|_| channel()).unzip();
        let senders_to_others = |process: usize| {
            let others = messages_to.iter().enumerate();
            others.map(|(other, messages)| (other != process).then(|| messages.clone())).collect()
        };
        let process = |(process, messages)| Self {
            process,
            to: Vec::new(),
            from: Vec::new(),
            messages_to: senders_to_others(process),
            messages,
        };
        let mut group: Vec<Self> = received.into_iter().enumerate().map(process).collect();
        for from in 0..processes {
            for to in 0..processes {
                let (sender, receiver) = channel();
                group[from].to.push(sender);
                group[to].from.push(receiver);
            }
        }
        group
    }
}

impl Exchange for InProcess {
    fn process(&self) -> usize {
        self.process
    }

    fn processes(&self) -> usize {
        self.to.len()
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(outgoing.len(), self.processes(), "bytes for each process");
        // Unbounded channels never block, so all processes can send before any of them receives.
        for ((process, to), bytes) in self.to.iter().enumerate().zip(outgoing) {
            to.send(bytes).map_err(|_unsent| ExchangeError::ProcessEnded { process })?;
        }
        meanwhile();
        let wait = |(process, from): (usize, &Receiver<Vec<u8>>)| {
            from.recv().map_err(|_closed| ExchangeError::ProcessEnded { process })
        };
        self.from.iter().enumerate().map(wait).collect()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        let messages = self.messages_to[to].as_ref().expect("a process sends messages to others");
        messages.send((self.process, message)).map_err(|_unsent| ExchangeError::ProcessEnded { process: to })
    }

    fn receive(&mut self, timeout: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        match self.messages.recv_timeout(timeout) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(ExchangeError::ProcessEnded { process: usize::from(self.process == 0) })
            }
        }
    }
}
