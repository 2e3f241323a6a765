//! Wrong tables with right checksums: each must be rejected for its own reason.

use crate::common::{board, distances, folder, forge_checksums, goal, parts, run};
use tilebase::board::Goal;
use tilebase::oracle::{Oracle, OracleError};
use tilebase::prove::{Rule, Violation};
use tilebase::space::{FullSpace, Pattern, Space, StateIndex};
use tilebase::table::{BuiltTable, Encoding, Table};

const GOAL: &str = "123456780";

/// The space of all boards of a goal.
fn full_space(goal: &Goal) -> Space {
    Space::new(goal, &Pattern::full(goal.shape())).unwrap()
}

/// The histogram of entries. An unset entry counts for distance 0, so that the sum is right.
fn histogram(entries: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; 255];
    for entry in entries {
        counts[usize::from(*entry) % 255] += 1;
    }
    counts
}

/// The rules that a table with these entries and this histogram violates.
fn broken(entries: &[u8], histogram: &[u64], encoding: Encoding) -> Vec<Violation> {
    let image = BuiltTable::new(&full_space(&goal(GOAL)), entries, histogram, encoding).unwrap();
    image.into_table().prove().unwrap()
}

fn rules(violations: &[Violation]) -> Vec<Rule> {
    violations.iter().map(|violation| violation.rule).collect()
}

/// The right entries, with that of one board changed.
fn with_entry(digits: &str, change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut entries = distances(&goal(GOAL)).entries().to_vec();
    let index = FullSpace::new(&goal(GOAL)).unwrap().index_of(&board(digits)).unwrap();
    let entry = &mut entries[index.number() as usize];
    *entry = change(*entry);
    entries
}

#[test]
fn right_tables_break_no_rule() {
    for digits in [GOAL, "012345678", "123804765", "103456782"] {
        for encoding in Encoding::all_of(&full_space(&goal(GOAL))) {
            let table = distances(&goal(digits)).encoded(encoding).unwrap().into_table();
            assert_eq!(table.prove().unwrap(), [], "{encoding} to {digits}");
        }
    }
}

#[test]
fn all_zeros() {
    let entries = vec![0; 181_440];
    let found = broken(&entries, &histogram(&entries), Encoding::Byte);
    assert_eq!(rules(&found), [Rule::ZeroAtTheGoalAlone, Rule::NeighborsDifferByOne]);
    assert_eq!((found[0].count, found[1].count), (181_439, 181_440));
    let first = FullSpace::new(&goal(GOAL)).unwrap().board_at(StateIndex::new(0)).unwrap();
    assert_eq!(found[0].first, format!("{first} has 0"));
    let found = broken(&entries, &histogram(&entries), Encoding::Mod3);
    assert_eq!(rules(&found)[..2], [Rule::ZeroAtTheGoalAlone, Rule::NeighborsDifferByOne]);
}

#[test]
fn the_table_of_another_goal() {
    for other in ["012345678", "123804765", "123456708"] {
        let built = distances(&goal(other));
        for encoding in [Encoding::Byte, Encoding::Mod3] {
            let found = broken(built.entries(), built.histogram(), encoding);
            assert_eq!(rules(&found)[0], Rule::ZeroAtTheGoalAlone, "{encoding} of {other}");
        }
    }
}

#[test]
fn one_entry_off_by_one_or_by_two() {
    for digits in ["638541720", "867254301", "123456708"] {
        for (change, name) in [(1, "one more"), (2, "two more"), (-1, "one less"), (-2, "two less")] {
            let entries = with_entry(digits, |entry| entry.saturating_add_signed(change));
            for encoding in [Encoding::Byte, Encoding::Mod3] {
                let found = broken(&entries, &histogram(&entries), encoding);
                let about = format!("{digits} {name}, {encoding}: {found:?}");
                // An odd change violates the parity of neighbors. An even one may only leave a
                // board without a closer neighbor, and modulo 3, so may an odd one.
                let breaks_parity = encoding == Encoding::Byte && change % 2 != 0;
                assert!(!breaks_parity || rules(&found).contains(&Rule::NeighborsDifferByOne), "{about}");
                assert!(!found.is_empty() && found.iter().any(|v| v.first.contains(digits)), "{about}");
            }
        }
    }
}

#[test]
fn an_unset_entry() {
    let entries = with_entry("638541720", |_| u8::MAX);
    let found = broken(&entries, &histogram(&entries), Encoding::Byte);
    let unset = found.iter().find(|violation| violation.rule == Rule::NoneUnset).unwrap();
    assert_eq!((unset.count, unset.first.as_str()), (1, "638541720 is unset"));
}

/// A walk ends at the goal whatever its entry; only if that is 0 does the length of the walk equal
/// the distance.
#[test]
fn no_path_is_shorter_than_its_distance() {
    let entries = with_entry(GOAL, |_| 2);
    for encoding in [Encoding::Byte, Encoding::Mod3] {
        let image =
            BuiltTable::new(&full_space(&goal(GOAL)), &entries, &histogram(&entries), encoding).unwrap();
        let oracle = Oracle::new(image.into_table(), &goal(GOAL)).unwrap();
        let error = oracle.first_path(&board(GOAL)).unwrap_err();
        assert!(matches!(error, OracleError::Inconsistent { board: at } if at == board(GOAL)), "{encoding}");
    }
}

