//! The machine that runs a program: memory, registers, and its own stack of frames.

use super::code::{Binary, Code, Edge, Extension, FloatBinary, Op, mask};
use super::host::HostState;
use super::int::Int;
use super::memory::{BadAccess, Memory};
use super::operation::{Context, Environment, Fault};
use super::ops::holds_words;
use super::program::{Layout, Program};
use super::registers::Registers;
use super::value::{Lane, Value};
use crate::interpreter::target::InterpreterTarget;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::MachineFunction;
use crate::machine::calling_convention::CallingConvention;
use crate::machine::print;
use crate::support::diagnostics::SourceLocation;
use rustc_apfloat::Round;
use std::fmt;
use std::io::Write;
use std::rc::Rc;

/// Limits and the seed of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of executed instructions.
    pub steps: u64,
    /// The size of the stack in bytes.
    pub stack: usize,
    /// The seed for undefined values.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, stack: 8 << 20, seed: 1 }
    }
}

/// Undefined behaviour of a program, and its location.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trap {
    /// The function; empty before the first one.
    pub function: String,
    /// The block.
    pub block: String,
    /// The instruction in MIR.
    pub inst: String,
    /// The message.
    pub message: String,
    /// The location in the source program, if known.
    pub location: Option<SourceLocation>,
    /// The callers with the blocks of the calls, innermost first.
    pub callers: Vec<String>,
}

/// The maximum number of listed callers.
const CALLERS: usize = 16;

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(f, "{location} error: ")?;
        }
        if self.function.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}: {}\n    {}", self.function, self.block, self.message, self.inst)?;
        self.callers.iter().take(CALLERS).try_for_each(|caller| write!(f, "\n  called by {caller}"))?;
        match self.callers.len().saturating_sub(CALLERS) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more calls"),
        }
    }
}

/// Returns the block of an instruction; empty without one.
fn block_name(mf: &MachineFunction, inst: Option<InstId>) -> String {
    inst.and_then(|inst| mf.block_of(inst)).map(|block| block.to_string()).unwrap_or_default()
}

/// The reason why execution stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program has ended with this code.
    Exit(i32),
    /// Undefined behaviour, or an instruction that is not interpreted.
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<BadAccess> for Fault {
    fn from(access: BadAccess) -> Fault {
        Fault::Undefined(access.to_string())
    }
}

impl From<BadAccess> for Stop {
    fn from(access: BadAccess) -> Stop {
        Stop::Fault(access.into())
    }
}

/// A running function.
pub(super) struct Frame {
    pub code: Rc<Code>,
    /// The next operation.
    pub at: usize,
    /// The first word of its registers.
    pub base: usize,
    /// The stack pointer at entry.
    pub entry_sp: u64,
    /// The base address of objects that are not fixed.
    pub object_base: u64,
}

/// A running program.
pub struct Machine<'a> {
    /// The program.
    pub program: Program<'a>,
    /// The addresses of symbols.
    pub layout: Layout,
    /// The memory.
    pub memory: Memory,
    /// The physical registers.
    pub registers: Registers,
    /// The rounding mode, and the source of undefined values.
    pub environment: Environment,
    pub(super) codes: Vec<Option<Rc<Code>>>,
    pub(super) frames: Vec<Frame>,
    /// The register words of all frames, and masks of their poison bits.
    pub(super) words: Vec<u64>,
    pub(super) poison: Vec<u64>,
    pub(super) host: HostState,
    pub(super) output: Box<dyn Write + 'a>,
    moved: Vec<(u64, u64)>,
    steps: u64,
}

