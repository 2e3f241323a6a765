//! What questions are answered with.

use tilebase::table::Folder;

use crate::bounds::Bounds;
use crate::solvers::Solvers;

/// The solvers at hand, and how much one question may take.
#[derive(Debug)]
pub(crate) struct Means {
    pub(crate) bounds: Bounds,
    pub(crate) solvers: Solvers,
}

impl Means {
    /// Means within bounds, with the tables of a folder if there is one.
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
