//! `.llvm.callgraph`: of each function, its type as a target of indirect calls, the functions that
//! it calls, and the types of those that it calls indirectly.
//!
//! Source: LLVM's *Extensions*, and the output of its assembly printer.

use super::context::EmitContext;
use super::inst::{McExpr, McSymbol};
use super::sections;
use super::streamer::data::McValue;
use crate::ir::entity::InstId;
use crate::ir::mir::{CallGraphNode, OperandTag};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use crate::machine::desc::instructions::InstrFlags;
use crate::support::error::{CompileError, Result};
use crate::support::leb128;
use std::collections::HashSet;
use std::hash::Hash;

const TABLE: &str = ".llvm.callgraph";

/// `SHT_LLVM_CALL_GRAPH`, by which tools find the section.
pub(super) const CALL_GRAPH: SectionType = SectionType::Other(0x6fff_4c0f);

/// The version of the format.
const VERSION: u8 = 0;

const IS_INDIRECT_TARGET: u8 = 1;
const HAS_CALLEES: u8 = 2;
const HAS_CALLEE_TYPES: u8 = 4;

/// Values in the order of their first insertion.
struct Ordered<T> {
    list: Vec<T>,
    known: HashSet<T>,
}

impl<T: Copy + Eq + Hash> Ordered<T> {
    fn new() -> Self {
        Ordered { list: Vec::new(), known: HashSet::new() }
    }

    fn insert(&mut self, value: T) {
        if self.known.insert(value) {
            self.list.push(value);
        }
    }
}

/// Emits the function's entry, in a companion section of its section.
pub(super) fn emit(ctx: &mut EmitContext<'_>) -> Result<()> {
    let function = ctx.function;
    if !ctx.module.options.call_graph {
        return Ok(());
    }
    let (callees, types) = calls(ctx)?;
    // Functions that the compiler adds are called by name.
    let node = function.attrs.call_graph.unwrap_or(CallGraphNode { is_indirect_target: false, type_hash: 0 });
    let group = ctx.module.symbol(function.symbol).comdat;
    // A section in a group is not known by its name alone.
    let companion = match group {
        Some(_) => Companion::Symbol(function.symbol),
        None => Companion::Section(Box::new(sections::for_function(ctx.module, function))),
    };
    ctx.out.switch_section(&Section {
        group,
        linked_to: Some(companion),
        ..Section::new(TABLE, CALL_GRAPH, SectionFlags::LINK_ORDER)
    });
    let hash = if node.is_indirect_target { node.type_hash } else { 0 };
    let flag = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    let flags = flag(node.is_indirect_target, IS_INDIRECT_TARGET)
        | flag(!callees.is_empty(), HAS_CALLEES)
        | flag(!types.is_empty(), HAS_CALLEE_TYPES);
    ctx.out.bytes(&[VERSION]);
    ctx.out.bytes(&[flags]);
    emit_address(ctx, McSymbol::Symbol(function.symbol))?;
    ctx.out.bytes(&hash.to_le_bytes());
    if !callees.is_empty() {
        ctx.out.bytes(&leb128::unsigned(callees.len() as u64));
        callees.into_iter().try_for_each(|callee| emit_address(ctx, callee))?;
    }
    if !types.is_empty() {
        ctx.out.bytes(&leb128::unsigned(types.len() as u64));
        types.iter().for_each(|hash| ctx.out.bytes(&hash.to_le_bytes()));
    }
    Ok(())
}

/// Returns the callees by name and the types of the others, in the order of the code.
fn calls(ctx: &EmitContext<'_>) -> Result<(Vec<McSymbol>, Vec<u64>)> {
    let function = ctx.function;
    let (mut callees, mut types) = (Ordered::new(), Ordered::new());
    for inst in function.layout.iter().flat_map(|&block| function.insts(block)) {
        let opcode = function.opcode(inst);
        if !opcode.is_target() || !ctx.descs.get(opcode).has(InstrFlags::CALL) {
            continue;
        }
        if let Some(callee) = callee(ctx, inst)? {
            callees.insert(callee);
        } else if let Some(metadata) = function.metadata_of(inst) {
            metadata.callee_types.iter().for_each(|&hash| types.insert(hash));
        }
    }
    Ok((callees.list, types.list))
}

/// Returns the function that a call names.
fn callee(ctx: &EmitContext<'_>, inst: InstId) -> Result<Option<McSymbol>> {
    match ctx.function.operands(inst).first() {
        Some(&first) if matches!(first.tag(), OperandTag::Global | OperandTag::External) => {
            Ok(Some(ctx.expr(inst, first)?.symbol))
        }
        _ => Ok(None),
    }
}

fn emit_address(ctx: &mut EmitContext<'_>, symbol: McSymbol) -> Result<()> {
    let value = McValue::plain(McExpr::from(symbol));
    let word = ctx.target.mc().address_bytes();
    ctx.out.value(&value, word).map_err(|e| CompileError::new(&ctx.function.name, TABLE, e))
}
