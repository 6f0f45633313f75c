//! Debug values across allocation: a value is named by a virtual register before, and by the
//! instruction that writes it after.
//!
//! * Requires: selected instructions in SSA form. Establishes: each value is named by its defining
//!   instruction and the register that it writes, or by its phi's block and location; values with
//!   neither are lost.
//! * Cost: linear in the records and in the distance between calls and the copies of their results;
//!   none without a table.

use super::moves::MoveLocation;
use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{Derivation, ValueForm, ValueLocation, ValueOperand, ValueRecord};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, SalvagedSource};
use crate::ir::opcodes::{COPY, PHI, SUBREG_TO_REG};
use crate::machine::desc::registers::{PhysReg, SubReg};
use crate::machine::function::LastWrite;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The maximum number of registers through which a value is traced.
const MAX_STEPS: usize = 64;

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Definition {
    /// An incoming register.
    Entry(PhysReg),
    /// An operand of an instruction.
    Operand(InstId, u32),
    /// A register that a call writes.
    Call(InstId, PhysReg),
    /// A phi of a block.
    Phi(BlockId, VReg),
}

/// Values by number.
#[derive(Debug, Default)]
pub(crate) struct Values {
    numbers: FxHashMap<Definition, u32>,
    list: Vec<Definition>,
    /// Instructions that compute the same as others, for rematerialization.
    pub copied: Vec<(InstId, InstId)>,
}

/// The source of a register's value.
enum Source {
    /// A definition.
    Defined(Definition),
    /// A constant.
    Constant(ValueOperand),
    /// Registers of the given width in bits from which it has been merged, the lowest first.
    Fragments(SmallVec<[VReg; 2]>, u32),
}

/// The traced value of a register.
struct Traced {
    source: Source,
    ops: Vec<u64>,
    /// The number of low bits that are valid.
    intact: u32,
}

impl Values {
    /// Finds the definitions of the values that records of `mf` name.
    pub(crate) fn find(mf: &mut MachineFunction, target: &dyn FrameTarget) -> Option<Values> {
        let table = mf.debug_values_mut()?;
        let has_fragments = table.has_fragments();
        let mut records = std::mem::take(&mut table.records);
        let mut values = Values::default();
        for record in &mut records {
            if has_fragments {
                split_fragments(mf, target, record);
            }
            for operand in &mut record.operands {
                *operand = values.settled(mf, target, operand);
            }
            let is_lost = match record.form {
                ValueForm::Fragments => record.operands.iter().all(ValueOperand::is_lost),
                ValueForm::Value | ValueForm::Memory => record.operands.iter().any(ValueOperand::is_lost),
            };
            if is_lost {
                record.operands.clear();
            }
        }
        let mut derived = values.derived(mf, target);
        remove_narrow_inverses(&records, &mut derived);
        let at_entry = values.list.iter().zip(0..).filter_map(|(&definition, number)| match definition {
            Definition::Entry(reg) => Some((number, reg)),
            _ => None,
        });
        let at_entry = at_entry.collect();
        let table = mf.debug_values_mut()?;
        (table.records, table.at_entry, table.is_allocated) = (records, at_entry, true);
        table.derived = derived;
        Some(values)
    }

    fn settled(
        &mut self,
        mf: &MachineFunction,
        target: &dyn FrameTarget,
        operand: &ValueOperand,
    ) -> ValueOperand {
        match *operand {
            ValueOperand::Argument(reg, bits) => {
                ValueOperand::Value(self.number(Definition::Entry(reg)), Box::default(), bits)
            }
            ValueOperand::Register(vreg, bits) => {
                let Some(traced) = trace(mf, target, vreg, bits) else { return ValueOperand::Lost(bits) };
                let is_whole = traced.intact >= bits && (traced.ops.is_empty() || traced.intact == u32::MAX);
                match traced.source {
                    Source::Defined(definition) if is_whole => {
                        ValueOperand::Value(self.number(definition), traced.ops.into(), bits)
                    }
                    Source::Constant(ValueOperand::Frame(object, _)) if is_whole => {
                        ValueOperand::Frame(object, traced.ops.into())
                    }
                    Source::Constant(ValueOperand::Integer(value, _))
                        if is_whole && traced.ops.is_empty() =>
                    {
                        ValueOperand::Integer(value, bits)
                    }
                    Source::Constant(ValueOperand::Float(value, _)) if is_whole && traced.ops.is_empty() => {
                        ValueOperand::Float(value, bits)
                    }
                    _ => ValueOperand::Lost(bits),
                }
            }
            ref other => other.clone(),
        }
    }

