/*
 * Builds the additive pattern databases 5-5-5 of the 15-puzzle, and reports the build, the entries
 * of Korf's first board, and its lower bound.
 *
 *     cc -std=c11 pattern_databases.c $(pkg-config --cflags --libs tilebase) -o pattern_databases
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tilebase.h>

static void expect(tb_status status) {
    if (status != TB_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", tb_status_name(status), tb_last_error());
        exit(EXIT_FAILURE);
    }
}

static bool count_levels(void *context, const tb_level *level) {
    uint32_t *levels = context;
    (void)level; /* level->reached of level->entries are known */
    ++*levels;
    return true; /* false would end the build */
}

int main(void) {
    /* Korf's boards have the blank first in the goal. */
    const uint8_t goal[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const uint8_t patterns[3][5] = {{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}};
    const int32_t board[16] = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};
    tb_pdb *pdbs[3];

    for (size_t n = 0; n < 3; n++) {
        uint32_t levels = 0, entry;
        uint64_t entries;
        tb_build_options options = {0};
        options.on_level = count_levels;
        options.context = &levels;
        expect(tb_pdb_build(4, 4, goal, 16, patterns[n], 5, 0, &options, &pdbs[n]));
        expect(tb_pdb_size(pdbs[n], &entries, NULL));
        expect(tb_pdb_lookup_i32(pdbs[n], board, 16, &entry));
        printf("%" PRIu64 " entries in %" PRIu32 " levels; this board: %" PRIu32 "\n", entries, levels, entry);
    }

    const tb_pdb *const all[3] = {pdbs[0], pdbs[1], pdbs[2]};
    tb_pdb_set *set;
    uint32_t bound;
    bool consistent;
    expect(tb_pdb_set_new(all, 3, &set));
    for (size_t n = 0; n < 3; n++) {
        tb_pdb_free(pdbs[n]); /* the set has copies */
    }
    expect(tb_pdb_set_lower_bound_i32(set, board, 16, &bound));
    expect(tb_pdb_set_claims(set, NULL, &consistent));
    printf("at least %" PRIu32 " moves, %s\n", bound, consistent ? "consistent" : "not consistent");
    tb_pdb_set_free(set);
    return tb_handles_alive() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
