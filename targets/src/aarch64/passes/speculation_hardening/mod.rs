//! `speculation-hardening`: a load after a mispredicted branch yields zero, or loads from address
//! zero.
//!
//! A register, the taint, is all ones if each earlier branch was predicted correctly, and zero
//! otherwise. Each edge of a conditional branch selects zero if the branch's condition does not
//! hold there. The taint masks loaded values, or the addresses that they are loaded from. A `csdb`
//! precedes the first use of the masked value. At calls and returns the stack pointer carries the
//! taint: it is zero on a mispredicted path. If a function uses the register for something else,
//! speculation barriers replace the taint. They are at the entry, on these edges and after calls.
//!
//! Requires: physical registers, prologues, the final block order; no later pass moves
//! instructions. Establishes: the masks. Cost: linear, in functions with
//! `speculative_load_hardening`.
//!
//! Sources: LLVM's *Speculative Load Hardening*; Arm, *Cache Speculation Side-channels*.

mod edges;
mod loads;

use crate::aarch64::mc::conditions::EQ;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes::{CFI_INSTRUCTION, EH_LABEL};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::target::PassTarget;

/// The taint.
const TAINT: PhysReg = regs::X16;
const TAINT_32: PhysReg = regs::W16;

/// The number of the hint `csdb`.
const CSDB: i32 = 20;

/// The option `sy` of barriers.
const SY: i32 = 15;

/// Registers that hold nothing across calls or returns. Conventions may preserve all but the first.
const TEMPORARIES: [PhysReg; 8] =
    [regs::X17, regs::X9, regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15];

/// The protection of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Protection {
    /// By the taint.
    Taint,
    /// By speculation barriers.
    Barriers,
}

/// Runs the pass.
pub(crate) fn run(mf: &mut MachineFunction, target: &dyn PassTarget, module: &Module) {
    if !mf.attrs.speculative_load_hardening {
        return;
    }
    let protection = match uses_taint(mf, target, module) {
        true => Protection::Barriers,
        false => Protection::Taint,
    };
    if protection == Protection::Taint {
        loads::mask(mf, target);
    }
    let pads: Vec<BlockId> = mf.layout.iter().copied().filter(|&block| mf.block(block).is_eh_pad).collect();
    let entry = mf.entry();
    edges::track(mf, target, protection);
    for &block in std::iter::once(&entry).chain(&pads) {
        let mut b = after_labels(mf, block);
        b.debug_loc = None;
        match protection {
            Protection::Taint => build_taint(&mut b),
            Protection::Barriers => build_barrier(&mut b),
        }
    }
    for block in mf.layout.clone() {
        let leaves = |&inst: &InstId| {
            let flags = target.desc(mf.opcode(inst)).flags;
            flags.intersects(InstrFlags::CALL.union(InstrFlags::RETURN))
        };
        let leaving: Vec<InstId> = mf.insts(block).filter(leaves).collect();
        leaving.into_iter().for_each(|inst| protect_leaving(mf, target, protection, inst));
    }
}

/// Returns true if an instruction uses the taint's register for something else. The code that is
/// emitted for a call may use it, as the stack pointer holds the taint there; but its loads must be
/// masked.
fn uses_taint(mf: &MachineFunction, target: &dyn PassTarget, module: &Module) -> bool {
    let is_taint = |reg: PhysReg| REGISTERS.overlap(reg, TAINT);
    mf.layout.iter().flat_map(|&block| mf.insts(block)).any(|inst| {
        let desc = target.desc(mf.opcode(inst));
        let implicit = desc.implicit_defs.iter().chain(desc.implicit_uses).copied();
        let explicit = mf.operands(inst).iter().filter_map(|operand| operand.phys());
        let calls_by_got = module.routines_by_got && matches!(mf.opcode(inst), op::BL | op::TCRETURNdi);
        calls_by_got || explicit.chain(implicit).any(is_taint)
    })
}

