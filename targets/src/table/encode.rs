//! The encoder: the fields of a line, one after the other, into the bits of the line.
//!
//! Cost: one step a field; no string is looked at.

use super::{ShorterForms, Table};
use gisel_codegen::mc::inst::{Fixup, McInst, McOperand};
use gisel_codegen::target::instructions::{Opcode, OperandKind};
use gisel_codegen::target::registers::PhysReg;
use smallvec::SmallVec;
use std::fmt;

/// Why an instruction cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// A pseudo instruction reached the encoder.
    Pseudo(&'static str),
    /// An operand is missing or does not fit its kind.
    Operand {
        /// The opcode's name.
        instruction: &'static str,
        /// The operand's name.
        operand: &'static str,
        /// The value that does not fit.
        value: Option<McOperand>,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Pseudo(name) => write!(f, "`{name}` has no encoding"),
            EncodeError::Operand { instruction, operand, value } => {
                write!(f, "operand `{operand}` of `{instruction}` cannot be {value:?}")
            }
        }
    }
}

impl std::error::Error for EncodeError {}

/// No instruction with an encoding has more operands.
const MAX_OPERANDS: usize = 8;

impl Table {
    /// Appends the bytes of `inst` to `out`, and what is to be resolved in them to `fixups` (offsets count
    /// from the first of these bytes).
    pub fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> Result<(), EncodeError> {
        let encoding = &self.encodings[inst.opcode.table_index()];
        if encoding.size == 0 {
            return Err(EncodeError::Pseudo(self.desc(inst.opcode).name));
        }
        let (mut values, mut open) = ([0; MAX_OPERANDS], 0);
        let operands = inst.operands.iter().zip(self.desc(inst.opcode).operands);
        for (n, ((operand, listed), value)) in operands.zip(&mut values).enumerate() {
            match (operand, listed.kind) {
                (McOperand::Reg(reg), OperandKind::Class(class)) => {
                    debug_assert!(self.registers.contains(class, *reg), "{inst:?}");
                    *value = i64::from(reg.0);
                }
                (McOperand::Imm(imm), OperandKind::Imm(kind) | OperandKind::Expr(kind))
                    if self.imm_kind(kind).accepts(*imm) =>
                {
                    *value = *imm;
                }
                (McOperand::Expr(expr), OperandKind::Expr(kind)) => {
                    let mut kinds = self.imm_kind(kind).fixups.iter();
                    let kind = kinds.find(|(specifier, _)| *specifier == expr.specifier);
                    let &(_, kind) = kind.ok_or_else(|| self.misfit(inst, n))?;
                    fixups.push(Fixup { offset: 0, kind, expr: *expr });
                    open |= 1 << n;
                }
                _ => return Err(self.misfit(inst, n)),
            }
        }
        let given = &values[..inst.operands.len().min(MAX_OPERANDS)];
        let bits = self.bits::<false>(inst.opcode, given, open);
        let bits = bits.ok_or_else(|| self.misfit(inst, inst.operands.len()))?;
        out.extend_from_slice(&bits.to_le_bytes()[..encoding.size as usize]);
        Ok(())
    }

    /// Appends the bytes of an instruction by its operands' values, registers by their numbers, in its shortest form of `forms`.
    /// False, with nothing done, if a value does not fit or `opcode` has no encoding.
    pub fn encode_values(
        &self,
        opcode: Opcode,
        values: &[i64],
        forms: ShorterForms,
        out: &mut Vec<u8>,
    ) -> bool {
        let encoding = &self.encodings[opcode.table_index()];
        if forms != ShorterForms::NONE {
            for pattern in encoding.compressions {
                if forms.include(pattern)
                    && let Some(shorter) = self.shorter_values(pattern, values)
                {
                    let bits = self.bits::<false>(pattern.to, &shorter, 0);
                    let size = self.encoded_size(pattern.to) as usize;
                    bits.into_iter().for_each(|bits| out.extend_from_slice(&bits.to_le_bytes()[..size]));
                    return bits.is_some();
                }
            }
        }
        let bits = self.bits::<true>(opcode, values, 0).filter(|_| encoding.size != 0);
        match (bits, encoding.size) {
            (None, _) => return false,
            (Some(bits), 4) => out.extend_from_slice(&bits.to_le_bytes()),
            (Some(bits), size) => out.extend_from_slice(&bits.to_le_bytes()[..size as usize]),
        }
        true
    }

    /// The bits of an instruction by its operands' values, but for those whose bits are set in `open`; `None` if a value is missing or,
    /// where that is not known, does not fit.
    #[inline]
    fn bits<const CHECK: bool>(&self, opcode: Opcode, values: &[i64], open: u32) -> Option<u32> {
        let encoding = &self.encodings[opcode.table_index()];
        let (mut bits, operands) = (encoding.bits, self.desc(opcode).operands);
        for field in encoding.fields {
            let value = *values.get(field.operand as usize)?;
            if open >> field.operand & 1 != 0 {
                continue;
            }
            let value = match operands.get(field.operand as usize)?.kind {
                OperandKind::Class(_) => u32::from(self.registers.reg(PhysReg(value as u16)).encoding),
                OperandKind::Imm(kind) | OperandKind::Expr(kind) => {
                    let kind = self.imm_kind(kind);
                    if CHECK && field.first && !kind.accepts(value) {
                        return None;
                    }
                    kind.encode.map_or(value as u64, |encode| encode(value)) as u32
                }
                _ => return None,
            };
            bits |= ((value >> field.lo) & ((1 << field.width) - 1)) << field.at;
        }
        Some(bits)
    }

    /// Adds the bits of the operand called `name` to an instruction of `opcode` that was encoded with 0 there.
    pub fn or_field(&self, opcode: Opcode, name: &str, value: i64, bytes: &mut [u8]) -> Option<()> {
        let encoding = &self.encodings[opcode.table_index()];
        let operand = self.desc(opcode).operands.iter().position(|o| o.name == name)?;
        let target = bytes.get_mut(..encoding.size as usize)?;
        let mut bits = 0u32;
        for field in encoding.fields.iter().filter(|f| f.operand as usize == operand) {
            bits |= (value as u32 >> field.lo & ((1 << field.width) - 1)) << field.at;
        }
        target.iter_mut().zip(bits.to_le_bytes()).for_each(|(byte, more)| *byte |= more);
        Some(())
    }

    /// What is wrong with operand `n`.
    fn misfit(&self, inst: &McInst, n: usize) -> EncodeError {
        let desc = self.desc(inst.opcode);
        EncodeError::Operand {
            instruction: desc.name,
            operand: desc.operands.get(n).map_or("", |operand| operand.name),
            value: inst.operands.get(n).copied(),
        }
    }
}
