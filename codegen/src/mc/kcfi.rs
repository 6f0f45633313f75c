//! Types of functions that indirect calls check (`-fsanitize=kcfi`): a number before the function's entry and before room for patches
//! there, and the table of traps by which a kernel knows what failed. The check itself is the target's.

use super::context::EmitContext;
use crate::ir::entity::InstId;
use crate::ir::section::SectionFlags;
use crate::support::error::Result;
use crate::target::desc::registers::PhysReg;

/// The section with the distances to the traps.
const TRAPS: &str = ".kcfi_traps";

/// Size of a number before an entry, in bytes.
const TYPE_BYTES: i64 = 4;

/// Emits the number of the function's type.
pub(super) fn emit_type_identifier(ctx: &mut EmitContext<'_>) {
    if let Some(number) = ctx.function.attrs.kcfi_type {
        ctx.out.bytes(&number.to_le_bytes());
    }
}

/// Emits how far the traps are from here, in a section that goes with the function's.
pub(super) fn emit_traps(ctx: &mut EmitContext<'_>) -> Result<()> {
    let traps = std::mem::take(&mut ctx.type_traps);
    if traps.is_empty() {
        return Ok(());
    }
    ctx.switch_to_companion(TRAPS, SectionFlags::ALLOC);
    traps.into_iter().try_for_each(|trap| ctx.emit_distance(trap, TYPE_BYTES as u8, TRAPS))
}

/// A check of a type, as its instruction asks for it.
pub struct TypeCheck {
    /// What is called.
    pub address: PhysReg,
    /// The number of the type that it must have.
    pub number: i64,
    /// Where the number before its entry is, from there, in bytes.
    pub offset: i64,
}

impl EmitContext<'_> {
    /// The check that `inst` (address, number) asks for. Functions have the room for patches that this one has.
    ///
    /// Errors: an operand is missing, or the offset is below `least`.
    pub fn type_check(&self, inst: InstId, least: i64) -> Result<TypeCheck> {
        let operands = self.function.operands(inst);
        let address = operands.first().and_then(|operand| operand.phys());
        let number = operands.get(1).and_then(|&operand| self.function.imm_value(operand));
        let (Some(address), Some(number)) = (address, number) else {
            return Err(self.error(inst, "a check of a type without register and number"));
        };
        let nops = i64::from(self.function.attrs.patchable.prefix);
        let offset = -(nops * i64::from(self.target.mc().code_align()) + TYPE_BYTES);
        if offset < least {
            return Err(self.error(inst, "the type is too far before the function's entry"));
        }
        Ok(TypeCheck { address, number, offset })
    }

    /// Notes that a check of a type traps here.
    pub fn note_type_trap(&mut self) {
        let label = self.label_here();
        self.type_traps.push(label);
    }
}
