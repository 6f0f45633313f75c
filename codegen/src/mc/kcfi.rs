//! KCFI: indirect calls check function types (`-fsanitize=kcfi`). A type identifier precedes the
//! function's entry and its patchable area. A table of traps tells a kernel which check failed. The
//! check itself is the target's.

use super::context::EmitContext;
use crate::ir::entity::InstId;
use crate::ir::section::SectionFlags;
use crate::machine::desc::registers::PhysReg;
use crate::support::error::Result;

/// The section with the distances to the traps.
const TRAPS: &str = ".kcfi_traps";

/// The size of a type identifier, in bytes.
const TYPE_BYTES: i64 = 4;

/// Emits the function's type identifier.
pub(super) fn emit_type_identifier(ctx: &mut EmitContext<'_>) {
    if let Some(number) = ctx.function.attrs.kcfi_type {
        ctx.out.bytes(&number.to_le_bytes());
    }
}

/// Emits the distances to the traps, in a companion section of the function.
pub(super) fn emit_traps(ctx: &mut EmitContext<'_>) -> Result<()> {
    let traps = std::mem::take(&mut ctx.type_traps);
    if traps.is_empty() {
        return Ok(());
    }
    ctx.switch_to_companion(TRAPS, SectionFlags::ALLOC);
    traps.into_iter().try_for_each(|trap| ctx.emit_distance(trap, TYPE_BYTES as u8, TRAPS))
}

/// A type check, as its pseudo-instruction describes it.
pub struct TypeCheck {
    /// The callee's address.
    pub address: PhysReg,
    /// The expected type identifier.
    pub number: i64,
    /// The offset of the identifier from the callee's entry, in bytes.
    pub offset: i64,
}

impl EmitContext<'_> {
    /// Returns the check of `inst` (address, number). Callees are assumed to have the same
    /// patchable area as this function.
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

    /// Records that a type check traps here.
    pub fn note_type_trap(&mut self) {
        let label = self.label_here();
        self.type_traps.push(label);
    }
}
