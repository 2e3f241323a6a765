/*
 * libtilebase: exact distances and shortest paths of sliding-tile puzzles.
 *
 * This file is made from the sources in capi/src; don't change it by hand.
 *
 * Every function that can fail returns a tb_status. TB_STATUS_OK is 0; with any other, the places for results hold
 * nothing of use (where a function says so, a length or a bound), and tb_last_error() has the words.
 *
 * A board is its tiles row by row, each once, 0 for the blank: {1,2,3,4,5,6,7,8,0}. Moves are the letters U, D, L, R, and
 * name where the blank goes.
 *
 * Whoever makes a table, a solver or a stop owns it, and frees it; nothing else is to be freed. A handle that was freed
 * before, one of another kind, NULL, and a pointer that is none are told by a status. What can't be told is memory
 * that is not as large as is said, and a handle that one thread frees while another uses it: that is for the caller to
 * see to.
 */


#ifndef TILEBASE_H
#define TILEBASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of what programs are linked with: the number in `libtilebase.so.0`. It changes when a function goes or
 * comes to mean something else; new functions leave it as it is.
 */
#define TB_ABI_VERSION 0

/**
 * The most cells that a board has: enough room for the tiles of any.
 */
#define TB_MOST_CELLS 25

/**
 * In the place of a distance: the board can't reach the goal. No distance in any table is as large.
 */
#define TB_NO_DISTANCE UINT8_MAX

/**
 * Enough room for any path of a table, and for any that a search has found in a lifetime, with the zero at its end.
 */
#define TB_PATH_CAPACITY 512

/**
 * What a call came to. Every function that can fail returns one; `tb_last_error` has the words.
 */
enum tb_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * Done. Only now is there anything in the places for results.
     */
    TB_STATUS_OK = 0,
    /**
     * A pointer is NULL that must not be.
     */
    TB_STATUS_NULL_POINTER = 1,
    /**
     * A handle that is none: freed before, of another kind, or a pointer from elsewhere.
     */
    TB_STATUS_BAD_HANDLE = 2,
    /**
     * A pointer does not have the alignment of what it should point to.
     */
    TB_STATUS_MISALIGNED = 3,
    /**
     * A length that no array can have, or buffers that overlap.
     */
    TB_STATUS_BAD_ARGUMENT = 4,
    /**
     * No board has so many rows and columns: each must be at least 2, and there may be 25 cells.
     */
    TB_STATUS_BAD_SHAPE = 5,
    /**
     * Tiles that are no board of the shape: each number from 0 (the blank) up must be there once.
     */
    TB_STATUS_BAD_BOARD = 6,
    /**
     * A letter that names no move, or more of them than any path has.
     */
    TB_STATUS_BAD_MOVE = 7,
    /**
     * A text that is not UTF-8.
     */
    TB_STATUS_BAD_TEXT = 8,
    /**
     * No board has this number.
     */
    TB_STATUS_BAD_INDEX = 9,
    /**
     * The board can't reach the goal. This is an exact answer: no moves lead there.
     */
    TB_STATUS_UNREACHABLE = 10,
    /**
     * A buffer is too small for the result. Its length was written, if there is a place for it.
     */
    TB_STATUS_SHORT_BUFFER = 11,
    /**
     * A table beyond the limit of memory, or beyond what any machine holds; a number beyond 64 bits.
     */
    TB_STATUS_TOO_LARGE = 12,
    /**
     * There is not enough memory.
     */
    TB_STATUS_OUT_OF_MEMORY = 13,
    /**
     * There is no such file.
     */
    TB_STATUS_NO_FILE = 14,
    /**
     * The system did not let a file be read, or it is none.
     */
    TB_STATUS_IO = 15,
    /**
     * A file is no table, is damaged, was changed while it was in use, or contradicts itself.
     */
    TB_STATUS_BAD_TABLE = 16,
    /**
     * The table serves another goal.
     */
    TB_STATUS_OTHER_GOAL = 17,
    /**
     * The time was up before there was an answer.
     */
    TB_STATUS_LIMIT = 18,
    /**
     * `tb_stop_request` has ended the search.
     */
    TB_STATUS_STOPPED = 19,
    /**
     * Threads could not be started.
     */
    TB_STATUS_THREADS = 20,
    /**
     * A fault of this library. It was caught, and the handles are as good as before.
     */
    TB_STATUS_INTERNAL = 21,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum tb_status tb_status;
