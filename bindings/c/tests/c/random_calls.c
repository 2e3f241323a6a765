/*
 * Calls every function many times with invalid arguments: NULL, freed handles, handles of another
 * kind, invalid handles, misaligned pointers, impossible lengths, invalid boards, and short
 * buffers. No call may end the program, write beyond a buffer, or report a bug in the library.
 *
 *     random_calls SEED CALLS
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilebase.h>

#define KEPT 8
#define PATH_LETTERS ((size_t)1 << 20)
#define FUNCTIONS 65

static uint64_t state;

static uint32_t below(uint32_t bound) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % bound;
}

/* Handles of each kind: some valid, some freed; NULL at the beginning. */
static tb_solver *solvers[KEPT];
static tb_stop *stops[KEPT];
static tb_pdb *pdbs[KEPT];
static tb_pdb_set *sets[KEPT];

/* A solver without a full table, which is not freed until the end. */
static tb_solver *searching;

/* Buffers with margins at both ends, which must not be overwritten. */
#define ROOM 4096
#define MARGIN 64
static union {
    uint64_t aligned;
    unsigned char bytes[MARGIN + ROOM + MARGIN];
} rooms[4];
static char *letters;

static void *room(size_t number) {
    unsigned char *start = rooms[number].bytes + MARGIN;
    switch (below(8)) {
    case 0:
        return NULL;
    case 1:
        return start + 1;
    default:
        return start;
    }
}

static void check_margins(void) {
    for (size_t number = 0; number < 4; number++) {
        for (size_t place = 0; place < MARGIN; place++) {
            if (rooms[number].bytes[place] != 0xA5 || rooms[number].bytes[MARGIN + ROOM + place] != 0xA5) {
                fprintf(stderr, "something was written beyond a buffer\n");
                exit(EXIT_FAILURE);
            }
        }
    }
}

/* A length up to a maximum, or an impossible one. */
static size_t length(size_t most) {
    switch (below(8)) {
    case 0:
        return SIZE_MAX - below(4);
    case 1:
        return SIZE_MAX / 2 + below(3);
    case 2:
        return most;
    case 3:
        return 0;
    default:
        return below((uint32_t)most + 1);
    }
}

/* The stated capacity of a buffer: often small, so that results fill it completely. */
static size_t capacity_of(size_t size) {
    return below(2) ? below(40) % (ROOM / (uint32_t)size) : length(ROOM / size);
}

/* A buffer that ends at the margin, NULL, or a misaligned buffer. */
static void *buffer(size_t number, size_t capacity, size_t size) {
    unsigned char *end = rooms[number].bytes + MARGIN + ROOM;
    if (capacity > ROOM / size) {
        return room(number);
    }
    switch (below(8)) {
    case 0:
        return NULL;
    case 1:
        return capacity * size < ROOM ? end - capacity * size - 1 : end - ROOM;
    default:
        return end - capacity * size;
    }
}

/* A board or nearly one: usually of 9 cells, sometimes of 16, with some tiles wrong. */
static const uint8_t *tiles(size_t *cells) {
    static uint8_t board[32];
    static const uint8_t small[9] = {6, 3, 8, 5, 4, 1, 7, 2, 0};
    static const uint8_t large[16] = {5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0};
    size_t good = below(8) == 0 ? sizeof large : sizeof small;
    memcpy(board, good == sizeof large ? large : small, good);
    *cells = below(4) == 0 ? length(sizeof board) : good;
    if (below(3) == 0) {
        board[below(9)] = (uint8_t)below(256);
    }
    if (below(3) == 0) {
        uint32_t one = below(9), other = below(9);
        uint8_t tile = board[one];
        board[one] = board[other];
        board[other] = tile;
    }
    return below(16) == 0 ? NULL : board;
}

static const int32_t *numbers(size_t *cells) {
    static int32_t board[32];
    size_t found = 0;
    const uint8_t *from = tiles(&found);
    for (size_t place = 0; place < 16 && from != NULL; place++) {
        board[place] = from[place];
    }
    if (below(3) == 0) {
        board[below(9)] = (int32_t)(below(5) - 2u) * 1000000007;
    }
    *cells = found;
    return below(8) == 0 ? (const int32_t *)(const void *)((const char *)board + 2) : from == NULL ? NULL : board;
}

