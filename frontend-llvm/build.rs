//! Compiles the C++ files of `src/raw` against LLVM's headers.
//!
//! Requires: LLVM 22's `llvm-config`, under `LLVM_SYS_221_PREFIX` as for llvm-sys, else on the
//! path.

use std::path::PathBuf;
use std::process::Command;

fn include_dir() -> Result<String, String> {
    let config = match std::env::var_os("LLVM_SYS_221_PREFIX") {
        Some(prefix) => PathBuf::from(prefix).join("bin/llvm-config"),
        None => PathBuf::from("llvm-config-22"),
    };
    let output = Command::new(&config)
        .arg("--includedir")
        .output()
        .map_err(|e| format!("{}: {e}", config.display()))?;
    let text = String::from_utf8(output.stdout).map_err(|e| e.to_string())?;
    Ok(text.trim().to_owned())
}

/// The C++ files.
const FILES: [&str; 10] = [
    "src/raw/attribute_groups.cpp",
    "src/raw/attributes.cpp",
    "src/raw/body.cpp",
    "src/raw/debug_info.cpp",
    "src/raw/metadata.cpp",
    "src/raw/modules.cpp",
    "src/raw/process.cpp",
    "src/raw/reading.cpp",
    "src/raw/splitting.cpp",
    "src/raw/values.cpp",
];

fn main() -> Result<(), String> {
    for file in FILES.iter().chain(&["src/raw/access.h"]) {
        println!("cargo:rerun-if-changed={file}");
    }
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    cc::Build::new()
        .cpp(true)
        .extra_warnings(false)
        .std("c++17")
        .files(FILES)
        .flag("-isystem")
        .flag(include_dir()?)
        .flags(["-fno-rtti", "-fno-exceptions"])
        .define("NDEBUG", None)
        .define("__STDC_CONSTANT_MACROS", None)
        .define("__STDC_FORMAT_MACROS", None)
        .define("__STDC_LIMIT_MACROS", None)
        .opt_level(2)
        .debug(false)
        .try_compile("gisel_llvm_access")
        .map_err(|e| e.to_string())
}
