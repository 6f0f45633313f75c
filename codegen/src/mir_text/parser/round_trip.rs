//! Round trips through MIR: a function is written, read back, and continues as it was read. This
//! shows that MIR contains all state.

use super::reader::Reader;
use crate::ir::mir::{FunctionAttrs, MachineFunction};
use crate::ir::module::Module;
use crate::isel::target::IselTarget;
use crate::mir_text::function_to_string;

/// Writes and reads functions of one module.
pub(crate) struct RoundTrip<'m> {
    reader: Reader<'m>,
    target: &'m dyn IselTarget,
    module: &'m Module,
}

impl<'m> RoundTrip<'m> {
    /// Creates a round trip for functions of `module` that are compiled for `target`. Cost: linear
    /// in the number of symbols.
    pub(crate) fn new(module: &'m Module, target: &'m dyn IselTarget) -> RoundTrip<'m> {
        RoundTrip { reader: Reader::new(module, target), target, module }
    }

    /// Replaces `mf` by the function that is read from its MIR; only the IR's facts about the
    /// function are preserved.
    ///
    /// Errors: MIR that cannot be read, or that differs when it is written again.
    pub fn run(&mut self, mf: &mut MachineFunction) -> Result<(), String> {
        let written = function_to_string(mf, self.target, Some(self.module));
        if let Some(debug) = &mf.debug {
            self.reader.describe(mf.symbol, debug.subprogram);
        }
        let read = self.reader.function(&written, mf.subtarget);
        let mut read = read.map_err(|e| format!("MIR is written that cannot be read: {e}"))?;
        let again = function_to_string(&read, self.target, Some(self.module));
        if let Some((old, new)) = first_difference(&written, &again) {
            return Err(format!("MIR is read as something else: \"{old}\" became \"{new}\""));
        }
        if read.symbol != mf.symbol {
            return Err(format!("the name in the MIR is that of {}", read.symbol));
        }
        let (align, calls_returns_twice) = (read.attrs.align, read.attrs.calls_returns_twice);
        read.attrs = FunctionAttrs { align, calls_returns_twice, ..mf.attrs.clone() };
        read.personality = mf.personality;
        read.warnings = std::mem::take(&mut mf.warnings);
        *mf = read;
        Ok(())
    }
}

/// Returns the first lines that differ, trimmed.
fn first_difference<'t>(a: &'t str, b: &'t str) -> Option<(&'t str, &'t str)> {
    let ends = std::iter::repeat_n("", 1);
    let mut pairs = a.lines().chain(ends.clone()).zip(b.lines().chain(ends));
    let differing = pairs.find(|(x, y)| x != y).map(|(x, y)| (x.trim(), y.trim()));
    differing.or_else(|| (a.len() != b.len()).then_some(("the end", "something else")))
}
