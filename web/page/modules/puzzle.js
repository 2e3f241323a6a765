// Boards and moves, as far as a page has to know them without asking: to slide a tile must not wait for an answer.

/** Where the blank goes, by the letter of the move: rows and columns to add. */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** The moves in the order in which they are listed. */
export const LETTERS = ["U", "D", "L", "R"];

const OPPOSITES = { U: "D", D: "U", L: "R", R: "L" };

const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/** The move that takes one back. */
export function opposite(letter) {
  return OPPOSITES[letter];
}

/** Where the tile goes if the blank makes a move: up, down, left or right. */
export function wayOfTile(letter) {
  return WORDS[OPPOSITES[letter]];
}

/** A puzzle: rows, columns, and the tiles row by row, 0 for the blank. `text` is a board as the core writes it. */
export function puzzleOf(text, shape) {
  const [rows, columns] = shape.split("x").map(Number);
  const tiles = text.includes(",") ? text.split(",").map(Number) : [...text].map(Number);
  return { rows, columns, tiles };
}

/** Is a text a board of a shape, as the core writes it? */
export function isBoard(text, shape) {
  if (!/^\d+x\d+$/.test(shape) || !/^[\d,]+$/.test(text)) {
    return false;
  }
  const puzzle = puzzleOf(text, shape);
  const inOrder = [...puzzle.tiles].sort((one, other) => one - other);
  const isWhole = puzzle.tiles.length === puzzle.rows * puzzle.columns && inOrder.every((tile, place) => tile === place);
  return isWhole && textOf(puzzle) === text;
}

/** A board as the core writes it: digits where each tile is one, else numbers with commas. */
export function textOf(puzzle) {
  return puzzle.tiles.join(puzzle.tiles.length <= 10 ? "" : ",");
}

/** Rows and columns, as in 3x3. */
export function shapeOf(puzzle) {
  return `${puzzle.rows}x${puzzle.columns}`;
}

/** The cell that the blank would go to, or null at the edge. */
export function targetOf(puzzle, letter) {
  const blank = puzzle.tiles.indexOf(0);
  const [down, right] = STEPS[letter];
  const row = Math.floor(blank / puzzle.columns) + down;
  const column = (blank % puzzle.columns) + right;
  const isInside = row >= 0 && row < puzzle.rows && column >= 0 && column < puzzle.columns;
  return isInside ? row * puzzle.columns + column : null;
}

/** The puzzle with the contents of two cells exchanged. */
export function exchanged(puzzle, one, other) {
  const tiles = [...puzzle.tiles];
  [tiles[one], tiles[other]] = [tiles[other], tiles[one]];
  return { ...puzzle, tiles };
}

/** The puzzle after a move of the blank, or null at the edge. */
export function afterMove(puzzle, letter) {
  const target = targetOf(puzzle, letter);
  return target === null ? null : exchanged(puzzle, puzzle.tiles.indexOf(0), target);
}

/** All puzzles along a path, the first one among them. */
export function puzzlesAlong(puzzle, moves) {
  const all = [puzzle];
  for (const letter of moves) {
    all.push(afterMove(all.at(-1), letter));
  }
  return all;
}

/** The moves of the blank that bring it to a cell in its row or column; null for any other cell. */
export function movesTo(puzzle, cell) {
  const blank = puzzle.tiles.indexOf(0);
  const down = Math.floor(cell / puzzle.columns) - Math.floor(blank / puzzle.columns);
  const right = (cell % puzzle.columns) - (blank % puzzle.columns);
  if ((down === 0) === (right === 0)) {
    return null;
  }
  const letter = down < 0 ? "U" : down > 0 ? "D" : right < 0 ? "L" : "R";
  return letter.repeat(Math.abs(down + right));
}
