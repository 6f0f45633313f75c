//! `stack-protector`: inserts a guard between buffers that may overflow and saved registers.
//!
//! The guard is loaded at function entry and stored to a slot next to the saved registers. It is
//! loaded again and compared with the slot before each return and tail call, and before noreturn
//! calls that throw. If they differ, the function calls `__stack_chk_fail`. Each load is one
//! instruction, `LOAD_STACK_GUARD`, which is expanded after register allocation. So neither the
//! guard nor its address stays in a register or on the stack in between.
//!
//! Requires: a function after translation. Establishes: `FrameInfo::stack_protector`, from which
//! `prologepilog` lays out the frame, and the checks; all returns are in blocks of their own. Cost:
//! linear. Follows LLVM's pass of that name, which also runs before the IRTranslator: MIR has the
//! checks at every stage.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, FrameIndex, InstId, SymbolId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{
    FrameObjectKind, IntPredicate, MachineFunction, MemFlags, MemOperand, Operand, PointerInfo,
};
use crate::ir::module::Module;
use crate::ir::opcodes::{COPY, LOAD_STACK_GUARD};
use crate::isel::call_lowering::target::{CallInfo, Callee};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::target::PassTarget;
use crate::support::error::Result;

/// The probability of a failed check, in units of 2⁻³¹.
const FAILURE: u32 = 1 << 11;

/// The protection of one function.
#[derive(Clone, Copy, Debug)]
pub struct StackProtector {
    slot: Slot,
    /// The block that is entered if the guard has changed.
    failure: BlockId,
    /// The variable with the guard, if the IR module has it.
    variable: Option<SymbolId>,
}

/// The location of the guard.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// In the frame.
    Frame(FrameIndex),
    /// At an address that is known in all blocks.
    Address(VReg),
}

impl StackProtector {
    /// Creates a slot for the guard.
    pub fn new(mf: &mut MachineFunction, module: &Module) -> StackProtector {
        let bytes = mf.pointer.bytes();
        let slot = mf.frame.create(FrameObjectKind::Local, bytes.into(), bytes);
        mf.frame.stack_protector = Some(slot);
        StackProtector::in_slot(mf, module, Slot::Frame(slot))
    }

    /// Returns the protection of a function whose guard is at `address`, outside of the frame. The
    /// caller stores the guard there.
    pub fn outside(mf: &mut MachineFunction, module: &Module, address: VReg) -> StackProtector {
        StackProtector::in_slot(mf, module, Slot::Address(address))
    }

    fn in_slot(mf: &mut MachineFunction, module: &Module, slot: Slot) -> StackProtector {
        let variable = module.stack_guard.variable.filter(|&id| !module.symbol(id).outside_ir);
        StackProtector { slot, failure: mf.create_block(), variable }
    }

    /// Ends the builder's block with a check. Returns the next block, which must be added to the
    /// layout.
    pub fn check(&self, b: &mut Builder<'_>, target: &dyn PassTarget) -> BlockId {
        let guard = self.guard(b, target);
        let address = self.address(b);
        let stored = b.load(b.word(), address, self.access(b, MemFlags::LOAD));
        let differs = b.icmp(Llt::scalar(1), IntPredicate::Ne, guard, stored);
        let (from, next) = (b.block(), b.mf.create_block());
        b.brcond(differs, self.failure);
        b.br(next);
        b.mf.add_new_edge(from, self.failure);
        b.mf.add_new_edge(from, next);
        b.mf.block_mut(from).probabilities = vec![FAILURE, (1 << 31) - FAILURE];
        next
    }

