//! [`Alone`]: a single process.

use std::time::Duration;

use super::{Exchange, ExchangeError};

/// The only process: it swaps bytes with itself. There is no other process to send messages to.
///
/// ```
/// use tilebase::exchange::{Alone, Exchange};
///
/// assert_eq!(Alone.swap(vec![b"so be it".to_vec()], &mut || ())?, [b"so be it"]);
/// # Ok::<(), tilebase::exchange::ExchangeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Exchange for Alone {
    fn process(&self) -> usize {
        0
    }

    fn processes(&self) -> usize {
        1
    }

    fn swap(
        &mut self,
        outgoing: Vec<Vec<u8>>,
        meanwhile: &mut (dyn FnMut() + Send),
    ) -> Result<Vec<Vec<u8>>, ExchangeError> {
        assert_eq!(outgoing.len(), 1, "bytes for each process");
        meanwhile();
        Ok(outgoing)
    }

    fn send(&mut self, to: usize, _: Vec<u8>) -> Result<(), ExchangeError> {
        panic!("there is no process {to}: this one is alone")
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        Ok(None)
    }
}
