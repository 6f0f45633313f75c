//! Constants that joined variables hold on some ways.
//!
//! An instruction that writes such a constant to a register makes it a value, which is then copied
//! and spilled as all others are. A variable may so be joined from a constant and a register.
//!
//! Requires: physical registers; the frame is laid out. Cost: one query for each instruction if
//! there is a constant, none otherwise.

use crate::frame::target::FrameTarget;
use crate::ir::debug_info::JOINED;
use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::registers::PhysReg;
use crate::machine::instr_info::WrittenValue;

/// A constant that a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    /// An integer, and its width in bits.
    Integer(u64, u32),
    /// The address of a frame object.
    Frame(FrameIndex),
}

/// The constants that joined variables hold, as values.
pub(super) struct Constants {
    /// The number of the first one.
    first: u32,
    list: Vec<Constant>,
}

impl Constants {
    /// Returns an empty list. Values of joins have the numbers of their records, of which there are
    /// `records`; those of constants follow them.
    pub fn new(records: usize) -> Constants {
        Constants { first: JOINED | records as u32, list: Vec::new() }
    }

    /// Returns the value of a constant.
    pub fn value(&mut self, constant: Constant) -> u32 {
        let known = self.list.iter().position(|&other| other == constant);
        let number = known.unwrap_or_else(|| {
            self.list.push(constant);
            self.list.len() - 1
        });
        self.first + number as u32
    }

    /// Returns the values that instructions write to registers, in layout order.
    pub fn written(
        &self,
        function: &MachineFunction,
        target: &dyn FrameTarget,
    ) -> Vec<(InstId, u32, PhysReg)> {
        if self.list.is_empty() {
            return Vec::new();
        }
        let addresses: Vec<Option<WrittenValue>> =
            self.list.iter().map(|&constant| address(function, target, constant)).collect();
        let mut found = Vec::new();
        for inst in function.layout.iter().flat_map(|&block| function.insts(block)) {
            let Some(written) = target.instr_info().written_value(function, inst) else { continue };
            let Some(reg) = function.operands(inst).first().and_then(|to| to.phys_def()) else { continue };
            for ((constant, address), value) in self.list.iter().zip(&addresses).zip(self.first..) {
                let is_equal = match (*constant, written) {
                    (Constant::Integer(constant, bits), WrittenValue::Integer(number)) => {
                        low(constant, bits) == low(number as u64, bits)
                    }
                    (Constant::Frame(_), WrittenValue::Sum(..)) => *address == Some(written),
                    _ => false,
                };
                if is_equal {
                    found.push((inst, value, reg));
                }
            }
        }
        found
    }
}

/// Returns the register and offset in bytes whose sum is the address of a frame object.
fn address(function: &MachineFunction, target: &dyn FrameTarget, constant: Constant) -> Option<WrittenValue> {
    let Constant::Frame(object) = constant else { return None };
    if function.frame.object(object).dead {
        return None;
    }
    let (base, offset) = target.frame_lowering().frame_index_reference(function, object);
    Some(WrittenValue::Sum(base, offset))
}

/// Returns the low `bits` bits of a number.
fn low(number: u64, bits: u32) -> u64 {
    match 1u64.checked_shl(bits) {
        Some(end) => number & (end - 1),
        None => number,
    }
}
