/*
 * libtilebase for C++17: classes that own their handles, exceptions, vectors and strings. This
 * header-only wrapper is based on tilebase.h, which documents each function.
 *
 *     const tilebase::solver solver(3, 3);
 *     std::cout << solver.solve({6, 3, 8, 5, 4, 1, 7, 2, 0}) << '\n';
 *
 * Solvers, pattern databases, sets of them, and stops can be moved, but not copied. A moved-from
 * object is empty, and using it throws an exception. Const functions may be called from many threads
 * at once.
 *
 * Functions take text as std::string_view. Functions for many boards return a vector. In C++20,
 * each also has an overload that writes to a std::span with room for one result per board.
 */

#ifndef TILEBASE_HPP
#define TILEBASE_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "tilebase.h"

namespace tilebase {

/** The base class of all exceptions of this library. The message is that of tb_last_error. */
class error : public std::runtime_error {
public:
    error(tb_status status, const std::string &message) : std::runtime_error(message), status_(status) {}

    /** The status of the call. */
    tb_status status() const noexcept { return status_; }

private:
    tb_status status_;
};

/**
 * An invalid argument: a shape, a move, an index, a pattern, a path that is not UTF-8, or an empty
 * handle.
 */
class bad_argument : public error {
public:
    using error::error;
};

/** The tiles are not a board. */
class bad_board : public bad_argument {
public:
    using bad_argument::bad_argument;
};

/** The board can't reach the goal. This is an exact answer. */
class unreachable : public error {
public:
    using error::error;
};

/**
 * A table exceeds the memory or its limit, boards are too large to have indexes, or threads could
 * not be started.
 */
class out_of_reach : public error {
public:
    using error::error;
};

/**
 * A file does not exist, can't be read or written, is damaged, is of another kind, or is for another
 * goal.
 */
class bad_file : public error {
public:
    using error::error;
};

/** The call needs a full table, and the solver has none. */
class no_table : public error {
public:
    using error::error;
};

/** The time limit was reached, or a stop was requested. */
class stopped : public error {
public:
    stopped(tb_status status, const std::string &message, std::uint32_t lower_bound = 0)
        : error(status, message), lower_bound_(lower_bound) {}

