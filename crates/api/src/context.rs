//! The solvers and limits shared by all requests.

use tilebase::table::Folder;

use crate::request_limits::RequestLimits;
use crate::solvers::Solvers;

/// The solvers, and the limits on one request.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) limits: RequestLimits,
    pub(crate) solvers: Solvers,
}

impl Context {
    /// Creates solvers with limits, and with the tables of a folder, if given.
    pub(crate) fn new(limits: RequestLimits, folder: Option<Folder>) -> Self {
        let solvers = Solvers::new(folder, limits.pdb_memory_in_bytes);
        Self { limits, solvers }
    }
}

impl Default for Context {
    fn default() -> Self {
        Self::new(RequestLimits::default(), None)
    }
}
