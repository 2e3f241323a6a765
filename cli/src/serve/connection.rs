//! One connection, from its first request to its last.

use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};

use super::desk::Desk;
use super::phase::{Bell, Phase, unless};
use super::settings::Settings;
use super::wire::Wire;

/// The longest head of a request, and what is read ahead of a body.
const HEAD_IN_BYTES: usize = 1 << 16;

/// Serves a connection until it is closed, by either side. Says whether both agreed.
pub(super) async fn serve_connection(wire: Wire, desk: Arc<Desk>, settings: &Settings, bell: Bell) -> bool {
    let answer = service_fn(move |request| {
        let desk = Arc::clone(&desk);
        async move { desk.answer(request).await }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(settings.header_time).max_buf_size(HEAD_IN_BYTES);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(wire), answer));
    match unless(bell.at(Phase::Closing), connection.as_mut()).await {
        Ok(ended) => ended.is_ok(),
        Err(()) => {
            connection.as_mut().graceful_shutdown();
            connection.await.is_ok()
        }
    }
}
