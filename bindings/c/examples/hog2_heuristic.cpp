// The exact distance as a heuristic for HOG2 (https://github.com/nathansttt/hog2), whose folders
// environments and search must be in the include path:
//
//     c++ -std=c++17 -I.../environments -I.../search hog2_heuristic.cpp $(pkg-config --cflags --libs tilebase)

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "MNPuzzle.h"
#include "Heuristic.h"

#include <tilebase.hpp>

template <int width, int height>
class ExactHeuristic : public Heuristic<MNPuzzleState<width, height>> {
public:
    using State = MNPuzzleState<width, height>;

    explicit ExactHeuristic(const State &to)
        : goal(to.puzzle),
          solver(tilebase::solver::build(height, width, std::vector<std::uint8_t>(to.puzzle.begin(), to.puzzle.end()))) {}

    double HCost(const State &from, const State &to) const override {
        if (to.puzzle != goal) {
            throw std::invalid_argument("this heuristic is for another goal");
        }
        return solver.distance(from.puzzle);
    }

private:
    decltype(State::puzzle) goal;
    tilebase::solver solver;
};

int main() {
    MNPuzzleState<3, 3> goal, start; // HOG2's default: 0, 1, 2 ... 8
    start.puzzle = {8, 0, 6, 5, 4, 7, 2, 3, 1};
    start.FinishUnranking();
    const ExactHeuristic<3, 3> exact(goal);
    std::cout << exact.HCost(start, goal) << ' ' << exact.HCost(goal, goal) << '\n';
}
