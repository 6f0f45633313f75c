//! A module with data of each kind, for both targets.

use gisel_codegen::ir::entity::ComdatId;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::{
    Alias, Comdat, DataReloc, DataValue, GlobalVariable, Initializer, Linkage, Module, Structor, Symbol,
    SymbolKind, Visibility,
};

/// A symbol.
pub fn symbol(
    module: &mut Module,
    name: &str,
    linkage: Linkage,
    kind: SymbolKind,
    defined: bool,
) -> SymbolId {
    module.add_symbol(Symbol { name: name.into(), linkage, kind, defined, used: true, ..Symbol::default() })
}

/// A function's symbol and an empty body.
pub fn function(module: &mut Module, name: &str, linkage: Linkage) -> MachineFunction {
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
        c_string_unit: None,
        initializer: Initializer { bytes: bytes.to_vec(), relocs: Vec::new() },
    });
    id
}

/// Adds data of each kind. `function` is defined in the module.
pub fn add_data(module: &mut Module, function: SymbolId) {
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
        word(32, 4, DataValue::Difference(local, Some(table), 0)),
    ];
    let named = global(module, "named", Linkage::Weak, &[3; 9], false);
    module.symbols[named.index()].section = Some("custom".into());
    let kept = global(module, "kept", Linkage::Internal, &[4; 4], false);
    module.symbols[kept.index()].retained = true;
    module.comdats.push(Comdat { name: "inline".into(), deduplicate: true });
    let group = global(module, "inline", Linkage::LinkOnce, &[5; 4], false);
    module.symbols[group.index()].comdat = Some(ComdatId::new(0));
    let alias = symbol(module, "other", Linkage::Weak, SymbolKind::Data, true);
    module.aliases.push(Alias { symbol: alias, target: local, offset: 4, size: None, ifunc: false });
    for priority in [65535, 100] {
        module.ctors.push(Structor { priority, function, group: None, schema: None });
    }
}
