//! Calls within the program, whose arguments are in the locations of the calling convention; and
//! calls between the program and the host, which use the locations that CallLowering's conventions
//! assign.

use super::host::{self, CLEAR_CACHE, HostCall};
use super::int::Int;
use super::machine::{Machine, Stop};
use super::operation::Fault;
use super::program::CodeAddress;
use super::value::{Lane, Value};
use crate::ir::entity::InstId;
use crate::ir::libcalls;
use crate::ir::mir::OperandTag;
use crate::ir::value_type::ValueType;
use crate::isel::call_lowering::tail_adjustment;
use crate::machine::arg_locations::{
    ArgFlags, ArgInfo, ArgLocation, Assignment, Extension, Leaf, LeafFragment,
};
use crate::machine::calling_convention;
use smallvec::smallvec;

/// Returns the description of an argument with one leaf.
fn argument(ty: ValueType, is_fixed: bool) -> ArgInfo {
    let flags = ArgFlags {
        sext: matches!(ty, ValueType::Int(n) if n <= 32),
        orig_align: ty.llt().bytes().next_power_of_two(),
        ..ArgFlags::default()
    };
    ArgInfo { regs: smallvec![], types: smallvec![ty], flags, is_fixed }
}

/// Returns the number of bits of the value in a fragment: all of its type, or the width of its
/// location.
fn carried_bits(part: &LeafFragment) -> u32 {
    part.value_ty.bits().min(part.loc_ty.bits())
}

/// Returns the fragments of a leaf that is not in separate memory.
fn direct(leaf: &Leaf) -> Result<&[LeafFragment], Fault> {
    match leaf {
        Leaf::Direct(parts) => Ok(parts),
        _ => Err(Fault::undefined("an argument by reference between program and host")),
    }
}

/// Returns the location of the address of a leaf that is in memory.
fn reference(leaf: &Leaf) -> Option<&LeafFragment> {
    match leaf {
        Leaf::Indirect(address) | Leaf::IndirectParts { address, .. } => Some(address),
        Leaf::Direct(_) | Leaf::ByVal { .. } => None,
    }
}

