//! The runtime library that G_ operations call, as bitcode, with one member for each function or
//! small family.
//!
//! It is freestanding C (`c/`), so that each target's ABI is correct by construction: the compiler
//! of the caller also compiles the member. The build script compiles every file to bitcode by
//! `clang`, for each instruction set. At the first link, the driver compiles the members for the
//! program's ABI and extensions, and archives them as `libgisel_rt.a`. As in libgcc, symbols are
//! hidden, so that a shared object never exports them; the mem functions are weak.
//!
//! The folders of `c/` are the families, see [`Family`]. Floating-point numbers are computed by
//! integers, from one source for all formats (`c/format.h`). They are rounded to nearest with ties
//! to even, and set no flags. A computed NaN is RISC-V's canonical one.
//!
//! No member may reach itself through its relocations: lowering an operation to a call of the
//! function that is being compiled would recurse forever. `tests/members` checks this for every
//! ABI, and every result under qemu.

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
    /// Position-independent LLVM bitcode that names no ABI, CPU or extension: these are the
    /// compiler's options.
    pub bitcode: &'static [u8],
}

/// A family of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Operations that all targets lack: 128-bit integers (products, quotients, shifts, bit counts,
    /// conversions from and to `float` and `double`), half precision and bfloat (to `float`, from
    /// the wider formats), integer powers, memory.
    Common,
    /// Integers of 32 and 64 bits, for machines without multiplication or bit counts and for 32-bit
    /// words.
    Integers,
    /// `float` and `double`, for machines without floating-point instructions.
    Float,
    /// 128-bit floats (`long double`).
    Quad,
    /// `__atomic_…` and `__sync_…` for machines with atomic instructions; other accesses use a
    /// table of spin locks.
    Atomics,
    /// `__atomic_…` and `__sync_…` for machines without atomic instructions: there is one hart, and
    /// accesses are plain loads and stores. They do not exclude interrupts.
    PlainAtomics,
}

/// A target of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    row: &'static registry::Target,
    has_libgcc: bool,
    has_atomics: bool,
}

impl Target {
    /// Returns the target of a triple and the name of an ABI, if the library supports it. The
    /// default ABI is the one of the triple's hosted systems. `has_atomics` is true if the machine
    /// has atomic instructions.
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

    /// Returns the architecture component of its triples.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row.name
    }

    /// Returns true if the target takes a family from this library. If there is always a libgcc,
    /// which knows the machine's rounding modes and flags, `long double` is left to it. Atomic
    /// accesses are then left to libatomic, because a process must share one table of locks.
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

/// Returns all members for one target, by family and then by name.
pub fn members(target: Target) -> impl Iterator<Item = &'static Member> + Clone {
    let own = MEMBERS.iter().filter(move |(name, _)| *name == target.name());
    own.flat_map(|(_, members)| *members).filter(move |member| target.takes(member.family))
}