#else
typedef int32_t tb_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What an answer comes to. `TB_FINDING_OPTIMAL` is right, and all others are wrong in some way.
 */
enum tb_finding
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * A path to the goal, or a length, that none is shorter than.
     */
    TB_FINDING_OPTIMAL = 0,
    /**
     * It leads to the goal, but takes more moves than needed.
     */
    TB_FINDING_LONGER = 1,
    /**
     * A move that can't be made.
     */
    TB_FINDING_ILLEGAL_MOVE = 2,
    /**
     * The moves are legal, but don't end at the goal.
     */
    TB_FINDING_ENDS_ELSEWHERE = 3,
    /**
     * As many moves as a shortest path has, and the same ones, but in another order.
     */
    TB_FINDING_WRONG_ORDER = 4,
    /**
     * Right if moves are named by where the tile goes, not the blank.
     */
    TB_FINDING_OTHER_CONVENTION = 5,
    /**
     * Right if the moves are made from the goal to the board.
     */
    TB_FINDING_REVERSED = 6,
    /**
     * The path leads to another goal that is in use.
     */
    TB_FINDING_OTHER_GOAL = 7,
    /**
     * A length that is more than the shortest path has.
     */
    TB_FINDING_TOO_LONG = 8,
    /**
     * A length that is less than any path has.
     */
    TB_FINDING_TOO_SHORT = 9,
    /**
     * The length is right if sliding several tiles at once counts as one move.
     */
    TB_FINDING_MULTI_TILE = 10,
    /**
     * The board can't be solved, and the answer says that it can.
     */
    TB_FINDING_SAYS_SOLVABLE = 11,
    /**
     * Something else, which the words tell.
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
 * Finds shortest paths on boards of any size: by a table where that takes a moment to build, and else by a search with
 * pattern tables.
 */
typedef struct tb_solver tb_solver;

/**
 * Ends searches and builds from outside.
 */
typedef struct tb_stop tb_stop;

/**
 * The exact distances of all boards of a shape to a goal, and all that follows from them.
 */
typedef struct tb_table tb_table;

/**
 * A move that a board allows.
 */
typedef struct tb_step {
    /**
     * The distance of the board after it.
     */
    uint32_t distance;
    /**
     * `'U'`, `'D'`, `'L'` or `'R'`: where the blank goes.
     */
    char letter;
    /**
     * Does a shortest path begin with it?
     */
    bool optimal;
} tb_step;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The fewest moves from a board to the goal.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there; threads don't wait for each other.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_distance(const struct tb_table *table,
                            const uint8_t *tiles,
                            size_t cells,
                            uint32_t *distance);