/* A value that was never a handle. */
static void *foreign(void) {
    switch (below(4)) {
    case 0:
        return rooms;
    case 1:
        return letters + 3;
    case 2:
        return (void *)(uintptr_t)(((uint64_t)below(UINT32_MAX) << 32) + below(UINT32_MAX));
    default:
        return (void *)(uintptr_t)below(4096);
    }
}

static tb_solver *a_solver(void) {
    switch (below(10)) {
    case 0:
        return below(2) ? foreign() : (tb_solver *)(void *)pdbs[below(KEPT)];
    case 1:
        return (tb_solver *)(void *)stops[below(KEPT)];
    case 2:
        return searching;
    default:
        return solvers[below(KEPT)];
    }
}

static tb_stop *a_stop(void) {
    switch (below(10)) {
    case 0:
        return foreign();
    case 1:
        return (tb_stop *)(void *)solvers[below(KEPT)];
    case 2:
        return stops[below(KEPT)];
    default:
        return NULL;
    }
}

static tb_pdb *a_pdb(void) {
    switch (below(10)) {
    case 0:
        return foreign();
    case 1:
        return below(2) ? (tb_pdb *)(void *)solvers[below(KEPT)] : (tb_pdb *)(void *)sets[below(KEPT)];
    default:
        return pdbs[below(KEPT)];
    }
}

static tb_pdb_set *a_set(void) {
    switch (below(10)) {
    case 0:
        return foreign();
    case 1:
        return below(2) ? (tb_pdb_set *)(void *)pdbs[below(KEPT)] : (tb_pdb_set *)(void *)stops[below(KEPT)];
    default:
        return sets[below(KEPT)];
    }
}

/* A function to call after each level: it continues, or ends the build at some level. */
static bool on_level(void *context, const tb_level *level) {
    if (level->reached > level->entries || level->added > level->reached) {
        fprintf(stderr, "a level has wrong counts\n");
        exit(EXIT_FAILURE);
    }
    return level->distance != (uint32_t)(uintptr_t)context;
}

/* Options of a build: NULL, misaligned, or valid, except that the stop or the threads may be invalid. */
static const tb_build_options *build_options(uint64_t max_memory) {
    static tb_build_options options;
    options.max_memory = max_memory;
    options.threads = below(16) == 0 ? UINT32_MAX : below(3);
    options.stop = a_stop();
    options.on_level = below(2) ? on_level : NULL;
    options.context = (void *)(uintptr_t)below(100);
    switch (below(8)) {
    case 0:
        return (const tb_build_options *)(const void *)((const char *)&options + 1);
    case 1:
        return max_memory == 0 ? NULL : &options;
    default:
        return &options;
    }
}

/* A path to read or write: of a table in the current folder, if one was saved, or of none. */
static const char *a_path(void) {
    static const char *const paths[] = {"",        "/", "/proc/no/such/file", "\xff\xfe", "/dev/null", "/proc/self/mem",
                                        "/dev/null/\n", "table.pdb"};
    return below(8) == 0 ? NULL : paths[below(sizeof paths / sizeof *paths)];
}

static const char *moves(size_t *count) {
    *count = below(3) == 0 ? length(PATH_LETTERS) : below(40);
    for (size_t place = 0; place < 40; place++) {
        letters[place] = below(60) == 0 ? (char)below(256) : "UDLR"[below(4)];
    }
    return below(16) == 0 ? NULL : letters;
}

/*
 * A shape that is fast to build, or an invalid one. Without a memory limit, tables must be small.
 */
static uint32_t side(void) {
    static const uint32_t sides[] = {2, 2, 3, 3, 0, 1, 26, UINT32_MAX};
    return sides[below(sizeof sides / sizeof *sides)];
}

