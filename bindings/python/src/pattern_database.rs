//! The class `PatternDatabase`: building, opening, saving, and lookups.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tilebase::board::{Batch, Tile};
use tilebase::generate::{BuildError, Generator, Work};
use tilebase::oracle::{DistanceBlocks, OracleError};
use tilebase::search::Claims;
use tilebase::solve::SolveError;
use tilebase::space::{Pattern, PatternSpace, Space};
use tilebase::table::{BuiltTable, Encoding, Table};
use tilebase::{Board, Goal};

use crate::batch::{BatchLike, Fault};
use crate::boardlike::{self, Number, PyBoard};
use crate::building::{read_threads, refuse_overwriting};
use crate::errors::{PatternError, ShapeError, TableError};
use crate::failure;
use crate::goal::goal_of_shape;
use crate::interruptible::interruptible;
use crate::limits::CallLimits;
use crate::progress::Watcher;
use crate::records;
use crate::shape::{pair, read_optional_shape};
use crate::view::view;

/// The fewest moves that a pattern's tiles need to reach their goal cells, for each placement.
///
/// PatternDatabase.build and PatternDatabase.open create it; len() is the number of entries. An
/// entry counts only moves of the pattern's tiles, so entries of patterns without common tiles may
/// be added (Korf and Felner, Disjoint pattern database heuristics, 2002): see PdbSet. An entry
/// never exceeds the distance.
///
/// In a zero-aware database, a placement has an entry for each region where the blank may be: a
/// connected set of cells without tiles of the pattern. Then a move changes an entry by at most
/// one, so the bound is consistent.
///
/// To use it in another process, save it, and open the file there: it can't be pickled.
///
/// >>> import tilebase
/// >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
/// >>> database.lookup("321456780"), len(database)
/// (10, 504)
#[pyclass(name = "PatternDatabase", module = "tilebase", frozen)]
pub(crate) struct PyPatternDatabase(pub(crate) Arc<Database>);

/// A pattern database in memory or mapped from its file.
pub(crate) struct Database {
    table: Table,
    pub(crate) space: PatternSpace,
    /// The entries of a table with one bit each, decoded on first use.
    decoded: OnceLock<Vec<u8>>,
}

impl Database {
    /// Wraps the table of a pattern database. Returns `None` for a full table.
    fn new(table: Table) -> Option<Self> {
        let Space::Pattern(space) = table.header().space() else { return None };
        Some(Self { space: space.clone(), table, decoded: OnceLock::new() })
    }

    /// The entries in index order, one byte each.
    pub(crate) fn entries(&self) -> Result<&[u8], OracleError> {
        if self.table.header().encoding() == Encoding::Byte {
            return Ok(self.table.payload()?);
        }
        if let Some(decoded) = self.decoded.get() {
            return Ok(decoded);
        }
        let decoded = DistanceBlocks::new(&self.table)?.all()?.into_owned();
        // Another thread may have been faster.
        Ok(self.decoded.get_or_init(|| decoded))
    }

    fn check_unchanged(&self) -> Result<(), OracleError> {
        Ok(self.table.check_unchanged()?)
    }

    fn goal(&self) -> &Goal {
        self.space.goal()
    }

    fn entry(&self, entries: &[u8], board: &Board) -> Option<u8> {
        entries.get(usize::try_from(self.space.index_of(board)?.number()).ok()?).copied()
    }

    /// The numbers of the pattern's tiles.
    pub(crate) fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.space.pattern().tiles().iter().map(|tile| tile.number()))
    }

    /// The size of the entries in bytes, whether in memory or mapped.
    pub(crate) fn bytes(&self) -> u64 {
        self.table.header().payload_len() + self.decoded.get().map_or(0, |decoded| decoded.len() as u64)
    }

    pub(crate) fn claims(&self) -> Claims {
        // No parity: an entry counts the moves of some tiles only.
        Claims::NONE.with_admissible(true).with_consistent(self.space.is_zero_aware())
    }
}

