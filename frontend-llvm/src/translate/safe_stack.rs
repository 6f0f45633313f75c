//! `safestack`: an unsafe stack for objects that a function may access out of bounds, and for those
//! whose address escapes, such as the frame of a shadow stack.
//!
//! Overflows of these objects cannot reach return addresses, saved registers, or variables with
//! only in-bounds accesses. All of those stay on the ordinary stack. The top of the unsafe stack is
//! in the thread-local variable `__safestack_unsafe_stack_ptr`. On Android, it is in a slot of the
//! thread, or where a routine says. The function moves it at entry, and
//! back at returns. It stores it again where control returns by `longjmp` or an exception.
//!
//! * An object is safe if all its uses are accesses at constant offsets inside it, comparisons, and
//!   intrinsics without code. All others are unsafe, as are allocas of variable size and by-value
//!   arguments.
//! * A function with a stack protector has its guard on the unsafe stack, above the objects.
//! * Cost: linear in the function, and only for functions that have the attribute.
//! * Source: clang's *SafeStack* document, and the behaviour of LLVM's pass of that name.

use crate::translate::function_state::{Object, StackPlace, StackTop, UnsafeStack};
use std::collections::HashSet;

use gisel_codegen::ir::entity::{FrameIndex, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FrameObjectKind, MemFlags, MemOperand, Operand};
use gisel_codegen::ir::module::SymbolKind;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use gisel_codegen::machine::system::System;
use gisel_codegen::passes::pre_ra::stack_protector::StackProtector;
use smallvec::SmallVec;

use super::calls::by_value;
use super::error::{Result, Stop};
use super::function_state::{FunctionTranslator, Tagged};
use super::memory::frame_align;
use super::memory_tags::whole_granules;
use super::stack_protector::{Users, gather_users, is_no_code};
use crate::ir::function::intrinsic_name;
use crate::ir::{AttrIndex, AttrKind, Attributes, Function, Inst, InstFlags, Opcode, Type, Value};

/// The variable with the top of the unsafe stack.
pub(crate) const POINTER: &str = "__safestack_unsafe_stack_ptr";

/// The routine that returns the address of the top, on systems without the variable.
pub(crate) const ROUTINE: &str = "__safestack_pointer_address";

