//! Properties of a subtarget that do not depend on an instruction or a function.

use crate::ir::builder::Builder;
use crate::ir::llt::Llt;
use crate::ir::mir::MemFlags;
use crate::ir::module::Module;
use crate::machine::atomics::AtomicInfo;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use std::sync::OnceLock;

/// An intrinsic of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetIntrinsic {
    /// Its number in `G_INTRINSIC`.
    pub number: u32,
    /// True if it has effects besides its results.
    pub effects: bool,
    /// Its access to memory through its pointer, as a volatile access: a value of the pointer's
    /// `elementtype`, or 16 bytes.
    pub access: Option<MemFlags>,
    /// The widening of narrow integers, in arguments and results.
    pub widened: Option<Widened>,
    /// The meaning for values of bfloats, whose low-level type is that of halfs.
    pub of_bfloats: OfBFloats,
}

impl TargetIntrinsic {
    /// Returns the widening of values of `ty`, if they are widened.
    pub fn widened_from(&self, ty: Llt) -> Option<Widened> {
        self.widened.filter(|widened| ty.is_scalar() && ty.bits() < widened.below)
    }
}

/// The meaning of an intrinsic for values of bfloats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfBFloats {
    /// The instruction computes with bfloats, or only moves elements.
    Same,
    /// A generic opcode with this number of operands.
    Generic(Opcode, u8),
    /// None: the instruction computes with halfs.
    None,
}

/// The widening of an intrinsic's narrow integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widened {
    /// Integers with fewer bits are widened.
    pub below: u32,
    /// The type to which they are widened.
    pub ty: Llt,
    /// True if they are in the upper bits above zeros; else in the lower bits, any-extended.
    pub upper: bool,
}

/// Opcodes that convert bfloats, in scalars of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct BFloatOpcodes {
    /// Extends a bfloat to a single.
    pub extend: Opcode,
    /// Rounds a single to a bfloat, in the current rounding mode.
    pub round: Opcode,
}

/// Code in memory that loads the value of `nest` and jumps to a function. It is followed by both
/// addresses.
#[derive(Clone, Copy, Debug)]
pub struct Trampoline {
    /// Its instructions, of 32 bits each.
    pub code: &'static [u32],
    /// The offset of the value of `nest` from the start, in bytes.
    pub nest: i64,
    /// The offset of the function's address from the start, in bytes.
    pub function: i64,
}

/// Loads the stack guard into a register without modifying others. All registers are physical, and
/// the frame is laid out.
///
/// Errors: the guard's location cannot be loaded from.
pub(crate) type LoadStackGuard = fn(&mut Builder<'_>, PhysReg, &Module) -> std::result::Result<(), String>;

/// The properties of a subtarget that do not depend on an instruction or a function.
#[derive(Clone, Debug)]
pub struct SubtargetFacts {
    /// The type of pointers into address space 0.
    pub pointer: Llt,
    /// The code that `llvm.init.trampoline` writes.
    pub trampoline: Trampoline,
    /// The atomic accesses.
    pub atomics: AtomicInfo,
    /// The target's own opcodes that convert bfloats; `None` without such instructions.
    pub bfloat_opcodes: Option<BFloatOpcodes>,
    /// True if there are vector registers that are not used for code, but in which conventions pass
    /// vectors.
    pub vector_registers: bool,
    /// True if ordered floating-point comparisons raise exceptions for quiet NaNs, and rounding to
    /// integral values raises the exceptions of its conversions.
    pub raises_extra_exceptions: bool,
    /// True if an instruction multiplies integers.
    pub multiplies: bool,
    /// True if `llvm.fmuladd` of singles and doubles is also fused where a routine computes it.
    pub fuses_products: bool,
    /// The kinds of interrupt handlers for which there are instructions, besides common ones.
    pub handlers: InterruptHandlers,
    /// True if addresses of variables have tags, which only the global offset table knows.
    pub tags_variables: bool,
    /// True if routines compute with floats in general registers, although routines of the same
    /// names in the target's libraries take them in floating-point registers.
    pub soft_routines: bool,
    /// The registers that short forms of instructions name; none without such forms.
    pub short_registers: &'static [PhysReg],
    /// True if the target's own intrinsics on vectors have no instructions.
    pub lacks_vectors: bool,
    /// True if instructions sign and authenticate pointers to data.
    pub signs_data: bool,
    /// The address spaces whose pointers are narrower than addresses, and true for those that are
    /// sign-extended; others are zero-extended.
    pub narrow_pointers: &'static [(u32, bool)],
    /// The intrinsics that tag memory, if there are any.
    pub memory_tags: Option<MemoryTags>,
    /// The offset from the thread pointer of the slot with the top of the unsafe stack, on systems
    /// that keep it. `None` if a routine returns its address there.
    pub unsafe_stack_slot: Option<i64>,
    /// The opcodes that copy a register of one class to another, computed at first use.
    pub copies: OnceLock<Box<[Opcode]>>,
}

impl SubtargetFacts {
    /// Returns the properties of a subtarget without optional features.
    pub const fn new(pointer: Llt, trampoline: Trampoline) -> SubtargetFacts {
        SubtargetFacts {
            pointer,
            trampoline,
            atomics: AtomicInfo::NONE,
            bfloat_opcodes: None,
            vector_registers: false,
            raises_extra_exceptions: false,
            multiplies: true,
            fuses_products: false,
            handlers: InterruptHandlers { resumable: false, controlled: false, saved_at_once: false },
            tags_variables: false,
            soft_routines: false,
            short_registers: &[],
            lacks_vectors: false,
            signs_data: false,
            narrow_pointers: &[],
            memory_tags: None,
            unsafe_stack_slot: None,
            copies: OnceLock::new(),
        }
    }
}

/// The kinds of interrupt handlers that need more than common instructions.
#[derive(Clone, Copy, Debug)]
pub struct InterruptHandlers {
    /// True if handlers return from resumable non-maskable interrupts.
    pub resumable: bool,
    /// True if the interrupt controller has further registers.
    pub controlled: bool,
    /// True if instructions save and restore registers at once.
    pub saved_at_once: bool,
}

/// The names of the intrinsics that tag memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryTags {
    /// Gives an address a random tag: the address, and a mask of excluded tags.
    pub random: &'static str,
    /// Adds to the tag of an address: the address, and the number.
    pub add: &'static str,
    /// Sets the tag of memory: the tagged address, and the size in bytes.
    pub set: &'static str,
}
