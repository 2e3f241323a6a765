// Solves a 15-puzzle, and gives up on the hardest one:
//
//     c++ -std=c++17 solve.cpp $(pkg-config --cflags --libs tilebase) -o solve

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <vector>

#include <tilebase.hpp>

int main() try {
    const tilebase::solver solver(4, 4);
    const std::vector<std::uint8_t> board = {5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0};
    const std::string path = solver.solve(board);
    std::cout << path.size() << " moves: " << path << '\n';
    std::cout << "known without a search: at least " << solver.lower_bound(board) << '\n';

    const tilebase::verdict verdict = solver.check_path(board, "UD" + path);
    std::cout << "with a detour: " << verdict.message << '\n';

    try {
        solver.solve({0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1}, {std::chrono::milliseconds(50)});
        std::cout << "solved in no time\n";
    } catch (const tilebase::stopped &stopped) {
        std::cout << "given up: " << (stopped.lower_bound() >= 50 ? "it is at least 50 moves away" : "too soon") << '\n';
    }
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
}
