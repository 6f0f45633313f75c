//! Lowers machine instructions after register allocation for the encoder and the printer.
//!
//! Most are one to one. Pseudos are expanded here: addresses (`auipc` and a low part that names the
//! `auipc` by a label), constants, selects (a branch over one move), calls through a register.
//! Calls of symbols remain one instruction: as text they are `call f`, as bytes a pair (see
//! [`super::mc`]).
//!
//! Requires: no virtual registers, frame indices replaced. Cost: linear.

use super::atomics;
use super::calling_conventions::STATIC_CHAIN;
use super::features::Features;
use super::instr_info::{LPAD_ALIGN, SELECTS};
use super::instructions::{TABLE, op};
use super::kcfi;
use super::materialize::materialize;
use super::registers::regs;
use super::relocations::{inverse_branch, spec};
use super::select::is_medlow;
use super::stack_probes;
use super::xlen;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{Interrupt, MachineFunction, Operand, OperandTag};
use gisel_codegen::ir::module::{CodeModel, RelocModel};
use gisel_codegen::machine::desc::instructions::{InstrDesc, Opcode};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McInst, McOperand, McSymbol, Specifier};
use gisel_codegen::mc::kcfi::TypeCheck;
use gisel_codegen::support::error::{CompileError, Result};
use smallvec::{SmallVec, smallvec};

/// Conditions of the selects, by number: the branch that is taken if they hold.
const CONDITIONS: [Opcode; 6] = [op::BEQ, op::BNE, op::BLT, op::BGE, op::BLTU, op::BGEU];

/// Loads from a symbol's memory, each with its machine instruction.
pub(super) const SYMBOL_LOADS: [(Opcode, Opcode); 7] = [
    (op::PseudoLB, op::LB),
    (op::PseudoLH, op::LH),
    (op::PseudoLW, op::LW),
    (op::PseudoLD, op::LD),
    (op::PseudoLBU, op::LBU),
    (op::PseudoLHU, op::LHU),
    (op::PseudoLWU, op::LWU),
];

/// Stores to a symbol's memory, each with its machine instruction.
pub(super) const SYMBOL_STORES: [(Opcode, Opcode); 4] =
    [(op::PseudoSB, op::SB), (op::PseudoSH, op::SH), (op::PseudoSW, op::SW), (op::PseudoSD, op::SD)];

/// Returns the machine instruction of an access to a symbol's memory, if it is in the table.
pub(super) fn symbol_access(table: &[(Opcode, Opcode)], pseudo: Opcode) -> Option<Opcode> {
    table.iter().find(|row| row.0 == pseudo).map(|row| row.1)
}

/// The current expansion.
pub(super) struct Lowering<'a, 'f> {
    mf: &'f MachineFunction,
    inst: InstId,
    features: Features,
    pub(super) ctx: &'a mut EmitContext<'f>,
}

/// Emits the expansion of `inst` in a function with `features`. Errors describe the problem with
/// the instruction.
pub fn lower(ctx: &mut EmitContext<'_>, inst: InstId, features: Features) -> Result<()> {
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
                return l.fail("no machine instruction stands for this");
            }
        }
    }
    Ok(())
}

pub(super) fn reg(reg: PhysReg) -> McOperand {
    McOperand::Reg(reg)
}

/// Returns the operand of a branch to `label`.
pub(super) fn to(label: Label) -> McOperand {
    McExpr::from(label).into()
}

