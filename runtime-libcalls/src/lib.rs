//! The library that G_ operations become calls into, as bitcode, one member a function or small family.
//!
//! It is freestanding C (`c/`), so that each target's ABI is right by construction: the same compiler that calls a member compiles it. The
//! build script has `clang` make bitcode of every file for each instruction set; the driver compiles the members itself, at first link, for the
//! program's ABI and extensions, and archives them as `libgisel_rt.a`. Symbols are hidden, as libgcc's are, so that a shared object never
//! offers them to others; the mem functions are weak.
//!
//! The folders of `c/` are the families, see [`Family`]. Floating-point numbers are computed by integers, from one text for all formats
//! (`c/format.h`): they are rounded to nearest with ties to even, and set no flags. A NaN that is computed is RISC-V's canonical one.
//!
//! No member may reach itself through its relocations: a compiler that lowers an operation to a call of the function being compiled would
//! make it recurse for ever. `tests/members` checks that for every ABI, and every result under qemu.

use gisel_target_registry::{self as registry, Libgcc};

/// A file of the library for one target.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The name of the C file without its extension.
    pub name: &'static str,
    /// The folder of the C file.
    pub family: Family,
    /// The symbols that it defines.
    pub symbols: &'static [&'static str],
    /// LLVM bitcode, position independent, that names no ABI, CPU or extension: these are the compiler's options.
    pub bitcode: &'static [u8],
}

/// What members have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// What all targets lack: 128-bit integers (products, quotients, shifts, bit counts, conversions from and to `float` and `double`), half
    /// precision and bfloat (to `float`, from the wider formats), integer powers, memory.
    Common,
    /// Integers of 32 and 64 bits, for machines without multiplication or bit counts and for words of 32 bits.
    Integers,
    /// `float` and `double`, for machines without them.
    Float,
    /// 128-bit floats (`long double`).
    Quad,
    /// `__atomic_…` and `__sync_…` for machines with atomic instructions; what these cannot do is done under one of a table of spin locks.
    Atomics,
    /// The same for machines without: there is one hart, and accesses are plain loads and stores. They exclude no interrupt.
    PlainAtomics,
}

/// A target that the library serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    row: &'static registry::Target,
    has_libgcc: bool,
    has_atomics: bool,
}

impl Target {
    /// The target that a triple and the name of an ABI mean, if the library exists for it. Without a name the ABI is the one of the triple's
    /// hosted systems. Whether the machine has atomic instructions is said apart.
    #[must_use]
    pub fn new(triple: &str, abi: Option<&str>, has_atomics: bool) -> Option<Target> {
        let row = registry::Target::of_triple(triple)?;
        let abi = abi.unwrap_or_default();
        let has_libgcc = match row.runtime.libgcc {
            Libgcc::Never => false,
            Libgcc::OnLinux(hosted) => (abi.is_empty() || abi == hosted) && triple.contains("linux"),
            Libgcc::Always => true,
        };
        Some(Target { row, has_libgcc, has_atomics })
    }

    /// The first part of its triples.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row.name
    }

    /// Whether the target takes a family from this library. Where there is always a libgcc that knows the machine's rounding modes and flags,
    /// `long double` is left to it; and to libatomic what is atomic, as all of a process must share one table of locks.
    fn takes(self, family: Family) -> bool {
        match family {
            Family::Common | Family::Integers | Family::Float => true,
            Family::Quad => !self.has_libgcc,
            Family::Atomics => !self.has_libgcc && self.has_atomics,
            Family::PlainAtomics => !self.has_libgcc && !self.has_atomics,
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/members.rs"));

/// All members for one target: family after family, in each in the order of their names.
pub fn members(target: Target) -> impl Iterator<Item = &'static Member> + Clone {
    let own = MEMBERS.iter().filter(move |(name, _)| *name == target.name());
    own.flat_map(|(_, members)| *members).filter(move |member| target.takes(member.family))
}
