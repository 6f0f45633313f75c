//! Signed pointers: constants (`ptrauth`), block addresses, and call targets (bundle `ptrauth`).

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::module::PointerSchema;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::calling_convention::Authentication;
use gisel_codegen::machine::triple::Triple;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::initializer::{Base, SymbolicValue};
use super::translator::Translator;
use crate::ir::constant::SignedPointer;
use crate::ir::function::stable_hash;
use crate::ir::{AttrIndex, AttrKind, Attributes, CallSite, Function, Value, ValueKind};

/// The key that signs addresses of blocks and of functions.
const BLOCK_KEY: u8 = 0;

/// The key that signs addresses of the process's data. Objects for glibc use resolvers instead of
/// relocations for it.
const DATA_KEY: u8 = 2;

/// The schema of words with addresses of personality routines: the discriminator is the hash of the
/// name `personality`. Source: *PAuth ABI Extension to ELF for the Arm 64-bit Architecture*.
pub(super) const PERSONALITY_SCHEMA: PointerSchema =
    PointerSchema { key: BLOCK_KEY, discriminator: 32429, by_address: true };

/// Returns the schema of the function's block addresses, if they are signed
/// (`ptrauth-indirect-gotos`).
pub(crate) fn block_schema(function: Function<'_>) -> Option<PointerSchema> {
    function.string_attribute("ptrauth-indirect-gotos")?;
    let discriminator = stable_hash(&format!("{} blockaddress", function.name()));
    Some(PointerSchema { key: BLOCK_KEY, discriminator, by_address: false })
}

impl<'m> Translator<'m> {
    /// Returns the schema of a signed constant.
    pub(super) fn schema(&self, pointer: SignedPointer<'m>) -> Result<PointerSchema> {
        if pointer.may_be_deactivated() {
            return Err(Stop::new("a signed pointer with a deactivation symbol"));
        }
        let key = pointer.key().and_then(|key| u8::try_from(key).ok()).filter(|key| *key < 4);
        let discriminator = pointer.discriminator().and_then(|number| u16::try_from(number).ok());
        match (key, discriminator) {
            (Some(key), Some(discriminator)) => {
                Ok(PointerSchema { key, discriminator, by_address: pointer.address().is_some() })
            }
            _ => Err(Stop::new("a signed pointer without a key of four, or a discriminator of 16 bits")),
        }
    }

    /// Returns the pointer that a signed constant signs.
    pub(super) fn signed_value(&self, pointer: SignedPointer<'m>) -> Result<Value<'m>> {
        pointer.pointer().ok_or_else(|| Stop::new("a signed pointer to nothing"))
    }

    /// Evaluates a signed constant in data.
    pub(super) fn evaluate_signed(&mut self, pointer: SignedPointer<'m>) -> Result<SymbolicValue> {
        let schema = self.schema(pointer)?;
        if schema.key == DATA_KEY && Triple::parse(&self.module.triple).has_glibc() {
            return Err(Stop::new(
                "a pointer in data signed by the key `da`, which glibc's loader does not sign",
            ));
        }
        let symbolic = self.evaluate(self.signed_value(pointer)?)?;
        Ok(SymbolicValue { schema: Some(schema), ..symbolic })
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the register of a signed constant.
    pub(super) fn signed_pointer(&mut self, pointer: SignedPointer<'m>) -> Result<VReg> {
        let schema = self.cx.schema(pointer)?;
        let value = self.cx.signed_value(pointer)?;
        let symbolic = self.cx.evaluate(value)?;
        let (&[Base::Symbol(symbol)], [], Ok(offset), None) =
            (&symbolic.plus[..], &symbolic.minus[..], i64::try_from(symbolic.addend), symbolic.schema)
        else {
            return Err(Stop::new(format!("a signed pointer to {value} in code")));
        };
        let ty = self.cx.types.llt(value.ty())?;
        let global = self.b.mf.global(symbol, offset);
        let address = self.b.mf.create_vreg(ty);
        self.b.inst(G_GLOBAL_VALUE, &[Operand::def(address), global]);
        self.sign_address(address, schema, pointer.address())
    }

    /// Signs the address of a symbol or block where it is computed.
    pub(super) fn sign_address(
        &mut self,
        pointer: VReg,
        schema: PointerSchema,
        by: Option<Value<'m>>,
    ) -> Result<VReg> {
        let ty = self.b.mf.ty(pointer);
        let by = match by {
            Some(address) => self.reg(address)?,
            None => self.b.constant(ty, 0),
        };
        let (key, number) = (self.b.mf.imm(schema.key.into()), self.b.mf.imm(schema.discriminator.into()));
        let dst = self.b.mf.create_vreg(ty);
        let uses = [pointer, by].map(Operand::use_of);
        self.b.inst(G_PTRAUTH_GLOBAL_VALUE, &[Operand::def(dst), uses[0], key, uses[1], number]);
        Ok(dst)
    }

    /// Returns the callee of a call and its authentication. A constant with a matching signature is
    /// called directly.
    pub(super) fn authenticated_callee(
        &mut self,
        call: CallSite<'m>,
        callee: Value<'m>,
    ) -> Result<(Value<'m>, Option<Authentication>)> {
        let Some([key, discriminator]) = call.authentication() else { return Ok((callee, None)) };
        let refused = |why: &str| Err(Stop::new(format!("operand bundle \"ptrauth\": {why}")));
        let key = key.as_int().and_then(|key| u8::try_from(key.as_u64()?).ok());
        let Some(key) = key else { return refused("there is no such key") };
        if call.kcfi_type().is_some() {
            return refused(
                "the check of the callee's type reads before an address that is not authenticated",
            );
        }
        if Attributes::of_call(call, callee, AttrIndex::Function).has(AttrKind::ReturnsTwice) {
            return refused("the callee may return twice");
        }
        if let ValueKind::Signed(pointer) = callee.kind() {
            let known = self.cx.schema(pointer)?;
            let number = discriminator.as_int().and_then(|number| number.as_u64());
            if !known.by_address && known.key == key && number == Some(known.discriminator.into()) {
                return Ok((self.cx.signed_value(pointer)?, None));
            }
        }
        Ok((callee, Some(Authentication { key, discriminator: self.reg(discriminator)? })))
    }
}
