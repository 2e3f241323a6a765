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

/// The waiting connections.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<Lines>);

/// A queue in order of waiting, the longest first.
type Line = BTreeMap<u64, Arc<Notify>>;

#[derive(Debug, Default)]
struct Lines {
    last: u64,
    /// The queue of connections that have not sent a request yet, and of those that have.
    lines: [Line; 2],
}

impl Waiting {
    /// Closes the connection that has waited longest in the longer queue. Returns whether there is
    /// one.
    pub(super) fn make_room(&self) -> bool {
        let longest = {
            let [strangers, askers] = &mut self.lines().lines;
            if askers.len() > strangers.len() { askers } else { strangers }.pop_first()
        };
        longest.is_some_and(|(_, leave)| {
            leave.notify_one();
            true
        })
    }

    /// Locks, ignoring poison: entries are added and removed in one operation.
    fn lines(&self) -> MutexGuard<'_, Lines> {
        lock(&self.0)
    }
}

/// A connection's entry in the queues. The connection waits, except while one of its requests is
/// being answered.
#[derive(Debug)]
pub(super) struct Registration {
    waiting: Arc<Waiting>,
    leave: Arc<Notify>,
    standing: Mutex<Standing>,
}

#[derive(Debug, Default)]
struct Standing {
    /// Its number in the queue; `None` while it is answered.
    number: Option<u64>,
    has_asked: bool,
}

impl Registration {
    pub(super) fn new(waiting: &Arc<Waiting>) -> Self {
        let registration =
            Self { waiting: Arc::clone(waiting), leave: Arc::default(), standing: Mutex::default() };
        registration.wait();
        registration
    }

    /// Records that a request has arrived and is being answered.
    pub(super) fn answer(&self) {
        self.leave_line().has_asked = true;
    }

    /// Records that the connection waits for a request from now on.
    pub(super) fn wait(&self) {
        let mut own = self.leave_line();
        // Lock order: first this entry's standing, then the queues.
        let mut lines = self.waiting.lines();
        lines.last += 1;
        let number = lines.last;
        lines.lines[usize::from(own.has_asked)].insert(number, Arc::clone(&self.leave));
        own.number = Some(number);
    }

    pub(super) fn is_answered(&self) -> bool {
        self.standing().number.is_none()
    }

    /// Completes when the connection has to make room.
    pub(super) async fn is_wanted(&self) {
        self.leave.notified().await;
    }

    fn leave_line(&self) -> MutexGuard<'_, Standing> {
        let mut own = self.standing();
        if let Some(number) = own.number.take() {
            self.waiting.lines().lines[usize::from(own.has_asked)].remove(&number);
        }
        own
    }

    fn standing(&self) -> MutexGuard<'_, Standing> {
        lock(&self.standing)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        drop(self.leave_line());
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
        self.registration.wait();
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
        let mut wanted = std::pin::pin!(registration.is_wanted());
        wanted.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())).is_ready()
    }

    fn notified(registrations: &[Registration]) -> Vec<usize> {
        (0..registrations.len()).filter(|nth| is_notified(&registrations[*nth])).collect()
    }

    #[test]
    fn the_longest_waiting_connection_makes_room() {
        let waiting = Arc::new(Waiting::default());
        let registrations: Vec<Registration> = (0..4).map(|_| Registration::new(&waiting)).collect();
        registrations[0].answer();
        registrations[1].wait();
        assert!(waiting.make_room());
        assert_eq!(notified(&registrations), [2]);
        assert!(waiting.make_room() && is_notified(&registrations[3]));
        assert!(waiting.make_room() && is_notified(&registrations[1]), "it waited anew, but has not asked");
        assert!(!waiting.make_room(), "the only one left is answered");
        registrations[0].wait();
        assert!(waiting.make_room() && is_notified(&registrations[0]));
        drop(registrations);
        assert!(!waiting.make_room(), "nobody is left");
    }

    /// Each newcomer of a crowd replaces another silent connection, and the two active ones stay.
    /// Then all are active except the newest.
    #[test]
    fn the_longer_line_makes_room() {
        let waiting = Arc::new(Waiting::default());
        let askers: Vec<Registration> = (0..3).map(|_| Registration::new(&waiting)).collect();
        let ask = |registration: &Registration| {
            registration.answer();
            registration.wait();
        };
        askers.iter().for_each(ask);
        let mut crowd: Vec<Registration> = (0..4).map(|_| Registration::new(&waiting)).collect();
        for nth in 0..100 {
            assert!(waiting.make_room());
            assert_eq!((notified(&askers), notified(&crowd)), (vec![], vec![nth]));
            crowd.push(Registration::new(&waiting));
        }
        drop(crowd);
        let newcomer = Registration::new(&waiting);
        ask(&askers[0]);
        assert!(waiting.make_room() && !is_notified(&newcomer));
        assert_eq!(notified(&askers), [1], "it has waited longest of those who asked");
    }
}
