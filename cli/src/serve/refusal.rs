//! What a connection is told that is one too many.

use std::future::poll_fn;
use std::pin::Pin;

use tilebase_api::{Code, Failure, Response};
use tokio::io::AsyncWrite;

use super::wire::Wire;

/// Too many are asking.
pub(super) fn busy(what: &str) -> Failure {
    Failure::new(503, Code::Busy, &format!("too many {what} at a time"), "Ask again in a moment.")
}

/// Answers before anything was asked, and closes.
pub(super) async fn refuse(mut wire: Wire) {
    let body = Response::from(busy("connections")).body;
    let mut answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nretry-after: 1\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend(body);
    // It fits into the buffer of a new connection. One that is gone already needs no answer.
    let wrote = poll_fn(|context| Pin::new(&mut wire).poll_write(context, &answer)).await;
    if wrote.is_ok() {
        let _gone = poll_fn(|context| Pin::new(&mut wire).poll_shutdown(context)).await;
    }
}