    /// Returns the derivations of values by number, from those of their registers.
    fn derived(&mut self, mf: &MachineFunction, target: &dyn FrameTarget) -> Vec<Derivation<u32>> {
        let Some(table) = mf.debug_values() else { return Vec::new() };
        let mut derived = Vec::new();
        for Derivation { made, from, ops, inverse, bits } in &table.derived_registers {
            let [Some(made), Some(from)] = [*made, *from].map(|vreg| plain(mf, target, vreg)) else {
                continue;
            };
            let is_instruction = matches!(made.0, Definition::Operand(..));
            let is_named = |definition| self.numbers.contains_key(definition);
            let is_useful = is_named(&made.0) || inverse.is_some() && is_named(&from.0);
            if !is_instruction || !is_useful || !made.1.is_empty() || made.0 == from.0 {
                continue;
            }
            let inverse = inverse.clone().filter(|_| from.1.is_empty());
            let ops = [&from.1[..], ops].concat().into();
            let (made, from) = (self.number(made.0), self.number(from.0));
            derived.push(Derivation { made, from, ops, inverse, bits: *bits });
        }
        derived
    }

    fn number(&mut self, definition: Definition) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(definition).or_insert(next);
        if number == next {
            self.list.push(definition);
        }
        number
    }

    /// Returns the phis whose values are named, with their blocks.
    pub(crate) fn phis(&self) -> impl Iterator<Item = (u32, BlockId, VReg)> + '_ {
        self.list.iter().zip(0..).filter_map(|(&definition, number)| match definition {
            Definition::Phi(block, vreg) => Some((number, block, vreg)),
            _ => None,
        })
    }

    /// Records in the function's table where values are defined, after register allocation. `phis`
    /// are the locations of phis.
    pub(crate) fn finish(self, mf: &mut MachineFunction, phis: Vec<(u32, BlockId, MoveLocation)>) {
        let mut defined: Vec<(InstId, u32, PhysReg)> = Vec::new();
        let block = |definition: &Definition| match *definition {
            Definition::Operand(inst, _) | Definition::Call(inst, _) => mf.block_of(inst),
            Definition::Phi(block, _) => Some(block),
            Definition::Entry(_) => None,
        };
        let defined_in = self.list.iter().map(block).collect();
        for (&definition, number) in self.list.iter().zip(0..) {
            match definition {
                Definition::Operand(inst, n) => {
                    let operand = mf.operands(inst).get(n as usize).filter(|_| mf.block_of(inst).is_some());
                    defined.extend(operand.and_then(Operand::phys_def).map(|reg| (inst, number, reg)));
                    let copies = self.copied.iter().filter(|(from, _)| *from == inst);
                    let written = |&(_, to): &(InstId, InstId)| {
                        Some((to, number, mf.operands(to).first()?.phys_def()?))
                    };
                    defined.extend(copies.filter_map(written));
                }
                Definition::Call(inst, reg) => defined.push((inst, number, reg)),
                Definition::Entry(_) | Definition::Phi(..) => {}
            }
        }
        let Some(table) = mf.debug_values_mut() else { return };
        table.defined_in = defined_in;
        for (inst, number, reg) in defined {
            table.definitions.entry(inst).or_default().push((number, Some(reg)));
        }
        for (number, block, location) in phis {
            let at = match location {
                MoveLocation::Reg(reg) => ValueLocation::Register(reg),
                MoveLocation::Slot(slot) => ValueLocation::Slot(slot),
                MoveLocation::Remat(_) => continue,
            };
            table.at_block.entry(block).or_default().push((number, at));
        }
    }
}

/// Removes inverses that do not compute all bits of a value that are read: those that records name,
/// or all bits if others are computed from the value.
fn remove_narrow_inverses(records: &[ValueRecord], derived: &mut [Derivation<u32>]) {
    let mut read: FxHashMap<u32, u32> = FxHashMap::default();
    for derivation in derived.iter().filter(|derivation| derivation.bits != u32::MAX) {
        read.insert(derivation.from, 0);
    }
    if read.is_empty() {
        return;
    }
    for operand in records.iter().flat_map(|record| &record.operands) {
        if let ValueOperand::Value(value, ops, bits) = operand
            && let Some(known) = read.get_mut(value)
        {
            *known = if ops.is_empty() { *bits.max(known) } else { u32::MAX };
        }
    }
    for derivation in derived.iter().filter(|derivation| derivation.bits == u32::MAX) {
        let both = [Some(derivation.from), derivation.inverse.is_some().then_some(derivation.made)];
        for value in both.into_iter().flatten() {
            read.entry(value).and_modify(|read| *read = u32::MAX);
        }
    }
    for derivation in derived.iter_mut().filter(|derivation| derivation.bits != u32::MAX) {
        if read.get(&derivation.from).is_none_or(|&read| read > derivation.bits) {
            derivation.inverse = None;
        }
    }
}

/// Returns the definition of a register and the operations on it, if all bits are valid.
fn plain(mf: &MachineFunction, target: &dyn FrameTarget, vreg: VReg) -> Option<(Definition, Vec<u64>)> {
    match trace(mf, target, vreg, 0)? {
        Traced { source: Source::Defined(definition), ops, intact: u32::MAX } => Some((definition, ops)),
        _ => None,
    }
}

