//! Selection: the rules of `select.isle` and `select_float.isle`, and cases that they cannot
//! express.

use crate::features::FeatureSet;
use crate::isle::names::{self, Unit};
use crate::isle::{RuleContext, include_rules, prelude, prelude_methods};
use crate::riscv::features::Features;
use crate::riscv::isel::atomics;
use crate::riscv::isel::code_model::is_medlow;
use crate::riscv::isel::double_words;
use crate::riscv::isel::float_values;
use crate::riscv::isel::intrinsics;
use crate::riscv::isel::materialize::{self, materialize};
use crate::riscv::isel::thread_local;
use crate::riscv::isel::word_values;
use crate::riscv::mc::instructions::{VARIANTS, op};
use crate::riscv::mc::operands;
use crate::riscv::registers::xlen;
use crate::riscv::registers::{banks, regs};
use gisel_codegen::ir::content::{FloatFormat, Form};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S64};
use gisel_codegen::ir::mir::{
    Elements, FloatPredicate, IntPredicate, MachineFunction, MemFlags, MemOperand, Operand, PointerInfo,
};
use gisel_codegen::ir::module::{CodeModel, Linkage, RelocModel};
use gisel_codegen::ir::opcodes;
use gisel_codegen::isel::select::{InstructionSelector, Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{BankId, PhysReg, RegClassId, SubReg};

/// The selector of RISC-V.
#[derive(Debug)]
pub(crate) struct RiscvSelector {
    /// The features that code depends on.
    pub features: Features,
    /// All features of the subtarget.
    pub set: FeatureSet,
}

impl InstructionSelector for RiscvSelector {
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected> {
        let opcode = selection.mf.opcode(root);
        if opcode == opcodes::G_INTRINSIC || opcode == opcodes::G_INTRINSIC_W_SIDE_EFFECTS {
            return intrinsics::select(selection, &self.set, root);
        }
        match opcode {
            opcodes::G_PREFETCH => return prefetch(selection, root),
            opcodes::G_MERGE_VALUES => return double_words::join(selection, root),
            opcodes::G_UNMERGE_VALUES => return double_words::split(selection, root),
            _ => {}
        }
        let mut context = RuleContext { s: selection, features: self.features.bits() };
        rules::constructor_select(&mut context, root)
    }

    fn rules(&self) -> &'static [&'static str] {
        rules::RULES
    }

    fn rule_texts(&self) -> &'static [&'static str] {
        rules::RULE_TEXTS
    }
}

/// Selects a prefetch: Zicbop's instruction for execution, writes or reads.
fn prefetch(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let &[address, write, _, data] = s.mf.operands(inst) else { return None };
    let sum = address
        .vreg()
        .and_then(|pointer| s.mf.def(pointer))
        .filter(|&d| s.mf.opcode(d) == opcodes::G_PTR_ADD);
    let held = |sum: InstId| {
        let offset = s.mf.constant_operand(sum, 2).filter(|v| v % 32 == 0 && (-2048..2048).contains(v))?;
        Some((s.mf.operand(sum, 1), offset))
    };
    let (base, offset) = sum.and_then(held).unwrap_or((address, 0));
    let opcode = match (s.mf.imm_value(write)?, s.mf.imm_value(data)?) {
        (_, 0) => op::PREFETCH_I,
        (0, _) => op::PREFETCH_R,
        _ => op::PREFETCH_W,
    };
    s.emit(opcode, &[base, Operand::small_imm(offset as i32)]);
    Some(Selected::default())
}

include_rules!("riscv");

use rule_view::*;

impl rules::Context for RuleContext<'_, '_> {
    prelude_methods!();

    fn sext32(&mut self, value: VReg) -> Option<VReg> {
        word_values::is_sext32(self.s.mf, value).then_some(value)
    }

    fn zext32(&mut self, value: VReg) -> Option<VReg> {
        word_values::is_zext32(self.s.mf, value).then_some(value)
    }

    fn variant(&mut self, opcode: Opcode) -> Opcode {
        let features = Features::from_bits_retain(self.features);
        if features.contains(Features::ZFINX) { in_general_registers(opcode, features) } else { opcode }
    }

    fn doubled(&mut self, value: i64) -> Option<i64> {
        materialize::doubled(value, Features::from_bits_retain(self.features))
    }

    fn fli_number(&mut self, value: VReg, bits: u128) -> Option<i64> {
        operands::fli_number(Features::from_bits_retain(self.features), self.s.mf.ty(value), bits)
    }

    fn s16_bits(&mut self, bits: u128) -> i64 {
        i64::from(bits as i16)
    }

