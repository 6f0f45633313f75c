//! Instructions that move values between locations: copies, spills and reloads.
//!
//! * Requires: physical registers; instructions in emission order.
//! * Cost: constant for each query.

use crate::frame::target::FrameTarget;
use crate::ir::builder::Builder;
use crate::ir::debug_info::ValueLocation;
use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, MemFlags, OperandTag, PointerInfo};
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use crate::machine::desc::registers::{PhysReg, RegDesc, UnitSet};
use smallvec::SmallVec;

/// The maximum number of registers that one instruction spills or reloads.
const PAIR: usize = 2;

/// The effects of an instruction on locations, for queries about many of them.
#[derive(Default)]
pub struct Effects {
    /// The units of the registers that it may overwrite.
    pub(super) written: UnitSet,
    /// The units of the registers that it may copy.
    read: UnitSet,
    /// True if it may overwrite slots.
    stores: bool,
    /// True if it accesses slots.
    names_slot: bool,
}

impl Effects {
    /// Returns true if it may overwrite slots, or a register with any of these units.
    pub fn may_overwrite(&self, held: UnitSet) -> bool {
        self.stores || self.written & held != 0
    }

    /// Returns true if it may copy a slot, or a register with any of these units.
    pub fn may_copy(&self, held: UnitSet) -> bool {
        self.names_slot || self.read & held != 0
    }

    /// Returns true if it may copy a location; `units` are those of its register.
    pub fn may_copy_from(&self, place: ValueLocation, units: UnitSet) -> bool {
        match place {
            ValueLocation::Register(_) => self.read & units != 0,
            ValueLocation::Slot(_) => self.names_slot,
        }
    }

    /// Returns true if it neither overwrites nor copies a slot, or a register with any of these
    /// units.
    pub fn spares(&self, held: UnitSet) -> bool {
        !self.may_overwrite(held) && !self.may_copy(held)
    }
}

/// Computes the effects of a function's instructions on locations.
pub struct Transfers<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) target: &'a dyn FrameTarget,
    /// The opcodes that copy registers.
    copies: &'a [Opcode],
    scratch: MachineFunction,
}

