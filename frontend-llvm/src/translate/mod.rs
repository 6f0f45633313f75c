//! The IRTranslator: translates LLVM IR to generic machine IR, and globals to codegen's module.
//!
//! * Requires: a module that LLVM's verifier accepts.
//! * Establishes: a `Module` of symbols, data and aliases, and for each body a machine function of
//!   generic instructions in SSA form. Otherwise it returns all errors, each with its function and
//!   instruction.
//! * Cost: linear in the IR. A body is read once as flat records, in which arguments and
//!   instructions are numbered by position. Constants are looked up by address in a hash table;
//!   types, intrinsics, symbols and signatures are resolved once.
//! * Source: LLVM's *GlobalISel IRTranslator* for the translation of each instruction.

mod aggregates;
mod arithmetic;
mod asm_constraints;
mod asm_symbols;
mod asm_values;
mod atomic_calls;
mod atomics;
mod attached_calls;
mod bfloat;
mod callbr;
mod calls;
mod collectors;
mod constants;
mod constrained;
mod content;
mod control;
mod deactivation;
mod debug_info;
mod emulated_tls;
mod error;
mod exceptions;
mod function;
mod function_attributes;
mod function_state;
mod globals;
mod initializer;
mod inline_asm;
mod instrumentation;
mod intrinsics;
mod landing_pads;
mod library_calls;
mod loops;
mod masked;
mod memory;
mod memory_checks;
mod memory_intrinsics;
mod memory_tags;
mod metadata_sections;
mod named_registers;
mod narrow_pointers;
mod pc_sections;
mod protected_fields;
mod safe_stack;
mod shadow_stack;
mod signatures;
mod signed_pointers;
mod special;
mod stack_maps;
mod stack_protector;
mod statepoints;
mod switch;
mod switch_plan;
mod trampoline;
mod translator;
mod types;
mod unwinders;
mod value_map;
mod values;
mod variables;
mod vector_intrinsics;
mod vectors;
mod wide_division;
mod xray_events;

#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;

pub use collectors::{has_tabled_roots, personality_of_frames};
pub use debug_info::NumberedBy;
pub use function_attributes::attributes;
use gisel_codegen::machine::triple::architecture;
pub use landing_pads::complete as complete_landing_pads;
pub use pc_sections::pc_sections;
use std::collections::HashMap;
use std::sync::Arc;
pub use translator::Translator;

use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::mir::names::quoted;
use gisel_codegen::ir::module::{IrBlock, Module as CodegenModule};
use gisel_codegen::support::coverage::{Coverage, RuleKind};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::target::Target;
use rustc_hash::FxHashMap;

use crate::ir::numbering::AddressMap;
use crate::ir::{Block, BodyReader, Function, Module, Opcode, Value};
use crate::properties::Checker;
use error::{Result, Stop};
use intrinsics::Intrinsics;
use types::Types;

/// Returns the number and name of each of the translator's entries, opcodes and intrinsics, for
/// coverage.
pub fn entries() -> impl Iterator<Item = (u32, String)> {
    let opcodes = Opcode::all().map(|opcode| (opcode as u32, format!("{opcode:?}")));
    opcodes.chain(intrinsics::entries().map(|(number, name)| (number, name.to_string())))
}

