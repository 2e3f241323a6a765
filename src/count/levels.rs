//! The two newest levels of a count, in memory or in files.

use super::files::file_levels::FileLevels;
use super::files::folder::{LevelFiles, OpenFolder};
use super::states_by_cell::StatesByCell;
use crate::board::Goal;
use crate::clock::Clock;
use crate::generate::kernel::RowGraph;
use crate::generate::newest_levels::{LevelStep, NewestLevels, color_of};
use crate::generate::{BuildError, MultiTileLevels, Work};
use crate::interrupt::Interrupt;
use crate::space::footprints::Footprints;
use crate::space::{FullSpace, StateIndex};
use crate::table::{CheckpointError, Origin};

/// The storage of the levels.
pub(super) enum Levels<'a> {
    InMemory { levels: Box<NewestLevels>, store: Box<LevelStore<'a>> },
    InFiles { levels: Box<FileLevels>, folder: Box<OpenFolder> },
    MultiTile(Box<MultiTileLevels>),
}

/// Where and how often the levels of a count are saved, and the callback for failures to save one
/// in memory.
pub(super) struct LevelStore<'a> {
    pub(super) location: Option<LevelFiles>,
    pub(super) goal: Goal,
    pub(super) space: FullSpace,
    pub(super) min_unit_words: u64,
    pub(super) resume: bool,
    pub(super) on_unsaved: Box<dyn FnMut(CheckpointError) + Send + 'a>,
    /// The files of a count in memory; `None` until the first save.
    pub(super) open: Option<(FileLevels, OpenFolder)>,
    pub(super) last_save: Clock,
}

impl<'a> Levels<'a> {
    /// Opens the saved levels, or starts with the goal alone.
    ///
    /// A count in files that was cut off within a level resumes in files, even if memory suffices:
    /// some slabs of the level before are already gone.
    pub(super) fn open(mut store: LevelStore<'a>, in_files: bool) -> Result<Self, BuildError> {
        let location = store.location.as_ref().filter(|at| in_files || at.folder.is_dir());
        let mut open = location.map(|at| store.open_files(at, store.resume)).transpose()?;
        if let Some((file_levels, mut folder)) =
            open.take_if(|(_, folder)| in_files || folder.has_partial_next_level())
        {
            if folder.sizes.is_empty() {
                file_levels.save_goal(&mut folder, StatesByCell::of_goal(&store.space))?;
            }
            return Ok(Self::InFiles { levels: Box::new(file_levels), folder: Box::new(folder) });
        }
        let bytes = NewestLevels::memory_of_full_board_in_bytes(&store.space);
        let mut levels = NewestLevels::empty(RowGraph::new(Footprints::of_full_board(&store.space)))
            .map_err(|source| BuildError::OutOfMemory { work: Work::Count, bytes, source })?;
        levels.set_goal();
        if let Some((file_levels, folder)) = &open {
            let saved = folder.sizes.len();
            for level in (saved.saturating_sub(2)..saved).map(distance_of_level) {
                levels.refill(color_of(level), |words| file_levels.load(folder, level, words))?;
            }
        }
        (store.open, store.last_save) = (open, Clock::start());
        Ok(Self::InMemory { levels: Box::new(levels), store: Box::new(store) })
    }

    /// Starts in the multi-tile metric, with the goal alone.
    pub(super) fn in_multi_tile_metric(space: &FullSpace) -> Result<Self, BuildError> {
        let bytes = MultiTileLevels::memory_in_bytes(space);
        let out_of_memory = |source| BuildError::OutOfMemory { work: Work::Count, bytes, source };
        Ok(Self::MultiTile(Box::new(MultiTileLevels::new(space).map_err(out_of_memory)?)))
    }

    fn folder(&self) -> Option<&OpenFolder> {
        match self {
            Self::InMemory { store, .. } => store.open.as_ref().map(|(_, folder)| folder),
            Self::InFiles { folder, .. } => Some(folder),
            Self::MultiTile(_) => None,
        }
    }

