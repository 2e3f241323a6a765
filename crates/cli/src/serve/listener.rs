//! The listening socket.
//!
//! A burst of connections must be accepted before the system's queue is full, on cores that the
//! clients may use too. So the accepting thread only starts a task for each connection. The request
//! reader and its buffers are created when the first byte arrives.

use std::io;
use std::net::SocketAddr;

use anyhow::anyhow;
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};

/// Maximum length of the accept queue; the system may reduce it (on Linux `net.core.somaxconn`).
///
/// If the queue is full, a new connection is dropped, and its client retries after a second.
const WAITING: u32 = 1 << 16;

/// Approximate size of the send buffer of a connection.
///
/// Only data beyond it makes a write wait, which is how slow clients are detected. The system's
/// default may be some megabytes per connection.
const SEND_BUFFER_IN_BYTES: u32 = 1 << 17;

/// A listening socket.
#[derive(Debug)]
pub(super) struct Listener {
    listener: TcpListener,
    pub(super) address: SocketAddr,
}

impl Listener {
    /// Listens on the first usable address of a host name.
    ///
    /// # Errors
    /// If there is none.
    pub(super) async fn open(listen: &str) -> anyhow::Result<Self> {
        let mut found = Err(io::Error::new(io::ErrorKind::NotFound, "the name has no address"));
        for address in lookup_host(listen).await.map_err(|error| cannot_listen(listen, &error))? {
            found = Self::open_at(address);
            if found.is_ok() {
                break;
            }
        }
        found.map_err(|error| cannot_listen(listen, &error))
    }

    fn open_at(address: SocketAddr) -> io::Result<Self> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // On Windows this option would let two servers share a port.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit it.
        socket.set_send_buffer_size(SEND_BUFFER_IN_BYTES)?;
        socket.bind(address)?;
        let listener = socket.listen(WAITING)?;
        Ok(Self { address: listener.local_addr()?, listener })
    }

    /// Accepts the next connection.
    ///
    /// # Errors
    /// Errors of the system, such as a lack of file descriptors.
    pub(super) async fn accept(&self) -> io::Result<TcpStream> {
        Ok(self.listener.accept().await?.0)
    }
}

fn cannot_listen(listen: &str, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            anyhow!("cannot listen on {listen}: address in use: choose another port with --listen")
        }
        io::ErrorKind::PermissionDenied => {
            anyhow!("cannot listen on {listen}: permission denied: choose a port from 1024 on with --listen")
        }
        _ => anyhow!(
            "cannot listen on {listen}: {error}: expected an address of this machine and a port, such as \
             127.0.0.1:8080"
        ),
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::serve::open_files;
    use tokio::runtime::Builder;

    /// Fills the queue without accepting, as in a burst. A dropped connection would fail to
    /// connect.
    #[test]
    fn thousands_may_wait_to_be_accepted() {
        let most = std::fs::read_to_string("/proc/sys/net/core/somaxconn").unwrap();
        let count = most.trim().parse::<usize>().unwrap().min(2000);
        open_files::allow(2000).unwrap();
        let runtime = Builder::new_current_thread().enable_io().build().unwrap();
        let listener = runtime.block_on(Listener::open("127.0.0.1:0")).unwrap();
        let clients: Vec<_> = (0..count).map(|_| std::net::TcpStream::connect(listener.address)).collect();
        let failed = clients.iter().find_map(|client| client.as_ref().err());
        assert!(failed.is_none(), "{failed:?}");
    }
}
