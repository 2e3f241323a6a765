//! Opening any bytes as a table must succeed or fail without a panic, with right and with wrong
//! checksums. An opened table must have a consistent header, and every entry must be readable or an
//! error. A table that is proved right must equal the one that is built.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::Oracle;
use tilebase::board::Metric;
use tilebase::generate::{Generator, MultiTileGenerator};
use tilebase::oracle::{DistanceBlocks, MultiTileOracle};
use tilebase::space::StateIndex;
use tilebase::table::{Header, Table};
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
        let (entries, histogram) = built(header);
        assert_eq!(distances.ok(), Some(entries), "proved right");
        assert_eq!(header.histogram(), histogram);
    }
    let goal = *header.goal();
    if header.metric() == Metric::MultiTile {
        return check_multi_tile(table);
    }
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

/// The entries and the histogram of the table with this header, built again.
fn built(header: &Header) -> (Vec<u8>, Vec<u64>) {
    match header.metric() {
        Metric::SingleTile => {
            let built = Generator::new(header.space().clone()).threads(1).distances();
            let built = built.expect("memory for a small table");
            (built.entries().to_vec(), built.histogram().to_vec())
        }
        Metric::MultiTile => {
            let built =
                MultiTileGenerator::for_goal(header.goal()).expect("a small shape").threads(1).build();
            let table = built.expect("memory for a small table").into_table();
            let entries = DistanceBlocks::new(&table).and_then(DistanceBlocks::all);
            (entries.expect("it is in memory").into_owned(), table.header().histogram().to_vec())
        }
    }
}

/// Reads the path of every board in the multi-tile metric.
fn check_multi_tile(table: Table) {
    let goal = *table.header().goal();
    let oracle = MultiTileOracle::new(table, &goal).expect("a full table in the metric");
    let boards =
        (0..oracle.space().states()).filter_map(|number| oracle.space().board_at(StateIndex::new(number)));
    for board in boards {
        if let (Ok(distance), Ok(path)) = (oracle.distance(&board), oracle.first_path(&board)) {
            assert_eq!(u32::from(distance.moves()), Metric::MultiTile.length_of(&path));
        }
    }
}
