//! What questions are answered with.

use tilebase::table::Folder;

use crate::bounds::Bounds;
use crate::solvers::Solvers;

/// The solvers at hand, and how much one question may take.
#[derive(Debug, Default)]
pub(crate) struct Means {
    pub(crate) bounds: Bounds,
    pub(crate) solvers: Solvers,
}

impl Means {
    /// Means within bounds, with the tables of a folder if there is one.
    pub(crate) fn new(bounds: Bounds, folder: Option<Folder>) -> Self {
        Self { bounds, solvers: folder.map_or_else(Solvers::default, Solvers::of_folder) }
    }
}