    fn s32_bits(&mut self, bits: u128) -> i64 {
        i64::from(bits as i32)
    }

    fn s64_bits(&mut self, bits: u128) -> i64 {
        bits as i64
    }

    fn long_constant(&mut self, value: i64) -> Option<i64> {
        let features = Features::from_bits_retain(self.features) | Features::RV64;
        (materialize(value, features).len() > 3).then_some(value)
    }

    fn pool_load(&mut self, bits: i64) -> Selected {
        let elements = Elements { form: Form::Float(FloatFormat::Double), size: 8 };
        let entry = self.s.mf.constant_pool_entry_of(&bits.to_le_bytes(), 8, Some(elements));
        let address = self.s.op(op::PseudoLLA, &[Operand::constant_pool(entry)]);
        let fixed = MemFlags::LOAD | MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
        let access = MemOperand::new(fixed, S64, 8).with_pointer(PointerInfo::ConstantPool);
        self.s.mf.add_mem_operand(self.s.root(), access);
        self.s.last_op(op::FLD, &[Operand::use_of(address), Operand::small_imm(0)])
    }

    #[inline]
    fn frame_object(&mut self, address: VReg) -> Option<Operand> {
        frame_object(self.s.mf, address)
    }

    fn local_symbol(&mut self, address: VReg) -> Option<Operand> {
        local_symbol(self.s, address)
    }

    fn thread_local_address(&mut self, symbol: Operand) -> VReg {
        thread_local::address(self.s, symbol)
    }

    fn load(&mut self, opcode: Opcode, pointer: VReg) -> Selected {
        let (base, offset) = access(self.s, pointer);
        self.s.last_op(opcode, &[base, offset])
    }

    fn store(&mut self, opcode: Opcode, value: Operand, pointer: VReg) -> Selected {
        let (base, offset) = access(self.s, pointer);
        self.s.last_emit(opcode, &[value, base, offset])
    }

    fn low(&mut self, vreg: VReg, bits: i64) -> VReg {
        low(self.s, vreg, bits)
    }

    fn loaded(&mut self, vreg: VReg) -> Option<(InstId, i64)> {
        loaded(self.s, vreg)
    }

    fn make_sextload(&mut self, load: InstId) {
        self.s.mf.inst_mut(load).opcode = opcodes::G_SEXTLOAD;
    }

    fn make_zextload(&mut self, load: InstId) {
        self.s.mf.inst_mut(load).opcode = opcodes::G_ZEXTLOAD;
    }

    fn mask(&mut self, vreg: VReg) -> Option<i64> {
        let value = prelude::uconst(self.s.mf, vreg)?;
        (value != 0 && value & value.wrapping_add(1) == 0 && value.count_ones() < self.s.mf.pointer.bits())
            .then(|| i64::from(value.count_ones()))
    }

    fn less(&mut self, a: i64, b: i64) -> Option<()> {
        (a < b).then_some(())
    }

    fn xlen(&mut self) -> i64 {
        self.s.mf.pointer.bits().into()
    }

    fn rv32(&mut self) -> Option<()> {
        (!xlen::is_rv64(self.s.mf)).then_some(())
    }

    fn rv64(&mut self) -> Option<()> {
        xlen::is_rv64(self.s.mf).then_some(())
    }

    fn covers_amount(&mut self, mask: i64) -> Option<()> {
        let amount = i64::from(self.s.mf.pointer.bits()) - 1;
        (mask & amount == amount).then_some(())
    }

    fn zba(&mut self) -> Option<()> {
        self.has(Features::ZBA)
    }

    fn zbb(&mut self) -> Option<()> {
        self.has(Features::ZBB)
    }

    fn zbkb(&mut self) -> Option<()> {
        self.has(Features::ZBKB)
    }

    fn zbs(&mut self) -> Option<()> {
        self.has(Features::ZBS)
    }

    fn short(&mut self, vreg: VReg) -> Option<i64> {
        let mf = &self.s.mf;
        let cut = mf.def(vreg).filter(|&def| mf.opcode(def) == opcodes::G_TRUNC);
        let whole = cut.and_then(|cut| mf.vreg_operand(cut, 1)).unwrap_or(vreg);
        mf.constant(whole).filter(|value| (-2048..=2047).contains(value))
    }

    fn compared_first(&mut self, predicate: &IntPredicate, a: VReg, b: VReg) -> VReg {
        use IntPredicate::{Sgt, Sle, Ugt, Ule};
        if matches!(predicate, Sgt | Sle | Ugt | Ule) { b } else { a }
    }