/**
 * The same for a board whose tiles are numbers of 32 bits, as `std::array<int, 9>` and HOG2's `MNPuzzleState` have them.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - What is returned, threads: as for `tb_table_distance`.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_distance_i32(const struct tb_table *table,
                                const int32_t *tiles,
                                size_t cells,
                                uint32_t *distance);

/**
 * A shortest path from a board to the goal: the first in the order U, D, L, R. A move is named by where the blank goes.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - `path`: room for `capacity` letters, and among them a zero behind the last; `TB_PATH_CAPACITY` is always enough.
 *   NULL with 0 only asks for the length.
 * - `length`: how many moves there are; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER` (the length was written); `BAD_TABLE`; or what
 *   is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_solve(const struct tb_table *table,
                         const uint8_t *tiles,
                         size_t cells,
                         char *path,
                         size_t capacity,
                         size_t *length);

/**
 * The moves that a board allows, in the order U, D, L, R: two to four, with the distances that they lead to.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - `steps`: room for `capacity` of them; 4 are always enough. NULL with 0 only asks for the number.
 * - `count`: how many there are; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `SHORT_BUFFER`; `BAD_TABLE`; or what is wrong with a pointer or
 *   the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_moves(const struct tb_table *table,
                         const uint8_t *tiles,
                         size_t cells,
                         struct tb_step *steps,
                         size_t capacity,
                         size_t *count);

/**
 * How many shortest paths a board has; one for the goal itself.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `TOO_LARGE` if the number is beyond 64 bits; `BAD_TABLE`; or
 *   what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_count_paths(const struct tb_table *table,
                               const uint8_t *tiles,
                               size_t cells,
                               uint64_t *paths);

/**
 * The number of a board among those that can reach the goal, from 0 to one less than `tb_table_states`.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_rank(const struct tb_table *table, const uint8_t *tiles, size_t cells, uint64_t *index);

/**
 * The board of a number.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MOST_CELLS` are always enough. NULL with 0 only asks for how many.
 * - `cells`: how many tiles there are; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`; `BAD_INDEX` if no board has the number; `SHORT_BUFFER`; or what is wrong with a pointer or
 *   the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_unrank(const struct tb_table *table,
                          uint64_t index,
                          uint8_t *tiles,
                          size_t capacity,
                          size_t *cells);

/**
 * The distances of many boards: the quickest way to ask.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `distances`: room for `capacity` of them, one for each board, in their order: the distance, or `TB_NO_DISTANCE` for a
 *   board that can't reach the goal. It must not overlap the tiles.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD` (the words say which is the first that is none, counted from 0), also if the
 *   last is cut short; `SHORT_BUFFER`; `BAD_ARGUMENT` if the arrays overlap; `BAD_TABLE`; or what is wrong with a pointer
 *   or the handle. Only with `TB_STATUS_OK` are all distances there.
 * - Threads: may be called from any thread at any time while the table is there; threads don't wait for each other.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_distances(const struct tb_table *table,
                             const uint8_t *tiles,
                             size_t length,
                             uint8_t *distances,
                             size_t capacity);

/**
 * The same for boards whose tiles are numbers of 32 bits, as `std::array<int, 9>` and HOG2's `MNPuzzleState` have them.
 *
 * - `tiles`: the boards, one after the other, `length` tiles in all, 0 for the blank.
 * - `distances`, what is returned, threads: as for `tb_table_distances`.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_distances_i32(const struct tb_table *table,
                                 const int32_t *tiles,
                                 size_t length,
                                 uint8_t *distances,
                                 size_t capacity);

/**
 * The words of the last call of this thread that failed: what was expected, what was found. UTF-8, one line, without a
 * full stop. Empty if none has failed.
 *
 * - Returns: a text, never NULL, that is there until the next call of this thread that fails, or the thread's end. Copy
 *   it to keep it.
 * - Threads: each thread has a text of its own.
 */
const char *tb_last_error(void);

/**
 * The name of a finding, as `"TB_FINDING_LONGER"`, and `"TB_FINDING_?"` for a number that is none.
 *
 * - Returns: a text that is there for ever, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_finding_name(int32_t finding);

/**
 * Judges a path that another solver has found: it is replayed, and its length held against the distance. It is never
 * compared with another path, since most boards have several shortest ones.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - `path`: `length` letters U, D, L, R, by where the blank goes; it needs no zero at its end.
 * - `finding`: what it comes to.
 * - `words`: the finding in a sentence of English: room for `capacity` letters with the zero at the end. NULL with 0 if
 *   it is not wanted.
 * - `words_length`: the length of the sentence, without the zero; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK` if there is a finding, whichever; `BAD_BOARD`; `BAD_MOVE`; `SHORT_BUFFER` (the finding and the
 *   length of the words were written); `BAD_TABLE`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_check_path(const struct tb_table *table,
                              const uint8_t *tiles,
                              size_t cells,
                              const char *path,
                              size_t length,
                              tb_finding *finding,
                              char *words,
                              size_t capacity,
                              size_t *words_length);

/**
 * Judges a length that another solver says the shortest path has.
 *
 * - `said`: the length.
 * - The rest is as for `tb_table_check_path`.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_check_length(const struct tb_table *table,
                                const uint8_t *tiles,
                                size_t cells,
                                uint32_t said,
                                tb_finding *finding,
                                char *words,
                                size_t capacity,
                                size_t *words_length);

/**
 * Judges a path on a board of any size. What the shortest length is may take a search.
 *
 * - `milliseconds`, `stop`: when to give up, as for `tb_solver_solve`; then `LIMIT` or `STOPPED` is returned, and there is
 *   no finding.
 * - The rest is as for `tb_table_check_path`.
 *
 * # Safety
 * The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
 */
