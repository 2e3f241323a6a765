//! Python objects as pickles, in version 3 of the protocol, which every Python 3 reads.
//!
//! A pickle is a program for a machine with a stack and a memo. Objects that occur more than once
//! (classes, strings, the type of an array) are created once, stored in the memo, and recalled. The
//! crates for pickles support lists and numbers, but neither instances of classes nor NumPy arrays,
//! so this module writes the few instructions for them.

use std::io::{self, Write};

use tilebase::board::{Board, Shape};

/// A slot of the memo.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memo(u32);

/// Writes one pickle.
pub(super) struct Pickle<'a> {
    out: &'a mut (dyn Write + Send),
    /// The number of memo slots in use.
    remembered: u32,
}

impl<'a> Pickle<'a> {
    /// Begins a pickle.
    pub(super) fn begin(out: &'a mut (dyn Write + Send)) -> io::Result<Self> {
        out.write_all(b"\x80\x03")?;
        Ok(Self { out, remembered: 0 })
    }

    /// Ends the pickle. The top of the stack is the object.
    pub(super) fn end(self) -> io::Result<()> {
        self.out.write_all(b".")
    }

    /// Pushes a global object of a module.
    pub(super) fn global(&mut self, module: &str, name: &str) -> io::Result<()> {
        write!(self.out, "c{module}\n{name}\n")
    }

    /// Stores the top of the stack in the memo, leaving it on the stack.
    pub(super) fn remember(&mut self) -> io::Result<Memo> {
        let memo = Memo(self.remembered);
        self.remembered += 1;
        match u8::try_from(memo.0) {
            Ok(place) => self.out.write_all(&[b'q', place])?,
            Err(_large) => self.with_u32(b'r', memo.0)?,
        }
        Ok(memo)
    }

    /// Stores the top of the stack in the memo and pops it.
    pub(super) fn put_by(&mut self) -> io::Result<Memo> {
        let memo = self.remember()?;
        self.out.write_all(b"0")?;
        Ok(memo)
    }

    /// Pushes an object from the memo.
    pub(super) fn recall(&mut self, memo: Memo) -> io::Result<()> {
        match u8::try_from(memo.0) {
            Ok(place) => self.out.write_all(&[b'h', place]),
            Err(_large) => self.with_u32(b'j', memo.0),
        }
    }

    /// Pushes a string.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.with_u32(b'X', u32::try_from(text.len()).map_err(io::Error::other)?)?;
        self.out.write_all(text.as_bytes())
    }

    /// Pushes bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.with_u32(b'B', u32::try_from(bytes.len()).map_err(io::Error::other)?)?;
        self.out.write_all(bytes)
    }

    /// Pushes an integer.
    pub(super) fn number(&mut self, number: u16) -> io::Result<()> {
        match u8::try_from(number) {
            Ok(number) => self.out.write_all(&[b'K', number]),
            Err(_large) => {
                self.out.write_all(b"M")?;
                self.out.write_all(&number.to_le_bytes())
            }
        }
    }

    /// Pushes a `float`.
    pub(super) fn float(&mut self, number: f64) -> io::Result<()> {
        self.out.write_all(b"G")?;
        self.out.write_all(&number.to_be_bytes())
    }

    /// Pushes `None`.
    pub(super) fn none(&mut self) -> io::Result<()> {
        self.out.write_all(b"N")
    }

    /// Pushes a list of the objects that `each` pushes.
    pub(super) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.out.write_all(b"](")?;
        items.into_iter().try_for_each(|item| each(self, item))?;
        self.out.write_all(b"e")
    }

    /// Pushes a dictionary; `items` pushes a key, its value, and so on.
    pub(super) fn dictionary(&mut self, items: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.out.write_all(b"}(")?;
        items(self)?;
        self.out.write_all(b"u")
    }

    /// Pushes a tuple of the objects that `items` pushes.
    pub(super) fn tuple(&mut self, items: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.out.write_all(b"(")?;
        items(self)?;
        self.out.write_all(b"t")
    }

    /// Pushes an instance of a class, created without arguments.
    ///
    /// `state` pushes its state: a dictionary of attributes, or a tuple of that and a dictionary of
    /// slots.
    pub(super) fn instance(
        &mut self,
        class: Memo,
        state: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.recall(class)?;
        self.out.write_all(b")\x81")?;
        state(self)?;
        self.out.write_all(b"b")
    }

    /// Pushes the result of a memoized function, called with a memoized tuple of arguments.
    fn call(&mut self, function: Memo, arguments: Memo) -> io::Result<()> {
        self.recall(function)?;
        self.recall(arguments)?;
        self.out.write_all(b"R")
    }

    fn with_u32(&mut self, instruction: u8, number: u32) -> io::Result<()> {
        self.out.write_all(&[instruction])?;
        self.out.write_all(&number.to_le_bytes())
    }
}

/// Memoized parts of boards as `uint8` arrays, pickled as NumPy itself does.
pub(super) struct TileArrays {
    function: Memo,
    arguments: Memo,
    shape: Memo,
    item: Memo,
}

impl TileArrays {
    /// Memoizes the parts shared by the arrays of all boards of a shape.
    pub(super) fn put_by(shape: Shape, pickle: &mut Pickle<'_>) -> io::Result<Self> {
        pickle.global("numpy.core.multiarray", "_reconstruct")?;
        let function = pickle.put_by()?;
        // An array without items, whose state is set later.
        pickle.tuple(|pickle| {
            pickle.global("numpy", "ndarray")?;
            pickle.tuple(|pickle| pickle.number(0))?;
            pickle.bytes(b"b")
        })?;
        let arguments = pickle.put_by()?;
        pickle.tuple(|pickle| pickle.number(u16::try_from(shape.cells()).map_err(io::Error::other)?))?;
        let shape = pickle.put_by()?;
        pickle.global("numpy", "dtype")?;
        let class = pickle.put_by()?;
        pickle.tuple(|pickle| pickle.text("u1"))?;
        let name = pickle.put_by()?;
        pickle.call(class, name)?;
        let item = pickle.put_by()?;
        Ok(Self { function, arguments, shape, item })
    }

    /// Pushes the tiles of a board.
    pub(super) fn push(&self, board: &Board, pickle: &mut Pickle<'_>) -> io::Result<()> {
        const VERSION: u16 = 1;
        let tiles: Vec<u8> = board.tiles().iter().map(|tile| tile.number()).collect();
        pickle.call(self.function, self.arguments)?;
        pickle.tuple(|pickle| {
            pickle.number(VERSION)?;
            pickle.recall(self.shape)?;
            pickle.recall(self.item)?;
            // False: C order, not Fortran order.
            pickle.out.write_all(b"\x89")?;
            pickle.bytes(&tiles)
        })?;
        pickle.out.write_all(b"b")
    }
}
