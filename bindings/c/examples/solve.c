/*
 * Solves an 8-puzzle: solve 6 3 8 5 4 1 7 2 0
 *
 *     cc -std=c11 solve.c $(pkg-config --cflags --libs tilebase) -o solve
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <tilebase.h>

static int failed(tb_status status) {
    fprintf(stderr, "%s: %s\n", tb_status_name(status), tb_last_error());
    return EXIT_FAILURE;
}

static int answer(const tb_solver *solver, const uint8_t *tiles, size_t cells) {
    char path[TB_PATH_CAPACITY];
    size_t length, count;
    uint64_t paths;
    tb_step steps[4];
    tb_status status;

    status = tb_solver_solve(solver, tiles, cells, 0, NULL, path, sizeof path, &length, NULL);
    if (status == TB_STATUS_UNREACHABLE) {
        printf("no moves lead to the goal\n");
        return EXIT_SUCCESS;
    }
    if (status != TB_STATUS_OK || (status = tb_solver_count_paths(solver, tiles, cells, &paths)) != TB_STATUS_OK ||
        (status = tb_solver_moves(solver, tiles, cells, steps, 4, &count)) != TB_STATUS_OK) {
        return failed(status);
    }
    printf("%zu moves: %s\n", length, path);
    printf("%" PRIu64 " shortest paths\n", paths);
    for (size_t n = 0; n < count; n++) {
        printf("%c leads to a distance of %" PRIu32 "%s\n", steps[n].letter, steps[n].distance,
               steps[n].optimal ? ", which is optimal" : "");
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    uint8_t tiles[TB_MAX_CELLS] = {6, 3, 8, 5, 4, 1, 7, 2, 0};
    size_t cells = 9;
    tb_solver *solver = NULL;

    if (argc > 1) {
        for (cells = 0; cells < TB_MAX_CELLS && (int)cells + 1 < argc; cells++) {
            tiles[cells] = (uint8_t)strtoul(argv[cells + 1], NULL, 10);
        }
    }
    tb_status status = tb_solver_build(3, 3, NULL, 0, NULL, &solver);
    if (status != TB_STATUS_OK) {
        return failed(status);
    }
    int code = answer(solver, tiles, cells);
    tb_solver_free(solver);
    return code;
}
