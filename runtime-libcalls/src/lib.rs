//! The library that G_ operations become calls into, as bitcode, one member a function or small family.
//!
//! It is freestanding C (`c/`), so that each target's ABI is right by construction: the same compiler that calls a member compiles it. The
//! build script has `clang` make bitcode of every file for each ABI; the driver compiles the members itself, at first link, and archives them
//! as `libgisel_rt.a`. Symbols are hidden, as libgcc's are, so that a shared object never offers them to others; the mem functions are weak.
//!
//! What is here: 128-bit integers (products, quotients, shifts, bit counts, conversions from and to `float` and `double`), half precision (to `float`,
//! from the wider formats), integer powers, memory.
//! Not here: the helpers of 128-bit floats (`long double`); these come from libgcc, which the cross `gcc` as linker driver adds.
//!
//! No member may reach itself through its relocations: a compiler that lowers an operation to a call of the function being compiled would
//! make it recurse for ever. `tests/members.rs` checks that, and every result under qemu.

/// A file of the library for one ABI.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The name of the C file without its extension.
    pub name: &'static str,
    /// The symbols that it defines.
    pub symbols: &'static [&'static str],
    /// LLVM bitcode, position independent.
    pub bitcode: &'static [u8],
}

/// The targets for which the library exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arch {
    /// rv64gc, lp64d.
    Riscv64,
    /// AAPCS64.
    Aarch64,
}

impl Arch {
    /// The architecture that a target triple names, if the library exists for it.
    #[must_use]
    pub fn from_triple(triple: &str) -> Option<Arch> {
        match triple.split('-').next() {
            Some("riscv64") => Some(Arch::Riscv64),
            Some("aarch64" | "arm64") => Some(Arch::Aarch64),
            _ => None,
        }
    }

    /// The first part of its triples.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Arch::Riscv64 => "riscv64",
            Arch::Aarch64 => "aarch64",
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/members.rs"));

/// All members for one architecture, in the order of their names.
#[must_use]
pub fn members(arch: Arch) -> &'static [Member] {
    match arch {
        Arch::Riscv64 => RISCV64,
        Arch::Aarch64 => AARCH64,
    }
}
