/*
 * libtilebase for C++17: handles that free themselves, exceptions, vectors and strings. All of it is in this file, over
 * tilebase.h, which says what each function means.
 *
 *     const auto table = tilebase::table::build(3, 3);
 *     std::cout << table.distance({6, 3, 8, 5, 4, 1, 7, 2, 0}) << '\n';
 *
 * A table, a solver and a stop can be moved and not copied; one that was moved from is empty, and to ask it is an
 * exception. Functions that are const may be called from many threads at once.
 */

#ifndef TILEBASE_HPP
#define TILEBASE_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tilebase.h"

namespace tilebase {

/** What every exception of this library is. Its words are those of tb_last_error. */
class error : public std::runtime_error {
public:
    error(tb_status status, const std::string &words) : std::runtime_error(words), status_(status) {}

    /** What the call came to. */
    tb_status status() const noexcept { return status_; }

private:
    tb_status status_;
};

/** Something was asked that makes no sense: a shape, a move, a number, a path that is not UTF-8, an empty handle. */
class bad_argument : public error {
public:
    using error::error;
};

/** Tiles that are no board. */
class bad_board : public bad_argument {
public:
    using bad_argument::bad_argument;
};

/** The board can't reach the goal: an exact answer. */
class unreachable : public error {
public:
    using error::error;
};

/** A table that this machine can't hold or may not build, or threads that it does not give. */
class out_of_reach : public error {
public:
    using error::error;
};

/** A file that is not there, can't be read, is damaged, or is of another goal. */
class bad_file : public error {
public:
    using error::error;
};

/** The time was up, or a stop was requested. */
class stopped : public error {
public:
    stopped(tb_status status, const std::string &words, std::uint32_t at_least = 0)
        : error(status, words), at_least_(at_least) {}

    /** What a search had found out until then: no path has fewer moves. */
    std::uint32_t at_least() const noexcept { return at_least_; }

private:
    std::uint32_t at_least_;
};

namespace detail {

/** Throws what a status stands for. */
[[noreturn]] inline void fail(tb_status status, std::uint32_t at_least = 0) {
    const std::string words = tb_last_error();
    switch (status) {
    case TB_STATUS_BAD_BOARD:
        throw bad_board(status, words);
    case TB_STATUS_UNREACHABLE:
        throw unreachable(status, words);
    case TB_STATUS_TOO_LARGE:
    case TB_STATUS_OUT_OF_MEMORY:
    case TB_STATUS_THREADS:
        throw out_of_reach(status, words);
    case TB_STATUS_NO_FILE:
    case TB_STATUS_IO:
    case TB_STATUS_BAD_TABLE:
    case TB_STATUS_OTHER_GOAL:
        throw bad_file(status, words);
    case TB_STATUS_LIMIT:
    case TB_STATUS_STOPPED:
        throw stopped(status, words, at_least);
    case TB_STATUS_INTERNAL:
        throw error(status, words);
    default:
        throw bad_argument(status, words);
    }
}

inline void check(tb_status status) {
    if (status != TB_STATUS_OK) {
        fail(status);
    }
}

/** A path as UTF-8, whatever type this version of C++ has for that. */
inline std::string utf8(const std::filesystem::path &path) {
    const auto text = path.u8string();
    return std::string(text.begin(), text.end());
}

struct deleter {
    void operator()(tb_table *table) const noexcept { tb_table_free(table); }
    void operator()(tb_solver *solver) const noexcept { tb_solver_free(solver); }
    void operator()(tb_stop *stop) const noexcept { tb_stop_free(stop); }
};

} // namespace detail

/** The version of the library, as "0.1.0". */
inline std::string version() { return tb_version(); }

/** Numbers that lie side by side somewhere else; they must be there as long as the view is used. */
template <class number> class view {
public:
    /** None. */
    view() noexcept = default;
    view(const number *data, std::size_t size) noexcept : data_(data), size_(size) {}
    view(const std::vector<number> &numbers) noexcept : view(numbers.data(), numbers.size()) {}
    template <std::size_t count>
    view(const std::array<number, count> &numbers) noexcept : view(numbers.data(), count) {}
    const number *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

protected:
    const number *data_ = nullptr;
    std::size_t size_ = 0;
};

/** The tiles of a board, or of several, as bytes. */
class tiles_view : public view<std::uint8_t> {
public:
    using view::view;
    /** Of a list in braces, which lasts as long as the call that it is handed to. */
    tiles_view(std::initializer_list<std::uint8_t> tiles) noexcept { data_ = tiles.begin(), size_ = tiles.size(); }
};

/** The same, as numbers of 32 bits. */
class numbers_view : public view<std::int32_t> {
public:
    using view::view;
};

/** What an answer of another solver comes to. */
struct verdict {
    tb_finding finding;
    /** The finding in a sentence. */
    std::string words;

