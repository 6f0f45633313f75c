//! Lowers machine instructions after register allocation for the encoder and the printer.
//!
//! Most are one to one. Pseudos are expanded here: addresses (`auipc` and a low part that names the
//! `auipc` by a label), constants, selects (a branch over one move), calls through a register.
//! Calls of symbols remain one instruction: as text they are `call f`, as bytes a pair (see
//! [`crate::riscv::mc`]).
//!
//! Requires: no virtual registers, frame indices replaced. Cost: linear.

use crate::riscv::features::Features;
use crate::riscv::frame::stack_probes;
use crate::riscv::instr_info::{LPAD_ALIGN, SELECTS};
use crate::riscv::isel::atomics;
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::mc::kcfi;
use crate::riscv::mc::mc_inst_lower::reg;
use crate::riscv::mc::mc_inst_lower::symbol_access;
use crate::riscv::mc::mc_inst_lower::{Lowering, SYMBOL_LOADS, SYMBOL_STORES};
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::regs;
use crate::riscv::registers::xlen;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::Interrupt;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McInst, McOperand};
use gisel_codegen::support::error::{CompileError, Result};

/// Emits the expansion of `inst` in a function with `features`. Errors describe the problem with
/// the instruction.
pub(crate) fn lower(ctx: &mut EmitContext<'_>, inst: InstId, features: Features) -> Result<()> {
    let mf = ctx.function;
    let opcode = mf.opcode(inst);
    let mut l = Lowering { mf, inst, features, ctx };
    let zero = McOperand::Imm(0);
    match opcode {
        op::PseudoRET => match mf.attrs.interrupt {
            None => l.emit(op::JALR, &[reg(regs::X0), reg(regs::X1), zero])?,
            Some(Interrupt::Machine | Interrupt::Controlled { .. }) => l.emit(op::MRET, &[])?,
            Some(Interrupt::SavedAtOnce { .. }) => l.emit(op::QC_C_MILEAVERET, &[])?,
            Some(Interrupt::Supervisor) => l.emit(op::SRET, &[])?,
            Some(Interrupt::ResumableNonMaskable) => l.emit(op::MNRET, &[])?,
        },
        op::PseudoBR => {
            let target = l.mc(0)?;
            l.emit(op::JAL, &[reg(regs::X0), target])?;
        }
        op::PseudoJump => {
            let (scratch, target) = (l.mc(0)?, l.mc(1)?);
            l.emit(op::PseudoJump, &[scratch, target])?;
        }
        op::PseudoBRIND => {
            let (base, offset) = (l.mc(0)?, l.mc(1)?);
            l.emit(op::JALR, &[reg(regs::X0), base, offset])?;
        }
        op::PseudoCALLIndirect => {
            let base = l.mc(0)?;
            l.emit(op::JALR, &[reg(regs::X1), base, zero])?;
        }
        op::PseudoEHReturn => {
            let (adjustment, handler) = (l.mc(0)?, l.mc(1)?);
            l.emit(op::ADD, &[reg(regs::X2), reg(regs::X2), adjustment])?;
            l.emit(op::JALR, &[reg(regs::X0), handler, zero])?;
        }
        op::PseudoTAILIndirect => {
            let base = l.mc(0)?;
            l.emit(op::JALR, &[reg(regs::X0), base, zero])?;
        }
        op::PseudoCALL | op::PseudoTAIL => l.call(opcode)?,
        op::PseudoCALLReg => {
            let (link, callee) = (l.mc(0)?, l.expr(1, spec::NONE)?);
            l.emit(op::PseudoCALLReg, &[link, callee])?;
        }
        op::PseudoCALLLpad if l.is_far() => return l.fail("landing pads in the large code model"),
        op::PseudoCALLLpad => {
            let callee = l.expr(0, spec::NONE)?;
            l.ctx.align(LPAD_ALIGN);
            l.emit(op::PseudoCALL, &[callee])?;
            l.landing_pad()?;
        }
        op::PseudoCALLIndirectLpad => {
            let base = l.mc(0)?;
            l.ctx.align(LPAD_ALIGN);
            // Both instructions are compressed, or neither is.
            l.emit(op::ADDI, &[reg(regs::X0), reg(regs::X0), zero])?;
            l.emit(op::JALR, &[reg(regs::X1), base, zero])?;
            l.landing_pad()?;
        }
        op::PseudoLLA => l.address(spec::PCREL_HI, op::ADDI)?,
        op::PseudoLGA => l.address_from_memory()?,
        op::PseudoLA_TLS_IE => l.address(spec::TLS_IE_PCREL_HI, xlen::load(mf))?,
        op::PseudoLA_TLS_GD => l.address(spec::TLS_GD_PCREL_HI, op::ADDI)?,
        op::PseudoLA_TLSDESC => l.descriptor_call()?,
        op::PseudoAddTPRel => {
            let (dst, offset, thread) = (l.mc(0)?, l.mc(1)?, l.mc(2)?);
            let symbol = l.expr(3, spec::TPREL_ADD)?;
            l.emit(op::PseudoAddTPRel, &[dst, offset, thread, symbol])?;
        }
        op::PseudoMovAddr => {
            let (dst, high, low) = (l.mc(0)?, l.expr(1, spec::HI)?, l.expr(2, spec::LO)?);
            l.emit(op::LUI, &[dst, high])?;
            l.emit(op::ADDI, &[dst, dst, low])?;
        }
        op::PROBED_STACKALLOC_DYN => {
            let distance = stack_probes::distance(&mf.attrs);
            let none =
                || CompileError::new(&mf.name, "", "a probe in a function that does not probe its stack");
            stack_probes::emit(&mut l, distance.ok_or_else(none)?)?;
        }
        op::PseudoMovImm => l.constant()?,
        op::ReadCounterWide => l.wide_counter()?,
        op::KCFI_CHECK => kcfi::emit(&mut l)?,
        opcode if SELECTS.contains(&opcode) => l.selects()?,
        op::PseudoCCADDI => l.conditional_sum()?,
        op::PseudoQuietFLE_S => l.quiet_compare(op::FLE_S, op::FEQ_S)?,
        op::PseudoQuietFLT_S => l.quiet_compare(op::FLT_S, op::FEQ_S)?,
        op::PseudoQuietFLE_D => l.quiet_compare(op::FLE_D, op::FEQ_D)?,
        op::PseudoQuietFLT_D => l.quiet_compare(op::FLT_D, op::FEQ_D)?,
        _ if opcode.is_target() && TABLE.encoded_size(opcode) != 0 => {
            let mut plain = McInst::new(opcode, &[]);
            for n in 0..TABLE.desc(opcode).operands.len() {
                plain.operands.push(l.mc(n)?);
            }
            l.ctx.emit_inst(&plain)?;
        }
        _ => {
            let load = symbol_access(&SYMBOL_LOADS, opcode);
            if let Some(access) = load.or_else(|| symbol_access(&SYMBOL_STORES, opcode)) {
                l.symbol_access(access)?;
            } else if !atomics::expand(&mut l, opcode)? {
                return l.fail("there is no machine instruction for this");
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::target::RiscvTarget;
    use gisel_codegen::ir::builder::Builder;
    use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
    use gisel_codegen::ir::mir::{MachineFunction, Operand};
    use gisel_codegen::ir::module::{CodeModel, Module, Symbol};
    use gisel_codegen::machine::desc::instructions::Opcode;
    use gisel_codegen::mc::emit::{FunctionEmitter, Memory, OutputKind, write_module};

    /// Returns the text of a function with one instruction; `sym` is the symbol with number 1.
    fn text(opcode: Opcode, operands: impl FnOnce(&mut MachineFunction) -> Vec<Operand>) -> Result<String> {
        text_of(|mf| vec![(opcode, operands(mf))])
    }

    fn text_of(insts: impl FnOnce(&mut MachineFunction) -> Vec<(Opcode, Vec<Operand>)>) -> Result<String> {
        text_in(Module::default(), insts)
    }

    fn text_in(
        mut module: Module,
        insts: impl FnOnce(&mut MachineFunction) -> Vec<(Opcode, Vec<Operand>)>,
    ) -> Result<String> {
        let target = RiscvTarget::new("", "").expect("rv64gc");
        for name in ["f", "sym"] {
            module.add_symbol(Symbol {
                name: name.into(),
                used: true,
                defined: name == "f",
                ..Symbol::default()
            });
        }
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let block = mf.append_block();
        for (opcode, operands) in insts(&mut mf) {
            Builder::at_end(&mut mf, block).inst(opcode, &operands);
        }
        let kind = OutputKind::Assembly;
        let chunk = FunctionEmitter::new(&module, &target, kind).emit(&mf, 0, &mut Memory::default())?;
        let files = write_module(&module, &target, &[&target], vec![chunk], kind).expect("text");
        let text = String::from_utf8(files.main).expect("text");
        let body = text.lines().skip_while(|line| *line != "f:").skip(1);
        let body = body.take_while(|line| !line.starts_with(".Lfunc_end") && !line.contains(".size"));
        let lines = body.filter(|line| !line.starts_with("\t.") && !line.starts_with("\t#"));
        Ok(lines.map(|line| line.trim().replace('\t', " ")).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn addresses_near_zero_are_counted_from_there() {
        let module = Module { code_model: CodeModel::Small, ..Module::default() };
        let text = text_in(module, |mf| {
            let (a0, a1, symbol) = (regs::X10, regs::X11, mf.global(SymbolId::new(1), 8));
            vec![
                (op::PseudoLLA, vec![Operand::def(a0), symbol]),
                (op::PseudoLW, vec![Operand::def(a0), symbol]),
                (op::PseudoSD, vec![Operand::def(a0), Operand::use_of(a1), symbol]),
            ]
        });
        let address = "lui a0, %hi(sym+8); addi a0, a0, %lo(sym+8)";
        let accesses = "lui a0, %hi(sym+8); lw a0, %lo(sym+8)(a0); lui a0, %hi(sym+8); sd a1, %lo(sym+8)(a0)";
        assert_eq!(text, Ok(format!("{address}; {accesses}")));
    }

    #[test]
    fn selects_on_one_condition_share_a_branch() {
        let (a0, a1, a2, a3) = (regs::X10, regs::X11, regs::X12, regs::X13);
        let select = |dst, cc, truth| {
            let [lhs, rhs, truth, otherwise] = [a1, a2, truth, dst].map(Operand::use_of);
            (
                op::Select_GPR_Using_CC_GPR,
                vec![Operand::def(dst), lhs, rhs, Operand::small_imm(cc), truth, otherwise],
            )
        };
        let joined = text_of(|_| vec![select(a0, 2, a3), select(a3, 2, a0)]);
        assert_eq!(joined.as_deref(), Ok("bge a1, a2, .Ltmp0; mv a0, a3; mv a3, a0; .Ltmp0:"));
        let apart = [
            (vec![select(a0, 2, a3), select(a3, 3, a0)], "another condition"),
            (vec![select(a1, 2, a3), select(a3, 2, a0)], "the first changes what the condition is of"),
        ];
        for (insts, why) in apart {
            let text = text_of(|_| insts).unwrap_or_default();
            assert!(text.contains(".Ltmp0:") && text.contains(".Ltmp1:"), "{why}: {text}");
        }
    }

    #[test]
    fn pseudos_become_their_sequences() {
        let (a0, a1, a2) = (regs::X10, regs::X11, regs::X12);
        let symbol = |mf: &mut MachineFunction| mf.global(SymbolId::new(1), 8);
        let check = |opcode, operands: &dyn Fn(&mut MachineFunction) -> Vec<Operand>, expected: &str| {
            assert_eq!(text(opcode, operands).as_deref(), Ok(expected));
        };
        check(op::PseudoRET, &|_| vec![], "ret");
        check(op::PseudoCALL, &|mf| vec![symbol(mf)], "call sym+8");
        check(
            op::PseudoLLA,
            &|mf| vec![Operand::def(a0), symbol(mf)],
            ".Lpcrel_hi0:; auipc a0, %pcrel_hi(sym+8); addi a0, a0, %pcrel_lo(.Lpcrel_hi0)",
        );
        check(
            op::PseudoLGA,
            &|mf| vec![Operand::def(a0), symbol(mf)],
            ".Lpcrel_hi0:; auipc a0, %got_pcrel_hi(sym+8); ld a0, %pcrel_lo(.Lpcrel_hi0)(a0)",
        );
        check(
            op::PseudoLW,
            &|mf| vec![Operand::def(a0), symbol(mf)],
            ".Lpcrel_hi0:; auipc a0, %pcrel_hi(sym+8); lw a0, %pcrel_lo(.Lpcrel_hi0)(a0)",
        );
        check(
            op::PseudoSD,
            &|mf| vec![Operand::def(a0), Operand::use_of(a1), symbol(mf)],
            ".Lpcrel_hi0:; auipc a0, %pcrel_hi(sym+8); sd a1, %pcrel_lo(.Lpcrel_hi0)(a0)",
        );
        check(op::PseudoMovImm, &|mf| vec![Operand::def(a0), mf.imm(1 << 40)], "li a0, 1; slli a0, a0, 40");
        let select = |truth| {
            move |_: &mut MachineFunction| {
                let [a1, a2] = [a1, a2].map(Operand::use_of);
                let (truth, cc) = (Operand::use_of(truth), Operand::small_imm(2));
                vec![Operand::def(a0), a1, a2, cc, truth, Operand::use_of(a0)]
            }
        };
        check(op::Select_GPR_Using_CC_GPR, &select(a2), "bge a1, a2, .Ltmp0; mv a0, a2; .Ltmp0:");
        check(op::Select_GPR_Using_CC_GPR, &select(a0), "");
        let sum = |_: &mut MachineFunction| {
            let [a0, a1, a2] = [a0, a1, a2].map(Operand::use_of);
            let (cc, nine) = (Operand::small_imm(5), Operand::small_imm(9));
            vec![Operand::def(regs::X10), a1, a2, cc, a0, Operand::use_of(regs::X0), nine]
        };
        check(op::PseudoCCADDI, &sum, "bltu a1, a2, .Ltmp0; li a0, 9; .Ltmp0:");
    }

    #[test]
    fn generic_instructions_are_errors() {
        assert!(text(gisel_codegen::ir::opcodes::G_ADD, |_| vec![]).is_err());
        assert!(text(op::ADD, |_| vec![]).is_err());
    }
}
