//! `opt-w-instrs`: sign extensions from 32 to 64 bits of what can be extended from the start, as rv64's operations on the low halves of
//! registers extend the result. The legalizer leaves the upper half of a widened value open;
//! here additions, subtractions, multiplications, shifts and loads that nobody sees the upper half of are found, through phis and logic, to be what an
//! extension extends, and extend by themselves. LLVM has a pass of this name after selection. For extensions by zeros see
//! `zero_extended_words`. Extensions whose upper half nobody sees in the end are erased.
//!
//! Requires: legal generic instructions in SSA form. Establishes: nothing new. Cost: four walks, and `MOST_VALUES` for each extension.

use super::word_values::is_sext32;
use super::zero_extended_words;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::passes::analysis::known_bits::KnownBits;
use gisel_codegen::target::Target;
use gisel_codegen::target::desc::instructions::Opcode;
use smallvec::SmallVec;

/// No more values than these are looked at for one extension.
const MOST_VALUES: usize = 48;

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    let mut same: Vec<Option<VReg>> = vec![None; mf.num_vregs()];
    zero_extended_words::erase(mf, &mut same);
    let insts = mf.layout.iter().flat_map(|&b| mf.insts(b));
    let extensions: Vec<InstId> = insts.filter(|&i| is_word_extension(mf, i)).collect();
    let upper_seen =
        if extensions.is_empty() { Vec::new() } else { seen_upper_halves(mf, |_, _, seen| seen) };
    let extended = vec![false; mf.num_vregs()];
    let mut pass = OptWInstrs { mf, target, known: KnownBits::default(), upper_seen, extended };
    for inst in extensions {
        let (Some(result), Some(value)) = (pass.mf.vreg_operand(inst, 0), pass.mf.vreg_operand(inst, 1))
        else {
            continue;
        };
        if pass.extend(resolve(&same, value)) {
            same[result.index()] = Some(value);
            pass.mf.note_same_value(result, value);
            pass.mf.remove_inst(inst);
        }
    }
    if same.iter().any(Option::is_some) {
        mf.rewrite_uses(|vreg| resolve(&same, vreg));
    }
    erase_unseen(mf);
}

/// Erases the extensions whose upper half nobody looks at. Words that are truncated may be extended later, which costs nothing where they
/// were extended before.
fn erase_unseen(mf: &mut MachineFunction) {
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let mut unseen: Vec<InstId> = insts.filter(|&inst| is_word_extension(mf, inst)).collect();
    if unseen.is_empty() {
        return;
    }
    let is_word = |vreg: VReg| mf.ty(vreg).is_scalar() && mf.ty(vreg).bits() == 32;
    let truncates =
        |inst: InstId| mf.opcode(inst) == G_TRUNC && mf.vreg_operand(inst, 0).is_some_and(is_word);
    let seen = seen_upper_halves(mf, |inst, _, seen| if truncates(inst) { Seen::Yes } else { seen });
    unseen.retain(|&inst| mf.vreg_operand(inst, 0).is_some_and(|v| !seen[v.index()]));
    let mut same: Vec<Option<VReg>> = vec![None; seen.len()];
    for &inst in &unseen {
        if let (Some(result), Some(value)) = (mf.vreg_operand(inst, 0), mf.vreg_operand(inst, 1)) {
            same[result.index()] = Some(value);
            mf.note_intact_bits(result, 32);
            mf.note_same_value(result, value);
            mf.remove_inst(inst);
        }
    }
    if !unseen.is_empty() {
        mf.rewrite_uses(|vreg| resolve(&same, vreg));
    }
}

fn resolve(same: &[Option<VReg>], mut vreg: VReg) -> VReg {
    while let Some(&Some(other)) = same.get(vreg.index()) {
        vreg = other;
    }
    vreg
}

/// Whether `inst` extends the low half of a register.
fn is_word_extension(mf: &MachineFunction, inst: InstId) -> bool {
    let result = mf.vreg_operand(inst, 0).filter(|_| mf.opcode(inst) == G_SEXT_INREG);
    result.is_some_and(|v| mf.ty(v) == S64) && mf.imm_value(mf.operand(inst, 2)) == Some(32)
}

/// Which upper half of an operand an instruction looks at.
pub(super) enum Seen {
    /// None.
    No,
    /// That of the operand.
    Yes,
    /// If that of its result is looked at.
    AsResult,
}

/// By register: whether anybody looks at bits 32 and above. `adjusted` says what an operand is seen as instead.
pub(super) fn seen_upper_halves(
    mf: &MachineFunction,
    adjusted: impl Fn(InstId, usize, Seen) -> Seen,
) -> Vec<bool> {
    let mut seen = vec![false; mf.num_vregs()];
    let mut new: Vec<VReg> = Vec::new();
    let visit = |inst: InstId, all: bool, seen: &mut Vec<bool>, new: &mut Vec<VReg>| {
        for (n, operand) in mf.operands(inst).iter().enumerate().filter(|(_, o)| o.is_use()) {
            let Some(vreg) = operand.vreg().filter(|v| !seen[v.index()]) else { continue };
            let looked_at = match adjusted(inst, n, seen_operand(mf, inst, n)) {
                Seen::No => false,
                Seen::Yes => true,
                Seen::AsResult => all,
            };
            if looked_at {
                seen[vreg.index()] = true;
                new.push(vreg);
            }
        }
    };
    for inst in mf.layout.iter().flat_map(|&b| mf.insts(b)) {
        visit(inst, false, &mut seen, &mut new);
    }
    while let Some(vreg) = new.pop() {
        if let Some(def) = mf.def(vreg) {
            visit(def, true, &mut seen, &mut new);
        }
    }
    seen
}