    /** Is it right? */
    bool is_optimal() const noexcept { return finding == TB_FINDING_OPTIMAL; }
};

/** Ends searches and builds from outside. It serves once. */
class stop {
public:
    stop() {
        tb_stop *made = nullptr;
        detail::check(tb_stop_new(&made));
        handle_.reset(made);
    }

    /** Ends all that have it. May be called from any thread, and from a handler of signals. */
    void request() const noexcept { tb_stop_request(handle_.get()); }

    const tb_stop *handle() const noexcept { return handle_.get(); }

private:
    std::unique_ptr<tb_stop, detail::deleter> handle_;
};

namespace detail {

inline const tb_stop *handle_of(const stop *stop) noexcept { return stop == nullptr ? nullptr : stop->handle(); }

/** Calls with a buffer for words that is as long as they turn out to be. */
template <class call> verdict judged(const call &judge) {
    tb_finding finding = TB_FINDING_OTHER;
    std::string words(256, '\0');
    std::size_t length = 0;
    tb_status status = judge(&finding, &words[0], words.size(), &length);
    if (status == TB_STATUS_SHORT_BUFFER) {
        words.resize(length + 1);
        status = judge(&finding, &words[0], words.size(), &length);
    }
    check(status);
    words.resize(length);
    return verdict{finding, std::move(words)};
}

} // namespace detail

/** The exact distances of all boards of a shape to a goal. */
class table {
public:
    /** Computes a table, in memory; see tb_table_build. Without a goal: 1, 2, 3 ... with the blank last. */
    static table build(std::uint32_t rows, std::uint32_t columns, tiles_view goal = {},
                       std::uint64_t most_memory = 0, const stop *stop = nullptr) {
        tb_table *made = nullptr;
        detail::check(tb_table_build(rows, columns, goal.data(), goal.size(), most_memory, detail::handle_of(stop), &made));
        return table(made);
    }

    /** Opens a table file; see tb_table_open. Without a goal: that of the table. */
    static table open(const std::filesystem::path &path, tiles_view goal = {}) {
        tb_table *made = nullptr;
        detail::check(tb_table_open(detail::utf8(path).c_str(), goal.data(), goal.size(), &made));
        return table(made);
    }

    /** Reads a table file into memory; see tb_table_read. */
    static table read(const std::filesystem::path &path, tiles_view goal = {}) {
        tb_table *made = nullptr;
        detail::check(tb_table_read(detail::utf8(path).c_str(), goal.data(), goal.size(), &made));
        return table(made);
    }

    std::uint32_t rows() const {
        std::uint32_t rows = 0;
        detail::check(tb_table_shape(handle(), &rows, nullptr));
        return rows;
    }

    std::uint32_t columns() const {
        std::uint32_t columns = 0;
        detail::check(tb_table_shape(handle(), nullptr, &columns));
        return columns;
    }

    std::vector<std::uint8_t> goal() const {
        std::vector<std::uint8_t> tiles(TB_MOST_CELLS);
        std::size_t cells = 0;
        detail::check(tb_table_goal(handle(), tiles.data(), tiles.size(), &cells));
        tiles.resize(cells);
        return tiles;
    }

