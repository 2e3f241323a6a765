// Tests every function of tilebase.hpp and all its exceptions. Prints nothing on success.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <tilebase.hpp>

static int faults = 0;

static void expect(bool holds, const char *what, int line) {
    if (!holds) {
        std::cerr << "line " << line << ": " << what << '\n';
        faults++;
    }
}
#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)

// Whether exactly this class of exception is thrown, with this status and a message.
template <class exception, class call> bool throws(tb_status status, const call &work) {
    try {
        work();
    } catch (const tilebase::error &error) {
        return typeid(error) == typeid(exception) && error.status() == status && std::string(error.what()).size() > 10;
    }
    return false;
}

template <class handle> constexpr bool is_moved_only() {
    return std::is_nothrow_move_constructible_v<handle> && std::is_nothrow_move_assignable_v<handle> &&
           !std::is_copy_constructible_v<handle> && !std::is_copy_assignable_v<handle>;
}
static_assert(is_moved_only<tilebase::solver>() && is_moved_only<tilebase::stop>());
static_assert(is_moved_only<tilebase::pdb>() && is_moved_only<tilebase::pdb_set>());
static_assert(std::is_base_of_v<tilebase::bad_argument, tilebase::bad_board>);
static_assert(std::is_base_of_v<std::runtime_error, tilebase::error>);

static const std::vector<std::uint8_t> far = {6, 3, 8, 5, 4, 1, 7, 2, 0};

static void read_and_write_text() {
    const tilebase::board board = tilebase::parse_board("6 3 8 / 5 4 1 / 7 2 0");
    EXPECT(board.rows == 3 && board.columns == 3 && board.tiles == far);
    EXPECT(tilebase::format_board(3, 3, far) == "638541720");
    EXPECT(tilebase::parse_moves(3, 3, far, "up, up, left") == "UUL");
    EXPECT(tilebase::is_solvable(3, 3, far) && !tilebase::is_solvable(3, 3, {2, 1, 3, 4, 5, 6, 7, 8, 0}));
    EXPECT(tilebase::is_solvable(2, 2, {0, 1, 2, 3}, {0, 1, 2, 3}));
    EXPECT(tilebase::sample(4, 4, 9, 7).size() == 144 && tilebase::sample(4, 4, 9, 7) == tilebase::sample(4, 4, 9, 7));
    EXPECT(tilebase::solver(3, 3).distances(tilebase::sample(3, 3, 1, 7, 2)) == std::vector<std::uint8_t>{2});
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_SHAPE, [] { tilebase::sample(9, 9, 1, 7); }));
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_TEXT, [] { tilebase::parse_board("638541729"); }));
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_TEXT, [] { tilebase::parse_moves(3, 3, far, "x"); }));
}

static void ask_pattern_databases() {
    const tilebase::solver solver = tilebase::solver::with_preset(4, 4, "5-5-5");
    const std::vector<std::uint8_t> board = {5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0};
    EXPECT(solver.lower_bound(board) == 10 && solver.lower_bounds(board) == std::vector<std::int32_t>{10});
    EXPECT(solver.claims().admissible && !solver.claims().consistent);
    EXPECT(solver.solve(board) == "LUULLURDRDRD" && tilebase::last_statistics().expanded >= 12);
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_ARGUMENT, [] { tilebase::solver::with_preset(4, 4, "7-9"); }));
}

static void watch_builds() {
    std::vector<tb_level> levels;
    tilebase::build_options options;
    options.threads = 1;
    options.on_level = [&](const tb_level &level) {
        levels.push_back(level);
        return levels.size() < 40;
    };
    const tilebase::solver full = tilebase::solver::build(3, 3, {}, options);
    EXPECT(levels.size() == 32 && levels.back().distance == full.deepest() && levels.back().added == 2);
    EXPECT(levels.back().reached == 181440 && levels.back().entries == 181440);
    const std::uint8_t pattern[] = {1, 2, 3};
    EXPECT(throws<tilebase::stopped>(TB_STATUS_STOPPED, [&] { // the 40th level ends it
        tilebase::pdb(3, 3, tilebase::tiles_view(pattern, 3), 0, {}, options);
    }));
    options.on_level = [](const tb_level &level) -> bool { throw level.distance; };
    std::uint32_t thrown = 77;
    try {
        tilebase::solver::build(3, 3, {}, options);
    } catch (std::uint32_t distance) {
        thrown = distance;
    }
    EXPECT(thrown == 0);
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_ARGUMENT, [] { tilebase::pdb(3, 3, {1}, 0, {}, {0, 2000}); }));
}

