//! Signatures of functions: the common properties of functions with equal types and attributes.

use crate::translate::translator::{FunctionKey, FunctionSignature};
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::machine::arg_locations::{ArgFlags, ArgInfo};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

use super::error::{Result, Stop};
use super::function_attributes::is_var_arg;
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{AttrIndex, Attributes};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the shared signature of this function.
    pub(super) fn function_signature(&mut self) -> Result<Rc<FunctionSignature>> {
        let function = self.function;
        let ty = function.function_type().ok_or_else(|| Stop::new("function without a type"))?;
        let key = FunctionKey {
            subtarget: self.b.mf.subtarget,
            convention: function.calling_conv(),
            function_type: ty.key(),
            attributes: function.attributes_key(),
        };
        if let Some(known) = self.cx.function_signatures.get(&key) {
            return Ok(Rc::clone(known));
        }
        let made = Rc::new(self.make_function_signature()?);
        self.cx.function_signatures.insert(key, Rc::clone(&made));
        Ok(made)
    }

    fn make_function_signature(&mut self) -> Result<FunctionSignature> {
        let (mut result, is_demoted) = self.returned()?;
        if is_demoted {
            result.types.clear();
        }
        let args = self.parameters(is_demoted)?;
        let (lowering, convention) = (self.target.call_lowering(), self.function.calling_conv());
        let locations = lowering.locations(&args, &result, is_var_arg(self.function), convention);
        let locations = Rc::new(locations.map_err(Stop::new)?);
        Ok(FunctionSignature { args: RefCell::new(Some(args)), is_demoted, locations })
    }

    /// Returns the function's result, and true if it is too large for registers.
    fn returned(&mut self) -> Result<(ArgInfo, bool)> {
        let ty = self.function.function_type().and_then(|ty| ty.return_type());
        let ty = ty.ok_or_else(|| Stop::new("function without a type"))?;
        let attributes = Attributes::of_function(self.function, AttrIndex::Return);
        let result = self.arg_info(ty, Regs::new(), true, &attributes)?;
        let (lowering, convention) = (self.target.call_lowering(), self.function.calling_conv());
        let is_demoted = !lowering.can_lower_return(&result.types, result.flags, convention);
        Ok((result, is_demoted))
    }

    /// Returns the arguments that have registers, without assigning these. The hidden one comes
    /// first if the result is demoted.
    pub(super) fn parameters(&mut self, is_demoted: bool) -> Result<Vec<ArgInfo>> {
        let mut args = Vec::new();
        if is_demoted {
            args.push(self.demotion_pointer());
        }
        for (index, arg) in (0..).zip(self.function.args()) {
            if !self.cx.types.leaves(arg.ty())?.is_empty() {
                let attributes = Attributes::of_function(self.function, AttrIndex::Param(index));
                args.push(self.arg_info(arg.ty(), Regs::new(), true, &attributes)?);
            }
        }
        Ok(args)
    }

    /// Returns the hidden argument with the address for a demoted result, without its register.
    pub(super) fn demotion_pointer(&self) -> ArgInfo {
        let space = self.cx.types.layout.alloca_address_space();
        let bits = self.cx.types.layout.pointer_bits(space);
        ArgInfo {
            regs: Regs::new(),
            types: SmallVec::from_slice(&[ValueType::Pointer { address_space: space, bits }]),
            flags: ArgFlags { sret: true, orig_align: bits / 8, ..ArgFlags::default() },
            is_fixed: true,
        }
    }
}