    /** The largest distance. */
    std::uint32_t deepest() const {
        std::uint32_t deepest = 0;
        detail::check(tb_table_deepest(handle(), &deepest));
        return deepest;
    }

    /** How many boards can reach the goal. */
    std::uint64_t states() const {
        std::uint64_t states = 0;
        detail::check(tb_table_states(handle(), &states));
        return states;
    }

    /** How many boards there are at each distance, from 0 on. */
    std::vector<std::uint64_t> histogram() const {
        std::size_t levels = 0;
        detail::check(tb_table_histogram(handle(), nullptr, 0, &levels));
        std::vector<std::uint64_t> counts(levels);
        detail::check(tb_table_histogram(handle(), counts.data(), counts.size(), nullptr));
        return counts;
    }

    /** Throws bad_file if the file of the table was changed since it was opened. */
    void check_file() const { detail::check(tb_table_check_file(handle())); }

    /** The fewest moves from a board to the goal. */
    std::uint32_t distance(tiles_view board) const {
        std::uint32_t distance = 0;
        detail::check(tb_table_distance(handle(), board.data(), board.size(), &distance));
        return distance;
    }

    /** The same for numbers of 32 bits. */
    std::uint32_t distance(numbers_view board) const {
        std::uint32_t distance = 0;
        detail::check(tb_table_distance_i32(handle(), board.data(), board.size(), &distance));
        return distance;
    }

    /** The distances of boards that lie one after the other; TB_NO_DISTANCE for those that can't reach the goal. */
    std::vector<std::uint8_t> distances(tiles_view boards) const {
        std::vector<std::uint8_t> found(boards.size() / cells());
        detail::check(tb_table_distances(handle(), boards.data(), boards.size(), found.data(), found.size()));
        return found;
    }

    /** The same for numbers of 32 bits. */
    std::vector<std::uint8_t> distances(numbers_view boards) const {
        std::vector<std::uint8_t> found(boards.size() / cells());
        detail::check(tb_table_distances_i32(handle(), boards.data(), boards.size(), found.data(), found.size()));
        return found;
    }

    /** A shortest path, as letters U, D, L, R: where the blank goes. */
    std::string solve(tiles_view board) const {
        std::array<char, TB_PATH_CAPACITY> path;
        std::size_t length = 0;
        detail::check(tb_table_solve(handle(), board.data(), board.size(), path.data(), path.size(), &length));
        return std::string(path.data(), length);
    }

    /** The moves that a board allows, with the distances that they lead to. */
    std::vector<tb_step> moves(tiles_view board) const {
        std::vector<tb_step> steps(4);
        std::size_t count = 0;
        detail::check(tb_table_moves(handle(), board.data(), board.size(), steps.data(), steps.size(), &count));
        steps.resize(count);
        return steps;
    }

    /** How many shortest paths a board has. */
    std::uint64_t count_paths(tiles_view board) const {
        std::uint64_t paths = 0;
        detail::check(tb_table_count_paths(handle(), board.data(), board.size(), &paths));
        return paths;
    }

    /** The number of a board, from 0. */
    std::uint64_t rank(tiles_view board) const {
        std::uint64_t index = 0;
        detail::check(tb_table_rank(handle(), board.data(), board.size(), &index));
        return index;
    }

    /** The board of a number. */
    std::vector<std::uint8_t> unrank(std::uint64_t index) const {
        std::vector<std::uint8_t> tiles(TB_MOST_CELLS);
        std::size_t cells = 0;
        detail::check(tb_table_unrank(handle(), index, tiles.data(), tiles.size(), &cells));
        tiles.resize(cells);
        return tiles;
    }

    /** Judges a path of another solver. */
    verdict check_path(tiles_view board, const std::string &path) const {
        return detail::judged([&](tb_finding *finding, char *words, std::size_t capacity, std::size_t *length) {
            return tb_table_check_path(handle(), board.data(), board.size(), path.data(), path.size(), finding, words,
                                       capacity, length);
        });
    }

