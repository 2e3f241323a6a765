//! What a server is started with.

use std::time::Duration;

use tilebase::table::Folder;

/// What a server is started with.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The address and port to listen on.
    pub(crate) listen: String,
    /// Names that it is called by, beside those of the machine itself.
    pub(crate) hosts: Vec<String>,
    /// Start the browser?
    pub(crate) open: bool,
    /// Tell of each request?
    pub(crate) log: bool,
    /// Where tables are kept. They are read, and none is added: who asks is not who owns the folder.
    pub(crate) folder: Folder,
    /// The most connections at a time.
    pub(crate) connections: u32,
    /// The most searches at a time; also the most batches, and the most answers from tables that are yet to be opened or built.
    pub(crate) searches: u32,
    /// The time of a search.
    pub(crate) time: Duration,
    /// The memory of a search.
    pub(crate) memory_in_bytes: u64,
    /// The length of a batch.
    pub(crate) batch_in_bytes: usize,
    /// The time of a batch.
    pub(crate) batch_time: Duration,
    /// The time in which the head of a request must be there.
    pub(crate) header_time: Duration,
    /// The time in which the body of a question must be there, and the next piece of a batch; also for how long a client may
    /// keep an answer waiting, beside a second for each 10,000 bytes that it takes.
    pub(crate) body_time: Duration,
}

impl Settings {
    /// The length of a question; a batch may be longer. So all connections together fill no more than some megabytes.
    pub(crate) const QUESTION_IN_BYTES: usize = 1 << 16;

    /// For each search that runs so many may wait.
    pub(crate) const WAITING: u32 = 16;

    /// What runs when the server is told to stop may go on for so long.
    pub(crate) const GRACE: Duration = Duration::from_secs(5);

    /// Searches that were interrupted then have so long to give their answers, and their clients to take them.
    pub(crate) const LAST_WORDS: Duration = Duration::from_secs(4);
}
