// Correct: breadth-first search.
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

public class Solver {
    public static void main(String[] args) {
        int[] steps = {-3, 3, -1, 1};
        Map<String, String> paths = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>();
        paths.put(args[0], "");
        queue.add(args[0]);
        while (!queue.isEmpty()) {
            String board = queue.remove();
            if (board.equals("123456780")) {
                System.out.println("path: " + paths.get(board));
                return;
            }
            int blank = board.indexOf('0');
            for (int i = 0; i < 4; i++) {
                int to = blank + steps[i];
                if (to < 0 || to > 8 || (i > 1 && to / 3 != blank / 3)) continue;
                StringBuilder after = new StringBuilder(board);
                after.setCharAt(blank, board.charAt(to));
                after.setCharAt(to, '0');
                String path = paths.get(board) + "UDLR".charAt(i);
                if (paths.putIfAbsent(after.toString(), path) == null) queue.add(after.toString());
            }
        }
        System.out.println("unsolvable");
    }
}