tb_status tb_solver_check_path(const struct tb_solver *solver,
                               const uint8_t *tiles,
                               size_t cells,
                               const char *path,
                               size_t length,
                               uint64_t milliseconds,
                               const struct tb_stop *stop,
                               tb_finding *finding,
                               char *words,
                               size_t capacity,
                               size_t *words_length);

/**
 * Judges a length on a board of any size, likewise.
 *
 * - `said`: the length.
 * - The rest is as for `tb_solver_check_path`.
 *
 * # Safety
 * The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
 */
tb_status tb_solver_check_length(const struct tb_solver *solver,
                                 const uint8_t *tiles,
                                 size_t cells,
                                 uint32_t said,
                                 uint64_t milliseconds,
                                 const struct tb_stop *stop,
                                 tb_finding *finding,
                                 char *words,
                                 size_t capacity,
                                 size_t *words_length);

/**
 * How many tables, solvers and stops there are that nobody has freed. (A leak checker does not see them, since handles are
 * no addresses.)
 *
 * - Threads: may be called from any thread at any time.
 */
size_t tb_handles_alive(void);

/**
 * Makes a solver: by the table of the goal, from the folder, or built now where that takes a moment (up to 2x5 and 3x3);
 * else by IDA* with pattern tables, from the folder, or smaller ones built now: 0.04 s for 4x4, but some ten seconds and a
 * gigabyte for boards of 24 and 25 cells. Nothing is written.
 *
 * - `goal`: `goal_cells` tiles row by row, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ... with the blank last.
 * - `folder`: where tables are, UTF-8, with a zero at its end; NULL if there are none. It need not exist.
 * - `stop`: what ends the building of tables from outside; NULL if nothing does. Searches have their own.
 * - `solver`: the handle, for `tb_solver_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`; `BAD_BOARD` (the goal); `BAD_TEXT`; `IO` or `BAD_TABLE` for what is in the
 *   folder; `OUT_OF_MEMORY`; `THREADS`; `STOPPED`; or what is wrong with a pointer or the stop.
 * - Threads: may be called from any thread. Tables are built on all cores, so not in the child of a `fork`.
 *
 * # Safety
 * The pointers are to as much as is said, and the folder ends with a zero.
 */
tb_status tb_solver_new(uint32_t rows,
                        uint32_t columns,
                        const uint8_t *goal,
                        size_t goal_cells,
                        const char *folder,
                        const struct tb_stop *stop,
                        struct tb_solver **solver);

/**
 * Frees a solver. NULL is no fault, and nothing happens.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
 * - Threads: may be called from any thread, but not while another call with this solver is going on.
 *
 * # Safety
 * No other call with this solver is going on.
 */
tb_status tb_solver_free(struct tb_solver *solver);

/**
 * A number of moves that no path from a board to the goal is shorter than, without any search: the distance itself where
 * there is a table. As a heuristic it is admissible and consistent.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - Returns: `TB_STATUS_OK`; `BAD_BOARD`; `UNREACHABLE`; `BAD_TABLE`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the solver is there; threads don't wait for each other.
 *
 * # Safety
 * The pointers are to as much as is said, and the solver is not freed meanwhile.
 */
tb_status tb_solver_lower_bound(const struct tb_solver *solver,
                                const uint8_t *tiles,
                                size_t cells,
                                uint32_t *bound);

