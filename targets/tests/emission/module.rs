//! A module with branches, calls, a jump table and data of each kind, with a target's instructions.

use gisel_codegen::ir::entity::{BlockId, ComdatId, SubtargetId, SymbolId};
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Operand};
use gisel_codegen::ir::module::{
    Alias, Comdat, DataReloc, DataValue, GlobalVariable, Initializer, Linkage, Module, Structor, Symbol,
    SymbolKind, Visibility,
};
use gisel_codegen::ir::opcodes;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;

/// The instructions of a target.
pub struct Machine {
    /// The triple.
    pub triple: &'static str,
    /// A register for addresses.
    pub result: PhysReg,
    /// The DWARF number of the register that holds return addresses.
    pub return_address: u16,
    /// The DWARF number of a call-preserved register.
    pub callee_saved: u16,
    /// A call.
    pub call: Opcode,
    /// A tail call.
    pub tail_call: Opcode,
    /// An unconditional jump.
    pub jump: Opcode,
    /// A return.
    pub ret: Opcode,
    /// The load of an address from the global offset table.
    pub load_got: Opcode,
    /// Builds the address of an operand.
    pub address: fn(&mut MachineFunction, BlockId, Operand),
    /// Builds branches of all kinds to some of these blocks.
    pub branches: fn(&mut MachineFunction, BlockId, &[BlockId]),
    /// Builds an instruction made unique by a small number.
    pub filler: fn(&mut MachineFunction, BlockId, i32),
}

/// Appends an instruction.
pub fn add(f: &mut MachineFunction, block: BlockId, opcode: Opcode, operands: &[Operand]) {
    let inst = f.create_inst(opcode, operands, None);
    f.append_inst(block, inst);
}

fn cfi(f: &mut MachineFunction, block: BlockId, directive: CfiDirective) {
    let directive = f.create_cfi(directive);
    add(f, block, opcodes::CFI_INSTRUCTION, &[Operand::cfi(directive)]);
}

impl Machine {
    /// Builds blocks of `size` instructions with branches from each to each, and a jump table.
    fn branches(&self, f: &mut MachineFunction, size: usize) {
        let blocks: Vec<BlockId> = (0..6).map(|_| f.append_block()).collect();
        let table = f.create_jump_table(blocks.clone());
        cfi(f, blocks[0], CfiDirective::DefCfaOffset(16));
        (self.address)(f, blocks[0], Operand::jump_table(table));
        cfi(f, blocks[0], CfiDirective::Offset(self.return_address, -16));
        for (n, &block) in blocks.iter().enumerate() {
            (self.branches)(f, block, &blocks);
            (0..size).for_each(|i| (self.filler)(f, block, (i % 100) as i32));
            let to = if n == 3 { blocks[0] } else { blocks[(n + 1) % 6] };
            add(f, block, self.jump, &[Operand::block(to)]);
        }
        let last = f.append_block();
        cfi(f, last, CfiDirective::DefCfaOffset(0));
        add(f, last, self.ret, &[]);
    }

    fn calls(&self, module: &mut Module, f: &mut MachineFunction, to: &MachineFunction) {
        let outside = symbol(module, "outside", Linkage::External, SymbolKind::Function, false);
        let variable = symbol(module, "variable", Linkage::External, SymbolKind::Data, false);
        let block = f.append_block();
        let constant = f.constant_pool_entry(&[1, 2, 3, 4, 5, 6, 7, 8], 8);
        cfi(f, block, CfiDirective::DefCfaOffset(32));
        for callee in [f.global(outside, 0), f.global(to.symbol, 0), Operand::external(0)] {
            add(f, block, self.call, &[callee]);
            cfi(f, block, CfiDirective::Offset(self.callee_saved, -16));
        }
        let inside = f.global(variable, 8);
        (self.address)(f, block, inside);
        (self.address)(f, block, Operand::constant_pool(constant));
        let start = f.global(variable, 0);
        add(f, block, self.load_got, &[Operand::def(self.result), start]);
        let callee = f.global(outside, 0);
        add(f, block, self.tail_call, &[callee]);
    }

