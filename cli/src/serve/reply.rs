//! What is sent: a status, the fields that all answers have, and an answer or its pieces.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, StatusCode};
use tilebase_api::{Failure, Response};

use super::answers_out::Leaving;
use super::pool::Job;

/// An answer.
pub(super) type Reply = hyper::Response<Content>;

/// What all answers tell browsers: to take nothing for what it is not, to load and send nothing elsewhere, and to show them in
/// no frame.
const SECURITY: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Answers are not kept by anybody: a table may be built meanwhile.
pub(super) const NOT_KEPT: &str = "no-store";
/// Pages are kept, and asked for again by their checksums.
pub(super) const KEPT: &str = "no-cache";

/// An answer of some type.
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

/// The answer to a question, or why there is none.
pub(super) fn json(response: Response) -> Reply {
    reply(response.status, "application/json", NOT_KEPT, Content::Whole(response.body.into()))
}

/// Why there is none, with the fields that tell programs what to do about it.
pub(super) fn failure(failure: Failure) -> Reply {
    let status = failure.status;
    let mut reply = json(failure.into());
    let headers: &mut HeaderMap = reply.headers_mut();
    match status {
        503 => drop(headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"))),
        // What was not read of the request can't be told from the next one.
        408 | 413 => drop(headers.insert(header::CONNECTION, HeaderValue::from_static("close"))),
        _ => {}
    }
    reply
}

/// What is sent behind the fields.
#[derive(Debug)]
pub(super) enum Content {
    /// All at once; empty when it was sent.
    Whole(Bytes),
    /// The answers of a batch, as they come.
    Pieces(Box<Pieces>),
}

/// The answers of a batch. When nobody wants them any more the batch ends.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) leaving: Leaving,
    pub(super) _batch: Job<()>,
    pub(super) _intake: Ended,
}

/// A task that ends when this is dropped.
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
                pieces.leaving.poll_next(context).map(|next| next.map(|piece| piece.map(Frame::data)))
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