    /** A lower bound on the number of moves, proved by solve() before it ended; 0 from other calls. */
    std::uint32_t lower_bound() const noexcept { return lower_bound_; }

private:
    std::uint32_t lower_bound_;
};

namespace detail {

/** Throws the exception for a status. */
[[noreturn]] inline void fail(tb_status status, std::uint32_t lower_bound = 0) {
    const std::string message = tb_last_error();
    switch (status) {
    case TB_STATUS_BAD_BOARD:
        throw bad_board(status, message);
    case TB_STATUS_UNREACHABLE:
        throw unreachable(status, message);
    case TB_STATUS_TOO_LARGE:
    case TB_STATUS_OUT_OF_MEMORY:
    case TB_STATUS_THREADS:
        throw out_of_reach(status, message);
    case TB_STATUS_NO_FILE:
    case TB_STATUS_IO:
    case TB_STATUS_BAD_TABLE:
    case TB_STATUS_OTHER_GOAL:
    case TB_STATUS_OTHER_KIND:
        throw bad_file(status, message);
    case TB_STATUS_NO_TABLE:
        throw no_table(status, message);
    case TB_STATUS_LIMIT:
    case TB_STATUS_STOPPED:
        throw stopped(status, message, lower_bound);
    case TB_STATUS_INTERNAL:
        throw error(status, message);
    default:
        throw bad_argument(status, message);
    }
}

inline void check(tb_status status) {
    if (status != TB_STATUS_OK) {
        fail(status);
    }
}

/** A path as UTF-8. The type of u8string() depends on the version of C++. */
inline std::string utf8(const std::filesystem::path &path) {
    const auto text = path.u8string();
    return std::string(text.begin(), text.end());
}

struct deleter {
    void operator()(tb_solver *solver) const noexcept { tb_solver_free(solver); }
    void operator()(tb_pdb *pdb) const noexcept { tb_pdb_free(pdb); }
    void operator()(tb_pdb_set *set) const noexcept { tb_pdb_set_free(set); }
    void operator()(tb_stop *stop) const noexcept { tb_stop_free(stop); }
};

} // namespace detail

/** The version of the library, such as "0.1.0". */
inline std::string version() { return tb_version(); }

/** A view of contiguous numbers, which must exist as long as the view is used. */
template <class number> class view {
public:
    /** An empty view. */
    view() noexcept = default;
    view(const number *data, std::size_t size) noexcept : data_(data), size_(size) {}
    view(const std::vector<number> &numbers) noexcept : view(numbers.data(), numbers.size()) {}
    template <std::size_t count>
    view(const std::array<number, count> &numbers) noexcept : view(numbers.data(), count) {}
#if __cplusplus >= 202002L
    view(std::span<const number> numbers) noexcept : view(numbers.data(), numbers.size()) {}
    view(std::span<number> numbers) noexcept : view(numbers.data(), numbers.size()) {}
#endif
    const number *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    const number *begin() const noexcept { return data_; }
    const number *end() const noexcept { return data_ + size_; }
    const number &operator[](std::size_t place) const noexcept { return data_[place]; }

protected:
    const number *data_ = nullptr;
    std::size_t size_ = 0;
};

/** The tiles of a board, or of several, as bytes. */
class tiles_view : public view<std::uint8_t> {
public:
    using view::view;
    /** A view of a braced list, valid until the end of the call that it is passed to. */
    tiles_view(std::initializer_list<std::uint8_t> tiles) noexcept { data_ = tiles.begin(), size_ = tiles.size(); }
};

/** The tiles of a board, or of several, as 32-bit numbers. */
class numbers_view : public view<std::int32_t> {
public:
    using view::view;
};

/** A board that was read from text: its shape, and its tiles in row order. */
struct board {
    std::uint32_t rows;
    std::uint32_t columns;
    std::vector<std::uint8_t> tiles;
};

/**
 * Reads a board in any common form; see tb_parse_board. If rows and columns are 0, the shape is
 * inferred from the text.
 */
inline board parse_board(std::string_view text, std::uint32_t rows = 0, std::uint32_t columns = 0) {
    board read = {0, 0, std::vector<std::uint8_t>(TB_MAX_CELLS)};
    std::size_t cells = 0;
    detail::check(tb_parse_board(std::string(text).c_str(), rows, columns, read.tiles.data(), read.tiles.size(), &cells, &read.rows,
                                 &read.columns));
    read.tiles.resize(cells);
    return read;
}

/** Writes a board as text; see tb_format_board. */
inline std::string format_board(std::uint32_t rows, std::uint32_t columns, tiles_view tiles) {
    std::array<char, TB_TEXT_CAPACITY> text;
    std::size_t length = 0;
    detail::check(tb_format_board(rows, columns, tiles.data(), tiles.size(), text.data(), text.size(), &length));
    return std::string(text.data(), length);
}

/** Reads moves from a board in any common form, as letters U, D, L, R; see tb_parse_moves. */
inline std::string parse_moves(std::uint32_t rows, std::uint32_t columns, tiles_view tiles, std::string_view text) {
    const std::string terminated(text);
    std::size_t length = 0;
    const auto read = [&](char *path, std::size_t capacity) {
        return tb_parse_moves(rows, columns, tiles.data(), tiles.size(), terminated.c_str(), path, capacity, &length);
    };
    detail::check(read(nullptr, 0));
    std::string path(length + 1, '\0');
    detail::check(read(&path[0], path.size()));
    path.resize(length);
    return path;
}

/** Whether a board can reach a goal; see tb_is_solvable. The default goal is 1, 2, 3 ... */
inline bool is_solvable(std::uint32_t rows, std::uint32_t columns, tiles_view board, tiles_view goal = {}) {
    bool is_solvable = false;
    detail::check(
        tb_is_solvable(rows, columns, goal.data(), goal.size(), board.data(), board.size(), &is_solvable));
    return is_solvable;
}

/**
 * The tiles of random boards, one after the other: equally likely ones, or the ends of random walks;
 * see tb_sample.
 */
inline std::vector<std::uint8_t> sample(std::uint32_t rows, std::uint32_t columns, std::size_t count,
                                        std::uint64_t seed, std::uint32_t walk = 0, tiles_view goal = {}) {
    // tb_sample rejects an invalid shape, whose boards might not fit in memory.
    const std::uint64_t cells = std::uint64_t{rows} * columns;
    // One more board than tb_sample draws, so that it refuses larger numbers, too.
    count = std::min<std::size_t>(count, (std::size_t{1} << 24) + 1);
    std::vector<std::uint8_t> tiles(cells <= TB_MAX_CELLS ? static_cast<std::size_t>(cells) * count : 0);
    detail::check(tb_sample(rows, columns, goal.data(), goal.size(), walk, seed, tiles.data(), tiles.size()));
    return tiles;
}

/** The counts of this thread's last search; see tb_last_statistics. */
inline tb_statistics last_statistics() {
    tb_statistics statistics = {};
    detail::check(tb_last_statistics(&statistics));
    return statistics;
}

/** Properties of lower bounds. */
struct claims {
    /** Whether no bound exceeds the distance. */
    bool admissible;
    /** Whether no move lowers a bound by more than one. */
    bool consistent;
};

/** The verdict on an answer of another solver. */
struct verdict {
    tb_finding finding;
    /** The verdict as a sentence. */
    std::string message;

