//! `.gcc_except_table`: the language-specific data area (LSDA), from which a personality routine
//! reads about the function's calls.
//!
//! The call site table, in code order, holds for each call the landing pad and the first action.
//! The action table holds chains of type numbers. The type table, read backwards, holds the types,
//! followed by the filters. Calls between invokes that may throw have a call site without a landing
//! pad; an exception from a call without a call site terminates the program. Code lengths are words
//! of 4 bytes if the linker may change them. Types are reached through one address word per type in
//! the module. Cost: linear in instructions and clauses. Source: the Itanium C++ ABI's exception
//! handling, level II.

use super::context::EmitContext;
use super::inst::{Label, McExpr, McSymbol};
use super::labels::LabelName;
use super::sections;
use crate::ir::content::Form;
use crate::ir::entity::{BlockId, InstId, SymbolId};
use crate::ir::mir::asm_operand::asm_unwinds;
use crate::ir::mir::{Clause, ExceptionType, LandingPad, MachineFunction};
use crate::ir::module::Module;
use crate::ir::opcodes::EH_LABEL;
use crate::machine::desc::instructions::InstrFlags;
use crate::mc::streamer::data::{Base, McValue};
use crate::mc::streamer::sections::Padding;
use crate::support::error::{CompileError, Result};
use crate::support::leb128;
use gimli::constants as dw;
use std::collections::HashMap;

/// The size of code lengths that relocations fill, in bytes.
const WORD: u8 = 4;

/// Personality routines without effect in functions that catch nothing.
const IDLE_WITHOUT_PADS: &[&str] = &[
    "__gnat_eh_personality",
    "__gcc_personality_v0",
    "__gcc_personality_sj0",
    "__gxx_personality_v0",
    "__gxx_personality_sj0",
    "__objc_personality_v0",
    "__xlcxx_personality_v1",
    "rust_eh_personality",
];

/// Returns the personality routine of the function's unwind table entry, if it has one.
pub(crate) fn personality(module: &Module, function: &MachineFunction) -> Option<SymbolId> {
    let routine = function.personality?;
    let idle = IDLE_WITHOUT_PADS.contains(&module.symbol(routine).name.as_str());
    (!idle || has_pads(function)).then_some(routine)
}

/// Returns true if the function has landing pads.
pub(crate) fn has_pads(function: &MachineFunction) -> bool {
    function.layout.iter().any(|&block| function.block(block).is_eh_pad)
}

/// Calls with one landing pad and one action.
struct CallSite {
    begin: Label,
    end: Label,
    pad: Option<Label>,
    /// 1 + the offset of its first action in bytes; 0 for none.
    action: u64,
}

/// The action table under construction, the types and the filters.
#[derive(Default)]
struct Tables {
    actions: Vec<Action>,
    /// Actions by type number and next action.
    known: HashMap<(i64, Option<usize>), usize>,
    /// Types by number, from 1 on.
    types: Vec<Option<SymbolId>>,
    /// Type numbers of filters, each list ended by zero.
    filters: Vec<u32>,
    /// The size of `filters` in bytes.
    filter_bytes: usize,
    known_filters: HashMap<Vec<u32>, i64>,
}

/// An entry of the action table.
struct Action {
    /// The number of the type to catch, or of a filter if negative; 0 for a cleanup.
    number: i64,
    /// The index of the next action.
    next: Option<usize>,
    /// The offset in the table, in bytes.
    offset: usize,
    /// The number, and the distance to the next action from there.
    bytes: [Vec<u8>; 2],
}

/// Returns the types that the function's landing pads name.
pub(crate) fn types(function: &MachineFunction) -> Vec<SymbolId> {
    let pads = function.layout.iter().filter(|&&block| function.block(block).is_eh_pad);
    let clauses = pads.filter_map(|&block| function.landing_pad(block)).flat_map(|pad| pad.clauses);
    let types = clauses.flat_map(|clause| match clause {
        Clause::Catch(ty) => vec![ty],
        Clause::Filter(types) => types,
    });
    types.filter_map(|ty| ty.info).collect()
}