impl<'a> Machine<'a> {
    /// Returns a machine with the program in its memory, which writes to `output`.
    ///
    /// Errors: data that has no address.
    pub fn new(
        program: Program<'a>,
        limits: Limits,
        output: Box<dyn Write + 'a>,
    ) -> Result<Machine<'a>, String> {
        let target = program.targets.first().ok_or("there is no target")?;
        let mut memory = Memory::new(limits.stack, target.pointer().bits());
        let mut host = HostState::default();
        let pointer_bytes = target.pointer().bits() / 8;
        let layout =
            Layout::new(&program, &mut memory, |name, memory| host.data(name, memory, pointer_bytes))?;
        let mut registers = Registers::new(target.registers());
        let top = memory.stack_top() - 256;
        registers.set_word(target.convention().opcodes().sp, top);
        Ok(Machine {
            program,
            layout,
            memory,
            registers,
            environment: Environment::new(limits.seed),
            codes: vec![None; program.functions.len()],
            frames: Vec::new(),
            words: Vec::new(),
            poison: Vec::new(),
            host,
            output,
            moved: Vec::new(),
            steps: limits.steps,
        })
    }

    /// Returns the first subtarget: calling conventions and pointers are the same for all.
    pub(super) fn target(&self) -> &'a dyn InterpreterTarget {
        self.program.targets[0]
    }

    pub(super) fn convention(&self) -> &'a dyn CallingConvention {
        self.target().convention()
    }

    /// Returns the width of a pointer in bits.
    pub(super) fn pointer_bits(&self) -> u32 {
        self.target().pointer().bits()
    }

    /// Returns the size of a pointer in bytes.
    pub(super) fn pointer_bytes(&self) -> u32 {
        self.pointer_bits() / 8
    }

    /// Returns an address as a value.
    pub(super) fn pointer(&self, address: u64) -> Value {
        Int::new(self.pointer_bits(), address).into()
    }

    pub(super) fn sp(&self) -> u64 {
        self.registers.word(self.convention().opcodes().sp)
    }

    /// Moves the stack pointer: memory below it becomes inaccessible, memory above it accessible.
    pub(super) fn set_sp(&mut self, sp: u64) -> Result<(), Fault> {
        let old = self.sp();
        if sp < self.memory.stack_limit() || sp > self.memory.stack_top() {
            return Err(Fault::undefined("the stack overflows"));
        }
        match sp < old {
            true => self.memory.open(sp, old - sp),
            false => self.memory.close(old, sp - old),
        }
        self.registers.set_word(self.convention().opcodes().sp, sp);
        Ok(())
    }

    /// Returns the function of the running frame.
    pub(super) fn function(&self) -> &'a MachineFunction {
        &self.program.functions[self.frames.last().map_or(0, |f| f.code.function)]
    }

    /// Returns the value of a virtual register of the running function.
    pub(crate) fn value(&self, vreg: VReg) -> Value {
        let Some(frame) = self.frames.last() else { return Value::default() };
        let ty = self.function().ty(vreg);
        let (bits, count) = if ty.is_valid() { (ty.scalar_bits(), ty.elements()) } else { (64, 1) };
        let each = bits.div_ceil(64) as usize;
        let first = frame.base + frame.code.slot(vreg) as usize;
        let lane = |n: usize| {
            let range = first + n * each..first + (n + 1) * each;
            let int = Int::from_words(bits, self.words[range.clone()].iter().copied());
            Lane::with_poison(int, Int::from_words(bits, self.poison[range].iter().copied()))
        };
        (0..count as usize).map(lane).collect()
    }

    /// Sets a virtual register of the running function.
    pub(crate) fn set_value(&mut self, vreg: VReg, value: &Value) {
        let Some(frame) = self.frames.last() else { return };
        let mut at = frame.base + frame.code.slot(vreg) as usize;
        for lane in &value.lanes {
            for (n, &word) in lane.int.words().iter().enumerate() {
                let poison = lane.poison.as_ref().map_or(0, |p| p.words()[n]);
                (self.words[at], self.poison[at]) = (word, poison);
                at += 1;
            }
        }
    }

    /// Enters a function. Its arguments are in registers and on the stack.
    pub(super) fn enter(&mut self, function: usize) -> Result<(), Fault> {
        let code = match &self.codes[function] {
            Some(code) => code.clone(),
            None => {
                let code = Rc::new(Code::new(&self.program, &self.layout, &mut self.memory, function));
                self.codes[function] = Some(code.clone());
                code
            }
        };
        let entry_sp = self.sp();
        let lowest = entry_sp.wrapping_add_signed(code.lowest_fixed.min(0));
        let object_base = lowest & !(code.frame_align - 1);
        let sp = object_base.wrapping_sub(code.frame_size);
        if sp < self.memory.stack_limit() || sp > entry_sp {
            return Err(Fault::undefined("the stack overflows"));
        }
        self.registers.set_word(self.convention().opcodes().sp, sp);
        self.set_frame_record(object_base);
        for object in code.objects.iter().filter(|o| o.offset < 0 && o.size != 0) {
            let from = if object.fixed { entry_sp } else { object_base };
            self.memory.open(from.wrapping_add_signed(object.offset), object.size);
        }
        let base = self.words.len();
        self.words.resize(base + code.words as usize, 0);
        // Undefined registers are poison.
        self.poison.resize(base + code.words as usize, u64::MAX);
        let mf = &self.program.functions[function];
        let at = mf.layout.first().map_or(0, |&entry| code.starts[entry.index()]) as usize;
        self.frames.push(Frame { code, at, base, entry_sp, object_base });
        Ok(())
    }

    /// Sets the registers by which a function finds its frame and its caller.
    fn set_frame_record(&mut self, frame: u64) {
        let record = self.convention().frame_record();
        let caller = self
            .frames
            .last()
            .map_or(0, |f| self.layout.symbol(self.program.functions[f.code.function].symbol));
        self.registers.set_word(record.frame_pointer, frame);
        self.registers.set_word(record.return_address, caller);
    }

    /// Leaves the running function; the stack pointer becomes its value at entry plus `removed`
    /// bytes.
    pub(super) fn leave(&mut self, removed: i64) -> Result<(), Fault> {
        if let Some(frame) = self.frames.pop() {
            self.words.truncate(frame.base);
            self.poison.truncate(frame.base);
            self.set_sp(frame.entry_sp.wrapping_add_signed(removed))?;
        }
        Ok(())
    }

    /// Returns the program's position with a description of the fault.
    pub(super) fn trap(&self, fault: &Fault) -> Trap {
        let message = match fault {
            Fault::Unknown => "this is not interpreted".to_string(),
            Fault::Undefined(what) => what.clone(),
        };
        let Some((frame, callers)) = self.frames.split_last() else {
            return Trap { message, ..Trap::default() };
        };
        let (mf, inst) = self.place_in(frame);
        let text = inst.map(|inst| print::inst_to_string(mf, self.target(), inst)).unwrap_or_default();
        Trap {
            function: mf.name.clone(),
            block: block_name(mf, inst),
            inst: text.trim().to_string(),
            message,
            location: self.location(mf, inst),
            callers: callers.iter().rev().map(|frame| self.caller(frame)).collect(),
        }
    }

    /// Returns the function and the current instruction of a frame; `None` before the first
    /// instruction.
    fn place_in(&self, frame: &Frame) -> (&'a MachineFunction, Option<InstId>) {
        let inst = frame.at.checked_sub(1).and_then(|at| frame.code.insts.get(at)).copied();
        (&self.program.functions[frame.code.function], inst)
    }

    fn location(&self, mf: &MachineFunction, inst: Option<InstId>) -> Option<SourceLocation> {
        self.program.module.source_location(mf.source_location(inst?)?)
    }

    fn caller(&self, frame: &Frame) -> String {
        let (mf, inst) = self.place_in(frame);
        let location = self.location(mf, inst).map(|location| format!(" {location}"));
        let location = location.unwrap_or_default();
        format!("{}: {}{}", mf.name, block_name(mf, inst), location.trim_end_matches(':'))
    }

    /// Runs until `depth` frames are left.
    pub(super) fn run(&mut self, depth: usize) -> Result<(), Stop> {
        while self.frames.len() > depth {
            self.run_frame()?;
        }
        Ok(())
    }

    /// Runs until another frame is current.
    fn run_frame(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (code, base, depth) = (frame.code.clone(), frame.base, self.frames.len());
        let mut at = frame.at;
        loop {
            let op = code.ops[at];
            at += 1;
            if self.steps == 0 {
                self.frames[depth - 1].at = at;
                return Err(Fault::undefined("the limit of steps is reached").into());
            }
            self.steps -= 1;
            let done = match op {
                Op::Jump(edge) => {
                    at = self.take(&code, base, edge);
                    continue;
                }
                Op::Branch { condition, edge } => {
                    let index = base + condition as usize;
                    if self.poison[index] != 0 {
                        self.frames[depth - 1].at = at;
                        return Err(Fault::undefined("a branch on poison").into());
                    }
                    if self.words[index] & 1 != 0 {
                        at = self.take(&code, base, edge);
                    }
                    continue;
                }
                Op::Slow => Ok(false),
                Op::End => Err(Fault::undefined("the end of a block is reached that does not continue")),
                _ => self.fast(op, base),
            };
            if matches!(done, Ok(true)) {
                continue;
            }
            self.frames[depth - 1].at = at;
            done?;
            self.step(code.insts[at - 1])?;
            match self.frames.last() {
                Some(frame)
                    if self.frames.len() == depth && Rc::ptr_eq(&frame.code, &code) && frame.base == base =>
                {
                    at = frame.at;
                }
                _ => return Ok(()),
            }
        }
    }

    fn take(&mut self, code: &Code, base: usize, edge: u32) -> usize {
        let edge = &code.edges[edge as usize];
        self.follow(edge, base);
        code.starts[edge.block.index()] as usize
    }

    /// Performs the phi moves of an edge.
    pub(super) fn follow(&mut self, edge: &Edge, base: usize) {
        self.moved.clear();
        for m in &edge.moves {
            let from = base + m.from as usize;
            let range = from..from + m.words as usize;
            self.moved
                .extend(self.words[range.clone()].iter().copied().zip(self.poison[range].iter().copied()));
        }
        let mut moved = self.moved.iter();
        for m in &edge.moves {
            let to = base + m.to as usize;
            for (n, &(word, poison)) in moved.by_ref().take(m.words as usize).enumerate() {
                (self.words[to + n], self.poison[to + n]) = (word, poison);
            }
        }
    }

    /// Returns a word of a register, unless some of its bits are poison.
    #[inline]
    fn known(&self, base: usize, slot: u32) -> Option<u64> {
        let index = base + slot as usize;
        (self.poison[index] == 0).then(|| self.words[index])
    }

    #[inline]
    fn set(&mut self, base: usize, slot: u32, word: u64) {
        let index = base + slot as usize;
        (self.words[index], self.poison[index]) = (word, 0);
    }

    /// Executes a fast operation. Returns false if it requires the slow path.
    #[inline]
    fn fast(&mut self, op: Op, base: usize) -> Result<bool, Fault> {
        let result = match op {
            Op::Constant { dst, value } => Some((dst, value)),
            Op::Move { dst, src } => {
                let (to, from) = (base + dst as usize, base + src as usize);
                (self.words[to], self.poison[to]) = (self.words[from], self.poison[from]);
                return Ok(true);
            }
            Op::Binary { kind, bits, wrap, dst, a, b } => {
                let operands = self.known(base, a).zip(self.known(base, b));
                operands.and_then(|(a, b)| binary(kind, bits, wrap, a, b)).map(|word| (dst, word))
            }
            Op::Compare { predicate, bits, dst, a, b } => {
                let operands = self.known(base, a).zip(self.known(base, b));
                operands.map(|(a, b)| (dst, holds_words(predicate, bits, a, b).into()))
            }
            Op::Extend { kind, from, to, dst, src } => {
                let word = self.known(base, src);
                word.map(|word| (dst, self.extend(kind, word & mask(from), from) & mask(to)))
            }
            Op::Select { dst, condition, yes, no } => {
                let chosen = self.known(base, condition).map(|c| if c & 1 != 0 { yes } else { no });
                chosen.and_then(|chosen| self.known(base, chosen)).map(|word| (dst, word))
            }
            Op::Frame { dst, fixed, offset } => self.frames.last().map(|frame| {
                let from = if fixed { frame.entry_sp } else { frame.object_base };
                (dst, from.wrapping_add_signed(offset.into()))
            }),
            Op::Load { extension, bytes, bits, log_align, dst, address } => {
                let Some(address) = self.known(base, address) else { return Ok(false) };
                aligned(address, log_align)?;
                let word = self.memory.load_word(address, bytes.into())?;
                word.map(|word| (dst, self.extend(extension, word, bytes * 8) & mask(bits)))
            }
            Op::Store { bytes, log_align, src, address } => {
                let Some((address, word)) = self.known(base, address).zip(self.known(base, src)) else {
                    return Ok(false);
                };
                aligned(address, log_align)?;
                self.memory.store_word(address, bytes.into(), word)?;
                return Ok(true);
            }
            Op::Float { kind, double, dst, a, b }
                if self.environment.rounding == Round::NearestTiesToEven =>
            {
                let operands = self.known(base, a).zip(self.known(base, b));
                operands.and_then(|(a, b)| float_binary(kind, double, a, b)).map(|word| (dst, word))
            }
            _ => None,
        };
        if let Some((dst, word)) = result {
            self.set(base, dst, word);
        }
        Ok(result.is_some())
    }

    #[inline]
    fn extend(&mut self, kind: Extension, word: u64, from: u8) -> u64 {
        match kind {
            Extension::Zero => word,
            Extension::Sign => signed(word, from) as u64,
            Extension::Any if from >= 64 => word,
            Extension::Any => word | self.environment.any_word() & !mask(from),
        }
    }

    /// Returns the context for a target's own opcodes.
    pub(super) fn context(&mut self) -> Context<'_> {
        Context { environment: &mut self.environment, memory: &mut self.memory }
    }
}

