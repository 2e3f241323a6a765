//! Sets of pattern databases: bounds, claims, and databases that can't be combined.

use std::ptr;

use tilebase::{Board, Goal, Oracle, Shape};
use tilebase_c::*;

use super::common::{FAR, GOAL, UNSOLVABLE, all_boards, build_pdb, bytes, with_message, words};
use super::patterns::BITS;

/// The tiles of a pattern, and the flags of its database.
type Flagged<'a> = (&'a [u8], u32);

type Combine = unsafe extern "C" fn(*const *const Pdb, usize, *mut *mut PdbSet) -> Status;

/// Builds the databases, combines them, and frees them.
fn combined(combine: Combine, patterns: &[Flagged<'_>]) -> Result<*mut PdbSet, (Status, String)> {
    let pdbs: Vec<*const Pdb> =
        patterns.iter().map(|(tiles, flags)| build_pdb(3, 3, &[], tiles, *flags).cast_const()).collect();
    let mut set = ptr::null_mut();
    // SAFETY: the array has the stated size, and no handle is used after it is freed.
    let result = unsafe {
        let result = with_message(combine(pdbs.as_ptr(), pdbs.len(), &raw mut set));
        for pdb in pdbs {
            assert_eq!(tb_pdb_free(pdb.cast_mut()), Status::Ok);
        }
        result
    };
    if result.0 == Status::Ok {
        return Ok(set);
    }
    assert!(set.is_null(), "nothing is written");
    Err(result)
}

/// The bounds of many boards in one call, after a check that 32-bit tiles give the same.
fn bounds_of(set: *const PdbSet, tiles: &[u8]) -> Vec<i32> {
    let numbers: Vec<i32> = tiles.iter().copied().map(i32::from).collect();
    let mut found = vec![-7; tiles.len() / 9];
    let mut again = found.clone();
    let room = found.len();
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        let status = tb_pdb_set_lower_bounds(set, tiles.as_ptr(), tiles.len(), found.as_mut_ptr(), room);
        assert_eq!(status, Status::Ok, "{}", words());
        let (start, length) = (numbers.as_ptr(), numbers.len());
        let status = tb_pdb_set_lower_bounds_i32(set, start, length, again.as_mut_ptr(), room);
        assert_eq!(status, Status::Ok, "{}", words());
    }
    assert_eq!(found, again);
    found
}

fn claims_of(set: *const PdbSet) -> [bool; 2] {
    let (mut admissible, mut consistent) = (false, false);
    // SAFETY: there are places for the results.
    let status = unsafe { tb_pdb_set_claims(set, &raw mut admissible, &raw mut consistent) };
    assert_eq!(status, Status::Ok, "{}", words());
    [admissible, consistent]
}

