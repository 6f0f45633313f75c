//! The choice of functions with a stack protector, and of the variables in their frames that it
//! protects.
//!
//! `sspreq` applies to all functions. `ssp` applies to those with byte arrays of a minimum size, or
//! with allocations of variable size. `sspstrong` adds those with any other array, or with a
//! variable whose address may be used for other memory.
//!
//! * Cost: linear in the function, and only for functions with the attributes. Users are gathered
//!   once and followed from each variable.
//! * Source: LLVM's *Stack protector* attributes in LangRef, and the behaviour of its pass of that
//!   name.

use std::collections::{HashMap, HashSet};

use gisel_codegen::ir::mir::SspLayout;
use gisel_codegen::machine::triple::{OperatingSystem, Triple};
use gisel_codegen::passes::pre_ra::stack_protector::StackProtector;

use super::error::{Result, Stop};
use super::function_attributes::number_attribute;
use super::function_state::FunctionTranslator;
use crate::ir::{AttrKind, CallSite, Function, Inst, Opcode, Type, TypeKind};
use crate::properties::Digits;

/// The function that is called if the guard has changed.
pub(crate) const FAIL: &str = "__stack_chk_fail";
/// The variable with the guard.
pub(crate) const GUARD: &str = "__stack_chk_guard";

/// The default minimum size, in bytes, of a large array.
const BUFFER_SIZE: u64 = 8;

/// The protection that a function's attributes request.
#[derive(Clone, Copy)]
struct Rules {
    required: bool,
    strong: bool,
    buffer_size: u64,
}

impl Rules {
    /// Returns the rules of a function, or none if it never has a protector.
    fn of(function: Function<'_>) -> Option<Rules> {
        let required = function.has(AttrKind::StackProtectReq);
        let strong = required || function.has(AttrKind::StackProtectStrong);
        // A naked function has no frame to protect; with a safe stack, the guard is not in the
        // frame.
        let is_elsewhere = function.has(AttrKind::Naked) || function.has(AttrKind::SafeStack);
        if !(strong || function.has(AttrKind::StackProtect)) || is_elsewhere {
            return None;
        }
        let size = number_attribute(function, "stack-protector-buffer-size", Digits::Prefixed);
        let buffer_size = size.map_or(BUFFER_SIZE, u64::from);
        Some(Rules { required, strong, buffer_size })
    }

    /// Returns the protection class of an array of `size` bytes, if that is known.
    fn of_bytes(self, size: Option<u64>) -> SspLayout {
        match size {
            Some(size) if size < self.buffer_size && self.strong => SspLayout::SmallArray,
            Some(size) if size < self.buffer_size => SspLayout::None,
            _ => SspLayout::LargeArray,
        }
    }
}

