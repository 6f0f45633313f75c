//! Masked memory accesses (`llvm.masked.*`, `llvm.vp.load` and similar). No target here has such
//! instructions. Each element is accessed separately, after a branch unless its mask element is
//! constant.

use gisel_codegen::ir::entity::{BlockId, VReg};
use gisel_codegen::ir::mir::{IntPredicate, MemFlags, MemOperand, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::build::{constant_value, defined_by};
use gisel_codegen::machine::desc::instructions::Opcode;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{AttrIndex, AttrKind, CallSite, Inst, Type, TypeKind, Value};

/// An element of a mask.
#[derive(Clone, Copy)]
enum Lane {
    Off,
    On,
    If(VReg),
}

/// The locations of elements: at multiples of a size in bytes, or each at its own address.
///
/// Elements that are accessed separately are as far apart as in an array. A whole vector has them
/// without padding, as in LLVM.
enum Accesses {
    Row(VReg, MemOperand, i64),
    Each(Regs, MemOperand),
}

/// The argument indices of an access.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    /// The pointer, or the vector of pointers.
    pub pointer: u32,
    /// The distance between elements in bytes, if it is an argument.
    pub stride: Option<u32>,
    /// The mask.
    pub mask: u32,
    /// The number of elements, if it is an argument.
    pub length: Option<u32>,
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Loads the elements whose mask is set. The others are elements of argument `other`, if there
    /// is one.
    pub(crate) fn masked_load(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        args: Arguments,
        other: Option<u32>,
    ) -> Result<()> {
        let ty = self.cx.types.llt(inst.ty())?;
        let (accesses, lanes) = self.masked_accesses(call, args, inst.ty(), MemFlags::LOAD)?;
        let all_on = lanes.iter().all(|lane| matches!(lane, Lane::On));
        if let (Accesses::Row(base, mem, _), true) = (&accesses, all_on) {
            let value = self.b.load(ty, *base, mem.part(0, ty));
            self.define(inst, &[value]);
            return Ok(());
        }
        let others = match other {
            Some(n) => self.operand(call.value(), n)?,
            None => self.b.undef(ty),
        };
        let others = self.lane_values(others);
        let mut elements = Regs::new();
        for (n, &lane) in lanes.iter().enumerate() {
            let (address, mem) = self.access_of(&accesses, n);
            elements.push(self.value_if(lane, others[n], |t| t.b.load(ty.element(), address, mem)));
        }
        let value = self.b.from_elements(&elements);
        self.define(inst, &[value]);
        Ok(())
    }

    /// Stores the elements of argument 0 whose mask is set.
    pub(crate) fn masked_store(&mut self, call: CallSite<'m>, args: Arguments) -> Result<()> {
        let stored = self.operand_value(call.value(), 0)?;
        let (accesses, lanes) = self.masked_accesses(call, args, stored.ty(), MemFlags::STORE)?;
        let value = self.reg(stored)?;
        let ty = self.b.mf.ty(value);
        let all_on = lanes.iter().all(|lane| matches!(lane, Lane::On));
        if let (Accesses::Row(base, mem, _), true) = (&accesses, all_on) {
            self.b.store(value, *base, mem.part(0, ty));
            return Ok(());
        }
        let elements = self.lane_values(value);
        for (n, &lane) in lanes.iter().enumerate() {
            let (address, mem) = self.access_of(&accesses, n);
            let element = elements[n];
            self.run_if(lane, |t| {
                t.b.store(element, address, mem);
            });
        }
        Ok(())
    }

    /// Loads contiguous elements into the elements of the result whose mask is set.
    pub(crate) fn expand_load(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let ty = self.cx.types.llt(inst.ty())?;
        let others = self.operand(call.value(), 2)?;
        let others = self.lane_values(others);
        let args = Arguments { pointer: 0, stride: None, mask: 1, length: None };
        let (accesses, lanes) = self.masked_accesses(call, args, inst.ty(), MemFlags::LOAD)?;
        let Accesses::Row(mut next, mem, size) = accesses else {
            return Err(Stop::new("vector of pointers"));
        };
        let mem = mem.unplaced(ty.element());
        let mut elements = Regs::new();
        for (n, &lane) in lanes.iter().enumerate() {
            let address = next;
            elements.push(self.value_if(lane, others[n], |t| t.b.load(ty.element(), address, mem)));
            next = self.next_if(lane, address, size);
        }
        let value = self.b.from_elements(&elements);
        self.define(inst, &[value]);
        Ok(())
    }

    /// Stores the elements whose mask is set contiguously.
    pub(crate) fn compress_store(&mut self, call: CallSite<'m>) -> Result<()> {
        let stored = self.operand_value(call.value(), 0)?;
        let value = self.reg(stored)?;
        let ty = self.b.mf.ty(value);
        let elements = self.lane_values(value);
        let args = Arguments { pointer: 1, stride: None, mask: 2, length: None };
        let (accesses, lanes) = self.masked_accesses(call, args, stored.ty(), MemFlags::STORE)?;
        let Accesses::Row(mut next, mem, size) = accesses else {
            return Err(Stop::new("vector of pointers"));
        };
        let mem = mem.unplaced(ty.element());
        for (n, &lane) in lanes.iter().enumerate() {
            let (address, element) = (next, elements[n]);
            self.run_if(lane, |t| {
                t.b.store(element, address, mem);
            });
            next = self.next_if(lane, address, size);
        }
        Ok(())
    }

    /// Translates `experimental.vector.histogram.*`: at each address whose mask is set, combines
    /// the value in memory with the second argument. Addresses may be equal.
    pub(crate) fn histogram(&mut self, call: CallSite<'m>, op: Opcode) -> Result<()> {
        let (addresses, amount) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let ty = self.b.mf.ty(amount);
        if self.b.mf.ty(addresses).is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        let align = ty.bits().div_ceil(8).next_power_of_two();
        let mask = self.operand_value(call.value(), 2)?;
        let lanes = self.lanes(mask, None, call)?;
        for (address, lane) in self.lane_values(addresses).into_iter().zip(lanes) {
            self.run_if(lane, |t| {
                let old = t.b.load(ty, address, MemOperand::new(MemFlags::LOAD, ty, align));
                let new = t.b.bin(op, old, amount);
                t.b.store(new, address, MemOperand::new(MemFlags::STORE, ty, align));
            });
        }
        Ok(())
    }

    /// Returns the locations of the elements of a vector access of type `ty`, and their mask
    /// elements.
    fn masked_accesses(
        &mut self,
        call: CallSite<'m>,
        args: Arguments,
        of: Type<'m>,
        direction: MemFlags,
    ) -> Result<(Accesses, Vec<Lane>)> {
        let ty = self.cx.types.llt(of)?;
        if ty.is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        let pointer = self.operand_value(call.value(), args.pointer)?;
        let align = call.own_attribute(AttrIndex::Param(args.pointer), AttrKind::Align);
        let align = align.map_or(1, |attribute| attribute.number);
        let address = self.address_of(pointer)?;
        let is_row = args.stride.is_none() && matches!(pointer.ty().kind(), TypeKind::Pointer(_));
        let accesses = if is_row {
            let size = self.element_size(of)?;
            Accesses::Row(address, self.memory(direction, ty, align, pointer), size)
        } else {
            let align = u32::try_from(align).map_err(|_| Stop::new("alignment of 4 GiB or more"))?;
            let mem = MemOperand::new(direction, ty.element(), align);
            let addresses = match args.stride {
                Some(stride) => {
                    let stride = self.operand(call.value(), stride)?;
                    self.strided(address, stride, ty.elements())
                }
                None => self.lane_values(address),
            };
            Accesses::Each(addresses, mem)
        };
        let mask = self.operand_value(call.value(), args.mask)?;
        Ok((accesses, self.lanes(mask, args.length, call)?))
    }

    /// Returns the distance of a vector's elements in an array, in bytes.
    fn element_size(&mut self, vector: Type<'m>) -> Result<i64> {
        let element = vector.element(0).unwrap_or(vector);
        let size = self.cx.types.layout.alloc_size(element).and_then(|size| i64::try_from(size).ok());
        size.ok_or_else(|| Stop::new("access under a mask to elements of unknown size"))
    }

    /// Returns `count` addresses, `stride` bytes apart.
    fn strided(&mut self, first: VReg, stride: VReg, count: u32) -> Regs {
        let ty = self.b.mf.ty(first);
        let stride = self.resize(stride, ty.scalar_bits(), true);
        let mut addresses: Regs = [first].into_iter().collect();
        for n in 1..count as usize {
            addresses.push(self.b.op(G_PTR_ADD, ty, &[addresses[n - 1], stride]));
        }
        addresses
    }

    fn lanes(&mut self, mask: Value<'m>, length: Option<u32>, call: CallSite<'m>) -> Result<Vec<Lane>> {
        let mask = self.reg(mask)?;
        let mut flags = self.lane_values(mask);
        if let Some(length) = length {
            let length = self.operand(call.value(), length)?;
            for (n, flag) in flags.iter_mut().enumerate() {
                *flag = self.within(*flag, length, n);
            }
        }
        let lane = |&flag: &VReg| match constant_value(self.b.mf, flag) {
            Some(value) if value & 1 != 0 => Lane::On,
            Some(_) => Lane::Off,
            None => Lane::If(flag),
        };
        Ok(flags.iter().map(lane).collect())
    }

    /// Returns `flag` AND `n` < `length`.
    pub(crate) fn within(&mut self, flag: VReg, length: VReg, n: usize) -> VReg {
        let below = match constant_value(self.b.mf, length) {
            Some(length) if length as u32 as usize > n => return flag,
            _ => self.b.cmp_int(IntPredicate::Ugt, length, n as i128),
        };
        self.b.bin(G_AND, flag, below)
    }

    /// Returns the elements of a vector, directly if it is a `G_BUILD_VECTOR`.
    pub(crate) fn lane_values(&mut self, vector: VReg) -> Regs {
        match defined_by(self.b.mf, vector, G_BUILD_VECTOR) {
            Some(built) => self.b.mf.operands(built)[1..].iter().filter_map(|o| o.vreg()).collect(),
            None => self.b.elements(vector).into_iter().collect(),
        }
    }

    fn access_of(&mut self, accesses: &Accesses, n: usize) -> (VReg, MemOperand) {
        match accesses {
            Accesses::Row(base, mem, size) => {
                let offset = n as i64 * size;
                (self.b.ptr_add_imm(*base, offset), mem.part(offset, mem.ty.element()))
            }
            Accesses::Each(addresses, mem) => (addresses[n], *mem),
        }
    }

    /// Returns the address of the next contiguous element, advanced only if the lane is on.
    fn next_if(&mut self, lane: Lane, address: VReg, size: i64) -> VReg {
        if let Lane::Off = lane {
            return address;
        }
        let next = self.b.ptr_add_imm(address, size);
        if let Lane::If(flag) = lane { self.b.select(flag, next, address) } else { next }
    }

    /// Returns the value of `make` if the lane is on, else `other`.
    fn value_if(&mut self, lane: Lane, other: VReg, make: impl FnOnce(&mut Self) -> VReg) -> VReg {
        let flag = match lane {
            Lane::Off => return other,
            Lane::On => return make(self),
            Lane::If(flag) => flag,
        };
        let before = self.b.block();
        let (value, then) = self.guarded(flag, make);
        let result = self.b.mf.create_vreg(self.b.mf.ty(value));
        let phi = self.b.inst(G_PHI, &[Operand::def(result)]);
        self.b.mf.set_incoming(phi, [(value, then), (other, before)]);
        result
    }

    /// Executes the code of `act` only if the lane is on.
    fn run_if(&mut self, lane: Lane, act: impl FnOnce(&mut Self)) {
        match lane {
            Lane::Off => {}
            Lane::On => act(self),
            Lane::If(flag) => self.guarded(flag, act).0,
        }
    }

    /// Builds the code of `act` in a new block that is executed only if `flag` is set. Returns its
    /// result and the block.
    fn guarded<R>(&mut self, flag: VReg, act: impl FnOnce(&mut Self) -> R) -> (R, BlockId) {
        let [then, after] = [(); 2].map(|()| self.b.mf.create_block());
        self.branch_if(flag, then, after);
        self.enter(then);
        let result = act(self);
        self.b.br(after);
        self.b.mf.add_edge(then, after);
        self.enter(after);
        (result, then)
    }
}
