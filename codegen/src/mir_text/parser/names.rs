//! Name lookup while MIR is read: symbols, IR blocks, opcodes, registers.
//!
//! The tables are built once for a module, so each name costs one lookup.

use crate::ir::debug_info::{DebugInfo, DebugLocation, NodeId};
use crate::ir::entity::{DebugLoc, SymbolId};
use crate::ir::libcalls;
use crate::ir::module::{IrName, Module, Symbol};
use crate::ir::opcodes;
use crate::ir::pc_sections::PcSectionList;
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// The names of a module and a target, and symbols that only the MIR mentions.
pub(super) struct Names<'m> {
    pub(super) target: &'m dyn IselTarget,
    symbols: HashMap<&'m str, SymbolId>,
    /// Names in the object that start with LLVM's escape in IR.
    escaped: HashMap<&'m str, SymbolId>,
    slots: HashMap<u32, SymbolId>,
    outside_ir: HashMap<&'m str, SymbolId>,
    ir_blocks: HashMap<(SymbolId, &'m str), u32>,
    opcodes: HashMap<&'static str, Opcode>,
    registers: HashMap<&'static str, PhysReg>,
    libcalls: HashMap<&'static str, u16>,
    known: usize,
    added_names: HashMap<String, SymbolId>,
    /// Symbols that the module lacks; they are numbered after its own.
    pub(super) added: Vec<Symbol>,
    /// Symbols that are referred to.
    pub(super) mentioned: Vec<SymbolId>,
    info: Option<&'m DebugInfo>,
    /// The nodes of `!pcsections`.
    pc_lists: &'m [PcSectionList],
    /// The subprograms of functions.
    pub(super) subprograms: FxHashMap<SymbolId, NodeId>,
    /// Locations that the module lacks; they are numbered after its own.
    pub(super) added_locations: Vec<DebugLocation>,
}

impl<'m> Names<'m> {
    pub(super) fn new(module: &'m Module, target: &'m dyn IselTarget) -> Names<'m> {
        let common = (0..).zip(opcodes::DESCS).map(|(n, d)| (d.name, Opcode(n)));
        let own = (Opcode::FIRST_TARGET..).zip(target.instructions()).map(|(n, d)| (d.name, Opcode(n)));
        let registers = (0..).zip(target.registers().regs).skip(1).map(|(n, r)| (r.name, PhysReg(n)));
        let blocks = module.ir_blocks.iter().map(|b| ((b.function, b.name.as_str()), b.number));
        let defined = module.debug_info.iter().flat_map(|info| info.defined.iter().copied());
        let mut names = Names {
            target,
            symbols: HashMap::with_capacity(module.symbols.len()),
            escaped: HashMap::new(),
            slots: HashMap::new(),
            outside_ir: HashMap::new(),
            ir_blocks: blocks.collect(),
            opcodes: common.chain(own).collect(),
            registers: registers.collect(),
            libcalls: (0..).zip(libcalls::NAMES).map(|(n, name)| (*name, n)).collect(),
            known: module.symbols.len(),
            added_names: HashMap::new(),
            added: Vec::new(),
            mentioned: Vec::new(),
            info: module.debug_info.as_deref(),
            pc_lists: &module.pc_lists,
            subprograms: defined.collect(),
            added_locations: Vec::new(),
        };
        for (n, symbol) in module.symbols.iter().enumerate() {
            let id = SymbolId::new(n);
            let table = match (module.ir_names.get(&id), symbol.outside_ir) {
                (Some(IrName::Slot(slot)), _) => {
                    names.slots.insert(*slot, id);
                    continue;
                }
                (Some(IrName::Escaped), _) => &mut names.escaped,
                (None, true) => &mut names.outside_ir,
                (None, false) => &mut names.symbols,
            };
            table.entry(symbol.name.as_str()).or_insert(id);
        }
        names
    }

    /// Returns the symbol with this name: of the IR module after `@`, of others after `&`. An
    /// undefined one is added if there is none.
    pub(super) fn symbol(&mut self, name: &str, outside_ir: bool) -> SymbolId {
        let of_ir = || match name.strip_prefix('\u{1}') {
            Some(rest) => self.escaped.get(rest),
            None => self.symbols.get(name),
        };
        let found = if outside_ir { self.outside_ir.get(name).or_else(of_ir) } else { of_ir() };
        let found = found.or_else(|| self.added_names.get(name)).copied();
        let symbol = found.unwrap_or_else(|| {
            let id = SymbolId::new(self.known + self.added.len());
            self.added.push(Symbol { name: name.into(), outside_ir, align: 1, ..Symbol::default() });
            self.added_names.insert(name.into(), id);
            id
        });
        self.mentioned.push(symbol);
        symbol
    }

    /// Returns the known symbol of the IR module with this name in the object.
    pub(super) fn object_symbol(&self, name: &str) -> Option<SymbolId> {
        self.escaped.get(name).or_else(|| self.symbols.get(name)).copied()
    }

    /// Returns the symbol of the unnamed global with this number.
    pub(super) fn slot(&mut self, slot: u32) -> Option<SymbolId> {
        let symbol = self.slots.get(&slot).copied()?;
        self.mentioned.push(symbol);
        Some(symbol)
    }

    /// Returns the number of the block that `ir-block.` and a name or slot refers to.
    pub(super) fn ir_block(&self, function: SymbolId, text: &str) -> Option<u32> {
        let name = text.strip_prefix("ir-block.")?;
        self.ir_blocks.get(&(function, name)).copied().or_else(|| name.parse().ok())
    }

    /// Returns the node of `!pcsections` with this number.
    pub(super) fn pc_list(&self, number: u32) -> Option<&'m PcSectionList> {
        self.pc_lists.iter().find(|list| list.number == Some(number))
    }

    /// Returns the module's debug information.
    pub(super) fn debug_info(&self) -> Option<&'m DebugInfo> {
        self.info
    }

    /// Returns the subprogram of a function, if it has one.
    pub(super) fn subprogram(&self, function: SymbolId) -> Option<NodeId> {
        self.subprograms.get(&function).copied()
    }

    /// Returns the number of a location, which is added if it is new.
    pub(super) fn location(&mut self, location: DebugLocation) -> DebugLoc {
        let own = self.info.map_or(&[][..], |info| info.locations());
        let known = own.iter().chain(&self.added_locations).position(|other| *other == location);
        DebugLoc::new(known.unwrap_or_else(|| {
            self.added_locations.push(location);
            own.len() + self.added_locations.len() - 1
        }))
    }

    pub(super) fn opcode(&self, name: &str) -> Option<Opcode> {
        let foreign = self.target.mir_names().foreign_opcodes;
        let alias = || foreign.iter().find(|(known, _)| *known == name).map(|&(_, opcode)| opcode);
        self.opcodes.get(name).copied().or_else(alias)
    }

    pub(super) fn register(&self, name: &str) -> Option<PhysReg> {
        self.registers.get(name).copied()
    }

    /// Returns true if only LLVM has a register with this name.
    pub(super) fn is_foreign(&self, name: &str) -> bool {
        self.target.mir_names().foreign_registers.contains(&name)
    }

    /// Returns the number of a runtime routine.
    pub(super) fn libcall(&self, name: &str) -> Option<u16> {
        self.libcalls.get(name).copied()
    }
}
