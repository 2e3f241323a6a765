//! The settings of a server.

use std::time::Duration;

use tilebase::table::Folder;

/// The settings of a server.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The address and port to listen on.
    pub(crate) listen: String,
    /// Its host names, in addition to those of the local machine.
    pub(crate) hosts: Vec<String>,
    /// Whether to start the browser.
    pub(crate) open: bool,
    /// Whether to log each request.
    pub(crate) log: bool,
    /// The table folder. Read only: clients do not own it.
    pub(crate) folder: Folder,
    /// Maximum number of connections.
    pub(crate) connections: u32,
    /// Maximum number of concurrent searches. The same limit applies to batches, and to answers
    /// that open or build tables.
    pub(crate) searches: u32,
    /// Time limit of a search.
    pub(crate) time: Duration,
    /// Memory limit of a search. Pattern databases may take [twice](Self::PDB_MEMORY_FACTOR) as
    /// much. Those of more than 16 cells are in memory for one goal at a time.
    pub(crate) memory_in_bytes: u64,
    /// Maximum size of a batch.
    pub(crate) batch_in_bytes: usize,
    /// Time limit of a batch.
    pub(crate) batch_time: Duration,
    /// Time limit for receiving a request head.
    pub(crate) header_time: Duration,
    /// Time limit for receiving the body of a request, or the next piece of a batch.
    ///
    /// Also how long a client may stall while reading an answer; each 10,000 bytes that it reads
    /// add a second.
    pub(crate) body_time: Duration,
}

impl Settings {
    /// Maximum body size of requests other than batches, so that all connections together need
    /// little memory.
    pub(crate) const MAX_BODY_IN_BYTES: usize = 1 << 16;

    /// Queue length per running search.
    pub(crate) const WAITING: u32 = 16;

    /// Maximum size of a batch's answers, as a multiple of the maximum size of a batch. Measured:
    /// the answer to a board at depth 31 of the 8-puzzle is 8 times as long as its line in CSV and
    /// 26 times in JSON, and that to a board of 2x2 is 43 times as long.
    pub(crate) const MAX_ANSWER_FACTOR: usize = 64;

    /// Maximum memory of pattern databases, in units of the memory of a search.
    pub(crate) const PDB_MEMORY_FACTOR: u64 = 2;

    /// Time for running requests to finish after the server is asked to stop.
    pub(crate) const GRACE: Duration = Duration::from_secs(5);

    /// Time for interrupted searches to answer, and for clients to read the answers.
    pub(crate) const INTERRUPT_GRACE: Duration = Duration::from_secs(4);
}
