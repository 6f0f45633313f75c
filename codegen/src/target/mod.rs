//! The target's interface: tables, and the traits that passes call.
//!
//! A [`Target`] is one subtarget: one CPU with its features. All workers share it. Traits that one
//! engine calls are defined in that engine ([`CallLowering`], [`LegalizerInfo`],
//! [`RegisterBankInfo`], [`InstructionSelector`], [`FrameLowering`], [`McTarget`]). This module
//! defines those that several engines call.

pub mod atomics;
pub mod calling_convention;
pub mod desc;
mod extended;
pub mod function;
pub mod inline_asm;
pub mod instr_info;
pub mod memory_checks;
pub mod outlining;
pub mod system;

pub use crate::frame::Scavenger;
pub use crate::frame::reference::frame_index_reference;
pub use crate::frame::target::{CallUsedReg, CalleeSavedReg, FrameLowering};
use crate::interpreter::{self, Fault, Operation, Results};
use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{MemFlags, MirNames};
use crate::ir::module::Module;
use crate::ir::opcodes;
use crate::isel::call_lowering::target::CallLowering;
use crate::isel::combiner::CombinerInfo;
use crate::isel::legalizer::{LegalizerInfo, Outcome};
use crate::isel::regbankselect::RegisterBankInfo;
use crate::isel::select::InstructionSelector;
use crate::mc::target::McTarget;
use crate::pipeline::PassConfig;
use crate::support::error::Result;
use crate::target::desc::instructions::{Descs, InstrDesc, Opcode};
use crate::target::desc::registers::{PhysReg, RegClassId, RegisterInfo};
use crate::target::desc::schedule::SchedModel;
use atomics::AtomicInfo;
pub use extended::{ExtendedTarget, LegalizeCustom};
pub use function::LastWrite;
use std::sync::LazyLock;

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

impl TargetIntrinsic {
    /// Returns the widening of values of `ty`, if they are widened.
    pub fn widened_from(&self, ty: Llt) -> Option<Widened> {
        self.widened.filter(|widened| ty.is_scalar() && ty.bits() < widened.below)
    }
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

/// The tables of a target, independent of a subtarget's features.
pub struct TargetTables {
    /// Registers, classes and banks.
    pub registers: &'static RegisterInfo,
    /// Descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    pub instructions: &'static [InstrDesc],
    /// The names of operands in MIR.
    pub mir_names: &'static MirNames,
    /// The passes.
    pub pass_config: &'static LazyLock<PassConfig>,
    /// The rules of the combiner.
    pub combiner: &'static LazyLock<CombinerInfo>,
    /// The class of addresses in general registers.
    pub pointer_class: RegClassId,
    /// The opcode that checks a callee's type directly before an indirect call: register, number.
    /// Clobbers only registers that no call preserves.
    pub type_check: Option<Opcode>,
    /// Loads the stack guard; `None` if there is none.
    pub load_stack_guard: Option<LoadStackGuard>,
    /// The minimum number of cases for a jump table; fewer are compared, which takes fewer
    /// instructions.
    pub min_jump_table_entries: usize,
    /// True if constants and frame addresses have their user's line, without optimization.
    pub lines_of_constants: bool,
    /// Returns the name of the intrinsic with a number.
    pub intrinsic_name: fn(u32) -> Option<&'static str>,
    /// Computes the results of the target's own generic opcodes.
    pub interpret: InterpretTargetOpcode,
}

/// Loads the stack guard into a register without modifying others. All registers are physical, and
/// the frame is laid out.
///
/// Errors: the guard's location cannot be loaded from.
pub type LoadStackGuard = fn(&mut Builder<'_>, PhysReg, &Module) -> std::result::Result<(), String>;

/// Computes the results of one of a target's own generic opcodes.
///
/// Errors: other opcodes, undefined behaviour.
pub type InterpretTargetOpcode =
    fn(&Operation, &mut interpreter::Context<'_>) -> std::result::Result<Results, Fault>;

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
    /// True if `llvm.fmuladd` of singles and doubles is also fused where a routine computes it.
    pub fuses_products: bool,
    /// The kinds of interrupt handlers for which there are instructions, besides common ones.
    pub handlers: InterruptHandlers,
    /// True if addresses of variables have tags, which only the global offset table knows.
    pub tags_variables: bool,
    /// True if routines compute with floats in general registers, although routines of the same
    /// names in the target's libraries take them in floating-point registers.
    pub soft_routines: bool,
    /// True if the target's own intrinsics on vectors have no instructions.
    pub lacks_vectors: bool,
    /// The intrinsics that tag memory, if there are any.
    pub memory_tags: Option<MemoryTags>,
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
            fuses_products: false,
            handlers: InterruptHandlers { resumable: false, controlled: false, saved_at_once: false },
            tags_variables: false,
            soft_routines: false,
            lacks_vectors: false,
            memory_tags: None,
        }
    }
}

