// The daily board: the same for everyone on a date (UTC). Its seed is the date in eight digits, and
// its depth is 14 moves on Mondays, two more each day, and 26 on Sundays.

import { ask } from "./ask.js";
import { attempt, byId, counted, notify } from "./dom.js";
import { onWin } from "./status.js";
import { change } from "./state.js";

const button = byId("daily");

/** The date in UTC, and the depth of its board. */
function today() {
  const now = new Date();
  return { date: now.toISOString().slice(0, 10), depth: 14 + 2 * ((now.getUTCDay() + 6) % 7) };
}

/** The board of a date and the least number of moves, if the browser keeps them. */
function kept(of) {
  try {
    const [date, board, moves] = localStorage.getItem("daily").split(" ");
    return date === of ? { board, moves } : {};
  } catch {
    return {};
  }
}

function keep(date, board, moves = "") {
  try {
    localStorage.setItem("daily", `${date} ${board} ${moves}`);
  } catch {
    // Without storage, the result is not kept.
  }
  showResult();
}

function showResult() {
  const { moves } = kept(today().date);
  button.textContent = moves ? `Daily: ${counted(moves, "move")}` : "Daily board";
  button.title = moves ? "Your best result today" : "Today’s board";
}

async function showBoard() {
  const { date, depth } = today();
  const given = { shape: "3x3", goal: "blank-last", depth: String(depth), seed: Number(date.replaceAll("-", "")) };
  const { boards } = await ask("sample", given);
  const [{ board }] = boards;
  change({ board, shape: "3x3", goal: "blank-last" }, "daily");
  keep(date, board, kept(date).moves);
  notify(`Board of ${date}: ${depth} moves`);
}

button.addEventListener("click", () => attempt(showBoard));
onWin(({ board, goal }, moves) => {
  const { date } = today();
  const best = kept(date);
  if (board === best.board && goal === "blank-last" && !(best.moves && Number(best.moves) <= moves)) {
    keep(date, board, moves);
  }
});
showResult();
