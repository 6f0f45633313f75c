//! The target's interface to the machine-code layer: encoding and printing of instructions, fixups,
//! relocations, and sections of an object besides code and data.

use super::context::EmitContext;
use super::inst::McInst;
use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::machine::desc::registers::PhysReg;
use crate::machine::inline_asm::InlineAsmInfo;
use crate::mc::asm_backend::AsmBackend;
use crate::mc::asm_info::AsmInfo;
use crate::mc::code_emitter::CodeEmitter;
use crate::mc::inst_printer::InstPrinter;
use crate::mc::target_asm_parser::TargetAsmParser;
use crate::support::error;

/// An XRay sled: a jump over NOPs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XraySled {
    /// The jump; its last operand will be the end of the sled.
    pub jump: McInst,
    /// The number of NOPs after it.
    pub nops: u32,
}

/// The sled of an XRay event: a jump over a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XrayEventSled {
    /// The jump; its last operand will be the end of the sled.
    pub jump: McInst,
    /// The instructions after it.
    pub insts: Vec<McInst>,
    /// The index of the call in them; its last operand will be the routine.
    pub call: usize,
}

impl XraySled {
    /// Returns its maximum size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (1 + u64::from(self.nops))
    }
}

/// The lowering of instructions that a stack map records.
pub trait RecordedCalls {
    /// Returns the registers that `STACKMAP` overwrites.
    fn overwritten_by_map(&self) -> &'static [PhysReg];

    /// Returns the registers that `PATCHPOINT` overwrites for any convention of its call.
    fn overwritten_by_patch(&self) -> &'static [PhysReg];

    /// Emits a call of an address other than zero. Returns its size in bytes.
    fn call_address(&self, ctx: &mut EmitContext<'_>, address: u64) -> error::Result<u64>;

    /// Emits the call of operand `n` of `inst`, a symbol or a register. Returns its size in bytes.
    fn call_operand(&self, ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> error::Result<u64>;
}

/// A target with machine code, for emission.
pub trait EmitTarget: FrameTarget {
    /// Returns the machine-code properties.
    fn mc(&self) -> &dyn McTarget;

    /// Returns the interface to inline assembly; `None` if unsupported.
    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        None
    }
}

/// The machine-code facts of one subtarget.
pub trait McTarget: Send + Sync + CodeEmitter + InstPrinter + TargetAsmParser + AsmBackend + AsmInfo {
    /// Emits `inst`, of the target's opcodes: through [`EmitContext::emit_plain`], or expanded.
    fn lower_inst(&self, ctx: &mut EmitContext<'_>, inst: InstId) -> error::Result<()>;

    /// Returns the XRay sled, if the target has one.
    fn xray_sled(&self) -> Option<XraySled>;

    /// Returns the instructions that call a routine with this number of arguments, which are in
    /// their registers, after the jump of an XRay event's sled; `None` if there are no such sleds.
    /// The last operand of the call is missing.
    fn xray_event_sled(&self, _arguments: usize) -> Option<XrayEventSled> {
        None
    }

    /// Returns the lowering of recorded calls; `None` if the target has no stack maps.
    fn recorded_calls(&self) -> Option<&dyn RecordedCalls> {
        None
    }
}
