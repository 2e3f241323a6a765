/*
 * libtilebase: exact distances and shortest paths of sliding-tile puzzles.
 *
 * This file is generated from bindings/c/src; don't edit it.
 *
 * Every function that can fail returns a tb_status. TB_STATUS_OK is 0. With any other status, no
 * results are written except where a function says so (a length or a bound), and tb_last_error()
 * returns the message.
 *
 * A board is an array of its tiles in row order, 0 for the blank: {1,2,3,4,5,6,7,8,0}. Moves are
 * the letters U, D, L, R, the directions of the blank.
 *
 * There are three kinds of objects. Each is created, queried, and freed; full tables and pattern
 * databases can also be saved:
 *
 * - A solver (tb_solver) answers questions about the boards of one shape and goal. Some have a full
 *   table, with the distance of every board; the others search.
 * - A pattern database (tb_pdb) stores, for each placement of the pattern's tiles, the fewest moves
 *   of those tiles that bring them to their goal cells.
 * - A set of pattern databases (tb_pdb_set) combines several into one lower bound.
 *
 *     create          tb_solver_new             the fastest method available
 *                     tb_solver_with_preset     a search with certain pattern databases
 *                     tb_solver_build           a full table, built in memory
 *                     tb_solver_open, _read     a full table, from a file
 *     query           tb_solver_solve           a shortest path
 *                     tb_solver_distance        its length; _distance_i32 for tiles of 32 bits
 *                     tb_last_statistics        the counts of the search
 *                     tb_solver_lower_bound     a bound without a search; _lower_bound_i32
 *                     tb_solver_lower_bounds    many boards at once; _lower_bounds_i32
 *                     tb_solver_claims          whether the bounds are consistent
 *                     tb_solver_check_path      the verdict on another solver's path
 *                     tb_solver_check_length    the verdict on its length
 *                     tb_solver_rank, _unrank   the index of a board, and the board; _states
 *                     tb_solver_shape, _goal, _has_table
 *     query a full    tb_solver_distances       many boards at once; _distances_i32
 *     table           tb_solver_moves           the moves of a board, and which are optimal
 *                     tb_solver_count_paths     the number of shortest paths
 *                     tb_solver_deepest, _histogram, _check_file
 *     save, free      tb_solver_save            the full table, to a file
 *                     tb_solver_free            every solver, once
 *
 *     create          tb_pdb_build              a pattern database, built in memory
 *                     tb_pdb_open, _read        from a file
 *     query           tb_pdb_lookup             the entry of a board; _lookup_i32
 *                     tb_pdb_lookups            many boards at once; _lookups_i32
 *                     tb_pdb_rank, _data        the index of a board, and all entries
 *                     tb_pdb_claims             whether the entries are consistent
 *                     tb_pdb_shape, _goal, _tiles, _size, _histogram, _check_file
 *     save, free      tb_pdb_save, tb_pdb_free
 *
 *     create          tb_pdb_set_new            the sum of disjoint patterns
 *                     tb_pdb_set_compound       the largest sum of patterns that may share tiles
 *     query           tb_pdb_set_lower_bound    a bound; _lower_bound_i32
 *                     tb_pdb_set_lower_bounds   many boards at once; _lower_bounds_i32
 *                     tb_pdb_set_claims, _shape, _goal
 *     free            tb_pdb_set_free
 *
 *     stops           tb_stop_new, _request, _free
 *     boards          tb_is_solvable, tb_sample
 *     text            tb_parse_board, tb_format_board, tb_parse_moves
 *     library         tb_last_error, tb_handles_alive, tb_version, ...
 *
 * If a call needs a full table and the solver has none, the status is TB_STATUS_NO_TABLE. A call
 * that may search takes a time limit and a tb_stop: tb_stop_request ends it from another thread. A
 * build takes tb_build_options, which may have a stop and a function to call after each level.
 *
 * The caller owns every object that it makes, and has to free it; nothing else needs freeing. Freed
 * handles, handles of another kind, NULL, and misaligned pointers are reported by a status. The
 * library can't detect the following, so the caller has to avoid them:
 *
 * - memory that is smaller than stated, or a string without a terminating zero;
 * - an object that one thread frees while another uses it in a call.
 */


#ifndef TILEBASE_H
#define TILEBASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of the binary interface: the number in `libtilebase.so.0`. It changes when a release
 * removes a function or changes its meaning, but not when functions are added.
 */
#define TB_ABI_VERSION 0

/**
 * The maximum number of cells of a board: room for the tiles of any board.
 */
#define TB_MAX_CELLS 25

/**
 * Marks a board that can't reach the goal, instead of a distance. It exceeds all distances of any
 * table.
 */
#define TB_NO_DISTANCE UINT8_MAX

/**
 * Marks a board that can't reach the goal, instead of a lower bound.
 */
#define TB_NO_BOUND -1

/**
 * A buffer size that holds any path from a full table, and in practice any path that a search
 * finds, including the terminating zero.
 */
#define TB_PATH_CAPACITY 512

/**
 * A buffer size that holds any text that `tb_format_board` writes, including the terminating zero.
 */
#define TB_TEXT_CAPACITY 80

/**
 * Flag of `tb_pdb_build`: distinguish the regions of the blank, so that the entries are
 * consistent.
 */
#define TB_PDB_ZERO_AWARE 1

/**
 * Flag of `tb_pdb_build`, only with `TB_PDB_ZERO_AWARE`: one bit per entry, which makes the file
 * an eighth as large. The first lookup decodes all entries to one byte each.
 */
#define TB_PDB_BITS 2

/**
 * The status of a call. Every function that can fail returns one; `tb_last_error` returns the
 * message.
 */
