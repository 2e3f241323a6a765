//! Connections on which a request is waited for, and which of them makes room for a newcomer when there are too many.
//!
//! Who only holds a connection must not keep others out: the one that has sent no whole request for the longest time is
//! closed. Who asks is at the end of the line again, and who is being answered is not in it.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use tokio::sync::Notify;

use super::reply::Content;

/// All that wait.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<Line>);

/// Those that have waited longest come first.
#[derive(Debug, Default)]
struct Line {
    last: u64,
    places: BTreeMap<u64, Arc<Notify>>,
}

impl Waiting {
    /// Closes the connection that has waited longest, if there is one.
    pub(super) fn make_room(&self) -> bool {
        let longest = self.line().places.pop_first();
        longest.is_some_and(|(_, leave)| {
            leave.notify_one();
            true
        })
    }

    /// A place is put in or taken out as a whole: a panic leaves nothing half done.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection: it waits, from its beginning, unless it is answered.
#[derive(Debug)]
pub(super) struct Place {
    waiting: Arc<Waiting>,
    leave: Arc<Notify>,
    /// Its number in the line; none while it is answered.
    number: Mutex<Option<u64>>,
}

impl Place {
    pub(super) fn new(waiting: &Arc<Waiting>) -> Self {
        let place =
            Self { waiting: Arc::clone(waiting), leave: Arc::new(Notify::new()), number: Mutex::new(None) };
        place.wait();
        place
    }

    /// Its request is there, and is being answered.
    pub(super) fn answer(&self) {
        self.renew(|_| None);
    }

    /// It waits for a request, from now on.
    pub(super) fn wait(&self) {
        self.renew(|line| {
            line.last += 1;
            line.places.insert(line.last, Arc::clone(&self.leave));
            Some(line.last)
        });
    }

    pub(super) fn is_answered(&self) -> bool {
        self.number.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Comes to an end when the connection is to make room.
    pub(super) async fn is_wanted(&self) {
        self.leave.notified().await;
    }

    fn renew(&self, number: impl FnOnce(&mut Line) -> Option<u64>) {
        let mut own = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let mut line = self.waiting.line();
        if let Some(before) = *own {
            line.places.remove(&before);
        }
        *own = number(&mut line);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.answer();
    }
}

/// What is sent. Once all of it was handed on, its connection waits again.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) content: Content,
    pub(super) place: Arc<Place>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.place.wait();
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

    fn is_told(place: &Place) -> bool {
        let mut told = std::pin::pin!(place.is_wanted());
        told.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())).is_ready()
    }

    #[test]
    fn who_has_waited_longest_makes_room() {
        let waiting = Arc::new(Waiting::default());
        let places: Vec<Place> = (0..4).map(|_| Place::new(&waiting)).collect();
        places[0].answer();
        places[1].wait();
        assert!(waiting.make_room());
        assert_eq!(places.iter().map(is_told).collect::<Vec<_>>(), [false, false, true, false]);
        assert!(waiting.make_room() && is_told(&places[3]));
        places[0].wait();
        assert!(waiting.make_room() && is_told(&places[1]), "it asked before the other was answered");
        drop(places);
        assert!(!waiting.make_room(), "nobody is left");
    }
}
