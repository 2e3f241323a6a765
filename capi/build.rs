//! Gives the shared library its name among those that programs were linked with.

use std::env;

/// The first number of the name: [`TB_ABI_VERSION`](../tilebase_c/constant.TB_ABI_VERSION.html), which a test compares.
const ABI: &str = "0";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtilebase.so.{ABI}");
            // Its threads live as long as the process: unloading the code beneath them would end in a crash.
            println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        }
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libtilebase.{ABI}.dylib");
        }
        _ => {}
    }
}
