// Heuristics for HOG2 (https://github.com/nathansttt/hog2): the exact distance for 3x3, and pattern
// databases for 4x4. With this file in a checkout of HOG2, compile it by:
//
//     c++ -std=c++17 -DNO_OPENGL -Ienvironments -Igraph -Igui/STUB/GL -Isearch -Isimulation -Iutils
//         hog2_heuristic.cpp $(pkg-config --cflags --libs tilebase) -o hog2_heuristic

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "MNPuzzle.h"
#include "Heuristic.h"

#include <tilebase.hpp>

template <int width, int height>
class TilebaseHeuristic : public Heuristic<MNPuzzleState<width, height>> {
public:
    using State = MNPuzzleState<width, height>;

    explicit TilebaseHeuristic(const State &to)
        : goal(to.puzzle), solver(height, width, std::vector<std::uint8_t>(to.puzzle.begin(), to.puzzle.end())) {}

    double HCost(const State &from, const State &to) const override {
        if (to.puzzle != goal) {
            throw std::invalid_argument("this heuristic is for another goal");
        }
        return solver.lower_bound(from.puzzle);
    }

    // If not, A* must reopen closed states. IDA* does not mind.
    bool IsConsistent() const { return solver.claims().consistent; }

private:
    decltype(State::puzzle) goal;
    tilebase::solver solver;
};

int main() {
    MNPuzzleState<3, 3> small_goal, small; // HOG2's default: 0, 1, 2 ... 8
    small.puzzle = {8, 0, 6, 5, 4, 7, 2, 3, 1};
    small.FinishUnranking();
    const TilebaseHeuristic<3, 3> exact(small_goal);
    std::cout << "3x3: " << exact.HCost(small, small_goal) << ' ' << exact.HCost(small_goal, small_goal) << '\n';

    MNPuzzleState<4, 4> large_goal, large; // the first of Korf's 100 boards, 57 moves from the goal
    large.puzzle = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};
    large.FinishUnranking();
    const TilebaseHeuristic<4, 4> bound(large_goal);
    std::cout << "4x4: at least " << bound.HCost(large, large_goal) << '\n';
    std::cout << "consistent: " << exact.IsConsistent() << ' ' << bound.IsConsistent() << '\n';
}
