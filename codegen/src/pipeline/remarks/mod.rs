//! Optimization remarks. Source: LLVM's *Remarks*; passes, names, keys and texts are LLVM's.
//!
//! If remarks are enabled, the pipeline adds them to [`MachineFunction::remarks`] after a pass.
//! They are computed from the function, so passes need not emit them. Cost: a few walks over the
//! function, if enabled.

mod allocation;
mod emission;
mod frame;

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::support::diagnostics::SourceLocation;
pub(crate) use crate::support::diagnostics::{Remark, RemarkKind as Kind};
use crate::support::statistics::Counts;
pub(crate) use allocation::allocated;
pub use emission::emitted;
pub(crate) use frame::laid_out;

/// The pass of remarks that are lines of `-stack-usage-file`: bytes and kind of a frame.
pub const STACK_USAGE: &str = "stack-usage";

/// The key of text between values.
const TEXT: &str = "String";

impl Remark {
    fn new(kind: Kind, pass: &'static str, name: &'static str, mf: &MachineFunction) -> Remark {
        Remark { kind, pass, name, function: mf.name.clone(), location: None, arguments: Vec::new() }
    }

    fn at(mut self, location: Option<SourceLocation>) -> Remark {
        self.location = location;
        self
    }

    fn text(&mut self, text: impl Into<String>) -> &mut Remark {
        self.value(TEXT, text)
    }

    fn value(&mut self, key: impl Into<String>, value: impl Into<String>) -> &mut Remark {
        self.arguments.push((key.into(), value.into()));
        self
    }
}

/// Adds the remark that a pass, given by its title, has changed the number of instructions.
pub fn size_changed(mf: &mut MachineFunction, module: &Module, title: &str, before: Counts, after: Counts) {
    let (before, after) = (before.instructions(), after.instructions());
    if before == after {
        return;
    }
    let location = of_function(mf, module);
    let mut remark = Remark::new(Kind::Analysis, "size-info", "FunctionMISizeChange", mf).at(location);
    remark.value("Pass", title).text(": Function: ").value("Function", mf.name.clone()).text(": ");
    remark.text("MI Instruction count changed from ").value("MIInstrsBefore", before.to_string());
    remark.text(" to ").value("MIInstrsAfter", after.to_string());
    remark.text("; Delta: ").value("Delta", (after as i64 - before as i64).to_string());
    mf.remarks.push(remark);
}

/// Returns the source location of the function's body.
fn of_function(mf: &MachineFunction, module: &Module) -> Option<SourceLocation> {
    let info = module.debug_info.as_deref()?;
    let subprogram = info.subprogram(mf.subprogram?)?;
    Some(SourceLocation { file: info.file_name(subprogram.file?)?, line: subprogram.scope_line, column: 0 })
}

/// Returns the source location of the function's declaration.
fn of_declaration(mf: &MachineFunction, module: &Module) -> Option<SourceLocation> {
    let info = module.debug_info.as_deref()?;
    let subprogram = info.subprogram(mf.subprogram?)?;
    Some(SourceLocation { file: info.file_name(subprogram.file?)?, line: subprogram.line, column: 1 })
}

/// Returns the source location of a block's first instruction.
fn of_block(mf: &MachineFunction, module: &Module, block: BlockId) -> Option<SourceLocation> {
    module.source_location(mf.source_location(mf.first_inst(block)?)?)
}

/// Returns the source location of a block's last instruction.
fn of_terminator(mf: &MachineFunction, module: &Module, block: BlockId) -> Option<SourceLocation> {
    module.source_location(mf.source_location(mf.last_inst(block)?)?)
}
