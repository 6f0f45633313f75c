//! The contents of constant variables, for passes that replace loads by constants.

use crate::ir::entity::SymbolId;
use crate::ir::module::{GlobalVariable, Linkage, Module};

/// The maximum size in bytes of a variable whose content is known.
const MAX_SIZE: u64 = 256;

/// The content of a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Literal {
    /// The start in the bytes of all variables.
    start: u32,
    /// The number of bytes before trailing zeros.
    len: u32,
    /// The size in bytes; zero if the content is unknown.
    size: u32,
}

/// The contents of small constant variables. Modules of all threads share them.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    by_symbol: Vec<Literal>,
    bytes: Vec<u8>,
}

impl Literals {
    /// Returns the contents of the variables of `module` that are known when code is generated:
    /// constant, without addresses, and never replaced by another definition.
    pub fn of(module: &Module) -> Literals {
        let mut literals =
            Literals { by_symbol: vec![Literal::default(); module.symbols.len()], bytes: Vec::new() };
        for global in module.globals.iter().filter(|global| is_literal(module, global)) {
            let content = &global.initializer.bytes;
            let start = literals.bytes.len() as u32;
            literals.bytes.extend_from_slice(content);
            literals.by_symbol[global.symbol.index()] =
                Literal { start, len: content.len() as u32, size: global.size as u32 };
        }
        literals
    }

    /// Returns the `bytes` bytes, at most eight, at `offset` in the variable `symbol`, least
    /// significant first. Returns `None` if the content is unknown or ends before.
    pub fn read(&self, symbol: SymbolId, offset: i64, bytes: u32) -> Option<u64> {
        let literal = self.by_symbol.get(symbol.index())?;
        let start = u64::try_from(offset).ok()?;
        let end = start.checked_add(bytes.into())?;
        if end > literal.size.into() || bytes > 8 {
            return None;
        }
        let content = &self.bytes[literal.start as usize..][..literal.len as usize];
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
    let is_small = global.size <= MAX_SIZE && global.initializer.bytes.len() as u64 <= global.size;
    let is_known = global.constant && !global.externally_initialized;
    is_known && is_final && is_small && global.initializer.relocs.is_empty()
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
            externally_initialized: false,
            c_string_unit: None,
            initializer,
        });
        (module, symbol)
    }

    #[test]
    fn contents_end_in_zeros() {
        let (module, symbol) = module(Linkage::Private, true);
        let read = |offset, bytes| Literals::of(&module).read(symbol, offset, bytes);
        assert_eq!(read(0, 2), Some(0x201));
        assert_eq!(read(1, 4), Some(0x302));
        assert_eq!((read(2, 4), read(-1, 1), read(i64::MAX, 1)), (None, None, None));
    }

    #[test]
    fn contents_that_may_change_are_unknown() {
        for (linkage, constant) in
            [(Linkage::Private, false), (Linkage::Weak, true), (Linkage::External, true)]
        {
            let (module, symbol) = module(linkage, constant);
            assert_eq!(Literals::of(&module).read(symbol, 0, 1), None, "{linkage:?}");
        }
        let (mut module, symbol) = module(Linkage::Private, true);
        module.globals[0].externally_initialized = true;
        assert_eq!(Literals::of(&module).read(symbol, 0, 1), None);
    }
}