/**
 * A shortest path from a board to the goal. Hard boards take long: of 4x4 up to minutes, and of 5x5 more than anybody
 * waits.
 *
 * - `tiles`: the board, `cells` tiles row by row, 0 for the blank.
 * - `milliseconds`: the longest time to take; 0 is no limit.
 * - `stop`: what ends the search from outside, from another thread or a handler of signals; NULL if nothing does.
 * - `path`: room for `capacity` letters, and among them a zero behind the last; `TB_PATH_CAPACITY` is enough. NULL with 0
 *   only asks for the length.
 * - `length`: how many moves there are; NULL if that is not wanted.
 * - `at_least`: no path has fewer moves; it is written also with `LIMIT` and `STOPPED`, and is what the search has found
 *   out until then. NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`, and then no path is shorter; `BAD_BOARD`; `UNREACHABLE`; `LIMIT`; `STOPPED`; `SHORT_BUFFER`
 *   (the length was written); `BAD_TABLE`; or what is wrong with a pointer or a handle.
 * - Threads: may be called from any thread at any time while the solver is there. A hard board is searched on all cores,
 *   so not in the child of a `fork`.
 *
 * # Safety
 * The pointers are to as much as is said, and neither the solver nor the stop is freed meanwhile.
 */
tb_status tb_solver_solve(const struct tb_solver *solver,
                          const uint8_t *tiles,
                          size_t cells,
                          uint64_t milliseconds,
                          const struct tb_stop *stop,
                          char *path,
                          size_t capacity,
                          size_t *length,
                          uint32_t *at_least);

/**
 * The name of a status, as `"TB_STATUS_UNREACHABLE"`, and `"TB_STATUS_?"` for a number that is none.
 *
 * - Returns: a text that is there for ever, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_status_name(int32_t status);

/**
 * Makes what ends searches and builds: it is handed to them, and `tb_stop_request` ends all that have it. It serves once:
 * for searches after that, make a new one.
 *
 * - `stop`: the handle, for `tb_stop_free`.
 * - Returns: `TB_STATUS_OK`, or what is wrong with the pointer.
 * - Threads: may be called from any thread.
 *
 * # Safety
 * The pointer is to as much as is said.
 */
tb_status tb_stop_new(struct tb_stop **stop);

/**
 * Ends the searches and builds that have this stop: they return `TB_STATUS_STOPPED` within some milliseconds. One that begins later
 * ends at once.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE`, and then there are no words for `tb_last_error`.
 * - Threads: may be called from any thread at any time while the stop is there, and from a handler of signals: it
 *   neither waits nor asks for memory.
 *
 * # Safety
 * The stop is not freed meanwhile.
 */
tb_status tb_stop_request(const struct tb_stop *stop);

/**
 * Frees a stop. NULL is no fault, and nothing happens. Searches that have it go on, and can't be ended by it any more.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
 * - Threads: may be called from any thread, but not while `tb_stop_request` or the beginning of a search has it.
 *
 * # Safety
 * No other call with this stop is going on, but for searches that have begun.
 */
tb_status tb_stop_free(struct tb_stop *stop);

/**
 * Computes the table of a shape, in memory: a byte for each board. That takes under a millisecond for 3x3, and a second
 * and 240 MB for 3x4.
 *
 * - `goal`: `goal_cells` tiles row by row, 0 for the blank; or NULL with 0 cells for 1, 2, 3 ... with the blank last.
 * - `most_memory`: the most memory that the build may take, in bytes; 0 is no limit. On a system that promises more
 *   memory than it has, a table beyond it ends the process, so a program that takes sizes from others sets one.
 * - `stop`: what ends the build from outside; NULL if nothing does.
 * - `table`: the handle, for `tb_table_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_SHAPE`, `BAD_BOARD` (the goal), `TOO_LARGE`, `OUT_OF_MEMORY`, `THREADS`,
 *   `STOPPED`, or what is wrong with a pointer or the stop.
 * - Threads: may be called from any thread. Large tables are built on all cores, so not in the child of a `fork`.
 *
 * # Safety
 * The pointers are to as much as is said.
 */
tb_status tb_table_build(uint32_t rows,
                         uint32_t columns,
                         const uint8_t *goal,
                         size_t goal_cells,
                         uint64_t most_memory,
                         const struct tb_stop *stop,
                         struct tb_table **table);

