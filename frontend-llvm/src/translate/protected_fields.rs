//! Pointers to fields whose contents are signed pointers (`llvm.protected.field.ptr`).
//!
//! A pointer is signed before it is stored to such a field, and authenticated after it is loaded:
//! by instructions with the data key, or by routines that emulate them. A comparison with null needs
//! the address only. Any other use passes the address to code that does not sign. The module then
//! defines the field's deactivation symbol as the encoding of a `nop`, and the linker writes that
//! over all instructions that name the symbol.
//!
//! Source: LLVM's *Structure Protection*; *Language Reference*, `llvm.protected.field.ptr`.

use gisel_codegen::ir::entity::{SymbolId, VReg};
use gisel_codegen::ir::llt::{Llt, S64};
use gisel_codegen::ir::mir::{MemFlags, Operand};
use gisel_codegen::ir::module::{Linkage, Visibility};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::triple::architecture;

use super::deactivation::{PROTECTED_FIELD, TAG};
use super::error::{Result, Stop};
use super::function_state::{Current, FunctionTranslator};
use super::stack_protector::gather_users;
use super::translator::Translator;
use crate::ir::function::intrinsic_name;
use crate::ir::{CallSite, Inst, InstFlags, Opcode, TypeKind, Value};
use crate::properties;

/// The number of the data key.
const DATA_KEY: i64 = 2;

/// Signs or authenticates a pointer: the intrinsic of targets with such instructions, and the
/// routine for others.
type Modifier = (&'static str, &'static str);

const SIGN: Modifier = ("llvm.ptrauth.sign", "__emupac_pacda");
const AUTHENTICATE: Modifier = ("llvm.ptrauth.auth", "__emupac_autda");

/// Returns the names of the routines.
pub(super) fn names() -> impl Iterator<Item = String> {
    [SIGN, AUTHENTICATE].into_iter().map(|(_, routine)| routine.to_owned())
}

/// A protected field.
#[derive(Clone, Copy)]
pub(super) struct ProtectedField<'m> {
    discriminator: Value<'m>,
    /// The symbol that deactivates its protection.
    symbol: SymbolId,
}

fn refused(why: &str) -> Stop {
    Stop::new(format!("{PROTECTED_FIELD}: {why}"))
}

fn is_pointer(value: Value<'_>) -> bool {
    matches!(value.ty().kind(), TypeKind::Pointer(_))
}

/// Returns true if `user` accesses a pointer in a protected field at `address`, or compares that
/// with null.
fn is_protected_use(user: Inst<'_>, address: Value<'_>) -> bool {
    let operand = |n| user.operand(n);
    match user.opcode() {
        Opcode::Load => is_pointer(user.value()),
        Opcode::Store => operand(0).is_some_and(|value| value != address && is_pointer(value)),
        Opcode::ICmp => [operand(0), operand(1)].into_iter().flatten().any(Value::is_null),
        _ => false,
    }
}