static tb_status make(uint32_t which, void *out) {
    size_t cells = 0;
    const uint8_t *goal = tiles(&cells);
    tb_status status;
    if (below(3) != 0) {
        goal = NULL, cells = 0;
    }
    switch (which) {
    case 0:
        status = below(4) == 0 ? tb_solver_build(5, below(8), goal, cells, build_options(1 << 24), out)
                               : tb_solver_build(side(), side(), goal, cells, build_options(0), out);
        break;
    case 1:
        status = tb_solver_open(a_path(), goal, cells, out);
        break;
    case 2:
        status = tb_solver_read(a_path(), goal, cells, out);
        break;
    case 3:
        status = below(2) ? tb_solver_new(side(), side(), goal, cells, below(2) ? NULL : a_path(), a_stop(), out)
                          : tb_solver_new_with(side(), side(), goal, cells, below(2) ? NULL : a_path(),
                                               build_options(0), out);
        break;
    default:
        status = tb_stop_new(out);
    }
    return status;
}

static tb_status free_of(uint32_t which, void *handle) {
    return which <= 3 ? tb_solver_free(handle) : tb_stop_free(handle);
}

/* Creates an object that replaces and frees another; the last element keeps the freed handle. */
static tb_status make_or_free(uint32_t which) {
    size_t place = below(KEPT - 1);
    void *out = room(0), *handle = NULL, *freed = NULL;
    tb_status status = make(which, out);
    if (status != TB_STATUS_OK) {
        return status;
    }
    memcpy(&handle, out, sizeof handle);
    if (which <= 3) {
        freed = solvers[place], solvers[place] = handle, solvers[KEPT - 1] = freed;
    } else {
        freed = stops[place], stops[place] = handle, stops[KEPT - 1] = freed;
    }
    return free_of(which, freed);
}

/* The tiles of a pattern, or nearly: half of them are 1 to 4, or 5 to 8, so that sets can be made. */
static const uint8_t *pattern(size_t *count) {
    static uint8_t numbers[32];
    uint32_t first = below(2) ? 1 : 5;
    *count = below(2) ? 4 : below(8) == 0 ? length(30) : below(7);
    for (size_t place = 0; place < 32; place++) {
        numbers[place] = below(30) == 0 ? (uint8_t)below(256) : (uint8_t)(first + place);
    }
    return below(16) == 0 ? NULL : numbers;
}

static tb_status make_pdb(uint32_t which, void *out) {
    size_t cells = 0, count = 0;
    const uint8_t *goal = tiles(&cells), *numbers_of_tiles = pattern(&count);
    if (below(4) != 0) {
        goal = NULL, cells = 0;
    }
    switch (which) {
    case 0:
        return tb_pdb_build(below(8) ? 3 : 5, below(8) ? 3 : below(8), goal, cells, numbers_of_tiles, count, below(5),
                            build_options(1 << 24), out);
    case 1:
        return tb_pdb_open(a_path(), out);
    default:
        return tb_pdb_read(a_path(), out);
    }
}

/* Like make_or_free, for a pattern database. */
static tb_status make_or_free_pdb(uint32_t which) {
    size_t place = below(KEPT - 1);
    void *out = room(0), *handle = NULL;
    tb_status status = make_pdb(which, out);
    if (status != TB_STATUS_OK) {
        return status;
    }
    memcpy(&handle, out, sizeof handle);
    tb_pdb *freed = pdbs[place];
    pdbs[place] = handle, pdbs[KEPT - 1] = freed;
    return tb_pdb_free(freed);
}

/* Like make_or_free, for a set. */
static tb_status make_or_free_set(void) {
    size_t place = below(KEPT - 1);
    const tb_pdb *some[4];
    void *out = room(0), *handle = NULL;
    for (size_t number = 0; number < 4; number++) {
        some[number] = below(4) == 0 ? a_pdb() : pdbs[number];
    }
    const tb_pdb *const *first = below(16) == 0 ? NULL : some;
    size_t count = below(16) == 0 ? SIZE_MAX - below(4) : below(5);
    tb_status status = below(2) ? tb_pdb_set_new(first, count, out) : tb_pdb_set_compound(first, count, out);
    if (status != TB_STATUS_OK) {
        return status;
    }
    memcpy(&handle, out, sizeof handle);
    tb_pdb_set *freed = sets[place];
    sets[place] = handle, sets[KEPT - 1] = freed;
    return tb_pdb_set_free(freed);
}

