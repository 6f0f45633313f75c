//! Addresses of thread-local variables. Source: "ELF for the Arm 64-bit Architecture", *Thread
//! Local Storage*.
//!
//! Calls use descriptors, in an instruction sequence that linkers recognize and relax: it stays
//! contiguous, and modifies only the registers that it names. Without
//! `-aarch64-elf-ldtls-generation`, general-dynamic replaces local-dynamic.

use crate::aarch64::features::thread_pointer;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::mc_inst_lower::symbol;
use crate::aarch64::mc::parse_operands::parse_sysreg;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::{classes, regs};
use crate::features::FeatureSet;
use crate::table::AsmCursor;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::libcalls;
use gisel_codegen::ir::mir::{Operand, OperandTag};
use gisel_codegen::ir::module::{CodeModel, Module, TlsModel};
use gisel_codegen::ir::opcodes::COPY;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McOperand, McSymbol, Specifier};
use gisel_codegen::support::error::Result;

/// The default size in bits of offsets from the thread pointer: for up to 16 MiB of thread-local
/// data.
const DEFAULT_SIZE: u8 = 24;

/// Returns the address of a thread-local symbol: the thread pointer plus an offset.
pub(crate) fn address(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    let reference = s.mf.symbol_ref(symbol).expect("what is thread-local is a symbol");
    let offset = match s.module.tls_model(reference.symbol) {
        TlsModel::LocalExec => return local_exec(s, symbol),
        TlsModel::InitialExec => s.op(op::LOADgot, &[symbol.with_target_flags(spec::GOTTPREL.0)]),
        TlsModel::LocalDynamic if s.module.tls.local_dynamic => {
            let base = libcalls::by_name(libcalls::TLS_MODULE_BASE).expect("a name in the table");
            let base = call(s, Operand::indexed(OperandTag::External, u32::from(base)));
            add_halves(s, base, symbol)
        }
        TlsModel::LocalDynamic | TlsModel::GeneralDynamic => call(s, symbol),
    };
    let thread = s.op(op::MOVbaseTLS, &[]);
    s.op(op::ADDXrr, &[Operand::use_of(thread), Operand::use_of(offset)])
}

/// Calls the function of a descriptor.
fn call(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    s.mf.frame.has_calls = true;
    s.emit(op::TLSDESC_CALLSEQ, &[symbol]);
    s.op_in(classes::GPR64, COPY, &[Operand::use_of(regs::X0)])
}

fn local_exec(s: &mut Selection<'_>, symbol: Operand) -> VReg {
    let flagged = |specifier: Specifier| symbol.with_target_flags(specifier.0);
    let size = tls_size(s.module);
    if size <= 24 {
        let thread = s.op(op::MOVbaseTLS, &[]);
        if size > 12 {
            return add_halves(s, thread, symbol);
        }
        let zero = Operand::small_imm(0);
        return s.op(op::ADDXri, &[Operand::use_of(thread), flagged(spec::TPREL_LO12), zero]);
    }
    let shift = Operand::small_imm;
    let high = match size {
        ..=32 => s.op(op::MOVZXi, &[flagged(spec::TPREL_G1), shift(16)]),
        _ => {
            let high = s.op(op::MOVZXi, &[flagged(spec::TPREL_G2), shift(32)]);
            s.op(op::MOVKXi, &[Operand::use_of(high), flagged(spec::TPREL_G1_NC), shift(16)])
        }
    };
    let offset = s.op(op::MOVKXi, &[Operand::use_of(high), flagged(spec::TPREL_G0_NC), shift(0)]);
    let thread = s.op(op::MOVbaseTLS, &[]);
    s.op(op::ADDXrr, &[Operand::use_of(thread), Operand::use_of(offset)])
}

/// Returns the size in bits of offsets from the thread pointer, limited by the code model's data
/// size.
fn tls_size(module: &Module) -> u8 {
    let size = module.tls.size.filter(|&size| size != 0).unwrap_or(DEFAULT_SIZE);
    match module.code_model {
        CodeModel::Tiny => size.min(24),
        CodeModel::Large => size,
        _ => size.min(32),
    }
}

/// Returns `base` plus an offset of 24 bits.
fn add_halves(s: &mut Selection<'_>, base: VReg, symbol: Operand) -> VReg {
    let zero = Operand::small_imm(0);
    [spec::TPREL_HI12, spec::TPREL_LO12_NC].into_iter().fold(base, |sum, half| {
        s.op(op::ADDXri, &[Operand::use_of(sum), symbol.with_target_flags(half.0), zero])
    })
}

/// Emits `MOVbaseTLS`.
pub(crate) fn emit_thread_pointer(ctx: &mut EmitContext<'_>, inst: InstId, set: &FeatureSet) -> Result<()> {
    let rd = crate::aarch64::mc::mc_inst_lower::register(ctx, inst, 0)?;
    let register = parse_sysreg(&mut AsmCursor::new(thread_pointer(set))).expect("a register in the table");
    ctx.emit(op::MRS, &[rd.into(), McOperand::Imm(register)])
}

/// Emits the call of a descriptor's function.
pub(crate) fn emit_call(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let symbol = symbol(ctx, inst, 0)?;
    if ctx.module.signed_got {
        return emit_signed_call(ctx, symbol);
    }
    let [result, function] = [regs::X0, regs::X1].map(McOperand::Reg);
    let low = symbol.with(spec::TLSDESC_LO12).into();
    ctx.emit(op::ADRP, &[result, symbol.with(spec::TLSDESC).into()])?;
    ctx.emit(op::LDRXui, &[function, result, low])?;
    ctx.emit(op::ADDXri, &[result, result, low, McOperand::Imm(0)])?;
    ctx.emit(op::TLSDESC_BLR, &[function, symbol.with(spec::TLSDESC_CALL).into()])
}

/// Emits the call of a signed descriptor's function.
fn emit_signed_call(ctx: &mut EmitContext<'_>, symbol: McExpr) -> Result<()> {
    let [result, function] = [regs::X0, regs::X16].map(McOperand::Reg);
    let low = symbol.with(spec::TLSDESC_AUTH_LO12).into();
    ctx.emit(op::ADRP, &[result, symbol.with(spec::TLSDESC_AUTH).into()])?;
    ctx.emit(op::LDRXui, &[function, result, low])?;
    ctx.emit(op::ADDXri, &[result, result, low, McOperand::Imm(0)])?;
    ctx.emit(op::BLRAA, &[function, result])
}

/// Emits a sum whose second operand may be half of an offset, in the thread's or the module's
/// block.
pub(crate) fn emit_sum(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let mut sum = ctx.lower_plain(inst)?;
    if let [.., McOperand::Expr(half), shift] = &mut sum.operands[..] {
        let in_module = matches!(half.symbol, McSymbol::Symbol(id) if is_in_module(ctx.module, id));
        if half.specifier == spec::TPREL_HI12 {
            *shift = McOperand::Imm(12);
        }
        half.specifier = match half.specifier {
            spec::TPREL_HI12 if in_module => spec::DTPREL_HI12,
            spec::TPREL_LO12_NC if in_module => spec::DTPREL_LO12_NC,
            other => other,
        };
    }
    ctx.emit_inst(&sum)
}

/// Returns true if offsets of a thread-local symbol are relative to the start of the module's
/// block.
fn is_in_module(module: &Module, symbol: gisel_codegen::ir::entity::SymbolId) -> bool {
    module.tls_model(symbol) == TlsModel::LocalDynamic
}
