//! The server: startup, the accept loop, and shutdown.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tilebase::Interrupt;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

use super::access::AccessRules;
use super::browser;
use super::connection::serve_connection;
use super::handler::RequestHandler;
use super::idle_connections::{IdleConnections, Registration};
use super::listener::Listener;
use super::metrics::Metrics;
use super::open_files;
use super::refusal::refuse;
use super::settings::Settings;
use super::shutdown::{Phase, ShutdownSignal, unless};
use super::wire::Wire;
use crate::shell::{Exit, ending_flag, tell};

/// Polling interval for the shutdown request.
const SHUTDOWN_POLL: Duration = Duration::from_millis(100);

/// Maximum number of connections that wait although no other can make room for them.
///
/// They get a 503 response if no room becomes free; any beyond are closed without a response.
const MAX_PENDING: usize = 256;

/// Pause after a failed accept: a lack of open files may end when other connections close.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// How long a new connection waits for room before another connection is asked to close.
const EVICTION_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum number of connections that are asked to close for a new one.
const MAX_EVICTIONS: usize = 50;

/// Listens and answers until the process is asked to end. The first output line has the address.
pub(crate) fn serve(settings: Settings, out: &mut impl Write) -> anyhow::Result<Exit> {
    open_files::allow(settings.connections)?;
    let ending = ending_flag().context("cannot set the Ctrl-C handler")?;
    // One thread each for searches, other answers, and batches, and some for name lookups.
    let waiting_threads = (settings.searches as usize).saturating_mul(3).saturating_add(4);
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(waiting_threads)
        .build()
        .context("cannot start the server threads")?;
    let served = runtime.block_on(async {
        let server = Server::open(settings).await?;
        server.announce(out)?;
        server.run(ending).await;
        Ok(Exit::Yes)
    });
    // Leaves interrupted jobs behind that have not ended yet.
    runtime.shutdown_background();
    served
}

/// A listening server.
struct Server {
    settings: Arc<Settings>,
    listener: Listener,
    handler: Arc<RequestHandler>,
    metrics: Arc<Metrics>,
    shutdown: ShutdownSignal,
    shutdown_sender: watch::Sender<Phase>,
    /// One permit per connection that may still be opened.
    slots: Arc<Semaphore>,
    /// The connections that may have to make room.
    idle: Arc<IdleConnections>,
    /// One permit per connection that may wait although no other can make room.
    pending: Arc<Semaphore>,
}

impl Server {
    async fn open(settings: Settings) -> anyhow::Result<Self> {
        let listener = Listener::open(&settings.listen).await?;
        let (shutdown_sender, shutdown) = ShutdownSignal::new();
        let metrics = Arc::new(Metrics::default());
        let access = AccessRules::new(&settings.hosts, !listener.address.ip().is_loopback());
        Ok(Self {
            handler: Arc::new(RequestHandler::new(&settings, access, &shutdown, &metrics)),
            slots: Arc::new(Semaphore::new(settings.connections as usize)),
            idle: Arc::default(),
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
            settings: Arc::new(settings),
            listener,
            metrics,
            shutdown,
            shutdown_sender,
        })
    }

    fn announce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "listening on http://{}/", self.listener.address)?;
        out.flush()?;
        if !self.listener.address.ip().is_loopback() {
            tell("anyone who can reach this port can use the server: there is no authentication");
        }
        if self.settings.open {
            let page = format!("http://{}/", from_here(self.listener.address));
            if let Err(error) = browser::open(&page) {
                tell(format_args!("cannot start a browser ({error}); open {page} yourself"));
            }
        }
        Ok(())
    }

    async fn run(self, ending: &Interrupt) {
        let mut ended = pin!(is_raised(ending));
        while let Ok(accepted) = unless(ended.as_mut(), self.listener.accept()).await {
            match accepted {
                Ok(stream) => self.take(stream),
                Err(_none) => sleep(ACCEPT_RETRY_DELAY).await,
            }
        }
        self.close().await;
    }

    /// Starts a task for a new connection. Does nothing more: the next one waits to be accepted.
    fn take(&self, stream: TcpStream) {
        let slot = Arc::clone(&self.slots).try_acquire_owned().ok();
        // In a burst, all connections that could make room may already have been asked to.
        let permit = if slot.is_some() || self.idle.make_room() {
            None
        } else if let Ok(permit) = Arc::clone(&self.pending).try_acquire_owned() {
            Some(permit)
        } else {
            self.metrics.connections_refused.add(1);
            return;
        };
        let (slots, idle) = (Arc::clone(&self.slots), Arc::clone(&self.idle));
        let (handler, settings, shutdown) =
            (Arc::clone(&self.handler), Arc::clone(&self.settings), self.shutdown.clone());
        let metrics = Arc::clone(&self.metrics);
        tokio::spawn(async move {
            let wire = Wire::new(stream, Arc::clone(&metrics), settings.body_time);
            let Some(slot) = (match slot {
                Some(slot) => Some(slot),
                None => wait_for_slot(slots, &idle).await,
            }) else {
                metrics.connections_refused.add(1);
                refuse(wire).await;
                return;
            };
            drop(permit);
            let _open = (metrics.connections.enter(), slot);
            if !serve_connection(wire, Registration::new(&idle), handler, &settings, shutdown).await {
                metrics.connections_failed.add(1);
            }
        });
    }

    /// Accepts no new connections, waits for the current ones, interrupts them, and finally cuts
    /// them.
    async fn close(self) {
        let Self { settings, listener, shutdown_sender, slots, .. } = self;
        drop(listener);
        tell("stopping");
        // All permits are free once every connection is closed.
        let all_closed = || slots.acquire_many(settings.connections);
        shutdown_sender.send_replace(Phase::Closing);
        let mut in_time = unless(sleep(Settings::GRACE), all_closed()).await.is_ok();
        if !in_time {
            shutdown_sender.send_replace(Phase::Interrupting);
            in_time = unless(sleep(Settings::INTERRUPT_GRACE), all_closed()).await.is_ok();
        }
        if in_time {
            tell("stopped");
        } else {
            let left = settings.connections as usize - slots.available_permits();
            tell(format_args!("stopped; closed {left} open connections"));
        }
    }
}

/// Waits for the slot of a connection that makes room.
///
/// A connection that receives a request at that moment stays open; then another one is asked.
async fn wait_for_slot(slots: Arc<Semaphore>, idle: &IdleConnections) -> Option<OwnedSemaphorePermit> {
    let mut slot = pin!(slots.acquire_owned());
    for _ in 0..MAX_EVICTIONS {
        if let Ok(slot) = unless(sleep(EVICTION_INTERVAL), slot.as_mut()).await {
            return slot.ok();
        }
        idle.make_room();
    }
    None
}

async fn is_raised(ending: &Interrupt) {
    while !ending.is_raised() {
        sleep(SHUTDOWN_POLL).await;
    }
}

/// Returns the address to use on this machine: an unspecified address is replaced by loopback.
fn from_here(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unspecified_address_is_opened_as_loopback() {
        for (listens, opened) in
            [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("127.0.0.2:80", "127.0.0.2:80")]
        {
            assert_eq!(from_here(listens.parse().unwrap()).to_string(), opened);
        }
    }
}