/// Emits the table of the function between the labels `range`, at the label `here`.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, here: Label, range: (Label, Label)) -> Result<()> {
    let mut tables = Tables::default();
    let sites = call_sites(ctx, &mut tables, range)?;
    ctx.out.switch_section(&sections::for_exception_table(ctx.module, ctx.function.symbol));
    ctx.out.align(4, Padding::Zero);
    ctx.out.exception_table(ctx.labels.function());
    ctx.bind(here);
    emit_encoding(ctx, dw::DW_EH_PE_omit, "@LPStart");
    if !tables.has_types() {
        emit_encoding(ctx, dw::DW_EH_PE_omit, "@TType");
        emit_sites(ctx, &sites, range.0)?;
        emit_actions(ctx, &tables);
        ctx.out.align(4, Padding::Zero);
        return Ok(());
    }
    let end = ctx.named_label(LabelName::TypesBase);
    let encoding = dw::DwEhPe(ctx.target.mc().unwind().indirect_encoding());
    emit_encoding(ctx, encoding, "@TType");
    emit_length(ctx, end, LabelName::TypesBaseReference)?;
    emit_sites(ctx, &sites, range.0)?;
    emit_actions(ctx, &tables);
    ctx.out.align(4, Padding::Zero);
    emit_types(ctx, &tables)?;
    ctx.bind(end);
    emit_filters(ctx, &tables);
    ctx.out.align(4, Padding::Zero);
    Ok(())
}

/// Returns the name of the table of the function with this number.
pub(crate) fn symbol_name(function: u32) -> String {
    format!("GCC_except_table{function}")
}

fn error(function: &MachineFunction, message: impl Into<String>) -> CompileError {
    CompileError::new(&function.name, "exception table", message)
}

fn difference(to: Label, from: Label) -> McValue {
    McValue::difference(McExpr::from(to), Base::Symbol(McSymbol::Label(from)))
}

/// Emits the encoding of the following table.
fn emit_encoding(ctx: &mut EmitContext<'_>, encoding: dw::DwEhPe, what: &str) {
    let name = match encoding {
        dw::DW_EH_PE_omit => "omit",
        dw::DW_EH_PE_uleb128 => "uleb128",
        dw::DW_EH_PE_udata4 => "udata4",
        dw::DwEhPe(0x9b) => "indirect pcrel sdata4",
        dw::DwEhPe(0x9c) => "indirect pcrel sdata8",
        _ => "<unknown encoding>",
    };
    ctx.out.comment(format_args!("{what} Encoding = {name}"));
    ctx.out.element(Form::Text, &[encoding.0]);
}

/// Emits the distance to `end` from `after` the number itself.
fn emit_length(ctx: &mut EmitContext<'_>, end: Label, after: LabelName) -> Result<()> {
    let start = ctx.named_label(after);
    ctx.out.leb128(&difference(end, start), false).map_err(|e| error(ctx.function, e))?;
    ctx.bind(start);
    Ok(())
}

/// Emits the call site table of the function that starts at `start`.
fn emit_sites(ctx: &mut EmitContext<'_>, sites: &[CallSite], start: Label) -> Result<()> {
    let end = ctx.named_label(LabelName::CallSitesEnd);
    let variable = ctx.target.mc().unwind().variable_call_sites;
    emit_encoding(ctx, if variable { dw::DW_EH_PE_uleb128 } else { dw::DW_EH_PE_udata4 }, "Call site");
    emit_length(ctx, end, LabelName::CallSitesBegin)?;
    let distance = |ctx: &mut EmitContext<'_>, to: Label, from: Label| {
        let value = difference(to, from);
        let done = if variable { ctx.out.leb128(&value, false) } else { ctx.out.value(&value, WORD) };
        done.map_err(|e| error(ctx.function, e))
    };
    for (number, site) in (1..).zip(sites) {
        ctx.out.comment(format_args!(">> Call Site {number} <<"));
        distance(ctx, site.begin, start)?;
        if ctx.out.is_verbose() {
            let (from, to) = (ctx.label_name(site.begin), ctx.label_name(site.end));
            ctx.out.comment(format_args!("  Call between {from} and {to}"));
        }
        distance(ctx, site.end, site.begin)?;
        match site.pad {
            Some(pad) => {
                if ctx.out.is_verbose() {
                    let name = ctx.label_name(pad);
                    ctx.out.comment(format_args!("    jumps to {name}"));
                }
                distance(ctx, pad, start)?;
            }
            None => {
                ctx.out.comment(format_args!("    has no landing pad"));
                ctx.out.element(Form::Address, &[0; WORD as usize][..if variable { 1 } else { WORD.into() }]);
            }
        }
        match site.action {
            0 => ctx.out.comment(format_args!("  On action: cleanup")),
            action => ctx.out.comment(format_args!("  On action: {}", action.div_ceil(2))),
        }
        ctx.out.element(Form::Text, &leb128::unsigned(site.action));
    }
    ctx.bind(end);
    Ok(())
}