enum tb_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Success. With any other status, results are written only where a function says so.
     */
    TB_STATUS_OK = 0,
    /**
     * A required pointer is NULL.
     */
    TB_STATUS_NULL_POINTER = 1,
    /**
     * An invalid handle: already freed, of another kind, or an ordinary pointer.
     */
    TB_STATUS_BAD_HANDLE = 2,
    /**
     * A pointer is not aligned for its type.
     */
    TB_STATUS_MISALIGNED = 3,
    /**
     * A length that no array can have, overlapping buffers, an unknown preset, or an invalid
     * option.
     */
    TB_STATUS_BAD_ARGUMENT = 4,
    /**
     * An invalid shape: boards have at least 2 rows, 2 columns, and at most 25 cells.
     */
    TB_STATUS_BAD_SHAPE = 5,
    /**
     * The tiles are not a board of the shape: each number from 0 (the blank) up must appear once.
     */
    TB_STATUS_BAD_BOARD = 6,
    /**
     * A letter is not a move, or there are too many letters.
     */
    TB_STATUS_BAD_MOVE = 7,
    /**
     * A string is not UTF-8, or not a board or moves.
     */
    TB_STATUS_BAD_TEXT = 8,
    /**
     * There is no board at the index.
     */
    TB_STATUS_BAD_INDEX = 9,
    /**
     * The board can't reach the goal. This is an exact answer, not a failed search.
     */
    TB_STATUS_UNREACHABLE = 10,
    /**
     * A buffer is too small for the result. The required length is written if there is a place for
     * it.
     */
    TB_STATUS_SHORT_BUFFER = 11,
    /**
     * A table exceeds the memory limit or the memory of any machine; a number exceeds 64 bits; or
     * boards of more than 16 cells have no indexes.
     */
    TB_STATUS_TOO_LARGE = 12,
    /**
     * There is not enough memory.
     */
    TB_STATUS_OUT_OF_MEMORY = 13,
    /**
     * The file does not exist.
     */
    TB_STATUS_NO_FILE = 14,
    /**
     * A file can't be read or written.
     */
    TB_STATUS_IO = 15,
    /**
     * A file is not a table, is damaged, was changed while in use, or is inconsistent.
     */
    TB_STATUS_BAD_TABLE = 16,
    /**
     * The table is for another goal, or pattern databases to combine have different goals.
     */
    TB_STATUS_OTHER_GOAL = 17,
    /**
     * The call needs a full table, and the solver has none.
     */
    TB_STATUS_NO_TABLE = 18,
    /**
     * The time limit was reached before an answer was found.
     */
    TB_STATUS_LIMIT = 19,
    /**
     * `tb_stop_request` has ended the call.
     */
    TB_STATUS_STOPPED = 20,
    /**
     * Threads could not be started.
     */
    TB_STATUS_THREADS = 21,
    /**
     * The file is a pattern database where a full table is expected, or the other way around; or
     * its distances are in the multi-tile metric.
     */
    TB_STATUS_OTHER_KIND = 22,
    /**
     * The tiles are not a pattern, or the patterns can't be combined.
     */
    TB_STATUS_BAD_PATTERN = 23,
    /**
     * A bug in this library. It was caught, and all handles remain valid.
     */
    TB_STATUS_INTERNAL = 24,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tb_status tb_status;
#else
typedef int32_t tb_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The verdict on an answer. `TB_FINDING_OPTIMAL` is the only one for a right answer.
 */
enum tb_finding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A shortest path to the goal, or its length.
     */
    TB_FINDING_OPTIMAL = 0,
    /**
     * The path leads to the goal, but is longer than necessary.
     */
    TB_FINDING_LONGER = 1,
    /**
     * A move is illegal.
     */
    TB_FINDING_ILLEGAL_MOVE = 2,
    /**
     * The moves are legal, but do not end at the goal.
     */
    TB_FINDING_ENDS_ELSEWHERE = 3,
    /**
     * A shortest path has the same moves in a different order.
     */
    TB_FINDING_WRONG_ORDER = 4,
    /**
     * Right if the letters are the directions of the tile, not the blank.
     */
    TB_FINDING_OTHER_CONVENTION = 5,
    /**
     * Right if the moves are made from the goal to the board.
     */
    TB_FINDING_REVERSED = 6,
    /**
     * The path leads to another common goal.
     */
    TB_FINDING_OTHER_GOAL = 7,
    /**
     * The length is greater than that of a shortest path.
     */
    TB_FINDING_TOO_LONG = 8,
    /**
     * The length is less than that of a shortest path.
     */
    TB_FINDING_TOO_SHORT = 9,
    /**
     * The length is right if sliding several tiles at once counts as one move.
     */
    TB_FINDING_MULTI_TILE = 10,
    /**
     * The board is unsolvable, but the answer claims that it is solvable.
     */
    TB_FINDING_SAYS_SOLVABLE = 11,
    /**
     * Another verdict; see `message`.
     */
    TB_FINDING_OTHER = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tb_finding tb_finding;
#else
typedef int32_t tb_finding;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A pattern database (PDB): the fewest moves that the tiles of a pattern need to reach their goal
 * cells, for every placement of these tiles. Only moves of these tiles count.
 */
typedef struct tb_pdb tb_pdb;

/**
 * Pattern databases of one goal combined into one heuristic.
 */
typedef struct tb_pdb_set tb_pdb_set;

/**
 * Answers questions about the boards of one shape and goal: from a full table, which has the
 * distance of every board, or by searching with pattern databases.
 */
typedef struct tb_solver tb_solver;

/**
 * A cancellation token for searches and builds.
 */
typedef struct tb_stop tb_stop;

/**
 * A completed level of a build: all entries at one distance from the goal.
 */
typedef struct tb_level {
    /**
     * The distance from the goal, in moves.
     */
    uint32_t distance;
    /**
     * The number of entries at this distance.
     */
    uint64_t added;
    /**
     * The number of entries found so far, including this level.
     */
    uint64_t reached;
    /**
     * The number of all entries.
     */
    uint64_t entries;
} tb_level;

/**
 * A function that is called after each level of a build, with the context of the options. It
 * returns true to continue, or false to end the build with `TB_STATUS_STOPPED`. It runs on the
 * calling thread or on one of the build's threads, which may differ between calls. Calls never
 * overlap. The function may call any function of this library. It must return: neither a C++
 * exception nor `longjmp` may leave it.
 */
typedef bool (*tb_on_level)(void *context, const struct tb_level *level);

/**
 * The options of a build. A zeroed struct or NULL selects the defaults.
 */
typedef struct tb_build_options {
    /**
     * The memory limit of the build in bytes; 0 for none. Set a limit if the shape or pattern
     * comes from untrusted input: on systems that overcommit memory, the kernel may kill the
     * process if a table is too large.
     */
    uint64_t max_memory;
    /**
     * The number of threads; 0 for one per core. The result does not depend on it.
     */
    uint32_t threads;
    /**
     * A stop for the build; NULL for none.
     */
    const struct tb_stop *stop;
    /**
     * The function to call after each level; NULL for none.
     */
    tb_on_level on_level;
    /**
     * The first argument of `on_level`.
     */
    void *context;
} tb_build_options;

/**
 * The counts of a search.
 */
typedef struct tb_statistics {
    /**
     * States whose successors were generated.
     */
    uint64_t expanded;
    /**
     * States produced, including the start and duplicates.
     */
    uint64_t generated;
    /**
     * The time of the search, in microseconds.
     */
    uint64_t microseconds;
} tb_statistics;

/**
 * A legal move of a board.
 */
typedef struct tb_step {
    /**
     * The distance of the board after the move.
     */
    uint32_t distance;
    /**
     * The direction of the blank: `'U'`, `'D'`, `'L'` or `'R'`.
     */
    char letter;
    /**
     * Whether a shortest path begins with this move.
     */
    bool optimal;
} tb_step;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/* =================================================================================================
 * Errors, names and versions
 * ================================================================================================= */

/**
 * The message of this thread's last failed call: what was expected and what was found. One line of
 * UTF-8, without a period. Empty if no call has failed.
 *
 * - Returns: a string, never NULL, valid until this thread's next failed call or its end. Copy it
 *   to keep it.
 * - Threads: each thread has its own message.
 */
const char *tb_last_error(void);