impl<'a> Transfers<'a> {
    /// Returns the transfers of a function.
    pub fn new(function: &'a MachineFunction, target: &'a dyn FrameTarget) -> Transfers<'a> {
        let scratch = MachineFunction::new(function.symbol, "", function.subtarget);
        let mut transfers = Transfers { function, target, copies: &[], scratch };
        transfers.copies = target.facts().copies.get_or_init(|| transfers.find_copies());
        transfers
    }

    /// Returns the opcodes of copies between two registers of each class.
    fn find_copies(&mut self) -> Box<[Opcode]> {
        let mut opcodes: Vec<Opcode> = Vec::new();
        for class in self.target.registers().classes {
            if let [first, .., last] = class.order
                && let Some(copy) = self.made_copy(*first, *last)
            {
                opcodes.push(self.scratch.opcode(copy));
            }
        }
        opcodes.sort_unstable();
        opcodes.dedup();
        opcodes.into()
    }

    /// Returns true if an instruction may write a location.
    pub fn is_overwritten(&self, inst: InstId, place: ValueLocation) -> bool {
        self.function.overwrites(self.target, inst, place)
    }

    /// Returns the effects of an instruction.
    pub fn effects(&self, inst: InstId) -> Effects {
        let (function, registers) = (self.function, self.target.registers());
        let opcode = function.opcode(inst);
        let desc = self.target.desc(opcode);
        let mut accesses = function.mem_operands(inst).peekable();
        let is_unknown = accesses.peek().is_none();
        let names_slot = accesses.any(|access| matches!(access.pointer, PointerInfo::Stack(..)));
        let stores = desc.has(InstrFlags::MAY_STORE) && !desc.has(InstrFlags::CALL);
        let mut effects =
            Effects { written: 0, read: 0, stores: stores && (is_unknown || names_slot), names_slot };
        let copies = names_slot || self.copies.contains(&opcode);
        for &operand in function.operands(inst) {
            if operand.tag() == OperandTag::RegMask {
                effects.written |= function.reg_mask(self.target, operand).lost(registers);
            }
            let Some(reg) = operand.phys() else { continue };
            if operand.is_def() {
                effects.written |= registers.unit_set(reg);
            } else if copies && !operand.is_implicit() {
                effects.read |= registers.unit_set(reg);
            }
        }
        effects
    }

    /// Returns true if an instruction with these effects may overwrite a location.
    pub fn is_overwritten_by(&self, effects: &Effects, inst: InstId, place: ValueLocation) -> bool {
        match place {
            ValueLocation::Register(reg) => effects.written & self.target.registers().unit_set(reg) != 0,
            ValueLocation::Slot(_) => effects.stores && self.is_overwritten(inst, place),
        }
    }

    /// Returns the other location that an instruction copies a location to.
    pub fn copied(&mut self, inst: InstId, place: ValueLocation) -> Option<ValueLocation> {
        let function = self.function;
        let operands = function.operands(inst);
        let first = *operands.first()?;
        let reg = match place {
            ValueLocation::Register(reg) => reg,
            ValueLocation::Slot(slot) => {
                let reload = (0..PAIR).find(|&n| self.spill(inst, n, MemFlags::LOAD) == Some(slot))?;
                return operands.get(reload)?.phys_def().map(ValueLocation::Register);
            }
        };
        if first.is_def() {
            let to = first.phys()?;
            return self.is_copy(inst, to, reg).then_some(ValueLocation::Register(to));
        }
        let is_stored = |n: usize| operands.get(n).is_some_and(|o| o.is_use() && o.phys() == Some(reg));
        let mut stored = (0..PAIR).filter(|&n| is_stored(n));
        stored.find_map(|n| self.spill(inst, n, MemFlags::STORE)).map(ValueLocation::Slot)
    }

    /// Returns the spill slots that an instruction reloads entirely, at most two.
    pub fn reloaded_slots(&self, inst: InstId) -> impl Iterator<Item = FrameIndex> {
        (0..PAIR).filter_map(move |n| self.spill(inst, n, MemFlags::LOAD))
    }

    /// Returns the spill slot that an instruction stores or loads entirely, from or to its operand
    /// `n`. The lower of two slots belongs to the first register.
    fn spill(&self, inst: InstId, n: usize, what: MemFlags) -> Option<FrameIndex> {
        let count = self.function.mem_operands(inst).len();
        let registers = self.function.operands(inst).iter().take(count);
        let is_def = what == MemFlags::LOAD;
        if count > PAIR || !registers.clone().all(|o| o.phys().is_some() && o.is_def() == is_def) {
            return None;
        }
        // Only the registers to be moved precede the address, at most one per memory operand.
        let access = self.function.mem_operands(inst).nth(n)?;
        let PointerInfo::Stack(slot, 0) = access.pointer else { return None };
        let object = self.function.frame.object(slot);
        // Nothing but spills is stored to such an object, and nothing to an argument's.
        let is_kept = match object.kind {
            FrameObjectKind::Spill => true,
            FrameObjectKind::Fixed => object.immutable && is_def,
            _ => false,
        };
        let is_spill =
            access.flags.contains(what) && is_kept && u64::from(access.ty.bits()) == 8 * object.size;
        is_spill.then_some(slot)
    }

    /// Builds the copy from one register to another, if one instruction suffices.
    fn made_copy(&mut self, to: PhysReg, from: PhysReg) -> Option<InstId> {
        self.scratch.reset(self.function.symbol, "", self.function.subtarget);
        let block = self.scratch.append_block();
        let mut builder = Builder::at_end(&mut self.scratch, block);
        self.target.instr_info().copy_phys_reg(&mut builder, to, from).ok()?;
        let mut copies = self.scratch.insts(block);
        copies.next().filter(|_| copies.next().is_none())
    }

    /// Returns true if an instruction is the plain copy of one register to another.
    pub fn is_copy(&mut self, inst: InstId, to: PhysReg, from: PhysReg) -> bool {
        let function = self.function;
        if !self.copies.contains(&function.opcode(inst)) {
            return false;
        }
        let reads = |o: &crate::ir::mir::Operand| !o.is_def() && !o.is_implicit() && o.phys() == Some(from);
        if !function.operands(inst).iter().any(reads) {
            return false;
        }
        let Some(copy) = self.made_copy(to, from) else { return false };
        let shape = |mf: &MachineFunction, inst| {
            let explicit = mf.operands(inst).iter().filter(|o| !o.is_implicit());
            explicit.map(|&o| (o.is_def(), o.phys(), mf.imm_value(o))).collect::<SmallVec<[_; 4]>>()
        };
        self.scratch.opcode(copy) == function.opcode(inst)
            && shape(&self.scratch, copy) == shape(function, inst)
    }

    /// Returns the spill slot that an instruction reloads a whole register from.
    pub fn reloaded(&self, inst: InstId, reg: PhysReg) -> Option<FrameIndex> {
        let operands = self.function.operands(inst).iter().take(PAIR);
        let n = operands.clone().position(|operand| operand.phys_def() == Some(reg))?;
        self.spill(inst, n, MemFlags::LOAD)
    }
}

/// Returns the DWARF number of a register, or of the register with it as the low part.
pub fn register_number(target: &dyn FrameTarget, reg: PhysReg) -> Option<u16> {
    let registers = target.registers();
    registers.reg(reg).dwarf.or_else(|| {
        let is_part = |whole: &&RegDesc| {
            whole.units.first() == registers.units(reg).first()
                && whole.sub_regs.iter().any(|&(_, part)| part == reg)
        };
        registers.regs.iter().filter(is_part).find_map(|whole| whole.dwarf)
    })
}

/// Returns the units of integer and address registers: the classes that contain the frame pointer.
pub fn integer_units(target: &dyn FrameTarget) -> UnitSet {
    let registers = target.registers();
    let frame_pointer = target.frame_lowering().frame_pointer();
    let classes = registers.classes.iter().filter(|class| class.members.contains(&frame_pointer));
    registers.unit_set_of(classes.flat_map(|class| class.members))
}
