//! Lowers operands to machine-code operands, and builds addresses and constants.

use crate::aarch64::isel::code_model;
use crate::aarch64::isel::materialize::{Step, steps};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::module::{CodeModel, SymbolKind};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McOperand, McSymbol};
use gisel_codegen::support::error::Result;

pub(crate) fn operand(ctx: &EmitContext<'_>, inst: InstId, n: usize) -> Result<McOperand> {
    match ctx.function.operands(inst).get(n) {
        Some(&operand) => ctx.operand(inst, operand),
        None => Err(ctx.error(inst, "an operand is missing")),
    }
}

pub(crate) fn register(ctx: &EmitContext<'_>, inst: InstId, n: usize) -> Result<PhysReg> {
    match operand(ctx, inst, n)? {
        McOperand::Reg(reg) => Ok(reg),
        _ => Err(ctx.error(inst, "an operand is no register")),
    }
}

/// Returns a symbolic operand, with any specifier in its flags.
pub(crate) fn symbol(ctx: &EmitContext<'_>, inst: InstId, n: usize) -> Result<McExpr> {
    match operand(ctx, inst, n)? {
        McOperand::Expr(expr) => Ok(expr.with(spec::NONE)),
        _ => Err(ctx.error(inst, "an operand is no symbol")),
    }
}

/// Sets `rd` to a constant of `bits` bits.
pub(crate) fn materialize(ctx: &mut EmitContext<'_>, rd: PhysReg, value: u64, bits: u32) -> Result<()> {
    let zero = if REGISTERS.contains(classes::GPR32ALL, rd) { regs::WZR } else { regs::XZR };
    let number = |half: u16| McOperand::Imm(i64::from(half));
    for step in steps(value, bits) {
        match step {
            Step::Set(opcode, half, shift) => {
                ctx.emit(opcode, &[rd.into(), number(half), number(shift.into())])?;
            }
            Step::Pattern(opcode, pattern) => ctx.emit(opcode, &[rd.into(), zero.into(), number(pattern)])?,
            Step::Insert(opcode, half, shift) => {
                ctx.emit(opcode, &[rd.into(), rd.into(), number(half), number(shift.into())])?;
            }
        }
    }
    Ok(())
}

/// Emits `adrp rd, symbol; add rd, rd, :lo12:symbol`, or the code model's equivalent.
pub(crate) fn address(ctx: &mut EmitContext<'_>, inst: InstId, rd: PhysReg, symbol: McExpr) -> Result<()> {
    match code_model::of_addresses(ctx.module) {
        CodeModel::Small if is_tagged(ctx, symbol) => tagged_address(ctx, rd, symbol),
        CodeModel::Tiny if is_tagged(ctx, symbol) => {
            Err(ctx.error(inst, "an address with a tag in the tiny code model"))
        }
        CodeModel::Tiny => ctx.emit(op::ADR, &[rd.into(), symbol.into()]),
        CodeModel::Large => absolute_address(ctx, rd, symbol),
        _ => {
            ctx.emit(op::ADRP, &[rd.into(), symbol.into()])?;
            let low = symbol.with(spec::LO12);
            ctx.emit(op::ADDXri, &[rd.into(), rd.into(), low.into(), McOperand::Imm(0)])
        }
    }
}

/// Returns true if the symbol's address has a tag in its upper byte.
pub(crate) fn is_tagged(ctx: &EmitContext<'_>, symbol: McExpr) -> bool {
    match symbol.symbol {
        McSymbol::Symbol(id) | McSymbol::LocalAlias(id) => {
            ctx.target.facts().tags_variables && ctx.module.symbol(id).kind == SymbolKind::Data
        }
        _ => false,
    }
}

/// Emits a tagged address, whose tag is above bit 47. The parts are the page without overflow
/// check, the upper 16 bits of the PC-relative distance plus 2^32, and the offset in the page.
pub(crate) fn tagged_address(ctx: &mut EmitContext<'_>, rd: PhysReg, symbol: McExpr) -> Result<()> {
    ctx.emit(op::ADRP, &[rd.into(), symbol.with(spec::PG_HI21_NC).into()])?;
    let tag = McExpr { addend: symbol.addend.wrapping_add(1 << 32), ..symbol.with(spec::PREL_G3) };
    ctx.emit(op::MOVKXi, &[rd.into(), rd.into(), tag.into(), McOperand::Imm(48)])?;
    let low = symbol.with(spec::LO12);
    ctx.emit(op::ADDXri, &[rd.into(), rd.into(), low.into(), McOperand::Imm(0)])
}

/// Emits an address of 64 bits: `movz` and three `movk`.
pub(crate) fn absolute_address(ctx: &mut EmitContext<'_>, rd: PhysReg, symbol: McExpr) -> Result<()> {
    let low = symbol.with(spec::ABS_G0_NC);
    ctx.emit(op::MOVZXi, &[rd.into(), low.into(), McOperand::Imm(0)])?;
    for (shift, specifier) in [(16, spec::ABS_G1_NC), (32, spec::ABS_G2_NC), (48, spec::ABS_G3)] {
        let part = symbol.with(specifier);
        ctx.emit(op::MOVKXi, &[rd.into(), rd.into(), part.into(), McOperand::Imm(shift)])?;
    }
    Ok(())
}

/// Emits `adrp rd, :got:symbol; ldr rd, [rd, :got_lo12:symbol]`, in the tiny code model `ldr rd,
/// :got:symbol`. For a thread-local variable, it loads the entry with its offset.
pub(crate) fn load_got(ctx: &mut EmitContext<'_>, rd: PhysReg, symbol: McExpr) -> Result<()> {
    let (page, low) = match symbol.specifier {
        spec::GOTTPREL => (spec::GOTTPREL, spec::GOTTPREL_LO12),
        _ => (spec::GOT, spec::GOT_LO12),
    };
    if code_model::of_addresses(ctx.module) == CodeModel::Tiny {
        return ctx.emit(op::LDRXl, &[rd.into(), symbol.with(page).into()]);
    }
    ctx.emit(op::ADRP, &[rd.into(), symbol.with(page).into()])?;
    ctx.emit(op::LDRXui, &[rd.into(), rd.into(), symbol.with(low).into()])
}