/**
 * The name of a status, such as `"TB_STATUS_UNREACHABLE"`; `"TB_STATUS_?"` for an invalid number.
 *
 * - Returns: a static string, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_status_name(int32_t status);

/**
 * The version of the library, such as `"0.1.0"`.
 *
 * - Returns: a static string, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_version(void);

/**
 * The `TB_ABI_VERSION` of the library that is running. A program that loads the library at run
 * time should compare it with that of its header.
 *
 * - Threads: may be called from any thread at any time.
 */
uint32_t tb_abi_version(void);

/* =================================================================================================
 * Solvers: create
 * ================================================================================================= */

/**
 * Makes a solver with the fastest method available. It uses the full table of the goal if the
 * folder has one or if building it is fast (up to 2x5 and 3x3). Otherwise, it searches: IDA* with
 * pattern databases, from the folder or built now. Building takes 0.04 s for 4x4, but about 10
 * seconds on two cores and 1.4 GB for boards of 24 and 25 cells. No files are written.
 *
 * - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
 *   with the blank last.
 * - `folder`: the folder of the tables, in UTF-8 with a terminating zero; NULL for none. It need
 *   not exist.
 * - `stop`: a stop for building tables; NULL for none. Searches take their own.
 * - `solver`: the handle, for `tb_solver_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_TEXT`; `IO` or `BAD_TABLE`
 *   for files in the folder; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or a status for an invalid
 *   pointer or stop.
 * - Threads: may be called from any thread. Builds tables on all cores, so don't call it in the
 *   child of a `fork`.
 */
tb_status tb_solver_new(uint32_t rows,
                        uint32_t columns,
                        const uint8_t *goal,
                        size_t goal_cells,
                        const char *folder,
                        const struct tb_stop *stop,
                        struct tb_solver **solver);

/**
 * Like `tb_solver_new`, with the options of a build.
 *
 * - `options`: NULL for the defaults. `max_memory` limits the pattern databases, not counting
 *   mapped files: if even the smallest ones exceed it, the solver searches with linear conflicts.
 *   `on_level` is called after each level of each pattern database that is built; `distance`
 *   starts again at 0 for each one. It is not called for a full table, which is built in a moment.
 *   If it returns false, the build ends and the `stop` in `options`, if any, is triggered, which
 *   also ends other calls that use it. `threads` must be 0, because this build uses all cores.
 * - The other parameters, threads: as for `tb_solver_new`.
 * - Returns: as for `tb_solver_new`; also `BAD_ARGUMENT` if `threads` is not 0, and `STOPPED` if
 *   `on_level` returned false.
 */
tb_status tb_solver_new_with(uint32_t rows,
                             uint32_t columns,
                             const uint8_t *goal,
                             size_t goal_cells,
                             const char *folder,
                             const struct tb_build_options *options,
                             struct tb_solver **solver);

/**
 * Makes a solver that searches with the pattern databases of one preset. Use it for lower bounds
 * of a certain kind, or to stay within a memory limit. The databases are read from the folder if
 * it has all of them. Otherwise they are built, which takes 0.04 s for 5-5-5, but minutes for
 * large patterns. No files are written.
 *
 * - `preset`: the name of the preset, such as `7-8`. The presets of 4x4 are 5-5-5, 6-6-3, 7-8 and
 *   7-8x1. Those of 5x5 are 6-6-6-6 and 6x16. The message of `BAD_ARGUMENT` lists those of other
 *   shapes.
 * - `max_memory`: the memory limit of the pattern databases in bytes, not counting mapped files; 0
 *   for no limit.
 * - `goal`, `folder`, `stop`, `solver`, threads: as for `tb_solver_new`.
 * - Returns: as for `tb_solver_new`; also `BAD_ARGUMENT` for an unknown preset, and `TOO_LARGE`
 *   if the databases exceed the memory limit.
 */
tb_status tb_solver_with_preset(uint32_t rows,
                                uint32_t columns,
                                const uint8_t *goal,
                                size_t goal_cells,
                                const char *preset,
                                uint64_t max_memory,
                                const char *folder,
                                const struct tb_stop *stop,
                                struct tb_solver **solver);

/**
 * Makes a solver with a full table, built in memory with one byte per board. This takes less than
 * a millisecond for 3x3, and a second and 240 MB for 3x4.
 *
 * - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
 *   with the blank last.
 * - `options`: the memory limit, the threads, the stop, and the function to call after each level;
 *   NULL for the defaults.
 * - `solver`: the handle, for `tb_solver_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`, `BAD_BOARD` (the goal), `BAD_ARGUMENT` (the threads),
 *   `TOO_LARGE`, `OUT_OF_MEMORY`, `THREADS`, `STOPPED`, or a status for an invalid pointer or
 *   stop.
 * - Threads: may be called from any thread. Builds large tables on all cores by default, so don't
 *   call it in the child of a `fork`.
 */
tb_status tb_solver_build(uint32_t rows,
                          uint32_t columns,
                          const uint8_t *goal,
                          size_t goal_cells,
                          const struct tb_build_options *options,
                          struct tb_solver **solver);

/**
 * Makes a solver with a full table from a file written by `tb_solver_save` or `pdb-gen`. A file of
 * up to 16 MiB is read into memory and checked completely. A larger one is mapped, and each part
 * is checked on first access. Such a file must not be truncated until the solver is freed: reading
 * past its new end raises a signal (SIGBUS). Replacing the file by renaming is safe. If other
 * programs may truncate it, use `tb_solver_read`.
 *
 * - `path`: UTF-8, with a terminating zero.
 * - `goal`: the goal of the distances, as `goal_cells` tiles; its blank must be in the same cell
 *   as that of the table's goal. NULL with 0 cells is the table's own goal.
 * - `solver`: the handle, for `tb_solver_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `BAD_BOARD` (the goal),
 *   `OTHER_GOAL`, `OTHER_KIND` for a pattern database or distances in the multi-tile metric, or a
 *   status for an invalid pointer.
 * - Threads: may be called from any thread.
 */
tb_status tb_solver_open(const char *path, const uint8_t *goal, size_t goal_cells, struct tb_solver **solver);

/**
 * Reads a table file of any size into memory and checks it completely; later changes of the file
 * have no effect. Checks large files on all cores, so don't call it in the child of a `fork`.
 * Otherwise like `tb_solver_open`.
 */
tb_status tb_solver_read(const char *path, const uint8_t *goal, size_t goal_cells, struct tb_solver **solver);

/* =================================================================================================
 * Solvers: query
 * ================================================================================================= */

