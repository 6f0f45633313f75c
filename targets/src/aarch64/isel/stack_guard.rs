//! The stack guard: a variable, a slot of the thread, or a slot that a system register points to.

use crate::aarch64::isel::code_model;
use crate::aarch64::isel::select::load_got;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::SYSTEM_REGISTERS;
use crate::aarch64::mc::relocations::spec;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::module::{Module, SymbolKind};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::triple::{OperatingSystem, Triple};

/// Returns the offset in bytes from the thread pointer of the guard's slot, on systems with one.
fn thread_slot(triple: &Triple<'_>) -> Option<i64> {
    match triple.system {
        OperatingSystem::Fuchsia => Some(-0x10),
        _ => triple.is_android().then_some(0x28),
    }
}

/// Builds `dst = guard`.
///
/// Errors: the module requires a guard that cannot be loaded.
pub(crate) fn load(b: &mut Builder<'_>, dst: PhysReg, module: &Module) -> Result<(), String> {
    let guard = &module.stack_guard;
    let slot = thread_slot(&Triple::parse(&module.triple));
    match (guard.kind.as_deref(), slot) {
        (Some("sysreg"), _) => {
            let name = guard.register.as_deref().ok_or("stack-protector-guard-reg is missing")?;
            let offset = guard.offset.ok_or("stack-protector-guard-offset is missing")?;
            from_system_register(b, dst, name, offset)
        }
        (None, Some(offset)) => {
            b.inst(op::MOVbaseTLS, &[Operand::def(dst)]);
            load_slot(b, dst, offset)
        }
        (None | Some("global" | ""), _) => from_variable(b, dst, module),
        (Some(kind), _) => Err(format!("there is no guard of kind \"{kind}\"")),
    }
}

fn from_system_register(b: &mut Builder<'_>, dst: PhysReg, name: &str, offset: i64) -> Result<(), String> {
    let known = SYSTEM_REGISTERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (_, number) = known.ok_or_else(|| format!("unknown system register \"{name}\""))?;
    let register = b.mf.imm(*number);
    b.inst(op::MRS, &[Operand::def(dst), register]);
    load_slot(b, dst, offset)
}

/// Loads `dst` from the address in `dst` plus `offset` bytes.
fn load_slot(b: &mut Builder<'_>, dst: PhysReg, offset: i64) -> Result<(), String> {
    let (opcode, offset) = match offset {
        0..=32760 if offset % 8 == 0 => (op::LDRXui, offset / 8),
        -256..=255 => (op::LDURXi, offset),
        _ => return Err(format!("an offset of {offset} bytes is out of reach")),
    };
    b.inst(opcode, &[Operand::def(dst), Operand::use_of(dst), Operand::small_imm(offset as i32)]);
    Ok(())
}

fn from_variable(b: &mut Builder<'_>, dst: PhysReg, module: &Module) -> Result<(), String> {
    let variable = module.stack_guard.variable()?;
    if module.symbol(variable).kind != SymbolKind::Data {
        return Err("the variable with the guard is thread-local".into());
    }
    let symbol = b.mf.global(variable, 0);
    if module.is_local(variable) && !code_model::has_pages(module) {
        b.inst(op::MOVaddr, &[Operand::def(dst), symbol, symbol]);
        b.inst(op::LDRXui, &[Operand::def(dst), Operand::use_of(dst), Operand::small_imm(0)]);
    } else if module.is_local(variable) {
        b.inst(op::ADRP, &[Operand::def(dst), symbol]);
        let low = symbol.with_target_flags(spec::LO12.0);
        b.inst(op::LDRXui, &[Operand::def(dst), Operand::use_of(dst), low]);
    } else {
        b.inst(load_got(module), &[Operand::def(dst), symbol]);
        b.inst(op::LDRXui, &[Operand::def(dst), Operand::use_of(dst), Operand::small_imm(0)]);
    }
    Ok(())
}
