//! The 503 response sent when a limit is reached.

use std::future::poll_fn;
use std::pin::Pin;

use tilebase_api::{Code, Failure, Response};
use tokio::io::AsyncWrite;

use super::wire::Wire;

/// The failure for too many simultaneous requests of a kind.
pub(super) fn busy(what: &str) -> Failure {
    Failure::new(503, Code::Busy, &format!("too many {what} at once"), "Try again in a moment.")
}

/// Sends a 503 response before reading a request, and closes the connection.
pub(super) async fn refuse(mut wire: Wire) {
    let body = Response::from(busy("connections")).body;
    let mut answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nretry-after: 1\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend(body);
    // One write is enough, since the answer fits into an empty send buffer. The client may be gone.
    let wrote = poll_fn(|context| Pin::new(&mut wire).poll_write(context, &answer)).await;
    if wrote.is_ok() {
        let _gone = poll_fn(|context| Pin::new(&mut wire).poll_shutdown(context)).await;
    }
}
