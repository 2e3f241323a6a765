//! Whether a server goes on, and waiting for one thing unless another comes first.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use tokio::sync::watch;

/// Whether a server goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// It does.
    Open,
    /// It takes no new requests, and finishes those that it has.
    Closing,
    /// What still runs is to say what it knows.
    Hurrying,
}

/// Tells what phase it is. Clones tell the same.
#[derive(Clone, Debug)]
pub(super) struct Bell(watch::Receiver<Phase>);

impl Bell {
    /// A bell, and what rings it.
    pub(super) fn new() -> (watch::Sender<Phase>, Self) {
        let (sender, receiver) = watch::channel(Phase::Open);
        (sender, Self(receiver))
    }

    /// Waits until it is this phase, or a later one.
    pub(super) async fn at(&self, phase: Phase) {
        // That nobody is left to ring it means that the server is gone.
        let mut receiver = self.0.clone();
        let _gone = receiver.wait_for(|now| *now >= phase).await;
    }
}

/// Waits for work, unless an alarm comes first, which is looked at first.
pub(super) async fn unless<A: Future, W: Future>(alarm: A, work: W) -> Result<W::Output, A::Output> {
    let (mut alarm, mut work) = (pin!(alarm), pin!(work));
    poll_fn(|context| match alarm.as_mut().poll(context) {
        Poll::Ready(rung) => Poll::Ready(Err(rung)),
        Poll::Pending => work.as_mut().poll(context).map(Ok),
    })
    .await
}