/* The functions of pattern databases and of sets. */
static tb_status call_of_patterns(uint32_t which) {
    size_t cells = 0, count = 0;
    const uint8_t *board = tiles(&cells);
    const int32_t *board_of_numbers;
    const size_t bytes = capacity_of(1), counts = capacity_of(8), bounds = capacity_of(4);
    switch (which) {
    case 0: case 1: case 2:
        return make_or_free_pdb(which);
    case 3:
        return below(2) ? tb_pdb_free(foreign()) : tb_pdb_free(pdbs[KEPT - 1]);
    case 4:
        return tb_pdb_shape(a_pdb(), room(0), room(1));
    case 5:
        return tb_pdb_goal(a_pdb(), buffer(0, bytes, 1), bytes, room(1));
    case 6:
        return tb_pdb_tiles(a_pdb(), buffer(0, bytes, 1), bytes, room(1));
    case 7:
        return tb_pdb_size(a_pdb(), room(0), room(1));
    case 8:
        return tb_pdb_histogram(a_pdb(), buffer(0, counts, 8), counts, room(1));
    case 9:
        return tb_pdb_claims(a_pdb(), room(0), room(1));
    case 10:
        return tb_pdb_lookup(a_pdb(), board, cells, room(0));
    case 11:
        board_of_numbers = numbers(&cells);
        return tb_pdb_lookup_i32(a_pdb(), board_of_numbers, cells, room(0));
    case 12:
        count = length(32);
        return tb_pdb_lookups(a_pdb(), board, count, buffer(0, bounds, 4), bounds);
    case 13:
        board_of_numbers = numbers(&count);
        return tb_pdb_lookups_i32(a_pdb(), board_of_numbers, below(2) ? 9 : length(20), buffer(0, bounds, 4), bounds);
    case 14:
        return tb_pdb_rank(a_pdb(), board, cells, room(0));
    case 15:
        return tb_pdb_data(a_pdb(), room(0));
    case 16:
        return tb_pdb_check_file(a_pdb());
    case 17:
        return tb_pdb_save(a_pdb(), a_path());
    case 18:
        return make_or_free_set();
    case 19:
        return tb_pdb_set_shape(a_set(), room(0), room(1));
    case 20:
        return tb_pdb_set_goal(a_set(), buffer(0, bytes, 1), bytes, room(1));
    case 21:
        return below(2) ? tb_pdb_set_claims(a_set(), room(0), room(1))
                        : tb_pdb_set_lower_bound(a_set(), board, cells, room(0));
    case 22:
        board_of_numbers = numbers(&cells);
        return tb_pdb_set_lower_bound_i32(a_set(), board_of_numbers, cells, room(0));
    case 23:
        count = length(32);
        return tb_pdb_set_lower_bounds(a_set(), board, count, buffer(0, bounds, 4), bounds);
    case 24:
        board_of_numbers = numbers(&count);
        return tb_pdb_set_lower_bounds_i32(a_set(), board_of_numbers, below(2) ? 9 : length(20), buffer(0, bounds, 4),
                                           bounds);
    default:
        return below(2) ? tb_pdb_set_free(foreign()) : tb_pdb_set_free(sets[KEPT - 1]);
    }
}

/* Boards, moves, and other text, always with a terminating zero. */
static const char *a_text(void) {
    static const char *const texts[] = {"638541720", "6 3 8 / 5 4 1 / 7 2 0", "UURD", "up, left", "8", "", "\xff\xfe",
                                        "[[6,3,8],[5,4,1],[7,2,0]]", "1 1 1", "L99999999999", "\xe2\x86\x91"};
    return below(8) == 0 ? NULL : texts[below(sizeof texts / sizeof *texts)];
}

/* Presets take too long to be built here, so each call has an invalid argument. */
static tb_status refused_preset(void) {
    switch (below(3)) {
    case 0:
        return tb_solver_with_preset(4, 4, NULL, 0, a_path(), 0, NULL, NULL, room(0));
    case 1:
        return tb_solver_with_preset(4, 4, NULL, 0, "7-8", 1, NULL, NULL, room(0));
    default:
        return tb_solver_with_preset(4, 4, NULL, 0, "5-5-5", 0, "\xff", NULL, room(0));
    }
}

