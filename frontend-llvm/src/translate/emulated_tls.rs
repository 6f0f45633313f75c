//! Emulated thread-local variables (`-emulated-tls`). Each variable has a control variable;
//! `__emutls_get_address` converts its address to the address of the thread's instance. Source:
//! libgcc's `emutls.c`.
//!
//! The variable's symbol is its control variable, `__emutls_v.x`. It contains the size, the
//! alignment, a word for the routine, and the address of the initial content, `__emutls_t.x`. That
//! address is null if the content is zero.

use super::error::{Result, Stop};
use super::translator::Translator;
use crate::ir::global::ComdatKind;
use crate::ir::{self, Global, ThreadLocal, Value, ValueKind};
use gisel_codegen::ir::entity::{ComdatId, SymbolId};
use gisel_codegen::ir::module::{
    Comdat, DataReloc, DataValue, GlobalVariable, Initializer, Symbol, SymbolKind,
};

/// The size of a word in bytes; a control variable has four words.
const WORD: usize = 8;

/// Returns the name of the control variable of `name`.
pub(super) fn control_name(name: &str) -> String {
    format!("__emutls_v.{name}")
}

impl<'m> Translator<'m> {
    /// Returns true if a global is an emulated thread-local variable.
    pub(super) fn is_emulated_tls(&self, global: Global<'m>) -> bool {
        self.emulated_tls && global.info().thread_local != ThreadLocal::None
    }

    /// Creates the control variable, which has the number `symbol`, and the initial content. Size
    /// and alignment are in bytes.
    pub(super) fn emulated_variable(
        &mut self,
        global: Global<'m>,
        symbol: SymbolId,
        value: Value<'m>,
        (size, align): (u64, u32),
    ) -> Result<()> {
        if global.info().linkage == ir::Linkage::Common {
            return Err(Stop::new("emulated thread-local variable with common linkage"));
        }
        let control_name = self.module.symbols[symbol.index()].name.clone();
        self.module.symbols[symbol.index()].comdat = self.comdat_like(global, &control_name);
        self.module.symbols[symbol.index()].align = WORD as u32;
        let words = [size, u64::from(align), 0, 0].map(u64::to_le_bytes);
        let mut control = Initializer { bytes: words.concat(), relocs: Vec::new() };
        let mut template = None;
        if !is_zero(value) {
            let like = self.module.symbols[symbol.index()].clone();
            let name = control_name.replacen("__emutls_v.", "__emutls_t.", 1);
            let comdat = self.comdat_like(global, &name);
            let own = Symbol { name, kind: SymbolKind::Data, comdat, align, ..like };
            let own = self.module.add_symbol(Symbol { outside_ir: true, retained: false, ..own });
            let initializer = self.initializer(value)?;
            control.relocs.push(DataReloc {
                offset: 3 * WORD as u64,
                size: WORD as u8,
                value: DataValue::Symbol(own, 0),
                schema: None,
            });
            let constant = true;
            let variable = GlobalVariable {
                symbol: own,
                size,
                align,
                constant,
                externally_initialized: false,
                c_string_unit: None,
                initializer,
            };
            template = Some(variable);
        }
        self.module.globals.push(GlobalVariable {
            symbol,
            size: 4 * WORD as u64,
            align: WORD as u32,
            constant: false,
            externally_initialized: false,
            c_string_unit: None,
            initializer: control,
        });
        self.module.globals.extend(template);
        Ok(())
    }

    /// Creates a comdat called `name` if the variable has a comdat.
    fn comdat_like(&mut self, global: Global<'m>, name: &str) -> Option<ComdatId> {
        let (_, kind) = global.comdat()?;
        let deduplicate = kind != ComdatKind::NoDeduplicate;
        Some(self.module.add_comdat(Comdat { name: name.to_owned(), deduplicate }))
    }
}

/// Returns true if new instances are zero, so that no initial content is needed.
fn is_zero(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::Zero => true,
        ValueKind::Int(int) => int.words.iter().all(|&word| word == 0),
        _ => false,
    }
}