/**
 * Opens a table file, as `pdb-gen` writes them. One of up to 16 MiB is read into memory and checked as a whole; of a
 * larger one each part is checked when it is first touched, and the file must not be cut short while the table is open:
 * a read beyond its new end is a signal (SIGBUS). To put a new file in its place by renaming is safe. Where other
 * programs may do worse, use `tb_table_read`.
 *
 * - `path`: UTF-8, with a zero at its end.
 * - `goal`: the goal to answer for, `goal_cells` tiles; its blank must be in the same cell as that of the table's goal.
 *   NULL with 0 cells is the table's own goal.
 * - `table`: the handle, for `tb_table_free`.
 * - Returns: `TB_STATUS_OK`; `BAD_TEXT`, `NO_FILE`, `IO`, `BAD_TABLE`, `BAD_BOARD` (the goal), `OTHER_GOAL` (also for a
 *   table of a pattern), or what is wrong with a pointer.
 * - Threads: may be called from any thread.
 *
 * # Safety
 * The pointers are to as much as is said, and the path ends with a zero.
 */
tb_status tb_table_open(const char *path,
                        const uint8_t *goal,
                        size_t goal_cells,
                        struct tb_table **table);

/**
 * Reads a table file into memory, whatever its size and whatever happens to it later, and checks all of it: a large one on
 * all cores, so not in the child of a `fork`. Else as `tb_table_open`.
 *
 * # Safety
 * As for `tb_table_open`.
 */
tb_status tb_table_read(const char *path,
                        const uint8_t *goal,
                        size_t goal_cells,
                        struct tb_table **table);

/**
 * Frees a table. NULL is no fault, and nothing happens.
 *
 * - Returns: `TB_STATUS_OK`, or `BAD_HANDLE` for one that was freed before or is none.
 * - Threads: may be called from any thread, but not while another call with this table is going on.
 *
 * # Safety
 * No other call with this table is going on.
 */
tb_status tb_table_free(struct tb_table *table);

/**
 * Asks of a table that was opened whether its file is still as it was. Of one that is in memory it always is. Ask this
 * before you rely on many answers of a large table; `tb_table_distances` asks it itself.
 *
 * - Returns: `TB_STATUS_OK`; `BAD_TABLE` if the file was written into or cut short.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The table is not freed meanwhile.
 */
tb_status tb_table_check_file(const struct tb_table *table);

/**
 * How many rows and columns the boards of a table have. Either may be NULL, if it is not wanted.
 *
 * - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_shape(const struct tb_table *table, uint32_t *rows, uint32_t *columns);

/**
 * The goal of a table, row by row, 0 for the blank.
 *
 * - `tiles`: room for `capacity` tiles; `TB_MOST_CELLS` are always enough. NULL with 0 only asks for the number.
 * - `cells`: how many tiles there are; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_goal(const struct tb_table *table,
                        uint8_t *tiles,
                        size_t capacity,
                        size_t *cells);

/**
 * The largest distance in a table.
 *
 * - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_deepest(const struct tb_table *table, uint32_t *deepest);

/**
 * How many boards can reach the goal: half of all. They are numbered from 0 (`tb_table_rank`).
 *
 * - Returns: `TB_STATUS_OK`, or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_states(const struct tb_table *table, uint64_t *states);

/**
 * How many boards there are at each distance, from 0 to the deepest.
 *
 * - `counts`: room for `capacity` numbers. NULL with 0 only asks for how many.
 * - `levels`: how many numbers there are, one more than the largest distance; NULL if that is not wanted.
 * - Returns: `TB_STATUS_OK`; `SHORT_BUFFER`; or what is wrong with a pointer or the handle.
 * - Threads: may be called from any thread at any time while the table is there.
 *
 * # Safety
 * The pointers are to as much as is said, and the table is not freed meanwhile.
 */
tb_status tb_table_histogram(const struct tb_table *table, uint64_t *counts, size_t capacity, size_t *levels);

/**
 * The version of the library, as `"0.1.0"`.
 *
 * - Returns: a text that is there for ever, never NULL.
 * - Threads: may be called from any thread at any time.
 */
const char *tb_version(void);

/**
 * The `TB_ABI_VERSION` of the library that the program runs with. A program that loads the library by its name compares
 * it with that of the header.
 *
 * - Threads: may be called from any thread at any time.
 */
uint32_t tb_abi_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEBASE_H */