#[pymethods]
impl PyPatternDatabase {
    /// Builds the database of some tiles in memory.
    ///
    /// Six tiles of 4x4 take well under a second; eight take a few seconds and 0.8 GB, or 1.6 GB if
    /// zero-aware. Ctrl-C ends the build.
    ///
    /// Parameters
    /// ----------
    /// shape
    ///     Rows and columns, as (3, 4) or "3x4"; None means those of the goal, or 3x3.
    /// tiles
    ///     The pattern's tile numbers, in any order. A pattern has 1 to 12 tiles, and must leave
    ///     out at least two of the board's tiles.
    /// goal
    ///     A board or the name of a goal; by default, the blank is last.
    /// zero_aware
    ///     Whether each region of the blank has its own entry.
    /// encoding
    ///     "byte", or "bit" for zero-aware databases only. With "bit", the file is an eighth as
    ///     large, but the first lookup decodes it to bytes.
    /// threads
    ///     The number of threads, up to 1024; 0 means one per core.
    /// on_level
    ///     Called with a Level after each level. An exception that it raises ends the build.
    /// progress
    ///     Whether to show a progress bar, as Solver does.
    ///
    /// Raises
    /// ------
    /// PatternError
    ///     If the tiles are not a pattern, or too many.
    /// ShapeError, GoalError, ValueError
    ///     If the shape, the goal, the encoding or the number of threads is invalid.
    /// TableTooLargeError
    ///     If there is not enough memory. The exception's `bytes` is the memory required.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.PatternDatabase.build((4, 4), [1, 2, 5, 6]).tiles
    /// (1, 2, 5, 6)
    #[staticmethod]
    #[pyo3(signature = (
        shape, tiles, goal=None, *, zero_aware=false, encoding="byte", threads=None, on_level=None,
        progress=false
    ))]
    #[pyo3(text_signature = "(shape, tiles, goal=None, *, zero_aware=False, encoding='byte', threads=0, \
                             on_level=None, progress=False)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn build(
        py: Python<'_>,
        shape: Option<&Bound<'_, PyAny>>,
        tiles: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        zero_aware: bool,
        encoding: &str,
        threads: Option<&Bound<'_, PyAny>>,
        on_level: Option<Py<PyAny>>,
        progress: bool,
    ) -> PyResult<Self> {
        let goal = goal_of_shape(read_optional_shape(shape)?, goal)?;
        let pattern = read_pattern(&goal, tiles)?;
        let space = if zero_aware { PatternSpace::zero_aware } else { PatternSpace::new };
        let space = space(&goal, pattern).map_err(|error| PatternError::new_err(error.to_string()))?;
        let encoding = read_encoding(encoding, zero_aware)?;
        let threads = read_threads(threads)?;
        let title = format!("{} pattern database", goal.shape());
        let watcher = Watcher::of_levels(py, on_level, progress, &title)?;
        let built = interruptible(py, |interrupt| {
            let generator = Generator::new(Space::Pattern(space)).threads(threads).interrupt(interrupt);
            let table = generator.on_event(watcher.on_event(interrupt)).table(encoding)?;
            if interrupt.is_raised() { Err(BuildError::Interrupted { work: Work::Build }) } else { Ok(table) }
        });
        let built = watcher.end(py, built)?;
        let database = Database::new(built.map_err(|error| failure::build(py, &error))?);
        Ok(Self(Arc::new(database.ok_or_else(|| TableError::new_err("a full table was built"))?)))
    }

    /// Opens a file written by save() or by pdb-gen build --pattern.
    ///
    /// A large file is mapped, not read: if another program truncates it, this process is
    /// terminated.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     The file, as str or PathLike.
    ///
    /// Raises
    /// ------
    /// TableNotFoundError
    ///     If there is no such file.
    /// TableError
    ///     If it is damaged, or is a full table, which Table.open reads.
    ///
    /// Examples
    /// --------
    /// >>> import os, tempfile, tilebase
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     path = os.path.join(folder, "123.pdb")
    /// ...     tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).save(path)
    /// ...     tilebase.PatternDatabase.open(path).tiles
    /// (1, 2, 3)
    #[staticmethod]
    #[pyo3(signature = (path))]
    #[expect(clippy::needless_pass_by_value, reason = "what PyO3 hands over")]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let table = interruptible(py, |_quick| Table::open(&path))?;
        let database = Database::new(table.map_err(|error| failure::table(&error))?);
        let database = database.ok_or_else(|| {
            let path = path.display();
            TableError::new_err(format!(
                "{path} is a full table, not a pattern database: open it with tilebase.Table.open()"
            ))
        })?;
        Ok(Self(Arc::new(database)))
    }

    /// Writes the database to a file, completely or not at all. pdb-gen writes the same bytes.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     The file, as str or PathLike.
    /// overwrite
    ///     Whether to replace an existing file.
    ///
    /// Raises
    /// ------
    /// TableError
    ///     If the file exists, unless overwrite is given, or can't be written.
    ///
    /// Examples
    /// --------
    /// >>> import os, tempfile, tilebase
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).save(os.path.join(folder, "123.pdb"))
    /// ...     os.listdir(folder)
    /// ['123.pdb']
    #[pyo3(signature = (path, *, overwrite=false))]
    #[expect(clippy::needless_pass_by_value, reason = "what PyO3 hands over")]
    fn save(&self, py: Python<'_>, path: PathBuf, overwrite: bool) -> PyResult<()> {
        refuse_overwriting(&path, overwrite)?;
        let saved = interruptible(py, |_whole_or_not_at_all| {
            let header = self.0.table.header();
            let entries = self.0.entries().map_err(|error| error.to_string())?;
            let built = BuiltTable::new(header.space(), entries, header.histogram(), header.encoding());
            built.map_err(|error| error.to_string())?.write_to(&path).map_err(|error| error.to_string())
        })?;
        saved.map_err(TableError::new_err)
    }

    /// The goal.
    #[getter]
    fn goal(&self) -> PyBoard {
        PyBoard(self.0.goal().board())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        pair(self.0.space.shape())
    }

    /// The tiles of the pattern, in ascending order.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.0.tiles(py)
    }

    /// Whether each region of the blank has its own entry.
    #[getter]
    fn zero_aware(&self) -> bool {
        self.0.space.is_zero_aware()
    }

    /// The encoding of the entries in the file: "byte" or "bit".
    #[getter]
    fn encoding(&self) -> &'static str {
        self.0.table.header().encoding().name()
    }

    /// The number of entries of each value, from 0 to the largest: an array of uint64.
    #[getter]
    fn histogram<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, self.0.table.header().histogram())
    }

    /// The size of the entries in bytes, in memory or mapped from the file. Entries of one bit are
    /// decoded on first use, which adds one byte per entry.
    #[getter]
    fn memory(&self) -> u64 {
        self.0.bytes()
    }

    /// The properties of the entries: admissible always, consistent if zero-aware.
    #[getter]
    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        records::claims(py, self.0.claims())
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.space.entries()).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        let Database { space, .. } = &*self.0;
        let kind = if space.is_zero_aware() { "zero-aware, " } else { "" };
        let (shape, goal) = (space.shape(), space.goal());
        format!("<PatternDatabase of {shape}, tiles {}, {kind}goal {goal}>", space.pattern())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a PatternDatabase cannot be pickled: save() it, and open() the file in the other process",
        ))
    }

    /// The entry of a board: a lower bound on the moves of the pattern's tiles.
    ///
    /// Boards that can't reach the goal have entries, too.
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form, of the database's shape.
    ///
    /// Raises
    /// ------
    /// BoardError, ShapeError
    ///     If the board is malformed or has another shape.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> tilebase.PatternDatabase.build((3, 3), [1, 2, 3]).lookup("321456780")
    /// 10
    fn lookup(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<u8> {
        let board = self.board(board)?;
        let entry = self.entries(py)?.get(self.index_of(&board)?).copied();
        self.0.check_unchanged().map_err(|error| failure::oracle(py, &error, None))?;
        entry.ok_or_else(|| TableError::new_err("the database is too short"))
    }

    /// The entries of many boards.
    ///
    /// Parameters
    /// ----------
    /// boards
    ///     An integer array of shape (n, cells) or (n, rows, columns), or a list of boards.
    ///
    /// Returns
    /// -------
    /// ndarray
    ///     An int16 array of shape (n,): signed, so that entries can be subtracted.
    ///
    /// Raises
    /// ------
    /// BoardError
    ///     If a board is malformed. The exception's `row` is the board's index, from 0.
    /// ShapeError, TypeError
    ///     If the boards have another shape, or the numbers are not integers.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
    /// >>> database.lookup_many(["321456780", "123456780"])
    /// array([10,  0], dtype=int16)
    fn lookup_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let batch = BatchLike::read(boards, None, Some(self.0.space.shape()))?;
        self.check_shape(batch.shape)?;
        let rows = batch.rows()?;
        let entries = self.entries(py)?;
        let found = rows.work(py, CallLimits::UNLIMITED, |interrupt| {
            let mut found = Vec::with_capacity(rows.len);
            rows.for_each_part(interrupt, |first, part: &Batch<'_>| {
                let mut row = first;
                // Not a `for` loop, which copies each board when it is compiled for size.
                part.boards().try_for_each(|board| {
                    let entry = self
                        .0
                        .entry(entries, &board)
                        .ok_or_else(|| Fault::Solve(row, OracleError::Inconsistent { board }.into()))?;
                    found.push(i16::from(entry));
                    row += 1;
                    Ok(())
                })
            })?;
            // Last, because a change of the file may have affected any entry.
            self.0.check_unchanged().map_err(|error| Fault::Solve(0, SolveError::from(error)))?;
            Ok(found)
        })?;
        Ok(found.into_pyarray(py))
    }

    /// All entries in index order: a read-only view of uint8, not a copy.
    ///
    /// The entries are bytes: convert them before subtracting, with .astype(np.int16).
    ///
    /// The index of a placement is n * k! + r for k tiles. The tiles occupy a set of k cells; n is
    /// its number among all such sets, ordered as binary numbers in which cell 0 is the lowest bit.
    /// The tiles on these cells, from the first cell to the last, are a permutation of the
    /// pattern's tiles in goal order; r is its lexicographic rank. In a zero-aware database, n
    /// numbers the pairs of a set and a region of the blank: set by set, and within a set by the
    /// first cell of the region. rank() computes the index of a board.
    ///
    /// >>> import tilebase
    /// >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
    /// >>> entries = database.as_array()
    /// >>> int(entries[database.rank("321456780")]), int(entries.max())
    /// (10, 11)
    fn as_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        // Decodes or checks them, interruptibly.
        self.entries(py)?;
        view(py, &self.0, |database| database.entries().map_err(|error| failure::oracle(py, &error, None)))
    }

    /// The index of a board's placement, which is its position in as_array().
    ///
    /// Parameters
    /// ----------
    /// board
    ///     A board in any form, of the database's shape.
    ///
    /// Raises
    /// ------
    /// BoardError, ShapeError
    ///     If the board is malformed or has another shape.
    ///
    /// Examples
    /// --------
    /// >>> import tilebase
    /// >>> database = tilebase.PatternDatabase.build((3, 3), [1, 2, 3])
    /// >>> database.rank("123456780"), database.rank("321456780"), len(database)
    /// (0, 5, 504)
    fn rank(&self, board: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.index_of(&self.board(board)?)
    }
}

