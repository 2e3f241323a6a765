// The layout of a search tree: computed once for the whole search, so that nothing moves later.
//
// A parent is above the middle of its children, which are in the order of their blanks: up, left,
// right, down. All searches therefore draw a board's neighbors on the same sides. Subtrees are as
// close together as their outlines allow, one column apart, so that a deep and narrow tree stays
// narrow.

/** A place in the drawing of a tree. Several nodes may share one: those of different iterations. */
export class Place {
  children = [];
  nodes = [];
  column = 0;

  /** A place below a parent, or a root. `blank` is the cell of the board's blank. */
  constructor(board, parent, blank) {
    this.board = board;
    this.parent = parent;
    this.blank = blank;
    this.level = parent === null ? 0 : parent.level + 1;
  }
}

/**
 * Sets the columns of all places, from 0. Returns the largest column and the largest level.
 */
export function layOut(roots) {
  const { left } = arrange(roots);
  const extent = { columns: 0, levels: 0 };
  const first = Math.min(0, ...left);
  const settle = (place, from) => {
    place.column += from;
    extent.columns = Math.max(extent.columns, place.column);
    extent.levels = Math.max(extent.levels, place.level);
    place.children.forEach((child) => settle(child, place.column));
  };
  roots.forEach((root) => settle(root, -first));
  return extent;
}

/**
 * Places siblings side by side, with columns relative to their parent. Returns the outline: the
 * leftmost and the rightmost column of each level below the parent.
 */
function arrange(siblings) {
  const [left, right] = [[], []];
  for (const place of siblings) {
    const below = arrange(place.children.sort((one, other) => one.blank - other.blank));
    const outline = { left: [0, ...below.left], right: [0, ...below.right] };
    place.column = distanceTo(right, outline.left);
    outline.left.forEach((column, level) => (left[level] ??= column + place.column));
    outline.right.forEach((column, level) => (right[level] = column + place.column));
  }
  const middle = siblings.length === 0 ? 0 : (siblings[0].column + siblings.at(-1).column) / 2;
  siblings.forEach((place) => (place.column -= middle));
  const shifted = (columns) => columns.map((column) => column - middle);
  return { left: shifted(left), right: shifted(right) };
}

/** How far a subtree must be moved to the right of the subtrees before it. */
function distanceTo(right, left) {
  let distance = 0;
  for (let level = 0; level < Math.min(right.length, left.length); level += 1) {
    distance = Math.max(distance, right[level] - left[level] + 1);
  }
  return distance;
}