    /** Whether the answer is right. */
    bool is_optimal() const noexcept { return finding == TB_FINDING_OPTIMAL; }
};

/** A cancellation token for searches and builds. It can be used once. */
class stop {
public:
    stop() {
        tb_stop *made = nullptr;
        detail::check(tb_stop_new(&made));
        handle_.reset(made);
    }

    /**
     * Ends all calls that were given this stop. May be called from any thread and from a signal
     * handler.
     */
    void request() const noexcept { tb_stop_request(handle_.get()); }

    const tb_stop *handle() const noexcept { return handle_.get(); }

private:
    std::unique_ptr<tb_stop, detail::deleter> handle_;
};

namespace detail {

inline const tb_stop *handle_of(const stop *stop) noexcept { return stop == nullptr ? nullptr : stop->handle(); }

/**
 * Calls a function with a buffer for its sentence, and again with a larger one if it is too short.
 */
template <class call> verdict judged(const call &judge) {
    tb_finding finding = TB_FINDING_OTHER;
    std::string message(256, '\0');
    std::size_t length = 0;
    tb_status status = judge(&finding, &message[0], message.size(), &length);
    if (status == TB_STATUS_SHORT_BUFFER) {
        message.resize(length + 1);
        status = judge(&finding, &message[0], message.size(), &length);
    }
    check(status);
    message.resize(length);
    return verdict{finding, std::move(message)};
}

} // namespace detail

/** The limits of a search; by default, there are none. */
struct limits {
    std::optional<std::chrono::milliseconds> time = std::nullopt;
    const tilebase::stop *stop = nullptr;

    /**
     * The time for tilebase.h, where 0 is no limit: times below a millisecond are rounded up to 1.
     */
    std::uint64_t milliseconds() const noexcept {
        return time ? static_cast<std::uint64_t>(std::max<std::int64_t>(time->count(), 1)) : 0;
    }
};

/** The options of a build; see tb_build_options. */
struct build_options {
    /** The memory limit in bytes; 0 for none. */
    std::uint64_t max_memory = 0;
    /** The number of threads; 0 for one per core. */
    std::uint32_t threads = 0;
    const tilebase::stop *stop = nullptr;
    /**
     * Called after each level, on one of the build's threads. Returns false to end the build, which
     * then throws stopped. An exception ends it, too, and is thrown by the build.
     */
    std::function<bool(const tb_level &)> on_level = nullptr;
};

namespace detail {

/** The function of the caller that watches a build, and the exception that it threw. */
struct watcher {
    const std::function<bool(const tb_level &)> &on_level;
    std::exception_ptr thrown;

