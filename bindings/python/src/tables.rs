//! The tables of a goal, which functions and solvers share.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use pyo3::prelude::*;
use tilebase::judge::Judge;
use tilebase::search::{Claims, Limits, PatternSet};
use tilebase::solve::{Algorithm, Method, Notice, SolveError};
use tilebase::space::Space;
use tilebase::table::{Encoding, Folder, TableName};
use tilebase::{Goal, Solver};

use crate::errors::MethodError;
use crate::progress::Watcher;

/// Maximum cells of boards whose tables are built without looking for a file.
const MAX_CELLS_BUILT: usize = 9;

/// A full table or pattern databases.
pub(crate) struct Tables {
    pub(crate) judge: Arc<Judge>,
    pub(crate) setup: Setup,
    /// The pattern set used for solving, if any.
    pub(crate) set: Option<PatternSet>,
    /// The tables for lower bounds, found on first use; `None` if they are these.
    pub(crate) bounds: OnceLock<Option<Arc<Self>>>,
}

/// The requirements that tables meet.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) goal: Goal,
    pub(crate) folder: Folder,
    pub(crate) preset: Option<PatternSet>,
    pub(crate) memory_limit: Option<u64>,
}

/// The names, sizes and times of the files that tables may come from. Another stamp means that
/// files were added, removed or replaced.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Stamp(Vec<(PathBuf, u64, Option<SystemTime>)>);

/// Tables that were just loaded or built, and the reasons why some were not saved.
pub(crate) struct Prepared {
    pub(crate) tables: Tables,
    pub(crate) unsaved: Vec<String>,
}

impl Tables {
    pub(crate) fn new(setup: &Setup, solver: Solver, set: Option<PatternSet>) -> Self {
        Self { judge: Arc::new(Judge::new(solver)), setup: setup.clone(), set, bounds: OnceLock::new() }
    }

    pub(crate) fn solver(&self) -> &Solver {
        self.judge.solver()
    }

    /// The properties of lower bounds from these tables.
    pub(crate) fn claims(&self) -> Claims {
        self.solver().claims()
    }

    /// A faster pattern set for lower bounds: looking up an unrelated board is slow if the entries
    /// are bits. Only if these tables were not requested by name.
    pub(crate) fn faster_set(&self) -> Option<PatternSet> {
        if self.setup.preset.is_some() || !self.set.as_ref().is_some_and(PatternSet::is_zero_aware) {
            return None;
        }
        let mut sets = PatternSet::of_goal(&self.setup.goal).into_iter();
        sets.find(|set| !set.is_zero_aware() && self.setup.has(set))
    }
}

impl Setup {
    /// Whether the table is built at once, so that neither files nor limits matter.
    pub(crate) fn is_small(&self) -> bool {
        self.preset.is_none() && self.goal.shape().cells() <= MAX_CELLS_BUILT
    }

    /// Whether the same tables meet both requirements.
    pub(crate) fn accepts_same_tables_as(&self, other: &Self) -> bool {
        self.goal == other.goal && self.preset == other.preset && self.has_same_source(other)
    }

    /// Whether a full table for one goal, if there is one, may serve the other goal.
    pub(crate) fn may_share_a_table(&self, other: &Self) -> bool {
        self.preset.is_none() && other.preset.is_none() && self.has_same_source(other)
    }

    fn has_same_source(&self, other: &Self) -> bool {
        let is_same = self.folder == other.folder && self.memory_limit == other.memory_limit;
        is_same || self.is_small() && other.is_small()
    }

