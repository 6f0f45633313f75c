//! Masks loaded values, or the addresses of loads.

use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::register_text::member;
use crate::aarch64::passes::speculation_hardening::{TAINT, TAINT_32, after, build_csdb};
use crate::aarch64::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{InstFlags, MachineFunction, Operand, OperandFlags, OperandTag};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::{PhysReg, UnitSet};
use gisel_codegen::target::PassTarget;

/// Instructions before which all masks must have taken effect.
const LEAVES: InstrFlags =
    InstrFlags::CALL.union(InstrFlags::RETURN).union(InstrFlags::BRANCH).union(InstrFlags::TERMINATOR);

/// The flags of an instruction that saves or restores a caller's register.
const OF_FRAME: InstFlags = InstFlags::FRAME_SETUP.union(InstFlags::FRAME_DESTROY);

/// The registers that are masked at a point in a block.
#[derive(Default)]
struct Masked {
    /// All of them.
    all: UnitSet,
    /// Those that were masked after the last `csdb`.
    pending: UnitSet,
}

/// Masks the loads of `mf`.
pub(crate) fn mask(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for block in mf.layout.clone() {
        mask_block(mf, target, block);
    }
}

fn mask_block(mf: &mut MachineFunction, target: &dyn PassTarget, block: BlockId) {
    let mut masked = Masked::default();
    let insts: Vec<InstId> = mf.insts(block).collect();
    for inst in insts {
        let addresses = addresses_to_mask(mf, target, inst);
        for &reg in &addresses {
            if masked.all & REGISTERS.unit_set(reg) != REGISTERS.unit_set(reg) {
                masked.add(reg);
                build_mask(&mut Builder::before(mf, inst), reg);
            }
        }
        if masked.needs_csdb(mf, target, inst) {
            build_csdb(&mut Builder::before(mf, inst));
            masked.pending = 0;
        }
        let values = values_to_mask(mf, target, inst);
        masked.forget_written(mf, target, inst);
        let (of_frame, line) = (mf.inst(inst).flags & OF_FRAME, mf.inst(inst).debug_loc);
        let mut b = after(mf, inst);
        (b.flags, b.debug_loc) = (of_frame, line);
        for &reg in &values {
            masked.add(reg);
            build_mask(&mut b, reg);
        }
    }
    if masked.pending != 0 {
        build_csdb(&mut Builder::at_end(mf, block));
    }
}

impl Masked {
    fn add(&mut self, reg: PhysReg) {
        self.all |= REGISTERS.unit_set(reg);
        self.pending |= REGISTERS.unit_set(reg);
    }

    /// Returns true if `inst` reads a register that was masked after the last `csdb`, or leaves the
    /// block.
    fn needs_csdb(&self, mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> bool {
        let desc = target.desc(mf.opcode(inst));
        let explicit = mf.operands(inst).iter().filter(|o| !o.is_def()).filter_map(|o| o.phys());
        let mut read = explicit.chain(desc.implicit_uses.iter().copied());
        self.pending != 0
            && (desc.flags.intersects(LEAVES) || read.any(|r| REGISTERS.unit_set(r) & self.pending != 0))
    }

    /// Removes the registers that `inst` writes.
    fn forget_written(&mut self, mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) {
        let desc = target.desc(mf.opcode(inst));
        let explicit = mf.operands(inst).iter().filter_map(|o| o.phys_def());
        let written = explicit.chain(desc.implicit_defs.iter().copied());
        let mut lost = written.fold(0, |set, reg| set | REGISTERS.unit_set(reg));
        for mask in mf.operands(inst).iter().filter(|o| o.tag() == OperandTag::RegMask) {
            lost |= mf.reg_mask(target, *mask).lost(&REGISTERS);
        }
        self.all &= !lost;
        self.pending &= !lost;
    }
}

/// Returns true if `reg` is a general register whose value a program can choose.
fn is_general(reg: PhysReg) -> bool {
    let fixed = [regs::SP, regs::WSP, regs::XZR, regs::WZR];
    let is_in = |class| REGISTERS.contains(class, reg);
    (is_in(classes::GPR64ALL) || is_in(classes::GPR32ALL)) && !fixed.contains(&reg)
}

/// Returns the listed results of `inst`.
fn results(mf: &MachineFunction, inst: InstId) -> impl Iterator<Item = (PhysReg, OperandFlags)> {
    let listed =
        mf.operands(inst).iter().take_while(|o| o.is_def() && !o.flags.contains(OperandFlags::IMPLICIT));
    listed.filter_map(|o| Some((o.phys()?, o.flags)))
}

/// Returns true if all results of `inst`, a load, are in general registers.
fn is_general_load(mf: &MachineFunction, inst: InstId) -> bool {
    let class = |reg, class| REGISTERS.contains(class, reg);
    results(mf, inst).all(|(reg, _)| class(reg, classes::GPR64ALL) || class(reg, classes::GPR32ALL))
}

fn is_load(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    opcode.is_target() && target.desc(opcode).has(InstrFlags::MAY_LOAD)
}

/// Returns the address registers of a load into vector registers, and the index into a jump table.
fn addresses_to_mask(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> Vec<PhysReg> {
    let uses = mf.operands(inst).iter().filter(|o| !o.is_def()).filter_map(|o| o.phys());
    match mf.opcode(inst) {
        op::JumpTableDest32 => mf.operand(inst, 3).phys().into_iter().collect(),
        _ if is_load(mf, target, inst) && !is_general_load(mf, inst) => {
            uses.filter(|&r| is_general(r)).map(whole).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the 64-bit register that contains `reg`. A mask of 32 bits would clear its upper half,
/// which later instructions may read.
fn whole(reg: PhysReg) -> PhysReg {
    member(classes::GPR64ALL, REGISTERS.reg(reg).encoding).unwrap_or(reg)
}

/// Returns the general registers that a load writes.
fn values_to_mask(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> Vec<PhysReg> {
    if !is_load(mf, target, inst) || !is_general_load(mf, inst) {
        return Vec::new();
    }
    let is_used =
        |&(reg, flags): &(PhysReg, OperandFlags)| is_general(reg) && !flags.contains(OperandFlags::DEAD);
    results(mf, inst).filter(is_used).map(|(reg, _)| reg).collect()
}

/// Builds `and reg, reg, x16`.
fn build_mask(b: &mut Builder<'_>, reg: PhysReg) {
    let (opcode, taint) = match REGISTERS.contains(classes::GPR64ALL, reg) {
        true => (op::ANDXrr, TAINT),
        false => (op::ANDWrr, TAINT_32),
    };
    b.inst(opcode, &[Operand::def(reg), Operand::use_of(reg), Operand::use_of(taint)]);
}