static tb_status call(uint32_t which) {
    size_t cells = 0, count = 0;
    const uint8_t *board = tiles(&cells);
    const int32_t *board_of_numbers;
    const char *path;
    const size_t bytes = capacity_of(1), counts = capacity_of(8), steps = capacity_of(sizeof(tb_step)),
                 bounds = capacity_of(4);
    switch (which) {
    case 0: case 1: case 2: case 3: case 4:
        return make_or_free(which);
    case 5:
        return below(2) ? tb_solver_free(foreign()) : tb_solver_free(solvers[KEPT - 1]);
    case 6:
        return below(2) ? tb_stop_free(foreign()) : tb_stop_free(stops[KEPT - 1]);
    case 7:
        return tb_stop_request(a_stop());
    case 8:
        return tb_solver_check_file(a_solver());
    case 9:
        return tb_solver_shape(a_solver(), room(0), room(1));
    case 10:
        return tb_solver_goal(a_solver(), buffer(0, bytes, 1), bytes, room(1));
    case 11:
        return tb_solver_deepest(a_solver(), room(0));
    case 12:
        return tb_solver_states(a_solver(), room(0));
    case 13:
        return tb_solver_histogram(a_solver(), buffer(0, counts, 8), counts, room(1));
    case 14:
        return tb_solver_distance(a_solver(), board, cells, 1, a_stop(), room(0));
    case 15:
        board_of_numbers = numbers(&cells);
        return tb_solver_distance_i32(a_solver(), board_of_numbers, cells, 1, a_stop(), room(0));
    case 16:
        return tb_solver_solve(a_solver(), board, cells, 1, a_stop(), buffer(0, bytes, 1), bytes, room(1), room(2));
    case 17:
        return tb_solver_moves(a_solver(), board, cells, buffer(0, steps, sizeof(tb_step)), steps, room(1));
    case 18:
        return tb_solver_count_paths(a_solver(), board, cells, room(0));
    case 19:
        return tb_solver_rank(a_solver(), board, cells, room(0));
    case 20:
        return tb_solver_unrank(a_solver(), below(2) ? below(181441) : UINT64_MAX - below(9),
                                buffer(0, bytes, 1), bytes, room(1));
    case 21:
        count = length(32);
        return tb_solver_distances(a_solver(), board, count, below(8) ? buffer(0, bytes, 1) : (void *)(uintptr_t)board,
                                   bytes);
    case 22:
        board_of_numbers = numbers(&count);
        return tb_solver_distances_i32(a_solver(), board_of_numbers, below(2) ? 9 : length(20), buffer(0, bytes, 1),
                                       bytes);
    case 23:
        path = moves(&count);
        return tb_solver_check_path(a_solver(), board, cells, path, count, 1, a_stop(), room(0), buffer(1, bytes, 1),
                                    bytes, room(2));
    case 24:
        return tb_solver_check_length(a_solver(), board, cells, below(50), 1, a_stop(), room(0), buffer(1, bytes, 1),
                                      bytes, room(2));
    case 25:
        return tb_solver_lower_bound(a_solver(), board, cells, room(0));
    case 26:
        return tb_solver_has_table(a_solver(), room(0));
    case 27:
        return tb_solver_save(a_solver(), a_path());
    case 28:
        return tb_solver_claims(a_solver(), room(0), room(1));
    case 29:
        board_of_numbers = numbers(&cells);
        return tb_solver_lower_bound_i32(a_solver(), board_of_numbers, cells, room(0));
    case 30:
        count = length(32);
        if (below(2) == 0) {
            return tb_solver_distances_within(a_solver(), board, count, 1, a_stop(), buffer(0, bounds, 4), bounds);
        }
        return tb_solver_lower_bounds(a_solver(), board, count, buffer(0, bounds, 4), bounds);
    case 31:
        board_of_numbers = numbers(&count);
        if (below(2) == 0) {
            return tb_solver_distances_within_i32(a_solver(), board_of_numbers, below(2) ? 9 : length(20), 1, a_stop(),
                                                  buffer(0, bounds, 4), bounds);
        }
        return tb_solver_lower_bounds_i32(a_solver(), board_of_numbers, below(2) ? 9 : length(20),
                                          buffer(0, bounds, 4), bounds);
    case 32:
        return tb_last_statistics(room(0));
    case 33:
        return tb_parse_board(a_text(), side(), side(), buffer(0, bytes, 1), bytes, room(1), room(2), room(3));
    case 34:
        return tb_format_board(side(), side(), board, cells, buffer(0, bytes, 1), bytes, room(1));
    case 35:
        return tb_parse_moves(side(), side(), board, cells, a_text(), buffer(0, bytes, 1), bytes, room(1));
    case 36:
        return refused_preset();
    case 37:
        return tb_is_solvable(side(), side(), board, below(2) ? cells : 0, board, cells, room(0));
    case 38:
        count = below(2) ? 9 * below(40) : length(400);
        return tb_sample(side(), side(), NULL, 0, below(3) ? below(20) : UINT32_MAX, below(1000),
                         buffer(0, count, 1), count);
    default:
        return call_of_patterns(which - 39);
    }
}