/**
 * The number of rows and columns of the solver's boards. Either pointer may be NULL if not needed.
 *
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_shape(const struct tb_solver *solver, uint32_t *rows, uint32_t *columns);

/**
 * The goal of a solver, in row order, 0 for the blank.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
 *   only queries the number.
 * - `cells`: the number of tiles; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_goal(const struct tb_solver *solver, uint8_t *tiles, size_t capacity, size_t *cells);

/**
 * Whether the solver has a full table. If not, it searches.
 *
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_has_table(const struct tb_solver *solver, bool *has_table);

/**
 * A shortest path from a board to the goal. Each letter is a direction of the blank. With a full
 * table, the path is the first one in the order U, D, L, R, and takes microseconds. A search takes
 * up to minutes for hard boards of 4x4, and far longer for 5x5.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `milliseconds`: the time limit of a search; 0 for none.
 * - `stop`: a stop, to end a search from another thread or a signal handler; NULL for none.
 * - `path`: room for `capacity` letters, including the terminating zero; `TB_PATH_CAPACITY` is
 *   enough. NULL with capacity 0 only queries the length.
 * - `length`: the number of moves; NULL if not needed.
 * - `lower_bound`: a lower bound on the number of moves; NULL if not needed. Also written with
 *   `LIMIT` and `STOPPED`: the bound that the search had proved by then.
 * - Returns: `TB_STATUS_OK` if the path is a shortest one; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`;
 *   `STOPPED`; `SHORT_BUFFER` (the length is written); `BAD_TABLE`; or a status for an invalid
 *   pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed. Searches hard
 *   boards on all cores, so don't search in the child of a `fork`.
 */
tb_status tb_solver_solve(const struct tb_solver *solver,
                          const uint8_t *tiles,
                          size_t cells,
                          uint64_t milliseconds,
                          const struct tb_stop *stop,
                          char *path,
                          size_t capacity,
                          size_t *length,
                          uint32_t *lower_bound);

/**
 * The fewest moves from a board to the goal. With a full table, they are looked up. Otherwise they
 * are found by a search. If a search may end early and you need its lower bound, call
 * `tb_solver_solve` instead.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `milliseconds`, `stop`: limits of a search, as for `tb_solver_solve`.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`; `STOPPED`; `BAD_TABLE`; or a
 *   status for an invalid pointer or handle.
 * - Threads: as for `tb_solver_solve`. Lookups do not block each other.
 */
tb_status tb_solver_distance(const struct tb_solver *solver,
                             const uint8_t *tiles,
                             size_t cells,
                             uint64_t milliseconds,
                             const struct tb_stop *stop,
                             uint32_t *distance);

/**
 * Like `tb_solver_distance`, for a board with 32-bit tiles, such as `std::array<int, 9>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - The other parameters, returns, threads: as for `tb_solver_distance`.
 */
tb_status tb_solver_distance_i32(const struct tb_solver *solver,
                                 const int32_t *tiles,
                                 size_t cells,
                                 uint64_t milliseconds,
                                 const struct tb_stop *stop,
                                 uint32_t *distance);

/**
 * The number of boards that can reach the goal: half of all boards. Their indexes start at 0
 * (`tb_solver_rank`).
 *
 * - Returns: `TB_STATUS_OK`; `TOO_LARGE` for boards of more than 16 cells, which are not numbered;
 *   or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_states(const struct tb_solver *solver, uint64_t *states);

/**
 * The index of a board among those that can reach the goal, from 0 to `tb_solver_states` - 1.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` as for `tb_solver_states`; or
 *   a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_rank(const struct tb_solver *solver, const uint8_t *tiles, size_t cells, uint64_t *index);

/**
 * The board at an index.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
 *   only queries the number.
 * - `cells`: the number of tiles; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `BAD_INDEX` if there is no board at the index; `TOO_LARGE` as for
 *   `tb_solver_states`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_unrank(const struct tb_solver *solver,
                           uint64_t index,
                           uint8_t *tiles,
                           size_t capacity,
                           size_t *cells);

/**
 * Reports whether the solver's lower bounds are admissible (never above the distance) and
 * consistent (no move lowers them by more than one). Bounds from a full table or from zero-aware
 * pattern databases, such as those of the preset 7-8x1, are both. Bounds from other pattern
 * databases are only admissible.
 *
 * - `admissible`, `consistent`: the results; NULL if not needed.
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_claims(const struct tb_solver *solver, bool *admissible, bool *consistent);

/**
 * A lower bound on the number of moves, found without a search. It is *admissible*: never above
 * the distance. It may also be *consistent*: no move lowers it by more than one. That depends on
 * the solver:
 *
 * - With a full table, the bound is the distance itself, so it is consistent.
 * - Otherwise, it comes from pattern databases: the largest of several sums, usually for the board
 *   and its reflection. It has the same parity as the distance. Zero-aware pattern databases, such
 *   as those of the preset 7-8x1, are consistent. With others, one move can lower the bound by
 *   three or more, so A* with this bound must reopen closed states.
 *
 * `tb_solver_claims` reports whether the bounds are consistent.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or a status for an invalid
 *   pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed; calls do not
 *   block each other.
 */
tb_status tb_solver_lower_bound(const struct tb_solver *solver,
                                const uint8_t *tiles,
                                size_t cells,
                                uint32_t *bound);

/**
 * Like `tb_solver_lower_bound`, for a board with 32-bit tiles, such as `std::array<int, 16>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns, threads: as for `tb_solver_lower_bound`.
 */
tb_status tb_solver_lower_bound_i32(const struct tb_solver *solver,
                                    const int32_t *tiles,
                                    size_t cells,
                                    uint32_t *bound);

/**
 * The lower bounds of many boards, as `tb_solver_lower_bound` gives them.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `bounds`: room for `capacity` bounds, one per board and in the same order. A board that can't
 *   reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
 *   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
 *   arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or handle. Only with
 *   `TB_STATUS_OK` are all bounds written.
 * - Threads: may be called from any thread at any time until the solver is freed; calls do not
 *   block each other. A call uses one thread: to use several threads, split the boards among them.
 */
tb_status tb_solver_lower_bounds(const struct tb_solver *solver,
                                 const uint8_t *tiles,
                                 size_t length,
                                 int32_t *bounds,
                                 size_t capacity);

/**
 * Like `tb_solver_lower_bounds`, for boards with 32-bit tiles, such as `std::array<int, 16>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `bounds`, returns, threads: as for `tb_solver_lower_bounds`.
 */
tb_status tb_solver_lower_bounds_i32(const struct tb_solver *solver,
                                     const int32_t *tiles,
                                     size_t length,
                                     int32_t *bounds,
                                     size_t capacity);

/**
 * The name of a finding, such as `"TB_FINDING_LONGER"`; `"TB_FINDING_?"` for an invalid number.
 *
 * - Returns: a static string, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_finding_name(int32_t finding);

/**
 * Judges a path of another solver: replays it, and compares its length with the distance, which is
 * looked up or searched. Any shortest path is right: most boards have several.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `path`: `length` letters U, D, L, R, the directions of the blank; no terminating zero is
 *   needed.
 * - `milliseconds`, `stop`: limits of a search, as for `tb_solver_solve`. If it ends early, the
 *   status is `LIMIT` or `STOPPED`, and there is no verdict.
 * - `finding`: the verdict.
 * - `message`: the verdict as an English sentence: room for `capacity` letters, including the
 *   terminating zero. NULL with capacity 0 if not needed.
 * - `message_length`: the length of the sentence, without the zero; NULL if not needed.
 * - Returns: `TB_STATUS_OK` if there is a verdict, whichever it is; `BAD_BOARD`; `BAD_MOVE`;
 *   `LIMIT`; `STOPPED`; `SHORT_BUFFER` (the finding and the length of the sentence are written);
 *   `BAD_TABLE`; or a status for an invalid pointer or handle.
 * - Threads: as for `tb_solver_solve`.
 */
