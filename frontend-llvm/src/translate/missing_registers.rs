//! Rejection of values for which a subtarget has no registers, before a function is translated.
//!
//! Cost: linear in the function's operands, only on subtargets that lack registers.

use gisel_codegen::support::error::CompileError;
use gisel_codegen::target::{RefusedValues, Target};

use super::Translator;
use super::error::Stop;
use crate::ir::{Function, Inst, Type};

/// Returns the error of the first value in `function` that `target` has no registers for, if there
/// is one.
pub(super) fn refuse<'m>(
    cx: &mut Translator<'m>,
    function: Function<'m>,
    target: &dyn Target,
) -> Option<CompileError> {
    let RefusedValues { includes, message } = target.facts().refused_values?;
    // Operands that are not values, such as labels, have no leaves.
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