fn seen_operand(mf: &MachineFunction, inst: InstId, n: usize) -> Seen {
    let result = mf.operands(inst).first().and_then(|o| o.vreg());
    match mf.opcode(inst) {
        G_TRUNC if result.is_some_and(|v| mf.ty(v).is_scalar() && mf.ty(v).bits() <= 32) => Seen::No,
        G_SEXT_INREG if mf.imm_value(mf.operand(inst, 2)).is_some_and(|bits| bits <= 32) => Seen::No,
        G_STORE if n == 0 && mf.mem_operand(inst).is_some_and(|m| (1..=4).contains(&m.size())) => Seen::No,
        G_AND if (1..3).any(|k| k != n && mf.constant_operand(inst, k).is_some_and(|c| c >> 32 == 0)) => {
            Seen::No
        }
        G_ADD | G_SUB | G_MUL | G_AND | G_OR | G_XOR | G_PHI | G_FREEZE => Seen::AsResult,
        COPY if result.is_some_and(|v| mf.ty(v) == S64) => Seen::AsResult,
        G_SHL if n == 1 => Seen::AsResult,
        G_SELECT if n >= 2 => Seen::AsResult,
        _ => Seen::Yes,
    }
}

/// How a value comes to be sign-extended.
enum Extended {
    /// It is.
    Already,
    /// If these are.
    If(SmallVec<[VReg; 4]>),
    /// If its instruction is changed, which costs nothing.
    ByChange,
    No,
}

struct OptWInstrs<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    known: KnownBits,
    upper_seen: Vec<bool>,
    /// By register: whether it has been found, or made, to be sign-extended.
    extended: Vec<bool>,
}

impl OptWInstrs<'_> {
    /// Makes `value` the sign-extension of its low half, if all that it comes from can be; whether it is.
    fn extend(&mut self, value: VReg) -> bool {
        let mut values: SmallVec<[VReg; 16]> = SmallVec::from_slice(&[value]);
        let mut changes: SmallVec<[VReg; 8]> = SmallVec::new();
        let mut next = 0;
        while let Some(&at) = values.get(next) {
            next += 1;
            match self.look(at) {
                Extended::Already => {}
                Extended::ByChange => changes.push(at),
                Extended::If(inputs) => {
                    for input in inputs {
                        if !values.contains(&input) {
                            values.push(input);
                        }
                    }
                }
                Extended::No => return false,
            }
            if values.len() > MOST_VALUES {
                return false;
            }
        }
        // Selection makes one instruction of the operation and its extension.
        if changes.first() == Some(&value) && self.mf.use_count(value) == 1 {
            return false;
        }
        let changes_any = !changes.is_empty();
        changes.into_iter().for_each(|vreg| self.change(vreg));
        for value in values {
            if changes_any {
                self.mf.note_intact_bits(value, 32);
            }
            if let Some(extended) = self.extended.get_mut(value.index()) {
                *extended = true;
            }
        }
        true
    }

    fn look(&mut self, value: VReg) -> Extended {
        if self.extended.get(value.index()) == Some(&true) {
            return Extended::Already;
        }
        let Some(def) = self.mf.def(value).filter(|_| self.mf.ty(value) == S64) else { return Extended::No };
        let known = self.known.of(self.mf, self.target, value);
        if known.bits == 64 && known.sign_bits > 32 {
            return Extended::Already;
        }
        let inputs = |from: usize, by: usize| {
            let operands = self.mf.operands(def).iter().skip(from).step_by(by);
            operands
                .map(|o| o.vreg())
                .collect::<Option<SmallVec<[VReg; 4]>>>()
                .map_or(Extended::No, Extended::If)
        };
        match self.mf.opcode(def) {
            G_PHI => inputs(1, 2),
            G_AND | G_OR | G_XOR | G_FREEZE | COPY => inputs(1, 1),
            G_SELECT => inputs(2, 1),
            _ if self.is_changeable(def, value) => Extended::ByChange,
            _ => Extended::No,
        }
    }

    /// Whether `def` may extend `value` instead of leaving its upper half open, or what it has in it.
    fn is_changeable(&self, def: InstId, value: VReg) -> bool {
        let unseen = self.upper_seen.get(value.index()) == Some(&false);
        let word = |inst| self.mf.mem_operand(inst).is_some_and(|m| m.size() == 4);
        match self.mf.opcode(def) {
            G_ADD | G_SUB | G_MUL => unseen,
            G_SHL => unseen && self.mf.constant_operand(def, 2).is_some_and(|by| (0..32).contains(&by)),
            G_LOAD => word(def) && self.mf.mem_operand(def).is_some_and(|m| m.is_unordered()),
            G_ANYEXT => {
                let narrow = self.mf.vreg_operand(def, 1).filter(|&v| self.mf.ty(v).bits() == 32);
                narrow.is_some_and(|narrow| is_sext32(self.mf, narrow))
            }
            _ => false,
        }
    }

    /// Has the definition of `value` extend it.
    fn change(&mut self, value: VReg) {
        let Some(def) = self.mf.def(value) else { return };
        let by_itself: Option<Opcode> = match self.mf.opcode(def) {
            G_LOAD => Some(G_SEXTLOAD),
            G_ANYEXT => Some(G_SEXT),
            _ => None,
        };
        if let Some(opcode) = by_itself {
            self.mf.inst_mut(def).opcode = opcode;
            return;
        }
        let open = self.mf.create_vreg(S64);
        self.mf.set_operand(def, 0, Operand::def(open));
        let operands = [Operand::def(value), Operand::use_of(open), Operand::small_imm(32)];
        let extension = self.mf.create_inst(G_SEXT_INREG, &operands, None);
        self.mf.insert_after(def, extension);
        self.known.forget(value);
    }
}
