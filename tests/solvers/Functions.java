import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Breadth-first search on 3x3 boards within six moves of the goal; all others are reported as unsolvable. */
final class Search {
    static final int[] GOAL = {1, 2, 3, 4, 5, 6, 7, 8, 0};

    private Search() {}

    /** The boards from the start to the goal; null if there is no short path. */
    static List<int[]> path(int[] start, int[] goal) {
        Map<String, List<int[]>> found = new HashMap<>();
        Deque<int[]> queue = new ArrayDeque<>(List.of(start));
        found.put(Arrays.toString(start), List.of(start));
        while (!queue.isEmpty()) {
            int[] board = queue.poll();
            List<int[]> path = found.get(Arrays.toString(board));
            if (Arrays.equals(board, goal)) {
                return path;
            }
            for (int step : new int[] {-3, 3, -1, 1}) {
                int[] next = slide(board, step);
                if (next != null && path.size() < 7 && !found.containsKey(Arrays.toString(next))) {
                    List<int[]> longer = new ArrayList<>(path);
                    longer.add(next);
                    found.put(Arrays.toString(next), longer);
                    queue.add(next);
                }
            }
        }
        return null;
    }

    private static int[] slide(int[] board, int step) {
        int blank = blank(board);
        int to = blank + step;
        if (to < 0 || to > 8 || (Math.abs(step) == 1 && to / 3 != blank / 3)) {
            return null;
        }
        int[] next = board.clone();
        next[blank] = next[to];
        next[to] = 0;
        return next;
    }

    static int blank(int[] board) {
        int blank = 0;
        while (board[blank] != 0) {
            blank++;
        }
        return blank;
    }

    static List<String> moves(int[] start, int[] goal) {
        List<int[]> path = path(start, goal);
        if (path == null) {
            return null;
        }
        List<String> moves = new ArrayList<>();
        for (int at = 1; at < path.size(); at++) {
            int step = blank(path.get(at)) - blank(path.get(at - 1));
            moves.add(step == -3 ? "up" : step == 3 ? "down" : step == -1 ? "left" : "right");
        }
        return moves;
    }

    static int[] flat(int[][] rows) {
        return Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray();
    }
}

final class Flat {
    static List<String> solve(int[] board) {
        System.out.println("123456780\nR L");
        return Search.moves(board, Search.GOAL);
    }

    static int fails(int[] board) {
        throw new IllegalStateException("no idea");
    }

    static int wrong(int[] board) {
        return Search.moves(board, Search.GOAL).size() + 2;
    }

    static void prints(int[] board) {
        System.out.println(solve(board));
    }
}

final class Rows {
    static int[][][] path(int[][] start, int[][] goal) {
        List<int[]> path = Search.path(Search.flat(start), Search.flat(goal));
        return path == null ? null : path.stream()
            .map(board -> new int[][] {Arrays.copyOf(board, 3), Arrays.copyOfRange(board, 3, 6), Arrays.copyOfRange(board, 6, 9)})
            .toArray(int[][][]::new);
    }
}

final class Text {
    String solve(String board) {
        List<String> moves = Search.moves(board.chars().map(c -> c - '0').toArray(), Search.GOAL);
        return moves == null ? "unsolvable" : String.join(" ", moves);
    }
}

final class Numbers {
    static Integer solve(List<Integer> board) {
        List<String> moves = Search.moves(board.stream().mapToInt(Integer::intValue).toArray(), Search.GOAL);
        return moves == null ? -1 : moves.size();
    }
}

/** The last node of a search, with its board. */
final class Chain {
    final int[] state;
    final Chain parent;

    private Chain(int[] state, Chain parent) {
        this.state = state;
        this.parent = parent;
    }

    static Chain solve(int[] board) {
        List<int[]> path = Search.path(board, Search.GOAL);
        Chain last = null;
        for (int[] state : path == null ? List.<int[]>of() : path) {
            last = new Chain(state, last);
        }
        return last;
    }
}

/** The last node of a search, with the action that led to it. */
final class Actions {
    private final String action;
    private final Actions parent;

    private Actions(String action, Actions parent) {
        this.action = action;
        this.parent = parent;
    }

    String getAction() {
        return action;
    }

    static Actions solve(int[] board) {
        List<String> moves = Search.moves(board, Search.GOAL);
        if (moves == null) {
            return null;
        }
        Actions last = new Actions(null, null);
        for (String move : moves) {
            last = new Actions(move, last);
        }
        return last;
    }
}

/** A board as in the Princeton course. */
final class Board {
    final int[] tiles;

    Board(int[][] tiles) {
        this.tiles = Search.flat(tiles);
    }

    Board(int[] tiles, int moves) {
        this.tiles = tiles;
    }

    @Override
    public String toString() {
        String grid = "3\n";
        for (int cell = 0; cell < 9; cell++) {
            grid += " " + tiles[cell] + (cell % 3 == 2 ? "\n" : " ");
        }
        return grid;
    }
}

final class OfBoards {
    private final Board board;

    OfBoards(Board board) {
        this.board = board;
    }

    Map<String, Object> solve() {
        List<String> moves = Search.moves(board.tiles, Search.GOAL);
        return moves == null ? Map.of("solvable", false) : Map.of("moves", moves, "length", moves.size());
    }
}

/** The solver of the Princeton course. */
class Solver {
    private final List<Board> boards;

    public Solver(Board initial) {
        List<int[]> path = Search.path(initial.tiles, Search.GOAL);
        boards = path == null ? null : path.stream().map(tiles -> new Board(tiles, 0)).collect(Collectors.toList());
    }

    public boolean isSolvable() {
        return boards != null;
    }

    public int moves() {
        return boards == null ? -1 : boards.size() - 1;
    }

    public Iterable<Board> solution() {
        return boards;
    }
}
