//! Lowers operands to machine-code operands, and builds addresses and constants.

use crate::riscv::features::Features;
use crate::riscv::instr_info::SELECTS;
use crate::riscv::isel::code_model::is_medlow;
use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::mc::relocations::{inverse_branch, spec};
use crate::riscv::registers::calling_conventions::STATIC_CHAIN;
use crate::riscv::registers::regs;
use crate::riscv::registers::xlen;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag};
use gisel_codegen::ir::module::{CodeModel, RelocModel};
use gisel_codegen::machine::desc::instructions::{InstrDesc, Opcode};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McOperand, McSymbol, Specifier};
use gisel_codegen::mc::kcfi::TypeCheck;
use gisel_codegen::support::error::Result;
use smallvec::{SmallVec, smallvec};

/// Conditions of the selects, by number: the branch that is taken if they hold.
const CONDITIONS: [Opcode; 6] = [op::BEQ, op::BNE, op::BLT, op::BGE, op::BLTU, op::BGEU];

/// Loads from a symbol's memory, each with its machine instruction.
pub(crate) const SYMBOL_LOADS: [(Opcode, Opcode); 7] = [
    (op::PseudoLB, op::LB),
    (op::PseudoLH, op::LH),
    (op::PseudoLW, op::LW),
    (op::PseudoLD, op::LD),
    (op::PseudoLBU, op::LBU),
    (op::PseudoLHU, op::LHU),
    (op::PseudoLWU, op::LWU),
];

/// Stores to a symbol's memory, each with its machine instruction.
pub(crate) const SYMBOL_STORES: [(Opcode, Opcode); 4] =
    [(op::PseudoSB, op::SB), (op::PseudoSH, op::SH), (op::PseudoSW, op::SW), (op::PseudoSD, op::SD)];

/// Returns the machine instruction of an access to a symbol's memory, if it is in the table.
pub(crate) fn symbol_access(table: &[(Opcode, Opcode)], pseudo: Opcode) -> Option<Opcode> {
    table.iter().find(|row| row.0 == pseudo).map(|row| row.1)
}

/// The current expansion.
pub(crate) struct Lowering<'a, 'f> {
    pub(crate) mf: &'f MachineFunction,
    pub(crate) inst: InstId,
    pub(crate) features: Features,
    pub(crate) ctx: &'a mut EmitContext<'f>,
}

