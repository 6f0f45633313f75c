//! Loads and stores: the instruction of an access, and its addressing mode.
//!
//! An address is a base with a scaled or a signed offset, a base with an index (extended from 32
//! bits, scaled by the access size), a frame object with an offset, or the low 12 bits of a
//! symbol's address.

use crate::aarch64::features::Features;
use crate::aarch64::frame::frame_index::unscaled;
use crate::aarch64::isel::atomics;
use crate::aarch64::isel::code_model;
use crate::aarch64::isel::symbol_addressing::scales_low_bits;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::{banks, classes, regs, subs};
use crate::isle::prelude::{fconst, is_said_local, is_tagged, last_subreg_to_reg};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, MemOperand, Operand, Ordering, PointerInfo, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;

/// The instructions of one access: scaled offset, index of 32 and of 64 bits.
struct Form {
    scaled: Opcode,
    index_w: Opcode,
    index_x: Opcode,
    /// The form with acquire or release semantics, and a plain base register.
    ordered: Option<Opcode>,
    /// The size of the access in bytes.
    size: i64,
    /// True if it writes a W register, which clears the upper half.
    writes_word: bool,
}

/// A reference to a form.
type FormRef = &'static Form;

macro_rules! forms {
    ($($name:ident: $scaled:ident $w:ident $x:ident $ordered:expr, $size:literal $(, $writes_word:ident)?;)*) => {$(
        static $name: Form = Form {
            scaled: op::$scaled, index_w: op::$w, index_x: op::$x, ordered: $ordered, size: $size,
            writes_word: forms!(@ $($writes_word)?),
        };
    )*
        /// All forms.
        static FORMS: [FormRef; [$(stringify!($name)),*].len()] = [$(&$name),*];
    };
    (@) => { false };
    (@ word) => { true };
}

forms! {
    LOAD_8: LDRBBui LDRBBroW LDRBBroX Some(op::LDARB), 1, word;
    LOAD_16: LDRHHui LDRHHroW LDRHHroX Some(op::LDARH), 2, word;
    LOAD_32: LDRWui LDRWroW LDRWroX Some(op::LDARW), 4, word;
    LOAD_64: LDRXui LDRXroW LDRXroX Some(op::LDARX), 8;
    LOAD_S8_W: LDRSBWui LDRSBWroW LDRSBWroX None, 1;
    LOAD_S16_W: LDRSHWui LDRSHWroW LDRSHWroX None, 2;
    LOAD_S8_X: LDRSBXui LDRSBXroW LDRSBXroX None, 1;
    LOAD_S16_X: LDRSHXui LDRSHXroW LDRSHXroX None, 2;
    LOAD_S32_X: LDRSWui LDRSWroW LDRSWroX None, 4;
    LOAD_B: LDRBui LDRBroW LDRBroX None, 1;
    LOAD_H: LDRHui LDRHroW LDRHroX None, 2;
    LOAD_S: LDRSui LDRSroW LDRSroX None, 4;
    LOAD_D: LDRDui LDRDroW LDRDroX None, 8;
    LOAD_Q: LDRQui LDRQroW LDRQroX None, 16;
    STORE_8: STRBBui STRBBroW STRBBroX Some(op::STLRB), 1;
    STORE_16: STRHHui STRHHroW STRHHroX Some(op::STLRH), 2;
    STORE_32: STRWui STRWroW STRWroX Some(op::STLRW), 4;
    STORE_64: STRXui STRXroW STRXroX Some(op::STLRX), 8;
    STORE_B: STRBui STRBroW STRBroX None, 1;
    STORE_H: STRHui STRHroW STRHroX None, 2;
    STORE_S: STRSui STRSroW STRSroX None, 4;
    STORE_D: STRDui STRDroW STRDroX None, 8;
    STORE_Q: STRQui STRQroW STRQroX None, 16;
    PREFETCH: PRFMui PRFMroW PRFMroX None, 8;
}

/// Returns the scaled-offset form of an access with a 64-bit index, and the shift of the index in
/// bits, if it is shifted.
pub(crate) fn scaled_of_indexed(opcode: Opcode) -> Option<(Opcode, u32)> {
    let form = FORMS.iter().find(|form| form.index_x == opcode)?;
    Some((form.scaled, form.size.trailing_zeros()))
}