/// Two bits can hold a fourth value, which no right table has. No writer produces it, so the file
/// is forged.
#[test]
fn an_unset_residue() {
    let folder = folder();
    let file = folder.path().join("unset.pdb");
    distances(&goal(GOAL)).encoded(Encoding::Mod3).unwrap().write_to(&file).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let index = FullSpace::new(&goal(GOAL)).unwrap().index_of(&board("638541720")).unwrap().number() as usize;
    bytes[4096 + index / 4] |= 3 << (index % 4 * 2);
    forge_checksums(&mut bytes);
    let found = Table::from_bytes(&bytes).unwrap().prove().unwrap();
    assert_eq!(rules(&found).last(), Some(&Rule::NoneUnset));
    assert_eq!(found.last().unwrap().first, "638541720 is unset");
}

#[test]
fn a_histogram_that_lies() {
    let built = distances(&goal(GOAL));
    let mut lie = built.histogram().to_vec();
    lie[20] += 1;
    lie[21] -= 1;
    for encoding in Encoding::all_of(&full_space(&goal(GOAL))) {
        let found = broken(built.entries(), &lie, encoding);
        assert_eq!(rules(&found), [Rule::HistogramCounts]);
        assert_eq!(found[0].count, 2);
        assert_eq!(found[0].first, "the histogram says 16994 boards at distance 20, but there are 16993");
    }
}

/// The caller of an image may pass any histogram: a sum that overflows is rejected like any other
/// wrong one.
#[test]
fn a_histogram_beyond_all_numbers_is_refused() {
    let built = distances(&goal(GOAL));
    let error = BuiltTable::new(&full_space(&goal(GOAL)), built.entries(), &[u64::MAX; 3], Encoding::Byte);
    let expected = "181440 distances were given for 18446744073709551615 states";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

#[test]
fn counts_that_do_not_fit_are_refused() {
    let goal = goal(GOAL);
    let built = distances(&goal);
    for encoding in Encoding::all_of(&full_space(&goal)) {
        assert!(
            BuiltTable::new(&full_space(&goal), &built.entries()[1..], built.histogram(), encoding).is_err()
        );
        assert!(
            BuiltTable::new(&full_space(&goal), built.entries(), &built.histogram()[1..], encoding).is_err()
        );
    }
}

#[test]
fn verify_names_the_rule_and_the_board_and_exits_with_one() {
    let folder = folder();
    let entries = with_entry("638541720", |entry| entry + 1);
    let file = folder.path().join("wrong.pdb");
    let image =
        BuiltTable::new(&full_space(&goal(GOAL)), &entries, &histogram(&entries), Encoding::Byte).unwrap();
    image.write_to(&file).unwrap();
    let (code, out, err) = parts(&run("pdb-gen", folder.path(), &["verify", "wrong.pdb"]));
    assert_eq!((code, err.as_str()), (Some(1), ""));
    assert!(out.contains("wrong.pdb: wrong: rule 2 is violated "), "{out}");
    assert!(out.contains(" times (the entries of neighbors differ by exactly 1"), "{out}");
    assert!(out.contains("638541720 has 29"), "{out}");
    let solved = run("pdb-solve", folder.path(), &["--table", "wrong.pdb", "638541720"]);
    assert_eq!(solved.status.code(), Some(2), "no neighbor is 28 moves away");
}

/// Random entries with right checksums, by which a search could wander forever. Each search must
/// end with an error that locates the mistake, or, if the entries along its path are right, with a
/// right answer.
#[test]
fn a_search_by_a_wrong_table_ends_with_an_error() {
    let folder = folder();
    let path = folder.path();
    let goal_index = FullSpace::new(&goal(GOAL)).unwrap().goal_index().number() as usize;
    let mut random = fastrand::Rng::with_seed(7);
    let mut entries: Vec<u8> = (0..181_440).map(|_| random.u8(5..40)).collect();
    entries[goal_index] = 0;
    let of_chance =
        BuiltTable::new(&full_space(&goal(GOAL)), &entries, &histogram(&entries), Encoding::Byte).unwrap();
    of_chance.write_to(&path.join("pdb/3x3-123456780.pdb")).unwrap();
    for algorithm in ["greedy", "astar", "weighted-astar", "ida"] {
        for digits in ["638541720", "867254301", "152743086"] {
            let args = [digits, "--algorithm", algorithm, "--heuristic", "exact"];
            let (code, out, err) = parts(&run("pdb-solve", path, &args));
            assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
            assert!(err.contains("the table is wrong: its entries do not lead from "), "{args:?}: {err}");
        }
    }
    let raised = with_entry("638541720", |entry| entry + 2);
    let raised =
        BuiltTable::new(&full_space(&goal(GOAL)), &raised, &histogram(&raised), Encoding::Byte).unwrap();
    raised.write_to(&path.join("pdb/3x3-123456780.pdb")).unwrap();
    let solve = |digits| run("pdb-solve", path, &[digits, "--algorithm", "astar", "--heuristic", "exact"]);
    let (code, out, _) = parts(&solve("867254301"));
    assert!(code == Some(0) && out.contains("867254301: 31 moves, optimal"), "{out}");
    let (code, _, err) = parts(&solve("638541720"));
    assert_eq!(code, Some(2));
    assert!(err.contains("the table is wrong: its entries do not lead from 638541720 to the goal"), "{err}");
}