    static bool call(void *context, const tb_level *level) noexcept {
        watcher &self = *static_cast<watcher *>(context);
        try {
            return self.on_level(*level);
        } catch (...) { // must not reach the library
            self.thrown = std::current_exception();
            return false;
        }
    }
};

/** Calls a function that takes the options of a build. */
template <class call> void build(const build_options &options, const call &work) {
    watcher watching = {options.on_level, nullptr};
    tb_build_options all = {};
    all.max_memory = options.max_memory;
    all.threads = options.threads;
    all.stop = handle_of(options.stop);
    all.on_level = options.on_level ? watcher::call : nullptr;
    all.context = &watching;
    const tb_status status = work(&all);
    if (watching.thrown) {
        std::rethrow_exception(watching.thrown);
    }
    check(status);
}

/** The tiles of an object's goal or pattern, by its function of tilebase.h. */
template <class handle, class call> std::vector<std::uint8_t> tiles_of(const handle *object, const call &ask) {
    std::vector<std::uint8_t> tiles(TB_MAX_CELLS);
    std::size_t cells = 0;
    check(ask(object, tiles.data(), tiles.size(), &cells));
    tiles.resize(cells);
    return tiles;
}

/** The number of cells of an object's boards, by its function of tilebase.h. */
template <class handle, class call> std::size_t cells_of(const handle *object, const call &shape) {
    std::uint32_t rows = 0, columns = 0;
    check(shape(object, &rows, &columns));
    return std::size_t{rows} * columns;
}

/** All counts of a histogram, by its function of tilebase.h. */
template <class handle, class call> std::vector<std::uint64_t> counts_of(const handle *object, const call &histogram) {
    std::size_t levels = 0;
    check(histogram(object, nullptr, 0, &levels));
    std::vector<std::uint64_t> counts(levels);
    check(histogram(object, counts.data(), counts.size(), nullptr));
    return counts;
}

/** One result per board, by a function of tilebase.h for many boards. */
template <class result, class handle, class tiles, class call>
std::vector<result> of_boards(const handle *object, std::size_t cells, const tiles &boards, const call &ask) {
    std::vector<result> found(boards.size() / cells);
    check(ask(object, boards.data(), boards.size(), found.data(), found.size()));
    return found;
}

} // namespace detail

/**
 * Answers questions about the boards of one shape and goal: from a full table, or by searching with
 * pattern databases.
 */
class solver {
public:
    /**
     * Uses the fastest method available, with tables of a folder, if given, or else built now; see
     * tb_solver_new. The default goal is 1, 2, 3 ... with the blank last.
     */
    solver(std::uint32_t rows, std::uint32_t columns, tiles_view goal = {},
           const std::optional<std::filesystem::path> &folder = std::nullopt, const stop *stop = nullptr) {
        const std::string name = folder ? detail::utf8(*folder) : std::string();
        tb_solver *made = nullptr;
        detail::check(tb_solver_new(rows, columns, goal.data(), goal.size(), folder ? name.c_str() : nullptr,
                                    detail::handle_of(stop), &made));
        handle_.reset(made);
    }

    /**
     * The same with the options of a build: a memory limit, a stop, and a function that is called
     * after each level of each pattern database; see tb_solver_new_with.
     */
    solver(std::uint32_t rows, std::uint32_t columns, tiles_view goal,
           const std::optional<std::filesystem::path> &folder, const build_options &options) {
        const std::string name = folder ? detail::utf8(*folder) : std::string();
        tb_solver *made = nullptr;
        detail::build(options, [&](const tb_build_options *all) {
            return tb_solver_new_with(rows, columns, goal.data(), goal.size(), folder ? name.c_str() : nullptr, all,
                                      &made);
        });
        handle_.reset(made);
    }

    /**
     * Searches with the pattern databases of one preset, such as "7-8"; see tb_solver_with_preset.
     * The default goal is as above.
     */
    static solver with_preset(std::uint32_t rows, std::uint32_t columns, std::string_view preset,
                              tiles_view goal = {}, std::uint64_t max_memory = 0,
                              const std::optional<std::filesystem::path> &folder = std::nullopt,
                              const stop *stop = nullptr) {
        const std::string name = folder ? detail::utf8(*folder) : std::string();
        tb_solver *made = nullptr;
        detail::check(tb_solver_with_preset(rows, columns, goal.data(), goal.size(), std::string(preset).c_str(), max_memory,
                                            folder ? name.c_str() : nullptr, detail::handle_of(stop), &made));
        return solver(made);
    }

    /** Builds a full table in memory; see tb_solver_build. The default goal is as above. */
    static solver build(std::uint32_t rows, std::uint32_t columns, tiles_view goal = {},
                        const build_options &options = {}) {
        tb_solver *made = nullptr;
        detail::build(options, [&](const tb_build_options *all) {
            return tb_solver_build(rows, columns, goal.data(), goal.size(), all, &made);
        });
        return solver(made);
    }

    /** Opens the file of a full table; see tb_solver_open. The default goal is that of the table. */
    static solver open(const std::filesystem::path &path, tiles_view goal = {}) {
        tb_solver *made = nullptr;
        detail::check(tb_solver_open(detail::utf8(path).c_str(), goal.data(), goal.size(), &made));
        return solver(made);
    }

    /** Reads the file of a full table into memory; see tb_solver_read. */
    static solver read(const std::filesystem::path &path, tiles_view goal = {}) {
        tb_solver *made = nullptr;
        detail::check(tb_solver_read(detail::utf8(path).c_str(), goal.data(), goal.size(), &made));
        return solver(made);
    }

    std::uint32_t rows() const {
        std::uint32_t rows = 0;
        detail::check(tb_solver_shape(handle(), &rows, nullptr));
        return rows;
    }

    std::uint32_t columns() const {
        std::uint32_t columns = 0;
        detail::check(tb_solver_shape(handle(), nullptr, &columns));
        return columns;
    }