tb_status tb_solver_check_path(const struct tb_solver *solver,
                               const uint8_t *tiles,
                               size_t cells,
                               const char *path,
                               size_t length,
                               uint64_t milliseconds,
                               const struct tb_stop *stop,
                               tb_finding *finding,
                               char *message,
                               size_t capacity,
                               size_t *message_length);

/**
 * Judges the length of a shortest path, as claimed by another solver.
 *
 * - `claimed_length`: the length.
 * - The other parameters, returns, threads: as for `tb_solver_check_path`.
 */
tb_status tb_solver_check_length(const struct tb_solver *solver,
                                 const uint8_t *tiles,
                                 size_t cells,
                                 uint32_t claimed_length,
                                 uint64_t milliseconds,
                                 const struct tb_stop *stop,
                                 tb_finding *finding,
                                 char *message,
                                 size_t capacity,
                                 size_t *message_length);

/**
 * The distances of many boards, by searching if the solver has no full table. The boards are
 * searched one after another on the calling thread; to use several threads, split the boards
 * among them. With a full table, the distances are looked up, and the limits do not apply.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `milliseconds`: the time limit of the whole call; 0 for none.
 * - `stop`: a stop for the searches; NULL for none.
 * - `distances`: room for `capacity` distances, one per board and in the same order. A board that
 *   can't reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `LIMIT` or `STOPPED` (the message gives the number of the board that
 *   was searched, counted from 0; the distances of the boards before it are written); `BAD_BOARD`
 *   (the message gives the number of the first invalid board), also if the last board is
 *   incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the arrays overlap; `BAD_TABLE`; or a status for
 *   an invalid pointer or handle. Only with `TB_STATUS_OK` are all distances written.
 * - Threads: may be called from any thread at any time until the solver is freed; calls do not
 *   block each other.
 */
tb_status tb_solver_distances_within(const struct tb_solver *solver,
                                     const uint8_t *tiles,
                                     size_t length,
                                     uint64_t milliseconds,
                                     const struct tb_stop *stop,
                                     int32_t *distances,
                                     size_t capacity);

/**
 * Like `tb_solver_distances_within`, for boards with 32-bit tiles, such as `std::array<int, 16>`
 * and HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - The other parameters, returns, threads: as for `tb_solver_distances_within`.
 */
tb_status tb_solver_distances_within_i32(const struct tb_solver *solver,
                                         const int32_t *tiles,
                                         size_t length,
                                         uint64_t milliseconds,
                                         const struct tb_stop *stop,
                                         int32_t *distances,
                                         size_t capacity);

/**
 * The counts of this thread's last search, even if it ended with `LIMIT` or `STOPPED`. A search is
 * one call of `tb_solver_solve`, or one board whose distance is not looked up in a full table.
 * After a call for many boards, the counts are those of the last board searched. All counts are 0
 * before the first search.
 *
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer.
 * - Threads: each thread has its own counts.
 */
tb_status tb_last_statistics(struct tb_statistics *statistics);

/* =================================================================================================
 * Solvers: query a full table
 * ================================================================================================= */

/**
 * The distances of many boards: the fastest way to get them. Needs a full table; without one, call
 * `tb_solver_distances_within`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `distances`: room for `capacity` distances, one per board and in the same order. A board that
 *   can't reach the goal gets `TB_NO_DISTANCE`. The array must not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD` (the message gives the number of the first
 *   invalid board, counted from 0), also if the last board is incomplete; `SHORT_BUFFER`;
 *   `BAD_ARGUMENT` if the arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or
 *   handle. Only with `TB_STATUS_OK` are all distances written.
 * - Threads: may be called from any thread at any time until the solver is freed; calls do not
 *   block each other.
 */
tb_status tb_solver_distances(const struct tb_solver *solver,
                              const uint8_t *tiles,
                              size_t length,
                              uint8_t *distances,
                              size_t capacity);

/**
 * Like `tb_solver_distances`, for boards with 32-bit tiles, such as `std::array<int, 9>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `distances`, returns, threads: as for `tb_solver_distances`.
 */
tb_status tb_solver_distances_i32(const struct tb_solver *solver,
                                  const int32_t *tiles,
                                  size_t length,
                                  uint8_t *distances,
                                  size_t capacity);

/**
 * The legal moves of a board in the order U, D, L, R: two to four, each with the distance of the
 * board after it. Needs a full table.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `steps`: room for `capacity` moves; 4 are always enough. NULL with capacity 0 only queries the
 *   number.
 * - `count`: the number of moves; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER`; `BAD_TABLE`;
 *   or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_moves(const struct tb_solver *solver,
                          const uint8_t *tiles,
                          size_t cells,
                          struct tb_step *steps,
                          size_t capacity,
                          size_t *count);

/**
 * The number of shortest paths of a board; 1 for the goal itself. Needs a full table.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` if the number
 *   exceeds 64 bits; `BAD_TABLE`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_count_paths(const struct tb_solver *solver,
                                const uint8_t *tiles,
                                size_t cells,
                                uint64_t *paths);

/**
 * The largest distance of any board. Needs a full table.
 *
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_deepest(const struct tb_solver *solver, uint32_t *deepest);

/**
 * The number of boards at each distance, from 0 to the largest. Needs a full table.
 *
 * - `counts`: room for `capacity` numbers. NULL with capacity 0 only queries how many.
 * - `levels`: the number of counts, one more than the largest distance; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `SHORT_BUFFER`; or a status for an invalid pointer or
 *   handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_histogram(const struct tb_solver *solver,
                              uint64_t *counts,
                              size_t capacity,
                              size_t *levels);

/**
 * Checks that the file of a full table has not changed since it was opened; always `TB_STATUS_OK`
 * for a table in memory. A changed file can give wrong answers, so call this after many lookups in
 * a mapped file. `tb_solver_distances`, `tb_solver_distances_within`, `tb_solver_solve`, the lower
 * bounds, the checks of answers, and `tb_solver_save` already do it. Needs a full table.
 *
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_TABLE` if the file was modified or truncated; or a
 *   status for an invalid handle.
 * - Threads: may be called from any thread at any time until the solver is freed.
 */
tb_status tb_solver_check_file(const struct tb_solver *solver);

/* =================================================================================================
 * Solvers: save and free
 * ================================================================================================= */

