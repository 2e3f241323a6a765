//! One connection, from its first request to its last.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::time::sleep;

use super::handler::RequestHandler;
use super::idle_connections::{Answer, Registration};
use super::settings::Settings;
use super::shutdown::{Phase, ShutdownSignal, unless};
use super::wire::Wire;

/// Maximum size of a request head, and of the read-ahead for a body.
const HEAD_IN_BYTES: usize = 1 << 16;

/// Serves a connection until either side closes it or it has to make room.
///
/// Returns whether it ended regularly. The HTTP parser allocates buffers, so it is created only
/// when there is something to read: a burst of silent connections then costs little memory and
/// time.
pub(super) async fn serve_connection(
    wire: Wire,
    registration: Registration,
    handler: Arc<RequestHandler>,
    settings: &Settings,
    shutdown: ShutdownSignal,
) -> bool {
    let leaving = unless(
        shutdown.reached(Phase::Closing),
        unless(sleep(settings.header_time), registration.close_requested()),
    );
    match unless(leaving, wire.begins()).await {
        Ok(true) => Box::pin(answer_all(wire, registration, handler, settings, shutdown)).await,
        Ok(false) | Err(Err(())) => true,
        // The client was too slow, or the connection has to make room.
        Err(Ok(_)) => false,
    }
}

async fn answer_all(
    wire: Wire,
    registration: Registration,
    handler: Arc<RequestHandler>,
    settings: &Settings,
    shutdown: ShutdownSignal,
) -> bool {
    let registration = Arc::new(registration);
    let own = Arc::clone(&registration);
    let answer = service_fn(move |request| {
        let (handler, registration) = (Arc::clone(&handler), Arc::clone(&own));
        async move {
            let reply = handler.answer(request, &registration).await?;
            Ok::<_, Infallible>(reply.map(|content| Answer { content, registration }))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(settings.header_time).max_buf_size(HEAD_IN_BYTES);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(wire), answer));
    loop {
        let leaving = unless(shutdown.reached(Phase::Closing), registration.close_requested());
        match unless(leaving, connection.as_mut()).await {
            Ok(ended) => return ended.is_ok(),
            // A request arrived at the last moment, so another connection makes room.
            Err(Ok(())) if registration.is_busy() => {}
            // Can only interrupt an answer that the client has not fully read; its length shows the
            // cut.
            Err(Ok(())) => return false,
            Err(Err(())) => {
                connection.as_mut().graceful_shutdown();
                return connection.await.is_ok();
            }
        }
    }
}