impl Machine<'_> {
    /// Executes a target's call, return, or call-frame pseudo. Returns false for other
    /// instructions.
    pub(super) fn call_instruction(&mut self, inst: InstId) -> Result<bool, Stop> {
        let (opcodes, mf) = (self.convention().opcodes(), self.function());
        let opcode = mf.opcode(inst);
        let align = self.target().frame_lowering().stack_alignment().into();
        let amount = || (mf.expect_imm(inst, 0) as u64).next_multiple_of(align);
        if opcode == opcodes.adjust_down {
            self.set_sp(self.sp().wrapping_sub(amount()))?;
        } else if opcode == opcodes.adjust_up {
            let removed = mf.expect_imm(inst, 1) as u64;
            self.set_sp(self.sp().wrapping_add(amount()).wrapping_sub(removed))?;
        } else if opcode == opcodes.ret {
            self.leave(mf.frame.argument_pop as i64)?;
        } else if opcode == opcodes.call || opcode == opcodes.call_indirect {
            self.call(inst, false)?;
        } else if opcode == opcodes.tail || opcode == opcodes.tail_indirect {
            self.call(inst, true)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn call(&mut self, inst: InstId, tail: bool) -> Result<(), Stop> {
        let mf = self.function();
        let adjustment = if tail { tail_adjustment(mf, inst) } else { 0 };
        let operand = mf.operand(inst, 0);
        if operand.tag() == OperandTag::External {
            let name = libcalls::name(operand.payload() as u16).ok_or(Fault::Unknown)?;
            let own = self.program.functions.iter().position(|f| f.name == name);
            if tail {
                self.leave(adjustment)?;
            }
            return match own {
                Some(function) => Ok(self.enter(function)?),
                None => self.call_host(name),
            };
        }
        let address = match (operand.vreg(), operand.phys()) {
            (Some(_), _) => self.word(inst, 0, "the address of a call")?,
            (None, Some(reg)) => self.registers.word(reg),
            (None, None) => self.address(operand)?,
        };
        if tail {
            self.leave(adjustment)?;
        }
        self.call_address(address)
    }

    /// Calls the code at an address. A function of the program is only entered, not run.
    pub(super) fn call_address(&mut self, address: u64) -> Result<(), Stop> {
        match self.layout.code_at(address) {
            Some(CodeAddress::Function(function)) => Ok(self.enter(function)?),
            Some(CodeAddress::External(symbol)) => {
                let module = self.program.module;
                self.call_host(&module.symbol(symbol).name)
            }
            _ => Err(Fault::undefined(format!("a call of {address:#x}, which is no function")).into()),
        }
    }

    fn call_host(&mut self, name: &str) -> Result<(), Stop> {
        // A target has its own name for one of them.
        let is_clear_cache = || name == self.target().clear_cache(&self.program.module.triple).0;
        let function = host::find(name).or_else(|| host::find(CLEAR_CACHE).filter(|_| is_clear_cache()));
        let function = function.ok_or_else(|| {
            Fault::undefined(format!("a call of {name}, which is neither in the program nor of the host"))
        })?;
        let bits = self.pointer_bits();
        let result = function.result(bits);
        let by_address = result.is_some_and(|ty| self.result_locations(ty).is_none());
        let pointer = ValueType::Pointer { address_space: 0, bits };
        let types: Vec<ValueType> =
            by_address.then_some(pointer).into_iter().chain(function.args(bits)).collect();
        let mut args = self.receive(&types, types.len())?;
        let own = args.split_off(usize::from(by_address));
        let mut call = HostCall { machine: self, name, args: own, fixed: types };
        let value = function.run(&mut call)?;
        match (result, value, args.first()) {
            (Some(ty), Some(value), Some(address)) => {
                let address = address.lane().and_then(Lane::known).map(Int::low);
                let address = address.ok_or_else(|| Fault::undefined("the address of a result is poison"))?;
                Ok(self.memory.store(address, ty.bits(), &value)?)
            }
            (Some(ty), Some(value), None) => Ok(self.return_value(ty, &value)?),
            _ => Ok(()),
        }
    }

    /// Reads the arguments of these types that were passed to the host; the first `fixed` are
    /// named.
    pub(super) fn receive(&mut self, types: &[ValueType], fixed: usize) -> Result<Vec<Value>, Fault> {
        let args: Vec<ArgInfo> = types.iter().enumerate().map(|(n, &ty)| argument(ty, n < fixed)).collect();
        let assignment = self
            .convention()
            .assign_arguments(&args, calling_convention::C, false)
            .map_err(Fault::Undefined)?;
        let leaves: Vec<&Leaf> = assignment.args.iter().flatten().collect();
        leaves.iter().zip(types).map(|(leaf, &ty)| self.take_leaf(leaf, ty)).collect()
    }

    /// Reads a value from the locations of a leaf, or from memory whose address is there.
    fn take_leaf(&mut self, leaf: &Leaf, ty: ValueType) -> Result<Value, Fault> {
        if let Some(part) = reference(leaf) {
            let pointer = ValueType::Pointer { address_space: 0, bits: self.pointer_bits() };
            let address = self.take_leaf(&Leaf::Direct(smallvec![*part]), pointer)?;
            let address = address.lane().and_then(Lane::known).map(Int::low);
            let address = address.ok_or_else(|| Fault::undefined("the address of an argument is poison"))?;
            return Ok(self.memory.load(address, ty.bits())?.into());
        }
        let parts = direct(leaf)?;
        let total = parts.iter().map(carried_bits).sum();
        let (mut whole, mut offset) = (Lane::from(Int::zero(total)), 0);
        for part in parts {
            let lane = match part.location {
                ArgLocation::Reg(reg) => self.registers.read(reg, part.loc_ty.bits()),
                ArgLocation::Stack(offset) => {
                    self.memory.load(self.sp().wrapping_add_signed(offset), part.loc_ty.bits())?
                }
            };
            whole.insert(&lane.map(|a| a.trunc(carried_bits(part))), offset);
            offset += carried_bits(part);
        }
        let bits = ty.bits();
        Ok(whole.map(|a| a.trunc(bits)).into())
    }

    /// Writes a value into the locations of a leaf.
    fn put_leaf(&mut self, leaf: &Leaf, value: &Value) -> Result<(), Fault> {
        let (parts, flat) = (direct(leaf)?, value.flat());
        let mut offset = 0;
        for part in parts {
            let (from, to) = (carried_bits(part), part.loc_ty.bits());
            let piece = flat.map(|a| a.extract(offset, from));
            offset += from;
            let lane = piece.map(|a| match part.extension {
                Extension::Sign => a.sext(to),
                _ => a.zext(to),
            });
            match part.location {
                ArgLocation::Reg(reg) => self.registers.write(reg, &lane),
                ArgLocation::Stack(offset) => {
                    self.memory.store(self.sp().wrapping_add_signed(offset), to, &lane.into())?;
                }
            }
        }
        Ok(())
    }

    /// Returns the locations of a result; `None` if it does not fit into registers.
    fn result_locations(&self, ty: ValueType) -> Option<Assignment> {
        self.convention().assign_result(&[ty], argument(ty, true).flags, calling_convention::C)
    }

    /// Returns a value from the host to the program.
    fn return_value(&mut self, ty: ValueType, value: &Value) -> Result<(), Fault> {
        let locations = self.result_locations(ty).ok_or(Fault::Unknown)?;
        locations.args.iter().flatten().try_for_each(|leaf| self.put_leaf(leaf, value))
    }

    /// Calls the program's function at `address` from the host, and runs it to its end.
    pub(crate) fn call_from_host(
        &mut self,
        address: u64,
        args: &[(ValueType, Value)],
        result: Option<ValueType>,
    ) -> Result<Option<Value>, Stop> {
        let infos: Vec<ArgInfo> = args.iter().map(|&(ty, _)| argument(ty, true)).collect();
        let assignment = self
            .convention()
            .assign_arguments(&infos, calling_convention::C, false)
            .map_err(Fault::Undefined)?;
        let sp = self.sp();
        let align = self.target().frame_lowering().stack_alignment().into();
        self.set_sp(sp - assignment.stack_size.next_multiple_of(align))?;
        let leaves: Vec<&Leaf> = assignment.args.iter().flatten().collect();
        for (leaf, (_, value)) in leaves.into_iter().zip(args) {
            self.put_leaf(leaf, value)?;
        }
        let depth = self.frames.len();
        self.call_address(address)?;
        self.run(depth)?;
        if self.frames.len() < depth {
            return Err(Fault::undefined("a jump out of a function that the host has called").into());
        }
        self.set_sp(sp)?;
        let Some(ty) = result else { return Ok(None) };
        let locations = self.result_locations(ty).ok_or(Fault::Unknown)?;
        let leaf = locations.args.iter().flatten().next().ok_or(Fault::Unknown)?;
        Ok(Some(self.take_leaf(leaf, ty)?))
    }
}
