//! Ranks that are threads of one process.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::{Exchange, ExchangeError, Post};

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
    /// By rank: its post; none is kept for this one, which could not tell that all others have ended.
    posts: Vec<Option<Sender<Letter>>>,
    /// The post of this rank.
    post: Receiver<Letter>,
}

/// Who sends it, and what is in it.
type Letter = (usize, Vec<u8>);

impl InProcess {
    /// The ranks of a team, in their order; one at the least.
    #[must_use]
    pub fn ranks_of_a_team(ranks: usize) -> Vec<Self> {
        let ranks = ranks.max(1);
        let (posts, received): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
        let posts_of_others = |rank: usize| {
            let others = posts.iter().enumerate();
            others.map(|(other, post)| (other != rank).then(|| post.clone())).collect()
        };
        let rank = |(rank, post)| Self {
            rank,
            to: Vec::new(),
            from: Vec::new(),
            posts: posts_of_others(rank),
            post,
        };
        let mut team: Vec<Self> = received.into_iter().enumerate().map(rank).collect();
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

impl Post for InProcess {
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        let post = self.posts[to].as_ref().expect("a rank sends messages to others");
        post.send((self.rank, message)).map_err(|_unsent| ExchangeError::RankEnded { rank: to })
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        match self.post.recv_timeout(patience) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(ExchangeError::RankEnded { rank: usize::from(self.rank == 0) })
            }
        }
    }
}
