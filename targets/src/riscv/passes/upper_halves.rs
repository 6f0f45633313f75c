//! Analysis for `opt-w-instrs`: finds the readers of registers' upper halves.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

/// The kinds of instructions that read an upper half, as bits.
pub(crate) type Readers = u8;

/// Readers of the bits.
pub(crate) const UPPER_BITS: Readers = 1;

/// Readers that require a specific extension of the lower half: all except comparisons that are the
/// same for zero and sign extension.
pub(crate) const EXTENSION: Readers = 2;

/// Readers that benefit from a sign extension: `UPPER_BITS`, and truncations to words, as these may be
/// extended later.
pub(crate) const SIGN_EXTENSION: Readers = 4;

const ALL: Readers = UPPER_BITS | EXTENSION | SIGN_EXTENSION;

/// By register: the readers of bits 32 and above.
pub(crate) struct UpperHalves {
    readers: Vec<Readers>,
    /// The replacements of registers whose definitions have been removed.
    same: Vec<Option<VReg>>,
    new: Vec<(VReg, Readers)>,
}

/// The upper half of an operand that an instruction reads.
enum UpperUse {
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
        let mut halves = UpperHalves { readers: vec![0; count], same: vec![None; count], new: Vec::new() };
        for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
            for (n, operand) in mf.operands(inst).iter().enumerate().filter(|(_, o)| o.is_use()) {
                let Some(vreg) = operand.vreg().filter(|v| halves.readers[v.index()] != ALL) else {
                    continue;
                };
                let readers = match upper_use(mf, inst, n) {
                    UpperUse::No if truncates_word(mf, inst) => SIGN_EXTENSION,
                    UpperUse::Yes if is_indifferent(mf, inst, n) => UPPER_BITS | SIGN_EXTENSION,
                    UpperUse::Yes => ALL,
                    UpperUse::No | UpperUse::AsResult => continue,
                };
                halves.add(mf, vreg, readers);
            }
        }
        halves
    }

    /// Returns true if any of `readers` read the upper half of `vreg`. Registers created later have
    /// no known readers.
    pub(crate) fn has_readers(&self, vreg: VReg, readers: Readers) -> bool {
        self.readers.get(vreg.index()).is_none_or(|found| found & readers != 0)
    }

    /// Replaces `result`, whose definition is removed, by `value`.
    pub(crate) fn replace(&mut self, result: VReg, value: VReg) {
        self.same[result.index()] = Some(value);
    }

    /// Adds the readers of `result` to its replacement.
    pub(crate) fn forward_readers(&mut self, mf: &MachineFunction, result: VReg) {
        let readers = self.readers.get(result.index()).copied().unwrap_or(ALL);
        self.add(mf, self.resolve(result), readers);
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

    /// Adds `readers` to `vreg`, and to registers with the same upper half.
    fn add(&mut self, mf: &MachineFunction, vreg: VReg, readers: Readers) {
        self.new.push((vreg, readers));
        while let Some((vreg, readers)) = self.new.pop() {
            let vreg = self.resolve(vreg);
            let Some(found) = self.readers.get_mut(vreg.index()) else { continue };
            let added = readers & !*found;
            *found |= readers;
            let def = mf.def(vreg).filter(|_| added != 0);
            let Some(def) = def.filter(|&def| computes_on_upper_halves(mf.opcode(def))) else { continue };
            // Computations on an upper half require its extension; others only forward it.
            let forwards = matches!(mf.opcode(def), G_PHI | G_FREEZE | G_SELECT | COPY);
            let added = if forwards || added & UPPER_BITS == 0 { added } else { ALL };
            for (n, operand) in mf.operands(def).iter().enumerate().filter(|(_, o)| o.is_use()) {
                let Some(input) = operand.vreg() else { continue };
                if matches!(upper_use(mf, def, n), UpperUse::AsResult) {
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

fn upper_use(mf: &MachineFunction, inst: InstId, n: usize) -> UpperUse {
    let result = || mf.operands(inst).first().and_then(|o| o.vreg());
    match mf.opcode(inst) {
        G_TRUNC if result().is_some_and(|v| mf.ty(v).is_scalar() && mf.ty(v).bits() <= 32) => UpperUse::No,
        G_SEXT_INREG if mf.imm_value(mf.operand(inst, 2)).is_some_and(|bits| bits <= 32) => UpperUse::No,
        G_STORE if n == 0 && mf.mem_operand(inst).is_some_and(|m| (1..=4).contains(&m.size())) => {
            UpperUse::No
        }
        G_AND if (1..3).any(|k| k != n && mf.constant_operand(inst, k).is_some_and(|c| c >> 32 == 0)) => {
            UpperUse::No
        }
        G_ADD | G_SUB | G_MUL | G_AND | G_OR | G_XOR | G_PHI | G_FREEZE => UpperUse::AsResult,
        COPY if result().is_some_and(|v| mf.ty(v) == S64) => UpperUse::AsResult,
        G_SHL if n == 1 => UpperUse::AsResult,
        G_SELECT if n >= 2 => UpperUse::AsResult,
        _ => UpperUse::Yes,
    }
}