impl PyPatternDatabase {
    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<Board> {
        let board = boardlike::read(board, Some(self.0.space.shape()))?.board;
        self.check_shape(board.shape()).map(|()| board)
    }

    fn check_shape(&self, found: tilebase::Shape) -> PyResult<()> {
        let shape = self.0.space.shape();
        if found == shape {
            return Ok(());
        }
        Err(ShapeError::new_err(format!("expected boards of {shape}, found {found}")))
    }

    fn index_of(&self, board: &Board) -> PyResult<usize> {
        let index = self.0.space.index_of(board).and_then(|index| usize::try_from(index.number()).ok());
        index.ok_or_else(|| TableError::new_err("the board has no index"))
    }

    /// The entries; the first call may have to check or decode them all.
    fn entries(&self, py: Python<'_>) -> PyResult<&[u8]> {
        let database = &*self.0;
        let entries = match database.table.header().encoding() {
            Encoding::Bit if database.decoded.get().is_none() => interruptible(py, |_| database.entries())?,
            _ => py.detach(|| database.entries()),
        };
        entries.map_err(|error| failure::oracle(py, &error, None))
    }
}

fn read_pattern(goal: &Goal, tiles: &Bound<'_, PyAny>) -> PyResult<Pattern> {
    // More tiles than any board has, so that some are out of range or named twice.
    const MAX_ITEMS: usize = 32;
    let items = boardlike::items_up_to(tiles, MAX_ITEMS)?;
    let items = items
        .ok_or_else(|| PatternError::new_err(format!("expected at most {MAX_ITEMS} tiles in a pattern")))?;
    let mut numbers = Vec::new();
    for tile in items {
        let number = match Number::read(&tile)? {
            Number::Of64Bits(number) => u8::try_from(number).ok(),
            Number::TooSmall | Number::TooLarge => None,
        };
        let Some(number) = number else {
            let largest = goal.shape().tiles();
            return Err(PatternError::new_err(format!("tile {tile} is not one of 1 to {largest}")));
        };
        numbers.push(Tile::new(number));
    }
    Pattern::new(goal.shape(), numbers).map_err(|error| PatternError::new_err(error.to_string()))
}

fn read_encoding(name: &str, is_zero_aware: bool) -> PyResult<Encoding> {
    let encodings: &[Encoding] =
        if is_zero_aware { &[Encoding::Byte, Encoding::Bit] } else { &[Encoding::Byte] };
    encodings.iter().find(|encoding| encoding.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = encodings.iter().map(|encoding| encoding.name()).collect();
        let found = tilebase::notation::shorten(name);
        let hint = if is_zero_aware { "" } else { " (or bit with zero_aware=True)" };
        PyValueError::new_err(format!("encoding: expected {}{hint}, found {found:?}", names.join(" or ")))
    })
}