/**
 * Writes the full table of a solver to a file, for `tb_solver_open`. The file is written
 * completely or not at all: an existing one is replaced only by a whole new one. A missing folder
 * is created. Needs a full table.
 *
 * - `path`: UTF-8, with a terminating zero.
 * - Returns: `TB_STATUS_OK`; `NO_TABLE`; `BAD_TEXT`; `IO` if the file can't be written;
 *   `BAD_TABLE` if the solver's own file was changed; or a status for an invalid pointer or
 *   handle.
 * - Threads: may be called from any thread at any time until the solver is freed. Checks large
 *   files on all cores, so don't call it in the child of a `fork`.
 */
tb_status tb_solver_save(const struct tb_solver *solver, const char *path);

/**
 * Frees a solver. Does nothing for NULL.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
 * - Threads: may be called from any thread, but not during another call with the same solver.
 */
tb_status tb_solver_free(struct tb_solver *solver);

/* =================================================================================================
 * Pattern databases: create
 * ================================================================================================= */

/**
 * Builds the pattern database of some tiles in memory. Six tiles of 4x4 take less than a second
 * and 20 MB; eight take a few seconds and 0.8 GB, or 1.6 GB if zero-aware.
 *
 * In a zero-aware database, a placement has an entry for each region where the blank can be: a
 * connected set of cells without tiles of the pattern. Then no move changes an entry by more than
 * one.
 *
 * - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
 *   with the blank last.
 * - `pattern`: the `pattern_tiles` numbers of the pattern's tiles, in any order.
 * - `flags`: 0, `TB_PDB_ZERO_AWARE`, or `TB_PDB_ZERO_AWARE | TB_PDB_BITS`.
 * - `options`: the memory limit, the threads, the stop, and the function to call after each level;
 *   NULL for the defaults.
 * - `pdb`: the handle, for `tb_pdb_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_PATTERN`; `BAD_ARGUMENT`
 *   (the flags or the threads); `TOO_LARGE`; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or a status
 *   for an invalid pointer or stop.
 * - Threads: may be called from any thread. Builds large patterns on all cores by default, so
 *   don't call it in the child of a `fork`.
 */
tb_status tb_pdb_build(uint32_t rows,
                       uint32_t columns,
                       const uint8_t *goal,
                       size_t goal_cells,
                       const uint8_t *pattern,
                       size_t pattern_tiles,
                       uint32_t flags,
                       const struct tb_build_options *options,
                       struct tb_pdb **pdb);

/**
 * Opens a pattern database from a file written by `tb_pdb_save` or `pdb-gen build --pattern`. A
 * file of up to 16 MiB is read into memory and checked completely. A larger one is mapped, and
 * each part is checked on first access; the first call for many boards checks all. Such a file
 * must not be truncated until the database is freed: reading past its new end raises a signal
 * (SIGBUS). Replacing the file by renaming is safe. If other programs may truncate it, use
 * `tb_pdb_read`.
 *
 * - `path`: UTF-8, with a terminating zero.
 * - `pdb`: the handle, for `tb_pdb_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `OTHER_KIND` for a full
 *   table, or a status for an invalid pointer.
 * - Threads: may be called from any thread.
 */
tb_status tb_pdb_open(const char *path, struct tb_pdb **pdb);

/**
 * Reads a pattern database from a file of any size into memory and checks it completely; later
 * changes of the file have no effect. Checks large files on all cores, so don't call it in the
 * child of a `fork`. Otherwise like `tb_pdb_open`.
 */
tb_status tb_pdb_read(const char *path, struct tb_pdb **pdb);

/* =================================================================================================
 * Pattern databases: query
 * ================================================================================================= */

/**
 * The number of rows and columns of the database's boards. Either pointer may be NULL if not
 * needed.
 *
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_shape(const struct tb_pdb *pdb, uint32_t *rows, uint32_t *columns);

/**
 * The goal of a pattern database, in row order, 0 for the blank.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
 *   only queries the number.
 * - `cells`: the number of tiles; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_goal(const struct tb_pdb *pdb, uint8_t *tiles, size_t capacity, size_t *cells);

/**
 * The tiles of the pattern, in ascending order.
 *
 * - `pattern`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
 *   only queries the number.
 * - `pattern_tiles`: the number of tiles; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_tiles(const struct tb_pdb *pdb, uint8_t *pattern, size_t capacity, size_t *pattern_tiles);

/**
 * The size of a pattern database. Either pointer may be NULL if not needed.
 *
 * - `entries`: the number of entries.
 * - `bytes`: their size in bytes, in memory or mapped from the file. With one-bit entries, it also
 *   includes the decoded copy (one byte per entry) after the first lookup.
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_size(const struct tb_pdb *pdb, uint64_t *entries, uint64_t *bytes);

/**
 * The number of entries of each value, from 0 to the largest.
 *
 * - `counts`: room for `capacity` numbers. NULL with capacity 0 only queries how many.
 * - `levels`: the number of counts, one more than the largest entry; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_histogram(const struct tb_pdb *pdb, uint64_t *counts, size_t capacity, size_t *levels);

/**
 * Reports whether the entries are admissible lower bounds (never above the distance; always true)
 * and consistent (no move lowers one by more than one; true for zero-aware databases only).
 *
 * - `admissible`, `consistent`: the results; NULL if not needed.
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_claims(const struct tb_pdb *pdb, bool *admissible, bool *consistent);

/**
 * The entry of a board: the fewest moves that the pattern's tiles need. Boards that can't reach
 * the goal have entries, too.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `BAD_TABLE`; or a status for an invalid pointer or
 *   handle.
 * - Threads: may be called from any thread at any time until the database is freed; calls do not
 *   block each other.
 */
tb_status tb_pdb_lookup(const struct tb_pdb *pdb, const uint8_t *tiles, size_t cells, uint32_t *entry);

/**
 * Like `tb_pdb_lookup`, for a board with 32-bit tiles, such as `std::array<int, 16>` and HOG2's
 * `MNPuzzleState`.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns, threads: as for `tb_pdb_lookup`.
 */
tb_status tb_pdb_lookup_i32(const struct tb_pdb *pdb, const int32_t *tiles, size_t cells, uint32_t *entry);

/**
 * The entries of many boards, as `tb_pdb_lookup` gives them.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `entries`: room for `capacity` entries, one per board and in the same order. The array must
 *   not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
 *   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
 *   arrays overlap; `BAD_TABLE`; or a status for an invalid pointer or handle. Only with
 *   `TB_STATUS_OK` are all entries written.
 * - Threads: may be called from any thread at any time until the database is freed; calls do not
 *   block each other. A call uses one thread: to use several threads, split the boards among them.
 */
tb_status tb_pdb_lookups(const struct tb_pdb *pdb,
                         const uint8_t *tiles,
                         size_t length,
                         int32_t *entries,
                         size_t capacity);

/**
 * Like `tb_pdb_lookups`, for boards with 32-bit tiles, such as `std::array<int, 16>` and HOG2's
 * `MNPuzzleState`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `entries`, returns, threads: as for `tb_pdb_lookups`.
 */
tb_status tb_pdb_lookups_i32(const struct tb_pdb *pdb,
                             const int32_t *tiles,
                             size_t length,
                             int32_t *entries,
                             size_t capacity);

