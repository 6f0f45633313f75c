//! Inverse conditions of branches, and the hints where branches land.

use crate::aarch64::mc::instructions::op;
use gisel_codegen::machine::branch_info::Landing;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns the inverted conditional branch; for `b.cond` the condition changes.
pub(crate) fn inverse_branch(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::Bcc => op::Bcc,
        op::CBZW => op::CBNZW,
        op::CBNZW => op::CBZW,
        op::CBZX => op::CBNZX,
        op::CBNZX => op::CBZX,
        op::TBZW => op::TBNZW,
        op::TBNZW => op::TBZW,
        op::TBZX => op::TBNZX,
        op::TBNZX => op::TBZX,
        _ => return None,
    })
}

/// Returns the number of the hint `bti c`, `bti j` or `bti jc`.
pub(crate) fn bti(landing: Landing) -> i64 {
    32 + if landing.contains(Landing::CALL) { 2 } else { 0 }
        + if landing.contains(Landing::JUMP) { 4 } else { 0 }
}
