//! Values for which a subtarget has no registers are refused, by name, before a function is translated.
//!
//! Cost: a walk over the function's operands, on subtargets that lack registers only.

use gisel_codegen::support::error::CompileError;
use gisel_codegen::target::{RefusedValues, Target};

use super::Translator;
use super::error::Stop;
use crate::ir::{Function, Inst, Type};

/// The error of the first value in `function` that `target` has no registers for, if there is one.
pub(super) fn refuse<'m>(
    cx: &mut Translator<'m>,
    function: Function<'m>,
    target: &dyn Target,
) -> Option<CompileError> {
    let RefusedValues { includes, message } = target.facts().refused_values?;
    // What is no value, such as a label, has no leaves.
    let mut is_refused =
        |ty: Type<'m>| cx.types.leaves(ty).is_ok_and(|leaves| leaves.iter().any(|leaf| includes(leaf.ty)));
    for argument in function.args() {
        if is_refused(argument.ty()) {
            let stop = Stop::new(format!("argument `{argument}` {message}"));
            return Some(stop.at(function, None));
        }
    }
    let mut refused = |inst: &Inst<'m>| {
        let own = std::iter::once(inst.ty());
        own.chain(inst.operands().map(|operand| operand.ty())).find(|ty| is_refused(*ty))
    };
    let mut insts = function.blocks().flat_map(|block| block.insts());
    let (inst, ty) = insts.find_map(|inst| Some((inst, refused(&inst)?)))?;
    Some(Stop::new(format!("value of type {ty} {message}")).at(function, Some(inst)))
}