/// The maximum number of an object's uses that are examined; an object with more is unsafe.
const MAX_USES: usize = 4096;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Decides which objects are on the unsafe stack, if the function has one.
    pub(super) fn plan_unsafe_stack(&mut self) -> Result<()> {
        let function = self.function;
        if !function.has(AttrKind::SafeStack) || function.has(AttrKind::Naked) {
            return Ok(());
        }
        let stack_align = u64::from(self.target.frame_lowering().stack_alignment());
        let none = VReg::new(0);
        let mut stack = UnsafeStack {
            objects: HashSet::new(),
            fixed: Vec::new(),
            size: 0,
            align: stack_align,
            guard: None,
            shadow_frame: None,
            is_dynamic: false,
            location: StackTop::Address(none),
            base: none,
            top: none,
            saved_top: None,
        };
        if protects(function) {
            let bytes = u64::from(self.b.pointer().bytes());
            stack.guard = Some(stack.add_room(bytes, bytes)?);
        }
        if let Some((size, align)) = self.shadow_frame.as_ref().map(|frame| frame.room()) {
            stack.shadow_frame = Some(stack.add_room(size, align)?);
        }
        let users = gather_users(function);
        self.plan_objects(&mut stack, &users)?;
        let is_restored = restores(function);
        let is_empty = stack.objects.is_empty() && stack.fixed.is_empty() && stack.shadow_frame.is_none();
        if is_empty && !is_restored {
            return Ok(());
        }
        if stack.is_dynamic && is_restored {
            let bytes = self.b.pointer().bytes();
            stack.saved_top = Some(self.b.mf.frame.create(FrameObjectKind::Local, bytes.into(), bytes));
        }
        if stack.size > 0 {
            stack.size = stack.size.next_multiple_of(stack.align);
        }
        self.unsafe_stack = Some(Box::new(stack));
        Ok(())
    }

    fn plan_objects(&mut self, stack: &mut UnsafeStack<'m>, users: &Users<'m>) -> Result<()> {
        let layout = self.cx.types.layout;
        for (number, argument) in (0..).zip(self.function.args()) {
            let attributes = Attributes::of_function(self.function, AttrIndex::Param(number));
            let Some((size, align)) = by_value(layout, &attributes)? else { continue };
            if self.stays_inside(argument, size, users) {
                continue;
            }
            let offset = stack.add_room(size, u64::from(align.max(1)))?;
            let copied = Some((size, align));
            stack.fixed.push(Object { value: argument, offset, copied, tagged: None });
        }
        let tagging = self.tagging();
        for alloca in self.function.blocks().flat_map(|block| block.insts()) {
            if alloca.opcode() != Opcode::Alloca
                || alloca.flags().contains(InstFlags::SWIFTERROR)
                || self.is_shadow_root(alloca)
            {
                continue;
            }
            let element = alloca.element_type();
            let size = element.and_then(|ty| layout.alloc_size(ty));
            let count = alloca.operand(0).and_then(|count| count.as_int()?.as_u64());
            let size = size.zip(count).and_then(|(size, count)| size.checked_mul(count));
            if self.stays_inside(alloca.value(), size.unwrap_or(0), users) {
                continue;
            }
            stack.objects.insert(alloca.value().key());
            match size.filter(|_| alloca.flags().contains(InstFlags::STATIC_ALLOCA)) {
                Some(size) => {
                    let preferred = element.map_or(1, |ty| layout.pref_align(ty));
                    let mut align = u64::from(frame_align(alloca)?).max(preferred);
                    let is_tagged =
                        tagging.as_ref().is_some_and(|tagging| self.is_tagged(tagging, alloca, size));
                    let mut tagged = None;
                    if is_tagged {
                        let (granules, granule) = whole_granules(size.max(1), 1);
                        (tagged, align) = (Some(granules), align.max(granule.into()));
                    }
                    let offset = stack.add_room(tagged.unwrap_or(size), align)?;
                    stack.fixed.push(Object { value: alloca.value(), offset, copied: None, tagged });
                }
                None if alloca.flags().contains(InstFlags::STATIC_ALLOCA) => {
                    return Err(Stop::new("`safestack`: an alloca of no constant size in the entry block"));
                }
                None => stack.is_dynamic = true,
            }
        }
        Ok(())
    }

    /// Returns true if all uses of an object of `size` bytes stay inside it, and its address does
    /// not escape.
    fn stays_inside(&self, object: Value<'m>, size: u64, users: &Users<'m>) -> bool {
        let mut seen = HashSet::from([(object.key(), 0)]);
        let mut work = vec![(object, 0i64)];
        while let Some((address, offset)) = work.pop() {
            for &user in users.get(&address.key()).into_iter().flatten() {
                let next = match self.use_of(user, address, offset, size) {
                    Use::Inside => continue,
                    Use::Unsafe => return false,
                    Use::Derived(next) => next,
                };
                if seen.insert((user.value().key(), next)) {
                    work.push((user.value(), next));
                }
                if seen.len() > MAX_USES {
                    return false;
                }
            }
        }
        true
    }

    /// Returns how `user` uses an address that is `offset` bytes after the start of an object of
    /// `size` bytes.
    fn use_of(&self, user: Inst<'m>, address: Value<'m>, offset: i64, size: u64) -> Use {
        let inside = |bytes: Option<u64>| {
            let end = bytes.and_then(|bytes| u64::try_from(offset).ok()?.checked_add(bytes));
            if end.is_some_and(|end| end <= size) { Use::Inside } else { Use::Unsafe }
        };
        let stored = |ty: Type<'m>| self.cx.types.layout.store_size(ty);
        match user.opcode() {
            Opcode::Load => inside(stored(user.ty())),
            Opcode::Store | Opcode::AtomicRMW | Opcode::CmpXchg => {
                // The address is the first operand, or the second one of a store.
                let at = u32::from(user.opcode() == Opcode::Store);
                let values = (0..user.num_operands()).filter(|&n| n != at).filter_map(|n| user.operand(n));
                let mut values = values.peekable();
                let ty = values.peek().map(|value| value.ty());
                match values.any(|value| value == address) {
                    true => Use::Unsafe,
                    false => inside(ty.and_then(stored)),
                }
            }
            Opcode::ICmp => Use::Inside,
            Opcode::GetElementPtr if user.operand(0) == Some(address) => {
                let next = self.cx.ir.gep_offset(user.value()).and_then(|more| offset.checked_add(more));
                next.map_or(Use::Unsafe, Use::Derived)
            }
            Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::Freeze | Opcode::Select | Opcode::Phi => {
                Use::Derived(offset)
            }
            Opcode::Call => self.use_by_call(user, inside),
            _ => Use::Unsafe,
        }
    }

    fn use_by_call(&self, user: Inst<'m>, inside: impl Fn(Option<u64>) -> Use) -> Use {
        let Some(call) = user.as_call() else { return Use::Unsafe };
        if is_no_code(call) {
            return Use::Inside;
        }
        let name = intrinsic_name(call.intrinsic_id()).unwrap_or_default();
        let is_block = ["llvm.memcpy", "llvm.memmove", "llvm.memset"]
            .iter()
            .any(|block| name.strip_prefix(block).is_some_and(|rest| matches!(rest, "" | ".inline")));
        let length = user.operand(2).and_then(|length| length.as_int()?.as_u64());
        match is_block {
            true => inside(length),
            false => Use::Unsafe,
        }
    }

    /// Returns true if an alloca is on the unsafe stack.
    pub(super) fn is_on_unsafe_stack(&self, alloca: Value<'m>) -> bool {
        self.unsafe_stack.as_ref().is_some_and(|stack| stack.objects.contains(&alloca.key()))
    }

    /// Moves the top of the unsafe stack at the function's entry, and assigns the objects their
    /// addresses.
    pub(super) fn enter_unsafe_stack(&mut self) -> Result<()> {
        let Some(mut stack) = self.unsafe_stack.take() else { return Ok(()) };
        stack.location = self.unsafe_stack_location()?;
        stack.base = self.load_unsafe_top(stack.location);
        let stack_align = u64::from(self.target.frame_lowering().stack_alignment());
        let aligned = if stack.align > stack_align && stack.size > 0 {
            let number = self.b.op(G_PTRTOINT, self.b.word(), &[stack.base]);
            self.align_down(number, stack.align)
        } else {
            stack.base
        };
        stack.top = self.b.ptr_add_imm(aligned, -(stack.size as i64));
        if stack.size > 0 {
            self.store_unsafe_top(stack.location, stack.top);
        }
        if let Some(slot) = stack.saved_top {
            self.save_unsafe_top(slot, stack.top);
        }
        for object in &stack.fixed {
            let address = self.b.ptr_add_imm(aligned, -(object.offset as i64));
            if let Some((size, align)) = object.copied {
                let from = self.reg(object.value)?;
                self.copy_object([address, from], size, align);
            }
            match object.tagged {
                Some(size) => {
                    let (alloca, place) = (Some(object.value), StackPlace::Address(address));
                    self.tagged.push(Tagged { alloca, place, size });
                }
                None => self.bind(object.value, &[address]),
            }
        }
        if let Some(offset) = stack.shadow_frame {
            let address = self.b.ptr_add_imm(aligned, -(offset as i64));
            self.move_shadow_frame(address);
        }
        if let Some(offset) = stack.guard {
            let address = self.b.ptr_add_imm(aligned, -(offset as i64));
            let protector = StackProtector::outside(self.b.mf, self.cx.module(), address);
            protector.store(&mut self.b, self.target);
            self.stack_protector = Some(protector);
        }
        self.unsafe_stack = Some(stack);
        Ok(())
    }

    /// Computes the location of the top in the entry block.
    fn unsafe_stack_location(&mut self) -> Result<StackTop> {
        if self.cx.module().options.calls_for_unsafe_stack {
            return self.call_for_unsafe_stack();
        }
        if System::of_triple(&self.cx.module().triple).keeps_unsafe_stack {
            return match self.target.facts().unsafe_stack_slot {
                Some(offset) => {
                    let thread = self.b.mf.create_vreg(self.b.pointer());
                    self.target.call_lowering().lower_thread_pointer(&mut self.b, thread);
                    Ok(StackTop::Address(self.b.ptr_add_imm(thread, offset)))
                }
                None => self.call_for_unsafe_stack(),
            };
        }
        let symbol = self.cx.external(POINTER)?;
        match self.cx.module().symbol(symbol).kind {
            SymbolKind::Tls if !self.cx.emulated_tls => Ok(StackTop::Variable(symbol)),
            _ => Err(Stop::new(format!("`safestack`, for which {POINTER} is no thread-local variable"))),
        }
    }

    /// Calls the routine that returns the location of the top.
    fn call_for_unsafe_stack(&mut self) -> Result<StackTop> {
        let callee = Callee::Symbol(self.cx.external(ROUTINE)?);
        let address = self.b.mf.create_vreg(self.b.pointer());
        let mut call = CallInfo::of_routine(callee, Vec::new());
        call.result = self.pointer_arg(SmallVec::from_slice(&[address]));
        self.target.call_lowering().lower_call(&mut self.b, &call)?;
        Ok(StackTop::Address(address))
    }

    /// Returns the address of an object.
    pub(super) fn place_address(&mut self, place: StackPlace) -> VReg {
        match place {
            StackPlace::Object(object) => self.b.frame_index(self.b.pointer(), object),
            StackPlace::Address(address) => address,
        }
    }

    fn unsafe_top_address(&mut self, location: StackTop) -> VReg {
        match location {
            StackTop::Address(address) => address,
            StackTop::Variable(symbol) => {
                let global = self.b.mf.global(symbol, 0);
                let address = self.b.mf.create_vreg(self.b.pointer());
                self.b.inst(G_GLOBAL_VALUE, &[Operand::def(address), global]);
                address
            }
        }
    }

    fn top_access(&self, flags: MemFlags) -> MemOperand {
        MemOperand::new(flags, self.b.pointer(), self.b.pointer().bytes())
    }

    fn load_unsafe_top(&mut self, location: StackTop) -> VReg {
        let address = self.unsafe_top_address(location);
        let mem = self.top_access(MemFlags::LOAD);
        self.b.load(self.b.pointer(), address, mem)
    }

    fn store_unsafe_top(&mut self, location: StackTop, top: VReg) {
        let address = self.unsafe_top_address(location);
        let mem = self.top_access(MemFlags::STORE);
        self.b.store(top, address, mem);
    }

    /// Saves the top for later restores. The access is volatile, so that a restore loads the latest
    /// value.
    fn save_unsafe_top(&mut self, slot: FrameIndex, top: VReg) {
        let address = self.b.frame_index(self.b.pointer(), slot);
        let mem = self.top_access(MemFlags::STORE | MemFlags::VOLATILE);
        self.b.store(top, address, mem);
    }

    /// Restores the caller's top before the function returns.
    pub(super) fn leave_unsafe_stack(&mut self) {
        if self.unsafe_stack.as_ref().is_some_and(|stack| stack.guard.is_some()) {
            // Before signal handlers may use the memory of the guard.
            self.check_stack_guard();
        }
        if let Some((location, base)) = self.unsafe_stack.as_ref().map(|stack| (stack.location, stack.base)) {
            self.store_unsafe_top(location, base);
        }
    }

    /// Stores the function's top again where callees may have left theirs.
    pub(super) fn restore_unsafe_stack(&mut self) {
        let Some(stack) = &self.unsafe_stack else { return };
        let (location, mut top) = (stack.location, stack.top);
        if let Some(slot) = stack.saved_top {
            let address = self.b.frame_index(self.b.pointer(), slot);
            let mem = self.top_access(MemFlags::LOAD | MemFlags::VOLATILE);
            top = self.b.load(self.b.pointer(), address, mem);
        }
        self.store_unsafe_top(location, top);
    }

    /// Translates an alloca of variable size, of `bytes` bytes.
    pub(super) fn unsafe_alloca(&mut self, bytes: VReg, align: u64) -> VReg {
        let Some(stack) = &self.unsafe_stack else { return bytes };
        let (location, slot) = (stack.location, stack.saved_top);
        let top = self.load_unsafe_top(location);
        let number = self.b.op(G_PTRTOINT, self.b.word(), &[top]);
        let number = self.b.op(G_SUB, self.b.word(), &[number, bytes]);
        let stack_align = u64::from(self.target.frame_lowering().stack_alignment());
        let address = self.align_down(number, align.max(stack_align));
        self.store_unsafe_top(location, address);
        if let Some(slot) = slot {
            self.save_unsafe_top(slot, address);
        }
        address
    }

    /// Returns `number` rounded down to a multiple of `align`, as a pointer.
    fn align_down(&mut self, number: VReg, align: u64) -> VReg {
        let mask = self.b.constant(self.b.word(), -(align as i64));
        let number = self.b.op(G_AND, self.b.word(), &[number, mask]);
        self.b.op(G_INTTOPTR, self.b.pointer(), &[number])
    }

    /// Returns true if `llvm.stacksave` and `llvm.stackrestore` apply to the unsafe stack.
    pub(super) fn saves_unsafe_stack(&self) -> bool {
        self.unsafe_stack.as_ref().is_some_and(|stack| stack.is_dynamic)
    }

    /// Translates `llvm.stacksave`.
    pub(super) fn save_unsafe_stack(&mut self, inst: Inst<'m>) {
        let Some(location) = self.unsafe_stack.as_ref().map(|stack| stack.location) else { return };
        let top = self.load_unsafe_top(location);
        self.define(inst, &[top]);
    }

    /// Translates `llvm.stackrestore`.
    pub(super) fn reset_unsafe_stack(&mut self, top: VReg) {
        let Some(stack) = &self.unsafe_stack else { return };
        let (location, slot) = (stack.location, stack.saved_top);
        self.store_unsafe_top(location, top);
        if let Some(slot) = slot {
            self.save_unsafe_top(slot, top);
        }
    }

    fn copy_object(&mut self, places: [VReg; 2], size: u64, align: u32) {
        if size == 0 {
            return;
        }
        let bytes = self.b.constant(self.b.word(), size as i64);
        let operands = [places[0], places[1], bytes].map(Operand::use_of);
        let copy = self.b.inst(G_MEMCPY, &[&operands[..], &[Operand::small_imm(0)]].concat());
        let bits = size.checked_mul(8).filter(|&bits| bits < 1 << 24);
        let ty = bits.map_or(Llt::INVALID, |bits| Llt::scalar(bits as u32));
        for flags in [MemFlags::STORE, MemFlags::LOAD] {
            self.b.mf.add_mem_operand(copy, MemOperand::new(flags, ty, align.max(1)));
        }
    }
}

/// The use of an object's address by an instruction.
enum Use {
    /// The access stays in the object, and the address in the function.
    Inside,
    /// Neither is known.
    Unsafe,
    /// The result is an address at this byte offset from the object's.
    Derived(i64),
}

fn protects(function: Function<'_>) -> bool {
    let kinds = [AttrKind::StackProtect, AttrKind::StackProtectStrong, AttrKind::StackProtectReq];
    kinds.into_iter().any(|kind| function.has(kind))
}

/// Returns true if control may return to the function with another function's top.
fn restores(function: Function<'_>) -> bool {
    let insts = function.blocks().flat_map(|block| block.insts());
    insts.into_iter().any(|inst| match inst.opcode() {
        Opcode::LandingPad => true,
        Opcode::Call => inst.as_call().is_some_and(|call| {
            let of_callee = call.callee_function().is_some_and(|callee| callee.has(AttrKind::ReturnsTwice));
            of_callee || call.attribute(AttrIndex::Function, AttrKind::ReturnsTwice).is_some()
        }),
        _ => false,
    })
}
