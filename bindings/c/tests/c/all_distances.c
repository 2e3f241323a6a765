/* Writes the distances of all 8-puzzle boards in index order. Fails if the functions disagree. */

#include <stdio.h>
#include <stdlib.h>

#include <tilebase.h>

#define CELLS 9

static void expect(tb_status status) {
    if (status != TB_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", tb_status_name(status), tb_last_error());
        exit(EXIT_FAILURE);
    }
}

int main(void) {
    tb_solver *solver = NULL;
    uint64_t states = 0;
    expect(tb_solver_build(3, 3, NULL, 0, NULL, &solver));
    expect(tb_solver_states(solver, &states));

    uint8_t *tiles = malloc(states * CELLS);
    int32_t *numbers = malloc(states * CELLS * sizeof *numbers);
    uint8_t *distances = malloc(states), *of_numbers = malloc(states);
    if (tiles == NULL || numbers == NULL || distances == NULL || of_numbers == NULL) {
        return EXIT_FAILURE;
    }
    for (uint64_t index = 0; index < states; index++) {
        expect(tb_solver_unrank(solver, index, tiles + index * CELLS, CELLS, NULL));
    }
    for (uint64_t place = 0; place < states * CELLS; place++) {
        numbers[place] = tiles[place];
    }
    expect(tb_solver_distances(solver, tiles, states * CELLS, distances, states));
    expect(tb_solver_distances_i32(solver, numbers, states * CELLS, of_numbers, states));
    for (uint64_t index = 0; index < states; index++) {
        uint64_t again = 0;
        uint32_t alone = 0, alone_of_numbers = 0;
        expect(tb_solver_rank(solver, tiles + index * CELLS, CELLS, &again));
        expect(tb_solver_distance(solver, tiles + index * CELLS, CELLS, 0, NULL, &alone));
        expect(tb_solver_distance_i32(solver, numbers + index * CELLS, CELLS, 0, NULL, &alone_of_numbers));
        if (again != index || alone != distances[index] || alone != alone_of_numbers || alone != of_numbers[index]) {
            fprintf(stderr, "board %llu has several answers\n", (unsigned long long)index);
            return EXIT_FAILURE;
        }
    }
    if (fwrite(distances, 1, states, stdout) != states) {
        return EXIT_FAILURE;
    }
    free(tiles);
    free(numbers);
    free(distances);
    free(of_numbers);
    expect(tb_solver_free(solver));
    return tb_handles_alive() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
