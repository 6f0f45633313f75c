//! The slow path for one instruction: copies of physical registers, addresses, jumps, the stack.
//! Other instructions are left to [`super::access`], [`super::calls`] and [`super::ops`].

use super::code::Edge;
use super::int::Int;
use super::machine::{Machine, Stop};
use super::operation::{Arg, Fault, Operation, Results};
use super::ops;
use super::program::CodeAddress;
use super::value::{Lane, Value};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{Operand, OperandTag};
use crate::ir::opcodes::*;
use crate::machine::desc::registers::PhysReg;

/// The guard of stack protectors.
const STACK_GUARD: u64 = 0x5a00_c3a5_3c96_69d2;

impl Machine<'_> {
    /// Executes one instruction of the running function.
    pub(super) fn step(&mut self, inst: InstId) -> Result<(), Stop> {
        let mf = self.function();
        let opcode = mf.opcode(inst);
        if opcode.is_target() && self.call_instruction(inst)? {
            return Ok(());
        }
        match opcode {
            COPY if self.copies_physical(inst) => Ok(self.copy_physical(inst)?),
            KILL
            | IMPLICIT_DEF
            | CFI_INSTRUCTION
            | EH_LABEL
            | GC_LABEL
            | DBG_VALUE
            | LIFETIME_START
            | LIFETIME_END
            | LOCAL_ESCAPE
            | MEMBARRIER
            | FAKE_USE
            | PSEUDO_PROBE
            | G_FENCE
            | G_PREFETCH
            | G_INVOKE_REGION_START => Ok(()),
            LOAD_STACK_GUARD => self.define_word(inst, STACK_GUARD),
            G_FRAME_INDEX | G_GLOBAL_VALUE | G_CONSTANT_POOL | G_JUMP_TABLE | G_BLOCK_ADDR => {
                let address = self.address(mf.operand(inst, 1))?;
                self.define_word(inst, address)
            }
            G_BRINDIRECT => {
                let address = self.word(inst, 0, "the target of a jump")?;
                self.jump_to_address(inst, address)
            }
            G_BRJT => self.jump_through_table(inst),
            G_DYN_STACKALLOC => {
                let size = self.word(inst, 1, "the size of an allocation")?;
                let align = mf.expect_imm(inst, 2).max(16) as u64;
                let sp = self.sp().checked_sub(size).ok_or(Fault::undefined("the stack overflows"))?
                    & !(align - 1);
                self.set_sp(sp)?;
                self.define_word(inst, sp)
            }
            G_STACKSAVE => self.define_word(inst, self.sp()),
            G_STACKRESTORE => {
                let sp = self.word(inst, 0, "the stack pointer")?;
                Ok(self.set_sp(sp)?)
            }
            G_VASTART => Ok(self.va_start(inst)?),
            G_TRAP | G_DEBUGTRAP | G_UBSANTRAP => Err(Fault::undefined("a trap").into()),
            _ if self.access(inst)? => Ok(()),
            _ => Ok(self.evaluate(inst)?),
        }
    }

    /// Defines the register at operand `n`.
    pub(super) fn define(&mut self, inst: InstId, n: usize, value: &Value) {
        if let Some(vreg) = self.function().vreg_operand(inst, n) {
            self.set_value(vreg, value);
        }
    }

    /// Defines the first operand as a word.
    fn define_word(&mut self, inst: InstId, word: u64) -> Result<(), Stop> {
        let bits = self.function().vreg_operand(inst, 0).map_or(64, |vreg| self.function().ty(vreg).bits());
        self.define(inst, 0, &Int::new(bits, word).into());
        Ok(())
    }

    /// Returns the value of the register at operand `n`.
    pub(super) fn operand(&self, inst: InstId, n: usize) -> Result<Value, Fault> {
        let vreg = self.function().vreg_operand(inst, n).ok_or(Fault::Unknown)?;
        Ok(self.value(vreg))
    }

    /// Returns a word at operand `n`, which must not be poison.
    pub(super) fn word(&self, inst: InstId, n: usize, what: &str) -> Result<u64, Fault> {
        let value = self.operand(inst, n)?;
        let word = value.lane().and_then(Lane::known).map(Int::saturated);
        word.ok_or_else(|| Fault::undefined(format!("{what} is poison")))
    }

    fn copies_physical(&self, inst: InstId) -> bool {
        self.function().operands(inst).iter().any(|o| o.phys().is_some())
    }

    fn copy_physical(&mut self, inst: InstId) -> Result<(), Fault> {
        let mf = self.function();
        let (to, from) = (mf.operand(inst, 0), mf.operand(inst, 1));
        let value = match (from.phys(), from.vreg()) {
            (Some(reg), _) => {
                let ty = to.vreg().map(|v| mf.ty(v)).filter(|ty| ty.is_valid());
                let bits = ty.map_or(64, |ty| ty.bits());
                let flat = self.registers.read(reg, bits);
                ty.map_or_else(|| flat.clone().into(), |ty| Value::from_flat(&flat, ty))
            }
            (None, Some(vreg)) => self.value(vreg),
            _ => return Err(Fault::Unknown),
        };
        match (to.phys(), to.vreg()) {
            (Some(reg), _) => self.write_physical(reg, &value.flat()),
            (None, Some(vreg)) => {
                self.set_value(vreg, &value);
                Ok(())
            }
            _ => Err(Fault::Unknown),
        }
    }

    fn write_physical(&mut self, reg: PhysReg, value: &Lane) -> Result<(), Fault> {
        if reg != self.convention().opcodes().sp {
            self.registers.write(reg, value);
            return Ok(());
        }
        let sp = value.known().ok_or_else(|| Fault::undefined("the stack pointer is poison"))?.low();
        self.set_sp(sp)
    }

    /// Returns the address of a symbolic operand.
    pub(super) fn address(&self, operand: Operand) -> Result<u64, Fault> {
        let (mf, frame) = (self.function(), self.frames.last().ok_or(Fault::Unknown)?);
        match operand.tag() {
            OperandTag::FrameIndex => {
                let object = frame.code.object(operand.as_frame_index().ok_or(Fault::Unknown)?);
                let from = if object.fixed { frame.entry_sp } else { frame.object_base };
                Ok(from.wrapping_add_signed(object.offset))
            }
            OperandTag::Global => {
                let symbol = mf.symbol_ref(operand).ok_or(Fault::Unknown)?;
                Ok(self.layout.symbol(symbol.symbol).wrapping_add_signed(symbol.offset))
            }
            OperandTag::ConstantPool => {
                frame.code.pool.get(operand.payload() as usize).copied().ok_or(Fault::Unknown)
            }
            OperandTag::JumpTable => {
                frame.code.tables.get(operand.payload() as usize).copied().ok_or(Fault::Unknown)
            }
            OperandTag::BlockAddress => {
                let address = mf.block_address_ref(operand).ok_or(Fault::Unknown)?;
                self.layout.block_address(&self.program, address).ok_or(Fault::Unknown)
            }
            _ => Err(Fault::Unknown),
        }
    }

    /// Continues at a block of the running function.
    fn jump(&mut self, inst: InstId, to: BlockId) -> Result<(), Stop> {
        let mf = self.function();
        let from = mf.block_of(inst).ok_or(Fault::Unknown)?;
        if !mf.block(from).successors.contains(&to) {
            return Err(Fault::undefined(format!("a jump to {to}, which is no successor")).into());
        }
        let Some(frame) = self.frames.last() else { return Err(Fault::Unknown.into()) };
        let (code, base) = (frame.code.clone(), frame.base);
        self.follow(&Edge { block: to, moves: code.moves(mf, from, to) }, base);
        if let Some(frame) = self.frames.last_mut() {
            frame.at = code.starts[to.index()] as usize;
        }
        Ok(())
    }

    fn jump_to_address(&mut self, inst: InstId, address: u64) -> Result<(), Stop> {
        let function = self.frames.last().map(|f| f.code.function);
        match self.layout.code_at(address) {
            Some(CodeAddress::Block(n, block)) if Some(n) == function => self.jump(inst, block),
            _ => {
                Err(Fault::undefined(format!("a jump to {address:#x}, which is no block of the function"))
                    .into())
            }
        }
    }

    fn jump_through_table(&mut self, inst: InstId) -> Result<(), Stop> {
        let mf = self.function();
        let index = self.word(inst, 2, "the index of a jump table")?;
        let table = mf.operand(inst, 1).as_jump_table().ok_or(Fault::Unknown)?;
        let targets = mf.jump_tables.get(table.index()).map_or(&[][..], |t| &t.targets);
        let target = usize::try_from(index).ok().and_then(|n| targets.get(n));
        let target = target.ok_or_else(|| Fault::undefined("an index beyond the end of a jump table"))?;
        self.jump(inst, *target)
    }

    /// Computes the results of an instruction from its operands.
    fn evaluate(&mut self, inst: InstId) -> Result<(), Fault> {
        let mf = self.function();
        let target = self.program.targets.get(mf.subtarget.index()).copied().unwrap_or(self.target());
        let (head, operands) = mf.inst_and_operands(inst);
        let mut op = Operation::new(head.opcode, &[], []);
        op.flags = head.flags;
        op.mem = mf.mem_operand(inst).copied();
        let listed = || operands.iter().filter(|o| !o.is_implicit());
        for operand in listed() {
            if operand.is_def() {
                op.results.push(mf.ty(operand.vreg().ok_or(Fault::Unknown)?));
            } else {
                op.args.push(self.arg(*operand)?);
            }
        }
        let results = match ops::evaluate(&op, &mut self.environment) {
            Err(Fault::Unknown) => (target.interpret())(&op, &mut self.context()),
            done => done,
        }?;
        self.define_all(inst, &results);
        Ok(())
    }

    fn arg(&self, operand: Operand) -> Result<Arg, Fault> {
        let mf = self.function();
        Ok(match operand.tag() {
            OperandTag::Reg => Arg::Value(self.value(operand.vreg().ok_or(Fault::Unknown)?)),
            OperandTag::WideImm | OperandTag::FpImm => {
                let wide = mf.wide_value(operand).ok_or(Fault::Unknown)?;
                Arg::Constant(Int::from_words(wide.bits, wide.words.iter().copied()))
            }
            OperandTag::IntPredicate => Arg::IntPredicate(operand.as_int_predicate().ok_or(Fault::Unknown)?),
            OperandTag::FloatPredicate => {
                Arg::FloatPredicate(operand.as_float_predicate().ok_or(Fault::Unknown)?)
            }
            OperandTag::ShuffleMask => {
                Arg::Mask(mf.shuffle_mask_value(operand).ok_or(Fault::Unknown)?.into())
            }
            OperandTag::Intrinsic => Arg::Intrinsic(operand.payload()),
            OperandTag::Global
            | OperandTag::ConstantPool
            | OperandTag::JumpTable
            | OperandTag::BlockAddress => Arg::Value(self.pointer(self.address(operand)?)),
            _ => Arg::Imm(mf.imm_value(operand).ok_or(Fault::Unknown)?),
        })
    }

    /// Defines the registers that an instruction writes.
    pub(super) fn define_all(&mut self, inst: InstId, results: &Results) {
        for (n, value) in results.iter().enumerate() {
            self.define(inst, n, value);
        }
    }

    /// Fills a `va_list`.
    fn va_start(&mut self, inst: InstId) -> Result<(), Fault> {
        use crate::machine::variadic_arguments::VaField;
        let fields = self.convention().va_list(&self.function().frame);
        let fields = fields.ok_or_else(|| Fault::undefined("va_start outside of a variadic function"))?;
        let mut field_address = self.word(inst, 0, "the address of a va_list")?;
        let pointer = self.function().pointer.bytes();
        for field in fields {
            let value = match field {
                VaField::Address(slot, more) => {
                    self.address(Operand::frame_index(slot))?.wrapping_add_signed(more)
                }
                VaField::Number(number) => number as u64,
            };
            self.memory.store_word(field_address, field.bytes(pointer) as u32, value)?;
            field_address += field.bytes(pointer) as u64;
        }
        Ok(())
    }
}