impl<'f> Lowering<'_, 'f> {
    /// Returns the instruction's function.
    pub(crate) fn mf(&self) -> &'f MachineFunction {
        self.mf
    }

    /// Returns the type check that the instruction requires.
    pub(crate) fn type_check(&self, least: i64) -> Result<TypeCheck> {
        self.ctx.type_check(self.inst, least)
    }

    /// Returns true if symbols may have any address.
    pub(crate) fn is_far(&self) -> bool {
        self.ctx.module.code_model == CodeModel::Large
    }

    pub(crate) fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        TABLE.desc(opcode)
    }

    pub(crate) fn emit(&mut self, opcode: Opcode, operands: &[McOperand]) -> Result<()> {
        self.ctx.emit(opcode, operands)
    }

    pub(crate) fn fail<T>(&self, message: impl AsRef<str>) -> Result<T> {
        Err(self.ctx.error(self.inst, message.as_ref()))
    }

    pub(crate) fn operand(&self, n: usize) -> Result<Operand> {
        match self.mf.operands(self.inst).get(n) {
            Some(operand) => Ok(*operand),
            None => self.fail(format!("operand {n} is missing")),
        }
    }

    /// Returns operand `n`; a symbolic one with its own specifier.
    pub(crate) fn mc(&mut self, n: usize) -> Result<McOperand> {
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
    pub(crate) fn expr(&mut self, n: usize, default: Specifier) -> Result<McOperand> {
        let operand = self.operand(n)?;
        let mut expr = self.ctx.expr(self.inst, operand)?;
        if expr.specifier == spec::NONE {
            expr.specifier = default;
        }
        Ok(McOperand::Expr(expr))
    }

    pub(crate) fn landing_pad(&mut self) -> Result<()> {
        self.emit(op::AUIPC, &[reg(regs::X0), McOperand::Imm(0)])
    }

    /// Emits a call of a symbol. If the symbol may have any address, it goes through a register
    /// that the call clobbers.
    pub(crate) fn call(&mut self, opcode: Opcode) -> Result<()> {
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
    pub(crate) fn passes_static_chain(&self) -> bool {
        let mut operands = self.mf.operands(self.inst).iter();
        self.features.contains(Features::ZICFILP)
            && operands.any(|operand| operand.phys() == Some(STATIC_CHAIN))
    }

    /// Loads an address from the global offset table. If symbols may have any address and there is
    /// no table, loads it from an address word.
    pub(crate) fn address_from_memory(&mut self) -> Result<()> {
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
    pub(crate) fn load_address(&mut self, dst: McOperand, symbol: McExpr) -> Result<()> {
        let load = xlen::load(self.mf);
        let word = self.ctx.address_word(symbol, if load == op::LW { 4 } else { 8 })?;
        let low = self.low_part_here();
        let high = McExpr { specifier: spec::PCREL_HI, ..McExpr::from(word) };
        self.emit(op::AUIPC, &[dst, McOperand::Expr(high)])?;
        self.emit(load, &[dst, dst, low])
    }

    /// Emits `label: auipc dst, high(symbol)` and `second dst, %pcrel_lo(label)`, or `lui` for
    /// absolute addresses.
    pub(crate) fn address(&mut self, high: Specifier, second: Opcode) -> Result<()> {
        let dst = self.mc(0)?;
        let (first, high, low) = self.parts(1, high)?;
        self.emit(first, &[dst, high])?;
        self.emit(second, &[dst, dst, low])
    }

    /// Returns the opcode that loads the upper part of the address of the symbol at operand `n`,
    /// and both parts. They are PC-relative, or absolute if symbols are within 2 GiB of zero. The
    /// instruction must be emitted next.
    pub(crate) fn parts(&mut self, n: usize, high: Specifier) -> Result<(Opcode, McOperand, McOperand)> {
        if high == spec::PCREL_HI && is_medlow(self.ctx.module) {
            self.ctx.next_is_address();
            return Ok((op::LUI, self.expr(n, spec::HI)?, self.expr(n, spec::LO)?));
        }
        Ok((op::AUIPC, self.expr(n, high)?, self.low_part_here()))
    }

    /// Returns the lower part of the address whose upper part the next instruction loads.
    pub(crate) fn low_part_here(&mut self) -> McOperand {
        let symbol = McSymbol::Label(self.ctx.high_label_here());
        McOperand::Expr(McExpr { specifier: spec::PCREL_LO, symbol, addend: 0 })
    }

    /// Emits `label: auipc a0, %tlsdesc_hi(symbol)`, `ld a1, %tlsdesc_load_lo(label)(a0)`, `addi
    /// a0, a0, %tlsdesc_add_lo(label)`, `jalr t0, a1` with a relocation, and `add a0, a0, tp`.
    pub(crate) fn descriptor_call(&mut self) -> Result<()> {
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
    pub(crate) fn symbol_access(&mut self, access: Opcode) -> Result<()> {
        let is_store = TABLE.desc(access).num_defs == 0;
        let base = self.mc(0)?;
        let value = if is_store { self.mc(1)? } else { base };
        let (first, high, low) = self.parts(1 + usize::from(is_store), spec::PCREL_HI)?;
        self.emit(first, &[base, high])?;
        self.emit(access, &[value, base, low])
    }

    pub(crate) fn constant(&mut self) -> Result<()> {
        let (dst, McOperand::Imm(value)) = (self.mc(0)?, self.mc(1)?) else {
            return self.fail("the constant is no immediate");
        };
        self.emit_constant(dst, value)
    }

    /// Emits the instructions that load a constant.
    pub(crate) fn emit_constant(&mut self, dst: McOperand, value: i64) -> Result<()> {
        let mut source = reg(regs::X0);
        for step in materialize(value, self.features) {
            self.emit(step.opcode, &step.operands(dst, source, reg(regs::X0), McOperand::Imm))?;
            source = dst;
        }
        Ok(())
    }

    /// Expands a select: a branch over a move of the true value to the register with the false
    /// value. A sequence of selects with one condition is expanded at the first.
    pub(crate) fn selects(&mut self) -> Result<()> {
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
    pub(crate) fn is_joined(&self, before: InstId, select: InstId) -> bool {
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
    pub(crate) fn conditional_sum(&mut self) -> Result<()> {
        let (dst, first, second) = (self.mc(0)?, self.mc(5)?, self.mc(6)?);
        if self.mc(4)? != dst {
            return self.fail("the false value is not in the destination");
        }
        self.if_condition(&[(op::ADDI, [dst, first, second])])
    }

    /// Emits a branch over `insts`, which is taken if the condition (left and right side, number:
    /// operands 1 to 3) fails.
    pub(crate) fn if_condition(&mut self, insts: &[(Opcode, [McOperand; 3])]) -> Result<()> {
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
    pub(crate) fn wide_counter(&mut self) -> Result<()> {
        let (lo, hi, again, zero) = (self.mc(0)?, self.mc(1)?, self.mc(2)?, reg(regs::X0));
        let [low_number, high_number] = [self.mc(3)?, self.mc(4)?];
        let start = self.ctx.label_here();
        self.emit(op::CSRRS, &[hi, high_number, zero])?;
        self.emit(op::CSRRS, &[lo, low_number, zero])?;
        self.emit(op::CSRRS, &[again, high_number, zero])?;
        self.emit(op::BNE, &[hi, again, to(start)])
    }

    /// Emits a comparison between reading and restoring the exception flags.
    pub(crate) fn quiet_compare(&mut self, compare: Opcode, signaling: Opcode) -> Result<()> {
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

pub(crate) fn reg(reg: PhysReg) -> McOperand {
    McOperand::Reg(reg)
}

/// Returns the operand of a branch to `label`.
pub(crate) fn to(label: Label) -> McOperand {
    McExpr::from(label).into()
}
