//! Any bytes are refused as a table or opened as one, without a panic; and whatever is opened can be asked for every
//! board's distance, and proved or refuted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilebase::Oracle;
use tilebase::prove::prove;
use tilebase::space::StateIndex;
use tilebase::table::Table;

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::from_bytes(bytes) else { return };
    // A large header with right checksums can't be told from a large table; small ones are looked through.
    if table.header().entries() > 1 << 16 {
        return;
    }
    let _proof = prove(&table);
    let goal = *table.header().goal();
    let Ok(oracle) = Oracle::new(table, &goal) else { return };
    for board in (0..oracle.space().states()).filter_map(|number| oracle.space().board_at(StateIndex::new(number))) {
        let (distance, path) = (oracle.distance(&board), oracle.first_path(&board));
        if let (Ok(distance), Ok(path)) = (distance, path) {
            assert_eq!(usize::from(distance.moves()), path.len());
        }
    }
});
