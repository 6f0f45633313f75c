//! Analysis for `opt-w-instrs`: finds the readers of registers' upper halves.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

/// The kinds of readers of an upper half, as bits.
pub(crate) type Lookers = u8;

/// Readers of the bits.
pub(crate) const USERS: Lookers = 1;

/// Readers that require a specific extension of the lower half: all except comparisons that are the
/// same for zero and sign extension.
pub(crate) const OF_EITHER: Lookers = 2;

/// Readers that benefit from a sign extension: `USERS`, and truncations to words, as these may be
/// extended later.
pub(crate) const OF_SIGN: Lookers = 4;

const ALL: Lookers = USERS | OF_EITHER | OF_SIGN;

/// By register: the readers of bits 32 and above.
pub(crate) struct UpperHalves {
    lookers: Vec<Lookers>,
    /// The replacements of registers whose definitions have been removed.
    same: Vec<Option<VReg>>,
    new: Vec<(VReg, Lookers)>,
}

/// The upper half of an operand that an instruction reads.
enum Seen {
    /// It is not read.
    No,
    /// It is read.
    Yes,
    /// It is read if the result's upper half is read.
    AsResult,
}

impl UpperHalves {
    /// Visits all instructions of `mf`.
    pub(crate) fn of(mf: &MachineFunction) -> UpperHalves {
        let count = mf.num_vregs();
        let mut halves = UpperHalves { lookers: vec![0; count], same: vec![None; count], new: Vec::new() };
        for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
            for (n, operand) in mf.operands(inst).iter().enumerate().filter(|(_, o)| o.is_use()) {
                let Some(vreg) = operand.vreg().filter(|v| halves.lookers[v.index()] != ALL) else {
                    continue;
                };
                let lookers = match seen_operand(mf, inst, n) {
                    Seen::No if truncates_word(mf, inst) => OF_SIGN,
                    Seen::Yes if is_indifferent(mf, inst, n) => USERS | OF_SIGN,
                    Seen::Yes => ALL,
                    Seen::No | Seen::AsResult => continue,
                };
                halves.add(mf, vreg, lookers);
            }
        }
        halves
    }

    /// Returns true if any of `lookers` read the upper half of `vreg`. Registers created later have
    /// no known readers.
    pub(crate) fn is_seen(&self, vreg: VReg, lookers: Lookers) -> bool {
        self.lookers.get(vreg.index()).is_none_or(|found| found & lookers != 0)
    }

    /// Replaces `result`, whose definition is removed, by `value`.
    pub(crate) fn replace(&mut self, result: VReg, value: VReg) {
        self.same[result.index()] = Some(value);
    }

    /// Adds the readers of `result` to its replacement.
    pub(crate) fn hand_on(&mut self, mf: &MachineFunction, result: VReg) {
        let lookers = self.lookers.get(result.index()).copied().unwrap_or(ALL);
        self.add(mf, self.resolve(result), lookers);
    }

    /// Returns the final replacement of `vreg`; itself if there is none.
    pub(crate) fn resolve(&self, mut vreg: VReg) -> VReg {
        while let Some(&Some(other)) = self.same.get(vreg.index()) {
            vreg = other;
        }
        vreg
    }

    /// Replaces all uses of replaced registers. Returns true if there are any.
    pub(crate) fn rewrite_uses(&self, mf: &mut MachineFunction) -> bool {
        let any = self.same.iter().any(Option::is_some);
        if any {
            mf.rewrite_uses(|vreg| self.resolve(vreg));
        }
        any
    }

    /// Adds `lookers` to `vreg`, and to registers with the same upper half.
    fn add(&mut self, mf: &MachineFunction, vreg: VReg, lookers: Lookers) {
        self.new.push((vreg, lookers));
        while let Some((vreg, lookers)) = self.new.pop() {
            let vreg = self.resolve(vreg);
            let Some(found) = self.lookers.get_mut(vreg.index()) else { continue };
            let added = lookers & !*found;
            *found |= lookers;
            let def = mf.def(vreg).filter(|_| added != 0);
            let Some(def) = def.filter(|&def| computes_on_upper_halves(mf.opcode(def))) else { continue };
            // Computations on an upper half require its extension; others only forward it.
            let hands_on = matches!(mf.opcode(def), G_PHI | G_FREEZE | G_SELECT | COPY);
            let added = if hands_on || added & USERS == 0 { added } else { ALL };
            for (n, operand) in mf.operands(def).iter().enumerate().filter(|(_, o)| o.is_use()) {
                let Some(input) = operand.vreg() else { continue };
                if matches!(seen_operand(mf, def, n), Seen::AsResult) {
                    self.new.push((input, added));
                }
            }
        }
    }
}

/// Returns true if operands of instructions with this opcode may be read as their result is.
fn computes_on_upper_halves(opcode: Opcode) -> bool {
    matches!(
        opcode,
        G_ADD | G_SUB | G_MUL | G_AND | G_OR | G_XOR | G_PHI | G_FREEZE | COPY | G_SHL | G_SELECT
    )
}

/// Returns true if `inst` defines an `s32`.
fn truncates_word(mf: &MachineFunction, inst: InstId) -> bool {
    let is_word = |vreg: VReg| mf.ty(vreg).is_scalar() && mf.ty(vreg).bits() == 32;
    mf.opcode(inst) == G_TRUNC && mf.vreg_operand(inst, 0).is_some_and(is_word)
}

/// Returns true if an operand belongs to a comparison that is the same for both extensions of a
/// phi's or a load's result.
fn is_indifferent(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    let number = || mf.constant_operand(inst, if n == 2 { 3 } else { 2 });
    let def = || mf.def(mf.vreg_operand(inst, n)?);
    mf.opcode(inst) == G_ICMP
        && matches!(mf.operand(inst, 1).as_int_predicate(), Some(Eq | Ne | Uge | Ugt | Ule | Ult))
        && number().is_some_and(|number| (0..1 << 31).contains(&number))
        && def().is_some_and(|def| mf.opcode(def) == G_PHI || is_load(mf.opcode(def)))
}

pub(crate) fn is_load(opcode: Opcode) -> bool {
    matches!(opcode, G_LOAD | G_SEXTLOAD | G_ZEXTLOAD)
}

fn seen_operand(mf: &MachineFunction, inst: InstId, n: usize) -> Seen {
    let result = || mf.operands(inst).first().and_then(|o| o.vreg());
    match mf.opcode(inst) {
        G_TRUNC if result().is_some_and(|v| mf.ty(v).is_scalar() && mf.ty(v).bits() <= 32) => Seen::No,
        G_SEXT_INREG if mf.imm_value(mf.operand(inst, 2)).is_some_and(|bits| bits <= 32) => Seen::No,
        G_STORE if n == 0 && mf.mem_operand(inst).is_some_and(|m| (1..=4).contains(&m.size())) => Seen::No,
        G_AND if (1..3).any(|k| k != n && mf.constant_operand(inst, k).is_some_and(|c| c >> 32 == 0)) => {
            Seen::No
        }
        G_ADD | G_SUB | G_MUL | G_AND | G_OR | G_XOR | G_PHI | G_FREEZE => Seen::AsResult,
        COPY if result().is_some_and(|v| mf.ty(v) == S64) => Seen::AsResult,
        G_SHL if n == 1 => Seen::AsResult,
        G_SELECT if n >= 2 => Seen::AsResult,
        _ => Seen::Yes,
    }
}
