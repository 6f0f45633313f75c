//! Data of the module: variables, aliases, constructors and destructors.

use super::asm::is_printable;
use super::inst::{McExpr, McSymbol};
use super::sections;
use crate::ir::content::{Form, Fragment};
use crate::ir::entity::SymbolId;
use crate::ir::module::{
    DataReloc, DataValue, GlobalVariable, Initializer, Linkage, MAX_CONTENT, Module, Structor, SymbolKind,
    Visibility,
};
use crate::ir::section::{SectionFlags, SectionType};
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::{Base, McValue, ValueUsage};
use crate::mc::streamer::sections::Padding;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target::McTarget;
use std::collections::HashSet;
use std::ops::Range;

/// The symbols that exception tables and unwind tables reach through address words.
#[derive(Default)]
pub(crate) struct ByWords {
    /// Personality routines.
    pub routines: HashSet<SymbolId>,
    /// The types in exception tables.
    pub types: HashSet<SymbolId>,
}

/// Emits everything in a module except functions, in LLVM's order. First come variables, among them
/// the constructor lists, and the visibility of external ones. Then follow the visibility of
/// functions, address words, aliases, and symbols that need not be defined.
pub(crate) fn emit(
    module: &Module,
    target: &dyn McTarget,
    by_words: &ByWords,
    out: &mut dyn Streamer,
) -> Result<(), String> {
    let symbols = || (0..module.symbols.len()).map(SymbolId::new);
    let is_hidden = |id: SymbolId| {
        let symbol = module.symbol(id);
        !symbol.defined && symbol.visibility != Visibility::Default
    };
    let mut hidden =
        symbols().filter(|&id| is_hidden(id) && module.symbol(id).kind != SymbolKind::Function).peekable();
    for (index, global) in module.globals.iter().enumerate() {
        emit_structors_at(module, target, index, out)?;
        while let Some(id) = hidden.next_if(|&id| id < global.symbol) {
            out.visibility(id);
        }
        let name = &module.symbol(global.symbol).name;
        emit_global(module, global, out).map_err(|e| format!("in global '{name}': {e}"))?;
    }
    emit_structors_at(module, target, module.globals.len(), out)?;
    hidden.for_each(|id| out.visibility(id));
    for id in symbols().filter(|&id| is_hidden(id) && module.symbol(id).kind == SymbolKind::Function) {
        out.visibility(id);
    }
    emit_type_stubs(module, target, &by_words.types, out)?;
    for (routine, word) in &module.personalities {
        if by_words.routines.contains(routine) {
            emit_personality(module, word, out)?;
        }
    }
    emit_aliases(module, out);
    for id in symbols() {
        let symbol = module.symbol(id);
        if !symbol.defined && symbol.linkage == Linkage::ExternalWeak {
            out.linkage(id);
        }
    }
    Ok(())
}

fn emit_aliases(module: &Module, out: &mut dyn Streamer) {
    for alias in &module.aliases {
        let target = module.symbol(alias.target).kind;
        let kind = match (alias.ifunc, target) {
            (true, _) => SymbolType::IndirectFunction,
            (false, SymbolKind::Function) => SymbolType::Function,
            (false, SymbolKind::Data | SymbolKind::EmulatedTls) => SymbolType::Object,
            (false, SymbolKind::Tls) => SymbolType::Tls,
        };
        out.linkage(alias.symbol);
        out.alias_type(alias.symbol, kind);
        out.visibility(alias.symbol);
        out.assign(alias.symbol, McExpr::plain(McSymbol::Symbol(alias.target), alias.offset));
        if alias.size.is_some() {
            out.size(alias.symbol, alias.size);
        }
    }
}

/// Emits the address words of `types`, sorted by name.
fn emit_type_stubs(
    module: &Module,
    target: &dyn McTarget,
    types: &HashSet<SymbolId>,
    out: &mut dyn Streamer,
) -> Result<(), String> {
    let bytes = target.address_bytes();
    let mut types: Vec<SymbolId> = types.iter().copied().collect();
    types.sort_by_key(|&id| (&module.symbol(id).name, id));
    if !types.is_empty() {
        out.switch_section(&sections::for_type_stubs());
        out.align(bytes.into(), Padding::Zero);
    }
    for id in types {
        out.label(McSymbol::TypeStub(id));
        out.value(&McValue::plain(McExpr::from(McSymbol::Symbol(id))), bytes)?;
    }
    Ok(())
}

