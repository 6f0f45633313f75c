//! How the binary is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // LLVM's tables are full of addresses: a program that can be loaded anywhere sets them right each time it starts, which takes a
    // seventh of the start.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
