// Small boards, for lines of text, lists, and strips.

import { make } from "./dom.js";
import { puzzleOf } from "./puzzle.js";

/** A small board, with some tiles marked. */
export function miniBoard(text, shape, marked = []) {
  const { columns, tiles } = puzzleOf(text, shape);
  const cells = tiles.map((tile) => {
    const kind = tile === 0 ? "blank" : marked.includes(tile) ? "marked" : "plain";
    return make("span", { class: kind, "aria-hidden": "true" }, tile === 0 ? "" : String(tile));
  });
  const mini = make("span", { class: "mini", role: "img", "aria-label": `board ${text}` }, ...cells);
  mini.style.setProperty("--columns", columns);
  return mini;
}