impl<'f> Lowering<'_, 'f> {
    /// Returns the instruction's function.
    pub(super) fn mf(&self) -> &'f MachineFunction {
        self.mf
    }

    /// Returns the type check that the instruction requires.
    pub(super) fn type_check(&self, least: i64) -> Result<TypeCheck> {
        self.ctx.type_check(self.inst, least)
    }

    /// Returns true if symbols may have any address.
    fn is_far(&self) -> bool {
        self.ctx.module.code_model == CodeModel::Large
    }

    pub(super) fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        TABLE.desc(opcode)
    }

    pub(super) fn emit(&mut self, opcode: Opcode, operands: &[McOperand]) -> Result<()> {
        self.ctx.emit(opcode, operands)
    }

    pub(super) fn fail<T>(&self, message: impl AsRef<str>) -> Result<T> {
        Err(self.ctx.error(self.inst, message.as_ref()))
    }

    fn operand(&self, n: usize) -> Result<Operand> {
        match self.mf.operands(self.inst).get(n) {
            Some(operand) => Ok(*operand),
            None => self.fail(format!("operand {n} is missing")),
        }
    }

    /// Returns operand `n`; a symbolic one with its own specifier.
    pub(super) fn mc(&mut self, n: usize) -> Result<McOperand> {
        let operand = self.operand(n)?;
        match operand.tag() {
            OperandTag::Reg => match operand.phys() {
                Some(r) => Ok(McOperand::Reg(r)),
                None => self.fail(format!("operand {n} is no physical register")),
            },
            OperandTag::Imm | OperandTag::PoolImm => match self.mf.imm_value(operand) {
                Some(value) => Ok(McOperand::Imm(value)),
                None => self.fail(format!("operand {n} has no value")),
            },
            _ => self.expr(n, spec::NONE),
        }
    }

    /// Returns the symbolic operand `n`; `default` is the specifier if it has none itself.
    fn expr(&mut self, n: usize, default: Specifier) -> Result<McOperand> {
        let operand = self.operand(n)?;
        let mut expr = self.ctx.expr(self.inst, operand)?;
        if expr.specifier == spec::NONE {
            expr.specifier = default;
        }
        Ok(McOperand::Expr(expr))
    }

    fn landing_pad(&mut self) -> Result<()> {
        self.emit(op::AUIPC, &[reg(regs::X0), McOperand::Imm(0)])
    }

    /// Emits a call of a symbol. If the symbol may have any address, it goes through a register
    /// that the call clobbers.
    fn call(&mut self, opcode: Opcode) -> Result<()> {
        let callee = self.expr(0, spec::NONE)?;
        let McOperand::Expr(symbol) = callee else { return self.fail("a call of no symbol") };
        if !self.is_far() {
            if opcode == op::PseudoTAIL && self.passes_static_chain() {
                return self.emit(op::PseudoJump, &[reg(regs::X6), callee]);
            }
            return self.emit(opcode, &[callee]);
        }
        let (base, link) = match opcode {
            op::PseudoCALL => (regs::X1, regs::X1),
            _ => (regs::X6, regs::X0),
        };
        self.load_address(reg(base), symbol)?;
        self.emit(op::JALR, &[reg(link), reg(base), McOperand::Imm(0)])
    }

    /// Returns true if the register of guarded tail calls holds an argument.
    fn passes_static_chain(&self) -> bool {
        let mut operands = self.mf.operands(self.inst).iter();
        self.features.contains(Features::ZICFILP)
            && operands.any(|operand| operand.phys() == Some(STATIC_CHAIN))
    }

    /// Loads an address from the global offset table. If symbols may have any address and there is
    /// no table, loads it from an address word.
    fn address_from_memory(&mut self) -> Result<()> {
        if !self.is_far() || self.ctx.module.reloc_model == RelocModel::Pic {
            return self.address(spec::GOT_PCREL_HI, xlen::load(self.mf));
        }
        match (self.mc(0)?, self.expr(1, spec::NONE)?) {
            (dst, McOperand::Expr(symbol)) => self.load_address(dst, symbol),
            _ => self.fail("an operand is no symbol"),
        }
    }

    /// Emits `label: auipc dst, %pcrel_hi(word)` and `ld dst, %pcrel_lo(label)(dst)` for an address
    /// word.
    fn load_address(&mut self, dst: McOperand, symbol: McExpr) -> Result<()> {
        let load = xlen::load(self.mf);
        let word = self.ctx.address_word(symbol, if load == op::LW { 4 } else { 8 })?;
        let low = self.low_part_here();
        let high = McExpr { specifier: spec::PCREL_HI, ..McExpr::from(word) };
        self.emit(op::AUIPC, &[dst, McOperand::Expr(high)])?;
        self.emit(load, &[dst, dst, low])
    }

    /// Emits `label: auipc dst, high(symbol)` and `second dst, %pcrel_lo(label)`, or `lui` for
    /// absolute addresses.
    fn address(&mut self, high: Specifier, second: Opcode) -> Result<()> {
        let dst = self.mc(0)?;
        let (first, high, low) = self.parts(1, high)?;
        self.emit(first, &[dst, high])?;
        self.emit(second, &[dst, dst, low])
    }

    /// Returns the opcode that loads the upper part of the address of the symbol at operand `n`,
    /// and both parts. They are PC-relative, or absolute if symbols are within 2 GiB of zero. The
    /// instruction must be emitted next.
    fn parts(&mut self, n: usize, high: Specifier) -> Result<(Opcode, McOperand, McOperand)> {
        if high == spec::PCREL_HI && is_medlow(self.ctx.module) {
            self.ctx.next_is_address();
            return Ok((op::LUI, self.expr(n, spec::HI)?, self.expr(n, spec::LO)?));
        }
        Ok((op::AUIPC, self.expr(n, high)?, self.low_part_here()))
    }

    /// Returns the lower part of the address whose upper part the next instruction loads.
    fn low_part_here(&mut self) -> McOperand {
        let symbol = McSymbol::Label(self.ctx.high_label_here());
        McOperand::Expr(McExpr { specifier: spec::PCREL_LO, symbol, addend: 0 })
    }

    /// Emits `label: auipc a0, %tlsdesc_hi(symbol)`, `ld a1, %tlsdesc_load_lo(label)(a0)`, `addi
    /// a0, a0, %tlsdesc_add_lo(label)`, `jalr t0, a1` with a relocation, and `add a0, a0, tp`.
    fn descriptor_call(&mut self) -> Result<()> {
        let (dst, symbol) = (self.mc(0)?, self.expr(1, spec::TLSDESC_HI)?);
        let [link, result, function, thread] = [regs::X5, regs::X10, regs::X11, regs::X4].map(reg);
        let label = self.ctx.new_label();
        let with =
            |specifier| McOperand::Expr(McExpr { specifier, symbol: McSymbol::Label(label), addend: 0 });
        self.ctx.bind(label);
        self.emit(op::AUIPC, &[result, symbol])?;
        self.emit(xlen::load(self.mf), &[function, result, with(spec::TLSDESC_LOAD_LO)])?;
        self.emit(op::ADDI, &[result, result, with(spec::TLSDESC_ADD_LO)])?;
        let call = [link, function, McOperand::Imm(0), with(spec::TLSDESC_CALL)];
        self.emit(op::PseudoTLSDESCCall, &call)?;
        self.emit(op::ADD, &[dst, result, thread])
    }

    /// Emits `label: auipc base, %pcrel_hi(symbol)` and `access value, %pcrel_lo(label)(base)`, or
    /// `lui` for absolute addresses. A load's base is its result.
    fn symbol_access(&mut self, access: Opcode) -> Result<()> {
        let is_store = TABLE.desc(access).num_defs == 0;
        let base = self.mc(0)?;
        let value = if is_store { self.mc(1)? } else { base };
        let (first, high, low) = self.parts(1 + usize::from(is_store), spec::PCREL_HI)?;
        self.emit(first, &[base, high])?;
        self.emit(access, &[value, base, low])
    }

    fn constant(&mut self) -> Result<()> {
        let (dst, McOperand::Imm(value)) = (self.mc(0)?, self.mc(1)?) else {
            return self.fail("the constant is no immediate");
        };
        self.emit_constant(dst, value)
    }

    /// Emits the instructions that load a constant.
    pub(super) fn emit_constant(&mut self, dst: McOperand, value: i64) -> Result<()> {
        let mut source = reg(regs::X0);
        for step in materialize(value, self.features) {
            self.emit(step.opcode, &step.operands(dst, source, reg(regs::X0), McOperand::Imm))?;
            source = dst;
        }
        Ok(())
    }

    /// Expands a select: a branch over a move of the true value to the register with the false
    /// value. A sequence of selects with one condition is expanded at the first.
    fn selects(&mut self) -> Result<()> {
        if self.mf.prev_inst(self.inst).is_some_and(|before| self.is_joined(before, self.inst)) {
            return Ok(());
        }
        let mut selects: SmallVec<[InstId; 4]> = smallvec![self.inst];
        while let Some(next) = self.mf.next_inst(selects[selects.len() - 1])
            && self.is_joined(selects[selects.len() - 1], next)
        {
            selects.push(next);
        }
        let first = self.inst;
        let mut moves: SmallVec<[(Opcode, [McOperand; 3]); 4]> = SmallVec::new();
        for select in selects {
            self.inst = select;
            let (dst, value) = (self.mc(0)?, self.mc(4)?);
            if self.mc(5)? != dst {
                return self.fail("the false value is not in the destination");
            }
            let (mov, second) = match self.mf.opcode(select) {
                op::Select_GPR_Using_CC_GPR => (op::ADDI, McOperand::Imm(0)),
                op::Select_FPR64_Using_CC_GPR => (op::FSGNJ_D, value),
                _ => (op::FSGNJ_S, value),
            };
            if value != dst {
                moves.push((mov, [dst, value, second]));
            }
        }
        self.inst = first;
        if moves.is_empty() { Ok(()) } else { self.if_condition(&moves) }
    }

    /// Returns true if `select` has the same condition as the preceding `before`.
    fn is_joined(&self, before: InstId, select: InstId) -> bool {
        let is_select = |inst| SELECTS.contains(&self.mf.opcode(inst));
        let condition = |inst| self.mf.operands(inst).iter().skip(1).take(3);
        let same = |(x, y): (&Operand, &Operand)| {
            x.phys() == y.phys() && self.mf.imm_value(*x) == self.mf.imm_value(*y)
        };
        let changed = |o: &Operand| o.phys().is_some() && o.phys() == self.mf.operand(before, 0).phys();
        is_select(before)
            && is_select(select)
            && condition(before).zip(condition(select)).all(same)
            && !condition(before).any(changed)
    }

    /// Expands a conditional sum, like a select.
    fn conditional_sum(&mut self) -> Result<()> {
        let (dst, first, second) = (self.mc(0)?, self.mc(5)?, self.mc(6)?);
        if self.mc(4)? != dst {
            return self.fail("the false value is not in the destination");
        }
        self.if_condition(&[(op::ADDI, [dst, first, second])])
    }

    /// Emits a branch over `insts`, which is taken if the condition (left and right side, number:
    /// operands 1 to 3) fails.
    fn if_condition(&mut self, insts: &[(Opcode, [McOperand; 3])]) -> Result<()> {
        let (lhs, rhs, cc) = (self.mc(1)?, self.mc(2)?, self.mc(3)?);
        let McOperand::Imm(cc) = cc else { return self.fail("the condition is no number") };
        let branch =
            usize::try_from(cc).ok().and_then(|cc| CONDITIONS.get(cc)).and_then(|&b| inverse_branch(b));
        let Some(branch) = branch else { return self.fail(format!("no condition {cc}")) };
        let end = self.ctx.new_label();
        self.emit(branch, &[lhs, rhs, to(end)])?;
        for (opcode, operands) in insts {
            self.emit(*opcode, operands)?;
        }
        self.ctx.bind(end);
        Ok(())
    }

    /// Reads the upper word before and after the lower one, until both reads are equal.
    fn wide_counter(&mut self) -> Result<()> {
        let (lo, hi, again, zero) = (self.mc(0)?, self.mc(1)?, self.mc(2)?, reg(regs::X0));
        let [low_number, high_number] = [self.mc(3)?, self.mc(4)?];
        let start = self.ctx.label_here();
        self.emit(op::CSRRS, &[hi, high_number, zero])?;
        self.emit(op::CSRRS, &[lo, low_number, zero])?;
        self.emit(op::CSRRS, &[again, high_number, zero])?;
        self.emit(op::BNE, &[hi, again, to(start)])
    }

    /// Emits a comparison between reading and restoring the exception flags.
    fn quiet_compare(&mut self, compare: Opcode, signaling: Opcode) -> Result<()> {
        const FFLAGS: McOperand = McOperand::Imm(1);
        let (dst, flags, lhs, rhs) = (self.mc(0)?, self.mc(1)?, self.mc(2)?, self.mc(3)?);
        self.emit(op::CSRRS, &[flags, FFLAGS, reg(regs::X0)])?;
        self.emit(compare, &[dst, lhs, rhs])?;
        self.emit(op::CSRRW, &[reg(regs::X0), FFLAGS, flags])?;
        // A signaling NaN still raises the invalid exception.
        self.emit(signaling, &[reg(regs::X0), lhs, rhs])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::target::RiscvTarget;
    use gisel_codegen::ir::builder::Builder;
    use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
    use gisel_codegen::ir::module::{Module, Symbol};
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
    fn what_is_no_machine_instruction_is_an_error() {
        assert!(text(gisel_codegen::ir::opcodes::G_ADD, |_| vec![]).is_err());
        assert!(text(op::ADD, |_| vec![]).is_err());
    }
}
