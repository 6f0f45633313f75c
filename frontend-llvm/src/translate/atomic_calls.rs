//! Atomic accesses by library routines: `__atomic_…` for accesses without an instruction;
//! `__sync_…` and the target's outlined routines where the function requests them.
//!
//! Sources: the GCC wiki, *Atomic/GCCMM/LIbrary* (names and arguments); libgcc's `lse.S` (the
//! outlined ones); the GCC manual, "Legacy `__sync` Built-in Functions".

use gisel_codegen::ir::entity::{FrameIndex, VReg};
use gisel_codegen::ir::llt::{Llt, S1};
use gisel_codegen::ir::mir::{FrameObjectKind, MemFlags, MemOperand, Ordering, PointerInfo};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use gisel_codegen::machine::arg_locations::{ArgFlags, ArgInfo};
use smallvec::SmallVec;

use super::atomics::AtomicAccess;
use super::error::Result;
use super::function_state::FunctionTranslator;
use crate::ir::AtomicOp;

/// Returns the `__atomic_…` routine of an operation, without its size suffix. Only an exchange
/// exists for all sizes.
pub(crate) fn routine(atomic: &AtomicAccess, op: AtomicOp) -> Option<&'static str> {
    Some(match op {
        AtomicOp::Xchg => "__atomic_exchange",
        _ if !atomic.sized => return None,
        AtomicOp::Add => "__atomic_fetch_add",
        AtomicOp::Sub => "__atomic_fetch_sub",
        AtomicOp::And => "__atomic_fetch_and",
        AtomicOp::Nand => "__atomic_fetch_nand",
        AtomicOp::Or => "__atomic_fetch_or",
        AtomicOp::Xor => "__atomic_fetch_xor",
        _ => return None,
    })
}

/// Returns the names of all routines: the generic and the sized ones.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let accesses = ["load", "store", "exchange", "compare_exchange"];
    let operations = ["fetch_add", "fetch_sub", "fetch_and", "fetch_nand", "fetch_or", "fetch_xor"];
    let sizes = ["", "_1", "_2", "_4", "_8", "_16"];
    let all = accesses.into_iter().chain(operations);
    all.flat_map(move |name| sizes.map(|size| format!("__atomic_{name}{size}")))
}

/// The `__sync_…` routines for read-modify-writes.
const SYNC: [(AtomicOp, &str); 11] = [
    (AtomicOp::Xchg, "lock_test_and_set"),
    (AtomicOp::Add, "fetch_and_add"),
    (AtomicOp::Sub, "fetch_and_sub"),
    (AtomicOp::And, "fetch_and_and"),
    (AtomicOp::Nand, "fetch_and_nand"),
    (AtomicOp::Or, "fetch_and_or"),
    (AtomicOp::Xor, "fetch_and_xor"),
    (AtomicOp::Max, "fetch_and_max"),
    (AtomicOp::Min, "fetch_and_min"),
    (AtomicOp::UMax, "fetch_and_umax"),
    (AtomicOp::UMin, "fetch_and_umin"),
];

/// Returns the `__sync_…` routine of an operation, without its size suffix.
pub(crate) fn sync_routine(op: AtomicOp) -> Option<&'static str> {
    SYNC.iter().find(|row| row.0 == op).map(|row| row.1)
}

/// Returns the names of all `__sync_…` routines.
pub(crate) fn sync_names() -> impl Iterator<Item = String> {
    let all = SYNC.iter().map(|row| row.1).chain(["val_compare_and_swap"]);
    all.flat_map(|name| [1, 2, 4, 8].map(|bytes| format!("__sync_{name}_{bytes}")))
}

/// Returns C's number of an ordering.
fn c_order(ordering: Ordering) -> i64 {
    match ordering {
        Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => 2,
        Ordering::Release => 3,
        Ordering::AcquireRelease => 4,
        Ordering::SequentiallyConsistent => 5,
    }
}

/// Returns the ordering suffix of an outlined routine's name. For a compare-exchange it covers
/// success and failure.
fn outline_order(mem: &MemOperand) -> &'static str {
    match (mem.ordering, mem.failure_ordering) {
        (Ordering::Release, Ordering::Acquire | Ordering::SequentiallyConsistent) => "acq_rel",
        (Ordering::Release, _) => "rel",
        (Ordering::AcquireRelease | Ordering::SequentiallyConsistent, _) => "acq_rel",
        (_, Ordering::SequentiallyConsistent) => "acq_rel",
        (Ordering::Acquire, _) | (_, Ordering::Acquire) => "acq",
        _ => "relax",
    }
}

