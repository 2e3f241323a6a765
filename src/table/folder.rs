//! [`Folder`] and [`TableName`]: the location and names of table files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::Table;
use super::atomic::{file_of_temporary, lock_abandoned};
use super::encoding::Encoding;
use super::error::TableError;
use super::layout_name::{self, LayoutName};
use super::platform;
use super::symbols::{read_board, symbols_of};
use crate::board::{Goal, Metric, Shape, Tile};
use crate::space::{Pattern, Space};

/// The word for zero-aware patterns in file names.
const REGIONS: &str = "regions";

/// The word for the multi-tile metric in file names.
const MULTI_TILE: &str = Metric::MultiTile.name();

/// The name of a table file, and the table that it describes.
///
/// `3x3-123456780.pdb` holds the distances to 123456780, one byte each. Other encodings are named,
/// as in `3x3-123456780.mod3.pdb`. A pattern has a symbol for each tile, as in
/// `3x3-123456780-1245.pdb`. If it is zero-aware, the name is `3x3-123456780-1245.regions.pdb` or
/// `3x3-123456780-1245.regions.bit.pdb`. The name of a table in the multi-tile metric is
/// `3x3-123456780.mtm.pdb`.
///
/// ```
/// use tilebase::board::{Goal, Shape};
/// use tilebase::table::{Encoding, TableName};
///
/// let snail = Goal::snail(Shape::new(3, 3)?);
/// let name = TableName { encoding: Encoding::Mod3, ..TableName::of_full_board(&snail) };
/// assert_eq!(name.to_string(), "3x3-123804765.mod3.pdb");
/// assert_eq!(TableName::read("3x3-123804765.mod3.pdb"), Some(name));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableName {
    /// The goal of the distances.
    pub goal: Goal,
    /// The tiles whose moves count.
    pub pattern: Pattern,
    /// Whether the pattern is zero-aware. False for full tables.
    pub is_zero_aware: bool,
    /// The encoding of the entries.
    pub encoding: Encoding,
    /// The metric of the distances. Only full tables in the byte encoding may have the multi-tile
    /// metric.
    pub metric: Metric,
}

impl TableName {
    /// Returns the name of a goal's full table, with one byte per entry.
    #[must_use]
    pub fn of_full_board(goal: &Goal) -> Self {
        let pattern = Pattern::full(goal.shape());
        let (is_zero_aware, encoding, metric) = (false, Encoding::Byte, Metric::SingleTile);
        Self { goal: *goal, pattern, is_zero_aware, encoding, metric }
    }

    /// Returns the name of a space's table.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape, Tile};
    /// use tilebase::space::{Pattern, Space};
    /// use tilebase::table::{Encoding, TableName};
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let pattern = Pattern::new(goal.shape(), [1, 2, 4].map(Tile::new))?;
    /// let name = TableName::of_space(&Space::zero_aware(&goal, &pattern)?, Encoding::Byte);
    /// assert_eq!(name.to_string(), "3x3-123456780-124.regions.pdb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_space(space: &Space, encoding: Encoding) -> Self {
        let (goal, pattern) = (*space.goal(), space.pattern().clone());
        let (is_zero_aware, metric) = (space.is_zero_aware(), Metric::SingleTile);
        Self { goal, pattern, is_zero_aware, encoding, metric }
    }

    /// Parses a file name. Returns `None` if no table has this name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        let (shape, rest) = name.strip_suffix(".pdb")?.split_once('-')?;
        let shape: Shape = shape.parse().ok()?;
        let (rest, metric) = match rest.strip_suffix(MULTI_TILE).and_then(|rest| rest.strip_suffix('.')) {
            Some(board) => (board, Metric::MultiTile),
            None => (rest, Metric::SingleTile),
        };
        let (rest, encoding) = match rest.rsplit_once('.') {
            Some((rest, encoding)) if encoding != REGIONS => (rest, encoding.parse().ok()?),
            _ => (rest, Encoding::Byte),
        };
        let (rest, is_zero_aware) = match rest.split_once('.') {
            None => (rest, false),
            Some((rest, word)) => (rest, (word == REGIONS).then_some(true)?),
        };
        let (board, pattern) = match rest.split_once('-') {
            None => (rest, Pattern::full(shape)),
            Some((board, tiles)) => (board, read_pattern(tiles, shape)?),
        };
        encoding.check_kind(pattern.is_full(), is_zero_aware).ok()?;
        if metric == Metric::MultiTile && (encoding != Encoding::Byte || !pattern.is_full()) {
            return None;
        }
        let goal = Goal::new(read_board(board, shape)?);
        let read = Self { goal, pattern, is_zero_aware, encoding, metric };
        (read.to_string() == name).then_some(read)
    }
}

