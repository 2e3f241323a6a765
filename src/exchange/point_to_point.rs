//! [`PointToPoint`]: messages from one process to another.

use std::time::Duration;

use super::{Exchange, ExchangeError};

/// A process's connection on which it can send single messages at any time, for work that is
/// assigned in pieces.
///
/// The processes must agree on who sends and who receives. Two processes must not wait to send to
/// each other.
pub trait PointToPoint: Exchange {
    /// Sends a message to another process, and returns when the bytes are in transit or delivered.
    ///
    /// # Errors
    /// [`ExchangeError`] if the process has ended.
    ///
    /// # Panics
    /// If there is no such process.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError>;

    /// Waits for the next message to this process, and returns its sender and bytes, or `None`
    /// after `patience`. Messages of one sender arrive in order.
    ///
    /// # Errors
    /// [`ExchangeError`] if all others have ended.
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError>;
}

/// Forwards to a borrowed connection.
impl<P: PointToPoint + ?Sized> PointToPoint for &mut P {
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        (**self).send(to, message)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        (**self).receive(patience)
    }
}