/// Emits the action table.
fn emit_actions(ctx: &mut EmitContext<'_>, tables: &Tables) {
    for (number, action) in (1..).zip(&tables.actions) {
        ctx.out.comment(format_args!(">> Action Record {number} <<"));
        match action.number {
            0 => ctx.out.comment(format_args!("  Cleanup")),
            ty @ 1.. => ctx.out.comment(format_args!("  Catch TypeInfo {ty}")),
            filter => ctx.out.comment(format_args!("  Filter TypeInfo {filter}")),
        }
        ctx.out.element(Form::Text, &action.bytes[0]);
        match action.next {
            None => ctx.out.comment(format_args!("  No further actions")),
            Some(next) => ctx.out.comment(format_args!("  Continue to action {}", next + 1)),
        }
        ctx.out.element(Form::Text, &action.bytes[1]);
    }
}

/// Emits the types from the last to the first, each through its address word. The table is
/// read-only, and the types may belong to another module.
fn emit_types(ctx: &mut EmitContext<'_>, tables: &Tables) -> Result<()> {
    let size = ctx.target.mc().unwind().exception_pointer;
    if !tables.types.is_empty() {
        emit_headline(ctx, "Catch TypeInfos");
    }
    for (index, info) in tables.types.iter().enumerate().rev() {
        let comment = format!("TypeInfo {}", index + 1);
        let Some(symbol) = *info else {
            ctx.out.comment(format_args!("{comment}"));
            ctx.out.element(Form::Address, &[0; 8][..usize::from(size)]);
            continue;
        };
        let base = ctx.base_here(&comment);
        let value = McValue::difference(McExpr::from(McSymbol::TypeStub(symbol)), base);
        ctx.out.value(&value, size).map_err(|e| error(ctx.function, e))?;
    }
    Ok(())
}

/// Emits the filters.
fn emit_filters(ctx: &mut EmitContext<'_>, tables: &Tables) {
    if !tables.filters.is_empty() {
        emit_headline(ctx, "Filter TypeInfos");
    }
    for &ty in &tables.filters {
        ctx.out.element(Form::Text, &leb128::unsigned(ty.into()));
    }
}

/// Emits the heading of a table as a comment on a line of its own.
fn emit_headline(ctx: &mut EmitContext<'_>, what: &str) {
    if ctx.out.is_verbose() {
        ctx.out.comment(format_args!(">> {what} <<"));
        ctx.out.end_of_definition();
    }
}

/// Returns the call sites in code order.
fn call_sites(
    ctx: &mut EmitContext<'_>,
    tables: &mut Tables,
    range: (Label, Label),
) -> Result<Vec<CallSite>> {
    let function = ctx.function;
    let mut sites: Vec<CallSite> = Vec::new();
    let (mut last, mut throws) = (range.0, false);
    for &block in &function.layout {
        let invoke = function.invoke(block);
        for inst in function.insts(block) {
            match invoke {
                Some(invoke) if inst == invoke.begin => {
                    let (begin, end) = (eh_label(ctx, invoke.begin)?, eh_label(ctx, invoke.end)?);
                    if throws {
                        sites.push(CallSite { begin: last, end: begin, pad: None, action: 0 });
                    }
                    let action = pad_action(function, tables, invoke.pad)?;
                    let pad = pad_label(ctx, invoke.pad)?;
                    match sites.last_mut().filter(|site| !throws && site.pad == Some(pad)) {
                        Some(site) => site.end = end,
                        None => sites.push(CallSite { begin, end, pad: Some(pad), action }),
                    }
                    last = end;
                }
                Some(invoke) if inst == invoke.end => throws = false,
                _ => throws |= may_throw(ctx, inst),
            }
        }
    }
    if throws {
        sites.push(CallSite { begin: last, end: range.1, pad: None, action: 0 });
    }
    Ok(sites)
}

