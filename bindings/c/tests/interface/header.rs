//! The header matches the sources.

use std::{env, fs};

use super::common::{crate_folder, header};

fn generated() -> String {
    let config = cbindgen::Config::from_file(crate_folder().join("cbindgen.toml")).unwrap();
    let bindings =
        cbindgen::Builder::new().with_crate(crate_folder()).with_config(config).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).unwrap()
}

#[test]
fn the_header_matches_the_sources() {
    let generated = generated();
    if env::var_os("TILEBASE_WRITE_HEADER").is_some() {
        fs::write(header(), &generated).unwrap();
    }
    let kept = fs::read_to_string(header()).unwrap_or_default();
    assert!(
        kept == generated,
        "include/tilebase.h is not that of the sources: run TILEBASE_WRITE_HEADER=1 cargo test -p \
         tilebase-capi header"
    );
}
