//! The operands of `STACKMAP`, `PATCHPOINT` and `STATEPOINT`, in LLVM's forms.
//!
//! ```text
//! STACKMAP    id, bytes, location…
//! PATCHPOINT  [def,] id, bytes, target, arguments, convention, argument…, location…
//! STATEPOINT  id, bytes, arguments, target, argument…, 2, convention, 2, flags,
//!             2, count, location… (`deopt`), 2, count, location… (pointers),
//!             2, count, location… (allocas), 2, count, (base, derived)…
//! ```
//!
//! A location is one operand or a few: a register, the constant 0 (`DirectMemRefOp`) before a base
//! and an offset, 1 (`IndirectMemRefOp`) before a size, a base and an offset, or 2 (`ConstantOp`)
//! before a number. The implicit operands and the register mask come last.

use super::{MachineFunction, Operand, OperandTag};
use crate::ir::entity::InstId;
use crate::ir::opcodes::{GC_LABEL, PATCHPOINT, STACKMAP, STATEPOINT};
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;

/// Announces an address: base and offset follow.
pub const DIRECT_MEM_REF: i32 = 0;
/// Announces memory: size, base and offset follow.
pub const INDIRECT_MEM_REF: i32 = 1;
/// Announces a constant, which follows.
pub const CONSTANT: i32 = 2;

/// LLVM's number of the convention whose arguments are in any registers.
pub const ANY_REG: i64 = 13;

/// Returns true if instructions of `opcode` have a record in the stack map.
#[inline]
pub(crate) const fn is_recorded(opcode: Opcode) -> bool {
    opcode.0 >= STACKMAP.0 && opcode.0 <= STATEPOINT.0
}

/// Returns true if emission gives instructions of `opcode` a label to which a table refers.
pub(crate) const fn has_label(opcode: Opcode) -> bool {
    is_recorded(opcode) || opcode.0 == GC_LABEL.0
}

const _: () = assert!(PATCHPOINT.0 == STACKMAP.0 + 1 && STATEPOINT.0 == STACKMAP.0 + 2);

/// A location with the target's registers, without their DWARF numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MapLocation {
    /// The value is in a register.
    Register(PhysReg),
    /// The value is the sum of a register and an offset.
    Direct(PhysReg, i64),
    /// The value is in memory at a register plus an offset, with this size in bytes.
    Indirect(u64, PhysReg, i64),
    /// The value is this number.
    Constant(i64),
}

/// The operands of a recorded instruction before its locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapSite {
    /// The identifier from the program.
    pub id: i64,
    /// The number of reserved bytes of code.
    pub bytes: u64,
    /// The index of the callee's operand; `STACKMAP` has none.
    pub target: Option<usize>,
    /// The index of the first operand that may be in a register or a spill slot.
    pub first_location: usize,
    /// The index of the first recorded operand. With [`ANY_REG`] it is less than `first_location`.
    pub first_recorded: usize,
    /// True if the result is recorded.
    pub records_result: bool,
}

/// Reads the operands of a recorded instruction before its locations.
pub(crate) fn map_site(mf: &MachineFunction, inst: InstId) -> Option<MapSite> {
    let operands = mf.operands(inst);
    let imm = |n: usize| operands.get(n).and_then(|&operand| mf.imm_value(operand));
    let first = operands.iter().take_while(|o| o.is_def() && !o.is_implicit()).count();
    let (id, bytes) = (imm(first)?, imm(first + 1)? as u64);
    Some(match mf.opcode(inst) {
        STACKMAP => {
            let at = first + 2;
            let (first_location, first_recorded) = (at, at);
            MapSite { id, bytes, target: None, first_location, first_recorded, records_result: false }
        }
        PATCHPOINT => {
            let arguments = first + 5;
            let first_location = arguments + usize::try_from(imm(first + 3)?).ok()?;
            let any_reg = imm(first + 4)? == ANY_REG;
            MapSite {
                id,
                bytes,
                target: Some(first + 2),
                first_location,
                first_recorded: if any_reg { arguments } else { first_location },
                records_result: any_reg && first != 0,
            }
        }
        STATEPOINT => {
            let at = first + 4 + usize::try_from(imm(first + 2)?).ok()?;
            let (first_location, first_recorded) = (at, at);
            MapSite {
                id,
                bytes,
                target: Some(first + 3),
                first_location,
                first_recorded,
                records_result: false,
            }
        }
        _ => return None,
    })
}

/// Returns the index of the first operand of `inst` that may be in a register or a spill slot, or a
/// greater index if there is none.
pub(crate) fn first_location(mf: &MachineFunction, inst: InstId) -> usize {
    match is_recorded(mf.opcode(inst)) {
        true => map_site(mf, inst).map_or(usize::MAX, |site| site.first_location),
        false => usize::MAX,
    }
}

/// Returns the number of operands of the location at the start of `operands`.
pub(crate) fn location_len(mf: &MachineFunction, operands: &[Operand]) -> usize {
    match operands.first().and_then(|&operand| mf.imm_value(operand)) {
        None => 1,
        Some(kind) if kind == i64::from(DIRECT_MEM_REF) => 3,
        Some(kind) if kind == i64::from(INDIRECT_MEM_REF) => 4,
        Some(_) => 2,
    }
}

/// Reads the location at the start of `operands`. Returns it with its number of operands; `None`
/// after the last location.
pub(crate) fn location_at(mf: &MachineFunction, operands: &[Operand]) -> Option<(MapLocation, usize)> {
    let first = *operands.first()?;
    if first.is_implicit() || first.tag() == OperandTag::RegMask {
        return None;
    }
    let imm = |n: usize| operands.get(n).and_then(|&operand| mf.imm_value(operand));
    let reg = |n: usize| operands.get(n).and_then(|operand| operand.phys());
    let length = location_len(mf, operands);
    let location = match length {
        1 => MapLocation::Register(reg(0)?),
        3 => MapLocation::Direct(reg(1)?, imm(2)?),
        4 => MapLocation::Indirect(imm(1)? as u64, reg(2)?, imm(3)?),
        _ => MapLocation::Constant(imm(1)?),
    };
    Some((location, length))
}

/// Returns the maximum size of the code of `inst`, in bytes. `call` is the size of a call without
/// reserved bytes.
pub(crate) fn most_bytes(mf: &MachineFunction, inst: InstId, call: u64) -> u64 {
    map_site(mf, inst).map_or(0, |site| match mf.opcode(inst) {
        STATEPOINT if site.bytes == 0 => call,
        _ => site.bytes,
    })
}