fn eh_label(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<Label> {
    let number = ctx.function.eh_label(inst);
    let number = number.ok_or_else(|| ctx.error(inst, "a label without a number"))?;
    Ok(ctx.eh_label(number))
}

fn pad_label(ctx: &mut EmitContext<'_>, pad: BlockId) -> Result<Label> {
    let label = ctx.function.insts(pad).find(|&inst| ctx.function.opcode(inst) == EH_LABEL);
    let label = label.ok_or_else(|| error(ctx.function, "a landing pad without a label"))?;
    eh_label(ctx, label)
}

/// Returns true if `inst` is a call or assembly that may throw.
fn may_throw(ctx: &EmitContext<'_>, inst: InstId) -> bool {
    let function = ctx.function;
    let callee = || function.operands(inst).iter().find_map(|&operand| function.symbol_ref(operand));
    let quiet = || callee().is_some_and(|callee| ctx.module.symbol(callee.symbol).no_unwind);
    let calls = ctx.descs.get(function.opcode(inst)).has(InstrFlags::CALL);
    calls && !quiet() || asm_unwinds(function, inst)
}

fn pad_action(function: &MachineFunction, tables: &mut Tables, pad: BlockId) -> Result<u64> {
    let pad = function.landing_pad(pad);
    let pad = pad.ok_or_else(|| error(function, "nothing says what lands at a landing pad"))?;
    Ok(tables.chain(&pad))
}

impl Action {
    fn end(&self) -> usize {
        self.offset + self.bytes[0].len() + self.bytes[1].len()
    }
}

impl Tables {
    /// Returns 1 + the offset of the first action of a pad; 0 for a mere cleanup.
    fn chain(&mut self, pad: &LandingPad) -> u64 {
        // Filters are numbered from the last to the first.
        let clauses: Vec<i64> = pad.clauses.iter().rev().map(|clause| self.number(clause)).collect();
        if clauses.is_empty() {
            return 0;
        }
        let mut next = pad.cleanup.then(|| self.action(0, None));
        for number in clauses {
            next = Some(self.action(number, next));
        }
        next.map_or(0, |action| self.actions[action].offset as u64 + 1)
    }

    /// Returns the index of an action with the number of a type or filter and the index of the next
    /// action.
    fn action(&mut self, number: i64, next: Option<usize>) -> usize {
        if let Some(&known) = self.known.get(&(number, next)) {
            return known;
        }
        let offset = self.actions.last().map_or(0, Action::end);
        let number_bytes = leb128::signed(number);
        // The distance is relative to its own offset.
        let here = offset + number_bytes.len();
        let distance = next.map_or(0, |next| self.actions[next].offset as i64 - here as i64);
        let bytes = [number_bytes, leb128::signed(distance)];
        self.known.insert((number, next), self.actions.len());
        self.actions.push(Action { number, next, offset, bytes });
        self.actions.len() - 1
    }

    fn has_types(&self) -> bool {
        !self.types.is_empty() || !self.filters.is_empty()
    }

    fn number(&mut self, clause: &Clause) -> i64 {
        match clause {
            Clause::Catch(ty) => {
                self.define(ty);
                i64::from(ty.id)
            }
            Clause::Filter(types) => {
                types.iter().for_each(|ty| self.define(ty));
                let ids: Vec<u32> = types.iter().map(|ty| ty.id).collect();
                if let Some(&known) = self.known_filters.get(&ids) {
                    return known;
                }
                let number = -1 - self.filter_bytes as i64;
                self.filters.extend(ids.iter().chain([&0]));
                let sizes = ids.iter().map(|&id| leb128::unsigned(id.into()).len());
                self.filter_bytes += sizes.sum::<usize>() + 1;
                self.known_filters.insert(ids, number);
                number
            }
        }
    }

    fn define(&mut self, ty: &ExceptionType) {
        let place = ty.id as usize;
        if self.types.len() < place {
            self.types.resize(place, None);
        }
        self.types[place - 1] = ty.info;
    }
}
