//! A program in memory: the addresses of its symbols, and its data.

use super::memory::{BadAccess, CODE, Memory};
use crate::interpreter::target::InterpreterTarget;
use crate::ir::entity::{BlockId, SymbolId};
use crate::ir::mir::{BlockAddressRef, MachineFunction};
use crate::ir::module::{DataReloc, DataValue, GlobalVariable, Linkage, Module, SymbolKind};
use std::collections::{BTreeMap, HashMap};

/// The distance of two blocks' addresses in bytes. A function's address is one step before its
/// first block's.
const STEP: u64 = 16;

/// The program to run: functions at one stage, their module, and the targets by subtarget number.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its functions.
    pub functions: &'a [MachineFunction],
    /// The subtargets.
    pub targets: &'a [&'a dyn InterpreterTarget],
}

/// The code at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeAddress {
    /// The start of a function, by its number.
    Function(usize),
    /// A block of a function.
    Block(usize, BlockId),
    /// A symbol that the module does not define.
    External(SymbolId),
}

/// The addresses of all symbols.
pub struct Layout {
    /// The address of each symbol.
    symbols: Vec<u64>,
    /// Functions by their symbols.
    functions: HashMap<SymbolId, usize>,
    /// Starts of functions and externals, ascending.
    code: Vec<(u64, CodeAddress)>,
}

impl Layout {
    /// Assigns addresses to all symbols, and fills the data. `host_data` returns the address of a
    /// host variable by name.
    pub(crate) fn new(
        program: &Program<'_>,
        memory: &mut Memory,
        mut host_data: impl FnMut(&str, &mut Memory) -> Option<u64>,
    ) -> Result<Layout, String> {
        let module = program.module;
        let mut layout =
            Layout { symbols: vec![0; module.symbols.len()], functions: HashMap::new(), code: Vec::new() };
        let mut next = CODE;
        for (n, function) in program.functions.iter().enumerate() {
            layout.functions.insert(function.symbol, n);
            layout.set(function.symbol, next);
            layout.code.push((next, CodeAddress::Function(n)));
            next += STEP * (1 + function.num_blocks() as u64);
        }
        let edges = layout.place_data(module, memory);
        let aliases = || module.aliases.iter().map(|a| a.symbol);
        for (n, symbol) in module.symbols.iter().enumerate() {
            let id = SymbolId::new(n);
            if layout.symbols[n] != 0 || symbol.linkage == Linkage::ExternalWeak || aliases().any(|a| a == id)
            {
                continue;
            }
            layout.symbols[n] = match symbol.kind {
                SymbolKind::Function => {
                    layout.code.push((next, CodeAddress::External(id)));
                    next += STEP;
                    next - STEP
                }
                _ => {
                    edges.get(&symbol.name).copied().or_else(|| host_data(&symbol.name, memory)).unwrap_or(0)
                }
            };
        }
        // An alias may refer to a later one.
        for _ in &module.aliases {
            for alias in module.aliases.iter().filter(|a| !a.ifunc) {
                let address = layout.symbol(alias.target).wrapping_add_signed(alias.offset);
                layout.set(alias.symbol, address);
            }
        }
        layout.fill(program, memory).map_err(|e| e.to_string())?;
        Ok(layout)
    }

    /// Assigns addresses to the data; those of a named section are contiguous. Returns the
    /// linker-defined symbols of section boundaries.
    fn place_data(&mut self, module: &Module, memory: &mut Memory) -> HashMap<String, u64> {
        let mut sections: BTreeMap<&str, Vec<&GlobalVariable>> = BTreeMap::new();
        for global in &module.globals {
            match module.symbols[global.symbol.index()].section.as_deref() {
                Some(section) => sections.entry(section).or_default().push(global),
                None => self.set(global.symbol, memory.add_data(global.size, global.align.into())),
            }
        }
        let mut edges = HashMap::new();
        for (name, globals) in sections {
            let start_of =
                |end: u64, global: &GlobalVariable| end.next_multiple_of(u64::from(global.align).max(1));
            let size = globals.iter().fold(0, |end, global| start_of(end, global) + global.size);
            let align = globals.iter().map(|global| global.align).max().unwrap_or(1);
            let start = memory.add_data(size, align.into());
            let mut end = start;
            for global in globals {
                self.set(global.symbol, start_of(end, global));
                end = start_of(end, global) + global.size;
            }
            edges.insert(format!("__start_{name}"), start);
            edges.insert(format!("__stop_{name}"), end);
        }
        edges
    }

    fn set(&mut self, symbol: SymbolId, address: u64) {
        if let Some(known) = self.symbols.get_mut(symbol.index()) {
            *known = address;
        }
    }

    /// Returns a symbol's address; 0 if it has none.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> u64 {
        self.symbols.get(symbol.index()).copied().unwrap_or(0)
    }

    /// Returns a block's address.
    pub(crate) fn block(&self, function: SymbolId, block: BlockId) -> u64 {
        self.symbol(function) + STEP * (1 + block.index() as u64)
    }

    /// Returns the address of a block by its number in the IR, which another function may use.
    pub(crate) fn block_address(&self, program: &Program<'_>, address: BlockAddressRef) -> Option<u64> {
        let function = &program.functions[*self.functions.get(&address.function)?];
        let is_it = |&&b: &&BlockId| function.block(b).ir_block == Some(address.ir_block);
        Some(self.block(address.function, *function.layout.iter().find(is_it)?))
    }

    /// Returns the code at an address.
    pub(crate) fn code_at(&self, address: u64) -> Option<CodeAddress> {
        let n = self.code.partition_point(|&(start, _)| start <= address).checked_sub(1)?;
        let (start, code) = self.code[n];
        match (code, address - start) {
            (code, 0) => Some(code),
            (CodeAddress::Function(n), offset) if offset.is_multiple_of(STEP) => {
                Some(CodeAddress::Block(n, BlockId::new((offset / STEP) as usize - 1)))
            }
            _ => None,
        }
    }

    /// Writes the initializers.
    fn fill(&self, program: &Program<'_>, memory: &mut Memory) -> Result<(), BadAccess> {
        for global in &program.module.globals {
            let address = self.symbol(global.symbol);
            memory.write(address, &global.initializer.bytes)?;
            for reloc in &global.initializer.relocs {
                let at = address + reloc.offset;
                // The address of a removed block is never jumped to.
                let value = self.relocated(program, reloc).unwrap_or(1);
                memory.store_word(at, reloc.size.clamp(1, 8).into(), value)?;
            }
            if global.constant {
                memory.protect(address, global.size);
            }
        }
        Ok(())
    }

    fn relocated(&self, program: &Program<'_>, reloc: &DataReloc) -> Option<u64> {
        let block =
            |(function, ir_block)| self.block_address(program, BlockAddressRef { function, ir_block });
        Some(match reloc.value {
            DataValue::Symbol(symbol, addend) => self.symbol(symbol).wrapping_add_signed(addend),
            DataValue::Difference(symbol, base, addend)
            | DataValue::DsoLocalEquivalent(symbol, base, addend) => {
                self.symbol(symbol).wrapping_sub(self.symbol(base)).wrapping_add_signed(addend)
            }
            DataValue::BlockAddress(function, ir_block, addend) => {
                block((function, ir_block))?.wrapping_add_signed(addend)
            }
            DataValue::BlockDifference(a, b, addend) => {
                block(a)?.wrapping_sub(block(b)?).wrapping_add_signed(addend)
            }
        })
    }
}