/**
 * The index of a board's placement: the position of its entry in `tb_pdb_data`.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_rank(const struct tb_pdb *pdb, const uint8_t *tiles, size_t cells, uint64_t *index);

/**
 * All entries in index order, one byte each, as many as `tb_pdb_size` reports.
 *
 * The index of a placement of k tiles is n * k! + r. The tiles occupy a set of k cells; n is its
 * number among all such sets, ordered as binary numbers in which cell 0 is the lowest bit. The
 * tiles on these cells, from the first cell to the last, are a permutation of the pattern's tiles
 * in goal order; r is its lexicographic rank. In a zero-aware database, n numbers the pairs of a
 * set and a region of the blank: set by set, and within a set by the first cell of the region.
 * `tb_pdb_rank` computes the index of a board.
 *
 * - `data`: the address of the first entry. The memory belongs to the database: it must not be
 *   written, and not be read after the database is freed.
 * - Returns: `TB_STATUS_OK`; `BAD_TABLE`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_data(const struct tb_pdb *pdb, const uint8_t **data);

/* =================================================================================================
 * Pattern databases: save and free
 * ================================================================================================= */

/**
 * Checks that the file of a pattern database has not changed since it was opened; always
 * `TB_STATUS_OK` for one in memory. A changed file can give wrong answers, so call this after many
 * calls of `tb_pdb_lookup` for a mapped file. `tb_pdb_lookups` and `tb_pdb_save` already do it.
 *
 * - Returns: `TB_STATUS_OK`; `BAD_TABLE` if the file was modified or truncated; or a status for an
 *   invalid handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_check_file(const struct tb_pdb *pdb);

/**
 * Writes a pattern database to a file, for `tb_pdb_open` and for the programs: `pdb-gen` writes
 * the same bytes. The file is written completely or not at all: an existing one is replaced only
 * by a whole new one. A missing folder is created.
 *
 * - `path`: UTF-8, with a terminating zero.
 * - Returns: `TB_STATUS_OK`; `BAD_TEXT`; `IO` if the file can't be written; `BAD_TABLE` if the
 *   database's own file was changed; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the database is freed.
 */
tb_status tb_pdb_save(const struct tb_pdb *pdb, const char *path);

/**
 * Frees a pattern database. Does nothing for NULL. Sets made from it have their own copies of its
 * entries.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
 * - Threads: may be called from any thread, but not during another call with the same database.
 */
tb_status tb_pdb_free(struct tb_pdb *pdb);

/* =================================================================================================
 * Sets of pattern databases: create
 * ================================================================================================= */

/**
 * Combines additive pattern databases (Korf and Felner, Disjoint pattern database heuristics,
 * 2002): each tile is in exactly one pattern, and a lower bound is the sum of the entries. On a
 * square board whose goal has the blank on the main diagonal, the reflected board is looked up as
 * well, and the larger sum is used.
 *
 * The bounds are admissible and have the same parity as the distance. They are consistent if the
 * databases are zero-aware. The set copies the entries, so the databases can be freed.
 *
 * - `pdbs`: the handles of `count` pattern databases of one goal: either all of them are
 *   zero-aware, or none is.
 * - `set`: the handle, for `tb_pdb_set_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_PATTERN` if a tile is in no pattern or in several, or only some
 *   databases are zero-aware; `OTHER_GOAL` if their goals differ; `TOO_LARGE`; `OUT_OF_MEMORY`;
 *   `BAD_TABLE`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread.
 */
tb_status tb_pdb_set_new(const struct tb_pdb *const *pdbs, size_t count, struct tb_pdb_set **set);

/**
 * Combines zero-aware pattern databases of at most six tiles each. The patterns may overlap and
 * need not cover all tiles. A lower bound is the largest sum over disjoint patterns, with
 * Manhattan distances for the tiles in none of them. The bounds are admissible and consistent.
 *
 * Such a set stores one bit per entry and computes a bound by descending to the goal. It is
 * smaller but slower than an additive set.
 *
 * - `pdbs`: the handles of `count` zero-aware pattern databases of one goal.
 * - `set`: the handle, for `tb_pdb_set_free`.
 * - Returns: as for `tb_pdb_set_new`; `BAD_PATTERN` if a database is not zero-aware.
 * - Threads: may be called from any thread.
 */
tb_status tb_pdb_set_compound(const struct tb_pdb *const *pdbs, size_t count, struct tb_pdb_set **set);

/* =================================================================================================
 * Sets of pattern databases: query
 * ================================================================================================= */

/**
 * The number of rows and columns of the set's boards. Either pointer may be NULL if not needed.
 *
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the set is freed.
 */
tb_status tb_pdb_set_shape(const struct tb_pdb_set *set, uint32_t *rows, uint32_t *columns);

/**
 * The goal of a set, in row order, 0 for the blank.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MAX_CELLS` are always enough. NULL with capacity 0
 *   only queries the number.
 * - `cells`: the number of tiles; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the set is freed.
 */
tb_status tb_pdb_set_goal(const struct tb_pdb_set *set, uint8_t *tiles, size_t capacity, size_t *cells);

/**
 * Reports whether the lower bounds are admissible (never above the distance; always true) and
 * consistent (no move lowers one by more than one; true if all databases are zero-aware).
 *
 * - `admissible`, `consistent`: the results; NULL if not needed.
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer or handle.
 * - Threads: may be called from any thread at any time until the set is freed.
 */
tb_status tb_pdb_set_claims(const struct tb_pdb_set *set, bool *admissible, bool *consistent);

/**
 * A lower bound on the number of moves. It is admissible: never above the distance.
 * `tb_pdb_set_claims` reports whether it is also consistent.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; or a status for an invalid pointer or
 *   handle.
 * - Threads: may be called from any thread at any time until the set is freed; calls do not block
 *   each other.
 */
tb_status tb_pdb_set_lower_bound(const struct tb_pdb_set *set,
                                 const uint8_t *tiles,
                                 size_t cells,
                                 uint32_t *bound);

/**
 * Like `tb_pdb_set_lower_bound`, for a board with 32-bit tiles, such as `std::array<int, 16>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns, threads: as for `tb_pdb_set_lower_bound`.
 */
tb_status tb_pdb_set_lower_bound_i32(const struct tb_pdb_set *set,
                                     const int32_t *tiles,
                                     size_t cells,
                                     uint32_t *bound);

/**
 * The lower bounds of many boards, as `tb_pdb_set_lower_bound` gives them.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `bounds`: room for `capacity` bounds, one per board and in the same order. A board that can't
 *   reach the goal gets `TB_NO_BOUND`. The array must not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the message gives the number of the first invalid board,
 *   counted from 0), also if the last board is incomplete; `SHORT_BUFFER`; `BAD_ARGUMENT` if the
 *   arrays overlap; or a status for an invalid pointer or handle. Only with `TB_STATUS_OK` are all
 *   bounds written.
 * - Threads: may be called from any thread at any time until the set is freed; calls do not block
 *   each other. A call uses one thread: to use several threads, split the boards among them.
 */
