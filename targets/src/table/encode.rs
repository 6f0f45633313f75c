//! The encoder: writes the fields of a line one after the other into the line's bits.
//!
//! Cost: one step per field; no string operations.

use super::{Compression, Condition, Encoding, ShorterForms, Slot, SlotKind, Source, Table, Test};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag};
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{PhysReg, RegisterInfo, SubReg};
use gisel_codegen::mc::inst::{Fixup, FixupKind, McExpr, McInst, McOperand};
use smallvec::SmallVec;
use std::fmt;

/// The reason why an instruction cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EncodeError {
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
    /// Appends the bytes of `inst` to `out`, and its fixups to `fixups` (offsets are relative to
    /// the first of these bytes).
    pub(crate) fn encode(
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
        let bits = self.bits::<false>(encoding, given, open);
        let bits = bits.ok_or_else(|| self.misfit(inst, inst.operands.len()))?;
        push(out, bits, encoding.size);
        Ok(())
    }

    /// Applies [`Table::encode_values`] to the instructions from `first` up to `end`. Returns the
    /// first one with an operand that is neither a register nor a number in range, or without an
    /// encoding; else `end`.
    pub(crate) fn encode_insts(
        &self,
        function: &MachineFunction,
        first: Option<InstId>,
        end: Option<InstId>,
        forms: ShorterForms,
        out: &mut Vec<u8>,
    ) -> Option<InstId> {
        let mut next = first;
        while let Some(inst) = next.filter(|_| next != end) {
            let (data, operands) = function.inst_and_operands(inst);
            if !data.opcode.is_target() || !self.encode_operands(data.opcode, operands, forms, out) {
                return next;
            }
            next = function.next_inst(inst);
        }
        next
    }

    /// Applies [`Table::encode_values`] to the operands of a machine instruction that its line
    /// lists. Returns false without effect also if one is neither a register nor a number, or a
    /// number that is too large for an operand.
    #[inline(always)]
    pub(super) fn encode_operands(
        &self,
        opcode: Opcode,
        operands: &[Operand],
        forms: ShorterForms,
        out: &mut Vec<u8>,
    ) -> bool {
        let encoding = &self.encodings[opcode.table_index()];
        let encoded = match encoding.compressions.is_empty() || forms == ShorterForms::NONE {
            true => {
                (self.fields)(encoding.layout, operands).map(|fields| (encoding.bits | fields, encoding.size))
            }
            false => (self.short_form)(opcode, operands, forms.0),
        };
        let Some((bits, size)) = encoded else { return false };
        push(out, bits, size);
        true
    }

    /// Appends the bytes of an instruction whose last operand is `to`, in its shortest form of
    /// `forms`, and that form's operands to `pool`. Returns its opcode and the kind of its fixup.
    /// Returns `None` without effect if another operand is neither a register nor a number, or out
    /// of range.
    pub(crate) fn encode_branch(
        &self,
        opcode: Opcode,
        operands: &[Operand],
        to: McExpr,
        forms: ShorterForms,
        (out, pool): (&mut Vec<u8>, &mut Vec<McOperand>),
    ) -> Option<(Opcode, FixupKind)> {
        let encoding = &self.encodings[opcode.table_index()];
        let last =
            encoding.slots.len().checked_sub(1).filter(|&last| last < MAX_OPERANDS.min(operands.len()))?;
        let mut values = [0; MAX_OPERANDS];
        for ((value, operand), slot) in values.iter_mut().zip(operands).zip(&encoding.slots[..last]) {
            *value = self.value(slot, operand)?;
        }
        let values = &values[..last];
        let given = |n: usize| match encoding.slots.get(n).map(|slot| slot.kind) {
            _ if n == last => Some(to.into()),
            Some(SlotKind::Register) => Some(McOperand::Reg(PhysReg(values[n] as u16))),
            _ => values.get(n).map(|&value| McOperand::Imm(value)),
        };
        for pattern in encoding.compressions.iter().filter(|pattern| forms.include(pattern)) {
            let Some((bits, kind)) = self.branch_form(pattern, values, to) else { continue };
            push(out, bits, pattern.size);
            pool.extend(pattern.operands.iter().filter_map(|source| match *source {
                Source::Operand(n) => given(usize::from(n)),
                Source::Reg(reg) => Some(McOperand::Reg(reg)),
                Source::Imm(value) => Some(McOperand::Imm(value)),
            }));
            return Some((pattern.to, kind));
        }
        let kind = self.fixup(opcode, last, to)?;
        let mut bits = encoding.bits;
        for (slot, &value) in encoding.slots.iter().zip(values) {
            bits |= slot.place(self.field::<true>(slot, value)?);
        }
        if encoding.size == 0 {
            return None;
        }
        push(out, bits, encoding.size);
        pool.extend((0..=last).filter_map(given));
        Some((opcode, kind))
    }

    /// Returns the bits and the fixup kind of a compressed form of an instruction with these values
    /// followed by `to`, if it matches.
    fn branch_form(&self, pattern: &Compression, values: &[i64], to: McExpr) -> Option<(u32, FixupKind)> {
        let last = values.len();
        let of_value = |test: &&Test| usize::from(test.operand) != last;
        let is_last = matches!(pattern.operands.last(), Some(&Source::Operand(n)) if usize::from(n) == last);
        if !is_last
            || !matches!(pattern.conditions.get(last), Some(Condition::Any))
            || !pattern.tests.iter().filter(of_value).all(|test| self.holds(test, values))
        {
            return None;
        }
        let kind = self.fixup(pattern.to, pattern.operands.len() - 1, to)?;
        let mut bits = pattern.bits;
        for (operand, slot) in pattern.slots.iter().filter(|(operand, _)| usize::from(*operand) != last) {
            bits |= slot.place(self.field::<false>(slot, *values.get(usize::from(*operand))?)?);
        }
        Some((bits, kind))
    }

    /// Returns the fixup kind for `expr` as operand `n`.
    fn fixup(&self, opcode: Opcode, n: usize, expr: McExpr) -> Option<FixupKind> {
        let OperandKind::Expr(kind) = self.desc(opcode).operands.get(n)?.kind else { return None };
        let mut kinds = self.imm_kind(kind).fixups.iter();
        kinds.find(|(specifier, _)| *specifier == expr.specifier).map(|&(_, kind)| kind)
    }

    /// Returns the value of an operand, if it fits the kind of a slot.
    #[inline]
    fn value(&self, slot: &Slot, operand: &Operand) -> Option<i64> {
        match (slot.kind, operand.tag()) {
            (SlotKind::Register, OperandTag::Reg) => register_of(self.registers, operand),
            (SlotKind::Number | SlotKind::Kind(_), OperandTag::Imm) => {
                Some(i64::from(operand.payload() as i32))
            }
            _ => None,
        }
    }

    /// Returns the field for the value of an operand; `None` if it is out of range, unless that has
    /// been checked.
    #[inline]
    fn field<const CHECK: bool>(&self, slot: &Slot, value: i64) -> Option<u32> {
        match slot.kind {
            SlotKind::Register => self.register_numbers.get(value as usize).map(|&number| u32::from(number)),
            SlotKind::Number if CHECK && value.wrapping_sub(slot.min) as u64 > slot.span => None,
            SlotKind::Number => Some(value as u32),
            SlotKind::Kind(kind) => {
                let kind = self.imm_kind(kind);
                let field = || kind.encode.map_or(value as u64, |encode| encode(value)) as u32;
                (!CHECK || kind.accepts(value)).then(field)
            }
            SlotKind::Other => None,
        }
    }

    /// Appends the bytes of an instruction from its operands' values, registers by their numbers,
    /// in its shortest form of `forms`. Returns false without effect if a value is out of range or
    /// `opcode` has no encoding.
    pub(crate) fn encode_values(
        &self,
        opcode: Opcode,
        values: &[i64],
        forms: ShorterForms,
        out: &mut Vec<u8>,
    ) -> bool {
        self.encode_as(&self.encodings[opcode.table_index()], values, forms, out)
    }

    #[inline]
    fn encode_as(&self, encoding: &Encoding, values: &[i64], forms: ShorterForms, out: &mut Vec<u8>) -> bool {
        for pattern in encoding.compressions {
            if forms.include(pattern) && pattern.tests.iter().all(|test| self.holds(test, values)) {
                let mut bits = pattern.bits;
                for (operand, slot) in pattern.slots {
                    let value = values.get(usize::from(*operand));
                    let field = value.and_then(|&value| self.field::<false>(slot, value));
                    let Some(field) = field else { return false };
                    bits |= slot.place(field);
                }
                push(out, bits, pattern.size);
                return true;
            }
        }
        let bits = self.bits::<true>(encoding, values, 0).filter(|_| encoding.size != 0);
        bits.into_iter().for_each(|bits| push(out, bits, encoding.size));
        bits.is_some()
    }

    /// Returns the bits of an instruction from its operands' values, except operands whose bits are
    /// set in `open`. Returns `None` if a value is missing or, unless that has been checked, out of
    /// range.
    #[inline]
    fn bits<const CHECK: bool>(&self, encoding: &Encoding, values: &[i64], open: u32) -> Option<u32> {
        let missing = encoding.slots.get(values.len()..).unwrap_or(&[]);
        if missing.iter().any(|slot| slot.run.mask != 0) {
            return None;
        }
        let mut bits = encoding.bits;
        for (n, (slot, &value)) in encoding.slots.iter().zip(values).enumerate() {
            if !CHECK && open >> n & 1 != 0 {
                continue;
            }
            bits |= slot.place(self.field::<CHECK>(slot, value)?);
        }
        Some(bits)
    }

    /// Sets the bits of the operand called `name` in an instruction of `opcode` that was encoded
    /// with 0 there.
    pub(crate) fn or_field(&self, opcode: Opcode, name: &str, value: i64, bytes: &mut [u8]) -> Option<()> {
        let encoding = &self.encodings[opcode.table_index()];
        let operand = self.desc(opcode).operands.iter().position(|o| o.name == name)?;
        let target = bytes.get_mut(..encoding.size as usize)?;
        let bits = encoding.slots.get(operand)?.place(value as u32);
        target.iter_mut().zip(bits.to_le_bytes()).for_each(|(byte, more)| *byte |= more);
        Some(())
    }

    /// Returns the error for operand `n`.
    fn misfit(&self, inst: &McInst, n: usize) -> EncodeError {
        let desc = self.desc(inst.opcode);
        EncodeError::Operand {
            instruction: desc.name,
            operand: desc.operands.get(n).map_or("", |operand| operand.name),
            value: inst.operands.get(n).copied(),
        }
    }
}

/// Returns the number of an operand's physical register.
#[inline]
pub(crate) fn register_of(registers: &RegisterInfo, operand: &Operand) -> Option<i64> {
    let (reg, sub) = (operand.phys()?, operand.sub_reg());
    let reg = if sub == SubReg::default() { reg } else { registers.sub_reg(reg, sub)? };
    Some(i64::from(reg.0))
}

/// Returns the number of an operand, if it is a small one.
#[inline]
pub(crate) fn number_of(operand: &Operand) -> Option<i64> {
    operand.as_small_imm().map(i64::from)
}

/// Appends an instruction of `size` bytes, 2 or 4.
#[inline]
fn push(out: &mut Vec<u8>, bits: u32, size: u8) {
    match size {
        4 => out.extend_from_slice(&bits.to_le_bytes()),
        _ => out.extend_from_slice(&bits.to_le_bytes()[..2]),
    }
}