/// Emits the address word of a personality routine.
fn emit_personality(module: &Module, word: &GlobalVariable, out: &mut dyn Streamer) -> Result<(), String> {
    let symbol = word.symbol;
    out.visibility(symbol);
    out.linkage(symbol);
    out.switch_section(&sections::for_global(module, word));
    out.align(word.align, Padding::Zero);
    out.symbol_type(symbol, SymbolType::Object);
    out.size(symbol, Some(word.size));
    out.label(McSymbol::Symbol(symbol));
    emit_content(module, Some(symbol), &word.initializer, word.size, word.align.into(), out)
}

fn emit_global(module: &Module, global: &GlobalVariable, out: &mut dyn Streamer) -> Result<(), String> {
    let symbol = module.symbol(global.symbol);
    if symbol.linkage == Linkage::AvailableExternally {
        return Ok(());
    }
    if sections::is_common(module, global) {
        out.name_comment(&symbol.name);
        out.visibility(global.symbol);
        out.symbol_type(global.symbol, SymbolType::Object);
        out.common(global.symbol, global.size.max(1), global.align);
        return Ok(());
    }
    let section = sections::for_global(module, global);
    // A variable that is thread-local by its section is an ordinary one for linkers, which report
    // wrong uses.
    let is_thread_local = section.flags.contains(SectionFlags::TLS);
    out.name_comment(&symbol.name);
    out.visibility(global.symbol);
    out.symbol_type(global.symbol, if is_thread_local { SymbolType::Tls } else { SymbolType::Object });
    out.switch_section(&section);
    out.linkage(global.symbol);
    out.align(global.align, Padding::Zero);
    out.label(McSymbol::Symbol(global.symbol));
    let content = &global.initializer;
    let is_zero = || content.relocs.is_empty() && content.bytes.iter().all(|byte| *byte == 0);
    if section.kind == SectionType::Nobits && !is_zero() {
        return Err(section.refused_contents());
    }
    match module.contents.get(&global.symbol).filter(|fragments| cover(fragments, content, global.size)) {
        Some(fragments) => emit_fragments(module, (global.symbol, content), fragments, out)?,
        None if section.kind == SectionType::Nobits => out.zeros(global.size),
        None => emit_content(module, Some(global.symbol), content, global.size, global.align.into(), out)?,
    }
    out.size(global.symbol, Some(global.size));
    out.end_of_definition();
    Ok(())
}

/// Returns true if the fragments cover the initializer, and each of its relocations fills one of
/// their elements.
fn cover(fragments: &[Fragment], content: &Initializer, total: u64) -> bool {
    let mut relocs = content.relocs.iter().peekable();
    let mut at = 0;
    for fragment in fragments.iter().filter(|fragment| fragment.count != 0) {
        // A fragment with an address has one element.
        let is_filled = |reloc: &&DataReloc| reloc.offset == at && u64::from(reloc.size) == fragment.size;
        relocs.next_if(is_filled);
        at += fragment.size * fragment.count;
    }
    at == total && relocs.next().is_none()
}

/// Emits a symbol's initializer element by element.
fn emit_fragments(
    module: &Module,
    (owner, content): (SymbolId, &Initializer),
    fragments: &[Fragment],
    out: &mut dyn Streamer,
) -> Result<(), String> {
    let mut relocs = content.relocs.iter().peekable();
    let mut at = 0;
    for fragment in fragments {
        for _ in 0..fragment.count {
            let end = at + fragment.size;
            match relocs.next_if(|reloc| reloc.offset == at) {
                Some(reloc) => out.value(&word(module, Some(owner), reloc), reloc.size)?,
                None => emit_element(&content.bytes, at as usize..end as usize, fragment.form, out),
            }
            at = end;
        }
    }
    Ok(())
}

/// Emits an element of an initializer whose trailing zeros may be omitted.
fn emit_element(bytes: &[u8], range: Range<usize>, form: Form, out: &mut dyn Streamer) {
    let given = &bytes[range.start.min(bytes.len())..range.end.min(bytes.len())];
    if form == Form::Fill && given.is_empty() {
        return out.zeros(range.len() as u64);
    }
    match range.len() - given.len() {
        0 => out.element(form, given),
        zeros => out.element(form, &[given, &vec![0; zeros]].concat()),
    }
}

/// Emits an initializer of `total` bytes, padded with zeros, in words of up to `size` bytes;
/// `owner` is its symbol.
pub(super) fn emit_content(
    module: &Module,
    owner: Option<SymbolId>,
    content: &Initializer,
    total: u64,
    size: u64,
    out: &mut dyn Streamer,
) -> Result<(), String> {
    if total > MAX_CONTENT {
        return Err(format!("content of {total} bytes is too large"));
    }
    let mut at = 0;
    for reloc in &content.relocs {
        emit_bytes(&content.bytes, at, reloc.offset, size, out);
        out.value(&word(module, owner, reloc), reloc.size)?;
        at = reloc.offset + reloc.size as u64;
    }
    emit_bytes(&content.bytes, at, total, size, out);
    Ok(())
}

