//! Messages from one rank to another.

use std::time::Duration;

use super::{Exchange, ExchangeError};

/// A rank's line to the others on which each may say something to one, whenever it likes: for work that is handed out piece by
/// piece.
///
/// Who sends and who receives is for the ranks to agree on. A rank that is to send must not wait for one that waits to send to
/// it.
pub trait Post: Exchange {
    /// Sends a message to another rank, and goes on when the bytes are on their way, or there.
    ///
    /// # Errors
    /// [`ExchangeError`] if the rank has ended.
    ///
    /// # Panics
    /// If there is no such rank.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError>;

    /// The next message that anybody has sent to this rank, and who; none if so much time goes by. Those of one rank come in
    /// their order.
    ///
    /// # Errors
    /// [`ExchangeError`] if all others have ended.
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError>;
}

/// One that is lent.
impl<P: Post + ?Sized> Post for &mut P {
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        (**self).send(to, message)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        (**self).receive(patience)
    }
}