    std::vector<std::uint8_t> goal() const { return detail::tiles_of(handle(), tb_solver_goal); }

    /** Whether the solver has a full table. If not, it searches. */
    bool has_table() const {
        bool has_table = false;
        detail::check(tb_solver_has_table(handle(), &has_table));
        return has_table;
    }

    /**
     * A shortest path, as letters U, D, L, R: the directions of the blank. Throws stopped if a limit
     * is reached.
     */
    std::string solve(tiles_view board, const limits &limits = {}) const {
        std::array<char, TB_PATH_CAPACITY> path;
        std::size_t length = 0;
        std::uint32_t lower_bound = 0;
        const tb_status status =
            tb_solver_solve(handle(), board.data(), board.size(), limits.milliseconds(), detail::handle_of(limits.stop),
                            path.data(), path.size(), &length, &lower_bound);
        if (status != TB_STATUS_OK) {
            detail::fail(status, lower_bound);
        }
        return std::string(path.data(), length);
    }

    /** The fewest moves from a board to the goal. Throws stopped if a limit is reached. */
    std::uint32_t distance(tiles_view board, const limits &limits = {}) const {
        std::uint32_t distance = 0;
        detail::check(tb_solver_distance(handle(), board.data(), board.size(), limits.milliseconds(),
                                         detail::handle_of(limits.stop), &distance));
        return distance;
    }

    /** The same for tiles of 32 bits. */
    std::uint32_t distance(numbers_view board, const limits &limits = {}) const {
        std::uint32_t distance = 0;
        detail::check(tb_solver_distance_i32(handle(), board.data(), board.size(), limits.milliseconds(),
                                             detail::handle_of(limits.stop), &distance));
        return distance;
    }

    /**
     * The distances of consecutive boards, by searching if there is no full table; TB_NO_BOUND for
     * boards that can't reach the goal. The time limit is that of the whole call. Throws stopped if
     * a limit is reached.
     */
    std::vector<std::int32_t> distances_within(tiles_view boards, const limits &limits = {}) const {
        std::vector<std::int32_t> found(boards.size() / cells());
        find_within(boards, limits, found.data(), found.size());
        return found;
    }

    /** The same for tiles of 32 bits. */
    std::vector<std::int32_t> distances_within(numbers_view boards, const limits &limits = {}) const {
        std::vector<std::int32_t> found(boards.size() / cells());
        find_within(boards, limits, found.data(), found.size());
        return found;
    }

#if __cplusplus >= 202002L
    /** The same, written to a span. */
    void distances_within(tiles_view boards, std::span<std::int32_t> found, const limits &limits = {}) const {
        find_within(boards, limits, found.data(), found.size());
    }

    void distances_within(numbers_view boards, std::span<std::int32_t> found, const limits &limits = {}) const {
        find_within(boards, limits, found.data(), found.size());
    }
#endif

    /**
     * A lower bound on the number of moves, found without a search. Admissible, but not always
     * consistent: see claims() and tb_solver_lower_bound.
     */
    std::uint32_t lower_bound(tiles_view board) const {
        std::uint32_t bound = 0;
        detail::check(tb_solver_lower_bound(handle(), board.data(), board.size(), &bound));
        return bound;
    }

    /** The same for tiles of 32 bits. */
    std::uint32_t lower_bound(numbers_view board) const {
        std::uint32_t bound = 0;
        detail::check(tb_solver_lower_bound_i32(handle(), board.data(), board.size(), &bound));
        return bound;
    }

    /** The lower bounds of consecutive boards; TB_NO_BOUND for those that can't reach the goal. */
    std::vector<std::int32_t> lower_bounds(tiles_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_solver_lower_bounds);
    }

    /** The same for tiles of 32 bits. */
    std::vector<std::int32_t> lower_bounds(numbers_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_solver_lower_bounds_i32);
    }