/// Admissibility, parity, and consistency, on the boards of 3x3 and all their moves. The bounds of
/// compound sets are slow, so only some boards are asked for these.
#[test]
fn sets_keep_their_claims() {
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let oracle = Oracle::build(&goal).unwrap();
    let all = all_boards();
    let (one, two): (&[u8], &[u8]) = (&[1, 2, 3, 4], &[5, 6, 7, 8]);
    let aware = TB_PDB_ZERO_AWARE;
    let overlapping: &[Flagged<'_>] = &[(&[1, 2, 3], aware), (&[3, 4, 5], BITS), (&[1, 8], aware)];
    for (combine, patterns, step, is_consistent) in [
        (tb_pdb_set_new as Combine, &[(one, 0), (two, 0)][..], 1, false),
        (tb_pdb_set_new, &[(one, aware), (two, BITS)], 1, true),
        (tb_pdb_set_compound, &[(one, aware), (two, aware)], 397, true),
        (tb_pdb_set_compound, overlapping, 397, true),
    ] {
        let set = combined(combine, patterns).unwrap();
        let boards: Vec<Board> = all
            .chunks(9)
            .step_by(step)
            .map(|tiles| Board::from_bytes(goal.shape(), tiles).unwrap())
            .collect();
        let with_successors =
            |board: &Board| [*board].into_iter().chain(board.successors().map(|(_, next)| next)).collect();
        let families: Vec<Vec<Board>> = boards.iter().map(with_successors).collect();
        let tiles: Vec<u8> = families.iter().flatten().flat_map(bytes).collect();
        let mut bounds = bounds_of(set, &tiles).into_iter();
        let mut fall = 0;
        for family in families {
            let bounds: Vec<i32> = bounds.by_ref().take(family.len()).collect();
            let Ok(distance) = oracle.distance(&family[0]) else {
                assert!(bounds.into_iter().all(|bound| bound == TB_NO_BOUND), "{}", family[0]);
                continue;
            };
            let distance = i32::from(distance.moves());
            assert!((0..=distance).contains(&bounds[0]), "{}: {}", family[0], bounds[0]);
            assert_eq!(bounds[0] % 2, distance % 2, "{}", family[0]);
            fall = fall.max(bounds[0] - bounds[1..].iter().min().unwrap());
        }
        assert_eq!(fall <= 1, is_consistent, "a move lowers the bound by {fall}");
        assert_eq!(claims_of(set), [true, is_consistent]);
        check_single_boards(set);
        // SAFETY: the handle is not used again.
        assert_eq!(unsafe { tb_pdb_set_free(set) }, Status::Ok);
    }
}

fn check_single_boards(set: *const PdbSet) {
    let (mut rows, mut columns, mut cells, mut goal) = (0, 0, 0, [0; 9]);
    let all = bounds_of(set, &[FAR, GOAL].concat());
    // SAFETY: the arrays have the stated sizes.
    unsafe {
        assert_eq!(tb_pdb_set_shape(set, &raw mut rows, &raw mut columns), Status::Ok);
        assert_eq!(tb_pdb_set_goal(set, goal.as_mut_ptr(), 9, &raw mut cells), Status::Ok);
        for (tiles, expected) in [(FAR, all[0]), (GOAL, all[1])] {
            let (mut bound, mut again) = (0, 0);
            let numbers = tiles.map(i32::from);
            let status = [
                tb_pdb_set_lower_bound(set, tiles.as_ptr(), 9, &raw mut bound),
                tb_pdb_set_lower_bound_i32(set, numbers.as_ptr(), 9, &raw mut again),
            ];
            assert_eq!((status, bound as i32, again), ([Status::Ok; 2], expected, bound));
        }
        let mut bound = 77;
        let result = with_message(tb_pdb_set_lower_bound(set, UNSOLVABLE.as_ptr(), 9, &raw mut bound));
        let expected = "213456780 cannot reach the goal 123456780: they have different parity";
        assert_eq!((result, bound), ((Status::Unreachable, expected.to_owned()), 77));
    }
    assert_eq!((rows, columns, cells, goal, all[1]), (3, 3, 9, GOAL, 0));
    assert!(all[0] > 10);
}

#[test]
fn databases_that_do_not_fit_are_not_combined() {
    let aware = TB_PDB_ZERO_AWARE;
    let (low, high): (&[u8], &[u8]) = (&[1, 2, 3, 4], &[5, 6, 7, 8]);
    let additive = "additive patterns must cover each tile exactly once";
    let bad: [(Combine, &[Flagged<'_>], String); 6] = [
        (tb_pdb_set_new, &[], "expected pattern databases, found none".to_owned()),
        (tb_pdb_set_new, &[(low, 0)], format!("tile 5 is in no pattern; {additive}")),
        (tb_pdb_set_new, &[(low, 0), (high, 0), (&[2], 0)], format!("tile 2 is in 2 patterns; {additive}")),
        (
            tb_pdb_set_new,
            &[(low, aware), (high, aware), (low, aware)],
            format!("tile 1 is in 2 patterns; {additive}"),
        ),
        (
            tb_pdb_set_new,
            &[(low, 0), (high, aware)],
            "the pattern database 5,6,7,8 is zero-aware, but another is not; use only one kind".to_owned(),
        ),
        (
            tb_pdb_set_compound,
            &[(low, aware), (high, 0)],
            "the pattern database 5,6,7,8 is not zero-aware; overlapping patterns and bit entries \
             require zero-aware ones"
                .to_owned(),
        ),
    ];
    for (combine, patterns, text) in bad {
        assert_eq!(combined(combine, patterns).unwrap_err(), (Status::BadPattern, text), "{patterns:?}");
    }
    let pdbs = [
        build_pdb(3, 3, &[], low, 0).cast_const(),
        build_pdb(3, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8], high, 0).cast_const(),
    ];
    let mut set = ptr::null_mut();
    // SAFETY: the array has two handles, which are not used after they are freed.
    unsafe {
        let (status, text) = with_message(tb_pdb_set_new(pdbs.as_ptr(), 2, &raw mut set));
        let expected = "the pattern databases have different goals: 123456780 and 012345678";
        assert_eq!((status, text.as_str()), (Status::OtherGoal, expected));
        let many = [pdbs[0]; 200];
        assert_ne!(tb_pdb_set_new(many.as_ptr(), 200, &raw mut set), Status::Ok);
        assert_eq!(tb_pdb_set_compound(pdbs.as_ptr(), 5000, &raw mut set), Status::TooLarge);
        for pdb in pdbs {
            assert_eq!(tb_pdb_free(pdb.cast_mut()), Status::Ok);
        }
    }
    assert!(set.is_null(), "nothing is written");
}