int main(int argc, char **argv) {
    unsigned long calls = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000, done_well = 0;
    unsigned long each[TB_STATUS_INTERNAL] = {0};
    state = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    memset(rooms, 0xA5, sizeof rooms);
    letters = malloc(PATH_LETTERS);
    if (letters == NULL) {
        return EXIT_FAILURE;
    }
    memset(letters, 'U', PATH_LETTERS);
    const uint8_t low[4] = {1, 2, 3, 4}, high[4] = {5, 6, 7, 8};
    if (tb_pdb_build(3, 3, NULL, 0, low, 4, 0, NULL, &pdbs[0]) != TB_STATUS_OK ||
        tb_pdb_build(3, 3, NULL, 0, high, 4, 0, NULL, &pdbs[1]) != TB_STATUS_OK ||
        tb_pdb_set_new((const tb_pdb *const *)pdbs, 2, &sets[0]) != TB_STATUS_OK ||
        tb_solver_build(3, 3, NULL, 0, NULL, &solvers[0]) != TB_STATUS_OK ||
        tb_solver_new(4, 4, NULL, 0, NULL, NULL, &searching) != TB_STATUS_OK ||
        tb_stop_new(&stops[0]) != TB_STATUS_OK) {
        fprintf(stderr, "%s\n", tb_last_error());
        return EXIT_FAILURE;
    }
    for (unsigned long number = 0; number < calls; number++) {
        uint32_t which = below(FUNCTIONS);
        tb_status status = call(which);
        if (status < TB_STATUS_OK || status >= TB_STATUS_INTERNAL || tb_status_name(status)[0] != 'T') {
            fprintf(stderr, "call %lu, of function %u: %d, %s\n", number, which, (int)status, tb_last_error());
            return EXIT_FAILURE;
        }
        if (status != TB_STATUS_OK && which != 7 && strlen(tb_last_error()) < 5) {
            fprintf(stderr, "call %lu, of function %u, failed without words\n", number, which);
            return EXIT_FAILURE;
        }
        each[status]++;
        done_well += status == TB_STATUS_OK;
        check_margins();
    }
    printf("%lu calls, %lu of them with a result\n", calls, done_well);
    for (int status = 0; status < TB_STATUS_INTERNAL; status++) {
        if (each[status] > 0) {
            printf("%8lu %s\n", each[status], tb_status_name(status));
        }
    }
    for (size_t place = 0; place < KEPT; place++) {
        tb_solver_free(solvers[place]);
        tb_stop_free(stops[place]);
        tb_pdb_free(pdbs[place]);
        tb_pdb_set_free(sets[place]);
    }
    tb_solver_free(searching);
    free(letters);
    if (tb_handles_alive() != 0) {
        fprintf(stderr, "%zu handles are left\n", tb_handles_alive());
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
