//! Debug information of the module, and of the instructions of each function.
//!
//! * Requires: a body has been read (`BodyReader`) before its debug information is requested.
//! * Establishes: nodes, locations and symbols of the module's `DebugInfo` for all that a function
//!   names; the function's table of variables. Instructions get numbers of locations and are not
//!   changed otherwise.
//! * Cost: linear in new nodes and in instructions; none without debug information.

use crate::translate::translator::DebugState;
use gisel_codegen::ir::debug_info::{
    Atom, DebugInfo, DebugLocation, DebugRequests, Emission, FunctionDebug, MetadataNumbers as KnownNumbers,
    Node, NodeId,
};
use gisel_codegen::ir::entity::{DebugLoc, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::SymbolKind;

use super::translator::Translator;
use crate::ir::{DebugReader, DebugRecords, Function, Inst, Value};
use crate::reader::MetadataNumbers;

/// The DWARF version of modules that specify none.
const DEFAULT_VERSION: u64 = 4;

/// The numbering of debug information nodes.
#[derive(Clone, Copy)]
pub enum NumberedBy<'m> {
    /// Numbers do not matter.
    Nothing,
    /// Numbers of the module's text as LLVM prints it.
    Printing,
    /// Numbers of the text that the module was read from.
    Reading(MetadataNumbers<'m>),
}

/// Decodes a number that the C++ side passes plus one, where zero is none.
fn number(plus_one: u32) -> Option<u32> {
    plus_one.checked_sub(1)
}

pub(super) fn node(plus_one: u64) -> Option<NodeId> {
    let number = usize::try_from(plus_one).ok()?.checked_sub(1)?;
    Some(NodeId::new(number))
}

pub(super) fn debug_loc(plus_one: u32) -> Option<DebugLoc> {
    number(plus_one).map(DebugLoc::from_raw)
}

impl<'m> Translator<'m> {
    /// Reads the module's debug information. Functions translated from now on preserve theirs.
    ///
    /// # Errors
    /// The DWARF version that the module requests is not supported.
    pub fn read_debug_info(
        &mut self,
        requests: DebugRequests,
        numbered: NumberedBy<'m>,
    ) -> Result<(), String> {
        let version = requests.version.map(u64::from).or_else(|| self.ir.flag_int("Dwarf Version"));
        let version = version.unwrap_or(DEFAULT_VERSION);
        if !(2..=5).contains(&version) {
            return Err(format!("DWARF of version {version} is not supported"));
        }
        // Version 2 has one format, and only pointers of 64 bits have relocations of 64 bits.
        let is_possible = version >= 3 && self.types.layout.pointer_bits(0) == 64;
        let is_dwarf64 = requests.is_dwarf64 || self.ir.flag_int("DWARF64").is_some_and(|flag| flag != 0);
        let mut reader = DebugReader::default();
        let mut info = DebugInfo::new(version as u16);
        info.is_dwarf64 = is_dwarf64 && is_possible;
        info.is_strict = requests.is_strict;
        match numbered {
            NumberedBy::Nothing => {}
            NumberedBy::Printing => reader.number_as_printed(self.ir.handle()),
            NumberedBy::Reading(numbers) => reader.number_as_read(numbers),
        }
        let is_numbered = !matches!(numbered, NumberedBy::Nothing);
        info.numbers = is_numbered.then(KnownNumbers::default);
        let records = reader.module(self.ir.handle());
        (info.aranges, info.type_units) = (requests.aranges, requests.type_units);
        info.names = requests.names.unwrap_or(version >= 5);
        (info.split_file, info.is_split_dwarf) = (requests.split_file, requests.is_split_dwarf);
        info.units = records.units().filter_map(node).collect();
        self.module.debug_info = Some(Box::new(info));
        self.add_debug_records(&records)?;
        self.attach(&records);
        self.debug = Some(DebugState { reader, records });
        Ok(())
    }

    /// Attaches debug information to variables and declared functions.
    fn attach(&mut self, records: &DebugRecords<'m>) {
        let Some(mut info) = self.module.debug_info.take() else { return };
        for (value, of) in records.globals() {
            let Some(of) = node(of) else { continue };
            match info.node(of) {
                Node::Subprogram(_) => {
                    let symbol = self.symbols.get(&value.key()).copied();
                    info.declared.extend(symbol.map(|symbol| (symbol, of)));
                }
                _ => info.globals.extend(self.defined_symbol(value).map(|symbol| (symbol, of))),
            }
        }
        self.module.debug_info = Some(info);
    }

    /// Returns the symbol of a global that the module defines and that is not thread-local.
    pub(super) fn plain_symbol(&self, value: Value<'m>) -> Option<SymbolId> {
        let id = self.defined_symbol(value)?;
        (self.module.symbols[id.index()].kind != SymbolKind::Tls).then_some(id)
    }

    /// Returns the symbol of a global that the module defines.
    fn defined_symbol(&self, value: Value<'m>) -> Option<SymbolId> {
        let id = self.symbols.get(&value.key()).copied();
        id.filter(|id| self.module.symbols[id.index()].defined)
    }

    fn add_debug_records(&mut self, records: &DebugRecords<'m>) -> Result<(), String> {
        let (symbols, info) = (&self.module.symbols, &mut self.module.debug_info);
        let Some(info) = info else { return Ok(()) };
        records.texts.iter().for_each(|text| info.add_text(text));
        for symbol in &records.symbols {
            let id = self.symbols.get(&symbol.key()).copied();
            info.add_symbol(id.filter(|id| symbols[id.index()].defined));
        }
        let (first_node, first_location) = (info.num_nodes(), info.locations().len());
        for location in &records.locations {
            let scope = node(location.scope.into()).ok_or("a debug location without a scope")?;
            let inlined_at = debug_loc(location.inlined_at);
            let (line, column) = (location.line, location.column);
            let atom = Atom::new(location.atom_group, location.atom_rank);
            info.add_location(DebugLocation { line, column, scope, inlined_at, atom });
        }
        info.add_nodes(&records.words)?;
        if let Some(numbers) = &mut info.numbers {
            for (n, name) in records.names() {
                numbers.add_node(NodeId::new(first_node + n), name);
            }
            for (n, location) in records.locations.iter().enumerate() {
                if let Some(name) = location.name() {
                    numbers.add_location(DebugLoc::new(first_location + n), name);
                }
            }
        }
        Ok(())
    }

    /// Reads the debug information of defined functions whose instructions are not translated from
    /// IR. Requires that all bodies have been read.
    pub fn read_debug_info_of_functions(&mut self) -> Result<(), String> {
        for function in self.functions() {
            let Some(mut debug) = self.debug.take() else { return Ok(()) };
            let records = debug.reader.function(function.value());
            self.debug = Some(debug);
            self.add_debug_records(&records)?;
            let subprogram = node(records.subprogram).filter(|&id| self.has_content(id));
            let symbol = self.symbols.get(&function.value().key()).copied();
            if let Some(info) = &mut self.module.debug_info {
                info.defined.extend(symbol.zip(subprogram));
            }
        }
        Ok(())
    }

    /// Reads the debug information of a function whose body has been read.
    pub(super) fn begin_debug_info(
        &mut self,
        function: Function<'m>,
        mf: &mut MachineFunction,
    ) -> Result<(), String> {
        let Some(mut debug) = self.debug.take() else { return Ok(()) };
        debug.records = debug.reader.function(function.value());
        self.add_debug_records(&debug.records)?;
        mf.subprogram = node(debug.records.subprogram);
        let subprogram = mf.subprogram.filter(|&id| self.has_content(id));
        mf.debug = subprogram.map(|subprogram| Box::new(FunctionDebug::new(subprogram)));
        if mf.debug.is_none() {
            debug.records.clear_variables();
        }
        self.debug = Some(debug);
        Ok(())
    }

    /// Returns true if the compile unit of a subprogram emits debug information.
    fn has_content(&self, subprogram: NodeId) -> bool {
        let unit = self.module.debug_info.as_ref().and_then(|info| info.unit_of(subprogram));
        unit.is_some_and(|(_, unit)| unit.emission() != Emission::None)
    }

    /// Returns the debug location of the instruction at index `place` in the body.
    #[inline]
    pub(super) fn location_of(&self, place: usize, inst: Inst<'m>) -> Option<DebugLoc> {
        match &self.debug {
            Some(debug) => debug_loc(*debug.records.insts.get(place)?),
            None => self.inst_numbers.get(&inst.value().key()).map(|&number| DebugLoc::from_raw(number)),
        }
    }
}
