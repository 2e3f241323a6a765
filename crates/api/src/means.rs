//! The solvers and limits shared by all requests.

use tilebase::table::Folder;

use crate::bounds::Bounds;
use crate::solvers::Solvers;

/// The solvers, and the limits on one request.
#[derive(Debug)]
pub(crate) struct Means {
    pub(crate) bounds: Bounds,
    pub(crate) solvers: Solvers,
}

impl Means {
    /// Creates solvers with limits, and with the tables of a folder, if given.
    pub(crate) fn new(bounds: Bounds, folder: Option<Folder>) -> Self {
        let solvers = Solvers::new(folder, bounds.tables_in_bytes);
        Self { bounds, solvers }
    }
}

impl Default for Means {
    fn default() -> Self {
        Self::new(Bounds::default(), None)
    }
}
