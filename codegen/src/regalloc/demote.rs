//! Demotes registers that are live through very many blocks to stack slots, to bound the live-in
//! sets.
//!
//! With thousands of nested loops, the total size of the live-in sets is quadratic in the function.
//! If it exceeds a bound, registers that are live into more blocks than their share are demoted
//! before allocation. They are stored at their definitions and loaded at their uses. Tuples are
//! stored and loaded register by register.
//!
//! Requires SSA form. Cost: linear in the function and in the bound.

use crate::frame::target::FrameTarget;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::ir::mir::{FrameObjectKind, MachineFunction, OperandFlags, RegAttr};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::liveness::Liveness;

/// The bound of all live-in sets together: a constant plus a multiple of the number of instructions
/// ever created.
const ENTRIES: usize = 200_000;
const ENTRIES_AN_INSTRUCTION: usize = 50;

/// Bounds the live-in sets by the size of the function.
pub fn run(mf: &mut MachineFunction, target: &dyn FrameTarget) {
    let budget = ENTRIES + ENTRIES_AN_INSTRUCTION * mf.num_insts();
    if mf.layout.len() * mf.num_vregs() > budget {
        to(mf, target, budget);
    }
}

/// Bounds the live-in sets to `budget` entries.
pub(crate) fn to(mf: &mut MachineFunction, target: &dyn FrameTarget, budget: usize) {
    let long = Liveness::beyond(mf, budget);
    if long.is_empty() {
        return;
    }
    let own = InstId::new(mf.num_insts());
    let mut demotion = Demotion { mf, target, slots: Vec::new(), own };
    demotion.slots.resize(demotion.mf.num_vregs(), None);
    for vreg in long {
        demotion.store(vreg);
    }
    for block in demotion.mf.layout.clone() {
        demotion.load_for(block);
    }
}

struct Demotion<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn FrameTarget,
    /// By register: its slot.
    slots: Vec<Option<FrameIndex>>,
    /// The first instruction that this pass inserts.
    own: InstId,
}

impl Demotion<'_> {
    /// Stores `vreg` after its definition.
    fn store(&mut self, vreg: VReg) {
        let Some(def) = self.mf.def(vreg) else { return };
        let (Some(block), RegAttr::Class(class)) = (self.mf.block_of(def), self.mf.reg_attr(vreg)) else {
            return;
        };
        if self.target.desc(self.mf.opcode(def)).has(InstrFlags::TERMINATOR) {
            return;
        }
        let mut after = self.mf.next_inst(def);
        while let Some(inst) = after.filter(|&i| self.mf.opcode(def) == PHI && self.mf.opcode(i) == PHI) {
            after = self.mf.next_inst(inst);
        }
        let class = self.target.registers().class(class);
        if class.order.iter().any(|&reg| self.target.registers().is_tuple(reg)) {
            return;
        }
        let align = u32::from(class.spill_align).min(self.target.frame_lowering().stack_alignment());
        let slot = self.mf.frame.create(FrameObjectKind::Spill, class.spill_size.into(), align);
        self.slots[vreg.index()] = Some(slot);
        let point = after.map_or(InsertPoint::End(block), InsertPoint::Before);
        self.access(point, vreg, slot, true);
    }

    /// Inserts loads of demoted registers before their uses in `block`.
    fn load_for(&mut self, block: BlockId) {
        let mut next = self.mf.first_inst(block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            if inst >= self.own {
                continue;
            }
            let mut loaded: Option<(VReg, VReg)> = None;
            for n in 0..self.mf.operands(inst).len() {
                let operand = self.mf.operand(inst, n);
                let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
                let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
                let Some(slot) = self.slots.get(vreg.index()).copied().flatten() else { continue };
                if operand.flags.intersects(ignored) {
                    continue;
                }
                let is_phi = self.mf.opcode(inst) == PHI;
                let known = loaded.filter(|known| known.0 == vreg && !is_phi);
                let new = known.map_or_else(|| self.load(inst, n, vreg, slot), |known| known.1);
                loaded = Some((vreg, new));
                self.mf.set_operand(inst, n, operand.with_reg(new));
            }
        }
    }

    /// Loads `vreg`, operand `n` of `inst`, into a new register where `inst` reads it.
    fn load(&mut self, inst: InstId, n: usize, vreg: VReg, slot: FrameIndex) -> VReg {
        let new = self.mf.create_vreg_with(self.mf.ty(vreg), self.mf.reg_attr(vreg));
        let terminator = self.target.desc(self.mf.opcode(inst)).has(InstrFlags::TERMINATOR);
        let from = match self.mf.opcode(inst) == PHI {
            true => self.mf.operands(inst).get(n + 1).and_then(|o| o.as_block()),
            false => self.mf.block_of(inst).filter(|_| terminator),
        };
        let point = match from {
            Some(block) => self.mf.before_terminators(self.target, block),
            None => InsertPoint::Before(inst),
        };
        self.access(point, new, slot, false);
        new
    }

    /// Builds a store or load of a virtual register, although the target hooks take physical ones.
    fn access(&mut self, point: InsertPoint, vreg: VReg, slot: FrameIndex, is_store: bool) {
        let RegAttr::Class(class) = self.mf.reg_attr(vreg) else {
            panic!("%{} is to be spilled and has no class", vreg.index())
        };
        let registers = self.target.registers();
        let Some(&any) = registers.class(class).order.first() else {
            panic!(
                "%{} is to be spilled: no register of class {} can",
                vreg.index(),
                registers.class(class).name
            )
        };
        let first = self.mf.num_insts();
        let (info, mut b) = (self.target.instr_info(), Builder::new(self.mf, point));
        match is_store {
            true => info.store_reg_to_stack(&mut b, any, class, slot),
            false => info.load_reg_from_stack(&mut b, any, class, slot),
        }
        let inst = InstId::new(first);
        let named: Vec<usize> = (0..self.mf.operands(inst).len())
            .filter(|&n| self.mf.operand(inst, n).phys() == Some(any))
            .collect();
        let &[n] = &named[..] else {
            panic!("a spill of {} must name its register once", registers.reg(any).name)
        };
        assert_eq!(
            self.mf.num_insts(),
            first + 1,
            "a spill of {} must be one instruction",
            registers.reg(any).name
        );
        self.mf.set_operand(inst, n, self.mf.operand(inst, n).with_reg(vreg));
    }
}