/// The users of each value of a function.
pub(super) type Users<'m> = HashMap<usize, Vec<Inst<'m>>>;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Adds a guard to the function if it requires one, and marks the variables that must be next
    /// to it.
    pub(super) fn protect_stack(&mut self) {
        let Some(rules) = Rules::of(self.function) else { return };
        let mut protected = rules.required;
        let mut users = None;
        for inst in self.function.blocks().flat_map(|block| block.insts()) {
            if inst.opcode() != Opcode::Alloca {
                continue;
            }
            let layout = self.ssp_layout(inst, rules, &mut users).min(self.padding_layout(inst, rules));
            protected |= layout != SspLayout::None;
            // Several roots are in one frame of a shadow stack.
            if let Some(slot) = self.map.slot(inst.value()).or_else(|| self.shadow_frame_of(inst)) {
                let known = &mut self.b.mf.frame.objects[slot.index()].ssp_layout;
                *known = layout.min(*known);
            }
        }
        if protected {
            self.stack_protector = Some(StackProtector::new(self.b.mf, self.cx.module()));
        }
    }

    /// Returns the protection class of one alloca.
    fn ssp_layout(&self, alloca: Inst<'m>, rules: Rules, users: &mut Option<Users<'m>>) -> SspLayout {
        let Some(ty) = alloca.element_type() else { return SspLayout::LargeArray };
        let count = alloca.operand(0).and_then(|count| count.as_int());
        match count.map(|count| count.as_u64().unwrap_or(u64::MAX)) {
            Some(1) => {}
            Some(count) if count < rules.buffer_size => {
                return if rules.strong { SspLayout::SmallArray } else { SspLayout::None };
            }
            _ => return SspLayout::LargeArray,
        }
        let array = self.array(ty, rules);
        if array != SspLayout::None || !rules.strong {
            return array;
        }
        let users = users.get_or_insert_with(|| gather_users(self.function));
        // An object of unknown size contains no known offset.
        let size = self.cx.types.layout.alloc_size(ty).unwrap_or(0);
        match self.escapes(alloca, size, users, &mut HashSet::new()) {
            true => SspLayout::AddrOf,
            false => SspLayout::None,
        }
    }

    /// Returns the protection class of the bytes that complete the last granule of a tagged alloca.
    /// In LLVM they are an array in the variable's type.
    fn padding_layout(&self, alloca: Inst<'m>, rules: Rules) -> SspLayout {
        let Some(tagged) = self.tagged.iter().find(|tagged| tagged.alloca == Some(alloca.value())) else {
            return SspLayout::None;
        };
        let size = alloca.element_type().and_then(|ty| self.cx.types.layout.alloc_size(ty));
        let count = alloca.operand(0).and_then(|count| count.as_int()?.as_u64());
        match size.zip(count).and_then(|(size, count)| tagged.size.checked_sub(size.checked_mul(count)?)) {
            None | Some(0) => SspLayout::None,
            padding => rules.of_bytes(padding),
        }
    }

    /// Returns the largest protected array in a type.
    fn array(&self, ty: Type<'m>, rules: Rules) -> SspLayout {
        match ty.kind() {
            TypeKind::Array(_) => {
                let bytes = ty.element(0).is_some_and(|element| element.kind() == TypeKind::Integer(8));
                if !bytes && !rules.strong {
                    return SspLayout::None;
                }
                rules.of_bytes(self.cx.types.layout.alloc_size(ty))
            }
            TypeKind::Struct { .. } => {
                let fields = (0..).map_while(|n| ty.element(n));
                fields.map(|field| self.array(field, rules)).min().unwrap_or_default()
            }
            _ => SspLayout::None,
        }
    }

    /// Returns true if an address with `size` bytes of a variable after it may be used for other
    /// memory.
    pub(super) fn escapes(
        &self,
        address: Inst<'m>,
        size: u64,
        users: &Users<'m>,
        seen: &mut HashSet<usize>,
    ) -> bool {
        let value = address.value();
        let users_of = users.get(&value.key()).map(Vec::as_slice).unwrap_or_default();
        users_of.iter().any(|&user| match user.opcode() {
            Opcode::Load => self.accesses_beyond(user.ty(), size),
            Opcode::Store => match user.operand(0) {
                Some(stored) => stored == value || self.accesses_beyond(stored.ty(), size),
                None => true,
            },
            Opcode::AtomicRMW | Opcode::CmpXchg => {
                let stored = user.operands().last();
                stored.is_none_or(|stored| stored == value || self.accesses_beyond(stored.ty(), size))
            }
            Opcode::Ret => false,
            Opcode::Call => !user.as_call().is_some_and(is_no_code),
            Opcode::GetElementPtr => match self.cx.ir.gep_offset(user.value()).map(u64::try_from) {
                Some(Ok(offset)) if offset < size => self.escapes(user, size - offset, users, seen),
                _ => true,
            },
            Opcode::BitCast | Opcode::Select | Opcode::AddrSpaceCast => self.escapes(user, size, users, seen),
            Opcode::Phi => seen.insert(user.value().key()) && self.escapes(user, size, users, seen),
            _ => true,
        })
    }

    fn accesses_beyond(&self, ty: Type<'m>, size: u64) -> bool {
        self.cx.types.layout.store_size(ty).is_none_or(|accessed| accessed > size)
    }

    /// Checks the guard before an exit of the function other than a return.
    pub(super) fn check_stack_guard(&mut self) {
        if let Some(protector) = self.stack_protector {
            let next = protector.check(&mut self.b, self.target);
            self.b.mf.layout.push(next);
            self.go_to(next);
        }
    }

    /// Inserts the guard's setup and checks once all blocks have been translated.
    pub(super) fn finish_stack_protector(&mut self) -> Result<()> {
        let Some(protector) = self.stack_protector else { return Ok(()) };
        if Triple::parse(&self.cx.module().triple).system == OperatingSystem::Openbsd {
            return Err(Stop::new("OpenBSD's stack protector is not supported"));
        }
        let fail = self.cx.external(FAIL)?;
        Ok(protector.finish(self.b.mf, self.target, fail)?)
    }
}

pub(super) fn gather_users(function: Function<'_>) -> Users<'_> {
    let mut users = Users::new();
    for inst in function.blocks().flat_map(|block| block.insts()) {
        for operand in inst.operands() {
            users.entry(operand.key()).or_default().push(inst);
        }
    }
    users
}

/// Returns true if a call emits no code and only annotates the variable.
pub(super) fn is_no_code(call: CallSite<'_>) -> bool {
    let name = crate::ir::function::intrinsic_name(call.intrinsic_id()).unwrap_or_default();
    ["llvm.lifetime.", "llvm.dbg.", "llvm.pseudoprobe"].iter().any(|prefix| name.starts_with(prefix))
}