#[inline]
fn aligned(address: u64, log_align: u8) -> Result<(), Fault> {
    match address & ((1 << log_align) - 1) {
        0 => Ok(()),
        _ => Err(Fault::undefined(format!(
            "an access at {address:#x}, which is not aligned to {}",
            1 << log_align
        ))),
    }
}

/// Returns the word sign-extended from `bits` bits.
#[inline]
fn signed(word: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits.clamp(1, 64));
    (word << shift) as i64 >> shift
}

/// Computes a binary operation; `None` if the result is poison or the operation undefined.
#[inline]
fn binary(kind: Binary, bits: u8, wrap: u8, a: u64, b: u64) -> Option<u64> {
    if wrap != 0 && wraps(kind, bits, wrap, a, b) {
        return None;
    }
    let by = u32::try_from(b).ok().filter(|&by| by < bits.into());
    let result = match kind {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => a << by?,
        Binary::Lshr => a >> by?,
        Binary::Ashr => (signed(a, bits) >> by?) as u64,
        Binary::Udiv => a.checked_div(b)?,
        Binary::Urem => a.checked_rem(b)?,
        Binary::Sdiv | Binary::Srem => {
            let (a, b) = (signed(a, bits), signed(b, bits));
            let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
            if signed(quotient as u64, bits) != quotient {
                return None;
            }
            if kind == Binary::Sdiv { quotient as u64 } else { rest as u64 }
        }
    };
    Some(result & mask(bits))
}