    /// Stores the guard at function entry, checks it before returns, and adds the block that calls
    /// `fail`.
    ///
    /// Errors: the target cannot lower that call.
    pub fn finish(self, mf: &mut MachineFunction, target: &dyn PassTarget, fail: SymbolId) -> Result<()> {
        if matches!(self.slot, Slot::Frame(_)) {
            self.store_guard(mf, target);
        }
        let mut layout = Vec::with_capacity(mf.layout.len() + 1);
        for block in std::mem::take(&mut mf.layout) {
            layout.push(block);
            // A guard outside the frame is checked where the function leaves the other stack.
            if matches!(self.slot, Slot::Frame(_))
                && let Some(first) = leaving(mf, target, block)
            {
                let next = self.check(&mut Builder::new(mf, InsertPoint::Before(first)), target);
                mf.splice_tail(first, next);
                layout.push(next);
            }
        }
        mf.layout = layout;
        if mf.block(self.failure).predecessors.is_empty() {
            return Ok(());
        }
        mf.layout.push(self.failure);
        let call = CallInfo { no_return: true, ..CallInfo::of_routine(Callee::Symbol(fail), Vec::new()) };
        target.call_lowering().lower_call(&mut Builder::at_end(mf, self.failure), &call)?;
        Ok(())
    }

    /// Stores the guard after the copies of arguments, so as not to extend the live ranges of
    /// argument registers.
    fn store_guard(&self, mf: &mut MachineFunction, target: &dyn PassTarget) {
        let entry = mf.entry();
        let copied = |&i: &InstId| mf.opcode(i) == COPY && mf.operand(i, 1).phys().is_some();
        let first = mf.insts(entry).find(|i| !copied(i));
        let mut b = Builder::new(mf, first.map_or(InsertPoint::End(entry), InsertPoint::Before));
        self.store(&mut b, target);
    }

    /// Stores the guard.
    pub fn store(&self, b: &mut Builder<'_>, target: &dyn PassTarget) {
        let guard = self.guard(b, target);
        let address = self.address(b);
        b.store(guard, address, self.access(b, MemFlags::STORE));
    }

    fn address(&self, b: &mut Builder<'_>) -> VReg {
        match self.slot {
            Slot::Frame(slot) => b.frame_index(b.pointer(), slot),
            Slot::Address(address) => address,
        }
    }

    fn guard(&self, b: &mut Builder<'_>, target: &dyn PassTarget) -> VReg {
        let loaded = b.mf.create_class_vreg(target.tables().pointer_class);
        let inst = b.inst(LOAD_STACK_GUARD, &[Operand::def(loaded)]);
        if let Some(variable) = self.variable {
            let flags = MemFlags::LOAD | MemFlags::DEREFERENCEABLE;
            let mem = MemOperand::new(flags, b.pointer(), b.pointer().bytes());
            b.mf.add_mem_operand(inst, mem.with_pointer(PointerInfo::Global(variable, 0)));
        }
        let value = b.mf.create_vreg(b.word());
        b.copy(value, loaded);
        value
    }

    /// Returns an access to the slot. It is volatile, so that the actual memory is read.
    fn access(&self, b: &Builder<'_>, direction: MemFlags) -> MemOperand {
        let mem = MemOperand::new(direction | MemFlags::VOLATILE, b.word(), b.word().bytes());
        match self.slot {
            Slot::Frame(slot) => mem.with_pointer(PointerInfo::Stack(slot, 0)),
            Slot::Address(_) => mem,
        }
    }
}