    /// The present state of the files that tables may come from.
    pub(crate) fn stamp(&self) -> Stamp {
        let prefix = format!("{}-", self.goal.shape());
        let mut files = Vec::new();
        let entries = fs::read_dir(self.folder.path()).ok().filter(|_| !self.is_small());
        for entry in entries.into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_of_shape = name.to_str().is_some_and(|name| name.starts_with(&prefix));
            if is_of_shape && let Ok(metadata) = fs::metadata(entry.path()) {
                files.push((name.into(), metadata.len(), metadata.modified().ok()));
            }
        }
        files.sort();
        Stamp(files)
    }

    /// Whether the folder has the files of these tables.
    pub(crate) fn is_saved(&self, tables: &Tables) -> bool {
        match &tables.set {
            Some(set) => self.has(set),
            None if tables.solver().oracle().is_some() => {
                self.folder.find(&self.goal).is_ok_and(|found| found.is_some())
            }
            None => true,
        }
    }

    /// Loads or builds the tables: those of the preset, or else the best ones within the memory
    /// limit.
    pub(crate) fn prepare(
        &self,
        saves: bool,
        limits: Limits,
        watcher: &Watcher,
    ) -> Result<Prepared, SolveError> {
        if self.is_small() && !saves {
            let tables = Tables::new(self, Solver::new(&self.goal)?, None);
            return Ok(Prepared { tables, unsaved: Vec::new() });
        }
        // The sets that do not fit, and the one that is built because none was found.
        let (skipped, built) = (RefCell::new(Vec::new()), RefCell::new(None));
        let unsaved = RefCell::new(Vec::new());
        let interrupt = limits.interrupt.clone().unwrap_or_default();
        let notify = |notice| match notice {
            Notice::PatternSetTooLarge { pattern_set, .. } => skipped.borrow_mut().push(pattern_set),
            Notice::BuildingPdbSet { pattern_set, .. } => *built.borrow_mut() = Some(pattern_set),
            Notice::Preparing(preparation) => watcher.begin(preparation, &interrupt),
            Notice::TableNotSaved(error) | Notice::LayoutNotSaved(error) => {
                unsaved.borrow_mut().push(error.to_string());
            }
            _ => {}
        };
        let mut builder = Solver::builder(&self.goal).folder(&self.folder).limits(limits);
        builder = builder.on_notice(notify).on_level(|level| watcher.level(&level, &interrupt));
        if let Some(set) = &self.preset {
            builder = builder.method(Method::of(Algorithm::Ida)).pattern_set(set.clone());
        }
        if let Some(bytes) = self.memory_limit {
            builder = builder.pdb_memory_in_bytes(bytes);
        }
        if saves {
            builder = builder.save_tables().save_pattern_databases();
        }
        // The limits apply to this call only, while the tables may be used again.
        let solver = builder.build()?.with_limits(Limits::default());
        let (skipped, built) = (skipped.take(), built.take());
        let is_used = |set: &PatternSet| match &built {
            Some(name) => set.name() == name,
            None => self.has(set) && !skipped.iter().any(|name| name == set.name()),
        };
        let set = match (&self.preset, solver.shared_pdb_set()) {
            (_, None) => None,
            (Some(set), _) => Some(set.clone()),
            (None, Some(_)) => PatternSet::of_goal(&self.goal).into_iter().find(is_used),
        };
        Ok(Prepared { tables: Tables::new(self, solver, set), unsaved: unsaved.take() })
    }

    /// Whether the folder has all tables of a pattern set, and this user may read them.
    fn has(&self, set: &PatternSet) -> bool {
        let encodings: &[Encoding] =
            if set.is_zero_aware() { &[Encoding::Bit, Encoding::Byte] } else { &[Encoding::Byte] };
        set.patterns().iter().all(|pattern| {
            let Ok(space) = set.space(&self.goal, pattern) else { return false };
            let space = Space::Pattern(space);
            encodings.iter().any(|encoding| {
                File::open(self.folder.file_of(&TableName::of_space(&space, *encoding))).is_ok()
            })
        })
    }
}

/// The preset of this name.
pub(crate) fn preset_of(goal: &Goal, name: &str) -> PyResult<PatternSet> {
    let sets = PatternSet::of_goal(goal);
    sets.iter().find(|set| set.name() == name).cloned().ok_or_else(|| {
        let names: Vec<&str> = sets.iter().map(PatternSet::name).collect();
        let found = tilebase::notation::shorten(name);
        MethodError::new_err(format!("preset: expected one of {}, found {found:?}", names.join(", ")))
    })
}
