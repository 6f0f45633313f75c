//! The dependence graph of a scheduling region, with latencies.
//!
//! Registers: a use depends on the definition of each of its units. A definition depends on the
//! preceding uses and definition. Memory: a store depends on earlier accesses, and later accesses
//! depend on it. Exceptions are accesses at disjoint offsets from an unchanged base register,
//! accesses to a spill slot against others, and loads of constant memory.

use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, MemFlags, MemOperand, PointerInfo};
use crate::machine::desc::instructions::{Descs, InstrFlags};
use crate::machine::desc::registers::{PhysReg, RegisterInfo, UnitSet};
use crate::machine::desc::schedule::SchedModel;
use crate::machine::instr_info::MemoryAddress;
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The edge to `to`, which issues at least `latency` cycles later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub to: usize,
    pub latency: u32,
}

/// The state at one point of a region.
pub(crate) struct Dependences<'a> {
    target: &'a dyn PassTarget,
    descs: Descs,
    registers: &'static RegisterInfo,
    /// The units of the stack pointer.
    stack_pointer: UnitSet,
    /// By register unit: the last definition, and the uses since then.
    definitions: Vec<Option<usize>>,
    uses: Vec<Vec<usize>>,
    /// The units with an entry in these tables.
    touched: UnitSet,
}

/// A memory access.
struct Access {
    inst: usize,
    stores: bool,
    /// True if no store can alias it.
    constant: bool,
    /// Its address, with the last definition of the base register.
    address: Option<(MemoryAddress, Option<usize>)>,
}