/// Returns a builder at the start of `block`, after labels and rules of unwinding.
fn after_labels(mf: &mut MachineFunction, block: BlockId) -> Builder<'_> {
    let first = mf.insts(block).find(|&inst| !matches!(mf.opcode(inst), CFI_INSTRUCTION | EH_LABEL));
    match first {
        Some(first) => Builder::before(mf, first),
        None => Builder::at_end(mf, block),
    }
}

/// Returns a builder after `inst`.
fn after(mf: &mut MachineFunction, inst: InstId) -> Builder<'_> {
    match mf.next_inst(inst) {
        Some(next) => Builder::before(mf, next),
        None => {
            let block = mf.expect_block_of(inst);
            Builder::at_end(mf, block)
        }
    }
}

/// Builds `dsb sy; isb`.
fn build_barrier(b: &mut Builder<'_>) {
    b.inst(op::DSB, &[Operand::small_imm(SY)]);
    b.inst(op::ISB, &[Operand::small_imm(SY)]);
}

fn build_csdb(b: &mut Builder<'_>) {
    b.inst(op::HINT, &[Operand::small_imm(CSDB)]);
}

/// Builds `cmp sp, #0; csetm x16, ne`: the taint from the stack pointer.
fn build_taint(b: &mut Builder<'_>) {
    let (zero, flags) = (Operand::use_of(regs::XZR), regs::NZCV);
    let compared = [Operand::def(regs::XZR), Operand::use_of(regs::SP), Operand::small_imm(0)];
    b.inst(
        op::SUBSXri,
        &[compared[0], compared[1], compared[2], Operand::small_imm(0), Operand::implicit_def(flags)],
    );
    let selected = [Operand::def(TAINT), zero, zero, Operand::small_imm(EQ as i32)];
    b.inst(op::CSINVXr, &[selected[0], selected[1], selected[2], selected[3], Operand::implicit_use(flags)]);
}

/// Builds `mov temporary, sp; and temporary, temporary, x16; mov sp, temporary`: copies the taint
/// to the stack pointer.
fn build_masked_stack_pointer(b: &mut Builder<'_>, temporary: PhysReg) {
    let zero = Operand::small_imm(0);
    let (def, value) = (Operand::def(temporary), Operand::use_of(temporary));
    b.inst(op::ADDXri, &[def, Operand::use_of(regs::SP), zero, zero]);
    b.inst(op::ANDXrr, &[def, value, Operand::use_of(TAINT)]);
    b.inst(op::ADDXri, &[Operand::def(regs::SP), value, zero, zero]);
}

/// Copies the taint to the stack pointer before a call or return, and back after a call. If no
/// register is free, a barrier ends speculation.
fn protect_leaving(mf: &mut MachineFunction, target: &dyn PassTarget, protection: Protection, inst: InstId) {
    let returns = target.desc(mf.opcode(inst)).has(InstrFlags::RETURN);
    // The label that ends the call's exception range stays next to it.
    let end = mf.next_inst(inst).filter(|&next| mf.opcode(next) == EH_LABEL).unwrap_or(inst);
    if protection == Protection::Barriers {
        if !returns {
            build_barrier(&mut after(mf, end));
        }
        return;
    }
    if !returns {
        build_taint(&mut after(mf, end));
    }
    let temporary = temporary(mf, target, inst, returns);
    let mut b = Builder::before(mf, inst);
    match temporary {
        Some(temporary) => build_masked_stack_pointer(&mut b, temporary),
        None => build_barrier(&mut b),
    }
}

/// Returns a register that holds nothing at a call or return.
fn temporary(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, returns: bool) -> Option<PhysReg> {
    let saved = target.frame_lowering().callee_saved(mf);
    let candidates = &TEMPORARIES[..if returns { TEMPORARIES.len() } else { 1 }];
    candidates.iter().copied().find(|&reg| {
        let overlaps = |other: PhysReg| REGISTERS.overlap(reg, other);
        let is_operand = mf.operands(inst).iter().any(|o| o.phys().is_some_and(overlaps));
        !is_operand && !saved.iter().any(|saved| overlaps(saved.reg))
    })
}
