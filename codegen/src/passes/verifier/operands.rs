//! Checks the operands of one instruction against its opcode's description and the stage.

use super::Verifier;
use crate::ir::entity::InstId;
use crate::ir::mir::{Operand, OperandTag, Properties, RegAttr};
use crate::ir::opcodes;
use crate::machine::desc::instructions::{InstrDesc, InstrFlags, Opcode, OperandKind, Variadic};
use crate::machine::desc::registers::{PhysReg, SubReg};

impl Verifier<'_> {
    pub(super) fn operands(&mut self, inst: InstId) {
        let desc = self.target.desc(self.mf.opcode(inst));
        if desc.has(InstrFlags::GENERIC) && self.mf.properties.contains(Properties::SELECTED) {
            self.report(inst, None, "a generic instruction is left after selection");
        }
        self.count(inst, desc);
        let explicit = self.mf.operands(inst).iter().filter(|o| !o.is_implicit()).count();
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            if let Some(kind) =
                kind_at(desc, self.mf.opcode(inst), n, explicit).filter(|_| !operand.is_implicit())
            {
                if !fits(kind, operand) {
                    self.report(inst, Some(n), format!("{kind:?} is expected here"));
                }
                self.class(inst, n, kind, operand);
            }
            self.register(inst, n, operand);
        }
    }

    fn count(&mut self, inst: InstId, desc: &InstrDesc) {
        let explicit = self.mf.operands(inst).iter().filter(|o| !o.is_implicit());
        let count = explicit.clone().count();
        let defs = explicit.take_while(|o| o.is_def()).count();
        let least = desc.operands.len();
        let wrong = match desc.variadic {
            Variadic::No => count != least,
            Variadic::Defs => count < least.saturating_sub(1),
            Variadic::Uses => count < least.saturating_sub(2),
        };
        if wrong {
            self.report(inst, None, format!("{count} operands where {} has {least}", desc.name));
        } else if desc.variadic == Variadic::No && defs != desc.num_defs as usize {
            self.report(inst, None, format!("{defs} definitions where {} has {}", desc.name, desc.num_defs));
        }
    }

    fn register(&mut self, inst: InstId, n: usize, operand: Operand) {
        let Some(vreg) = operand.vreg() else { return };
        if vreg.index() >= self.mf.num_vregs() {
            return self.report(inst, Some(n), "no such virtual register");
        }
        let info = self.mf.vreg(vreg);
        let properties = self.mf.properties;
        if properties.contains(Properties::NO_VREGS) {
            self.report(inst, Some(n), "a virtual register is left after allocation");
        } else if properties.contains(Properties::SELECTED) && !matches!(info.attr, RegAttr::Class(_)) {
            self.report(inst, Some(n), "a virtual register without a class after selection");
        } else if properties.contains(Properties::REG_BANK_SELECTED) && info.attr == RegAttr::None {
            self.report(inst, Some(n), "a virtual register without bank or class after regbankselect");
        } else if !info.ty.is_valid() && !matches!(info.attr, RegAttr::Class(_)) {
            self.report(inst, Some(n), "a virtual register with neither type nor class");
        }
        self.part(inst, n, operand, info.attr);
    }

    /// Checks that only registers with a class have sub-register indices, and that the class has
    /// them.
    fn part(&mut self, inst: InstId, n: usize, operand: Operand, attr: RegAttr) {
        let (registers, part) = (self.target.registers(), operand.sub_reg());
        if part == SubReg::default() {
            return;
        }
        let has_part = |&whole: &PhysReg| registers.sub_reg(whole, part).is_some();
        let known = matches!(attr, RegAttr::Class(of) if registers.class(of).members.iter().all(has_part));
        if !known {
            self.report(inst, Some(n), "the register has no such part");
        }
    }

    /// Checks register classes at operands of target instructions.
    fn class(&mut self, inst: InstId, n: usize, kind: OperandKind, operand: Operand) {
        let OperandKind::Class(class) = kind else { return };
        let registers = self.target.registers();
        if let Some(phys) = operand.phys() {
            let part = registers.sub_reg(phys, operand.sub_reg());
            if !part.is_some_and(|part| registers.contains(class, part)) {
                let name = registers.class(class).name;
                self.report(inst, Some(n), format!("register is not in class {name}"));
            }
        }
        let Some(vreg) = operand.vreg().filter(|v| v.index() < self.mf.num_vregs()) else { return };
        let RegAttr::Class(of) = self.mf.reg_attr(vreg) else { return };
        if !registers.has_parts_in(of, operand.sub_reg(), class) {
            let whole = operand.sub_reg() == SubReg::default();
            let (is, required) = (registers.class(of).name, registers.class(class).name);
            let of = if whole { "" } else { "a part of " };
            self.report(inst, Some(n), format!("{of}class {is} is not within {required}"));
        }
    }
}

/// Returns the kind that the description requires of operand `n` of `count` explicit ones.
pub(super) fn kind_at(desc: &InstrDesc, opcode: Opcode, n: usize, count: usize) -> Option<OperandKind> {
    // The intrinsic's number comes after any number of definitions, and any operands follow.
    if desc.operands.iter().any(|o| o.kind == OperandKind::Intrinsic) {
        return None;
    }
    let last = desc.operands.last().map(|o| o.kind);
    match desc.variadic {
        Variadic::Defs if n + 1 == count => last,
        Variadic::Defs => desc.operands.first().map(|o| o.kind),
        Variadic::Uses if opcode == opcodes::G_PHI && n != 0 && n.is_multiple_of(2) => {
            Some(OperandKind::Block)
        }
        Variadic::Uses if n >= desc.operands.len() => {
            last.filter(|kind| matches!(kind, OperandKind::Type(_)))
        }
        Variadic::Uses | Variadic::No => desc.operands.get(n).map(|o| o.kind),
    }
}