impl<'a> Dependences<'a> {
    pub(crate) fn new(target: &'a dyn PassTarget) -> Dependences<'a> {
        let registers = target.registers();
        let units = registers.num_units as usize;
        Dependences {
            target,
            descs: target.descs(),
            registers,
            stack_pointer: registers.unit_set(target.frame_lowering().stack_pointer()),
            definitions: vec![None; units],
            uses: vec![Vec::new(); units],
            touched: 0,
        }
    }

    /// Returns true if `inst` writes the stack pointer.
    pub(crate) fn moves_stack_pointer(&self, mf: &MachineFunction, inst: InstId) -> bool {
        self.defs(mf, inst).any(|reg| self.registers.unit_set(reg) & self.stack_pointer != 0)
    }

    /// Fills `edges`, by instruction of `region`, with the edges to later instructions. The old
    /// content only provides memory.
    pub fn collect(
        &mut self,
        mf: &MachineFunction,
        region: &[InstId],
        model: &SchedModel,
        edges: &mut Vec<Vec<Edge>>,
    ) {
        edges.resize(edges.len().max(region.len()), Vec::new());
        edges.iter_mut().for_each(Vec::clear);
        self.forget();
        let mut accesses: Vec<Access> = Vec::new();
        for (n, &inst) in region.iter().enumerate() {
            if let Some(access) = self.access(mf, inst, n) {
                for other in &accesses {
                    if (other.stores || access.stores) && self.may_meet(mf, region, other, &access) {
                        edges[other.inst].push(Edge { to: n, latency: u32::from(other.stores) });
                    }
                }
                accesses.push(access);
            }
            self.registers(mf, region, n, model, edges);
        }
    }

    /// Clears the state of all units.
    fn forget(&mut self) {
        let mut touched = std::mem::take(&mut self.touched);
        while touched != 0 {
            let unit = touched.trailing_zeros() as usize;
            self.definitions[unit] = None;
            self.uses[unit].clear();
            touched &= touched - 1;
        }
    }

    fn registers(
        &mut self,
        mf: &MachineFunction,
        region: &[InstId],
        n: usize,
        model: &SchedModel,
        edges: &mut [Vec<Edge>],
    ) {
        let registers = self.registers;
        let uses: SmallVec<[PhysReg; 8]> = self.uses(mf, region[n]).collect();
        let defs: SmallVec<[PhysReg; 4]> = self.defs(mf, region[n]).collect();
        self.touched |= registers.unit_set_of(&uses) | registers.unit_set_of(&defs);
        for unit in uses.iter().flat_map(|&reg| registers.units(reg)) {
            if let Some(definition) = self.definitions[unit.0 as usize] {
                let latency = model.latency_to(mf.opcode(region[definition]), mf.opcode(region[n]));
                edges[definition].push(Edge { to: n, latency });
            }
            self.uses[unit.0 as usize].push(n);
        }
        for unit in defs.iter().flat_map(|&reg| registers.units(reg)) {
            for earlier in self.uses[unit.0 as usize].drain(..).filter(|&earlier| earlier != n) {
                edges[earlier].push(Edge { to: n, latency: 0 });
            }
            if let Some(earlier) = self.definitions[unit.0 as usize].replace(n).filter(|&e| e != n) {
                edges[earlier].push(Edge { to: n, latency: 1 });
            }
        }
    }

    fn uses<'m>(&'m self, mf: &'m MachineFunction, inst: InstId) -> impl Iterator<Item = PhysReg> + 'm {
        let implicit = self.descs.get(mf.opcode(inst)).implicit_uses.iter().copied();
        let explicit = mf.operands(inst).iter().filter(|o| !o.is_def()).filter_map(|o| o.phys());
        explicit.chain(implicit).filter(|&reg| !self.target.instr_info().is_constant_register(reg))
    }

    fn defs<'m>(&'m self, mf: &'m MachineFunction, inst: InstId) -> impl Iterator<Item = PhysReg> + 'm {
        let implicit = self.descs.get(mf.opcode(inst)).implicit_defs.iter().copied();
        let explicit = mf.operands(inst).iter().filter(|o| o.is_def()).filter_map(|o| o.phys());
        explicit.chain(implicit).filter(|&reg| !self.target.instr_info().is_constant_register(reg))
    }

    /// Returns the access of `inst`, number `n` of the region, before its own definitions are
    /// recorded.
    fn access(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<Access> {
        let desc = self.descs.get(mf.opcode(inst));
        let stores = desc.has(InstrFlags::MAY_STORE);
        if !stores && !desc.has(InstrFlags::MAY_LOAD) {
            return None;
        }
        let never_written = |m: &MemOperand| {
            let constant =
                matches!(m.pointer, PointerInfo::ConstantPool | PointerInfo::Got | PointerInfo::JumpTable);
            constant || m.flags.contains(MemFlags::INVARIANT)
        };
        let mut memory = mf.mem_operands(inst).peekable();
        let constant = !stores && memory.peek().is_some() && memory.all(never_written);
        let with_version = |address: MemoryAddress| {
            let units = self.registers.units(address.base);
            let version = units.iter().filter_map(|unit| self.definitions[unit.0 as usize]).max();
            (address, version)
        };
        let address = self.target.instr_info().memory_address(mf, inst).map(with_version);
        Some(Access { inst: n, stores, constant, address })
    }

    fn may_meet(&self, mf: &MachineFunction, region: &[InstId], a: &Access, b: &Access) -> bool {
        if a.constant || b.constant {
            return false;
        }
        if let (Some((at, version)), Some((other, other_version))) = (&a.address, &b.address)
            && at.base == other.base
            && version == other_version
        {
            return at.offset < other.offset + other.size && other.offset < at.offset + at.size;
        }
        let slots = |access: &Access| mf.mem_operands(region[access.inst]).map(|m| spill_slot(mf, m));
        let unknown = slots(a).len() == 0 || slots(b).len() == 0;
        unknown || slots(a).any(|slot| slots(b).any(|other| other == slot))
    }
}

/// Returns the spill slot that is accessed; its address never escapes.
fn spill_slot(mf: &MachineFunction, memory: &MemOperand) -> Option<FrameIndex> {
    let PointerInfo::Stack(object, _) = memory.pointer else { return None };
    (mf.frame.object(object).kind == FrameObjectKind::Spill).then_some(object)
}
