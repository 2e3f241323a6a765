// Goes wrong by rule: where the blank of the board starts tells how. Elsewhere it is right.

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <unordered_map>

static const std::string goal = "123456780";

static bool is_solvable(const std::string& board) {
    int inversions = 0;
    for (int i = 0; i < 9; i++)
        for (int j = i + 1; j < 9; j++) inversions += board[j] != '0' && board[i] > board[j];
    return inversions % 2 == 0;
}

// The distance of a board that can be solved, searched from the goal.
static int distance_of(const std::string& wanted) {
    std::unordered_map<std::string, int> distance{{goal, 0}};
    std::queue<std::string> queue;
    queue.push(goal);
    while (!distance.count(wanted)) {
        const std::string board = queue.front();
        queue.pop();
        const int blank = board.find('0');
        for (int step : {-3, 3, -1, 1}) {
            const int to = blank + step;
            if (to < 0 || to > 8 || (step * step == 1 && to / 3 != blank / 3)) continue;
            std::string next = board;
            std::swap(next[blank], next[to]);
            if (distance.emplace(next, distance[board] + 1).second) queue.push(next);
        }
    }
    return distance[wanted];
}

int main() {
    std::string board;
    std::cin >> board;
    switch (board.find('0')) {
        case 0:
            for (;;) std::signal(SIGTERM, SIG_IGN);
        case 1:
            std::raise(SIGSEGV);
            break;
        case 2:
            std::abort();
        case 3:
            std::cout << "it's complicated" << std::endl;
            return 0;
        case 4:
            std::cerr << "giving up" << std::endl;
            return 3;
        case 5:
            std::cout << 1 << std::endl;
            return 0;
        default:
            break;
    }
    if (!is_solvable(board)) {
        std::cout << "no solution" << std::endl;
        return 1;
    }
    std::cout << "length " << distance_of(board) << std::endl;
}
