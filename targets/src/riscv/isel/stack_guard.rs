//! The stack guard: a variable, or a slot of the thread.

use crate::riscv::frame::frame_lowering::build_constant;
use crate::riscv::isel::code_model::is_medlow;
use crate::riscv::isel::materialize::low12;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::regs;
use crate::riscv::registers::xlen;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::module::{Module, SymbolKind};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::triple::{OperatingSystem, Triple};

/// Returns the offset in bytes from the thread pointer of the guard's slot, on systems with one.
fn thread_slot(triple: &Triple<'_>) -> Option<i64> {
    match triple.system {
        OperatingSystem::Fuchsia => Some(-0x10),
        _ => triple.is_android().then_some(-0x18),
    }
}

/// Builds `dst = guard`.
///
/// Errors: the module requires a guard that cannot be loaded.
pub(crate) fn load(b: &mut Builder<'_>, dst: PhysReg, module: &Module) -> Result<(), String> {
    let guard = &module.stack_guard;
    let slot = thread_slot(&Triple::parse(&module.triple));
    match (guard.kind.as_deref(), slot) {
        (Some("tls"), _) => {
            let register = guard.register.as_deref().filter(|&name| name != "tp");
            register.map_or(Ok(()), |name| Err(format!("the guard cannot be reached from \"{name}\"")))?;
            let offset = guard.offset.ok_or("stack-protector-guard-offset is missing")?;
            from_thread_pointer(b, dst, offset);
            Ok(())
        }
        (None, Some(offset)) => {
            from_thread_pointer(b, dst, offset);
            Ok(())
        }
        (None | Some("global" | ""), _) => from_variable(b, dst, module),
        (Some(kind), _) => Err(format!("there is no guard of kind \"{kind}\"")),
    }
}

fn from_thread_pointer(b: &mut Builder<'_>, dst: PhysReg, offset: i64) {
    let low = low12(offset);
    let mut base = regs::X4;
    if low != offset {
        build_constant(b, dst, offset - low);
        b.inst(op::ADD, &[Operand::def(dst), Operand::use_of(dst), Operand::use_of(base)]);
        base = dst;
    }
    b.inst(xlen::load(b.mf), &[Operand::def(dst), Operand::use_of(base), Operand::small_imm(low as i32)]);
}

fn from_variable(b: &mut Builder<'_>, dst: PhysReg, module: &Module) -> Result<(), String> {
    let variable = module.stack_guard.variable()?;
    if module.symbol(variable).kind != SymbolKind::Data {
        return Err("the variable with the guard is thread-local".into());
    }
    let symbol = b.mf.global(variable, 0);
    let absolute = is_medlow(module);
    let load = |b: &mut Builder<'_>, offset| {
        b.inst(xlen::load(b.mf), &[Operand::def(dst), Operand::use_of(dst), offset]);
    };
    if !module.is_local(variable) {
        b.inst(op::PseudoLGA, &[Operand::def(dst), symbol]);
        load(b, Operand::small_imm(0));
    } else if absolute {
        b.inst(op::LUI, &[Operand::def(dst), symbol.with_target_flags(spec::HI.0)]);
        load(b, symbol.with_target_flags(spec::LO.0));
    } else {
        b.inst(xlen::pseudo_load(b.mf), &[Operand::def(dst), symbol]);
    }
    Ok(())
}