tb_status tb_pdb_set_lower_bounds(const struct tb_pdb_set *set,
                                  const uint8_t *tiles,
                                  size_t length,
                                  int32_t *bounds,
                                  size_t capacity);

/**
 * Like `tb_pdb_set_lower_bounds`, for boards with 32-bit tiles, such as `std::array<int, 16>` and
 * HOG2's `MNPuzzleState`.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `bounds`, returns, threads: as for `tb_pdb_set_lower_bounds`.
 */
tb_status tb_pdb_set_lower_bounds_i32(const struct tb_pdb_set *set,
                                      const int32_t *tiles,
                                      size_t length,
                                      int32_t *bounds,
                                      size_t capacity);

/* =================================================================================================
 * Sets of pattern databases: free
 * ================================================================================================= */

/**
 * Frees a set of pattern databases, but not the databases that it was made from. Does nothing for
 * NULL.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
 * - Threads: may be called from any thread, but not during another call with the same set.
 */
tb_status tb_pdb_set_free(struct tb_pdb_set *set);

/* =================================================================================================
 * Stops
 * ================================================================================================= */

/**
 * Creates a stop: a cancellation token. `tb_stop_request` ends all calls that were given it. It
 * can be used once; create a new one for later calls.
 *
 * - `stop`: the handle, for `tb_stop_free`.
 * - Returns: `TB_STATUS_OK`, or a status for an invalid pointer.
 * - Threads: may be called from any thread.
 */
tb_status tb_stop_new(struct tb_stop **stop);

/**
 * Ends the searches and builds that have this stop: they return `TB_STATUS_STOPPED` within
 * milliseconds. Calls that begin later with this stop end at once.
 *
 * - Returns: `TB_STATUS_OK` or `BAD_HANDLE`. Does not set a message for `tb_last_error`.
 * - Threads: may be called from any thread at any time until the stop is freed, and from a signal
 *   handler: it neither waits nor allocates memory.
 */
tb_status tb_stop_request(const struct tb_stop *stop);

/**
 * Frees a stop. Does nothing for NULL. Searches and builds that use it keep running, but can no
 * longer be stopped.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for a handle that was already freed or is invalid.
 * - Threads: may be called from any thread, but not during `tb_stop_request` or while a call with
 *   this stop begins.
 */
tb_status tb_stop_free(struct tb_stop *stop);

/* =================================================================================================
 * Boards and text
 * ================================================================================================= */

/**
 * Reports whether a board can reach a goal. Half of all boards can.
 *
 * - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
 *   with the blank last.
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the board or the goal); or a status for an
 *   invalid pointer.
 * - Threads: may be called from any thread at any time.
 */
tb_status tb_is_solvable(uint32_t rows,
                         uint32_t columns,
                         const uint8_t *goal,
                         size_t goal_cells,
                         const uint8_t *tiles,
                         size_t cells,
                         bool *is_solvable);

/**
 * Draws random boards that can reach a goal. The same seed gives the same boards on every machine.
 *
 * - `goal`: `goal_cells` tiles in row order, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ...
 *   with the blank last.
 * - `walk`: 0 to draw from all boards that can reach the goal, each equally likely. Otherwise, the
 *   length of random walks from the goal, whose ends are the boards. No move undoes the one
 *   before.
 * - `tiles`: room for `capacity` tiles, which is filled with boards, one after the other.
 *   `capacity` must be a multiple of `rows * columns`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_ARGUMENT` if `capacity` is
 *   not such a multiple, or for a walk of more than 1,000,000 moves; `TOO_LARGE` for more than
 *   2^24 boards; or a status for an invalid pointer.
 * - Threads: may be called from any thread at any time.
 */
tb_status tb_sample(uint32_t rows,
                    uint32_t columns,
                    const uint8_t *goal,
                    size_t goal_cells,
                    uint32_t walk,
                    uint64_t seed,
                    uint8_t *tiles,
                    size_t capacity);

/**
 * Reads a board from text in any common form, such as `638541720`, `6 3 8 / 5 4 1 / 7 2 0`,
 * `[[6,3,8],[5,4,1],[7,2,0]]`, or a drawing of several lines.
 *
 * - `text`: UTF-8, with a terminating zero.
 * - `rows`, `columns`: the shape of the board; or 0 and 0 to infer it from the text.
 * - `tiles`: room for `capacity` tiles in row order, 0 for the blank; `TB_MAX_CELLS` are always
 *   enough. NULL with capacity 0 only queries the number.
 * - `cells`: the number of tiles; NULL if not needed.
 * - `found_rows`, `found_columns`: the shape of the board that was read; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_TEXT` if the text is not one board; `SHORT_BUFFER`;
 *   or a status for an invalid pointer.
 * - Threads: may be called from any thread at any time.
 */
tb_status tb_parse_board(const char *text,
                         uint32_t rows,
                         uint32_t columns,
                         uint8_t *tiles,
                         size_t capacity,
                         size_t *cells,
                         uint32_t *found_rows,
                         uint32_t *found_columns);

/**
 * Writes a board as text that `tb_parse_board` reads: `638541720`, or numbers with commas for
 * boards of more than ten cells.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `text`: room for `capacity` bytes, including the terminating zero; `TB_TEXT_CAPACITY` is
 *   enough. NULL with capacity 0 only queries the length.
 * - `length`: the number of bytes without the terminating zero; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD`; `SHORT_BUFFER`; or a status for an invalid
 *   pointer.
 * - Threads: may be called from any thread at any time.
 */
tb_status tb_format_board(uint32_t rows,
                          uint32_t columns,
                          const uint8_t *tiles,
                          size_t cells,
                          char *text,
                          size_t capacity,
                          size_t *length);

/**
 * Reads moves in any common form, such as `UURD`, `up, left`, arrows, tile numbers, or boards, and
 * writes them as letters: the directions of the blank. Words and letters in the text are
 * directions of the blank, too. Tile numbers and boards are read as moves made from the given
 * board.
 *
 * - `tiles`: the board, as `cells` tiles in row order, 0 for the blank.
 * - `text`: UTF-8, with a terminating zero.
 * - `path`: room for `capacity` letters, including the terminating zero. NULL with capacity 0 only
 *   queries the length.
 * - `length`: the number of moves; NULL if not needed.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD`; `BAD_TEXT` if the text is not a list of
 *   moves, or one of them is illegal; `SHORT_BUFFER`; or a status for an invalid pointer.
 * - Threads: may be called from any thread at any time.
 */
tb_status tb_parse_moves(uint32_t rows,
                         uint32_t columns,
                         const uint8_t *tiles,
                         size_t cells,
                         const char *text,
                         char *path,
                         size_t capacity,
                         size_t *length);

/* =================================================================================================
 * Leaks
 * ================================================================================================= */

/**
 * The number of objects of all kinds that have not been freed. (Leak checkers can't find them,
 * because handles are not addresses.)
 *
 * - Threads: may be called from any thread at any time.
 */
size_t tb_handles_alive(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEBASE_H */