impl std::fmt::Display for TableName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let encoding = match self.encoding {
            Encoding::Byte => String::new(),
            other => format!(".{other}"),
        };
        let metric = match self.metric {
            Metric::SingleTile => String::new(),
            Metric::MultiTile => format!(".{MULTI_TILE}"),
        };
        let pattern = if self.pattern.is_full() {
            String::new()
        } else {
            let regions = if self.is_zero_aware { format!(".{REGIONS}") } else { String::new() };
            format!("-{}{regions}", symbols_of(self.pattern.tiles()))
        };
        let board = symbols_of(self.goal.board().tiles());
        write!(f, "{}-{board}{pattern}{encoding}{metric}.pdb", self.goal.shape())
    }
}

/// Parses a pattern with one symbol per tile, as written by [`symbols_of`].
fn read_pattern(text: &str, shape: Shape) -> Option<Pattern> {
    let tile = |c: char| c.to_digit(36).and_then(|number| u8::try_from(number).ok()).map(Tile::new);
    let tiles: Option<Vec<Tile>> = text.chars().map(tile).collect();
    Pattern::new(shape, tiles?).ok()
}

/// A folder of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates a folder for this path, which need not exist yet.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the table with this name.
    #[must_use]
    pub fn file_of(&self, name: &TableName) -> PathBuf {
        self.path.join(name.to_string())
    }

    /// Opens a full table that serves this goal: its own, or that of another goal with the blank in
    /// the same cell, which has the same payload.
    ///
    /// Of several tables, the goal's own is preferred, then the encoding that is fastest to read.
    /// Returns `None` if the folder has no such table or does not exist.
    ///
    /// # Errors
    /// [`TableError`] if the table exists but is damaged or has another metric than its name says, or
    /// the folder cannot be read.
    pub fn find(&self, goal: &Goal) -> Result<Option<(PathBuf, Table)>, TableError> {
        let full = |encoding: &Encoding| encoding.check_kind(true, false).is_ok();
        self.find_in(goal, Metric::SingleTile, Encoding::ALL.into_iter().filter(full))
    }

    /// Opens a table in the multi-tile metric that serves this goal, as [`find`](Self::find) does
    /// in the single-tile metric.
    ///
    /// ```
    /// use tilebase::board::{Goal, Metric, Shape};
    /// use tilebase::generate::MultiTileGenerator;
    /// use tilebase::table::{Folder, TableName};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let path = tempfile::tempdir()?;
    /// let folder = Folder::new(path.path().to_owned());
    /// let name = TableName { metric: Metric::MultiTile, ..TableName::of_full_board(&goal) };
    /// MultiTileGenerator::for_goal(&goal)?.build()?.write_to(&folder.file_of(&name))?;
    ///
    /// assert!(folder.find(&goal)?.is_none());
    /// let (file, table) = folder.find_multi_tile(&goal)?.expect("it was just written");
    /// assert!(file.ends_with("2x3-123450.mtm.pdb"));
    /// assert_eq!(table.header().deepest(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`find`](Self::find).
    pub fn find_multi_tile(&self, goal: &Goal) -> Result<Option<(PathBuf, Table)>, TableError> {
        self.find_in(goal, Metric::MultiTile, [Encoding::Byte])
    }

    /// Opens the goal's own full table in one of the encodings, or else that of another goal with
    /// the same payload, the fastest to read first.
    fn find_in(
        &self,
        goal: &Goal,
        metric: Metric,
        encodings: impl IntoIterator<Item = Encoding>,
    ) -> Result<Option<(PathBuf, Table)>, TableError> {
        for encoding in encodings {
            match self.open(&TableName { encoding, metric, ..TableName::of_full_board(goal) }) {
                Err(TableError::Absent { .. }) => {}
                opened => return opened.map(Some),
            }
        }
        let serves = |name: &TableName| {
            let same_payload = name.goal.shape() == goal.shape() && name.goal.blank() == goal.blank();
            same_payload && name.pattern.is_full() && name.metric == metric
        };
        let best = self.names()?.into_iter().filter(serves).min_by_key(|name| (name.encoding, name.goal));
        best.map(|name| self.open(&name)).transpose()
    }

    /// Opens the table with this name, if its distances are in the metric that the name says.
    fn open(&self, name: &TableName) -> Result<(PathBuf, Table), TableError> {
        let file = self.file_of(name);
        let table = Table::open(&file)?;
        let (expected, found) = (name.metric, table.header().metric());
        if found == expected {
            Ok((file, table))
        } else {
            Err(TableError::OtherMetric { file, expected, found })
        }
    }

    /// Returns the names of the folder's tables in alphabetical order, or an empty list if there is
    /// no folder. Ignores files with other names.
    ///
    /// # Errors
    /// [`TableError`] if the folder cannot be read.
    pub fn names(&self) -> Result<Vec<TableName>, TableError> {
        // A constant condition, which removes the code that reads names.
        if !platform::HAS_FILES {
            return Ok(Vec::new());
        }
        let entries = self.entries()?;
        let mut names: Vec<TableName> =
            entries.iter().filter_map(|name| TableName::read(name.to_str()?)).collect();
        names.sort_by_cached_key(ToString::to_string);
        Ok(names)
    }

    /// Returns the path of the file of laid-out pattern databases with this name.
    #[must_use]
    pub fn file_of_layout(&self, name: &LayoutName) -> PathBuf {
        self.path.join(name.to_string())
    }

    /// Returns the files of pattern databases laid out for search in alphabetical order, or an
    /// empty list if there is no folder.
    ///
    /// # Errors
    /// [`TableError`] if the folder cannot be read.
    pub fn layouts(&self) -> Result<Vec<PathBuf>, TableError> {
        let entries = self.entries()?;
        let is_layout = |name: &&OsString| name.to_str().and_then(LayoutName::read).is_some();
        let mut files: Vec<PathBuf> =
            entries.iter().filter(is_layout).map(|name| self.path.join(name)).collect();
        files.sort();
        Ok(files)
    }

    /// Returns the names of everything in the folder, in no particular order, or an empty list if
    /// there is no folder.
    ///
    /// # Errors
    /// [`TableError`] if the folder cannot be read.
    pub fn entries(&self) -> Result<Vec<OsString>, TableError> {
        if !platform::HAS_FILES {
            return Ok(Vec::new());
        }
        let failed = |error| TableError::Io { file: self.path.clone(), error };
        match fs::read_dir(&self.path) {
            Ok(entries) => entries.map(|entry| Ok(entry.map_err(failed)?.file_name())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Returns the temporary files of killed writers of tables, layouts, and checkpoints, which are
    /// not locked. The next writer of the same table would remove them too.
    ///
    /// # Errors
    /// [`TableError`] if the folder cannot be read.
    pub fn abandoned(&self) -> Result<Vec<PathBuf>, TableError> {
        let abandoned = self.find_abandoned()?;
        Ok(abandoned.into_iter().map(|(path, _)| path).collect())
    }

    /// Removes the [abandoned](Self::abandoned) files, and returns their paths.
    ///
    /// # Errors
    /// [`TableError`] for the first file that cannot be removed, or if the folder cannot be read.
    pub fn remove_abandoned(&self) -> Result<Vec<PathBuf>, TableError> {
        let mut removed = Vec::new();
        for (path, _locked) in self.find_abandoned()? {
            fs::remove_file(&path).map_err(|error| TableError::NotRemoved { file: path.clone(), error })?;
            removed.push(path);
        }
        Ok(removed)
    }

    /// Returns the abandoned files, each locked until it is closed.
    fn find_abandoned(&self) -> Result<Vec<(PathBuf, File)>, TableError> {
        let is_ours = |name: &str| {
            let Some(file) = file_of_temporary(name) else { return false };
            let saved = [".checkpoint", ".search"].into_iter().find_map(|ending| file.strip_suffix(ending));
            let file = saved.unwrap_or(file);
            [".pdb", layout_name::ENDING].into_iter().any(|ending| file.ends_with(ending))
        };
        let mut found = Vec::new();
        for name in self.entries()?.iter().filter_map(|name| name.to_str()) {
            let path = self.path.join(name);
            // A file that cannot be opened may be in use; one that has gone is not abandoned.
            if is_ours(name)
                && let Ok(Some(locked)) = lock_abandoned(&path)
            {
                found.push((path, locked));
            }
        }
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::generate::{Generator, MultiTileGenerator};

    fn save(folder: &Folder, goal: &Goal, encoding: Encoding) -> PathBuf {
        let file = folder.file_of(&TableName { encoding, ..TableName::of_full_board(goal) });
        let distances = Generator::for_goal(goal).unwrap().distances().unwrap();
        distances.encoded(encoding).unwrap().write_to(&file).unwrap();
        file
    }

    #[test]
    fn find_prefers_the_own_table_then_the_fastest() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::new(path.path().join("pdb"));
        let shape = Shape::new(2, 3).unwrap();
        let [goal, other] = [[1, 2, 3, 4, 5, 0], [2, 3, 1, 4, 5, 0]]
            .map(|tiles| Goal::new(crate::board::Board::new(shape, &tiles).unwrap()));
        let found = |goal: &Goal| folder.find(goal).unwrap().map(|(file, _)| file);
        assert!(folder.names().unwrap().is_empty() && found(&goal).is_none());
        save(&folder, &Goal::blank_first(shape), Encoding::Byte);
        assert_eq!(found(&goal), None, "its blank is elsewhere");
        let mod3 = save(&folder, &other, Encoding::Mod3);
        assert_eq!(found(&goal), Some(mod3));
        let bytes = save(&folder, &other, Encoding::Byte);
        assert_eq!(found(&goal), Some(bytes));
        let own = save(&folder, &goal, Encoding::Mod3);
        assert_eq!(found(&goal), Some(own));
    }

    /// In the multi-tile metric as well, a table serves goals with the blank in the same cell.
    #[test]
    fn find_multi_tile_takes_a_table_of_its_metric() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::new(path.path().join("pdb"));
        let shape = Shape::new(2, 3).unwrap();
        let [goal, other] =
            ["123450", "231450"].map(|board| Goal::new(Board::read(board, Some(shape)).unwrap()));
        let found = |goal: &Goal| folder.find_multi_tile(goal).unwrap().map(|(file, _)| file);
        let save = |goal: &Goal| {
            let name = TableName { metric: Metric::MultiTile, ..TableName::of_full_board(goal) };
            let file = folder.file_of(&name);
            MultiTileGenerator::for_goal(goal).unwrap().build().unwrap().write_to(&file).unwrap();
            file
        };
        super::tests::save(&folder, &goal, Encoding::Byte);
        save(&Goal::blank_first(shape));
        assert_eq!(found(&goal), None, "the table of its goal has the other metric");
        let borrowed = save(&other);
        assert_eq!(found(&goal), Some(borrowed));
        let own = save(&goal);
        assert_eq!(found(&goal), Some(own));
    }

    #[test]
    fn a_table_of_another_metric_than_its_name_says_is_refused() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::new(path.path().to_owned());
        let goal = Goal::blank_last(Shape::new(2, 3).unwrap());
        let single = save(&folder, &goal, Encoding::Byte);
        let name = TableName { metric: Metric::MultiTile, ..TableName::of_full_board(&goal) };
        let multi = folder.file_of(&name);
        fs::rename(&single, &multi).unwrap();
        let error = folder.find_multi_tile(&goal).unwrap_err();
        let expected = "the distances are in the metric stm, but the file name says mtm; rename the file";
        assert_eq!(error.to_string(), format!("{}: {expected}", multi.display()));
        fs::remove_file(&multi).unwrap();
        MultiTileGenerator::for_goal(&goal).unwrap().build().unwrap().write_to(&single).unwrap();
        assert!(matches!(folder.find(&goal), Err(TableError::OtherMetric { file, .. }) if file == single));
    }

    /// A name that no table has is not that of another table.
    #[test]
    fn names_state_the_encoding_and_the_metric() {
        let goal = Goal::blank_last(Shape::new(2, 2).unwrap());
        for (encoding, metric, expected) in [
            (Encoding::Byte, Metric::SingleTile, "2x2-1230.pdb"),
            (Encoding::Mod3, Metric::SingleTile, "2x2-1230.mod3.pdb"),
            (Encoding::Byte, Metric::MultiTile, "2x2-1230.mtm.pdb"),
            (Encoding::Mod3, Metric::MultiTile, "2x2-1230.mod3.mtm.pdb"),
        ] {
            let name = TableName { encoding, metric, ..TableName::of_full_board(&goal) };
            assert_eq!(name.to_string(), expected);
            let is_possible = encoding == Encoding::Byte || metric == Metric::SingleTile;
            assert_eq!(TableName::read(expected), is_possible.then_some(name));
        }
    }

    #[test]
    fn invalid_names_are_ignored() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::new(path.path().to_owned());
        for name in [
            "3x3-123456780.pdb",
            "3x3-123456780.byte.pdb",
            "3x3-12345678.pdb",
            "readme.txt",
            "2x2-1230-12.pdb",
            "2x2-1230-1.regions.pdb",
            "2x2-1230-1.regions.packed.pdb",
            "2x2-1230-1.regions.regions.pdb",
            "2x2-1230-1.bit.regions.pdb",
            "2x2-1230-1.regions.byte.pdb",
            "2x2-1230-1.regions.bit.pdb",
            "2x2-1230-1.regions.mod3.pdb",
            "2x2-1230-1.mod3.pdb",
            "2x2-1230-1.bit.pdb",
            "2x2-1230.bit.pdb",
            "2x2-1230.regions.pdb",
            "2x2-1230-1-regions.pdb",
            "2x2-1230.mtm.pdb",
            "2x2-1230.mod3.mtm.pdb",
            "2x2-1230.mtm.mod3.pdb",
            "2x2-1230.mtm.byte.pdb",
            "2x2-1230-1.mtm.pdb",
            "2x2-1230mtm.pdb",
        ] {
            fs::write(path.path().join(name), "").unwrap();
        }
        let names: Vec<String> = folder.names().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            names,
            [
                "2x2-1230-1.regions.bit.pdb",
                "2x2-1230-1.regions.pdb",
                "2x2-1230-12.pdb",
                "2x2-1230.mtm.pdb",
                "3x3-123456780.pdb"
            ]
        );
    }
}
