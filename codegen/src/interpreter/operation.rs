//! One operation apart from the function that it stands in: opcode, types, and the values of its operands.
//!
//! What an opcode computes is said here once: for instructions, for runtime routines that do an opcode, and for a target's
//! own opcodes.

use super::int::Int;
use super::memory::Memory;
use super::value::{Lane, Value};
use crate::ir::llt::Llt;
use crate::ir::mir::{FloatPredicate, InstFlags, IntPredicate, MemOperand};
use crate::target::desc::instructions::Opcode;
use rustc_apfloat::Round;
use smallvec::{SmallVec, smallvec};

/// The values that an operation defines.
pub type Results = SmallVec<[Value; 2]>;

/// Why an operation has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is none that is interpreted, or not on these types.
    Unknown,
    /// It does what must not happen.
    Undefined(String),
}

impl Fault {
    /// What must not happen.
    pub fn undefined(what: impl Into<String>) -> Fault {
        Fault::Undefined(what.into())
    }
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// What a register holds.
    Value(Value),
    /// A number.
    Imm(i64),
    /// A constant, by its bits.
    Constant(Int),
    /// How integers are compared.
    IntPredicate(IntPredicate),
    /// How floats are compared.
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
    /// What it accesses, if it does.
    pub mem: Option<MemOperand>,
}

/// What operations depend on besides their operands.
#[derive(Clone, Debug)]
pub struct Environment {
    /// How floats are rounded.
    pub rounding: Round,
    state: u64,
}

impl Environment {
    /// Rounding to nearest; `seed` decides on all that may be anything.
    pub fn new(seed: u64) -> Environment {
        Environment { rounding: Round::NearestTiesToEven, state: seed }
    }

    /// Returns a word that may be anything.
    pub fn any_word(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state ^ self.state >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.state >> 32
    }

    /// Returns a number that may be anything.
    pub fn any(&mut self, bits: u32) -> Int {
        let words: SmallVec<[u64; 2]> = (0..bits.div_ceil(64)).map(|_| self.any_word()).collect();
        Int::from_words(bits, words)
    }
}

impl Operation {
    /// Returns an operation on values.
    pub fn new(opcode: Opcode, results: &[Llt], args: impl IntoIterator<Item = Value>) -> Operation {
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

    /// Returns an address, or a size, at operand `n`: a word that is not poison.
    pub fn word(&self, n: usize, what: &str) -> Result<u64, Fault> {
        let lane = self.lane(n)?;
        lane.known().map(Int::saturated).ok_or_else(|| Fault::undefined(format!("{what} is poison")))
    }

    /// Element by element on the `N` operands from `first` on; nothing for poison, which poison in an operand gives, too.
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
                // A scalar stands for all elements.
                let lane = value.lanes.get(n).or(value.lane()).ok_or(Fault::Unknown)?;
                ints.extend(lane.known());
            }
            let int = <[&Int; N]>::try_from(&ints[..]).ok().and_then(&mut each);
            lanes.lanes.push(int.map_or_else(|| Lane::poison(ty.scalar_bits()), Lane::from));
        }
        Ok(smallvec![lanes])
    }
}

/// What a target's opcodes that access memory are given.
pub struct Context<'a> {
    /// What may be anything, and the rounding mode.
    pub environment: &'a mut Environment,
    /// The memory.
    pub memory: &'a mut Memory,
}
