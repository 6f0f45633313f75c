//! `llvm.read_register`, `llvm.read_volatile_register` and `llvm.write_register`: access to
//! reserved general registers and to system registers, by their names in assembly. All are volatile
//! here.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{S32, S64};
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes::{G_TRUNC, G_ZEXT};
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::inline_asm::SystemRegister;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{CallSite, Inst};

/// The register that a name denotes.
enum Named {
    General(PhysReg),
    /// The low half of a general register; a write zeroes the upper half.
    LowHalf(PhysReg),
    /// A system register, and the class that values are moved through.
    System(SystemRegister, RegClassId),
    /// The program counter: the opcode that reads it, and its class.
    Counter(Opcode, RegClassId),
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Reads the register that the argument names.
    pub(crate) fn read_register(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let named = self.named_register(call)?;
        let dst = self.single_result(inst)?;
        self.check_width(dst, &named)?;
        match named {
            Named::General(register) => {
                self.b.copy(dst, register);
            }
            Named::LowHalf(register) => {
                let whole = self.b.mf.create_vreg(S64);
                self.b.copy(whole, register);
                self.b.inst(G_TRUNC, &[Operand::def(dst), Operand::use_of(whole)]);
            }
            Named::System(register, class) => {
                let value = self.b.mf.create_vreg_with(S64, RegAttr::Class(class));
                let number = self.b.mf.imm(register.number);
                self.b.inst(register.read, &[Operand::def(value), number]);
                self.b.copy(dst, value);
            }
            Named::Counter(read, class) => {
                let value = self.b.mf.create_vreg_with(S64, RegAttr::Class(class));
                self.b.inst(read, &[Operand::def(value), Operand::small_imm(0)]);
                self.b.copy(dst, value);
            }
        }
        Ok(())
    }

    /// Writes the register that the first argument names.
    pub(crate) fn write_register(&mut self, call: CallSite<'m>) -> Result<()> {
        let named = self.named_register(call)?;
        let value = self.operand(call.value(), 1)?;
        self.check_width(value, &named)?;
        match named {
            Named::General(register) => {
                self.b.copy(register, value);
            }
            Named::LowHalf(register) => {
                let whole = self.b.op(G_ZEXT, S64, &[value]);
                self.b.copy(register, whole);
            }
            Named::System(register, class) => {
                let source = self.b.mf.create_vreg_with(S64, RegAttr::Class(class));
                self.b.copy(source, value);
                let number = self.b.mf.imm(register.number);
                self.b.inst(register.write, &[number, Operand::use_of(source)]);
            }
            Named::Counter(..) => return Err(Stop::new("the program counter cannot be written")),
        }
        Ok(())
    }

    /// Checks that a value has the width of the register.
    fn check_width(&self, value: VReg, named: &Named) -> Result<()> {
        let register = match named {
            Named::General(_) => self.b.word(),
            Named::LowHalf(_) => S32,
            Named::System(..) | Named::Counter(..) => S64,
        };
        match self.b.mf.ty(value) {
            ty if ty == register => Ok(()),
            ty => {
                let bits = register.bits();
                Err(Stop::new(format!("named register as a value of type {ty}, which is not of {bits} bits")))
            }
        }
    }

    /// Returns the register that the first argument names.
    fn named_register(&self, call: CallSite<'m>) -> Result<Named> {
        let name = call.arg(0).and_then(|name| name.metadata_string());
        let name = name.ok_or_else(|| Stop::new("register without a name"))?.to_ascii_lowercase();
        // Some front ends terminate the name as in C.
        let name = name.trim_end_matches('\0').to_owned();
        let unknown = || Stop::new(format!("unknown register \"{name}\""));
        let info = self.target.inline_asm().ok_or_else(unknown)?;
        let class_of = |read| match self.target.desc(read).operands.first().map(|operand| operand.kind) {
            Some(OperandKind::Class(class)) => Ok(class),
            _ => Err(unknown()),
        };
        if let Some((_, read)) = info.program_counter().filter(|counter| counter.0 == name) {
            return Ok(Named::Counter(read, class_of(read)?));
        }
        if let Some(register) = info.system_register(&name) {
            return Ok(Named::System(register, class_of(register.read)?));
        }
        let register = info.clobbered_register(&name).ok_or_else(unknown)?;
        if !self.target.frame_lowering().reserved(self.b.mf).contains(&register) {
            return Err(Stop::new(format!("register \"{name}\", which is not reserved")));
        }
        Ok(if info.is_low_half(&name) { Named::LowHalf(register) } else { Named::General(register) })
    }
}