/// Returns the first of the instructions at the end of `block` that leave the function, if they do:
/// the return or tail call, preceded by copies to its registers.
fn leaving(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> Option<InstId> {
    let mut first = mf.last_inst(block).filter(|&i| target.desc(mf.opcode(i)).has(InstrFlags::RETURN))?;
    while let Some(copy) = mf.prev_inst(first) {
        if mf.opcode(copy) != COPY || mf.operand(copy, 0).phys().is_none() {
            break;
        }
        first = copy;
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::StackProtector;
    use crate::ir::builder::Builder;
    use crate::ir::module::{Module, Symbol};
    use crate::testing::passes::{GENERIC, body, parse, verified};
    use crate::testing::toy::TOY;

    /// Returns a function after the pass, with its slot in the frame.
    fn protected(text: &str) -> Vec<String> {
        let mut module = Module::default();
        let fail = module.add_symbol(Symbol { name: "__stack_chk_fail".into(), ..Symbol::default() });
        let mut mf = parse(&mut module, GENERIC, text);
        let protector = StackProtector::new(&mut mf, &module);
        protector.finish(&mut mf, TOY, fail).expect("the toy lowers the call");
        verified(&mf, &module);
        assert_eq!(mf.frame.stack_protector.map(|slot| mf.frame.object(slot).size), Some(8));
        body(&mf, &module)
    }

    #[test]
    fn the_guard_is_stored_first_and_checked_before_results_are_passed() {
        let lines =
            protected("bb.0:\nliveins: $r0\n%0:gpr = COPY $r0\nTRACE %0\n$r0 = COPY %0\nRET implicit $r0");
        let access = |kind: &str| format!(":: (volatile {kind} %stack.0)");
        let expected = [
            "bb.0:".into(),
            "%0:gpr = COPY $r0".into(),
            "%1:gpr = LOAD_STACK_GUARD".into(),
            "%2:_(s64) = COPY %1".into(),
            "%3:_(p0) = G_FRAME_INDEX %stack.0".into(),
            format!("G_STORE %2(s64), %3(p0) {}", access("store (s64) into")),
            "TRACE %0".into(),
            "%4:gpr = LOAD_STACK_GUARD".into(),
            "%5:_(s64) = COPY %4".into(),
            "%6:_(p0) = G_FRAME_INDEX %stack.0".into(),
            format!("%7:_(s64) = G_LOAD %6(p0) {}", access("load (s64) from")),
            "%8:_(s1) = G_ICMP intpred(ne), %5(s64), %7".into(),
            "G_BRCOND %8(s1), %bb.1".into(),
            "G_BR %bb.2".into(),
            "bb.2:".into(),
            "$r0 = COPY %0".into(),
            "RET implicit $r0".into(),
            "bb.1:".into(),
            "SETUP 0, 0".into(),
            "CALL_TO @__stack_chk_fail, csr_toy".into(),
            "DESTROY 0, 0".into(),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_guard_outside_the_frame_is_stored_and_checked_by_its_owner() {
        let mut module = Module::default();
        let fail = module.add_symbol(Symbol { name: "__stack_chk_fail".into(), ..Symbol::default() });
        let text = "bb.0:\nliveins: $r0\n%0:_(p0) = COPY $r0\nTRACE %0\nRET";
        let mut mf = parse(&mut module, GENERIC, text);
        let address = mf.insts(mf.entry()).next().and_then(|copy| mf.vreg_operand(copy, 0));
        let protector = StackProtector::outside(&mut mf, &module, address.expect("a register"));
        let last = mf.last_inst(mf.entry()).expect("the return");
        protector.store(&mut Builder::before(&mut mf, last), TOY);
        protector.finish(&mut mf, TOY, fail).expect("no call is lowered");
        let lines = body(&mf, &module);
        let expected = [
            "bb.0:",
            "%0:_(p0) = COPY $r0",
            "TRACE %0(p0)",
            "%1:gpr = LOAD_STACK_GUARD",
            "%2:_(s64) = COPY %1",
            "G_STORE %2(s64), %0(p0) :: (volatile store (s64))",
            "RET",
        ];
        assert_eq!((&lines[..], mf.frame.stack_protector), (&expected.map(String::from)[..], None));
    }

    #[test]
    fn every_exit_is_checked_and_nothing_else() {
        let exits =
            "bb.0:\nliveins: $r0\n%0:gpr = COPY $r0\nBCC %0, %bb.2\nbb.1:\nTAIL_TO @g, csr_toy\nbb.2:\nRET";
        let checks = |lines: &[String]| lines.iter().filter(|line| line.starts_with("G_BRCOND")).count();
        assert_eq!(checks(&protected(exits)), 2);
        let endless = protected("bb.0:\nBR %bb.0");
        assert_eq!(checks(&endless), 0);
        assert!(!endless.iter().any(|line| line.contains("__stack_chk_fail")), "{endless:?}");
    }
}