/// Returns the call, if `inst` calls the intrinsic.
fn as_protected(inst: Inst<'_>) -> Option<CallSite<'_>> {
    let call = inst.as_call().filter(|_| inst.opcode() == Opcode::Call)?;
    (intrinsic_name(call.intrinsic_id()) == Some(PROTECTED_FIELD)).then_some(call)
}

impl<'m> Translator<'m> {
    /// Lists the symbols of fields whose addresses have other uses than protected accesses. The
    /// module defines these symbols.
    ///
    /// # Errors
    /// A body is not read yet, or what deactivates a field is no symbol.
    pub(super) fn deactivate_fields(&mut self) -> Result<()> {
        if !self
            .ir
            .functions()
            .any(|function| intrinsic_name(function.intrinsic_id()) == Some(PROTECTED_FIELD))
        {
            return Ok(());
        }
        for function in self.ir.functions().filter(|function| !function.is_declaration()) {
            if function.is_materializable() {
                return Err(Stop::new("a body with protected fields is not read yet"));
            }
            let calls = function.blocks().flat_map(|block| block.insts());
            let calls: Vec<_> = calls.filter_map(|inst| Some((inst, as_protected(inst)?))).collect();
            if calls.is_empty() {
                continue;
            }
            let users = gather_users(function);
            for (inst, call) in calls {
                let mut users = users.get(&inst.value().key()).into_iter().flatten();
                if users.all(|&user| is_protected_use(user, inst.value())) {
                    continue;
                }
                let symbol = call.bundle(TAG).and_then(|inputs| inputs.first().copied());
                let Some(symbol) = symbol else { continue };
                let symbol = self.symbol(symbol)?;
                if !self.module.deactivated.contains(&symbol) {
                    self.module.deactivated.push(symbol);
                }
            }
        }
        for &id in &self.module.deactivated {
            let symbol = &mut self.module.symbols[id.index()];
            if symbol.defined {
                return Err(refused("the symbol that deactivates a field has a definition"));
            }
            (symbol.linkage, symbol.visibility, symbol.defined) =
                (Linkage::External, Visibility::Hidden, true);
        }
        Ok(())
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates the intrinsic: the address itself.
    pub(super) fn protect_field(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        if self.constant_operand(call.value(), 2)? == 0 {
            return Err(refused("the software encoding"));
        }
        self.field_of(call)?;
        self.protects_fields = true;
        let address = self.operand(call.value(), 0)?;
        self.define(inst, &[address]);
        Ok(())
    }

    fn field_of(&mut self, call: CallSite<'m>) -> Result<ProtectedField<'m>> {
        let discriminator = self.operand_value(call.value(), 1)?;
        let inputs = call.bundle(TAG).ok_or_else(|| refused("there is no deactivation symbol"))?;
        let symbol = inputs.first().and_then(|&symbol| self.cx.symbol(symbol).ok());
        let symbol = symbol.ok_or_else(|| refused("what deactivates it is no symbol"))?;
        Ok(ProtectedField { discriminator, symbol })
    }

    /// Returns the field at an address, if it is protected.
    fn protected_field(&mut self, address: Value<'m>) -> Result<Option<ProtectedField<'m>>> {
        let call = address.as_inst().and_then(as_protected);
        call.map(|call| self.field_of(call)).transpose()
    }

    /// Translates a load in a function with protected fields.
    pub(super) fn load_field(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let address = self.operand_value(inst.value(), 0)?;
        let field = self.protected_field(address)?.filter(|_| is_pointer(inst.value()));
        let Some(field) = field else { return self.load(current) };
        let signed = match inst.flags().contains(InstFlags::ATOMIC) {
            true => self.atomic_value(inst)?,
            false => {
                let ty = self.cx.types.llt(inst.ty())?;
                let (base, loaded) = (self.address_of(address)?, self.b.mf.create_vreg(ty));
                let mem = self.access(inst, MemFlags::LOAD, ty, address);
                self.b.load_into(loaded, base, mem);
                loaded
            }
        };
        let value = self.modified(signed, field, AUTHENTICATE)?;
        self.define(inst, &[value]);
        Ok(())
    }

    /// Translates a store in a function with protected fields.
    pub(super) fn store_field(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let (value, address) = (self.operand_value(inst.value(), 0)?, self.operand_value(inst.value(), 1)?);
        let field = self.protected_field(address)?.filter(|_| is_pointer(value));
        let Some(field) = field else { return self.store(current) };
        let value = self.reg(value)?;
        let signed = self.modified(value, field, SIGN)?;
        if inst.flags().contains(InstFlags::ATOMIC) {
            return self.atomic_store_of(inst, signed);
        }
        let base = self.address_of(address)?;
        let ty = self.b.mf.ty(signed);
        let mem = self.access(inst, MemFlags::STORE, ty, address);
        self.b.store(signed, base, mem);
        Ok(())
    }

    /// Returns a pointer signed or authenticated. The instruction or call names the symbol by which
    /// linkers deactivate it.
    fn modified(&mut self, pointer: VReg, field: ProtectedField<'m>, by: Modifier) -> Result<VReg> {
        let ty = self.b.mf.ty(pointer);
        let discriminator = self.reg(field.discriminator)?;
        let word = Llt::scalar(ty.scalar_bits());
        let number = self.b.op(G_PTRTOINT, word, &[pointer]);
        let number = self.resize(number, S64.bits(), false);
        let location = self.b.debug_loc;
        if properties::reads_bundle(TAG, architecture(&self.cx.module.triple)) {
            self.name_deactivation(field.symbol);
        }
        let signs = self.target.facts().signs_data;
        let modified = match self.target.intrinsic(by.0).filter(|_| signs) {
            Some(intrinsic) => {
                let modified = self.b.mf.create_vreg(S64);
                let key = self.b.mf.imm(DATA_KEY);
                let [number, discriminator] = [number, discriminator].map(Operand::use_of);
                let opcode = if intrinsic.effects { G_INTRINSIC_W_SIDE_EFFECTS } else { G_INTRINSIC };
                let of = Operand::intrinsic(intrinsic.number);
                self.b.inst(opcode, &[Operand::def(modified), of, number, key, discriminator]);
                modified
            }
            None => self.value_by_name(by.1, S64, &[number, discriminator])?,
        };
        self.b.debug_loc = location;
        let modified = self.resize(modified, word.bits(), false);
        Ok(self.b.op(G_INTTOPTR, ty, &[modified]))
    }
}
