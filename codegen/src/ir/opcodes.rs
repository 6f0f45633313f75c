//! The opcodes that every target has, from `opcodes.txt`: one constant each, and [`DESCS`].

use crate::machine::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained, type_places,
};

include!(concat!(env!("OUT_DIR"), "/opcodes.rs"));

/// Returns true if `opcode` is a generic one of the common table (a target's own generic opcodes
/// have a flag).
pub(crate) fn is_generic(opcode: Opcode) -> bool {
    opcode >= FIRST_GENERIC && !opcode.is_target()
}

/// Returns true if instructions of `opcode` emit no code: markers for unwinders, debuggers and
/// passes.
pub(crate) fn is_meta(opcode: Opcode) -> bool {
    matches!(opcode, CFI_INSTRUCTION | EH_LABEL | GC_LABEL | LOCAL_ESCAPE) || is_silent(opcode)
}

/// Returns true if instructions of `opcode` have no code: meta instructions and pseudo probes.
pub fn is_codeless(opcode: Opcode) -> bool {
    is_meta(opcode) || opcode == PSEUDO_PROBE
}

/// Returns true if emission skips instructions of `opcode`.
pub(crate) fn is_silent(opcode: Opcode) -> bool {
    matches!(
        opcode,
        IMPLICIT_DEF
            | KILL
            | LIFETIME_START
            | LIFETIME_END
            | FAKE_USE
            | JUMP_TABLE_DEBUG_INFO
            | MEMBARRIER
            | DBG_VALUE
            | DBG_VALUE_LIST
            | DBG_INSTR_REF
            | DBG_PHI
            | DBG_LABEL
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_range_and_typed() {
        assert!(DESCS.len() < Opcode::FIRST_TARGET as usize);
        assert_eq!(DESCS[G_ADD.table_index()].name, "G_ADD");
        assert_eq!(DESCS[G_SELECT.table_index()].num_types(), 2);
        assert_eq!(DESCS[G_UNMERGE_VALUES.table_index()].variadic, Variadic::Defs);
    }
}