/// Returns the form of a load, if one instruction suffices.
fn load_form(s: &Selection<'_>, inst: InstId, result: VReg, memory: &MemOperand) -> Option<FormRef> {
    let (bits, size) = (s.mf.ty(result).bits(), memory.size());
    let is_ordered = memory.ordering > Ordering::Monotonic;
    if s.bank(result) == Some(banks::FPR) {
        if is_ordered || bits != size * 8 {
            return None;
        }
        return Some(match size {
            1 => &LOAD_B,
            2 => &LOAD_H,
            4 => &LOAD_S,
            8 => &LOAD_D,
            16 => &LOAD_Q,
            _ => return None,
        });
    }
    let signed = s.mf.opcode(inst) == gop::G_SEXTLOAD;
    let form = match (size, signed, bits > 32) {
        (1, true, false) => &LOAD_S8_W,
        (2, true, false) => &LOAD_S16_W,
        (1, true, true) => &LOAD_S8_X,
        (2, true, true) => &LOAD_S16_X,
        (4, true, true) => &LOAD_S32_X,
        (1, ..) => &LOAD_8,
        (2, ..) => &LOAD_16,
        (4, ..) => &LOAD_32,
        (8, ..) => &LOAD_64,
        _ => return None,
    };
    let fits = size * 8 <= bits.max(8) && (!is_ordered || form.ordered.is_some());
    fits.then_some(form)
}

/// Returns the form of a store, if one instruction suffices.
fn store_form(s: &Selection<'_>, value: VReg, memory: &MemOperand) -> Option<FormRef> {
    let (bits, size) = (s.mf.ty(value).bits(), memory.size());
    let fpr = s.bank(value) == Some(banks::FPR);
    if fpr && (memory.ordering > Ordering::Monotonic || bits != size * 8) || size * 8 > bits.max(8) {
        return None;
    }
    Some(match (size, fpr) {
        (1, true) => &STORE_B,
        (2, true) => &STORE_H,
        (4, true) => &STORE_S,
        (8, true) => &STORE_D,
        (16, true) => &STORE_Q,
        (1, false) => &STORE_8,
        (2, false) => &STORE_16,
        (4, false) => &STORE_32,
        (8, false) => &STORE_64,
        _ => return None,
    })
}

/// The addressing mode of an access.
enum Address {
    /// A base and an offset that is a multiple of the size, numeric or symbolic.
    Scaled(Operand, Operand),
    /// A base and a signed offset in bytes.
    Signed(Operand, i64),
    /// A base and a 64-bit index; true if it is scaled.
    IndexX(VReg, VReg, bool),
    /// A base and a 32-bit index; true if it is signed, and if it is scaled.
    IndexW(VReg, Operand, bool, bool),
}

/// Returns the best address for the access `inst` of `size` bytes at `pointer`.
fn address(s: &mut Selection<'_>, inst: InstId, pointer: VReg, size: i64) -> Address {
    let plain = Address::Scaled(Operand::use_of(pointer), Operand::small_imm(0));
    let Some(def) = s.mf.def(pointer) else { return plain };
    let opcode = s.mf.opcode(def);
    if opcode == gop::G_FRAME_INDEX {
        return Address::Scaled(s.mf.operand(def, 1), Operand::small_imm(0));
    }
    let outgoing = |m: &MemOperand| matches!(m.pointer, PointerInfo::OutgoingArgument(_));
    if s.mf.mem_operand(inst).is_some_and(outgoing)
        && let Some(address) = at_stack_pointer(s.mf, pointer, size)
    {
        return address;
    }
    match opcode {
        gop::G_GLOBAL_VALUE => low_bits_of_symbol(s, pointer, def, size).unwrap_or(plain),
        gop::G_PTR_ADD => {
            let (Some(base), Some(offset)) = (s.mf.vreg_operand(def, 1), s.mf.vreg_operand(def, 2)) else {
                return plain;
            };
            match s.mf.constant(offset) {
                Some(offset) => with_offset(s.mf, base, offset, size).unwrap_or(plain),
                None if needed_in_register(s.mf, inst, pointer) => plain,
                None => with_index(s.mf, base, offset, size).unwrap_or(plain),
            }
        }
        _ => plain,
    }
}

/// Returns the address of an outgoing argument: an offset from the stack pointer, which has not
/// moved since its address was computed.
fn at_stack_pointer(mf: &MachineFunction, pointer: VReg, size: i64) -> Option<Address> {
    let sum = mf.def(pointer).filter(|&d| mf.opcode(d) == gop::G_PTR_ADD);
    let base = sum.map_or(Some(pointer), |d| mf.vreg_operand(d, 1))?;
    let offset = sum.map_or(Some(0), |d| mf.constant_operand(d, 2))?;
    let copy = mf.def(base).filter(|&d| mf.opcode(d) == gop::COPY)?;
    let near = offset % size == 0 && (0..4096).contains(&(offset / size));
    let sp = mf.operand(copy, 1).phys().filter(|&reg| reg == regs::SP && near)?;
    Some(Address::Scaled(Operand::use_of(sp), Operand::small_imm((offset / size) as i32)))
}

