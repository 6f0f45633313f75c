//! Atomic accesses and fences. This module does the work of LLVM's AtomicExpand, which runs on the
//! IR before selection.
//!
//! | AtomicExpand | here |
//! | --- | --- |
//! | oversized or unaligned accesses become `__atomic_…` calls | [`super::atomic_calls`] |
//! | reals, pointers and vectors are exchanged as integers | [`FunctionTranslator::word_of`] |
//! | fences around ordered loads and stores | [`FunctionTranslator::fenced`] |
//! | operations without an instruction become loops of compare-exchanges | [`FunctionTranslator::exchange_loop`] |
//! | sub-word operations become operations on the aligned word | the targets' `legalize_custom` |
//! | load-linked, store-conditional loops | pseudo-instructions, expanded when they are emitted |

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, S1, S32};
use gisel_codegen::ir::mir::{IntPredicate, MemFlags, MemOperand, Operand, Ordering};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode as Generic;

use super::atomic_calls::sync_routine;
use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{AtomicOp, Inst, Type, Value};

/// A memory location that is accessed atomically.
pub(crate) struct AtomicAccess {
    /// The address.
    pub pointer: VReg,
    /// The access, as an integer of its size.
    pub mem: MemOperand,
    /// The size of the access, in bytes.
    pub bytes: u64,
    /// True if it is aligned to its size, which is a power of two.
    pub natural: bool,
    /// True if sized routines exist, which take values in at most two registers.
    pub sized: bool,
}

impl AtomicAccess {
    /// Returns the integer type of the access's size.
    pub(crate) fn word(&self) -> Llt {
        self.mem.ty
    }

    fn bits(&self) -> u32 {
        self.mem.ty.bits()
    }
}

/// Returns the generic opcode of an operation, if there is one.
fn opcode(op: AtomicOp) -> Option<Generic> {
    Some(match op {
        AtomicOp::Xchg => G_ATOMICRMW_XCHG,
        AtomicOp::Add => G_ATOMICRMW_ADD,
        AtomicOp::Sub => G_ATOMICRMW_SUB,
        AtomicOp::And => G_ATOMICRMW_AND,
        AtomicOp::Nand => G_ATOMICRMW_NAND,
        AtomicOp::Or => G_ATOMICRMW_OR,
        AtomicOp::Xor => G_ATOMICRMW_XOR,
        AtomicOp::Max => G_ATOMICRMW_MAX,
        AtomicOp::Min => G_ATOMICRMW_MIN,
        AtomicOp::UMax => G_ATOMICRMW_UMAX,
        AtomicOp::UMin => G_ATOMICRMW_UMIN,
        _ => return None,
    })
}

/// Returns LLVM's number of an ordering.
fn number(ordering: Ordering) -> i32 {
    match ordering {
        Ordering::NotAtomic => 0,
        Ordering::Unordered => 1,
        Ordering::Monotonic => 2,
        Ordering::Acquire => 4,
        Ordering::Release => 5,
        Ordering::AcquireRelease => 6,
        Ordering::SequentiallyConsistent => 7,
    }
}

