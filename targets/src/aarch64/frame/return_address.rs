//! Protection of the return address: signatures, and the shadow call stack.
//!
//! A function that signs does so at its start, with its stack pointer at entry as modifier. It
//! authenticates at its end, when the stack pointer is restored. With the pointer authentication
//! feature, the return authenticates; else hints do, which older processors ignore. The shadow call
//! stack grows upwards from X18, which must be reserved; it holds the signed address. Unwind
//! information describes how to restore X18. Source: *DWARF for the Arm 64-bit Architecture*, "Call
//! frame instructions".

use crate::aarch64::frame::frame_index::add_immediate;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Operand, SignReturnAddress};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McOperand};
use gisel_codegen::support::error::{CompileError, Result};

/// The pointer of the shadow call stack.
pub(crate) const SHADOW: PhysReg = regs::X18;

/// The size of a return address in bytes.
const BYTES: i8 = 8;

/// The numbers of the hints that authenticate X17 with X16.
const AUTIA1716: i32 = 12;
const AUTIB1716: i32 = 14;

/// The number of the hint `pacm`.
pub(crate) const PACM: i32 = 39;

/// Returns true if `mf` stores its return address.
fn is_stored(mf: &MachineFunction) -> bool {
    mf.frame.callee_saved.iter().any(|saved| saved.reg == regs::LR)
}

/// Returns true if `mf` signs its return address.
fn is_signed(mf: &MachineFunction) -> bool {
    match mf.attrs.sign_return_address {
        SignReturnAddress::None => false,
        SignReturnAddress::NonLeaf => is_stored(mf),
        SignReturnAddress::All => true,
    }
}

/// Returns true if `mf` saves its return address on the shadow call stack.
fn is_shadowed(mf: &MachineFunction) -> bool {
    mf.attrs.shadow_call_stack && is_stored(mf)
}

/// Builds the start of a prologue: it signs or saves the return address. `has_modifier`: there are
/// instructions that sign with their own address, without `pacm` before them.
pub(crate) fn protect(
    b: &mut Builder<'_>,
    has_modifier: bool,
    is_shadow_reserved: impl FnOnce(&MachineFunction) -> bool,
) -> Result<()> {
    if is_signed(b.mf) && !is_stored(b.mf) {
        // Functions that do not save the return address read it, too.
        let block = b.block();
        let live_ins = &mut b.mf.block_mut(block).live_ins;
        if !live_ins.contains(&regs::LR) {
            live_ins.push(regs::LR);
        }
    }
    if is_signed(b.mf) && b.mf.attrs.sign_with_pc {
        sign_with_pc(b, has_modifier);
    } else if is_signed(b.mf) {
        b.inst(if b.mf.attrs.sign_with_b_key { op::PACIBSP } else { op::PACIASP }, &[]);
        b.cfi(CfiDirective::NegateRaState);
    }
    if is_shadowed(b.mf) {
        if !is_shadow_reserved(b.mf) {
            let message = "`shadowcallstack` needs X18 reserved (`-mattr=+reserve-x18`)";
            return Err(CompileError::new(&b.mf.name, "", message));
        }
        let address = [Operand::use_of(regs::LR), Operand::use_of(SHADOW)];
        b.inst(
            op::STRXpost,
            &[Operand::def(SHADOW), address[0], address[1], Operand::small_imm(BYTES.into())],
        );
        b.cfi(CfiDirective::ValExpression(REGISTERS.dwarf(SHADOW), REGISTERS.dwarf(SHADOW), -BYTES));
    }
    Ok(())
}

/// Builds the load of the return address from the shadow call stack, if it is saved there.
pub(crate) fn pop(b: &mut Builder<'_>, with_rules: bool) {
    if !is_shadowed(b.mf) {
        return;
    }
    let operands = [Operand::def(SHADOW), Operand::def(regs::LR), Operand::use_of(SHADOW)];
    b.inst(op::LDRXpre, &[operands[0], operands[1], operands[2], Operand::small_imm(-i32::from(BYTES))]);
    if with_rules {
        b.cfi(CfiDirective::Restore(REGISTERS.dwarf(SHADOW)));
    }
}

/// Builds the authentication of the return address at the end of the epilogue of `block`, `moved`
/// bytes above the stack pointer at entry if that is below it. The return itself authenticates if
/// possible.
pub(crate) fn authenticate(
    b: &mut Builder<'_>,
    block: BlockId,
    in_return: bool,
    moved: i64,
    with_rules: bool,
) -> Result<()> {
    if !is_signed(b.mf) {
        return Ok(());
    }
    let by_b = b.mf.attrs.sign_with_b_key;
    if b.mf.attrs.sign_with_pc {
        return authenticate_with_pc(b, block, in_return, moved, with_rules);
    }
    if moved < 0 {
        authenticate_from_below(b, block, -moved)?;
        if with_rules {
            b.cfi(CfiDirective::NegateRaState);
        }
        return Ok(());
    }
    let ret = b.mf.last_inst(block).filter(|&i| in_return && b.mf.opcode(i) == op::RET_ReallyLR);
    if let Some(ret) = ret {
        b.mf.inst_mut(ret).opcode = if by_b { op::RETAB } else { op::RETAA };
        return Ok(());
    }
    b.inst(if by_b { op::AUTIBSP } else { op::AUTIASP }, &[]);
    if with_rules {
        b.cfi(CfiDirective::NegateRaState);
    }
    Ok(())
}