impl<'m> Translator<'m> {
    /// Numbers the symbols and lays out the data of a module; each unsupported global is an error.
    /// With `emulated_tls`, thread-local variables are accessed by the runtime routine. `routines`
    /// are those that only this target's code calls, and those that attributes name
    /// (`ModuleFile::trap_functions`).
    pub fn new(
        ir: Module<'m>,
        emulated_tls: bool,
        routines: &[String],
    ) -> std::result::Result<Translator<'m>, Vec<CompileError>> {
        let mut translator = Translator { emulated_tls, ..Translator::empty(ir) };
        translator.declare(routines);
        translator.number_symbols();
        translator.bind_routines_early(routines);
        translator.find_stack_guard();
        translator.module.executable_stack = ir.named(trampoline::INIT).is_some();
        translator.find_personalities();
        let errors = translator.define_globals();
        if errors.is_empty() { Ok(translator) } else { Err(errors) }
    }

    /// Creates a translator for functions of the same module, read in another context. `module` is
    /// the result of the first translator; its symbol numbers apply here too.
    pub fn of_same_module(ir: Module<'m>, module: CodegenModule) -> Translator<'m> {
        let mut translator = Translator { module, ..Translator::empty(ir) };
        translator.number_symbols();
        translator
    }

    fn empty(ir: Module<'m>) -> Translator<'m> {
        Translator {
            ir,
            types: Types::new(ir.layout()),
            intrinsics: Intrinsics::default(),
            symbols: AddressMap::default(),
            comdats: HashMap::new(),
            frame_maps: AddressMap::default(),
            block_numbers: AddressMap::default(),
            inst_numbers: AddressMap::default(),
            pc_numbers: AddressMap::default(),
            debug: None,
            module: CodegenModule::default(),
            function_attributes: AddressMap::default(),
            signatures: FxHashMap::default(),
            function_signatures: FxHashMap::default(),
            checker: Checker::default(),
            emulated_tls: false,
            coverage: None,
            map: None,
            bodies: BodyReader::default(),
        }
    }

    /// Sets instructions' locations to their numbers in their functions, from 0, instead of debug
    /// information. Requires that all bodies have been read.
    pub fn number_instructions(&mut self) {
        for function in self.functions() {
            let insts = function.blocks().flat_map(|block| block.insts());
            self.inst_numbers.extend(insts.zip(0..).map(|(inst, number)| (inst.value().key(), number)));
        }
    }

    /// Accepts properties of these names with a warning, although the table rejects them.
    pub fn allow_ignored(&mut self, names: Arc<[String]>) {
        self.checker = Checker::new(names);
    }

    /// Sets the coverage record of the entries that run.
    pub fn record(&mut self, coverage: Option<Arc<Coverage>>) {
        self.coverage = coverage;
    }

    /// Records in the coverage that an instruction of this opcode is translated.
    fn translated(&self, opcode: Opcode) {
        if let Some(coverage) = &self.coverage {
            coverage.hit(RuleKind::Translate, opcode as u32);
        }
    }

    /// Checks the attributes and properties of a function against the table. Adds warnings to `mf`.
    fn check_function(
        &mut self,
        function: Function<'m>,
        mf: &mut MachineFunction,
    ) -> std::result::Result<(), Vec<CompileError>> {
        self.checker.check_function(function, architecture(&self.module.triple), mf)
    }

    /// Returns the functions with bodies, in module order.
    pub fn functions(&self) -> Vec<Function<'m>> {
        let defined = |f: &Function<'m>| {
            !f.is_declaration() && f.global().info().linkage != crate::ir::Linkage::AvailableExternally
        };
        self.ir.functions().filter(defined).collect()
    }

    /// Translates one body into `mf`, whose contents are replaced. On failure returns all of its
    /// errors.
    pub fn translate(
        &mut self,
        function: Function<'m>,
        target: &dyn Target,
        subtarget: SubtargetId,
        mf: &mut MachineFunction,
    ) -> std::result::Result<(), Vec<CompileError>> {
        function::translate(self, function, target, subtarget, mf)
    }

    /// Returns the module in its current state: complete except for the symbols' use marks.
    pub fn module(&self) -> &CodegenModule {
        &self.module
    }

    /// Returns the module for changes by the command line.
    pub fn module_mut(&mut self) -> &mut CodegenModule {
        &mut self.module
    }

    /// Returns the module once all functions have been translated.
    pub fn finish(self) -> CodegenModule {
        self.module
    }

    /// Returns the symbol of a global and marks it as used.
    fn symbol(&mut self, value: Value<'m>) -> Result<SymbolId> {
        let id = self.symbols.get(&value.key()).copied();
        let id = id.ok_or_else(|| Stop::new("reference to a global of another module"))?;
        if let Some(symbol) = self.module.symbols.get_mut(id.index()) {
            symbol.used = true;
        }
        Ok(id)
    }

    /// Returns the symbol of an external function that translation itself calls.
    fn external(&mut self, name: &str) -> Result<SymbolId> {
        if let Some(value) = self.ir.named(name) {
            return self.symbol(value);
        }
        let symbol = self.outside_symbol(name);
        symbol.ok_or_else(|| Stop::new(format!("call of {name}, which has no symbol")))
    }

    /// Returns the symbol of an external function that translation itself may call, without marking
    /// it as used.
    fn known_external(&self, name: &str) -> Option<SymbolId> {
        match self.ir.named(name) {
            Some(value) => self.symbols.get(&value.key()).copied(),
            None => self.outside_symbol(name),
        }
    }

    /// Returns the symbol with this name among those after the IR's symbols.
    fn outside_symbol(&self, name: &str) -> Option<SymbolId> {
        let first = self.symbols.len();
        let place = self.module.symbols.get(first..)?.iter().position(|symbol| symbol.name == name)?;
        Some(SymbolId::new(first + place))
    }

    /// Returns the number of a block in its function.
    fn block_number(&mut self, function: Function<'m>, block: Block<'m>) -> Result<u32> {
        if !self.block_numbers.contains_key(&block.value().key()) {
            self.number_blocks(function);
        }
        let number = self.block_numbers.get(&block.value().key()).copied();
        number.ok_or_else(|| Stop::new("address of a block of another function"))
    }

    /// Numbers the blocks of a function with block addresses, and names those whose address is
    /// taken as in MIR.
    fn number_blocks(&mut self, function: Function<'m>) {
        let Some(symbol) = self.symbols.get(&function.value().key()).copied() else { return };
        let slots = block_slots(function);
        for (number, block) in (0..).zip(function.blocks()) {
            self.block_numbers.insert(block.value().key(), number);
            if is_named(&block) {
                let slot = slots.get(number as usize).copied().flatten();
                let name = slot.map_or_else(|| quoted(block.name()), |slot| slot.to_string());
                self.module.ir_blocks.push(IrBlock { function: symbol, number, name });
            }
        }
    }

    /// Names all blocks whose address is taken or that are landing pads, for machine functions that
    /// were read from MIR.
    pub fn name_blocks(&mut self) {
        for function in self.ir.functions() {
            let unknown = |block: &Block<'m>| !self.block_numbers.contains_key(&block.value().key());
            if function.blocks().any(|block| is_named(&block) && unknown(&block)) {
                self.number_blocks(function);
            }
        }
    }
}

/// Returns true if MIR names a block.
fn is_named(block: &Block<'_>) -> bool {
    block.address_taken() || exceptions::landing_pad(*block).is_some()
}

/// Returns the slots of a function's blocks, none for named ones. LLVM numbers unnamed values,
/// parameters first.
fn block_slots(function: Function<'_>) -> Vec<Option<u32>> {
    let unnamed = |value: Value<'_>| value.name_bytes().is_empty();
    let mut next = function.args().filter(|a| unnamed(*a)).count() as u32;
    let mut slots = Vec::new();
    for block in function.blocks() {
        slots.push(unnamed(block.value()).then_some(next));
        next += u32::from(unnamed(block.value()));
        let results = block.insts().filter(|i| !i.value().ty().is_void() && unnamed(i.value()));
        next += results.count() as u32;
    }
    slots
}