fn with_offset(mf: &MachineFunction, base: VReg, offset: i64, size: i64) -> Option<Address> {
    let frame = mf.def(base).filter(|&d| mf.opcode(d) == gop::G_FRAME_INDEX);
    let base = frame.map_or(Operand::use_of(base), |d| mf.operand(d, 1));
    if offset % size == 0 && (0..4096).contains(&(offset / size)) {
        return Some(Address::Scaled(base, Operand::small_imm((offset / size) as i32)));
    }
    (-256..256).contains(&offset).then_some(Address::Signed(base, offset))
}

/// Returns `base + offset` with a variable offset: scaled if it is shifted by the access size,
/// extended if it comes from 32 bits. An offset with another shift is rejected: the addition folds
/// the shift, once for all accesses.
fn with_index(mf: &MachineFunction, base: VReg, offset: VReg, size: i64) -> Option<Address> {
    let (index, scaled) = match scaled_index(mf, offset, size) {
        Some(index) => (index, true),
        None if shifted(mf, offset) || negated_word(mf, offset) => return None,
        None => (offset, false),
    };
    if let Some(def) = mf.def(index)
        && let Some(source) = mf.vreg_operand(def, 1)
        && mf.ty(source).bits() == 32
        && matches!(mf.opcode(def), gop::G_SEXT | gop::G_ZEXT)
    {
        return Some(Address::IndexW(base, Operand::use_of(source), mf.opcode(def) == gop::G_SEXT, scaled));
    }
    if let Some(def) = mf.def(index).filter(|&d| mf.opcode(d) == gop::G_SEXT_INREG)
        && mf.imm_value(mf.operand(def, 2)) == Some(32)
        && let Some(source) = mf.vreg_operand(def, 1)
    {
        let low = Operand::use_of(source).with_sub_reg(subs::SUB_32);
        return Some(Address::IndexW(base, low, true, scaled));
    }
    Some(Address::IndexX(base, index, scaled))
}

/// Returns true if `offset` is a left shift by a constant.
fn shifted(mf: &MachineFunction, offset: VReg) -> bool {
    let def = mf.def(offset).filter(|&d| mf.opcode(d) == gop::G_SHL);
    def.and_then(|d| mf.constant_operand(d, 2)).is_some()
}

/// Returns true if an instruction near `inst` requires `pointer` in a register: a later one, which
/// is already selected, or an earlier sum.
fn needed_in_register(mf: &MachineFunction, inst: InstId, pointer: VReg) -> bool {
    const MAX_DISTANCE: usize = 16;
    if !matches!(mf.reg_attr(pointer), RegAttr::Class(_)) {
        return false;
    }
    let after = std::iter::successors(mf.next_inst(inst), |&i| mf.next_inst(i)).take(MAX_DISTANCE);
    let before = std::iter::successors(mf.prev_inst(inst), |&i| mf.prev_inst(i)).take(MAX_DISTANCE);
    let sums = before.filter(|&i| mf.opcode(i) == gop::G_PTR_ADD);
    let uses = |i| mf.operands(i).iter().any(|o| o.is_use() && o.vreg() == Some(pointer));
    after.chain(sums).any(uses)
}

/// Returns true if `offset` is a negated unsigned word, which an addition subtracts and extends.
fn negated_word(mf: &MachineFunction, offset: VReg) -> bool {
    let def = mf.def(offset).filter(|&d| mf.opcode(d) == gop::G_SUB && mf.constant_operand(d, 1) == Some(0));
    let word = def.and_then(|d| mf.def(mf.vreg_operand(d, 2)?)).filter(|&d| mf.opcode(d) == gop::G_ZEXT);
    word.and_then(|d| mf.vreg_operand(d, 1)).is_some_and(|from| mf.ty(from).bits() == 32)
}

/// Returns the factor other than `size`, if `offset` is a product with it.
fn scaled_index(mf: &MachineFunction, offset: VReg, size: i64) -> Option<VReg> {
    let def = mf.def(offset)?;
    let factor = mf.constant_operand(def, 2)?;
    let matches = match mf.opcode(def) {
        gop::G_SHL => (0..63).contains(&factor) && 1 << factor == size,
        gop::G_MUL => factor == size,
        _ => false,
    };
    (matches && size > 1).then(|| mf.vreg_operand(def, 1))?
}

