//! The contents of constant variables, for passes that replace loads by constants.

use crate::ir::entity::SymbolId;
use crate::ir::module::{GlobalVariable, Linkage, Module};

/// The symbol has no known content.
const NONE: u32 = u32::MAX;

/// The variables with known contents.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// By symbol: the index in [`Module::globals`], or `NONE`.
    indices: Vec<u32>,
}

impl Literals {
    /// Returns the variables of `module` whose contents are known when code is generated: constant,
    /// without addresses, and never replaced by another definition.
    pub fn of(module: &Module) -> Literals {
        let mut indices = vec![NONE; module.symbols.len()];
        for (index, global) in module.globals.iter().enumerate() {
            if is_literal(module, global) {
                indices[global.symbol.index()] = index as u32;
            }
        }
        Literals { indices }
    }

    /// Returns the `bytes` bytes, at most eight, at `offset` in the variable `symbol`, least
    /// significant first. Returns `None` if the content is unknown or ends before.
    pub fn read(&self, module: &Module, symbol: SymbolId, offset: i64, bytes: u32) -> Option<u64> {
        let &index = self.indices.get(symbol.index()).filter(|&&index| index != NONE)?;
        let global = module.globals.get(index as usize).filter(|global| global.symbol == symbol)?;
        let start = u64::try_from(offset).ok()?;
        let end = start.checked_add(bytes.into()).filter(|&end| end <= global.size && bytes <= 8)?;
        let content = &global.initializer.bytes;
        let byte = |at: u64| content.get(at as usize).copied().unwrap_or(0);
        Some((start..end).rev().fold(0, |value, at| value << 8 | u64::from(byte(at))))
    }
}

fn is_literal(module: &Module, global: &GlobalVariable) -> bool {
    let symbol = module.symbol(global.symbol);
    let is_final = match symbol.linkage {
        Linkage::Internal | Linkage::Private => true,
        Linkage::External => symbol.dso_local,
        _ => false,
    };
    global.constant && is_final && global.initializer.relocs.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::module::{Initializer, Symbol};

    fn module(linkage: Linkage, constant: bool) -> (Module, SymbolId) {
        let mut module = Module::default();
        let symbol = module.add_symbol(Symbol { linkage, ..Symbol::default() });
        let initializer = Initializer { bytes: vec![1, 2, 3], relocs: Vec::new() };
        module.globals.push(GlobalVariable {
            symbol,
            size: 5,
            align: 1,
            constant,
            c_string_unit: None,
            initializer,
        });
        (module, symbol)
    }

    #[test]
    fn contents_end_in_zeros() {
        let (module, symbol) = module(Linkage::Private, true);
        let read = |offset, bytes| Literals::of(&module).read(&module, symbol, offset, bytes);
        assert_eq!(read(0, 2), Some(0x201));
        assert_eq!(read(1, 4), Some(0x302));
        assert_eq!((read(2, 4), read(-1, 1), read(i64::MAX, 1)), (None, None, None));
    }

    #[test]
    fn what_may_change_is_unknown() {
        for (linkage, constant) in
            [(Linkage::Private, false), (Linkage::Weak, true), (Linkage::External, true)]
        {
            let (module, symbol) = module(linkage, constant);
            assert_eq!(Literals::of(&module).read(&module, symbol, 0, 1), None, "{linkage:?}");
        }
    }
}
