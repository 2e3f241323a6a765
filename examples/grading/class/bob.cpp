// Correct: breadth-first search.
#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <unordered_map>

int main(int, char** argv) {
    const std::string start = argv[1], goal = "123456780", names = "UDLR";
    const int steps[] = {-3, 3, -1, 1};
    std::unordered_map<std::string, std::string> paths{{start, ""}};
    std::queue<std::string> queue;
    for (queue.push(start); !queue.empty(); queue.pop()) {
        const std::string board = queue.front(), path = paths[board];
        if (board == goal) {
            std::cout << path.size() << " moves: " << path << std::endl;
            return 0;
        }
        const int blank = board.find('0');
        for (int i = 0; i < 4; i++) {
            const int to = blank + steps[i];
            if (to < 0 || to > 8 || (std::abs(steps[i]) == 1 && to / 3 != blank / 3)) continue;
            std::string after = board;
            std::swap(after[blank], after[to]);
            if (paths.emplace(after, path + names[i]).second) queue.push(after);
        }
    }
    std::cout << "unsolvable" << std::endl;
}
