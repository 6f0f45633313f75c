//! `opt-w-instrs`: removes sign extensions from 32 to 64 bits if the operand can be sign-extended
//! from the start, as rv64's word operations sign-extend their results. The legalizer leaves the
//! upper half of a widened value undefined. This pass finds additions, subtractions,
//! multiplications, shifts and loads whose upper half is not read, through phis and logic. If they
//! are the inputs of an extension, they are changed to sign-extend. LLVM has a pass of this name
//! after selection. For zero extensions see `zero_extended_words`. Extensions whose upper half is
//! never read are erased.
//!
//! Requires: legal generic instructions in SSA form. Establishes: nothing new. Cost: three walks,
//! and `MAX_VALUES` for each extension.

use crate::riscv::isel::word_values::is_sext32;
use crate::riscv::passes::upper_halves::{SIGN_EXTENSION, UPPER_BITS, UpperHalves};
use crate::riscv::passes::{widened_selects, zero_extended_words};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::known_bits::KnownBits;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::target::PassTarget;
use smallvec::SmallVec;

/// The maximum number of values that are visited for one extension.
const MAX_VALUES: usize = 48;

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let (mut extensions, mut by_zeros, mut selects) = (Vec::new(), Vec::new(), Vec::new());
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        match mf.opcode(inst) {
            G_SEXT_INREG if is_word_extension(mf, inst) => extensions.push(inst),
            G_AND if zero_extended_words::extended(mf, inst).is_some() => by_zeros.push(inst),
            G_ANYEXT if widened_selects::is_extended_select(mf, inst) => selects.push(inst),
            _ => {}
        }
    }
    if extensions.is_empty() && by_zeros.is_empty() {
        return;
    }
    widened_selects::widen(mf, &selects);
    let mut halves = UpperHalves::of(mf);
    zero_extended_words::erase(mf, &by_zeros, &mut halves);
    let extended = vec![false; mf.num_vregs()];
    let mut pass = OptWInstrs { mf, target, known: KnownBits::default(), halves, extended };
    extensions.retain(|&inst| !pass.is_erased(inst));
    let OptWInstrs { mf, halves, .. } = pass;
    // Values of erased extensions are known only after their uses have been replaced.
    let halves = if halves.rewrite_uses(mf) { UpperHalves::of(mf) } else { halves };
    erase_unread(mf, &extensions, halves);
}

/// Erases those of `extensions` whose upper half is never read.
fn erase_unread(mf: &mut MachineFunction, extensions: &[InstId], mut halves: UpperHalves) {
    for &inst in extensions {
        let Some((result, value)) = mf.vreg_operand(inst, 0).zip(mf.vreg_operand(inst, 1)) else { continue };
        if !halves.has_readers(result, SIGN_EXTENSION) {
            halves.replace(result, value);
            mf.note_intact_bits(result, 32);
            mf.note_same_value(result, value);
            mf.remove_inst(inst);
        }
    }
    halves.rewrite_uses(mf);
}

/// Returns true if `inst`, a `G_SEXT_INREG`, extends the low half of a register.
fn is_word_extension(mf: &MachineFunction, inst: InstId) -> bool {
    let result = mf.vreg_operand(inst, 0);
    result.is_some_and(|v| mf.ty(v) == S64) && mf.imm_value(mf.operand(inst, 2)) == Some(32)
}

/// The way in which a value is sign-extended.
enum Extended {
    /// It is already.
    Already,
    /// If these are.
    If(SmallVec<[VReg; 4]>),
    /// If its instruction is changed, at no cost.
    ByChange,
    No,
}

struct OptWInstrs<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    known: KnownBits,
    halves: UpperHalves,
    /// By register: true if it is, or has been made, sign-extended.
    extended: Vec<bool>,
}

impl OptWInstrs<'_> {
    /// Erases the extension `inst` if its operand can be made sign-extended. Returns true if so.
    fn is_erased(&mut self, inst: InstId) -> bool {
        let operands = self.mf.vreg_operand(inst, 0).zip(self.mf.vreg_operand(inst, 1));
        let Some((result, value)) = operands.map(|(result, value)| (result, self.halves.resolve(value)))
        else {
            return false;
        };
        let is_erased = self.extend(value);
        if is_erased {
            self.halves.replace(result, value);
            self.halves.forward_readers(self.mf, result);
            self.mf.note_same_value(result, value);
            self.mf.remove_inst(inst);
        }
        is_erased
    }

    /// Makes `value` the sign extension of its low half, if all its inputs can be. Returns true if
    /// so.
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
                        let input = self.halves.resolve(input);
                        if !values.contains(&input) {
                            values.push(input);
                        }
                    }
                }
                Extended::No => return false,
            }
            if values.len() > MAX_VALUES {
                return false;
            }
        }
        // Selection merges the operation and its extension into one instruction.
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

    /// Returns true if `def` may sign-extend `value` instead of leaving its upper half undefined or
    /// keeping it.
    fn is_changeable(&self, def: InstId, value: VReg) -> bool {
        let unseen = !self.halves.has_readers(value, UPPER_BITS);
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

    /// Changes the definition of `value` to sign-extend it.
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
        self.known.forget_all();
    }
}
