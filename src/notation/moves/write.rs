//! Writes moves.

use super::form::{MoveConvention, MoveForm, MoveOptions};
use crate::board::{Board, Move};
use crate::notation::boards::{BoardForm, WriteError};

impl MoveConvention {
    /// Writes moves as letters without separators.
    ///
    /// ```
    /// use tilebase::board::Move;
    /// use tilebase::notation::MoveConvention;
    ///
    /// assert_eq!(MoveConvention::Tile.write(&[Move::Up, Move::Left]), "DR");
    /// ```
    #[must_use]
    pub fn write(self, moves: &[Move]) -> String {
        moves.iter().map(|step| self.letter(*step)).collect()
    }
}

impl MoveOptions {
    /// Writes moves in any form, without a newline at the end.
    ///
    /// ```
    /// use tilebase::board::Board;
    /// use tilebase::board::Move::{Left, Up};
    /// use tilebase::notation::{MoveForm, MoveOptions};
    ///
    /// let start = Board::read("123456780", None)?;
    /// let written = |form| {
    ///     let options = MoveOptions { form: Some(form), start: Some(start), ..MoveOptions::default() };
    ///     options.write(&[Up, Left, Left])
    /// };
    /// assert_eq!(written(MoveForm::Words)?, "up left left");
    /// assert_eq!(written(MoveForm::Counts)?, "UL2");
    /// assert_eq!(written(MoveForm::Numbers)?, "6 5 4");
    /// assert_eq!(written(MoveForm::Boards)?, "123456780\n123450786\n123405786\n123045786");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WriteError`] if a move is illegal on the given start, if the form needs a start and none
    /// is given, or if a board can't be written in its form.
    pub fn write(&self, moves: &[Move]) -> Result<String, WriteError> {
        let MoveOptions { form, convention, start, board_form } = *self;
        let form = form.unwrap_or(MoveForm::Letters);
        let boards = start.map(|start| boards_of(start, moves)).transpose()?;
        let boards = || boards.as_deref().ok_or(WriteError::NoBoard { form: form.name() });
        let direction = |step: &Move| match convention {
            MoveConvention::Blank => *step,
            MoveConvention::Tile => step.inverse(),
        };
        let symbols = || moves.iter().filter_map(|step| form.symbol(direction(step)));
        Ok(match form {
            MoveForm::Boards => write_boards(boards()?, board_form)?,
            MoveForm::Numbers => {
                let tiles = boards()?.windows(2).map(|pair| pair[0].tile_at(pair[1].blank()).to_string());
                tiles.collect::<Vec<_>>().join(" ")
            }
            MoveForm::Counts => {
                let symbols: Vec<&str> = symbols().collect();
                let runs = symbols.chunk_by(|one, next| one == next);
                let run = |run: &[&str]| match run.len() {
                    1 => run[0].to_owned(),
                    times => format!("{}{times}", run[0]),
                };
                runs.map(run).collect()
            }
            MoveForm::Words => symbols().collect::<Vec<_>>().join(" "),
            _ => symbols().collect(),
        })
    }
}

/// The boards of a path, including the first and the last.
fn boards_of(start: Board, moves: &[Move]) -> Result<Vec<Board>, WriteError> {
    let mut boards = vec![start];
    for board in start.along(moves.iter().copied()) {
        boards.push(board?);
    }
    Ok(boards)
}

fn write_boards(boards: &[Board], form: Option<BoardForm>) -> Result<String, WriteError> {
    let write = |board: &Board| form.map_or_else(|| Ok(board.to_string()), |form| form.write(board));
    let written: Vec<String> = boards.iter().map(write).collect::<Result<_, _>>()?;
    // Grids need a blank line between them.
    Ok(written.join(if form == Some(BoardForm::Grid) { "\n\n" } else { "\n" }))
}