/// Replaces the single register of a record by the registers from which it has been merged.
fn split_fragments(mf: &MachineFunction, target: &dyn FrameTarget, record: &mut ValueRecord) {
    let &[ValueOperand::Register(vreg, bits)] = &record.operands[..] else { return };
    if record.form == ValueForm::Value {
        let mut fragments = SmallVec::new();
        add_fragments(mf, target, vreg, bits, &mut fragments);
        if fragments.len() > 1 {
            (record.form, record.operands) = (ValueForm::Fragments, fragments);
        }
    }
}

/// Adds the registers from which a register has been merged, recursively, or the register itself.
/// Each has fewer bits than the one before, so the recursion ends.
fn add_fragments(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    vreg: VReg,
    bits: u32,
    out: &mut SmallVec<[ValueOperand; 1]>,
) {
    match trace(mf, target, vreg, bits) {
        Some(Traced { source: Source::Fragments(registers, each), ops, intact })
            if ops.is_empty() && intact >= bits && each < bits && registers.len() as u32 * each == bits =>
        {
            for register in registers {
                add_fragments(mf, target, register, each, out);
            }
        }
        _ => out.push(ValueOperand::Register(vreg, bits)),
    }
}

/// Traces a register, of which the low `bits` bits matter, through replacements and copies.
fn trace(mf: &MachineFunction, target: &dyn FrameTarget, mut vreg: VReg, bits: u32) -> Option<Traced> {
    // Operations that are applied first are found last.
    let mut steps: SmallVec<[Vec<u64>; 4]> = SmallVec::new();
    let mut intact = u32::MAX;
    for _ in 0..MAX_STEPS {
        let has_ops = steps.iter().any(|ops| !ops.is_empty());
        let salvaged = mf.salvaged(vreg, bits, has_ops)?;
        intact = intact.min(salvaged.intact);
        steps.push(salvaged.ops);
        let made =
            |source| Some(Traced { source, ops: steps.iter().rev().flatten().copied().collect(), intact });
        vreg = match salvaged.source {
            SalvagedSource::Register(vreg) => vreg,
            SalvagedSource::Constant(operand) => return made(Source::Constant(operand)),
            SalvagedSource::Fragments(registers, each) => return made(Source::Fragments(registers, each)),
        };
        let def = mf.def(vreg)?;
        let operands = mf.operands(def);
        let source = match mf.opcode(def) {
            COPY => operands.get(1),
            SUBREG_TO_REG => operands.get(2),
            PHI => return made(Source::Defined(Definition::Phi(mf.block_of(def)?, vreg))),
            _ => None,
        };
        let is_whole = operands.first()?.sub_reg() == SubReg::default();
        match source.filter(|_| is_whole) {
            Some(source) if source.phys().is_some() => {
                let reg = source.phys().filter(|_| source.sub_reg() == SubReg::default())?;
                return made(Source::Defined(before(mf, target, def, reg)?));
            }
            Some(source) if is_low(mf, target, source) => vreg = source.vreg()?,
            _ => {
                let n = operands.iter().position(|o| o.is_def() && o.vreg() == Some(vreg))?;
                let is_part = operands[n].sub_reg() != SubReg::default();
                return if is_part {
                    None
                } else {
                    made(Source::Defined(Definition::Operand(def, n as u32)))
                };
            }
        }
    }
    None
}

/// Returns true if an operand reads the low bits of a register.
fn is_low(mf: &MachineFunction, target: &dyn FrameTarget, operand: &Operand) -> bool {
    if operand.sub_reg() == SubReg::default() {
        return true;
    }
    let class = operand.vreg().map(|vreg| mf.reg_attr(vreg));
    let Some(crate::ir::mir::RegAttr::Class(class)) = class else { return false };
    target.registers().has_low_parts(class, operand.sub_reg())
}

/// Returns the last write of a register before an instruction: in its block, or in unique
/// predecessors, whose call may have two successors.
fn before(mf: &MachineFunction, target: &dyn FrameTarget, inst: InstId, reg: PhysReg) -> Option<Definition> {
    let (mut last, mut block) = (mf.prev_inst(inst), mf.block_of(inst)?);
    for _ in 0..MAX_STEPS {
        match mf.last_write(target, last, reg) {
            LastWrite::Definition(at) => return Some(Definition::Call(at, reg)),
            LastWrite::Clobber => return None,
            LastWrite::None if block == mf.entry() => return Some(Definition::Entry(reg)),
            LastWrite::None => {}
        }
        // The registers of a landing pad have been set by the unwinder.
        let &[only] = &mf.block(block).predecessors[..] else { return None };
        if mf.block(block).is_eh_pad || mf.block(block).address_taken {
            return None;
        }
        (last, block) = (mf.last_inst(only), only);
    }
    None
}
