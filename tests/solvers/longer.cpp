// Finds paths that are often longer than necessary. The first argument names the search:
// closes (A* that closes boards when they are generated), greedy, depth-first, or weighted (A*).
// The goal is 123456780. Prints the moves of the blank for each line of the standard input; with a
// second argument, prints only the number of boards on the path.

#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <unordered_map>
#include <unordered_set>

static const std::string goal = "123456780";

struct Node {
    std::string board;
    int moves;
    int rank;
    std::string parent;
    char step;
    bool operator<(const Node& other) const { return rank > other.rank; }
};

static int manhattan(const std::string& board) {
    int sum = 0;
    for (int cell = 0; cell < 9; cell++) {
        const int home = board[cell] - '1';
        if (home >= 0) sum += std::abs(cell / 3 - home / 3) + std::abs(cell % 3 - home % 3);
    }
    return sum;
}

static int misplaced(const std::string& board) {
    int count = 0;
    for (int cell = 0; cell < 8; cell++) count += board[cell] != '0' && board[cell] != goal[cell];
    return count + (board[8] != '0');
}

static int rank(const std::string& search, const std::string& board, int moves) {
    if (search == "greedy") return misplaced(board);
    if (search == "weighted") return moves + 2 * manhattan(board);
    // The newest node has the largest number of moves on a depth-first path.
    if (search == "depth-first") return 0;
    return moves + manhattan(board);
}

static std::string solve(const std::string& search, const std::string& start) {
    const bool is_stack = search == "depth-first";
    std::priority_queue<Node> queue;
    std::vector<Node> stack;
    std::unordered_map<std::string, std::pair<std::string, char>> reached;
    std::unordered_set<std::string> closed{start};
    const Node first{start, 0, rank(search, start, 0), "", ' '};
    is_stack ? stack.push_back(first) : queue.push(first);
    for (;;) {
        const Node node = is_stack ? stack.back() : queue.top();
        is_stack ? stack.pop_back() : queue.pop();
        if (!reached.emplace(node.board, std::make_pair(node.parent, node.step)).second) continue;
        if (node.board == goal) break;
        const int blank = node.board.find('0');
        const std::pair<char, int> steps[] = {{'L', -1}, {'U', -3}, {'R', 1}, {'D', 3}};
        for (const auto& [step, by] : steps) {
            const int to = blank + by;
            if (to < 0 || to > 8 || (by * by == 1 && to / 3 != blank / 3)) continue;
            std::string next = node.board;
            std::swap(next[blank], next[to]);
            if (search == "closes" ? !closed.insert(next).second : reached.count(next) > 0) continue;
            const Node after{next, node.moves + 1, rank(search, next, node.moves + 1), node.board, step};
            is_stack ? stack.push_back(after) : queue.push(after);
        }
    }
    std::string path;
    for (std::string board = goal; board != start; board = reached[board].first) path += reached[board].second;
    return {path.rbegin(), path.rend()};
}

int main(int, char** arguments) {
    std::string board;
    while (std::cin >> board) {
        const std::string path = solve(arguments[1], board);
        if (arguments[2]) std::cout << "length: " << path.size() + 1 << std::endl;
        else std::cout << (path.empty() ? "length: 0" : "path: " + path) << std::endl;
    }
}
