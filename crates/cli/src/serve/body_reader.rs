//! Reading request bodies within limits of size and time.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use tilebase_api::{Code, Failure};
use tokio::time::sleep;

use super::line_channel::LineSender;
use super::shutdown::unless;

/// Reads a whole body.
///
/// # Errors
/// [`Failure`] if it is too long, too slow, or malformed.
pub(super) async fn read_whole(body: Incoming, most: usize, time: Duration) -> Result<Vec<u8>, Failure> {
    let mut whole = Vec::new();
    let reading = read_pieces(body, most, |piece| whole.extend_from_slice(piece), None);
    unless(sleep(time), reading).await.unwrap_or_else(|()| Err(too_slow(time)))?;
    Ok(whole)
}

/// Reads the first piece of a body; empty if there is none.
///
/// # Errors
/// [`Failure`] if it is too slow or malformed.
pub(super) async fn read_first(body: &mut Incoming, time: Duration) -> Result<Bytes, Failure> {
    let first = unless(sleep(time), body.frame()).await.map_err(|()| too_slow(time))?;
    let first = first.transpose().map_err(|error| malformed(&error))?;
    Ok(first.and_then(|frame| frame.into_data().ok()).unwrap_or_default())
}

/// Passes on the first piece and the following ones as they arrive.
///
/// Each piece must arrive within `time`. If the body is too long, too slow, or malformed, the lines
/// end with an error.
pub(super) async fn read_lines(
    first: Bytes,
    body: Incoming,
    most: usize,
    time: Duration,
    lines: &LineSender,
) {
    lines.push(&first);
    match read_pieces(body, most.saturating_sub(first.len()), |piece| lines.push(piece), Some(time)).await {
        Ok(()) => lines.end(),
        Err(_told_by_the_cut) => lines.cut("the input was too large, too slow, or malformed"),
    }
}

/// Checks a body's announced length.
///
/// # Errors
/// [`Failure`] if it is too long.
pub(super) fn check_length(body: &Incoming, most: usize) -> Result<(), Failure> {
    if body.size_hint().lower() > most as u64 { Err(too_large(most)) } else { Ok(()) }
}

async fn read_pieces(
    mut body: Incoming,
    most: usize,
    mut take: impl FnMut(&Bytes),
    time: Option<Duration>,
) -> Result<(), Failure> {
    check_length(&body, most)?;
    let mut read = 0;
    loop {
        let next = match time {
            Some(time) => unless(sleep(time), body.frame()).await.map_err(|()| too_slow(time))?,
            None => body.frame().await,
        };
        let Some(frame) = next else { return Ok(()) };
        let frame = frame.map_err(|error| malformed(&error))?;
        // Other frames are trailers, which are ignored.
        if let Some(piece) = frame.data_ref() {
            read += piece.len();
            if read > most {
                return Err(too_large(most));
            }
            take(piece);
        }
    }
}

fn malformed(error: &hyper::Error) -> Failure {
    Failure::malformed_request(&format!("the body: {error}"))
}

fn too_large(most: usize) -> Failure {
    let message = format!("the body is longer than {most} bytes");
    Failure::new(413, Code::TooLarge, &message, "Send a smaller request.")
}

fn too_slow(time: Duration) -> Failure {
    let message = format!("the request body did not arrive within {} seconds", time.as_secs_f64());
    Failure::new(408, Code::TooSlow, &message, "Send the whole body at once.")
}
