//! Opening any bytes as a table must succeed or fail without a panic, with right and with wrong
//! checksums. An opened table must have a consistent header, and every entry must be readable or an
//! error. A table that is proved right must equal the one that is built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::Oracle;
use tilebase::generate::Generator;
use tilebase::oracle::DistanceBlocks;
use tilebase::space::StateIndex;
use tilebase::table::Table;
use tilebase_fuzz::table_file::file_of;

/// Maximum number of entries to read; larger tables are only opened.
const SMALL: u64 = 1 << 12;

fuzz_target!(|input: &[u8]| {
    let Some(bytes) = file_of(input) else { return };
    let table = match Table::from_bytes(&bytes) {
        Ok(table) => table,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let header = table.header();
    assert_eq!(header.histogram().iter().sum::<u64>(), header.entries());
    assert_eq!(header.payload_len(), header.encoding().payload_len(header.entries()));
    assert_eq!(table.len_in_bytes(), bytes.len() as u64);
    assert_eq!(header.goal().shape(), header.shape());
    if header.entries() > SMALL {
        return;
    }
    let distances = DistanceBlocks::new(&table).and_then(DistanceBlocks::all).map(|all| all.into_owned());
    if let Ok(distances) = &distances {
        assert_eq!(distances.len() as u64, header.entries());
    }
    if table.prove().is_ok_and(|broken| broken.is_empty()) {
        let built =
            Generator::new(header.space().clone()).threads(1).run().expect("memory for a small table");
        assert_eq!(distances.ok().as_deref(), Some(built.entries()), "proved right");
        assert_eq!(header.histogram(), built.histogram());
    }
    let goal = *header.goal();
    let Ok(oracle) = Oracle::new(table, &goal) else { return };
    for board in
        (0..oracle.space().states()).filter_map(|number| oracle.space().board_at(StateIndex::new(number)))
    {
        let (distance, path) = (oracle.distance(&board), oracle.first_path(&board));
        if let (Ok(distance), Ok(path)) = (distance, path) {
            assert_eq!(usize::from(distance.moves()), path.len());
        }
    }
});
