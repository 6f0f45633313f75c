//! Pseudo probes: positions in code that a profile counts, by the source functions of the code.
//! `.pseudo_probe` lists for each function its number, its probes, and the functions inlined into
//! it, each after the number of its call. A probe has its distance from the previous one. The
//! number of a function is the low half of its name's MD5. If the probes come from a function of
//! another name, the list begins with a sentinel, which has the number of the containing function.
//!
//! Source: LLVM's `MCPseudoProbe.h`.
//! Cost: linear in the probes, with a lookup in a sorted map for each inlined call.

use super::context::EmitContext;
use super::inst::{Label, McExpr, McSymbol};
use super::names::{Names, symbol_name};
use crate::ir::entity::InstId;
use crate::ir::section::SectionFlags;
use crate::mc::function_records::Probe;
use crate::mc::inst_printer::SymbolNames;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::{Base, McValue};
use crate::support::error::{CompileError, Result};
use crate::support::leb128;
use std::collections::BTreeMap;

/// The section.
pub(super) const TABLE: &str = ".pseudo_probe";

/// The directive of a probe. Assemblers emit the section for it.
const DIRECTIVE: &str = ".pseudoprobe";

/// The attribute of a probe without a position: the number of its function follows.
const SENTINEL: u64 = 2;

/// The flag of a position that is encoded as a distance.
const DISTANCE: u8 = 0x80;

/// The probes of a function inlined at one call, and the functions inlined into it, by function and
/// number of the call.
#[derive(Default)]
struct Node {
    probes: Vec<usize>,
    inlined: BTreeMap<(u64, u64), Node>,
}

/// Records the position of a probe, or writes its directive in text output.
pub(super) fn note(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    if !ctx.module.has_probes {
        return Ok(());
    }
    let function = ctx.function;
    let numbers = function.operands(inst).iter().map(|&operand| function.imm_value(operand));
    let numbers: Option<Vec<u64>> = numbers.map(|number| Some(number? as u64)).collect();
    let numbers = numbers.ok_or_else(|| ctx.error(inst, "a probe with what is no number"))?;
    let Some((&numbers, calls)) = numbers.split_first_chunk::<4>() else {
        return Err(ctx.error(inst, "a probe without its four numbers"));
    };
    let calls: Vec<(u64, u64)> = calls.chunks_exact(2).map(|call| (call[0], call[1])).collect();
    if ctx.labels.is_text() {
        let text = statement(ctx, numbers, &calls);
        if ctx.out.statement(&text) {
            return Ok(());
        }
    }
    let label = ctx.label_here();
    ctx.probes.push(Probe { label, numbers, calls });
    Ok(())
}

/// Returns the directive of a probe.
fn statement(
    ctx: &EmitContext<'_>,
    [function, index, kind, attributes]: [u64; 4],
    calls: &[(u64, u64)],
) -> String {
    let mut text = format!("{DIRECTIVE}\t{function} {index} {kind} {attributes} ");
    calls.iter().for_each(|(caller, call)| text.push_str(&format!("@ {caller}:{call} ")));
    let names = Names { module: ctx.module, labels: &*ctx.labels, dialect: ctx.target.mc().dialect() };
    // Writing to a string succeeds.
    let _ = names.write_symbol(McSymbol::Symbol(ctx.function.symbol), &mut text);
    text
}

/// Emits the probes of the function that starts at `start`, in a section that is linked to the
/// function's section.
pub(super) fn emit_table(ctx: &mut EmitContext<'_>, start: Label) -> Result<()> {
    let probes = std::mem::take(&mut ctx.probes);
    if probes.is_empty() {
        return Ok(());
    }
    ctx.switch_to_section_s_companion(TABLE, SectionFlags::empty());
    let name = symbol_name(ctx.module, ctx.function.symbol);
    write(ctx.out, &probes, start, &name).map_err(|e| CompileError::new(&ctx.function.name, TABLE, e))
}

/// Writes the probes of the function `name` that starts at `start`.
pub(super) fn write(
    out: &mut dyn Streamer,
    probes: &[Probe],
    start: Label,
    name: &str,
) -> std::result::Result<(), String> {
    let own = number_of(name);
    for ((function, _), node) in &tree(probes).inlined {
        // The previous position; at first the function's start.
        let mut last = start;
        let mut open: Vec<(Option<u64>, u64, &Node)> = vec![(None, *function, node)];
        while let Some((call, function, node)) = open.pop() {
            let has_sentinel = call.is_none() && function != own;
            call.iter().for_each(|&call| out.bytes(&leb128::unsigned(call)));
            out.bytes(&function.to_le_bytes());
            out.bytes(&leb128::unsigned((node.probes.len() + usize::from(has_sentinel)) as u64));
            out.bytes(&leb128::unsigned(node.inlined.len() as u64));
            if has_sentinel {
                out.bytes(&[0, (SENTINEL << 4) as u8]);
                out.bytes(&own.to_le_bytes());
            }
            for probe in node.probes.iter().map(|&number| &probes[number]) {
                write_probe(out, probe, last)?;
                last = probe.label;
            }
            open.extend(
                node.inlined.iter().rev().map(|(&(function, call), node)| (Some(call), function, node)),
            );
        }
    }
    Ok(())
}

fn write_probe(out: &mut dyn Streamer, probe: &Probe, last: Label) -> std::result::Result<(), String> {
    let [function, index, kind, attributes] = probe.numbers;
    let is_sentinel = attributes & SENTINEL != 0;
    let kind = (kind & 0xf) as u8 | ((attributes & 7) << 4) as u8;
    out.bytes(&leb128::unsigned(index));
    out.bytes(&[if is_sentinel { kind } else { kind | DISTANCE }]);
    if is_sentinel {
        out.bytes(&function.to_le_bytes());
        return Ok(());
    }
    let distance = McValue::difference(McExpr::from(probe.label), Base::Symbol(McSymbol::Label(last)));
    out.leb128(&distance, true)
}

/// Returns the tree of inlined calls. The edges from the root lead to the source functions of the
/// code.
fn tree(probes: &[Probe]) -> Node {
    let mut root = Node::default();
    for (number, probe) in probes.iter().enumerate() {
        let (mut node, mut call) = (&mut root, 0);
        for &(caller, at) in &probe.calls {
            node = node.inlined.entry((caller, call)).or_default();
            call = at;
        }
        node.inlined.entry((probe.numbers[0], call)).or_default().probes.push(number);
    }
    root
}

/// Returns the number of the function with this name.
fn number_of(name: &str) -> u64 {
    let sum = md5::compute(name).0;
    sum.first_chunk().map_or(0, |low| u64::from_le_bytes(*low))
}
