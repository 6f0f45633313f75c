//! Debug values in MIR: `DBG_VALUE`, `DBG_VALUE_LIST`, `DBG_INSTR_REF`, `DBG_PHI` and `DBG_LABEL`
//! between the instructions.
//!
//! Before register allocation a record names virtual registers. Afterwards it names the results of
//! instructions (`debug-instr-number`), and the content of a register or slot at a block's start
//! (`DBG_PHI`). A record is printed before the first instruction at which it applies. Where code
//! was moved, the assignments are printed again. The assignments at a block's start are the
//! intersection over the ends of its predecessors, which the reader recomputes.
//!
//! * Requires: the module's debug information.
//! * Cost: linear in instructions, and in the assignments where code was moved.
//! * Source: LLVM's *Source Level Debugging* and *Instruction referencing for debug info*.

mod forms;
mod places;
mod references;

pub(super) use places::comes_first;

use super::debug_forms::NO_SITE;
use super::print::Printer;
use crate::ir::debug_info::{DebugInfo, Node, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::is_codeless;
use rustc_hash::FxHashMap;

/// Debug instructions of a function, as text.
#[derive(Default)]
pub(super) struct DebugLines {
    /// The lines before an instruction.
    pub(super) before: FxHashMap<InstId, Vec<String>>,
    /// The lines after an instruction.
    pub(super) after: FxHashMap<InstId, Vec<String>>,
    /// The lines at the start of a block, after its phis and label.
    pub(super) at_start: FxHashMap<BlockId, Vec<String>>,
    /// The numbers by which lines refer to instructions.
    pub(super) numbers: FxHashMap<InstId, u32>,
    /// True if lines refer to instructions.
    pub(super) has_references: bool,
    /// True if the function has debug values, so instructions may have sites.
    pub(super) has_sites: bool,
}

/// A change of the assignments.
enum Change {
    /// A record.
    Record(u32),
    /// The end of a record's assignment.
    End(u32),
    /// A label.
    Label(u32),
}

/// Computes the lines of a function.
pub(super) fn lines(printer: &Printer<'_>) -> DebugLines {
    let Some((info, table)) = printer.debug_info().zip(printer.mf.debug_values()) else {
        return DebugLines::default();
    };
    let origins = references::origins(printer, table);
    let records = forms::Records::of(printer, table, &origins);
    let is_known = |record| records.is_known(record);
    let changes = places::changes((printer.mf, printer.target), info, table, is_known);
    let written = changes.values().flatten().filter_map(|change| match change {
        Change::Record(number) => Some(*number),
        _ => None,
    });
    let values = written.flat_map(|number| records.values(number)).collect();
    let (references, mut lines) = references::find(printer, &origins, &values);
    lines.has_sites = true;
    let writer = forms::Writer { printer, info, table, references: &references };
    for (inst, changes) in changes {
        let own = lines.before.entry(inst).or_default();
        for change in changes {
            match change {
                Change::Record(number) => writer.record(&records, number, inst, own),
                Change::End(number) => writer.ended(&records, number, own),
                Change::Label(number) => own.extend(label(printer, info, table, number)),
            }
        }
    }
    lines
}

/// Returns `DBG_LABEL !29, debug-location !51`.
fn label(printer: &Printer<'_>, info: &DebugInfo, table: &ValueTable, number: u32) -> Option<String> {
    let label = table.labels.get(number as usize)?;
    matches!(info.node(label.label), Node::Label(_)).then_some(())?;
    let mut text = format!("DBG_LABEL !{}, debug-location ", info.number_of_node(label.label)?);
    printer.insts.location(&mut text, label.location).ok()?;
    Some(text)
}

impl DebugLines {
    /// Returns the comment for an instruction without a site. `comes_first` is true if no line
    /// precedes it in the function.
    pub(super) fn comment(&self, mf: &MachineFunction, inst: InstId, comes_first: bool) -> &'static str {
        let has_site = mf.location(inst).is_some() || comes_first || is_codeless(mf.opcode(inst));
        if self.has_sites && !has_site { NO_SITE } else { "" }
    }
}

impl Printer<'_> {
    /// Returns the module's debug information, if functions have any.
    pub(super) fn debug_info(&self) -> Option<&DebugInfo> {
        self.module?.debug_info.as_deref()
    }
}