#if __cplusplus >= 202002L
    /** The same, written to a span. */
    void lower_bounds(tiles_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_solver_lower_bounds(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }

    void lower_bounds(numbers_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_solver_lower_bounds_i32(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }
#endif

    /** Whether the lower bounds are admissible and consistent. */
    tilebase::claims claims() const {
        tilebase::claims found = {};
        detail::check(tb_solver_claims(handle(), &found.admissible, &found.consistent));
        return found;
    }

    /** Judges a path of another solver. Throws stopped if a limit is reached. */
    verdict check_path(tiles_view board, std::string_view path, const limits &limits = {}) const {
        return detail::judged([&](tb_finding *finding, char *message, std::size_t capacity, std::size_t *length) {
            return tb_solver_check_path(handle(), board.data(), board.size(), path.data(), path.size(),
                                        limits.milliseconds(), detail::handle_of(limits.stop), finding, message,
                                        capacity, length);
        });
    }

    /** Judges a length claimed by another solver. Throws stopped if a limit is reached. */
    verdict check_length(tiles_view board, std::uint32_t claimed_length, const limits &limits = {}) const {
        return detail::judged([&](tb_finding *finding, char *message, std::size_t capacity, std::size_t *length) {
            return tb_solver_check_length(handle(), board.data(), board.size(), claimed_length, limits.milliseconds(),
                                          detail::handle_of(limits.stop), finding, message, capacity, length);
        });
    }

    /** The number of boards that can reach the goal, for boards of up to 16 cells. */
    std::uint64_t states() const {
        std::uint64_t states = 0;
        detail::check(tb_solver_states(handle(), &states));
        return states;
    }

    /** The index of a board, from 0. */
    std::uint64_t rank(tiles_view board) const {
        std::uint64_t index = 0;
        detail::check(tb_solver_rank(handle(), board.data(), board.size(), &index));
        return index;
    }

    /** The board at an index. */
    std::vector<std::uint8_t> unrank(std::uint64_t index) const {
        std::vector<std::uint8_t> tiles(TB_MAX_CELLS);
        std::size_t cells = 0;
        detail::check(tb_solver_unrank(handle(), index, tiles.data(), tiles.size(), &cells));
        tiles.resize(cells);
        return tiles;
    }

    // The following need a full table. Without one, they throw no_table.

    /** The distances of consecutive boards; TB_NO_DISTANCE for those that can't reach the goal. */
    std::vector<std::uint8_t> distances(tiles_view boards) const {
        return detail::of_boards<std::uint8_t>(handle(), cells(), boards, tb_solver_distances);
    }

    /** The same for tiles of 32 bits. */
    std::vector<std::uint8_t> distances(numbers_view boards) const {
        return detail::of_boards<std::uint8_t>(handle(), cells(), boards, tb_solver_distances_i32);
    }

#if __cplusplus >= 202002L
    /** The same, written to a span. */
    void distances(tiles_view boards, std::span<std::uint8_t> found) const {
        detail::check(tb_solver_distances(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }

    void distances(numbers_view boards, std::span<std::uint8_t> found) const {
        detail::check(tb_solver_distances_i32(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }
#endif

    /** The legal moves of a board, each with the distance of the board after it. */
    std::vector<tb_step> moves(tiles_view board) const {
        std::vector<tb_step> steps(4);
        std::size_t count = 0;
        detail::check(tb_solver_moves(handle(), board.data(), board.size(), steps.data(), steps.size(), &count));
        steps.resize(count);
        return steps;
    }

    /** The number of shortest paths of a board. */
    std::uint64_t count_paths(tiles_view board) const {
        std::uint64_t paths = 0;
        detail::check(tb_solver_count_paths(handle(), board.data(), board.size(), &paths));
        return paths;
    }

    /** The largest distance. */
    std::uint32_t deepest() const {
        std::uint32_t deepest = 0;
        detail::check(tb_solver_deepest(handle(), &deepest));
        return deepest;
    }

    /** The number of boards at each distance, starting at 0. */
    std::vector<std::uint64_t> histogram() const { return detail::counts_of(handle(), tb_solver_histogram); }

    /** Throws bad_file if the file of the table was changed since it was opened. */
    void check_file() const { detail::check(tb_solver_check_file(handle())); }

    /** Writes the table to a file, completely or not at all; see tb_solver_save. */
    void save(const std::filesystem::path &path) const {
        detail::check(tb_solver_save(handle(), detail::utf8(path).c_str()));
    }

    /** The handle, for functions of tilebase.h; the solver still owns it. */
    const tb_solver *handle() const noexcept { return handle_.get(); }

private:
    explicit solver(tb_solver *made) noexcept : handle_(made) {}

    void find_within(tiles_view boards, const limits &limits, std::int32_t *found, std::size_t capacity) const {
        detail::check(tb_solver_distances_within(handle(), boards.data(), boards.size(), limits.milliseconds(),
                                                 detail::handle_of(limits.stop), found, capacity));
    }

    void find_within(numbers_view boards, const limits &limits, std::int32_t *found, std::size_t capacity) const {
        detail::check(tb_solver_distances_within_i32(handle(), boards.data(), boards.size(), limits.milliseconds(),
                                                     detail::handle_of(limits.stop), found, capacity));
    }

    std::size_t cells() const { return detail::cells_of(handle(), tb_solver_shape); }

    std::unique_ptr<tb_solver, detail::deleter> handle_;
};

/**
 * A pattern database: the fewest moves that the tiles of a pattern need to reach their goal cells,
 * for every placement of these tiles; see tb_pdb_build.
 */
class pdb {
public:
    /**
     * Builds the database of some tiles in memory, also with flags such as TB_PDB_ZERO_AWARE; see
     * tb_pdb_build. The default goal is 1, 2, 3 ... with the blank last.
     */
    pdb(std::uint32_t rows, std::uint32_t columns, tiles_view pattern, std::uint32_t flags = 0, tiles_view goal = {},
        const build_options &options = {}) {
        tb_pdb *made = nullptr;
        detail::build(options, [&](const tb_build_options *all) {
            return tb_pdb_build(rows, columns, goal.data(), goal.size(), pattern.data(), pattern.size(), flags, all,
                                &made);
        });
        handle_.reset(made);
    }

    /** Opens the file of a pattern database; see tb_pdb_open. */
    static pdb open(const std::filesystem::path &path) {
        tb_pdb *made = nullptr;
        detail::check(tb_pdb_open(detail::utf8(path).c_str(), &made));
        return pdb(made);
    }

    /** Reads the file of a pattern database into memory; see tb_pdb_read. */
    static pdb read(const std::filesystem::path &path) {
        tb_pdb *made = nullptr;
        detail::check(tb_pdb_read(detail::utf8(path).c_str(), &made));
        return pdb(made);
    }

    std::uint32_t rows() const {
        std::uint32_t rows = 0;
        detail::check(tb_pdb_shape(handle(), &rows, nullptr));
        return rows;
    }

    std::uint32_t columns() const {
        std::uint32_t columns = 0;
        detail::check(tb_pdb_shape(handle(), nullptr, &columns));
        return columns;
    }

    std::vector<std::uint8_t> goal() const { return detail::tiles_of(handle(), tb_pdb_goal); }

    /** The tiles of the pattern, in ascending order. */
    std::vector<std::uint8_t> tiles() const { return detail::tiles_of(handle(), tb_pdb_tiles); }

    /** The number of entries. */
    std::uint64_t size() const {
        std::uint64_t entries = 0;
        detail::check(tb_pdb_size(handle(), &entries, nullptr));
        return entries;
    }

    /** The size of the entries in bytes, in memory or mapped from the file. */
    std::uint64_t bytes() const {
        std::uint64_t bytes = 0;
        detail::check(tb_pdb_size(handle(), nullptr, &bytes));
        return bytes;
    }

    /** The number of entries of each value, starting at 0. */
    std::vector<std::uint64_t> histogram() const { return detail::counts_of(handle(), tb_pdb_histogram); }

    /** Whether the entries are admissible and consistent lower bounds. */
    tilebase::claims claims() const {
        tilebase::claims found = {};
        detail::check(tb_pdb_claims(handle(), &found.admissible, &found.consistent));
        return found;
    }

    /** The entry of a board: the fewest moves that the pattern's tiles need. */
    std::uint32_t lookup(tiles_view board) const {
        std::uint32_t entry = 0;
        detail::check(tb_pdb_lookup(handle(), board.data(), board.size(), &entry));
        return entry;
    }

    /** The same for tiles of 32 bits. */
    std::uint32_t lookup(numbers_view board) const {
        std::uint32_t entry = 0;
        detail::check(tb_pdb_lookup_i32(handle(), board.data(), board.size(), &entry));
        return entry;
    }

    /** The entries of consecutive boards. */
    std::vector<std::int32_t> lookups(tiles_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_pdb_lookups);
    }

    /** The same for tiles of 32 bits. */
    std::vector<std::int32_t> lookups(numbers_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_pdb_lookups_i32);
    }

#if __cplusplus >= 202002L
    /** The same, written to a span. */
    void lookups(tiles_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_pdb_lookups(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }

    void lookups(numbers_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_pdb_lookups_i32(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }
#endif

    /** The index of a board's placement: the position of its entry in data(). */
    std::uint64_t rank(tiles_view board) const {
        std::uint64_t index = 0;
        detail::check(tb_pdb_rank(handle(), board.data(), board.size(), &index));
        return index;
    }

    /** All entries in index order, as long as the database exists; see tb_pdb_data. */
    view<std::uint8_t> data() const {
        const std::uint8_t *first = nullptr;
        detail::check(tb_pdb_data(handle(), &first));
        return view<std::uint8_t>(first, static_cast<std::size_t>(size()));
    }

    /** Throws bad_file if the file of the database was changed since it was opened. */
    void check_file() const { detail::check(tb_pdb_check_file(handle())); }

    /** Writes the database to a file, completely or not at all; see tb_pdb_save. */
    void save(const std::filesystem::path &path) const {
        detail::check(tb_pdb_save(handle(), detail::utf8(path).c_str()));
    }

    /** The handle, for functions of tilebase.h; the database still owns it. */
    const tb_pdb *handle() const noexcept { return handle_.get(); }

private:
    explicit pdb(tb_pdb *made) noexcept : handle_(made) {}

    std::size_t cells() const { return detail::cells_of(handle(), tb_pdb_shape); }

    std::unique_ptr<tb_pdb, detail::deleter> handle_;
};

/** Pattern databases combined into one heuristic. It has copies of their entries. */
class pdb_set {
public:
    /** Adds the entries of disjoint patterns that together cover all tiles; see tb_pdb_set_new. */
    explicit pdb_set(const std::vector<const pdb *> &databases)
        : pdb_set(owned(), made_of(tb_pdb_set_new, databases)) {}

    /** Combines zero-aware databases that may share tiles; see tb_pdb_set_compound. */
    static pdb_set compound(const std::vector<const pdb *> &databases) {
        return pdb_set(owned(), made_of(tb_pdb_set_compound, databases));
    }

    std::uint32_t rows() const {
        std::uint32_t rows = 0;
        detail::check(tb_pdb_set_shape(handle(), &rows, nullptr));
        return rows;
    }

    std::uint32_t columns() const {
        std::uint32_t columns = 0;
        detail::check(tb_pdb_set_shape(handle(), nullptr, &columns));
        return columns;
    }

    std::vector<std::uint8_t> goal() const { return detail::tiles_of(handle(), tb_pdb_set_goal); }

    /** Whether the lower bounds are admissible and consistent. */
    tilebase::claims claims() const {
        tilebase::claims found = {};
        detail::check(tb_pdb_set_claims(handle(), &found.admissible, &found.consistent));
        return found;
    }

    /** A lower bound on the number of moves. */
    std::uint32_t lower_bound(tiles_view board) const {
        std::uint32_t bound = 0;
        detail::check(tb_pdb_set_lower_bound(handle(), board.data(), board.size(), &bound));
        return bound;
    }

    /** The same for tiles of 32 bits. */
    std::uint32_t lower_bound(numbers_view board) const {
        std::uint32_t bound = 0;
        detail::check(tb_pdb_set_lower_bound_i32(handle(), board.data(), board.size(), &bound));
        return bound;
    }

    /** The lower bounds of consecutive boards; TB_NO_BOUND for those that can't reach the goal. */
    std::vector<std::int32_t> lower_bounds(tiles_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_pdb_set_lower_bounds);
    }

    /** The same for tiles of 32 bits. */
    std::vector<std::int32_t> lower_bounds(numbers_view boards) const {
        return detail::of_boards<std::int32_t>(handle(), cells(), boards, tb_pdb_set_lower_bounds_i32);
    }

#if __cplusplus >= 202002L
    /** The same, written to a span. */
    void lower_bounds(tiles_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_pdb_set_lower_bounds(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }

    void lower_bounds(numbers_view boards, std::span<std::int32_t> found) const {
        detail::check(tb_pdb_set_lower_bounds_i32(handle(), boards.data(), boards.size(), found.data(), found.size()));
    }
#endif

    /** The handle, for functions of tilebase.h; the set still owns it. */
    const tb_pdb_set *handle() const noexcept { return handle_.get(); }

private:
    /** Marks the constructor that takes a handle, so that a braced list never means it. */
    struct owned {};

    pdb_set(owned, tb_pdb_set *made) noexcept : handle_(made) {}

    template <class call> static tb_pdb_set *made_of(const call &combine, const std::vector<const pdb *> &databases) {
        std::vector<const tb_pdb *> handles;
        for (const pdb *database : databases) {
            handles.push_back(database == nullptr ? nullptr : database->handle());
        }
        tb_pdb_set *made = nullptr;
        detail::check(combine(handles.data(), handles.size(), &made));
        return made;
    }

    std::size_t cells() const { return detail::cells_of(handle(), tb_pdb_set_shape); }

    std::unique_ptr<tb_pdb_set, detail::deleter> handle_;
};

} // namespace tilebase

#endif