static void build_pattern_databases() {
    using tilebase::pdb, tilebase::pdb_set, tilebase::bad_argument, tilebase::bad_board, tilebase::bad_file;
    pdb low(3, 3, {4, 3, 2, 1});
    const pdb high(3, 3, {5, 6, 7, 8}, TB_PDB_ZERO_AWARE);
    EXPECT(low.rows() == 3 && low.columns() == 3 && low.goal()[8] == 0);
    EXPECT(low.tiles() == std::vector<std::uint8_t>{1, 2, 3, 4} && low.size() == 3024 && low.bytes() == 3024);
    const std::vector<std::uint64_t> histogram = low.histogram();
    EXPECT(std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0}) == 3024 && histogram[0] == 1);
    EXPECT(low.claims().admissible && !low.claims().consistent && high.claims().consistent && high.size() > 3024);

    const std::vector<std::int32_t> numbers(far.begin(), far.end());
    const std::uint32_t entry = low.lookup(far);
    EXPECT(entry > 5 && low.lookup(numbers) == entry && low.lookup({1, 2, 3, 4, 5, 6, 7, 8, 0}) == 0);
    EXPECT(low.lookups(far) == std::vector<std::int32_t>{static_cast<std::int32_t>(entry)});
    EXPECT(low.lookups(numbers) == low.lookups(far) && low.lookups(tilebase::tiles_view()).empty());
    const tilebase::view<std::uint8_t> data = low.data();
    EXPECT(data.size() == 3024 && data[low.rank(far)] == entry);
    EXPECT(*std::max_element(data.begin(), data.end()) + 1u == histogram.size());

    low.save("low.pdb");
    low.check_file();
    EXPECT(pdb::open("low.pdb").lookup(far) == entry && pdb::read("low.pdb").size() == 3024);
    EXPECT(throws<bad_file>(TB_STATUS_OTHER_KIND, [] { tilebase::solver::open("low.pdb"); }));
    tilebase::solver::build(2, 2).save("2x2.pdb");
    EXPECT(throws<bad_file>(TB_STATUS_OTHER_KIND, [] { pdb::open("2x2.pdb"); }));
    EXPECT(throws<bad_file>(TB_STATUS_NO_FILE, [] { pdb::read("absent.pdb"); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_PATTERN, [] { pdb(3, 3, {1, 1}); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_ARGUMENT, [] { pdb(3, 3, {1}, 8); }));
    EXPECT(throws<bad_board>(TB_STATUS_BAD_BOARD, [&] { low.lookup({1, 2, 3}); }));
    EXPECT(throws<bad_board>(TB_STATUS_BAD_BOARD, [&] { low.lookups({1, 2, 3}); }));

    const pdb plain_high(3, 3, {5, 6, 7, 8});
    const pdb_set set({&low, &plain_high});
    const pdb moved = std::move(low);
    EXPECT(throws<bad_argument>(TB_STATUS_NULL_POINTER, [&] { low.lookup(far); }));
    EXPECT(throws<bad_argument>(TB_STATUS_NULL_POINTER, [&] { pdb_set({&low}); }));
    EXPECT(throws<bad_argument>(TB_STATUS_NULL_POINTER, [] { pdb_set({nullptr}); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_PATTERN, [&] { pdb_set({&moved, &high}); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_PATTERN, [&] { pdb_set({&moved, &moved}); }));
    EXPECT(set.rows() == 3 && set.columns() == 3 && set.goal() == moved.goal());
    EXPECT(set.claims().admissible && !set.claims().consistent);
    const std::uint32_t bound = set.lower_bound(far);
    EXPECT(bound >= entry && bound <= 28 && bound % 2 == 0 && set.lower_bound(numbers) == bound);
    const std::vector<std::uint8_t> two = {6, 3, 8, 5, 4, 1, 7, 2, 0, 2, 1, 3, 4, 5, 6, 7, 8, 0};
    const std::vector<std::int32_t> bounds = {static_cast<std::int32_t>(bound), TB_NO_BOUND};
    EXPECT(set.lower_bounds(two) == bounds);
    EXPECT(set.lower_bounds(std::vector<std::int32_t>(two.begin(), two.end())) == bounds);
    EXPECT(throws<tilebase::unreachable>(TB_STATUS_UNREACHABLE, [&] { set.lower_bound({2, 1, 3, 4, 5, 6, 7, 8, 0}); }));
    const pdb_set compound = pdb_set::compound({&high});
    EXPECT(compound.claims().consistent && compound.lower_bound(far) <= 28);
#if __cplusplus >= 202002L
    std::vector<std::uint8_t> boards = two;
    std::array<std::int32_t, 2> found = {};
    set.lower_bounds(std::span(boards), found);
    EXPECT(found[0] == bounds[0] && found[1] == TB_NO_BOUND);
    moved.lookups(two, found);
    EXPECT(found[0] == static_cast<std::int32_t>(entry));
    moved.lookups(std::vector<std::int32_t>(two.begin(), two.end()), found);
    EXPECT(found[0] == static_cast<std::int32_t>(entry));
    EXPECT(throws<bad_argument>(TB_STATUS_SHORT_BUFFER, [&] { set.lower_bounds(two, std::span(found).first(1)); }));
    std::vector<std::uint8_t> distances(2);
    tilebase::solver::build(3, 3).distances(two, distances);
    EXPECT(distances == std::vector<std::uint8_t>{28, TB_NO_DISTANCE});
#endif
}

static void ask_a_searching_solver_about_many_boards() {
    int levels = 0;
    tilebase::build_options options;
    options.on_level = [&](const tb_level &level) { return levels += level.added > 0, true; };
    const tilebase::solver solver(4, 4, {}, std::nullopt, options);
    EXPECT(levels > 30);
    const std::vector<std::uint8_t> boards = {5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0,
                                              2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0};
    const std::vector<std::int32_t> distances = {12, TB_NO_BOUND};
    EXPECT(solver.distances_within(boards) == distances);
    EXPECT(solver.distances_within(std::vector<std::int32_t>(boards.begin(), boards.end())) == distances);
    const tilebase::stop stop;
    stop.request();
    tilebase::limits limits;
    limits.stop = &stop;
    EXPECT(throws<tilebase::stopped>(TB_STATUS_STOPPED, [&] { solver.distances_within(boards, limits); }));
    options.on_level = [](const tb_level &) { return false; };
    EXPECT(throws<tilebase::stopped>(TB_STATUS_STOPPED,
                                     [&] { tilebase::solver(4, 4, {}, std::nullopt, options); }));
#if __cplusplus >= 202002L
    std::array<std::int32_t, 2> found = {};
    solver.distances_within(boards, found);
    EXPECT(found[0] == 12 && found[1] == TB_NO_BOUND);
#endif
    using namespace std::string_view_literals;
    const std::string_view text = "board: 123456780"sv;
    EXPECT(tilebase::parse_board(text.substr(7)).tiles.size() == 9);
    EXPECT(tilebase::parse_moves(3, 3, {1, 2, 3, 4, 5, 6, 7, 0, 8}, "right or not"sv.substr(0, 5)) == "R");
    EXPECT(solver.check_path({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15}, "RRR"sv.substr(0, 1)).is_optimal());
}

static void ask_a_full_table() {
    tilebase::solver full = tilebase::solver::build(3, 3);
    EXPECT(full.rows() == 3 && full.columns() == 3 && full.deepest() == 31 && full.states() == 181440);
    EXPECT(full.has_table() && full.lower_bound(far) == 28);
    EXPECT(full.goal() == std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 0});
    const std::vector<std::uint64_t> histogram = full.histogram();
    EXPECT(std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0}) == 181440 && histogram.size() == 32);
    full.check_file();
    EXPECT(full.claims().admissible && full.claims().consistent);
    EXPECT(full.lower_bound(std::array<std::int32_t, 9>{6, 3, 8, 5, 4, 1, 7, 2, 0}) == 28);
    const std::vector<std::uint8_t> two = {6, 3, 8, 5, 4, 1, 7, 2, 0, 2, 1, 3, 4, 5, 6, 7, 8, 0};
    EXPECT(full.lower_bounds(two) == std::vector<std::int32_t>{28, TB_NO_BOUND});
    EXPECT(full.lower_bounds(std::vector<std::int32_t>(two.begin(), two.end())) ==
           std::vector<std::int32_t>{28, TB_NO_BOUND});
#if __cplusplus >= 202002L
    EXPECT(full.distance(std::span<const std::uint8_t>(far)) == 28);
#endif

    EXPECT(full.distance(far) == 28 && full.distance({1, 2, 3, 4, 5, 6, 7, 8, 0}) == 0);
    EXPECT(full.distance(std::array<std::int32_t, 9>{6, 3, 8, 5, 4, 1, 7, 2, 0}) == 28);
    const std::string path = full.solve(far);
    EXPECT(path == "UULDDLUURDLDRURDLURULDLURRDD" && full.count_paths(far) == 13);
    const std::vector<tb_step> steps = full.moves(far);
    EXPECT(steps.size() == 2 && steps[0].letter == 'U' && steps[0].optimal && steps[1].distance == 27);
    EXPECT(full.unrank(full.rank(far)) == far);
    EXPECT(full.distances(two) == std::vector<std::uint8_t>{28, TB_NO_DISTANCE});
    EXPECT(full.distances(std::vector<std::int32_t>(two.begin(), two.end())) == full.distances(two));
    EXPECT(full.distances(tilebase::tiles_view()).empty());
    EXPECT(full.check_path(far, path).is_optimal() && full.check_length(far, 28).message == "optimal, 28 moves");
    const tilebase::verdict longer = full.check_path(far, "UD" + path);
    EXPECT(longer.finding == TB_FINDING_LONGER && longer.message == "30 moves, 2 more than needed");

    using tilebase::bad_argument, tilebase::bad_board, tilebase::unreachable, tilebase::out_of_reach;
    EXPECT(throws<unreachable>(TB_STATUS_UNREACHABLE, [&] { full.distance({2, 1, 3, 4, 5, 6, 7, 8, 0}); }));
    EXPECT(throws<bad_board>(TB_STATUS_BAD_BOARD, [&] { full.solve({1, 2, 3}); }));
    EXPECT(throws<bad_board>(TB_STATUS_BAD_BOARD, [&] { full.distances({1, 2, 3}); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_INDEX, [&] { full.unrank(181440); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_MOVE, [&] { full.check_path(far, "ud"); }));
    EXPECT(throws<bad_argument>(TB_STATUS_BAD_SHAPE, [] { tilebase::solver::build(1, 3); }));
    EXPECT(throws<out_of_reach>(TB_STATUS_TOO_LARGE, [] { tilebase::solver::build(5, 5); }));
    EXPECT(throws<out_of_reach>(TB_STATUS_TOO_LARGE, [] { tilebase::solver::build(3, 3, {}, {1000}); }));

    const tilebase::solver moved = std::move(full);
    EXPECT(moved.distance(far) == 28);
    EXPECT(throws<bad_argument>(TB_STATUS_NULL_POINTER, [&] { full.distance(far); }));
    full = tilebase::solver::build(2, 2, {3, 2, 1, 0});
    EXPECT(full.goal()[0] == 3 && tb_handles_alive() == 2);
}

static void open_files() {
    using tilebase::bad_file;
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    EXPECT(throws<bad_file>(TB_STATUS_IO, [&] { tilebase::solver::open(folder); }));
    EXPECT(throws<bad_file>(TB_STATUS_NO_FILE, [&] { tilebase::solver::read(folder / "no such t\u00e4ble.pdb"); }));
    EXPECT(throws<tilebase::bad_argument>(TB_STATUS_BAD_TEXT, [] { tilebase::solver::open("\xff"); }));
    EXPECT(throws<bad_file>(TB_STATUS_BAD_TABLE, [] { tilebase::solver::read("not-a-table"); }));

    tilebase::solver::build(3, 3).save("3x3.pdb");
    EXPECT(tilebase::solver::open("3x3.pdb").distance(far) == 28);
    EXPECT(tilebase::solver::read("3x3.pdb", {8, 7, 6, 5, 4, 3, 2, 1, 0}).goal()[0] == 8);
    EXPECT(throws<bad_file>(TB_STATUS_IO, [&] { tilebase::solver::build(2, 2).save(folder); }));
}

static void search() {
    const tilebase::solver solver(4, 4);
    const std::vector<std::uint8_t> near = {5, 1, 3, 4, 2, 6, 7, 8, 9, 10, 15, 11, 13, 14, 12, 0};
    const std::vector<std::uint8_t> hardest = {0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1};
    const std::string path = solver.solve(near);
    EXPECT(path.size() == 12 && solver.lower_bound(near) <= 12);
    EXPECT(solver.check_path(near, path).is_optimal() && solver.check_length(near, 10).finding == TB_FINDING_TOO_SHORT);

    EXPECT(solver.distance(near) == 12 && solver.distance(std::vector<std::int32_t>(near.begin(), near.end())) == 12);
    EXPECT(solver.rows() == 4 && solver.columns() == 4 && solver.goal()[15] == 0 && !solver.has_table());
    EXPECT(solver.states() == 10461394944000 && solver.unrank(solver.rank(near)) == near);
    using tilebase::no_table;
    EXPECT(throws<no_table>(TB_STATUS_NO_TABLE, [&] { solver.distances(near); }));
    EXPECT(throws<no_table>(TB_STATUS_NO_TABLE, [&] { solver.moves(near); }));
    EXPECT(throws<no_table>(TB_STATUS_NO_TABLE, [&] { solver.histogram(); }));
    EXPECT(throws<no_table>(TB_STATUS_NO_TABLE, [&] { solver.save("15-puzzle.pdb"); }));

    using std::chrono::milliseconds, tilebase::stopped;
    for (const std::int64_t time : {-5, 0, 1}) { // the time left may be negative
        EXPECT(throws<stopped>(TB_STATUS_LIMIT, [&] { solver.solve(hardest, {milliseconds(time)}); }));
    }
    EXPECT(throws<stopped>(TB_STATUS_LIMIT, [&] { solver.distance(hardest, {milliseconds(1)}); }));
    try {
        solver.solve(hardest, {milliseconds(1)});
    } catch (const stopped &stopped) {
        EXPECT(stopped.lower_bound() >= solver.lower_bound(hardest) && stopped.lower_bound() <= 80);
    }
    const tilebase::stop stop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(milliseconds(20));
        stop.request();
    });
    EXPECT(throws<stopped>(TB_STATUS_STOPPED, [&] { solver.solve(hardest, {std::nullopt, &stop}); }));
    stopper.join();
    EXPECT(throws<stopped>(TB_STATUS_STOPPED, [&] { solver.check_length(hardest, 3, {std::nullopt, &stop}); }));
    EXPECT(throws<stopped>(TB_STATUS_STOPPED, [&] { tilebase::solver::build(3, 3, {}, {0, 0, &stop}); }));

    const tilebase::solver by_table(3, 3, {}, std::filesystem::temp_directory_path() / "no such folder");
    EXPECT(by_table.lower_bound(far) == 28);
}

int main() {
    EXPECT(tilebase::version() == tb_version() && tb_abi_version() == TB_ABI_VERSION);
    std::ofstream("not-a-table") << "something else";
    read_and_write_text();
    ask_pattern_databases();
    watch_builds();
    build_pattern_databases();
    ask_a_full_table();
    ask_a_searching_solver_about_many_boards();
    open_files();
    search();
    EXPECT(tb_handles_alive() == 0);
    return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
