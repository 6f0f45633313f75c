//! HWASan's checks of memory accesses. Each is a call in inline assembly, because the routine's
//! name depends on the address register. The routines are added as module-level assembly once all
//! functions are compiled.
//!
//! Cost: functions with checks are compiled twice, like all whose assembly names symbols that the
//! module lacks.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::asm_operand::{AsmFlag, AsmKind, extra};
use gisel_codegen::ir::mir::{Operand, OperandFlags};
use gisel_codegen::ir::opcodes::INLINEASM;
use gisel_codegen::machine::memory_checks::{CheckCall, MemoryCheck};
use gisel_codegen::mc::asm_parser;
use gisel_codegen::target::Target;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::translator::Translator;
use crate::ir::CallSite;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates a check. Its arguments are the shadow address unless it is known, the pointer,
    /// the kind of access, and the known shadow address.
    pub(super) fn memory_check(
        &mut self,
        call: CallSite<'m>,
        short_granules: bool,
        known_shadow: bool,
    ) -> Result<()> {
        let first = u32::from(!known_shadow);
        let access = self.constant_operand(call.value(), first + 1)?;
        let shadow = match known_shadow {
            true => Some(self.constant_operand(call.value(), 2)? as u64),
            false => None,
        };
        let check = MemoryCheck { access: access as u32, short_granules, shadow };
        if self.cx.module.options.raw_asm {
            return Err(Stop::new("the check's routines are not made where assembly is passed on unread"));
        }
        let made = self.target.memory_checks().and_then(|checks| checks.call(&check));
        let made = made.ok_or_else(|| Stop::new("the target has no such check"))?;
        let address = self.operand(call.value(), first)?;
        if let Some(register) = made.shadow {
            let tags = self.operand(call.value(), 0)?;
            self.b.copy(register, tags);
        }
        self.emit_check(made, address)
    }

    fn emit_check(&mut self, made: CheckCall, address: VReg) -> Result<()> {
        let info = self.target.inline_asm().ok_or_else(|| Stop::new("the target has no inline assembly"))?;
        let register = self.b.mf.create_class_vreg(info.address_class());
        self.b.copy(register, address);
        let text = Operand::asm_string(self.b.mf.create_asm_string(made.text));
        let flags = extra::SIDE_EFFECTS | extra::MAY_LOAD | extra::MAY_STORE;
        let mut operands = vec![text, Operand::small_imm(flags)];
        let mut group = |kind, operand| {
            operands.extend([Operand::small_imm(AsmFlag::single(kind).encode()), operand]);
        };
        group(AsmKind::Use, Operand::use_of(register));
        made.shadow.into_iter().for_each(|shadow| group(AsmKind::Use, Operand::use_of(shadow)));
        let destroyed = OperandFlags::DEF | OperandFlags::EARLY_CLOBBER | OperandFlags::IMPLICIT;
        for &reg in made.clobbers {
            group(AsmKind::Clobber, Operand::def(reg).with_flags(destroyed | OperandFlags::DEAD));
        }
        self.b.inst(INLINEASM, &operands);
        Ok(())
    }
}

impl Translator<'_> {
    /// Adds the routines of the checks that the module's functions call. Must be called once all
    /// functions are compiled.
    pub fn add_memory_checks(&mut self, target: &dyn Target) {
        let Some(checks) = target.memory_checks() else { return };
        let symbols = &self.module.asm_symbols;
        let undefined = symbols.iter().filter(|(_, id)| !self.module.symbol(**id).defined);
        let mut names: Vec<&String> = undefined.map(|(name, _)| name).collect();
        names.sort_unstable();
        let text: String = names.into_iter().filter_map(|name| checks.routine(name)).collect();
        if text.is_empty() {
            return;
        }
        if let Ok(symbols) = asm_parser::collect(target, &text, &[], &[]) {
            self.declare_asm(&symbols);
        }
        self.module.asm.push('\n');
        self.module.asm.push_str(&text);
    }
}
