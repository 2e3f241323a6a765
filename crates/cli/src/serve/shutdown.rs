//! Shutdown phases, and waiting for one event unless another comes first.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use tokio::sync::watch;

/// The phase of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// It accepts requests.
    Open,
    /// It accepts no new requests, and finishes the current ones.
    Closing,
    /// It interrupts the current searches, which then answer with what they know.
    Interrupting,
}

/// A handle that observes the phase; can be cloned.
#[derive(Clone, Debug)]
pub(super) struct ShutdownSignal(watch::Receiver<Phase>);

impl ShutdownSignal {
    /// Creates the handle, and the sender that changes the phase.
    pub(super) fn new() -> (watch::Sender<Phase>, Self) {
        let (sender, receiver) = watch::channel(Phase::Open);
        (sender, Self(receiver))
    }

    /// Waits until this phase or a later one.
    pub(super) async fn reached(&self, phase: Phase) {
        // An error means that the sender is gone, and the server with it.
        let mut receiver = self.0.clone();
        let _gone = receiver.wait_for(|now| *now >= phase).await;
    }
}

/// Awaits `work`, unless `alarm` completes first. Polls `alarm` first.
pub(super) async fn unless<A: Future, W: Future>(alarm: A, work: W) -> Result<W::Output, A::Output> {
    let (mut alarm, mut work) = (pin!(alarm), pin!(work));
    poll_fn(|context| match alarm.as_mut().poll(context) {
        Poll::Ready(reason) => Poll::Ready(Err(reason)),
        Poll::Pending => work.as_mut().poll(context).map(Ok),
    })
    .await
}