    /** Judges a length that another solver has told. */
    verdict check_length(tiles_view board, std::uint32_t said) const {
        return detail::judged([&](tb_finding *finding, char *words, std::size_t capacity, std::size_t *length) {
            return tb_table_check_length(handle(), board.data(), board.size(), said, finding, words, capacity, length);
        });
    }

    /** The handle, for functions of tilebase.h; it stays this table's. */
    const tb_table *handle() const noexcept { return handle_.get(); }

private:
    explicit table(tb_table *made) noexcept : handle_(made) {}

    std::size_t cells() const {
        std::uint32_t rows = 0, columns = 0;
        detail::check(tb_table_shape(handle(), &rows, &columns));
        return std::size_t{rows} * columns;
    }

    std::unique_ptr<tb_table, detail::deleter> handle_;
};

/** When a search gives up; without a time and without a stop, never. */
struct limits {
    std::optional<std::chrono::milliseconds> time = std::nullopt;
    const tilebase::stop *stop = nullptr;

    /** For tilebase.h, where 0 is no limit: what is less than a millisecond is one. */
    std::uint64_t milliseconds() const noexcept {
        return time ? static_cast<std::uint64_t>(std::max<std::int64_t>(time->count(), 1)) : 0;
    }
};

/** Finds shortest paths on boards of any size. */
class solver {
public:
    /** Takes tables from a folder, if one is named, and builds what else it needs; see tb_solver_new. */
    solver(std::uint32_t rows, std::uint32_t columns, tiles_view goal = {},
           const std::optional<std::filesystem::path> &folder = std::nullopt, const stop *stop = nullptr) {
        const std::string name = folder ? detail::utf8(*folder) : std::string();
        tb_solver *made = nullptr;
        detail::check(tb_solver_new(rows, columns, goal.data(), goal.size(), folder ? name.c_str() : nullptr,
                                    detail::handle_of(stop), &made));
        handle_.reset(made);
    }

    /** No path is shorter than this; told without a search. */
    std::uint32_t lower_bound(tiles_view board) const {
        std::uint32_t bound = 0;
        detail::check(tb_solver_lower_bound(handle(), board.data(), board.size(), &bound));
        return bound;
    }

    /** A shortest path. Throws stopped at the limits. */
    std::string solve(tiles_view board, const limits &limits = {}) const {
        std::array<char, TB_PATH_CAPACITY> path;
        std::size_t length = 0;
        std::uint32_t at_least = 0;
        const tb_status status =
            tb_solver_solve(handle(), board.data(), board.size(), limits.milliseconds(), detail::handle_of(limits.stop),
                            path.data(), path.size(), &length, &at_least);
        if (status != TB_STATUS_OK) {
            detail::fail(status, at_least);
        }
        return std::string(path.data(), length);
    }

    /** Judges a path of another solver. Throws stopped at the limits. */
    verdict check_path(tiles_view board, const std::string &path, const limits &limits = {}) const {
        return detail::judged([&](tb_finding *finding, char *words, std::size_t capacity, std::size_t *length) {
            return tb_solver_check_path(handle(), board.data(), board.size(), path.data(), path.size(),
                                        limits.milliseconds(), detail::handle_of(limits.stop), finding, words, capacity,
                                        length);
        });
    }

    /** Judges a length that another solver has told. Throws stopped at the limits. */
    verdict check_length(tiles_view board, std::uint32_t said, const limits &limits = {}) const {
        return detail::judged([&](tb_finding *finding, char *words, std::size_t capacity, std::size_t *length) {
            return tb_solver_check_length(handle(), board.data(), board.size(), said, limits.milliseconds(),
                                          detail::handle_of(limits.stop), finding, words, capacity, length);
        });
    }

    /** The handle, for functions of tilebase.h; it stays this solver's. */
    const tb_solver *handle() const noexcept { return handle_.get(); }

private:
    std::unique_ptr<tb_solver, detail::deleter> handle_;
};

} // namespace tilebase

#endif