    /// Returns the origin of the levels from which the count resumes, and the distance of the last
    /// one.
    pub(super) fn resumed(&self) -> Option<(Origin, u8)> {
        let folder = self.folder()?;
        folder.origin.map(|origin| (origin, distance_of_level(folder.sizes.len().saturating_sub(1))))
    }

    /// Returns the sizes of the levels already known: the saved ones or, if there are none, level
    /// 0.
    pub(super) fn known_sizes(&self, space: &FullSpace) -> Vec<StatesByCell> {
        let saved = self.folder().map(|folder| folder.sizes.clone()).filter(|saved| !saved.is_empty());
        saved.unwrap_or_else(|| vec![StatesByCell::of_goal(space)])
    }

    /// Advances to the next level, and returns its size.
    pub(super) fn advance(
        &mut self,
        level: u8,
        parallel: bool,
        interrupt: &Interrupt,
    ) -> Result<StatesByCell, BuildError> {
        match self {
            Self::InMemory { levels, .. } => {
                let step = LevelStep { distance: level, parallel, interrupt };
                Ok(StatesByCell::new(levels.advance_unrecorded(&step)))
            }
            Self::InFiles { levels, folder } => Ok(levels.advance(folder, level, parallel, interrupt)?),
            Self::MultiTile(levels) => Ok(StatesByCell::new(levels.advance(parallel, interrupt))),
        }
    }

    /// Saves the newest level: always in files; in memory only if the interval has passed or the
    /// count ends here.
    pub(super) fn save(
        &mut self,
        sizes: &[StatesByCell],
        is_last: bool,
        parallel: bool,
    ) -> Result<(), BuildError> {
        match self {
            Self::InFiles { folder, .. } => Ok(folder.finish_level(sizes)?),
            Self::MultiTile(_) => Ok(()),
            Self::InMemory { levels, store } => {
                let Some(location) = &store.location else { return Ok(()) };
                if !is_last && store.last_save.elapsed() < location.every {
                    return Ok(());
                }
                let done = store.save(levels, sizes, parallel);
                store.last_save = Clock::start();
                match done {
                    // A count that ends early is meant to be resumed, so this error is fatal.
                    Err(error) if is_last => Err(error.into()),
                    Err(error) => {
                        (store.on_unsaved)(error);
                        store.location = None;
                        Ok(())
                    }
                    Ok(()) => Ok(()),
                }
            }
        }
    }

    /// Returns the first states of the last non-empty level, at most `most`.
    pub(super) fn first_states(&self, level: u8, most: usize) -> Result<Vec<StateIndex>, BuildError> {
        match self {
            Self::InMemory { levels, .. } => Ok(levels.states(color_of(level)).take(most).collect()),
            Self::InFiles { levels, folder } => Ok(levels.first_states(folder, level, most)?),
            Self::MultiTile(levels) => Ok(levels.states().take(most).collect()),
        }
    }
}

impl LevelStore<'_> {
    fn open_files(
        &self,
        location: &LevelFiles,
        resume: bool,
    ) -> Result<(FileLevels, OpenFolder), CheckpointError> {
        let folder = OpenFolder::open(location, &self.goal, resume)?;
        Ok((FileLevels::new(&self.space, self.min_unit_words), folder))
    }

    fn save(
        &mut self,
        levels: &NewestLevels,
        sizes: &[StatesByCell],
        parallel: bool,
    ) -> Result<(), CheckpointError> {
        let Some(location) = &self.location else { return Ok(()) };
        if self.open.is_none() {
            self.open = Some(self.open_files(location, false)?);
        }
        let Some((file_levels, folder)) = &mut self.open else { return Ok(()) };
        // The head is replaced after the slabs, and old slabs are removed last. So the folder can
        // be resumed from at any moment.
        for level in (sizes.len().saturating_sub(2)..sizes.len()).map(distance_of_level) {
            file_levels.save(folder, level, levels.words(color_of(level)), parallel)?;
        }
        folder.finish_level(sizes)?;
        folder.remove_obsolete_slabs()
    }
}

/// Converts a level's number to its distance. No countable board has a state 255 moves away.
pub(super) fn distance_of_level(level: usize) -> u8 {
    u8::try_from(level).unwrap_or(u8::MAX)
}