    fn condition(&mut self, predicate: &IntPredicate) -> i64 {
        use IntPredicate::*;
        match predicate {
            Eq => 0,
            Ne => 1,
            Slt | Sgt => 2,
            Sge | Sle => 3,
            Ult | Ugt => 4,
            Uge | Ule => 5,
        }
    }

    fn unboxed(&mut self, value: VReg) -> Option<VReg> {
        let in_floats = self.s.bank(value) == Some(banks::FPRB);
        // Code without D may run where registers have 64 bits.
        let is_narrow = in_floats && self.s.mf.ty(value).bits() < 64;
        (is_narrow && !float_values::is_boxed(self.s, value)).then_some(value)
    }

    fn zfh(&mut self) -> Option<()> {
        self.has(Features::ZFH)
    }

    fn zicond(&mut self) -> Option<()> {
        self.has(Features::ZICOND)
    }

    fn rotates(&mut self) -> Option<()> {
        Features::from_bits_retain(self.features).rotates().then_some(())
    }

    fn one_shifted(&mut self, value: VReg) -> Option<VReg> {
        let mf = &*self.s.mf;
        let shift = only_use(mf, value, opcodes::G_SHL)?;
        let one = mf.vreg_operand(shift, 1).is_some_and(|v| mf.constant(v) == Some(1));
        mf.vreg_operand(shift, 2).filter(|_| one)
    }

    fn bit_of(&mut self, value: VReg) -> Option<i64> {
        let bits = prelude::uconst(self.s.mf, value)?;
        (bits.is_power_of_two() && bits > LARGEST_IMMEDIATE).then(|| bits.trailing_zeros().into())
    }

    fn bit_not_of(&mut self, value: VReg) -> Option<i64> {
        let bits = !prelude::uconst(self.s.mf, value)? & xlen::ones(self.s.mf);
        (bits.is_power_of_two() && bits > LARGEST_IMMEDIATE).then(|| bits.trailing_zeros().into())
    }

    fn low_part(&mut self, value: VReg, bits: i64) -> Option<VReg> {
        low_part(self.s.mf, value, bits)
    }

    fn half_of(&mut self, bits: i64, whole: i64) -> Option<()> {
        (bits * 2 == whole).then_some(())
    }

    fn medlow(&mut self) -> Option<()> {
        is_medlow(self.s.module).then_some(())
    }

    fn is_direct(&mut self, symbol: Operand) -> Option<()> {
        is_direct(self.s, symbol).then_some(())
    }

    fn not_word(&mut self, bits: i64, amount: i64) -> Option<()> {
        (bits != 32 || amount == 0).then_some(())
    }

    fn nothing(&mut self) {}

    fn amo(&mut self, base: Opcode, bits: u32, order: u32, value: Operand, pointer: VReg) -> VReg {
        self.s.op(atomics::amo(base, bits, order), &[value, Operand::use_of(pointer)])
    }

    fn amo_bits(&mut self, inst: InstId) -> Option<(u32, u32)> {
        prelude::atomic_bits(self.s.mf, inst)
            .filter(|&(bits, _)| bits >= 32 || self.has(Features::ZABHA).is_some())
    }

    fn zacas(&mut self) -> Option<()> {
        self.has(Features::ZACAS)
    }

    fn amocas(&mut self, bits: u32, order: u32, expected: VReg, new: Operand, pointer: VReg) -> VReg {
        let uses = [Operand::use_of(expected), new, Operand::use_of(pointer)];
        self.s.op(atomics::amocas(bits, order), &uses)
    }

    fn atomic_loop(&mut self, opcode: Opcode, inst: InstId, order: u32) -> VReg {
        let uses: Vec<Operand> = self.s.mf.operands(inst).iter().skip(1).copied().collect();
        atomics::select_loop(self.s, opcode, &uses, order)
    }

    fn allocate_to(&mut self, address: VReg) {
        let address = Operand::use_of(address);
        if self.s.mf.attrs.stack_probe_size.is_some() {
            self.s.emit(op::PROBED_STACKALLOC_DYN, &[address]);
        } else {
            self.s.emit(op::ADDI, &[Operand::def(regs::X2), address, Operand::small_imm(0)]);
        }
    }

    fn with_scratch(&mut self, opcode: Opcode, value: Operand, symbol: Operand) {
        self.s.op(opcode, &[value, symbol]);
    }
}

