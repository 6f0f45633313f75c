//! Inline assembly without text: a barrier for the compiler, or a value that it may not look through.
//!
//! Its outputs are the inputs tied to them, or undefined; clobbered memory is a fence towards the own thread only. Assembly with text is refused.

use gisel_codegen::mir::Operand;
use gisel_codegen::opcodes::*;

use super::error::{Result, Stop};
use super::function::FunctionTranslator;
use crate::ir::{CallSite, InlineAsm, Inst};

/// `seq_cst` and `singlethread` in LLVM's numbers.
const COMPILER_FENCE: [i32; 2] = [7, 0];

/// One constraint: what an output takes its value from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constraint {
    Output,
    /// An input; the number of the output that it is tied to.
    Input(Option<usize>),
    Clobber,
}

/// The constraints of an assembly string that are not passed in memory; `None` where one is not understood.
fn constraints(text: &str) -> Option<Vec<Constraint>> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    let one = |part: &str| match part.chars().next()? {
        '~' => Some(Constraint::Clobber),
        // The address of memory that is written or read: an input.
        '=' if part.starts_with("=*") => Some(Constraint::Input(None)),
        '=' => Some(Constraint::Output),
        '!' => None,
        '0'..='9' => Some(Constraint::Input(Some(part.parse().ok()?))),
        _ => Some(Constraint::Input(None)),
    };
    parts.map(one).collect()
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn inline_asm(&mut self, inst: Inst<'m>, call: CallSite<'m>, asm: InlineAsm<'m>) -> Result<()> {
        if !asm.text().trim().is_empty() {
            return Err(Stop::new("inline assembly"));
        }
        let constraints = constraints(asm.constraints()).ok_or_else(|| Stop::new("inline assembly"))?;
        if asm.has_side_effects() {
            self.b.inst(G_FENCE, &COMPILER_FENCE.map(Operand::small_imm));
        }
        let outputs = constraints.iter().filter(|&&c| c == Constraint::Output).count();
        let mut tied = vec![None; outputs];
        let inputs = constraints.iter().filter_map(|c| match c {
            Constraint::Input(tied) => Some(*tied),
            _ => None,
        });
        for (index, to) in (0..).zip(inputs) {
            let Some(to) = to else { continue };
            let value = call.arg(index).ok_or_else(|| Stop::new("inline assembly"))?;
            *tied.get_mut(to).ok_or_else(|| Stop::new("inline assembly"))? = Some(self.reg(value)?);
        }
        let dst = self.result(inst)?;
        if dst.len() != outputs {
            return Err(Stop::new("inline assembly"));
        }
        for (&dst, value) in dst.iter().zip(tied) {
            match value {
                Some(value) if self.b.mf.ty(value) == self.b.mf.ty(dst) => self.b.copy(dst, value),
                Some(_) => return Err(Stop::new("inline assembly")),
                None => self.b.regs(G_IMPLICIT_DEF, &[dst], &[]),
            };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_constraints() {
        use Constraint::{Clobber, Input, Output};
        assert_eq!(constraints("~{memory}"), Some(vec![Clobber]));
        assert_eq!(
            constraints("=r,=*m,0,r,~{memory}"),
            Some(vec![Output, Input(None), Input(Some(0)), Input(None), Clobber])
        );
        assert_eq!(constraints("!i"), None);
    }
}