/// Emits a range of an initializer whose trailing zeros may be omitted, in words of up to `size`
/// bytes.
fn emit_bytes(bytes: &[u8], from: u64, to: u64, size: u64, out: &mut dyn Streamer) {
    let (start, end) = (bytes.len().min(from as usize), bytes.len().min(to as usize));
    let given = &bytes[start..end.max(start)];
    let used = given.len() - given.iter().rev().take_while(|b| **b == 0).count();
    let total = to.saturating_sub(from);
    if is_printable(&given[..used]) {
        // A terminating zero is written with the range.
        let ends = total > used as u64;
        out.bytes(&[&given[..used], if ends { &[0][..] } else { &[] }].concat());
        return out.zeros(total - used as u64 - u64::from(ends));
    }
    let divides = |&word: &u64| word <= size && from.is_multiple_of(word) && total.is_multiple_of(word);
    let size = [8, 4, 2].into_iter().find(divides).unwrap_or(1);
    let whole = used.next_multiple_of(size as usize);
    match whole.saturating_sub(given.len()) {
        0 => out.words(&given[..whole], size as u8),
        padding => out.words(&[given, &vec![0; padding]].concat(), size as u8),
    }
    out.zeros(total - whole as u64);
}

fn word(module: &Module, owner: Option<SymbolId>, reloc: &DataReloc) -> McValue {
    let symbol = |symbol| McSymbol::reference(module, symbol);
    let block = |(function, block): (SymbolId, u32)| McSymbol::Block(function, block);
    let signed = reloc.schema.map_or(ValueUsage::Plain, ValueUsage::Signed);
    let (expr, base, usage) = match reloc.value {
        DataValue::Symbol(s, addend) => (McExpr::plain(symbol(s), addend), None, signed),
        DataValue::Difference(s, base, addend) => {
            (McExpr::plain(symbol(s), addend), Some(Base::Symbol(symbol(base))), signed)
        }
        DataValue::BlockAddress(function, number, addend) => {
            (McExpr::plain(block((function, number)), addend), None, signed)
        }
        DataValue::BlockDifference(a, b, addend) => {
            (McExpr::plain(block(a), addend), Some(Base::Symbol(block(b))), signed)
        }
        DataValue::DsoLocalEquivalent(s, base, addend) => {
            let distance = (owner == Some(base)).then_some(reloc.offset as i64);
            let base = Some(Base::Symbol(symbol(base)));
            (McExpr::plain(McSymbol::Symbol(s), addend), base, ValueUsage::ThroughPlt(distance))
        }
    };
    McValue { expr, base, usage }
}

/// Emits the constructor and destructor lists that come before the variable with this index.
fn emit_structors_at(
    module: &Module,
    target: &dyn McTarget,
    index: usize,
    out: &mut dyn Streamer,
) -> Result<(), String> {
    let [ctors, dtors] = module.structor_positions;
    let sections = match module.options.old_structors {
        true => [(".ctors", SectionType::Progbits), (".dtors", SectionType::Progbits)],
        false => [(".init_array", SectionType::InitArray), (".fini_array", SectionType::FiniArray)],
    };
    let lists = [(ctors, &module.ctors, sections[0]), (dtors, &module.dtors, sections[1])];
    for (position, list, section) in lists {
        if position == index {
            emit_structors(module, target, list, section, out)?;
        }
    }
    Ok(())
}

fn emit_structors(
    module: &Module,
    target: &dyn McTarget,
    structors: &[Structor],
    (name, kind): (&'static str, SectionType),
    out: &mut dyn Streamer,
) -> Result<(), String> {
    let mut ordered: Vec<&Structor> = structors.iter().collect();
    ordered.sort_by_key(|s| s.priority);
    if module.options.old_structors {
        ordered.reverse();
    }
    for structor in ordered {
        let mut section = sections::for_structors(name, kind, structor.priority);
        section.group = structor.group;
        out.switch_section(&section);
        let bytes = target.address_bytes();
        out.align(bytes.into(), Padding::Zero);
        let expr = McExpr::plain(McSymbol::reference(module, structor.function), 0);
        let usage = structor.schema.map_or(ValueUsage::Plain, ValueUsage::Signed);
        out.value(&McValue { usage, ..McValue::plain(expr) }, bytes)?;
    }
    Ok(())
}
