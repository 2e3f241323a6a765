//! HTTP responses: status, common headers, and a whole or streamed body.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, StatusCode};
use tilebase_api::{Failure, Response};

use super::answer_channel::AnswerReceiver;
use super::pool::Job;

/// A response.
pub(super) type Reply = hyper::Response<Content>;

/// Security headers of every response: no type sniffing, no foreign content, no framing.
const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; \
            object-src 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Caching of answers: never, since a table may be built in the meantime.
pub(super) const NOT_KEPT: &str = "no-store";
/// Caching of pages: allowed, if validated by their entity tags.
pub(super) const KEPT: &str = "no-cache";

/// Creates a response.
pub(super) fn reply(
    status: u16,
    content_type: &'static str,
    caching: &'static str,
    content: Content,
) -> Reply {
    let mut reply = Reply::new(content);
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = reply.headers_mut();
    headers.extend(SECURITY);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    reply
}

/// Converts an API response.
pub(super) fn json(response: Response) -> Reply {
    reply(response.status, "application/json", NOT_KEPT, Content::Whole(response.body.into()))
}

/// Converts a failure, and adds the headers that clients act on.
pub(super) fn failure(failure: Failure) -> Reply {
    let status = failure.status;
    let mut reply = json(failure.into());
    let headers: &mut HeaderMap = reply.headers_mut();
    match status {
        503 => drop(headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"))),
        // The unread rest of the body would otherwise be taken for the next request.
        408 | 413 => drop(headers.insert(header::CONNECTION, HeaderValue::from_static("close"))),
        _ => {}
    }
    reply
}

/// The body of a response.
#[derive(Debug)]
pub(super) enum Content {
    /// A complete body; empty once it is sent.
    Whole(Bytes),
    /// The answers of a batch, streamed.
    Pieces(Box<Pieces>),
}

/// The answers of a batch. Dropping it ends the batch.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) answer_receiver: AnswerReceiver,
    pub(super) _batch: Job<()>,
    pub(super) _body_reader: Ended,
}

/// A task that is aborted on drop.
#[derive(Debug)]
pub(super) struct Ended(pub(super) tokio::task::AbortHandle);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        match self.get_mut() {
            Self::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Self::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Self::Pieces(pieces) => {
                pieces.answer_receiver.poll_next(context).map(|next| next.map(|piece| piece.map(Frame::data)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Pieces(_) => SizeHint::default(),
        }
    }
}
