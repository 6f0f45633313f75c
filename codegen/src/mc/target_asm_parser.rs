//! TargetAsmParser: reading of a target's instructions and directives.

use super::inst::{Label, McInst, McSymbol, Specifier};
use crate::mc::target::McTarget;
use std::rc::Rc;

/// The value of an expression: `plus - minus + constant`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AsmValue {
    /// The symbol that is added.
    pub plus: Option<McSymbol>,
    /// The symbol that is subtracted.
    pub minus: Option<McSymbol>,
    /// The number.
    pub constant: i64,
}

impl AsmValue {
    /// Returns a number.
    pub fn number(constant: i64) -> AsmValue {
        AsmValue { constant, ..AsmValue::default() }
    }

    /// Returns its number, if no symbols are left.
    pub fn as_number(&self) -> Option<i64> {
        (self.plus.is_none() && self.minus.is_none()).then_some(self.constant)
    }

    pub(super) fn negated(self) -> AsmValue {
        AsmValue { plus: self.minus, minus: self.plus, constant: self.constant.wrapping_neg() }
    }
}

/// Resolves names in assembly.
pub trait SymbolReader {
    /// Returns the symbol or label called `name`.
    fn symbol(&mut self, name: &str) -> Option<McSymbol>;

    /// Parses the expression at the start of `text`. Returns it with its length in bytes.
    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)>;
}

/// Receives assembled instructions.
pub trait AsmSink {
    /// Receives the next instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// Receives an instruction as bytes.
    fn raw_inst(&mut self, bytes: &[u8]);

    /// Returns true if the addresses of symbols come from the global offset table.
    fn is_position_independent(&self) -> bool;

    /// Creates a label that is not bound yet.
    fn new_label(&mut self) -> Label;

    /// Binds `label` here.
    fn bind(&mut self, label: Label);

    /// Returns the reader of names.
    fn symbols(&mut self) -> &mut dyn SymbolReader;

    /// Returns the label of a literal of `size` bytes near the code. If `is_shared`, an equal
    /// earlier literal is reused.
    fn literal(&mut self, value: AsmValue, size: u8, is_shared: bool) -> Label;
}

/// The effect of a target-specific directive.
pub enum TargetDirective {
    /// Selects the subtarget for the following text.
    Subtarget(Rc<dyn McTarget>),
    /// Selects the subtarget for the following text and for the object's attributes.
    ObjectAttributes(Rc<dyn McTarget>),
    /// Sets whether addresses come from the global offset table.
    PositionIndependent(bool),
    /// Sets whether the linker may shorten the following code.
    LinkerRelaxation(bool),
    /// Sets whether instructions are encoded exactly as written: the assembler and the linker
    /// neither shorten nor relax them.
    Exact(bool),
    /// Saves the state of these directives.
    Push,
    /// Restores the last saved state.
    Pop,
}

/// Reads a target's instructions, directives and relocation names.
pub trait TargetAsmParser {
    /// Parses and encodes one statement of assembly, without labels and directives. Errors describe
    /// the problem.
    fn assemble(&self, line: &str, _sink: &mut dyn AsmSink) -> Result<(), String> {
        Err(format!("`{line}` is not understood"))
    }

    /// Parses a target-specific directive (`.arch_extension`); `None` if the target does not have
    /// it.
    fn directive(&self, _directive: &str, _arguments: &str) -> Option<Result<TargetDirective, String>> {
        None
    }

    /// Returns true if symbols with `specifier` are thread-local.
    fn is_thread_local(&self, _specifier: Specifier) -> bool {
        false
    }

    /// Returns the relocations that assembly may name, sorted by name.
    fn relocation_names(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// Returns the relocation type with this name in assembly.
    fn relocation_named(&self, name: &str) -> Option<u32> {
        let names = self.relocation_names();
        names.binary_search_by_key(&name, |row| row.0).ok().map(|n| names[n].1)
    }

    /// Returns the name of a relocation that assembly can request.
    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        let mut names = self.relocation_names().iter();
        names.find(|row| row.1 == kind && row.0.starts_with("R_")).map(|row| row.0)
    }
}
