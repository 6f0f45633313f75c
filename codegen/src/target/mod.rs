//! What a target supplies: tables, and the classes that the passes call.
//!
//! A [`Target`] is one subtarget: one CPU with its features. It is shared by all workers. The traits that one engine calls stand beside
//! that engine ([`CallLowering`], [`LegalizerInfo`], [`RegisterBankInfo`], [`InstructionSelector`], [`FrameLowering`], [`McTarget`]); here is
//! what several ask.

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
use crate::ir::value_type::ValueType;
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
    /// What `G_INTRINSIC` calls it.
    pub number: u32,
    /// Whether it has effects beside its results.
    pub effects: bool,
    /// What it does, as a volatile access, to what its pointer points to: a value of the pointer's `elementtype`, or of 16 bytes.
    pub access: Option<MemFlags>,
    /// Integers of fewer bits than these are made this type, whatever is above them, and cut off again as results.
    pub widened: Option<(u32, Llt)>,
}

impl TargetIntrinsic {
    /// What values of `ty` are widened to, if they are.
    pub fn widened_from(&self, ty: Llt) -> Option<Llt> {
        let (bits, wide) = self.widened?;
        (ty.is_scalar() && ty.bits() < bits).then_some(wide)
    }
}

/// Opcodes for scalars of 16 bits that are bfloats.
#[derive(Clone, Copy, Debug)]
pub struct BFloatOpcodes {
    /// Makes a single of a bfloat.
    pub extend: Opcode,
    /// Rounds a single to a bfloat, as the environment says.
    pub round: Opcode,
}

/// Code in memory that loads the value of `nest` and jumps to a function; the two stand after it.
#[derive(Clone, Copy, Debug)]
pub struct Trampoline {
    /// Its instructions, of 32 bits each.
    pub code: &'static [u32],
    /// Where the value of `nest` is, in bytes from the start.
    pub nest: i64,
    /// Where the function's address is.
    pub function: i64,
}

/// Values that a subtarget has no registers for.
#[derive(Clone, Copy, Debug)]
pub struct RefusedValues {
    /// Whether those of a type are such values.
    pub includes: fn(ValueType) -> bool,
    /// What is wrong with one, after its name.
    pub message: &'static str,
}

/// The tables of a target, whatever the features of a subtarget.
pub struct TargetTables {
    /// Registers, classes and banks.
    pub registers: &'static RegisterInfo,
    /// Descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    pub instructions: &'static [InstrDesc],
    /// What operands are called in MIR.
    pub mir_names: &'static MirNames,
    /// The passes.
    pub pass_config: &'static LazyLock<PassConfig>,
    /// The rules of the combiner.
    pub combiner: &'static LazyLock<CombinerInfo>,
    /// The class of addresses in general registers.
    pub pointer_class: RegClassId,
    /// What checks, right before an indirect call, that what is called has a type: register, number. Destroys what no call preserves.
    pub type_check: Option<Opcode>,
    /// Loads the guard of stack protectors; `None` where there is none.
    pub load_stack_guard: Option<LoadStackGuard>,
    /// Fewer cases of a switch than these are compared with, which takes fewer instructions than a jump through a table.
    pub min_jump_table_entries: usize,
    /// Whether, without optimization, constants and frame addresses are of the line of what uses them.
    pub lines_of_constants: bool,
    /// The name of the intrinsic with a number.
    pub intrinsic_name: fn(u32) -> Option<&'static str>,
    /// Computes the results of the target's own generic opcodes.
    pub interpret: InterpretTargetOpcode,
}

