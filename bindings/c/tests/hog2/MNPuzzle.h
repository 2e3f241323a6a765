// A stand-in for HOG2's environments/MNPuzzle.h: the state of a puzzle, with the same fields and
// functions.

#ifndef STAND_IN_MNPUZZLE_H
#define STAND_IN_MNPUZZLE_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

template <int width, int height>
class MNPuzzleState {
public:
    MNPuzzleState() { Reset(); }
    void Reset() {
        std::iota(puzzle.begin(), puzzle.end(), 0);
        blank = 0;
    }
    std::size_t size() const { return puzzle.size(); }
    void FinishUnranking() {
        blank = static_cast<unsigned int>(std::find(puzzle.begin(), puzzle.end(), 0) - puzzle.begin());
    }

    unsigned int blank;
    std::array<int, width * height> puzzle;
};

#endif
