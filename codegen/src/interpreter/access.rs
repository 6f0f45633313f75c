//! Instructions that access memory: loads and stores of any type, block operations, atomic
//! operations, variadic arguments.

use super::int::Int;
use super::machine::Machine;
use super::memory::Memory;
use super::operation::{Environment, Fault, Operation};
use super::ops;
use super::value::{Lane, Value};
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::MemOperand;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;

impl Machine<'_> {
    /// Executes an instruction that accesses memory. Returns false for other instructions.
    pub(super) fn access(&mut self, inst: InstId) -> Result<bool, Fault> {
        let opcode = self.function().opcode(inst);
        match opcode {
            G_LOAD | G_SEXTLOAD | G_ZEXTLOAD => self.load(inst)?,
            G_STORE => self.store(inst)?,
            G_INDEXED_LOAD | G_INDEXED_SEXTLOAD | G_INDEXED_ZEXTLOAD | G_INDEXED_STORE => {
                self.indexed(inst)?
            }
            G_MEMCPY | G_MEMCPY_INLINE | G_MEMMOVE | G_MEMSET | G_BZERO => self.block_operation(inst)?,
            G_ATOMIC_CMPXCHG | G_ATOMIC_CMPXCHG_WITH_SUCCESS => self.compare_exchange(inst)?,
            G_VAARG => self.va_arg(inst)?,
            _ if read_modify_write(opcode).is_some() => self.read_modify_write(inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn mem(&self, inst: InstId) -> Result<MemOperand, Fault> {
        let mem = self.function().mem_operand(inst).filter(|m| m.ty.is_valid());
        mem.copied().ok_or_else(|| Fault::undefined("an access of unknown size"))
    }

    /// Returns the address at operand `n`, checked against the known alignment.
    fn access_address(&self, inst: InstId, n: usize, mem: &MemOperand) -> Result<u64, Fault> {
        aligned(self.word(inst, n, "the address of an access")?, mem)
    }

    fn ty(&self, inst: InstId, n: usize) -> Result<Llt, Fault> {
        let mf = self.function();
        mf.vreg_operand(inst, n).map(|v| mf.ty(v)).ok_or(Fault::Unknown)
    }

    fn load(&mut self, inst: InstId) -> Result<(), Fault> {
        let mem = self.mem(inst)?;
        let address = self.word(inst, 1, "the address of an access")?;
        self.load_from(inst, &mem, address)
    }

    fn load_from(&mut self, inst: InstId, mem: &MemOperand, address: u64) -> Result<(), Fault> {
        let (ty, opcode) = (self.ty(inst, 0)?, self.function().opcode(inst));
        aligned(address, mem)?;
        let flat = self.memory.load(address, mem.ty.bits())?;
        let value = match opcode {
            G_SEXTLOAD | G_INDEXED_SEXTLOAD => flat.map(|a| a.sext(ty.bits())).into(),
            G_ZEXTLOAD | G_INDEXED_ZEXTLOAD => flat.map(|a| a.zext(ty.bits())).into(),
            _ if ty.bits() > flat.bits() => any_extended(&flat, ty, &mut self.environment),
            _ => Value::from_flat(&flat, ty),
        };
        self.define(inst, 0, &value);
        Ok(())
    }

    /// Executes an indexed access. Operands: value and sum of a load, or sum and value of a store;
    /// base, offset, and true if the access is at the sum.
    fn indexed(&mut self, inst: InstId) -> Result<(), Fault> {
        let (mem, mf) = (self.mem(inst)?, self.function());
        let is_store = mf.opcode(inst) == G_INDEXED_STORE;
        let at_sum = mf.imm_value(mf.operand(inst, 4)).ok_or(Fault::Unknown)? != 0;
        let base = self.word(inst, 2, "the address of an access")?;
        let sum = base.wrapping_add(self.word(inst, 3, "the offset of an access")?);
        let address = if at_sum { sum } else { base };
        if is_store {
            let value = self.operand(inst, 1)?;
            self.memory.store(aligned(address, &mem)?, mem.ty.bits(), &value)?;
        } else {
            self.load_from(inst, &mem, address)?;
        }
        let sum = self.pointer(sum);
        self.define(inst, usize::from(!is_store), &sum);
        Ok(())
    }

    fn store(&mut self, inst: InstId) -> Result<(), Fault> {
        let mem = self.mem(inst)?;
        let address = self.access_address(inst, 1, &mem)?;
        let value = self.operand(inst, 0)?;
        Ok(self.memory.store(address, mem.ty.bits(), &value)?)
    }

    fn block_operation(&mut self, inst: InstId) -> Result<(), Fault> {
        let opcode = self.function().opcode(inst);
        let to = self.word(inst, 0, "the address of an access")?;
        let size = self.word(inst, if opcode == G_BZERO { 1 } else { 2 }, "the size of an access")?;
        match opcode {
            G_BZERO => fill(&mut self.memory, to, 0, size),
            G_MEMSET => {
                let byte = self.word(inst, 1, "the byte to fill with")?;
                fill(&mut self.memory, to, byte as u8, size)
            }
            _ => {
                let from = self.word(inst, 1, "the address of an access")?;
                if opcode != G_MEMMOVE && to != from && overlap(to, from, size) {
                    return Err(Fault::undefined("a copy between blocks that overlap"));
                }
                Ok(self.memory.copy(to, from, size)?)
            }
        }
    }

    /// Executes a compare-exchange. Operands: value, success, address, expected, new; or value,
    /// address, expected, new.
    fn compare_exchange(&mut self, inst: InstId) -> Result<(), Fault> {
        let (mem, ty) = (self.mem(inst)?, self.ty(inst, 0)?);
        let first = if self.function().opcode(inst) == G_ATOMIC_CMPXCHG { 1 } else { 2 };
        let address = self.access_address(inst, first, &mem)?;
        let old = self.memory.load(address, mem.ty.bits())?;
        let expected = self.operand(inst, first + 1)?.flat().map(|a| a.trunc(old.bits()));
        let same = match (old.known(), expected.known()) {
            (Some(old), Some(expected)) => old == expected,
            _ => return Err(Fault::undefined("a comparison with poison decides on a write")),
        };
        if same {
            let new = self.operand(inst, first + 2)?;
            self.memory.store(address, old.bits(), &new)?;
        }
        let value = self.loaded_atomically(&old, ty);
        self.define(inst, 0, &value);
        if first == 2 {
            let bits = self.ty(inst, 1)?.bits();
            self.define(inst, 1, &Int::truth(bits, same).into());
        }
        Ok(())
    }

    /// Returns the old value of an atomic operation in a register that may be wider: extended as
    /// the target does.
    fn loaded_atomically(&mut self, old: &Lane, ty: Llt) -> Value {
        match ty.bits() > old.bits() {
            true => old.map(|a| a.sext(ty.bits())).into(),
            false => Value::from_flat(old, ty),
        }
    }

    fn read_modify_write(&mut self, inst: InstId) -> Result<(), Fault> {
        let (mem, ty) = (self.mem(inst)?, self.ty(inst, 0)?);
        let address = self.access_address(inst, 1, &mem)?;
        let old = self.memory.load(address, mem.ty.bits())?;
        let operand = self.operand(inst, 2)?.flat().map(|a| a.trunc(old.bits()));
        let step = read_modify_write(self.function().opcode(inst)).ok_or(Fault::Unknown)?;
        let new = modified(step, &old, &operand, &mut self.environment)?;
        self.memory.store(address, old.bits(), &new.into())?;
        let value = self.loaded_atomically(&old, ty);
        self.define(inst, 0, &value);
        Ok(())
    }

    /// Reads the next argument of a `va_list` that is a pointer to it.
    fn va_arg(&mut self, inst: InstId) -> Result<(), Fault> {
        let ty = self.ty(inst, 0)?;
        let mf = self.function();
        let step = self.pointer_bytes();
        let align = mf.expect_imm(inst, 2).max(step.into()) as u64;
        let list = self.word(inst, 1, "the address of a va_list")?;
        let next = self.memory.load_word(list, step)?;
        let at = next.ok_or_else(|| Fault::undefined("a va_list is poison"))?.next_multiple_of(align);
        let flat = self.memory.load(at, ty.bits())?;
        self.memory.store_word(list, step, at + u64::from(ty.bytes().next_multiple_of(step)))?;
        self.define(inst, 0, &Value::from_flat(&flat, ty));
        Ok(())
    }
}

/// Returns the address, checked against the known alignment.
fn aligned(address: u64, mem: &MemOperand) -> Result<u64, Fault> {
    if !address.is_multiple_of(mem.align.max(1).into()) {
        let message = format!("an access at {address:#x}, which is not aligned to {}", mem.align);
        return Err(Fault::undefined(message));
    }
    Ok(address)
}

fn any_extended(flat: &Lane, ty: Llt, environment: &mut Environment) -> Value {
    let garbage = environment.any(ty.bits()).lshr(flat.bits()).shl(flat.bits());
    let mut wide = flat.map(|a| a.zext(ty.bits()));
    wide.int = wide.int.or(&garbage);
    Value::from_flat(&wide, ty)
}

/// Returns true if two blocks of this size share a byte.
pub(super) fn overlap(a: u64, b: u64, size: u64) -> bool {
    a.abs_diff(b) < size
}

/// Fills a block.
pub(super) fn fill(memory: &mut Memory, to: u64, byte: u8, size: u64) -> Result<(), Fault> {
    // The block must fit into memory, which bounds the cost.
    memory.read(to, size)?;
    Ok(memory.write(to, &vec![byte; size as usize])?)
}

/// The way in which an atomic operation computes the new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The operand.
    Exchange,
    /// An opcode applied to the old value and the operand.
    Opcode(Opcode),
    /// The complement of the bitwise and.
    Nand,
    /// The old value plus one; zero if it is at least the operand.
    IncrementWrapping,
    /// The old value minus one; the operand if the old value is zero or above the operand.
    DecrementWrapping,
    /// The difference, unless it is negative.
    SubtractIfGreater,
}

/// Returns the computation of an atomic operation.
pub(crate) fn read_modify_write(opcode: Opcode) -> Option<Step> {
    Some(match opcode {
        G_ATOMICRMW_XCHG => Step::Exchange,
        G_ATOMICRMW_NAND => Step::Nand,
        G_ATOMICRMW_UINC_WRAP => Step::IncrementWrapping,
        G_ATOMICRMW_UDEC_WRAP => Step::DecrementWrapping,
        G_ATOMICRMW_USUB_COND => Step::SubtractIfGreater,
        other => Step::Opcode(match other {
            G_ATOMICRMW_ADD => G_ADD,
            G_ATOMICRMW_SUB => G_SUB,
            G_ATOMICRMW_AND => G_AND,
            G_ATOMICRMW_OR => G_OR,
            G_ATOMICRMW_XOR => G_XOR,
            G_ATOMICRMW_MAX => G_SMAX,
            G_ATOMICRMW_MIN => G_SMIN,
            G_ATOMICRMW_UMAX => G_UMAX,
            G_ATOMICRMW_UMIN => G_UMIN,
            G_ATOMICRMW_FADD => G_FADD,
            G_ATOMICRMW_FSUB => G_FSUB,
            G_ATOMICRMW_FMAX => G_FMAXNUM,
            G_ATOMICRMW_FMIN => G_FMINNUM,
            G_ATOMICRMW_FMAXIMUM => G_FMAXIMUM,
            G_ATOMICRMW_FMINIMUM => G_FMINIMUM,
            G_ATOMICRMW_USUB_SAT => G_USUBSAT,
            _ => return None,
        }),
    })
}

/// Returns the value that an atomic operation writes.
pub fn modified(step: Step, old: &Lane, operand: &Lane, env: &mut Environment) -> Result<Lane, Fault> {
    let bits = old.bits();
    let opcode = match step {
        Step::Exchange => return Ok(operand.clone()),
        Step::Opcode(opcode) => opcode,
        Step::Nand => G_AND,
        _ => {
            let (Some(a), Some(b)) = (old.known(), operand.known()) else { return Ok(Lane::poison(bits)) };
            let one = Int::new(bits, 1);
            return Ok(Lane::from(match step {
                Step::IncrementWrapping if a.cmp_unsigned(b).is_ge() => Int::zero(bits),
                Step::IncrementWrapping => a.add(&one),
                Step::DecrementWrapping if a.is_zero() || a.cmp_unsigned(b).is_gt() => b.clone(),
                Step::DecrementWrapping => a.sub(&one),
                _ if a.cmp_unsigned(b).is_ge() => a.sub(b),
                _ => a.clone(),
            }));
        }
    };
    let op = Operation::new(opcode, &[Llt::scalar(bits)], [old.clone().into(), operand.clone().into()]);
    let result = ops::evaluate(&op, env)?;
    let result = result.first().and_then(Value::lane).ok_or(Fault::Unknown)?;
    Ok(if step == Step::Nand { result.map(Int::not) } else { result.clone() })
}
