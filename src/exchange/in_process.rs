//! Ranks that are threads of one process.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Exchange, ExchangeError};

/// A rank whose others are threads of the same process: to try out what is meant for many machines on one.
///
/// A rank that is dropped has ended, and the others are told so when they wait for it.
#[derive(Debug)]
pub struct InProcess {
    rank: usize,
    /// By rank: to there.
    to: Vec<Sender<Vec<u8>>>,
    /// By rank: from there.
    from: Vec<Receiver<Vec<u8>>>,
}

impl InProcess {
    /// The ranks of a team, in their order; one at the least.
    #[must_use]
    pub fn ranks_of_a_team(ranks: usize) -> Vec<Self> {
        let ranks = ranks.max(1);
        let mut team: Vec<Self> =
            (0..ranks).map(|rank| Self { rank, to: Vec::new(), from: Vec::new() }).collect();
        for from in 0..ranks {
            for to in 0..ranks {
                let (sender, receiver) = channel();
                team[from].to.push(sender);
                team[to].from.push(receiver);
            }
        }
        team
    }
}

impl Exchange for InProcess {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.to.len()
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(outgoing.len(), self.ranks(), "bytes for each rank");
        for ((rank, to), bytes) in self.to.iter().enumerate().zip(outgoing) {
            to.send(bytes).map_err(|_unsent| ExchangeError::RankEnded { rank })?;
        }
        meanwhile();
        let wait = |(rank, from): (usize, &Receiver<Vec<u8>>)| {
            from.recv().map_err(|_closed| ExchangeError::RankEnded { rank })
        };
        self.from.iter().enumerate().map(wait).collect()
    }
}
