// The lessons: their texts and questions, and the state of the page at each step.
//
// A step has a text of at most two sentences. `set` is the state of the page; what it leaves out is
// set by the lesson, or has its default value. `look` selects the part of the page that the text is
// about. `at` is the step of the search, or "play". `rows` is the number of heuristics in the table
// of the panel Compare. `pairs` shows inversions, and the board with two tiles swapped; `patterns`
// shows pattern databases. `cut` names the search whose best cut-off board is ringed. A question has
// a kind (lesson-answers.js), feedback with placeholders, and can hide the distance and the
// inversions until it is answered.

export const LESSONS = {
  parity: {
    title: "Parity and solvability",
    set: { board: "123406758", show: "states" },
    steps: [
      {
        text: "Read the tiles row by row, skipping the blank. Two tiles form an inversion if the larger one comes first.",
        look: "#board", pairs: [1, 2],
      },
      {
        text: "A tile sliding sideways passes no other tile. A tile sliding up or down passes two, so the number of inversions changes by −2, 0, or 2.",
        look: "#board", pairs: [1, 2],
        question: {
          kind: "slide", ask: "If the tile above the blank slides down, how many inversions will there be?",
          right: "Right: {answer}. Slide the tile to check. Even stays even, and odd stays odd.",
          wrong: "Not quite. Write down the new order, and count the pairs in which the larger tile comes first.",
        },
      },
      {
        text: "Tiles 7 and 8 have been swapped, which makes 1 inversion. The goal has 0, and slides never turn an odd number into an even one, so this board is unsolvable.",
        set: { board: "123456870" }, look: "#aside", pairs: [7, 8],
      },
      {
        text: "Three tiles are not in their goal cells. Count the inversions.",
        set: { board: "231456780", arrows: "no" }, look: "#board", pairs: [1, 2],
        question: {
          kind: "solvable", ask: "Can this board be solved?", isSecret: true,
          right: "Right: it has {detail}.", wrong: "Not quite: it has {detail}.",
        },
      },
      {
        text: "Swapping tiles 1 and 2 turns each solvable board into an unsolvable one, and vice versa. So exactly half of the 362,880 boards are solvable: 181,440.",
        set: { board: "231456780" }, look: "#aside", pairs: [1, 2],
      },
      {
        text: "On a board with four columns, a tile sliding up or down passes three others, so the row of the blank counts too. This is the famous 14-15 puzzle of 1880, and it is unsolvable.",
        set: { board: "1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0", shape: "4x4", show: "solution" }, look: "#board",
      },
    ],
  },
  bfs: {
    title: "Breadth-first search and the hardest boards",
    set: { board: "036142758", show: "search", left: "breadth-first" },
    steps: [
      {
        text: "Breadth-first search expands the start, then all boards 1 move away, then all boards 2 moves away, and so on. Each row of the tree is one level.",
        look: "#lane-left .tree", at: "play",
      },
      {
        text: "The blank is in a corner, so the start has two neighbors. From each neighbor, the blank can move on or go straight back.",
        look: "#lane-left .tree", at: 1,
        question: {
          kind: "second", ask: "How many boards are exactly 2 moves from the start?",
          right: "Right: {answer}. The next levels have 8, 16, and 20 boards.",
          wrong: "Not quite. Count the moves from each neighbor, except the one that goes straight back.",
        },
      },
      {
        text: "The open list is a queue: the board that has waited longest is expanded next.",
        look: "#lane-left .tree", at: 5,
        question: {
          kind: "next", ask: "Which of these boards is expanded next?",
          right: "Right: it is only {g} moves from the start, so it entered the queue earlier.",
          wrong: "Not quite. Boards nearer to the start entered the queue earlier.",
        },
      },
      {
        text: "Starting from the goal, breadth-first search reaches all 181,440 solvable boards, level by level. The largest level is 24 moves away: 24,047 boards.",
        set: { show: "states" }, look: "#histogram",
      },
      {
        text: "The last level, 31 moves away, has only 2 boards. This is one of them; it has 40 optimal paths.",
        set: { board: "867254301", show: "states" }, look: "#board",
      },
      {
        text: "This is the other one: the mirror image of the first, with tiles 2 and 4, 3 and 7, and 6 and 8 swapped. To solve it, breadth-first search expands 181,410 boards, nearly all of them.",
        set: { board: "647850321", show: "solution" }, look: "#board",
      },
    ],
  },
  heuristics: {
    title: "What heuristics save",
    set: { board: "638541720", show: "compare", arrows: "no" },
    steps: [
      {
        text: "A heuristic h estimates the number of moves that remain. With h = 0, A* knows nothing about the goal and expands 176,701 boards.",
        look: "table.compare", rows: 1,
      },
      {
        text: "Each misplaced tile needs at least one move, so the simplest heuristic counts the misplaced tiles, ignoring the blank.",
        look: "#board", rows: 2,
        question: {
          kind: "misplaced", ask: "By this count, how many moves does this board need at least?", isSecret: true,
          right: "Right: {answer}. The count never overestimates. Such a heuristic is admissible, and with it A* still finds an optimal path.",
          wrong: "Not quite. The goal is 1 2 3, 4 5 6, 7 8, and the blank.",
        },
      },
      {
        text: "The Manhattan distance of a tile is the number of rows plus the number of columns to its goal cell. The heuristic is the sum over all tiles.",
        look: "#board", rows: 3,
        question: {
          kind: "manhattan", ask: "By this sum, how many moves does this board need at least?", isSecret: true,
          right: "Right: {answer}. The table shows what the better estimate saves.",
          wrong: "Not quite. Tile 6, for example, is one row and two columns from its goal cell: 3.",
        },
      },
      {
        text: "Tiles 5 and 4 are in their goal row but in the wrong order, a linear conflict. One must leave the row and return, which takes 2 extra moves, so h = 16.",
        look: "table.compare", rows: 4,
      },
      {
        text: "A pattern database stores the exact number of moves that some of the tiles need. Here, the sum of two databases gives h = 20, and A* expands only 238 boards.",
        look: "table.compare", rows: 5,
      },
      {
        text: "With the exact distance as h, A* expands just 28 boards, all on one optimal path. The closer h is to the distance, the fewer boards A* expands.",
        look: "table.compare", rows: 6,
      },
    ],
  },
  astar: {
    title: "A* against IDA*",
    set: { board: "134802756", show: "search", right: "ida.manhattan" },
    steps: [
      {
        text: "A* adds the moves made so far, g, and the estimate of those that remain, h: f = g + h. From its frontier, the open list, it always takes the board with the smallest f.",
        set: { right: "" }, look: "#lane-left .tree", at: 6,
      },
      {
        text: "A* has expanded 11 boards. The rings in the tree are the boards that are open now.",
        set: { right: "" }, look: "#lane-left .tree", at: 11,
        question: {
          kind: "next", ask: "Which of these boards is expanded next?", isSecret: true,
          right: "Right: {g} + {h} = {f} is the smallest f, although other boards look closer to the goal.",
          wrong: "Not quite. Add g and h: the smallest sum counts, not the smallest h.",
        },
      },
      {
        text: "IDA* remembers only the path to its current board. It goes deeper while f is within a bound, initially h(start) = 10, and turns back where f exceeds the bound.",
        look: "#lane-right .tree", at: 11,
      },
      {
        text: "Nothing is left within bound 10. The smallest f that was cut off becomes the next bound; the ringed cross below the start has g = 1 and h = 11.",
        look: "#lane-right .tree", at: 12, cut: "right",
        question: {
          kind: "bound", ask: "What is the next bound?", isSecret: true,
          right: "Right: {answer}. IDA* starts again from the start.",
          wrong: "Not quite. The crosses in its tree are the boards that were cut off; their color shows f.",
        },
      },
      {
        text: "A* keeps every board it meets: 162 here. IDA* keeps at most 17, but each restart repeats work, so it expands 192 boards instead of 98.",
        look: "#growth", at: Infinity,
      },
      {
        text: "The 15-puzzle has 10,461,394,944,000 solvable boards, far too many for the memory of A*. IDA* needs memory for one path only, and solves this board in a moment.",
        set: { board: "5,10,7,3,2,1,12,4,14,8,6,15,9,11,13,0", shape: "4x4", show: "solution", right: "" }, look: "#board",
      },
    ],
  },
  patterns: {
    title: "What a pattern database is",
    set: { board: "134802756", show: "states" },
    steps: [
      {
        text: "Tiles 6, 7 and 8 form the pattern: keep only their numbers, and cover all other cells. Many boards now look the same: only 504 placements of the three tiles remain.",
        look: "#aside", patterns: ["678"],
      },
      {
        text: "For each placement, the database stores how many moves these three tiles need; moves of other tiles are free. One breadth-first search, backwards from the goal, finds all 504 entries.",
        look: "#aside", patterns: ["678"],
      },
      {
        text: "The other five tiles form a second pattern, with 15,120 placements. Slide a tile: its move can change only one of the two entries.",
        look: "#aside", patterns: ["12345", "678"],
      },
      {
        text: "Every move slides one tile, and each tile belongs to one pattern. No move is counted twice, so the two numbers can be added.",
        look: "#aside", patterns: ["12345", "678"],
        question: {
          kind: "sum", ask: "Adding both entries, at least how many moves does this board need?", isSecret: true,
          right: "Right: {detail}. The sum is admissible, because no move is counted twice.",
          wrong: "Not quite. No move is counted twice, so the entries may be added.",
        },
      },
      {
        text: "On the left, h is the Manhattan distance, 10 at the start, and A* expands 98 boards. On the right, h is the sum of both entries, or that of the mirrored board if it is larger: 14 at the start, and A* expands 27 boards.",
        set: { show: "search", right: "astar.patterns" }, look: "#lane-right .tree", at: Infinity,
      },
      {
        text: "This board is 31 moves away, and the two databases give h = 29. A* expands 66 boards; with Manhattan distance, it expands 6,744.",
        set: { board: "867254301", show: "compare" }, look: "table.compare",
      },
    ],
  },
};

/** The state of the page at a step of a lesson, counted from 1; null if there is no such step. */
export function settingsOf(name, step) {
  const lesson = Object.hasOwn(LESSONS, name) ? LESSONS[name] : null;
  const found = lesson?.steps[step - 1];
  return found === undefined ? null : { ...lesson.set, ...found.set, lesson: name, step: String(Number(step)), at: String(found.at ?? "") };
}
