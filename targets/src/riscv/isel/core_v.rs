//! Operands of CORE-V's intrinsics. Many have two instructions: with a number, and with a register
//! in its place.
//!
//! Source: OpenHW's *CV32E40P user manual*, "CORE-V Instruction Set Custom Extensions".

use crate::riscv::isel::select;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;

/// The operands of an intrinsic's instruction. An opcode is that of the instruction on registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operands {
    /// The last is an amount of 5 bits.
    Amount(Opcode),
    /// The last is a bound: ones from bit 0, whose number plus one is in the instruction.
    Bound(Opcode),
    /// The second is a field: its size less one in 5 bits, and its position in 5 bits below.
    Field(Opcode),
    /// The second is a field, and the third the value that it is inserted into, which comes first.
    InsertedField(Opcode),
    /// The third is the sum, which comes first.
    Sum,
    /// The numbers after the register are swapped.
    Swapped,
    /// The address of a load.
    Address,
}

/// Returns the opcode of the instruction for these arguments, and replaces them by its operands.
/// `opcode` is that of the instruction with numbers.
pub(crate) fn operands(
    s: &mut Selection<'_>,
    opcode: Opcode,
    how: Operands,
    args: &mut Vec<Operand>,
) -> Option<Opcode> {
    match (how, args.as_mut_slice()) {
        (Operands::Amount(on_registers), [.., last]) => match constant(s.mf, *last, 0..32) {
            Some(amount) => *last = Operand::small_imm(amount),
            None => return Some(on_registers),
        },
        (Operands::Bound(on_registers), [.., last]) => match constant(s.mf, *last, 0..i32::MAX) {
            Some(bound) if bound & (bound + 1) == 0 => {
                *last = Operand::small_imm(bound.trailing_ones() as i32 + 1);
            }
            _ => return Some(on_registers),
        },
        (Operands::Field(on_registers), &mut [_, field]) => match constant(s.mf, field, 0..1024) {
            Some(field) => set_field(args, field),
            None => return Some(on_registers),
        },
        (Operands::InsertedField(on_registers), &mut [_, field, _]) => {
            args.rotate_right(1);
            match constant(s.mf, field, 0..1024) {
                Some(field) => set_field(args, field),
                None => return Some(on_registers),
            }
        }
        (Operands::Sum, [_, _, _, ..]) => args[..3].rotate_right(1),
        (Operands::Swapped, [_, a, b]) => std::mem::swap(a, b),
        (Operands::Address, &mut [pointer]) => {
            let (base, offset) = select::access(s, pointer.vreg()?);
            *args = vec![base, offset];
        }
        _ => return None,
    }
    Some(opcode)
}

/// Returns the constant in `operand`, if it is in `range`.
fn constant(mf: &MachineFunction, operand: Operand, range: std::ops::Range<i32>) -> Option<i32> {
    let value = mf.constant(operand.vreg()?)?;
    i32::try_from(value).ok().filter(|value| range.contains(value))
}

/// Replaces the last operand by the numbers of `field`.
fn set_field(operands: &mut Vec<Operand>, field: i32) {
    operands.pop();
    operands.extend([Operand::small_imm(field >> 5), Operand::small_imm(field & 31)]);
}