fn fits(kind: OperandKind, operand: Operand) -> bool {
    use OperandTag as Tag;
    let tag = operand.tag();
    match kind {
        OperandKind::Type(_) => operand.vreg().is_some(),
        OperandKind::AnyReg => tag == Tag::Reg,
        OperandKind::Class(_) => matches!(tag, Tag::Reg | Tag::FrameIndex),
        OperandKind::Imm(_) => matches!(tag, Tag::Imm | Tag::PoolImm | Tag::FrameIndex),
        OperandKind::Expr(_) | OperandKind::Any | OperandKind::ExternalSymbol => true,
        OperandKind::ConstantInt => matches!(tag, Tag::Imm | Tag::PoolImm | Tag::WideImm),
        OperandKind::ConstantFp => tag == Tag::FpImm,
        OperandKind::Predicate => matches!(tag, Tag::IntPredicate | Tag::FloatPredicate),
        OperandKind::Block => tag == Tag::Block,
        OperandKind::FrameIndex => tag == Tag::FrameIndex,
        OperandKind::GlobalValue => tag == Tag::Global,
        OperandKind::ConstantPool => tag == Tag::ConstantPool,
        OperandKind::JumpTable => tag == Tag::JumpTable,
        OperandKind::BlockAddress => tag == Tag::BlockAddress,
        OperandKind::Intrinsic => tag == Tag::Intrinsic,
        OperandKind::ShuffleMask => tag == Tag::ShuffleMask,
        OperandKind::Cfi => tag == Tag::Cfi,
    }
}

/// Returns true if `opcode` is a phi, generic or not.
pub(super) fn is_phi(opcode: Opcode) -> bool {
    opcode == opcodes::PHI || opcode == opcodes::G_PHI
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::{check, messages};
    use crate::testing::passes::{ALLOCATED, GENERIC, SELECTED};

    #[test]
    fn operands_match_the_description() {
        check(
            SELECTED,
            &[
                ("bb.0:\n%0:gpr = ADDI %0, 1\nRET", "%0 is used where its definition does not dominate"),
                ("bb.0:\n%0:gpr = CONST 1\n%1:gpr = ADD %0, %0\nRET", ""),
                ("bb.0:\n%0:gpr = CONST 1\n%1:gpr = ADD %0\nRET", "2 operands where ADD has 3"),
                ("bb.0:\n%0:gpr = CONST 1\n%1:gpr = ADD %0, %0, %0\nRET", "4 operands where ADD has 3"),
                ("bb.0:\n%0:gpr = CONST 1\nADDI %0, %0, 1\nRET", "0 definitions where ADDI has 1"),
                ("bb.0:\n%0:gpr = CONST 1\n%1:gpr = ADDI %0, %0\nRET", "Imm(0) is expected here"),
                ("bb.0:\n%0:gpr = CONST 1\n%1:gpr = ADD %0, 1\nRET", "Class(RegClassId(0)) is expected here"),
                ("bb.0:\n%0:half = IMPLICIT_DEF\nTRACE %0\nRET", "class half is not within gpr"),
                (
                    "bb.0:\n%0:wide = IMPLICIT_DEF\nTRACE %0.low\nRET",
                    "a part of class wide is not within gpr",
                ),
                ("bb.0:\nliveins: $d0\nTRACE $d0\nRET", "register is not in class gpr"),
                ("bb.0:\n%0:lowgpr = CONST 1\nTRACE %0\nRET", ""),
                ("bb.0:\n%0:wide = IMPLICIT_DEF\n%1:wide = WIDEOP %0, %0.low\nRET", ""),
            ],
        );
        let part = messages(SELECTED, "bb.0:\n%0:half = IMPLICIT_DEF\n$d0 = COPY %0.low\nRET");
        assert_eq!(part, ["the register has no such part"]);
    }

    #[test]
    fn registers_are_as_the_stage_requires() {
        let typed = "bb.0:\n%0:_(s64) = IMPLICIT_DEF\nRET";
        let banked = "legalized: true\nregBankSelected: true\nisSSA: true\n";
        check(
            GENERIC,
            &[
                (typed, ""),
                ("bb.0:\n%0:_ = IMPLICIT_DEF\nRET", "a virtual register with neither type nor class"),
            ],
        );
        check(
            banked,
            &[
                ("bb.0:\n%0:general(s64) = IMPLICIT_DEF\nRET", ""),
                (typed, "a virtual register without bank or class after regbankselect"),
            ],
        );
        check(
            SELECTED,
            &[
                (typed, "a virtual register without a class after selection"),
                (
                    "bb.0:\n%0:gpr(s64) = G_CONSTANT i64 1\nRET",
                    "a generic instruction is left after selection",
                ),
            ],
        );
        check(ALLOCATED, &[("bb.0:\n%0:gpr = CONST 1\nRET", "a virtual register is left after allocation")]);
    }
}