/// Returns true if a sum, difference or product violates its wrap flags.
fn wraps(kind: Binary, bits: u8, wrap: u8, a: u64, b: u64) -> bool {
    let compute = |a: i128, b: i128| match kind {
        Binary::Add => a + b,
        Binary::Sub => a - b,
        _ => a.wrapping_mul(b),
    };
    let exact = compute(signed(a, bits).into(), signed(b, bits).into());
    let signed_wrap = wrap & 2 != 0 && i128::from(signed(exact as u64, bits)) != exact;
    let unsigned = match kind {
        Binary::Mul => u128::from(a).wrapping_mul(b.into()) > mask(bits).into(),
        _ => !(0..=i128::from(mask(bits))).contains(&compute(a.into(), b.into())),
    };
    signed_wrap || wrap & 1 != 0 && unsigned
}

/// Computes a binary operation on floats; `None` for a NaN, which requires the slow path.
#[inline]
fn float_binary(kind: FloatBinary, double: bool, a: u64, b: u64) -> Option<u64> {
    if double {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        let result = match kind {
            FloatBinary::Add => a + b,
            FloatBinary::Sub => a - b,
            FloatBinary::Mul => a * b,
            FloatBinary::Div => a / b,
        };
        return (!result.is_nan()).then(|| result.to_bits());
    }
    let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let result = match kind {
        FloatBinary::Add => a + b,
        FloatBinary::Sub => a - b,
        FloatBinary::Mul => a * b,
        FloatBinary::Div => a / b,
    };
    (!result.is_nan()).then(|| result.to_bits().into())
}