/// Returns the strongest failure ordering that a compare-exchange may have.
fn on_failure(ordering: Ordering) -> Ordering {
    match ordering {
        Ordering::Release => Ordering::Monotonic,
        Ordering::AcquireRelease => Ordering::Acquire,
        other => other,
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub(crate) fn fence(&mut self, inst: Inst<'m>) -> Result<()> {
        self.emit_fence(inst.ordering() as i32, inst.is_single_thread());
        Ok(())
    }

    /// Emits a fence; `order` is LLVM's number.
    pub(crate) fn emit_fence(&mut self, order: i32, single_thread: bool) {
        // LLVM's synchronization scopes: 0 is `singlethread`, 1 is the system.
        let scope = i32::from(!single_thread);
        self.b.inst(G_FENCE, &[order, scope].map(Operand::small_imm));
    }

    fn atomic_access(
        &mut self,
        inst: Inst<'m>,
        address: Value<'m>,
        ty: Type<'m>,
        flags: MemFlags,
    ) -> Result<AtomicAccess> {
        let bytes = self.cx.types.layout.store_size(ty).ok_or_else(|| Stop::ty(ty))?;
        let bits = u32::try_from(bytes * 8).map_err(|_| Stop::ty(ty))?;
        let mem = self.access(inst, flags, Llt::scalar(bits), address);
        let natural = bytes.is_power_of_two() && u64::from(mem.align) >= bytes;
        let sized = natural && bytes <= 2 * u64::from(self.b.word().bytes());
        Ok(AtomicAccess { pointer: self.address_of(address)?, mem, bytes, natural, sized })
    }

    /// Returns true if instructions exist for the access.
    fn has_instructions(&self, atomic: &AtomicAccess) -> bool {
        atomic.natural && atomic.bits() <= self.target.facts().atomics.max_bits
    }

    /// Returns true if a single instruction exists for the access, besides compare-exchange.
    fn is_single(&self, atomic: &AtomicAccess) -> bool {
        atomic.natural && atomic.bits() <= self.target.facts().atomics.max_single_bits
    }

    /// Converts a pointer or vector to an integer; floats stay as they are.
    fn word_of(&mut self, atomic: &AtomicAccess, value: VReg) -> VReg {
        let ty = self.b.mf.ty(value);
        match () {
            () if ty == atomic.word() => value,
            () if ty.is_pointer() => self.b.op(G_PTRTOINT, atomic.word(), &[value]),
            () => self.b.op(G_BITCAST, atomic.word(), &[value]),
        }
    }

    /// Converts an integer to a value of type `ty`.
    fn value_of_word(&mut self, ty: Llt, word: VReg) -> VReg {
        match () {
            () if ty == self.b.mf.ty(word) => word,
            () if ty.is_pointer() => self.b.op(G_INTTOPTR, ty, &[word]),
            () => self.b.op(G_BITCAST, ty, &[word]),
        }
    }

    /// Emits fences before and after a load or store on targets that order accesses by fences. The
    /// access itself is then monotonic.
    fn fenced(&mut self, atomic: &mut AtomicAccess, access: impl FnOnce(&mut Self, &AtomicAccess)) {
        let ordering = atomic.mem.ordering;
        if !self.target.facts().atomics.fences || ordering <= Ordering::Monotonic {
            return access(self, atomic);
        }
        atomic.mem.ordering = Ordering::Monotonic;
        let (single, strongest) = (atomic.mem.single_thread, ordering == Ordering::SequentiallyConsistent);
        let all = number(Ordering::SequentiallyConsistent);
        if atomic.mem.flags.contains(MemFlags::LOAD) {
            if strongest {
                self.emit_fence(all, single);
            }
            access(self, atomic);
            self.emit_fence(number(Ordering::Acquire), single);
        } else {
            self.emit_fence(number(Ordering::Release), single);
            access(self, atomic);
            if strongest {
                self.emit_fence(all, single);
            }
        }
    }

    pub(crate) fn atomic_load(&mut self, inst: Inst<'m>) -> Result<()> {
        let value = self.atomic_value(inst)?;
        self.define(inst, &[value]);
        Ok(())
    }

    /// Returns the value of an atomic load.
    pub(super) fn atomic_value(&mut self, inst: Inst<'m>) -> Result<VReg> {
        let address = self.operand_value(inst.value(), 0)?;
        let mut atomic = self.atomic_access(inst, address, inst.ty(), MemFlags::LOAD)?;
        let ty = self.cx.types.llt(inst.ty())?;
        let word = if self.is_single(&atomic) {
            // A pointer is loaded with its pointer type.
            let loaded = self.b.mf.create_vreg(if ty.is_pointer() { ty } else { atomic.word() });
            self.fenced(&mut atomic, |t, atomic| {
                let load = t.b.regs(G_LOAD, &[loaded], &[atomic.pointer]);
                t.b.mf.add_mem_operand(load, atomic.mem);
            });
            loaded
        } else if self.has_instructions(&atomic) {
            // The load is a compare-exchange of zero with zero.
            atomic.mem.failure_ordering = on_failure(atomic.mem.ordering);
            atomic.mem.flags |= MemFlags::STORE;
            let zero = self.b.wide_constant(atomic.word(), &[0, 0]);
            self.compare_exchange_at(&atomic, zero, zero)?.0
        } else {
            self.call_atomic_load(&atomic)?
        };
        Ok(self.value_of_word(ty, word))
    }

    pub(crate) fn atomic_store(&mut self, inst: Inst<'m>) -> Result<()> {
        let value = self.operand(inst.value(), 0)?;
        self.atomic_store_of(inst, value)
    }

    /// Translates an atomic store, of `value` instead of its own operand.
    pub(super) fn atomic_store_of(&mut self, inst: Inst<'m>, value: VReg) -> Result<()> {
        let (own, address) = (self.operand_value(inst.value(), 0)?, self.operand_value(inst.value(), 1)?);
        let mut atomic = self.atomic_access(inst, address, own.ty(), MemFlags::STORE)?;
        if self.is_single(&atomic) {
            let stored = if self.b.mf.ty(value).is_pointer() { value } else { self.word_of(&atomic, value) };
            self.fenced(&mut atomic, |t, atomic| {
                t.b.store(stored, atomic.pointer, atomic.mem);
            });
            return Ok(());
        }
        let word = self.word_of(&atomic, value);
        if self.has_instructions(&atomic) {
            atomic.mem.flags |= MemFlags::LOAD;
            self.exchange_loop(&atomic, AtomicOp::Xchg, word, false)?;
            return Ok(());
        }
        self.call_atomic_store(&atomic, word)
    }

    pub(crate) fn compare_exchange(&mut self, inst: Inst<'m>) -> Result<()> {
        let address = self.operand_value(inst.value(), 0)?;
        let expected = self.operand_value(inst.value(), 1)?;
        let atomic = self.atomic_access(inst, address, expected.ty(), MemFlags::LOAD | MemFlags::STORE)?;
        let (expected, new) = (self.reg(expected)?, self.operand(inst.value(), 2)?);
        let ty = self.b.mf.ty(expected);
        let (expected, new) = (self.word_of(&atomic, expected), self.word_of(&atomic, new));
        let (old, success) = self.compare_exchange_at(&atomic, expected, new)?;
        let old = self.value_of_word(ty, old);
        self.define(inst, &[old, success]);
        Ok(())
    }

    /// Stores `new` if memory holds `expected`. Returns the old value, and true if it was the
    /// expected one.
    fn compare_exchange_at(
        &mut self,
        atomic: &AtomicAccess,
        expected: VReg,
        new: VReg,
    ) -> Result<(VReg, VReg)> {
        if !self.has_instructions(atomic) {
            return self.call_compare_exchange(atomic, expected, new);
        }
        let atomics = self.target.facts().atomics;
        if atomics.sync_calls && atomic.bits() < atomics.min_sync_bits {
            return self.exchange_in_word(atomic, expected, new);
        }
        if atomics.sync_calls {
            let old = self.call_sync("val_compare_and_swap", atomic, &[expected, new])?;
            let success = self.b.icmp(S1, IntPredicate::Eq, old, expected);
            return Ok((old, success));
        }
        if let Some(prefix) = atomics.outline {
            let old = self.call_outline(prefix, "cas", atomic, &[expected, new])?;
            let success = self.b.icmp(S1, IntPredicate::Eq, old, expected);
            return Ok((old, success));
        }
        let [old, success] = [self.b.mf.create_vreg(atomic.word()), self.b.mf.create_vreg(S1)];
        let uses = [atomic.pointer, expected, new];
        let exchange = self.b.regs(G_ATOMIC_CMPXCHG_WITH_SUCCESS, &[old, success], &uses);
        self.b.mf.add_mem_operand(exchange, atomic.mem);
        Ok((old, success))
    }

    /// Expands a compare-exchange to one of the containing aligned 32-bit word. It repeats while
    /// only the other bits of the word change.
    fn exchange_in_word(&mut self, atomic: &AtomicAccess, expected: VReg, new: VReg) -> Result<(VReg, VReg)> {
        let (word, offset) = self.word_around(atomic);
        let mask = self.b.constant(S32, (1 << atomic.bits()) - 1);
        let mask = self.b.op(G_SHL, S32, &[mask, offset]);
        let ones = self.b.constant(S32, -1);
        let outside = self.b.op(G_XOR, S32, &[mask, ones]);
        let [expected, new] = [expected, new].map(|value| {
            let wide = self.b.op(G_ZEXT, S32, &[value]);
            self.b.op(G_SHL, S32, &[wide, offset])
        });
        let mut plain = word.mem;
        plain.flags.remove(MemFlags::STORE);
        let first = self.b.load(S32, word.pointer, plain);
        let first = self.b.op(G_AND, S32, &[first, outside]);
        let before = self.b.block();
        let [again, failed, done] = [(); 3].map(|()| self.b.mf.create_block());
        self.b.br(again);
        self.connect(before, vec![again]);

        self.enter(again);
        let rest = self.b.mf.create_vreg(S32);
        let phi = self.b.inst(G_PHI, &[Operand::def(rest)]);
        let [expected, new] = [expected, new].map(|value| self.b.op(G_OR, S32, &[rest, value]));
        let seen = self.call_sync("val_compare_and_swap", &word, &[expected, new])?;
        let success = self.b.icmp(S1, IntPredicate::Eq, seen, expected);
        self.branch_if(success, done, failed);

        self.enter(failed);
        let seen_rest = self.b.op(G_AND, S32, &[seen, outside]);
        let changed = self.b.icmp(S1, IntPredicate::Ne, rest, seen_rest);
        self.branch_if(changed, again, done);
        self.b.mf.set_incoming(phi, [(first, before), (seen_rest, failed)]);

        self.enter(done);
        let old = self.b.op(G_LSHR, S32, &[seen, offset]);
        Ok((self.b.op(G_TRUNC, atomic.word(), &[old]), success))
    }

    /// Returns the aligned 32-bit word that contains a smaller access, and the bit offset of the
    /// access in it.
    fn word_around(&mut self, atomic: &AtomicAccess) -> (AtomicAccess, VReg) {
        let (pointer, address) = (self.b.mf.ty(atomic.pointer), self.b.word());
        let down = self.b.constant(address, -4);
        let aligned = self.b.op(G_PTRMASK, pointer, &[atomic.pointer, down]);
        let mem = MemOperand::new(MemFlags::LOAD | MemFlags::STORE, S32, 4);
        let word = AtomicAccess { pointer: aligned, mem, bytes: 4, natural: true, sized: true };
        let number = self.b.op(G_PTRTOINT, address, &[atomic.pointer]);
        let low = if address == S32 { number } else { self.b.op(G_TRUNC, S32, &[number]) };
        // The mask 3 selects the byte offset in the word; the shift by 3 converts bytes to bits.
        let three = self.b.constant(S32, 3);
        let byte = self.b.op(G_AND, S32, &[low, three]);
        (word, self.b.op(G_SHL, S32, &[byte, three]))
    }

    pub(crate) fn atomic_rmw(&mut self, inst: Inst<'m>) -> Result<()> {
        let op = inst.atomic_op().ok_or_else(|| Stop::new("unknown atomic operation"))?;
        let address = self.operand_value(inst.value(), 0)?;
        let atomic = self.atomic_access(inst, address, inst.ty(), MemFlags::LOAD | MemFlags::STORE)?;
        let value = self.operand(inst.value(), 1)?;
        let ty = self.b.mf.ty(value);
        let old = match opcode(op) {
            Some(opcode) if atomic.natural && atomic.bits() <= self.target.facts().atomics.max_rmw_bits => {
                let word = self.word_of(&atomic, value);
                let old = self.single_exchange(&atomic, op, opcode, word)?;
                self.value_of_word(ty, old)
            }
            Some(_) if self.has_call(&atomic, op) => {
                let word = self.word_of(&atomic, value);
                let old = self.call_read_modify_write(&atomic, op, word)?;
                self.value_of_word(ty, old)
            }
            _ => {
                let is_bfloat = self.is_bfloat(inst.ty())?;
                self.exchange_loop(&atomic, op, value, is_bfloat)?
            }
        };
        self.define(inst, &[old]);
        Ok(())
    }

    /// Returns true if a runtime routine does the operation.
    fn has_call(&self, atomic: &AtomicAccess, op: AtomicOp) -> bool {
        !self.has_instructions(atomic) && super::atomic_calls::routine(atomic, op).is_some()
    }

    /// Emits one read-modify-write opcode, or the equivalent call.
    fn single_exchange(
        &mut self,
        atomic: &AtomicAccess,
        op: AtomicOp,
        opcode: Generic,
        word: VReg,
    ) -> Result<VReg> {
        if let Some(name) = sync_routine(op).filter(|_| self.target.facts().atomics.sync_calls) {
            return self.call_sync(name, atomic, &[word]);
        }
        if let Some(prefix) = self.target.facts().atomics.outline
            && let Some(old) = self.outline_exchange(prefix, atomic, op, word)?
        {
            return Ok(old);
        }
        let old = self.b.mf.create_vreg(atomic.word());
        let exchange = self.b.regs(opcode, &[old], &[atomic.pointer, word]);
        self.b.mf.add_mem_operand(exchange, atomic.mem);
        Ok(old)
    }

    /// Emits a loop that computes the new value from the old one until the compare-exchange
    /// succeeds. Returns the last old value.
    fn exchange_loop(
        &mut self,
        atomic: &AtomicAccess,
        op: AtomicOp,
        value: VReg,
        is_bfloat: bool,
    ) -> Result<VReg> {
        let ty = self.b.mf.ty(value);
        let mut plain = atomic.mem;
        plain.flags.remove(MemFlags::STORE);
        plain.ordering = Ordering::NotAtomic;
        let first = self.b.load(atomic.word(), atomic.pointer, plain);
        let (before, again, done) = (self.b.block(), self.b.mf.create_block(), self.b.mf.create_block());
        self.b.br(again);
        self.connect(before, vec![again]);
        self.enter(again);
        let expected = self.b.mf.create_vreg(atomic.word());
        let phi = self.b.inst(G_PHI, &[Operand::def(expected)]);
        let old = self.value_of_word(ty, expected);
        let new = self.combine(op, old, value, is_bfloat);
        let new = self.word_of(atomic, new);
        let mut tried = AtomicAccess { mem: atomic.mem, ..*atomic };
        tried.mem.failure_ordering = on_failure(atomic.mem.ordering);
        let (seen, success) = self.compare_exchange_at(&tried, expected, new)?;
        let last = self.b.block();
        self.b.mf.set_incoming(phi, [(first, before), (seen, last)]);
        self.branch_if(success, done, again);
        self.enter(done);
        Ok(self.value_of_word(ty, seen))
    }

    /// Returns the new value that an operation computes from the old value and its operand.
    fn combine(&mut self, op: AtomicOp, old: VReg, value: VReg, is_bfloat: bool) -> VReg {
        let ty = self.b.mf.ty(old);
        let uses = [old, value];
        let simple = match op {
            AtomicOp::Xchg => return value,
            AtomicOp::Add => G_ADD,
            AtomicOp::Sub => G_SUB,
            AtomicOp::And => G_AND,
            AtomicOp::Or => G_OR,
            AtomicOp::Xor => G_XOR,
            AtomicOp::Max => G_SMAX,
            AtomicOp::Min => G_SMIN,
            AtomicOp::UMax => G_UMAX,
            AtomicOp::UMin => G_UMIN,
            AtomicOp::FAdd => G_FADD,
            AtomicOp::FSub => G_FSUB,
            AtomicOp::FMax => G_FMAXNUM,
            AtomicOp::FMin => G_FMINNUM,
            AtomicOp::FMaximum => G_FMAXIMUM,
            AtomicOp::FMinimum => G_FMINIMUM,
            AtomicOp::USubSat => G_USUBSAT,
            AtomicOp::Nand => {
                let both = self.b.op(G_AND, ty, &uses);
                let ones = self.b.wide_constant(ty, &[u64::MAX, u64::MAX]);
                return self.b.op(G_XOR, ty, &[both, ones]);
            }
            AtomicOp::UIncWrap => {
                let (one, zero) = (self.b.wide_constant(ty, &[1, 0]), self.b.wide_constant(ty, &[0, 0]));
                let next = self.b.op(G_ADD, ty, &[old, one]);
                let wraps = self.b.icmp(S1, IntPredicate::Uge, old, value);
                return self.b.op(G_SELECT, ty, &[wraps, zero, next]);
            }
            AtomicOp::UDecWrap => {
                let (one, zero) = (self.b.wide_constant(ty, &[1, 0]), self.b.wide_constant(ty, &[0, 0]));
                let next = self.b.op(G_SUB, ty, &[old, one]);
                let is_zero = self.b.icmp(S1, IntPredicate::Eq, old, zero);
                let above = self.b.icmp(S1, IntPredicate::Ugt, old, value);
                let wraps = self.b.op(G_OR, S1, &[is_zero, above]);
                return self.b.op(G_SELECT, ty, &[wraps, value, next]);
            }
            AtomicOp::USubCond => {
                let less = self.b.op(G_SUB, ty, &uses);
                let fits = self.b.icmp(S1, IntPredicate::Uge, old, value);
                return self.b.op(G_SELECT, ty, &[fits, less, old]);
            }
        };
        if is_bfloat { self.bfloat_step(simple, old, value) } else { self.b.op(simple, ty, &uses) }
    }
}
