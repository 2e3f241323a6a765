//! Sets the name (soname) of the shared library, which linked programs look for.

use std::env;

/// The version in the name, equal to
/// [`TB_ABI_VERSION`](../tilebase_c/constant.TB_ABI_VERSION.html); a test compares them.
const ABI: &str = "0";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtilebase.so.{ABI}");
            // The library's threads live as long as the process, so unloading their code would
            // crash it.
            println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        }
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libtilebase.{ABI}.dylib");
        }
        _ => {}
    }
}