const INT: ValueType = ValueType::Int(32);

impl FunctionTranslator<'_, '_> {
    fn value_of_call(&self, reg: VReg) -> ArgInfo {
        let ty = self.b.mf.ty(reg);
        let (bits, is_pointer) = (ty.scalar_bits(), ty.is_pointer());
        let ty = match is_pointer {
            true => ValueType::Pointer { address_space: 0, bits },
            false => ValueType::Int(bits),
        };
        let flags = ArgFlags {
            sext: !is_pointer && bits == 32,
            zext: !is_pointer && bits < 32,
            orig_align: (bits / 8).next_power_of_two(),
            ..ArgFlags::default()
        };
        let (regs, types) = (SmallVec::from_slice(&[reg]), SmallVec::from_slice(&[ty]));
        ArgInfo { regs, types, flags, is_fixed: true }
    }

    /// Calls a routine, with a result of type `result` if there is one.
    pub(crate) fn call_by_name(
        &mut self,
        name: &str,
        result: Option<Llt>,
        args: &[VReg],
    ) -> Result<Option<VReg>> {
        let returned = result.map(|ty| self.b.mf.create_vreg(ty));
        let callee = Callee::Symbol(self.cx.external(name)?);
        let args = args.iter().map(|&reg| self.value_of_call(reg)).collect();
        let mut info = CallInfo::of_routine(callee, args);
        if let Some(reg) = returned {
            info.result = self.value_of_call(reg);
        }
        self.target.call_lowering().lower_call(&mut self.b, &info)?;
        Ok(returned)
    }

    /// Calls a routine that returns a value.
    pub(super) fn value_by_name(&mut self, name: &str, result: Llt, args: &[VReg]) -> Result<VReg> {
        let missing = || super::error::Stop::new("internal error: a call without its result");
        self.call_by_name(name, Some(result), args)?.ok_or_else(missing)
    }

    fn order_argument(&mut self, ordering: Ordering) -> VReg {
        self.b.constant(INT.llt(), c_order(ordering))
    }

    /// Creates a frame object for a value passed in memory. Returns its index, address and access.
    fn temporary(&mut self, atomic: &AtomicAccess) -> (FrameIndex, VReg, MemOperand) {
        let align = atomic.bytes.next_power_of_two().min(16) as u32;
        let slot = self.b.mf.frame.create(FrameObjectKind::Local, atomic.bytes, align);
        let ty = self.b.mf.ty(atomic.pointer);
        let mem =
            MemOperand::new(MemFlags::STORE, atomic.word(), align).with_pointer(PointerInfo::Stack(slot, 0));
        (slot, self.b.frame_index(ty, slot), mem)
    }

    fn in_memory(&mut self, atomic: &AtomicAccess, value: VReg) -> (VReg, MemOperand) {
        let (slot, address, mem) = self.temporary(atomic);
        self.b.store(value, address, mem);
        // The store has its own address: the address that is passed is computed where it is needed.
        let ty = self.b.mf.ty(atomic.pointer);
        (self.b.frame_index(ty, slot), MemOperand { flags: MemFlags::LOAD, ..mem })
    }

    fn size_argument(&mut self, atomic: &AtomicAccess) -> VReg {
        let word = self.b.word();
        self.b.constant(word, atomic.bytes as i64)
    }

    pub(crate) fn call_atomic_load(&mut self, atomic: &AtomicAccess) -> Result<VReg> {
        let order = self.order_argument(atomic.mem.ordering);
        if atomic.sized {
            let name = format!("__atomic_load_{}", atomic.bytes);
            return self.value_by_name(&name, atomic.word(), &[atomic.pointer, order]);
        }
        let (_, result, mem) = self.temporary(atomic);
        let size = self.size_argument(atomic);
        self.call_by_name("__atomic_load", None, &[size, atomic.pointer, result, order])?;
        Ok(self.b.load(atomic.word(), result, MemOperand { flags: MemFlags::LOAD, ..mem }))
    }

    pub(crate) fn call_atomic_store(&mut self, atomic: &AtomicAccess, value: VReg) -> Result<()> {
        let order = self.order_argument(atomic.mem.ordering);
        if atomic.sized {
            let name = format!("__atomic_store_{}", atomic.bytes);
            self.call_by_name(&name, None, &[atomic.pointer, value, order])?;
            return Ok(());
        }
        let (value, _) = self.in_memory(atomic, value);
        let size = self.size_argument(atomic);
        self.call_by_name("__atomic_store", None, &[size, atomic.pointer, value, order])?;
        Ok(())
    }