/// Loads the guard of stack protectors into a register, changing no other one. All registers are physical, the frame is laid out.
///
/// Errors: the guard is where it cannot be loaded from.
pub type LoadStackGuard = fn(&mut Builder<'_>, PhysReg, &Module) -> std::result::Result<(), String>;

/// Computes the results of one of a target's own generic opcodes.
///
/// Errors: opcodes that are none of these, undefined behaviour.
pub type InterpretTargetOpcode =
    fn(&Operation, &mut interpreter::Context<'_>) -> std::result::Result<Results, Fault>;

/// What is known of a subtarget without asking about an instruction or a function.
#[derive(Clone, Debug)]
pub struct SubtargetFacts {
    /// The type of pointers into address space 0.
    pub pointer: Llt,
    /// What `llvm.init.trampoline` writes.
    pub trampoline: Trampoline,
    /// How atomic accesses are done.
    pub atomics: AtomicInfo,
    /// The values that code cannot have since the subtarget lacks the registers, if there are any.
    pub refused_values: Option<RefusedValues>,
    /// The target's own opcodes that convert bfloats; `None` if it has no instructions for that.
    pub bfloat_opcodes: Option<BFloatOpcodes>,
    /// Whether there are vector registers that code is not made for, and in which conventions pass vectors.
    pub vector_registers: bool,
    /// Whether what compares floating-point numbers by order raises exceptions for quiet NaNs, and what rounds them to integers in place
    /// raises those of the conversions that it is made of.
    pub raises_extra_exceptions: bool,
    /// Whether there is an instruction that returns from a resumable non-maskable interrupt.
    pub returns_from_nmi: bool,
    /// Whether addresses of variables have tags, which nothing but the global offset table knows.
    pub tags_variables: bool,
}

impl SubtargetFacts {
    /// Those of a subtarget without anything that not all have.
    pub const fn new(pointer: Llt, trampoline: Trampoline) -> SubtargetFacts {
        SubtargetFacts {
            pointer,
            trampoline,
            atomics: AtomicInfo::NONE,
            refused_values: None,
            bfloat_opcodes: None,
            vector_registers: false,
            raises_extra_exceptions: false,
            returns_from_nmi: false,
            tags_variables: false,
        }
    }
}

/// One subtarget, with everything that passes ask of it.
pub trait Target: Send + Sync {
    /// The architecture's name as triples and messages have it.
    fn name(&self) -> &'static str;

    /// Registers, instructions, and what else is known without features.
    fn tables(&self) -> &'static TargetTables;

    /// What is known with features.
    fn facts(&self) -> &SubtargetFacts;

    /// Machine-code facts.
    fn mc(&self) -> &dyn McTarget;

    /// Calling conventions.
    fn call_lowering(&self) -> &dyn CallLowering;

    /// What register allocation and the passes after it ask of instructions.
    fn instr_info(&self) -> &dyn instr_info::InstrInfo;

    /// Stack frames.
    fn frame_lowering(&self) -> &dyn FrameLowering;

    /// What is legal, and how the rest becomes so.
    fn legalizer_info(&self) -> &LegalizerInfo;

    /// Register banks.
    fn register_banks(&self) -> &dyn RegisterBankInfo;

    /// Selection rules.
    fn selector(&self) -> &dyn InstructionSelector;

    /// Does what a `custom` rule requires. The builder stands before `inst`.
    fn legalize_custom(&self, _b: &mut Builder<'_>, _inst: InstId, _module: &Module) -> Result<Outcome> {
        Ok(Outcome::Declined)
    }

    /// The target's intrinsic called `name` (with neither types nor parameters); `None` if there is no such intrinsic.
    fn intrinsic(&self, _name: &str) -> Option<TargetIntrinsic> {
        None
    }

    /// The intrinsic that rounds a single, or a vector of singles, to bfloat in one instruction; `None` if there is none for this type.
    fn bfloat_rounding(&self, _single: Llt) -> Option<TargetIntrinsic> {
        None
    }

    /// What inline assembly may have; `None` where there is none.
    fn inline_asm(&self) -> Option<&dyn inline_asm::InlineAsmInfo> {
        None
    }

    /// Checks of memory accesses by routines; `None` where there are none.
    fn memory_checks(&self) -> Option<&dyn memory_checks::MemoryChecks> {
        None
    }

    /// How code becomes functions of its own; `None`: none does.
    fn outlining(&self) -> Option<&dyn outlining::Outlining> {
        None
    }

    /// What scheduling knows of the CPU; `None`: nothing is scheduled.
    fn sched_model(&self) -> Option<&SchedModel> {
        None
    }

    /// The routine that lets instructions be executed that were written as data, and whether it takes flags after start and end.
    fn clear_cache(&self, _triple: &str) -> (&'static str, bool) {
        ("__clear_cache", false)
    }
}

impl dyn Target + '_ {
    /// The type of pointers into address space 0.
    #[inline]
    pub fn pointer(&self) -> Llt {
        self.facts().pointer
    }

    /// Registers, classes and banks.
    #[inline]
    pub fn registers(&self) -> &'static RegisterInfo {
        self.tables().registers
    }

    /// Descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    #[inline]
    pub fn instructions(&self) -> &'static [InstrDesc] {
        self.tables().instructions
    }

    /// The description of any opcode.
    #[inline]
    pub fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        let table = if opcode.is_target() { self.instructions() } else { opcodes::DESCS };
        &table[opcode.table_index()]
    }

    /// The descriptions of all opcodes.
    #[inline]
    pub fn descs(&self) -> Descs {
        Descs::new(opcodes::DESCS, self.instructions())
    }

    /// What operands are called in MIR.
    #[inline]
    pub fn mir_names(&self) -> &'static MirNames {
        self.tables().mir_names
    }

    /// The passes.
    #[inline]
    pub fn pass_config(&self) -> &'static PassConfig {
        self.tables().pass_config
    }

    /// The rules of the combiner.
    #[inline]
    pub fn combiner(&self) -> &'static CombinerInfo {
        self.tables().combiner
    }
}
