//! Connections that wait for a request, and the choice of the one that makes room for a new one.
//!
//! An idle connection must not keep others out: the one that has waited longest for a request is
//! closed. A connection that is being answered does not wait; afterwards it goes to the end of its
//! queue.
//!
//! There are two queues: connections that have sent a request before, and those that have not. The
//! longer one gives way. With a single queue, a crowd of silent connections would push out a busy
//! client, whose connection is the oldest once the others have all been replaced. If silent
//! connections always gave way, they would push each other out while idle clients stay.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::Notify;

use super::reply::Content;
use crate::shell::lock;

/// The idle connections, in two queues.
#[derive(Debug, Default)]
pub(super) struct IdleConnections(Mutex<Queues>);

/// A queue in order of waiting, the longest first.
type Queue = BTreeMap<u64, Arc<Notify>>;

#[derive(Debug, Default)]
struct Queues {
    last: u64,
    /// The queue of connections that have not sent a request yet, and of those that have.
    queues: [Queue; 2],
}

impl IdleConnections {
    /// Closes the connection that has waited longest in the longer queue. Returns whether there is
    /// one.
    pub(super) fn make_room(&self) -> bool {
        let longest = {
            let [silent, active] = &mut self.queues().queues;
            if active.len() > silent.len() { active } else { silent }.pop_first()
        };
        longest.is_some_and(|(_, close)| {
            close.notify_one();
            true
        })
    }

    /// Locks, ignoring poison: entries are added and removed in one operation.
    fn queues(&self) -> MutexGuard<'_, Queues> {
        lock(&self.0)
    }
}

/// A connection's membership in the queues. The connection is idle, except while one of its requests
/// is being answered.
#[derive(Debug)]
pub(super) struct Registration {
    idle: Arc<IdleConnections>,
    close: Arc<Notify>,
    entry: Mutex<Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    /// The connection's number in its queue; `None` while the connection is busy.
    number: Option<u64>,
    has_sent_request: bool,
}

impl Registration {
    pub(super) fn new(idle: &Arc<IdleConnections>) -> Self {
        let registration = Self { idle: Arc::clone(idle), close: Arc::default(), entry: Mutex::default() };
        registration.mark_idle();
        registration
    }

    /// Records that a request has arrived and is being answered.
    pub(super) fn mark_busy(&self) {
        self.leave_queue().has_sent_request = true;
    }

    /// Records that the connection waits for a request from now on.
    pub(super) fn mark_idle(&self) {
        let mut own = self.leave_queue();
        // Lock order: first this entry's state, then the queues.
        let mut queues = self.idle.queues();
        queues.last += 1;
        let number = queues.last;
        queues.queues[usize::from(own.has_sent_request)].insert(number, Arc::clone(&self.close));
        own.number = Some(number);
    }

    pub(super) fn is_busy(&self) -> bool {
        self.entry().number.is_none()
    }

    /// Completes when the connection has to make room.
    pub(super) async fn close_requested(&self) {
        self.close.notified().await;
    }

    fn leave_queue(&self) -> MutexGuard<'_, Entry> {
        let mut own = self.entry();
        if let Some(number) = own.number.take() {
            self.idle.queues().queues[usize::from(own.has_sent_request)].remove(&number);
        }
        own
    }

    fn entry(&self) -> MutexGuard<'_, Entry> {
        lock(&self.entry)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        drop(self.leave_queue());
    }
}

/// A response body. Once it is sent and dropped, its connection waits again.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) content: Content,
    pub(super) registration: Arc<Registration>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.registration.mark_idle();
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::io::Result<Frame<Bytes>>>> {
        Pin::new(&mut self.get_mut().content).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_notified(registration: &Registration) -> bool {
        let mut closing = std::pin::pin!(registration.close_requested());
        closing.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())).is_ready()
    }

    fn notified(registrations: &[Registration]) -> Vec<usize> {
        (0..registrations.len()).filter(|nth| is_notified(&registrations[*nth])).collect()
    }

    #[test]
    fn the_longest_waiting_connection_makes_room() {
        let idle = Arc::new(IdleConnections::default());
        let registrations: Vec<Registration> = (0..4).map(|_| Registration::new(&idle)).collect();
        registrations[0].mark_busy();
        registrations[1].mark_idle();
        assert!(idle.make_room());
        assert_eq!(notified(&registrations), [2]);
        assert!(idle.make_room() && is_notified(&registrations[3]));
        assert!(
            idle.make_room() && is_notified(&registrations[1]),
            "it is idle anew, but has not sent a request"
        );
        assert!(!idle.make_room(), "the only one left is busy");
        registrations[0].mark_idle();
        assert!(idle.make_room() && is_notified(&registrations[0]));
        drop(registrations);
        assert!(!idle.make_room(), "no connection is left");
    }

    /// Each newcomer of a crowd replaces another silent connection, and the three active ones stay.
    /// Then all are active except the newest.
    #[test]
    fn the_longer_queue_makes_room() {
        let idle = Arc::new(IdleConnections::default());
        let active: Vec<Registration> = (0..3).map(|_| Registration::new(&idle)).collect();
        let send_request = |registration: &Registration| {
            registration.mark_busy();
            registration.mark_idle();
        };
        active.iter().for_each(send_request);
        let mut crowd: Vec<Registration> = (0..4).map(|_| Registration::new(&idle)).collect();
        for nth in 0..100 {
            assert!(idle.make_room());
            assert_eq!((notified(&active), notified(&crowd)), (vec![], vec![nth]));
            crowd.push(Registration::new(&idle));
        }
        drop(crowd);
        let newcomer = Registration::new(&idle);
        send_request(&active[0]);
        assert!(idle.make_room() && !is_notified(&newcomer));
        assert_eq!(notified(&active), [1], "it has been idle longest of those that have sent a request");
    }
}