/// Returns the equivalent of `opcode` in general registers.
fn in_general_registers(opcode: Opcode, features: Features) -> Opcode {
    let first = VARIANTS.partition_point(|row| row.0 < opcode);
    let mut variants = VARIANTS[first..].iter().take_while(|row| row.0 == opcode).map(|row| row.1);
    // For doubles the variant on register pairs comes last.
    let found = if features.pairs_doubles() { variants.last() } else { variants.next() };
    found.expect("what computes with floats has a variant in general registers")
}

/// The maximum immediate of 12 bits.
const LARGEST_IMMEDIATE: u64 = 2047;

impl RuleContext<'_, '_> {
    /// Returns `Some` if the subtarget has `feature`.
    fn has(&self, feature: Features) -> Option<()> {
        Features::from_bits_retain(self.features).contains(feature).then_some(())
    }
}

/// Returns the instruction with `opcode` that defines `value`, if `value` has one use.
fn only_use(mf: &MachineFunction, value: VReg, opcode: Opcode) -> Option<InstId> {
    mf.def(value).filter(|&def| mf.opcode(def) == opcode && mf.use_count(value) == 1)
}

/// Returns the value whose low `bits` are `value`, with zeros above. Looks through the instruction
/// that clears the upper bits.
fn low_part(mf: &MachineFunction, value: VReg, bits: i64) -> Option<VReg> {
    let masked = |and: InstId| mf.constant_operand(and, 2).is_some_and(|mask| mask == (1 << bits) - 1);
    if let Some(and) = only_use(mf, value, opcodes::G_AND).filter(|&and| masked(and)) {
        return mf.vreg_operand(and, 1);
    }
    if let Some(extension) = only_use(mf, value, opcodes::G_ZEXT) {
        return mf.vreg_operand(extension, 1).filter(|&narrow| i64::from(mf.ty(narrow).bits()) == bits);
    }
    has_no_more_bits(mf, value, bits, MAX_STEPS).then_some(value)
}

/// The maximum number of definitions that are visited for the known bits of a value.
const MAX_STEPS: u32 = 4;

/// Returns true if all bits of `value` except the low `bits` are zero.
fn has_no_more_bits(mf: &MachineFunction, value: VReg, bits: i64, steps: u32) -> bool {
    let Some(def) = mf.def(value).filter(|_| steps > 0 && bits > 0) else { return false };
    let operand = |n: usize| mf.vreg_operand(def, n);
    let constant = || mf.constant_operand(def, 2).filter(|by| (0..64).contains(by));
    let fits = |n: usize, bits: i64| operand(n).is_some_and(|v| has_no_more_bits(mf, v, bits, steps - 1));
    match mf.opcode(def) {
        opcodes::G_ZEXTLOAD => prelude::mem_bits(mf, def).is_some_and(|size| i64::from(size) <= bits),
        opcodes::G_AND => mf.constant_operand(def, 2).is_some_and(|mask| mask >> bits == 0),
        opcodes::G_OR => fits(1, bits) && fits(2, bits),
        opcodes::G_SHL => constant().is_some_and(|by| fits(1, bits - by)),
        opcodes::G_LSHR => constant().is_some_and(|by| i64::from(mf.ty(value).bits()) - by <= bits),
        opcodes::G_ASSERT_ZEXT => mf.expect_imm(def, 2) <= bits,
        _ => false,
    }
}

/// Returns true if the symbol is addressed without an address word. That holds for code that is not
/// position-independent, except for symbols that may be zero, which have no PC-relative distance,
/// and in the large code model.
fn is_direct(s: &Selection<'_>, operand: Operand) -> bool {
    let Some(reference) = s.mf.symbol_ref(operand) else { return true };
    if prelude::is_tagged(s, operand) {
        return false;
    }
    let symbol = s.module.symbol(reference.symbol);
    match s.module.reloc_model {
        RelocModel::Pic => symbol.dso_local,
        RelocModel::Static if s.module.code_model == CodeModel::Large => false,
        RelocModel::Static => is_medlow(s.module) || symbol.linkage != Linkage::ExternalWeak,
    }
}

/// Returns the symbol with an offset in `address`, if it is local and its address has no other use.
fn local_symbol(s: &mut Selection<'_>, address: VReg) -> Option<Operand> {
    let single = |s: &Selection<'_>, v: VReg| if s.mf.use_count(v) == 1 { s.mf.def(v) } else { None };
    let mut def = single(s, address)?;
    let mut offset = 0;
    if s.mf.opcode(def) == opcodes::G_PTR_ADD {
        offset = s.mf.constant_operand(def, 2)?;
        def = single(s, s.mf.vreg_operand(def, 1)?)?;
    }
    if s.mf.opcode(def) != opcodes::G_GLOBAL_VALUE {
        return None;
    }
    let operand = s.mf.operand(def, 1);
    let reference = s.mf.symbol_ref(operand)?;
    let total = reference.offset.checked_add(offset)?;
    let direct = is_direct(s, operand) && !prelude::is_thread_local(s, operand);
    if operand.target_flags() != 0 || !direct || i32::try_from(total).is_err() {
        return None;
    }
    Some(if offset == 0 { operand } else { s.mf.global(reference.symbol, total) })
}

