// The rules of the puzzle, so that sliding a tile does not wait for an answer.

/** The direction of the blank for each letter: rows and columns to add. */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** The moves in their usual order. */
export const LETTERS = ["U", "D", "L", "R"];

const OPPOSITES = { U: "D", D: "U", L: "R", R: "L" };

const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/** The inverse of each move. */
export function opposite(letter) {
  return OPPOSITES[letter];
}

/** The direction of the tile for each move of the blank: up, down, left, or right. */
export function wayOfTile(letter) {
  return WORDS[OPPOSITES[letter]];
}

/**
 * A puzzle: rows, columns, and the tiles row by row, 0 for the blank. `text` is a board as written
 * by the API.
 */
export function puzzleOf(text, shape) {
  const [rows, columns] = shape.split("x").map(Number);
  const tiles = text.includes(",") ? text.split(",").map(Number) : [...text].map(Number);
  return { rows, columns, tiles };
}

/** Whether a text is a board of a shape, as written by the API. */
export function isBoard(text, shape) {
  if (!/^\d+x\d+$/.test(shape) || !/^[\d,]+$/.test(text)) {
    return false;
  }
  const puzzle = puzzleOf(text, shape);
  const inOrder = [...puzzle.tiles].sort((one, other) => one - other);
  const isWhole = puzzle.tiles.length === puzzle.rows * puzzle.columns && inOrder.every((tile, place) => tile === place);
  return isWhole && textOf(puzzle) === text;
}

/**
 * Reads a board in digits or numbers, with slashes between its rows or with a known shape: a square,
 * or that of the page. Returns null for other notations.
 */
export function readBoard(text, shape) {
  const rows = text.trim().split(/\s*\/\s*/).map((row) => (/^\d{3,10}$/.test(row) ? [...row] : row.split(/[\s,]+/)));
  const tiles = rows.flat().map(Number);
  const side = Math.sqrt(tiles.length);
  const isOfPage = tiles.length === puzzleOf("", shape).rows * puzzleOf("", shape).columns;
  const own = rows.length > 1 ? `${rows.length}x${rows[0].length}` : isOfPage ? shape : `${side}x${side}`;
  const board = textOf({ tiles });
  return rows.every((row) => row.length === rows[0].length) && isBoard(board, own) ? { board, shape: own } : null;
}

/** A board as written by the API: digits if each tile has one, otherwise numbers with commas. */
export function textOf(puzzle) {
  return puzzle.tiles.join(puzzle.tiles.length <= 10 ? "" : ",");
}

/** The name of a shape, such as 3x3. */
export function shapeOf(puzzle) {
  return `${puzzle.rows}x${puzzle.columns}`;
}

/** The cell to which the blank would move, or null at the edge. */
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

/** All puzzles along a path, including the first. */
export function puzzlesAlong(puzzle, moves) {
  const all = [puzzle];
  for (const letter of moves) {
    all.push(afterMove(all.at(-1), letter));
  }
  return all;
}

/** The moves that bring the blank to a cell in its row or column; null for any other cell. */
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

/** A seed for random boards. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