/// Folds the low 12 bits of a symbol into the access after `adrp`, if the symbol's alignment allows
/// scaling.
fn low_bits_of_symbol(s: &mut Selection<'_>, pointer: VReg, def: InstId, size: i64) -> Option<Address> {
    let symbol = s.mf.operand(def, 1);
    let reference = s.mf.symbol_ref(symbol)?;
    let has_page = code_model::has_pages(s.module) && !is_tagged(s, symbol) && is_said_local(s, symbol);
    if s.mf.use_count(pointer) != 1 || !has_page || !scales_low_bits(s.module, reference, size) {
        return None;
    }
    let page = s.address_op(op::ADRP, &[symbol]);
    Some(Address::Scaled(Operand::use_of(page), symbol.with_target_flags(spec::LO12.0)))
}

/// Returns the opcode, the operands of the address, and their number.
fn resolve(form: FormRef, address: Address) -> (Opcode, [Operand; 4], usize) {
    let flag = |b: bool| Operand::small_imm(i32::from(b));
    match address {
        Address::Scaled(base, offset) => (form.scaled, [base, offset, flag(false), flag(false)], 2),
        Address::Signed(base, offset) => {
            let opcode = unscaled(form.scaled).expect("every scaled form has an unscaled one");
            (opcode, [base, Operand::small_imm(offset as i32), flag(false), flag(false)], 2)
        }
        Address::IndexX(base, index, scaled) => {
            let registers = [base, index].map(Operand::use_of);
            (form.index_x, [registers[0], registers[1], flag(false), flag(scaled)], 4)
        }
        Address::IndexW(base, index, signed, scaled) => {
            (form.index_w, [Operand::use_of(base), index, flag(signed), flag(scaled)], 4)
        }
    }
}

/// Selects the load `inst`, if one instruction does it.
pub(crate) fn load(s: &mut Selection<'_>, features: Features, inst: InstId) -> Option<Selected> {
    let &[result, pointer, ..] = s.mf.operands(inst) else { return None };
    let (result, pointer) = (result.vreg()?, pointer.vreg()?);
    let memory = s.mf.mem_operand(inst)?;
    let (form, ordering) = (load_form(s, inst, result, memory)?, memory.ordering);
    let (opcode, operands, count) = match form.ordered {
        Some(opcode) if ordering > Ordering::Monotonic => {
            let by_rcpc = ordering == Ordering::Acquire && features.contains(Features::RCPC);
            let opcode = if by_rcpc { atomics::acquire_pc(form.size.trailing_zeros()) } else { opcode };
            (opcode, [Operand::use_of(pointer); 4], 1)
        }
        _ => resolve(form, address(s, inst, pointer, form.size)),
    };
    let operands = &operands[..count];
    if form.writes_word && s.mf.ty(result).bits() > 32 {
        let word = s.op(opcode, operands);
        return Some(last_subreg_to_reg(s, classes::GPR64, word, subs::SUB_32));
    }
    Some(s.last_op(opcode, operands))
}

/// Selects the store `inst`, if one instruction does it.
pub(crate) fn store(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let &[value, pointer, ..] = s.mf.operands(inst) else { return None };
    let (value, pointer) = (value.vreg()?, pointer.vreg()?);
    let memory = s.mf.mem_operand(inst)?;
    let (form, ordering) = (store_form(s, value, memory)?, memory.ordering);
    let general = s.bank(value) != Some(banks::FPR);
    let zero = general && (s.mf.constant(value) == Some(0) || fconst(s.mf, value) == Some(0));
    let stored = if zero {
        Operand::use_of(if form.size == 8 { regs::XZR } else { regs::WZR })
    } else if general && form.size < 8 && s.mf.ty(value).bits() > 32 {
        Operand::use_of(value).with_sub_reg(subs::SUB_32)
    } else {
        Operand::use_of(value)
    };
    if let Some(opcode) = form.ordered.filter(|_| ordering > Ordering::Monotonic) {
        return Some(s.last_emit(opcode, &[stored, Operand::use_of(pointer)]));
    }
    let (opcode, [a, b, c, d], count) = resolve(form, address(s, inst, pointer, form.size));
    Some(s.last_emit(opcode, &[stored, a, b, c, d][..count + 1]))
}

/// Selects the prefetch `inst`.
pub(crate) fn prefetch(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let &[operation, pointer] = s.mf.operands(inst) else { return None };
    let (opcode, [a, b, c, d], count) = resolve(&PREFETCH, address(s, inst, pointer.vreg()?, PREFETCH.size));
    Some(s.last_emit(opcode, &[operation, a, b, c, d][..count + 1]))
}
