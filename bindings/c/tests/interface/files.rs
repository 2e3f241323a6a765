//! Files of full tables: opening, saving, and folders.

use std::ffi::CString;
use std::ptr;

use tilebase::generate::{Generator, MultiTileGenerator};
use tilebase::table::Encoding;
use tilebase::{Goal, Shape};
use tilebase_c::*;

use super::common::{FAR, full, words};

#[test]
fn files_are_opened_and_their_faults_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tafel ü.pdb");
    let goal = Goal::blank_first(Shape::new(2, 3).unwrap());
    Generator::for_goal(&goal)
        .unwrap()
        .distances()
        .unwrap()
        .encoded(Encoding::Mod3)
        .unwrap()
        .write_to(&file)
        .unwrap();
    let c_path = |path: &std::path::Path| CString::new(path.to_str().unwrap()).unwrap();
    let (path, other) = (c_path(&file), [0, 5, 4, 3, 2, 1]);
    for open in [tb_solver_open, tb_solver_read] {
        let (mut own, mut borrowed) = (ptr::null_mut(), ptr::null_mut());
        let mut distances = [9; 2];
        // SAFETY: the path ends with a zero, and the arrays have the stated sizes.
        unsafe {
            assert_eq!(open(path.as_ptr(), ptr::null(), 0, &raw mut own), Status::Ok, "{}", words());
            assert_eq!(open(path.as_ptr(), other.as_ptr(), 6, &raw mut borrowed), Status::Ok);
            assert_eq!(
                tb_solver_distance(
                    own,
                    [1, 0, 2, 3, 4, 5].as_ptr(),
                    6,
                    0,
                    ptr::null(),
                    &raw mut distances[0]
                ),
                Status::Ok
            );
            assert_eq!(
                tb_solver_distance(borrowed, other.as_ptr(), 6, 0, ptr::null(), &raw mut distances[1]),
                Status::Ok
            );
            // With two bits per board, as it was, and with the goal of the file, not of the solver.
            let copy = folder.path().join("copy.pdb");
            assert_eq!(tb_solver_save(borrowed, c_path(&copy).as_ptr()), Status::Ok, "{}", words());
            assert!(std::fs::read(&copy).unwrap() == std::fs::read(&file).unwrap());
            assert_eq!((tb_solver_free(own), tb_solver_free(borrowed)), (Status::Ok, Status::Ok));
        }
        assert_eq!(distances, [1, 0]);
        let mut none = ptr::null_mut();
        let mut status = |path: &CString, goal: &[u8]| {
            let (goal, cells) = if goal.is_empty() { (ptr::null(), 0) } else { (goal.as_ptr(), goal.len()) };
            // SAFETY: the path ends with a zero, and the goal has the stated size.
            unsafe { open(path.as_ptr(), goal, cells, &raw mut none) }
        };
        assert_eq!(status(&path, &[1, 2, 3, 4, 5, 0]), Status::OtherGoal);
        assert_eq!(status(&path, &[1, 2, 3, 0]), Status::BadBoard);
        assert_eq!(status(&c_path(&folder.path().join("absent")), &[]), Status::NoFile);
        assert_eq!(status(&c_path(folder.path()), &[]), Status::Io);
        let damaged = folder.path().join("damaged.pdb");
        let mut bytes = std::fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&damaged, bytes).unwrap();
        assert_eq!(status(&c_path(&damaged), &[]), Status::BadTable);
        assert!(words().contains("damaged.pdb: the payload is damaged"), "{}", words());
        assert_eq!(status(&CString::new([0xff]).unwrap(), &[]), Status::BadText);
        assert!(none.is_null(), "nothing was written");
    }
}

#[test]
fn distances_in_the_multi_tile_metric_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("2x3-123450.mtm.pdb");
    let generator = MultiTileGenerator::for_goal(&Goal::blank_last(Shape::new(2, 3).unwrap())).unwrap();
    generator.build().unwrap().write_to(&file).unwrap();
    let path = CString::new(file.to_str().unwrap()).unwrap();
    for open in [tb_solver_open, tb_solver_read] {
        let mut none = ptr::null_mut();
        // SAFETY: the path ends with a zero, and there is a place for the result.
        let status = unsafe { open(path.as_ptr(), ptr::null(), 0, &raw mut none) };
        assert_eq!((status, none.is_null()), (Status::OtherKind, true));
        assert_eq!(words(), "the distances of the table are in the metric mtm; expected stm");
    }
}

#[test]
fn a_saved_table_is_opened_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/3x3.pdb");
    let c_path = |path: &std::path::Path| CString::new(path.to_str().unwrap()).unwrap();
    let (path, full) = (c_path(&file), full());
    // SAFETY: the paths end with a zero, and there are places for the results.
    unsafe {
        assert_eq!(tb_solver_save(full, path.as_ptr()), Status::Ok, "{}", words());
        let generator = Generator::for_goal(&Goal::blank_last(Shape::new(3, 3).unwrap())).unwrap();
        let expected = folder.path().join("expected.pdb");
        generator.build(Encoding::Byte).unwrap().write_to(&expected).unwrap();
        assert!(std::fs::read(&file).unwrap() == std::fs::read(&expected).unwrap());
        for open in [tb_solver_open, tb_solver_read] {
            let (mut again, mut distance) = (ptr::null_mut(), 0);
            assert_eq!(open(path.as_ptr(), ptr::null(), 0, &raw mut again), Status::Ok);
            let none = ptr::null();
            assert_eq!(tb_solver_distance(again, FAR.as_ptr(), 9, 0, none, &raw mut distance), Status::Ok);
            assert_eq!(distance, 28);
            // It can also replace the file that it came from.
            assert_eq!(tb_solver_save(again, path.as_ptr()), Status::Ok, "{}", words());
            assert_eq!(tb_solver_free(again), Status::Ok);
        }
        assert!(std::fs::read(&file).unwrap() == std::fs::read(&expected).unwrap());
        assert_eq!(tb_solver_save(full, c_path(folder.path()).as_ptr()), Status::Io);
        assert!(words().ends_with(": it exists, but is not a regular file"), "{}", words());
        assert_eq!(tb_solver_save(full, CString::new([0xff]).unwrap().as_ptr()), Status::BadText);
        assert_eq!(tb_solver_free(full), Status::Ok);
    }
}

/// With a table in the folder, a solver uses it, so its lower bound is the distance.
#[test]
fn a_solver_takes_tables_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = CString::new(folder.path().to_str().unwrap()).unwrap();
    let mut solver = ptr::null_mut();
    let mut bound = 0;
    // SAFETY: the path ends with a zero, and the arrays have the stated sizes.
    unsafe {
        assert_eq!(
            tb_solver_new(3, 3, ptr::null(), 0, path.as_ptr(), ptr::null(), &raw mut solver),
            Status::Ok
        );
        assert_eq!(tb_solver_lower_bound(solver, FAR.as_ptr(), 9, &raw mut bound), Status::Ok);
        assert_eq!(tb_solver_free(solver), Status::Ok);
    }
    assert_eq!(bound, 28);
    let goal = Goal::blank_last(Shape::new(3, 3).unwrap());
    let name = tilebase::table::TableName::of_full_board(&goal);
    let file = tilebase::table::Folder::new(folder.path().to_owned()).file_of(&name);
    std::fs::write(file, "no table").unwrap();
    // SAFETY: as above.
    let status = unsafe { tb_solver_new(3, 3, ptr::null(), 0, path.as_ptr(), ptr::null(), &raw mut solver) };
    assert_eq!(status, Status::BadTable, "what is in the folder is read");
}
