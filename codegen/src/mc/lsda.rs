//! `.gcc_except_table`: what a function's personality routine reads about the function's calls, the language-specific data area.
//!
//! A table of call sites in the order of the code says where what a call throws lands and why; an action table holds the
//! reasons as chains of type numbers; a type table, read backwards, has the types, and after it come the filters. Calls that may throw
//! between invokes have a site without a landing pad: what is in no site ends the program. Lengths of code are words of 4 bytes, since the
//! linker may change them. Cost: linear in instructions and clauses. Source: the Itanium C++ ABI's exception handling, level II.

use super::context::EmitContext;
use super::inst::{Label, McExpr, McSymbol};
use super::streamer::{Base, McValue, Padding};
use super::{leb128, sections};
use crate::entity::{BlockId, InstId, SymbolId};
use crate::error::{CompileError, Result};
use crate::mir::asm_operand::asm_unwinds;
use crate::mir::{Clause, ExceptionType, LandingPad, MachineFunction};
use crate::module::Module;
use crate::opcodes::EH_LABEL;
use crate::target::instructions::InstrFlags;
use gimli::constants as dw;
use std::collections::HashMap;

/// Personality routines that do nothing in functions that catch nothing.
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

/// The routine to which the unwind table entry of the function leads, if it has one.
pub fn personality(module: &Module, function: &MachineFunction) -> Option<SymbolId> {
    let routine = function.personality?;
    let idle = IDLE_WITHOUT_PADS.contains(&module.symbol(routine).name.as_str());
    (!idle || has_pads(function)).then_some(routine)
}

/// Whether exceptions land in the function.
pub fn has_pads(function: &MachineFunction) -> bool {
    function.layout.iter().any(|&block| function.block(block).is_eh_pad)
}

/// Calls that unwind to one place for one reason.
struct CallSite {
    begin: Label,
    end: Label,
    pad: Option<Label>,
    /// 1 + the offset of its first action, 0 for none.
    action: u64,
}

/// The action table as it grows, the types and the filters.
#[derive(Default)]
struct Tables {
    actions: Vec<u8>,
    /// Offsets of actions by type number and offset of the next.
    known: HashMap<(i64, Option<usize>), usize>,
    /// By number, from 1 on.
    types: Vec<Option<SymbolId>>,
    filters: Vec<u8>,
    known_filters: HashMap<Vec<u32>, i64>,
}

/// Emits the table of the function between the labels `range`, at the label `here`.
pub fn emit(ctx: &mut EmitContext<'_>, here: Label, range: (Label, Label)) -> Result<()> {
    let mut tables = Tables::default();
    let sites = call_sites(ctx, &mut tables, range)?;
    let stubs = type_stubs(ctx, &tables)?;
    ctx.out.switch_section(&sections::for_exception_table(ctx.module, ctx.function.symbol));
    ctx.out.align(4, Padding::Zero);
    ctx.bind(here);
    let size = ctx.target.mc().unwind().exception_pointer;
    let site_bytes: u64 = sites.iter().map(|site| 12 + leb128::unsigned(site.action).len() as u64).sum();
    let mut header = vec![dw::DW_EH_PE_udata4.0];
    header.extend(leb128::unsigned(site_bytes));
    let mut padding = 0;
    if tables.types.is_empty() && tables.filters.is_empty() {
        ctx.out.bytes(&[dw::DW_EH_PE_omit.0, dw::DW_EH_PE_omit.0]);
    } else {
        // The types are aligned; where they start depends on the length of the number that says where they end.
        let middle = header.len() as u64 + site_bytes + tables.actions.len() as u64;
        let types = tables.types.len() as u64 * u64::from(size);
        let mut offset = middle + types;
        loop {
            let before = 2 + leb128::unsigned(offset).len() as u64 + middle;
            padding = before.next_multiple_of(4) - before;
            let new = middle + padding + types;
            if leb128::unsigned(new).len() == leb128::unsigned(offset).len() {
                offset = new;
                break;
            }
            offset = new;
        }
        ctx.out.bytes(&[dw::DW_EH_PE_omit.0, ctx.target.mc().unwind().indirect_encoding()]);
        ctx.out.bytes(&leb128::unsigned(offset));
    }
    ctx.out.bytes(&header);
    for site in &sites {
        let mut word = |to: Label, from: Label| {
            let base = Some(Base::Symbol(McSymbol::Label(from)));
            let value = McValue { expr: McExpr::from(to), base, plt: false };
            ctx.out.value(&value, 4).map_err(|e| error(ctx.function, e))
        };
        word(site.begin, range.0)?;
        word(site.end, site.begin)?;
        match site.pad {
            Some(pad) => word(pad, range.0)?,
            None => ctx.out.bytes(&[0; 4]),
        }
        ctx.out.bytes(&leb128::unsigned(site.action));
    }
    ctx.out.bytes(&tables.actions);
    ctx.out.zeros(padding);
    for stub in stubs.iter().rev() {
        let Some(stub) = stub else {
            ctx.out.zeros(u64::from(size));
            continue;
        };
        let value = McValue { expr: McExpr::from(*stub), base: Some(Base::Here), plt: false };
        ctx.out.value(&value, size).map_err(|e| error(ctx.function, e))?;
    }
    ctx.out.bytes(&tables.filters);
    ctx.out.align(4, Padding::Zero);
    Ok(())
}

