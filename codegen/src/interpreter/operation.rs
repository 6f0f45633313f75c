//! An operation independent of its function: opcode, types, and operand values.
//!
//! The semantics of an opcode are defined once: for instructions, for runtime routines that
//! implement an opcode, and for a target's own opcodes.

use super::int::Int;
use super::memory::Memory;
use super::value::{Lane, Value};
use crate::ir::llt::Llt;
use crate::ir::mir::{FloatPredicate, InstFlags, IntPredicate, MemOperand};
use crate::machine::desc::instructions::Opcode;
use rustc_apfloat::Round;
use smallvec::{SmallVec, smallvec};

/// The values that an operation defines.
pub type Results = SmallVec<[Value; 2]>;

/// The reason why an operation has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The opcode is not interpreted, or not on these types.
    Unknown,
    /// Undefined behaviour, with a message.
    Undefined(String),
}

impl Fault {
    /// Returns undefined behaviour with a message.
    pub fn undefined(what: impl Into<String>) -> Fault {
        Fault::Undefined(what.into())
    }
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// The value of a register.
    Value(Value),
    /// A number.
    Imm(i64),
    /// A constant, as bits.
    Constant(Int),
    /// A predicate of integers.
    IntPredicate(IntPredicate),
    /// A predicate of floats.
    FloatPredicate(FloatPredicate),
    /// A shuffle mask.
    Mask(Box<[i32]>),
    /// An intrinsic's number.
    Intrinsic(u32),
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The opcode, a generic one.
    pub opcode: Opcode,
    /// Its flags.
    pub flags: InstFlags,
    /// The types of its results.
    pub results: SmallVec<[Llt; 2]>,
    /// Its other operands.
    pub args: SmallVec<[Arg; 4]>,
    /// Its memory access, if it has one.
    pub mem: Option<MemOperand>,
}

/// The state that operations depend on besides their operands.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The rounding mode.
    pub rounding: Round,
    state: u64,
}

impl Environment {
    /// Returns an environment that rounds to nearest; `seed` decides undefined values.
    pub(crate) fn new(seed: u64) -> Environment {
        Environment { rounding: Round::NearestTiesToEven, state: seed }
    }

    /// Returns an arbitrary word.
    pub(crate) fn any_word(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state ^ self.state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.state >> 32
    }

    /// Returns an arbitrary number of `bits` bits.
    pub fn any(&mut self, bits: u32) -> Int {
        let words: SmallVec<[u64; 2]> = (0..bits.div_ceil(64)).map(|_| self.any_word()).collect();
        Int::from_words(bits, words)
    }
}

impl Operation {
    /// Returns an operation on values.
    pub(crate) fn new(opcode: Opcode, results: &[Llt], args: impl IntoIterator<Item = Value>) -> Operation {
        Operation {
            opcode,
            flags: InstFlags::empty(),
            results: SmallVec::from_slice(results),
            args: args.into_iter().map(Arg::Value).collect(),
            mem: None,
        }
    }

    /// Returns the type of result `n`.
    pub fn ty(&self, n: usize) -> Result<Llt, Fault> {
        self.results.get(n).copied().ok_or(Fault::Unknown)
    }

    /// Returns the value of operand `n`.
    pub fn value(&self, n: usize) -> Result<&Value, Fault> {
        match self.args.get(n) {
            Some(Arg::Value(value)) => Ok(value),
            _ => Err(Fault::Unknown),
        }
    }

    /// Returns the first lane of operand `n`.
    pub fn lane(&self, n: usize) -> Result<&Lane, Fault> {
        self.value(n)?.lane().ok_or(Fault::Unknown)
    }

    /// Returns the width of the elements of operand `n`.
    pub fn bits(&self, n: usize) -> Result<u32, Fault> {
        Ok(self.lane(n)?.bits())
    }

    /// Returns the number at operand `n`.
    pub fn imm(&self, n: usize) -> Result<i64, Fault> {
        match self.args.get(n) {
            Some(&Arg::Imm(imm)) => Ok(imm),
            _ => Err(Fault::Unknown),
        }
    }

    /// Returns an address or a size at operand `n`: a word that must not be poison.
    pub fn word(&self, n: usize, what: &str) -> Result<u64, Fault> {
        let lane = self.lane(n)?;
        lane.known().map(Int::saturated).ok_or_else(|| Fault::undefined(format!("{what} is poison")))
    }

    /// Applies `each` elementwise to the `N` operands from `first` on. A result of `None` is
    /// poison, and so is the result for a poison operand.
    pub fn lanes<const N: usize>(
        &self,
        first: usize,
        mut each: impl FnMut([&Int; N]) -> Option<Int>,
    ) -> Result<Results, Fault> {
        let ty = self.ty(0)?;
        let mut values: [&Value; N] = [self.value(first)?; N];
        for (n, value) in values.iter_mut().enumerate() {
            *value = self.value(first + n)?;
        }
        let mut lanes = Value::default();
        for n in 0..ty.elements() as usize {
            let mut ints: SmallVec<[&Int; 4]> = SmallVec::new();
            for value in values {
                // A scalar is used for all elements.
                let lane = value.lanes.get(n).or(value.lane()).ok_or(Fault::Unknown)?;
                ints.extend(lane.known());
            }
            let int = <[&Int; N]>::try_from(&ints[..]).ok().and_then(&mut each);
            lanes.lanes.push(int.map_or_else(|| Lane::poison(ty.scalar_bits()), Lane::from));
        }
        Ok(smallvec![lanes])
    }
}

/// The context of a target's opcodes that access memory.
pub struct Context<'a> {
    /// The rounding mode, and the source of undefined values.
    pub environment: &'a mut Environment,
    /// The memory.
    pub memory: &'a mut Memory,
}