    /// Calls a compare-exchange routine. Returns the old value, and true if it was the expected
    /// one.
    pub(crate) fn call_compare_exchange(
        &mut self,
        atomic: &AtomicAccess,
        expected: VReg,
        new: VReg,
    ) -> Result<(VReg, VReg)> {
        let orders = [atomic.mem.ordering, atomic.mem.failure_ordering].map(|o| self.order_argument(o));
        let (expected, mem) = self.in_memory(atomic, expected);
        let boolean = Llt::scalar(8);
        let success = if atomic.sized {
            let name = format!("__atomic_compare_exchange_{}", atomic.bytes);
            self.value_by_name(&name, boolean, &[atomic.pointer, expected, new, orders[0], orders[1]])?
        } else {
            let (new, _) = self.in_memory(atomic, new);
            let size = self.size_argument(atomic);
            let args = [size, atomic.pointer, expected, new, orders[0], orders[1]];
            self.value_by_name("__atomic_compare_exchange", boolean, &args)?
        };
        let old = self.b.load(atomic.word(), expected, mem);
        Ok((old, self.b.op(G_TRUNC, S1, &[success])))
    }

    /// Calls the [`routine`] of a read-modify-write and returns the old value.
    pub(crate) fn call_read_modify_write(
        &mut self,
        atomic: &AtomicAccess,
        op: AtomicOp,
        value: VReg,
    ) -> Result<VReg> {
        let name = routine(atomic, op)
            .ok_or_else(|| super::error::Stop::new(format!("atomic operation {op:?} without a routine")))?;
        let order = self.order_argument(atomic.mem.ordering);
        if atomic.sized {
            let name = format!("{name}_{}", atomic.bytes);
            return self.value_by_name(&name, atomic.word(), &[atomic.pointer, value, order]);
        }
        let (value, _) = self.in_memory(atomic, value);
        let (_, result, mem) = self.temporary(atomic);
        let size = self.size_argument(atomic);
        self.call_by_name(name, None, &[size, atomic.pointer, value, result, order])?;
        Ok(self.b.load(atomic.word(), result, MemOperand { flags: MemFlags::LOAD, ..mem }))
    }

    /// Calls the `__sync_…` routine called `name` with the address, then `values`. Returns the old
    /// value in memory.
    pub(crate) fn call_sync(&mut self, name: &str, atomic: &AtomicAccess, values: &[VReg]) -> Result<VReg> {
        let name = format!("__sync_{name}_{}", atomic.bytes);
        let mut args = vec![atomic.pointer];
        args.extend_from_slice(values);
        self.value_by_name(&name, atomic.word(), &args)
    }

    /// Calls the outlined routine `name` of the family `prefix` with `values`, then the address.
    pub(crate) fn call_outline(
        &mut self,
        prefix: &str,
        name: &str,
        atomic: &AtomicAccess,
        values: &[VReg],
    ) -> Result<VReg> {
        let name = format!("{prefix}{name}{}_{}", atomic.bytes, outline_order(&atomic.mem));
        let mut args = values.to_vec();
        args.push(atomic.pointer);
        self.value_by_name(&name, atomic.word(), &args)
    }

    /// Translates an operation by its outlined routine, if there is one.
    pub(crate) fn outline_exchange(
        &mut self,
        prefix: &str,
        atomic: &AtomicAccess,
        op: AtomicOp,
        value: VReg,
    ) -> Result<Option<VReg>> {
        let ty = atomic.word();
        let (name, value) = match op {
            AtomicOp::Xchg => ("swp", value),
            AtomicOp::Add => ("ldadd", value),
            AtomicOp::Or => ("ldset", value),
            AtomicOp::Xor => ("ldeor", value),
            AtomicOp::Sub => {
                let zero = self.b.constant(ty, 0);
                ("ldadd", self.b.op(G_SUB, ty, &[zero, value]))
            }
            AtomicOp::And => {
                let ones = self.b.constant(ty, -1);
                ("ldclr", self.b.op(G_XOR, ty, &[value, ones]))
            }
            _ => return Ok(None),
        };
        self.call_outline(prefix, name, atomic, &[value]).map(Some)
    }
}