/// Builds the signature of the return address with the stack pointer and the address of the signing
/// instruction, which gets a label. The unwind rule is at that address.
fn sign_with_pc(b: &mut Builder<'_>, has_modifier: bool) {
    let mf = &*b.mf;
    let numbers = mf.layout.iter().flat_map(|&block| mf.insts(block)).flat_map(|inst| mf.operands(inst));
    let label = numbers.filter_map(|operand| operand.as_mc_symbol()).max().map_or(0, |last| last + 1);
    if !has_modifier {
        b.inst(op::HINT, &[Operand::small_imm(PACM)]);
    }
    b.cfi(CfiDirective::NegateRaStateWithPc);
    b.inst(op::PAUTH_PROLOGUE, &[Operand::mc_symbol(label)]);
}

/// Returns the label of the instruction that signs the return address.
fn signing_label(mf: &MachineFunction) -> Option<Operand> {
    let mut insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    insts.find(|&inst| mf.opcode(inst) == op::PAUTH_PROLOGUE).map(|inst| mf.operand(inst, 0))
}

/// Builds the authentication of a return address that is signed with an instruction's address.
fn authenticate_with_pc(
    b: &mut Builder<'_>,
    block: BlockId,
    in_return: bool,
    moved: i64,
    with_rules: bool,
) -> Result<()> {
    if moved < 0 {
        let message = "a tail call with more arguments on the stack than its function has, with a return address that is signed by an address of code, too";
        return Err(CompileError::new(&b.mf.name, "", message));
    }
    let Some(label) = signing_label(b.mf) else {
        return Err(CompileError::new(
            &b.mf.name,
            "",
            "a return address is authenticated that is not signed",
        ));
    };
    let ret = b.mf.last_inst(block).filter(|&i| in_return && b.mf.opcode(i) == op::RET_ReallyLR);
    if let Some(ret) = ret {
        let operands: Vec<Operand> =
            std::iter::once(label).chain(b.mf.operands(ret).iter().copied()).collect();
        b.mf.inst_mut(ret).opcode = op::PAUTH_RETURN;
        b.mf.set_operands(ret, &operands);
        return Ok(());
    }
    b.inst(op::PAUTH_EPILOGUE, &[label]);
    if with_rules {
        b.cfi(CfiDirective::NegateRaStateWithPc);
    }
    Ok(())
}

/// Emits `PAUTH_PROLOGUE`, `PAUTH_EPILOGUE` or `PAUTH_RETURN`. The instructions take the address,
/// or `pacm` makes the next instruction take it from X16.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, inst: InstId, has_modifier: bool) -> Result<()> {
    let opcode = ctx.function.opcode(inst);
    let label = ctx.numbered_label(inst, 0)?;
    let by_key = |a: Opcode, b: Opcode| if ctx.function.attrs.sign_with_b_key { b } else { a };
    let (sign, authenticate, ret) = match has_modifier {
        true => (
            by_key(op::PACIASPPC, op::PACIBSPPC),
            by_key(op::AUTIASPPCi, op::AUTIBSPPCi),
            by_key(op::RETAASPPCi, op::RETABSPPCi),
        ),
        false => {
            (by_key(op::PACIASP, op::PACIBSP), by_key(op::AUTIASP, op::AUTIBSP), by_key(op::RETAA, op::RETAB))
        }
    };
    if opcode == op::PAUTH_PROLOGUE {
        ctx.bind(label);
        return ctx.emit(sign, &[]);
    }
    let (x16, address) = (McOperand::from(regs::X16), McExpr::from(label));
    ctx.emit(op::ADRP, &[x16, address.into()])?;
    ctx.emit(op::ADDXri, &[x16, x16, address.with(spec::LO12).into(), McOperand::Imm(0)])?;
    let opcode = if opcode == op::PAUTH_RETURN { ret } else { authenticate };
    if has_modifier {
        return ctx.emit(opcode, &[address.into()]);
    }
    ctx.emit(op::HINT, &[McOperand::Imm(PACM.into())])?;
    ctx.emit(opcode, &[])
}

/// Builds the authentication of the return address if the stack pointer is `distance` bytes lower
/// than at entry: a tail call has more stack arguments than its function. A copy of the entry's
/// stack pointer is in X16, the return address in X17.
fn authenticate_from_below(b: &mut Builder<'_>, block: BlockId, distance: i64) -> Result<()> {
    let scratch = [regs::X16, regs::X17];
    let needs_scratch =
        |inst: InstId| b.mf.operands(inst).iter().any(|o| o.phys().is_some_and(|r| scratch.contains(&r)));
    if b.mf.last_inst(block).is_some_and(needs_scratch) {
        let message = "a tail call through X16 or X17 with more arguments on the stack than its function has, with a signed return address";
        return Err(CompileError::new(&b.mf.name, "", message));
    }
    let copy = |b: &mut Builder<'_>, dst: PhysReg, src: PhysReg| {
        b.inst(op::ORRXrr, &[Operand::def(dst), Operand::use_of(regs::XZR), Operand::use_of(src)])
    };
    if !is_stored(b.mf) {
        lives_throughout(b.mf, regs::LR);
    }
    add_immediate(b, regs::X16, regs::SP, distance);
    copy(b, regs::X17, regs::LR);
    let hint = if b.mf.attrs.sign_with_b_key { AUTIB1716 } else { AUTIA1716 };
    let registers = [
        Operand::implicit_def(regs::X17),
        Operand::implicit_use(regs::X17),
        Operand::implicit_use(regs::X16),
    ];
    b.inst(op::HINT, &[Operand::small_imm(hint), registers[0], registers[1], registers[2]]);
    copy(b, regs::LR, regs::X17);
    Ok(())
}

/// Records that a register without writes holds its value at entry everywhere.
fn lives_throughout(mf: &mut MachineFunction, reg: PhysReg) {
    for block in mf.layout.clone() {
        let live_ins = &mut mf.block_mut(block).live_ins;
        if !live_ins.contains(&reg) {
            live_ins.push(reg);
        }
    }
}