fn error(function: &MachineFunction, message: impl Into<String>) -> CompileError {
    CompileError::new(&function.name, "exception table", message)
}

/// The words with the types' addresses, to which the table leads: it is read-only, and the types may be another module's.
fn type_stubs(ctx: &mut EmitContext<'_>, tables: &Tables) -> Result<Vec<Option<Label>>> {
    let mut stubs = Vec::with_capacity(tables.types.len());
    for info in &tables.types {
        let Some(symbol) = *info else {
            stubs.push(None);
            continue;
        };
        ctx.out.switch_section(&sections::for_type_stubs());
        ctx.out.align(8, Padding::Zero);
        let label = ctx.label_here();
        let value = McValue { expr: McExpr::from(McSymbol::Symbol(symbol)), base: None, plt: false };
        ctx.out.value(&value, 8).map_err(|e| error(ctx.function, e))?;
        stubs.push(Some(label));
    }
    Ok(stubs)
}

/// The call sites in the order of the code.
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

/// Whether `inst` calls what may throw, or is assembly that may.
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

impl Tables {
    /// 1 + the offset of the first action of a pad, 0 for a mere cleanup.
    fn chain(&mut self, pad: &LandingPad) -> u64 {
        let clauses: Vec<i64> = pad.clauses.iter().map(|clause| self.number(clause)).collect();
        if clauses.is_empty() {
            return 0;
        }
        let mut next = pad.cleanup.then(|| self.action(0, None));
        for &number in clauses.iter().rev() {
            next = Some(self.action(number, next));
        }
        next.map_or(0, |offset| offset as u64 + 1)
    }

    /// The offset of an action with a type's or filter's number and the offset of the next.
    fn action(&mut self, number: i64, next: Option<usize>) -> usize {
        if let Some(&known) = self.known.get(&(number, next)) {
            return known;
        }
        let offset = self.actions.len();
        leb128::push_signed(number, &mut self.actions);
        // Relative to where the distance itself stands.
        let here = self.actions.len();
        leb128::push_signed(next.map_or(0, |next| next as i64 - here as i64), &mut self.actions);
        self.known.insert((number, next), offset);
        offset
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
                let next = -1 - self.filters.len() as i64;
                let filters = &mut self.filters;
                *self.known_filters.entry(ids).or_insert_with_key(|ids| {
                    ids.iter().for_each(|&id| leb128::push_unsigned(u64::from(id), filters));
                    filters.push(0);
                    next
                })
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