fn is_simm12(value: &i64) -> bool {
    (-2048..=2047).contains(value)
}

/// Returns base and offset of an access to `pointer`. The offset is the low part of a thread-local
/// variable's address, if that is used once.
pub(crate) fn access(s: &mut Selection<'_>, pointer: VReg) -> (Operand, Operand) {
    thread_local::access(s, pointer).unwrap_or_else(|| address(s, pointer))
}

/// Returns the address in `pointer` as a base and an offset of 12 bits: constant additions and
/// frame objects fold.
fn address(s: &Selection<'_>, pointer: VReg) -> (Operand, Operand) {
    let (mut base, mut offset) = (pointer, 0);
    while let Some(def) = s.mf.def(base).filter(|&d| s.mf.opcode(d) == opcodes::G_PTR_ADD) {
        let (Some(next), Some(by)) = (s.mf.vreg_operand(def, 1), s.mf.vreg_operand(def, 2)) else { break };
        let sum = s.mf.constant(by).and_then(|by| by.checked_add(offset)).filter(is_simm12);
        let Some(sum) = sum else { break };
        (base, offset) = (next, sum);
    }
    let fixed = frame_object(s.mf, base).or_else(|| stack_pointer(s, base));
    let base = fixed.unwrap_or(Operand::use_of(base));
    (base, Operand::small_imm(offset as i32))
}

/// Returns the frame object whose address is `base`.
#[inline]
fn frame_object(mf: &MachineFunction, base: VReg) -> Option<Operand> {
    let object = mf.def(base).filter(|&d| mf.opcode(d) == opcodes::G_FRAME_INDEX)?;
    Some(mf.operand(object, 1))
}

/// Returns the stack pointer, if `base` is a copy of it for an outgoing argument: it has not moved
/// since.
fn stack_pointer(s: &Selection<'_>, base: VReg) -> Option<Operand> {
    let outgoing = s.mf.mem_operand(s.root()).map(|m| matches!(m.pointer, PointerInfo::OutgoingArgument(_)));
    let copy = s.mf.def(base).filter(|&d| s.mf.opcode(d) == opcodes::COPY && outgoing == Some(true))?;
    Some(s.mf.operand(copy, 1)).filter(|o| o.phys() == Some(regs::X2))
}

/// Returns a register with the same low `bits` as `vreg`: it looks through extensions of these
/// bits.
fn low(s: &Selection<'_>, vreg: VReg, bits: i64) -> VReg {
    let mut at = vreg;
    while let Some(def) = s.mf.def(at) {
        let Some(source) = s.mf.vreg_operand(def, 1) else { break };
        let one_use = s.mf.use_count(at) == 1;
        let wide = i64::from(s.mf.ty(source).bits()) >= bits && s.bank(source) == Some(banks::GPRB);
        let constant = || s.mf.vreg_operand(def, 2).and_then(|v| prelude::uconst(s.mf, v));
        let leaves = match s.mf.opcode(def) {
            opcodes::G_ANYEXT | opcodes::G_TRUNC => i64::from(s.mf.ty(at).bits()) >= bits,
            opcodes::G_SEXT | opcodes::G_ZEXT => one_use,
            opcodes::G_SEXT_INREG => one_use && s.mf.expect_imm(def, 2) >= bits,
            opcodes::G_AND => one_use && constant().is_some_and(|mask| mask.trailing_ones() as i64 >= bits),
            _ => false,
        };
        if !(leaves && wide) {
            break;
        }
        at = source;
    }
    at
}

/// Returns the load of `vreg`, if its extension is unspecified, and its size in bits.
fn loaded(s: &Selection<'_>, vreg: VReg) -> Option<(InstId, i64)> {
    let mut at = vreg;
    loop {
        let def = s.mf.def(at)?;
        match s.mf.opcode(def) {
            opcodes::G_ANYEXT => at = s.mf.vreg_operand(def, 1)?,
            opcodes::G_LOAD if s.bank(at) == Some(banks::GPRB) => {
                return prelude::mem_bits(s.mf, def).map(|bits| (def, i64::from(bits)));
            }
            _ => return None,
        }
    }
}
