//! Addresses of thread-local variables. Source: the RISC-V ELF psABI, *Thread Local Storage*.
//!
//! There is no separate local-dynamic model: general-dynamic replaces it.

use crate::isle::prelude::is_thread_local;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::{classes, regs};
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::libcalls;
use gisel_codegen::ir::mir::{Operand, OperandTag};
use gisel_codegen::ir::module::TlsModel;
use gisel_codegen::ir::opcodes::{COPY, G_GLOBAL_VALUE, G_PTR_ADD};
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::calling_convention;

/// Returns the address of a thread-local symbol.
pub(crate) fn address(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    match model(s, symbol) {
        TlsModel::LocalExec => {
            let high = local_exec_high(s, symbol);
            s.op(op::ADDI, &[high, symbol.with_target_flags(spec::TPREL_LO.0)])
        }
        TlsModel::InitialExec => {
            let offset = s.op(op::PseudoLA_TLS_IE, &[symbol]);
            s.op(op::ADD, &[Operand::use_of(offset), Operand::use_of(regs::X4)])
        }
        TlsModel::LocalDynamic | TlsModel::GeneralDynamic if s.module.tls.descriptors => {
            s.emit(op::PseudoLA_TLSDESC, &[Operand::def(regs::X10), symbol]);
            s.op_in(classes::GPR, COPY, &[Operand::use_of(regs::X10)])
        }
        TlsModel::LocalDynamic | TlsModel::GeneralDynamic => call(s, symbol),
    }
}

fn model(s: &Selection<'_>, symbol: Operand) -> TlsModel {
    let reference = s.mf.symbol_ref(symbol).expect("what is thread-local is a symbol");
    s.module.tls_model(reference.symbol)
}

/// Returns base and offset of an access to a thread-local variable with a known offset, if its
/// address has no other use. An additional offset is folded into the low part if the variable's
/// alignment keeps the upper part unchanged.
pub(crate) fn access(s: &mut Selection<'_>, pointer: VReg) -> Option<(Operand, Operand)> {
    let single = |v: VReg| s.mf.def(v).filter(|_| s.mf.use_count(v) == 1);
    let (mut def, mut offset) = (single(pointer)?, 0);
    if s.mf.opcode(def) == G_PTR_ADD {
        offset = s.mf.constant_operand(def, 2)?;
        def = single(s.mf.vreg_operand(def, 1)?)?;
    }
    if s.mf.opcode(def) != G_GLOBAL_VALUE {
        return None;
    }
    let symbol = s.mf.operand(def, 1);
    if !is_thread_local(s, symbol) || model(s, symbol) != TlsModel::LocalExec {
        return None;
    }
    let reference = s.mf.symbol_ref(symbol)?;
    let align = i64::from(s.module.symbol(reference.symbol).align);
    if offset != 0 && !(reference.offset == 0 && (1..align).contains(&offset)) {
        return None;
    }
    let low = s.mf.global(reference.symbol, reference.offset + offset);
    Some((local_exec_high(s, symbol), low.with_target_flags(spec::TPREL_LO.0)))
}

/// Returns the upper part of a local-exec variable's address.
fn local_exec_high(s: &mut Selection<'_>, symbol: Operand) -> Operand {
    let high = s.address_op(op::LUI, &[symbol.with_target_flags(spec::TPREL_HI.0)]);
    let mark = symbol.with_target_flags(spec::TPREL_ADD.0);
    let sum = s.address_op(op::PseudoAddTPRel, &[Operand::use_of(high), Operand::use_of(regs::X4), mark]);
    Operand::use_of(sum)
}

/// Calls `__tls_get_addr`.
fn call(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    let conventions = s.target.convention();
    let c = conventions.info(calling_convention::C).expect("every target has the C convention");
    let routine = libcalls::by_name("__tls_get_addr").expect("a routine in the table");
    let zero = Operand::small_imm(0);
    s.mf.frame.has_calls = true;
    s.emit(op::ADJCALLSTACKDOWN, &[zero, zero]);
    let entry = s.op(op::PseudoLA_TLS_GD, &[symbol]);
    s.emit(COPY, &[Operand::def(regs::X10), Operand::use_of(entry)]);
    s.emit(
        op::PseudoCALL,
        &[
            Operand::indexed(OperandTag::External, u32::from(routine)),
            Operand::reg_mask(c.reg_mask),
            Operand::implicit_use(regs::X10),
            Operand::implicit_def(regs::X10),
        ],
    );
    s.emit(op::ADJCALLSTACKUP, &[zero, zero]);
    s.op_in(classes::GPR, COPY, &[Operand::use_of(regs::X10)])
}
