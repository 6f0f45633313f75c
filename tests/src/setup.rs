//! Installation of the packages needed to build and to test.

use crate::target::Target;
use crate::{Result, process};
use std::borrow::Cow;
use std::path::Path;
use std::process::Command;

/// A Debian package, a file that indicates its presence, and its purpose.
#[derive(Clone)]
pub struct Need {
    package: Cow<'static, str>,
    /// A program (no slash) or a path.
    sign: Cow<'static, str>,
    why: &'static str,
}

/// Returns a package that is needed if `sign`, a program or a path, is missing.
pub const fn need(package: &'static str, sign: &'static str, why: &'static str) -> Need {
    Need { package: Cow::Borrowed(package), sign: Cow::Borrowed(sign), why }
}

/// Returns the cross compilers of a target; the C++ one brings the C library.
fn needs_of(target: Target) -> [Need; 2] {
    let compilers = [
        ("gcc", "links C, and is the other side of its calls"),
        ("g++", "links C++, with its standard library"),
    ];
    compilers.map(|(name, why)| Need {
        package: format!("{name}-{}", target.gnu()).into(),
        sign: format!("{}-{name}", target.gnu()).into(),
        why,
    })
}

/// All needs beyond the Rust toolchain and the targets' cross compilers.
const NEEDS: [Need; 21] = [
    need("g++", "c++", "compiles the accessors to LLVM's C++ interface, and links Rust programs"),
    need("llvm-22-dev", "/usr/lib/llvm-22/lib/libLLVMCore.a", "the reader of LLVM IR, linked statically"),
    need(
        "libpolly-22-dev",
        "/usr/lib/llvm-22/lib/libPolly.a",
        "llvm-config lists it among LLVM's static libraries",
    ),
    need("zlib1g-dev", "/usr/include/zlib.h", "LLVM's static libraries need zlib"),
    need("libzstd-dev", "/usr/include/zstd.h", "LLVM's static libraries need zstd"),
    need("libxml2-dev", "/usr/include/libxml2", "LLVM's static libraries need libxml2"),
    need("llvm-22", "llc-22", "llc, llvm-mc, llvm-nm, llvm-objcopy: the judges of the tests"),
    need("clang-22", "clang-22", "turns C and C++ into IR: the runtime library and the test programs"),
    need("lld-22", "ld.lld-22", "the linker where no cross gcc is"),
    need(
        "gcc-riscv64-unknown-elf",
        "riscv64-unknown-elf-gcc",
        "links for riscv32, and for riscv64 without floating-point registers",
    ),
    need("picolibc-riscv64-unknown-elf", "/usr/lib/picolibc/riscv64-unknown-elf", "their C library"),
    need("qemu-user", "qemu-riscv64", "runs programs of all targets"),
    need("gdb-multiarch", "gdb-multiarch", "shows programs by their debug information"),
    need("chromium", "chromium", "shows the pages of `gisel explain`"),
    need("mmdebstrap", "mmdebstrap", "makes the clean Debian on which the package is tried"),
    need("make", "make", "builds one of the examples"),
    need("cmake", "cmake", "builds one of the examples"),
    need("meson", "meson", "builds one of the examples"),
    need("ninja-build", "ninja", "builds three of the examples"),
    need("csmith", "csmith", "random C programs, for `cargo xtask fuzz csmith`"),
    need("libcsmith-dev", "/usr/include/csmith/csmith.h", "what these programs include"),
];

fn present(sign: &str) -> bool {
    if sign.contains('/') {
        return Path::new(sign).exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(sign).is_file())
}

/// Installs the packages that are missing to build and to test, and prints them with their
/// purposes.
///
/// # Errors
/// Something is missing and this user cannot install it: the command to run.
pub fn setup() -> Result<()> {
    let needs: Vec<Need> = NEEDS.iter().cloned().chain(Target::ALL.into_iter().flat_map(needs_of)).collect();
    install(&needs)
}

/// Installs the missing ones of these packages, and prints them with their purposes.
///
/// # Errors
/// Something is missing and this user cannot install it: the command to run.
pub fn install(needs: &[Need]) -> Result<()> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !present(&need.sign)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing Debian packages:");
    for need in &missing {
        println!("  {:24} {}", need.package, need.why);
    }
    let packages: Vec<&str> = missing.iter().map(|need| &*need.package).collect();
    if !is_root() {
        let list = packages.join(" ");
        return Err(format!(
            "Install them with:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends {list}"
        ));
    }
    let apt = || {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    println!("Installing them with apt-get.");
    process::run_visibly(apt().args(["update", "-q"]))?;
    process::run_visibly(apt().args(["install", "-q", "-y", "--no-install-recommends"]).args(&packages))?;
    match needs.iter().find(|need| !present(&need.sign)) {
        Some(need) => Err(format!("{} is still missing after installing {}", need.sign, need.package)),
        None => Ok(()),
    }
}

fn is_root() -> bool {
    process::run(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