/// One subtarget: the interface of all passes.
pub trait Target: Send + Sync {
    /// Returns the architecture's name, as in triples and messages.
    fn name(&self) -> &'static str;

    /// Returns the properties that do not depend on features.
    fn tables(&self) -> &'static TargetTables;

    /// Returns the properties that depend on features.
    fn facts(&self) -> &SubtargetFacts;

    /// Returns the machine-code properties.
    fn mc(&self) -> &dyn McTarget;

    /// Returns the calling conventions.
    fn call_lowering(&self) -> &dyn CallLowering;

    /// Returns the properties of instructions for register allocation and later passes.
    fn instr_info(&self) -> &dyn instr_info::InstrInfo;

    /// Returns the frame lowering.
    fn frame_lowering(&self) -> &dyn FrameLowering;

    /// Returns the legalizer rules.
    fn legalizer_info(&self) -> &LegalizerInfo;

    /// Returns the register banks.
    fn register_banks(&self) -> &dyn RegisterBankInfo;

    /// Returns the instruction selector.
    fn selector(&self) -> &dyn InstructionSelector;

    /// Applies a `custom` legalizer action. The builder is positioned before `inst`.
    fn legalize_custom(&self, _b: &mut Builder<'_>, _inst: InstId, _module: &Module) -> Result<Outcome> {
        Ok(Outcome::Declined)
    }

    /// Returns the target's intrinsic called `name` (without types and parameters); `None` if there
    /// is no such intrinsic.
    fn intrinsic(&self, _name: &str) -> Option<TargetIntrinsic> {
        None
    }

    /// Returns the intrinsic that rounds a single, or a vector of singles, to bfloat in one
    /// instruction; `None` if there is none for this type.
    fn bfloat_rounding(&self, _single: Llt) -> Option<TargetIntrinsic> {
        None
    }

    /// Returns the interface to inline assembly; `None` if unsupported.
    fn inline_asm(&self) -> Option<&dyn inline_asm::InlineAsmInfo> {
        None
    }

    /// Returns the memory access checks; `None` if unsupported.
    fn memory_checks(&self) -> Option<&dyn memory_checks::MemoryChecks> {
        None
    }

    /// Returns the interface to outlining; `None` if unsupported.
    fn outlining(&self) -> Option<&dyn outlining::Outlining> {
        None
    }

    /// Returns the scheduling model of the CPU; `None` disables scheduling.
    fn sched_model(&self) -> Option<&SchedModel> {
        None
    }

    /// Returns the routine that makes instructions written as data executable, and true if it takes
    /// flags after start and end.
    fn clear_cache(&self, _triple: &str) -> (&'static str, bool) {
        ("__clear_cache", false)
    }
}

impl dyn Target + '_ {
    /// Returns the type of pointers into address space 0.
    #[inline]
    pub fn pointer(&self) -> Llt {
        self.facts().pointer
    }

    /// Returns registers, classes and banks.
    #[inline]
    pub fn registers(&self) -> &'static RegisterInfo {
        self.tables().registers
    }

    /// Returns the descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    #[inline]
    pub fn instructions(&self) -> &'static [InstrDesc] {
        self.tables().instructions
    }

    /// Returns the description of any opcode.
    #[inline]
    pub fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        let table = if opcode.is_target() { self.instructions() } else { opcodes::DESCS };
        &table[opcode.table_index()]
    }

    /// Returns the descriptions of all opcodes.
    #[inline]
    pub fn descs(&self) -> Descs {
        Descs::new(opcodes::DESCS, self.instructions())
    }

    /// Returns the names of operands in MIR.
    #[inline]
    pub fn mir_names(&self) -> &'static MirNames {
        self.tables().mir_names
    }

    /// Returns the passes.
    #[inline]
    pub fn pass_config(&self) -> &'static PassConfig {
        self.tables().pass_config
    }

    /// Returns the rules of the combiner.
    #[inline]
    pub fn combiner(&self) -> &'static CombinerInfo {
        self.tables().combiner
    }
}