    /// Returns the module, and its functions; the first has blocks of `size` instructions.
    pub fn module(&self, size: usize) -> (Module, Vec<MachineFunction>) {
        let mut module = Module { triple: self.triple.into(), ..Module::default() };
        let mut first = function(&mut module, "first", Linkage::Internal);
        self.branches(&mut first, size);
        let mut second = function(&mut module, "second", Linkage::External);
        second.attrs.align = 16;
        self.calls(&mut module, &mut second, &first);
        let mut third = function(&mut module, "third", Linkage::Weak);
        let block = third.append_block();
        third.block_mut(block).address_taken = true;
        third.block_mut(block).ir_block = Some(4);
        add(&mut third, block, self.ret, &[]);
        add_data(&mut module, first.symbol);
        let id = third.symbol;
        let table = module.globals.iter_mut().find(|g| !g.initializer.relocs.is_empty()).unwrap();
        let relocs = &mut table.initializer.relocs;
        relocs[2].value = DataValue::BlockAddress(id, 4, 0);
        relocs[3].value = DataValue::BlockAddress(id, 5, 0);
        (module, vec![first, second, third])
    }
}

fn symbol(module: &mut Module, name: &str, linkage: Linkage, kind: SymbolKind, defined: bool) -> SymbolId {
    module.add_symbol(Symbol { name: name.into(), linkage, kind, defined, used: true, ..Symbol::default() })
}

/// Creates a function's symbol and an empty body.
fn function(module: &mut Module, name: &str, linkage: Linkage) -> MachineFunction {
    let id = symbol(module, name, linkage, SymbolKind::Function, true);
    MachineFunction::new(id, name, SubtargetId::new(0))
}

fn global(module: &mut Module, name: &str, linkage: Linkage, bytes: &[u8], constant: bool) -> SymbolId {
    let id = symbol(module, name, linkage, SymbolKind::Data, true);
    module.globals.push(GlobalVariable {
        symbol: id,
        size: bytes.len() as u64,
        align: 8,
        constant,
        externally_initialized: false,
        c_string_unit: None,
        initializer: Initializer { bytes: bytes.to_vec(), relocs: Vec::new() },
    });
    id
}

/// Adds data of each kind. `function` is defined in the module.
fn add_data(module: &mut Module, function: SymbolId) {
    module.source_file_name = "dir/source.c".into();
    module.idents.push("test".into());
    let local = global(module, "local", Linkage::Internal, &[1, 0, 0, 0, 0, 0, 0, 0], false);
    global(module, "zero", Linkage::External, &[0; 24], false);
    global(module, "exported", Linkage::External, b"numbers\x01\x02\x03\x04\x05\x06\x07", false);
    global(module, "odd name", Linkage::Internal, &[7; 3], true);
    global(module, "empty", Linkage::External, &[], false);
    let text = global(module, "str", Linkage::Private, b"some \"text\"\n\0", true);
    module.symbols[text.index()].unnamed_addr = true;
    let last = module.globals.last_mut().unwrap();
    (last.c_string_unit, last.align) = (Some(1), 1);
    let merged = global(module, "sixteen", Linkage::Private, &[9; 16], true);
    module.symbols[merged.index()].unnamed_addr = true;
    let common = global(module, "shared", Linkage::Common, &[0; 12], false);
    module.symbols[common.index()].visibility = Visibility::Default;
    let external = symbol(module, "elsewhere", Linkage::ExternalWeak, SymbolKind::Data, false);
    let table = global(module, "table", Linkage::External, &[0; 40], true);
    module.symbols[table.index()].visibility = Visibility::Hidden;
    let word = |offset, size, value| DataReloc { offset, size, value, schema: None };
    module.globals.last_mut().unwrap().initializer.relocs = vec![
        word(0, 8, DataValue::Symbol(function, 0)),
        word(8, 8, DataValue::Symbol(text, 5)),
        word(16, 8, DataValue::Symbol(external, -8)),
        word(24, 8, DataValue::Symbol(local, 4)),
        word(32, 4, DataValue::Difference(local, table, 0)),
    ];
    let named = global(module, "named", Linkage::Weak, &[3; 9], false);
    module.symbols[named.index()].section = Some("custom".into());
    let retained = global(module, "kept", Linkage::Internal, &[4; 4], false);
    module.symbols[retained.index()].retained = true;
    module.comdats.push(Comdat { name: "inline".into(), deduplicate: true });
    let group = global(module, "inline", Linkage::LinkOnce, &[5; 4], false);
    module.symbols[group.index()].comdat = Some(ComdatId::new(0));
    let alias = symbol(module, "other", Linkage::Weak, SymbolKind::Data, true);
    module.aliases.push(Alias { symbol: alias, target: local, offset: 4, size: None, ifunc: false });
    for priority in [65535, 100] {
        module.ctors.push(Structor { priority, function, group: None, schema: None });
    }
}
