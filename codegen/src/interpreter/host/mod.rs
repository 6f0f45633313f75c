//! Host functions that programs may call: a subset of the C library, and the runtime routines of
//! [`crate::ir::libcalls`].
//!
//! Their arguments are marshalled by the types in the tables here, through the target's calling
//! convention.

mod blocks;
mod decimal;
mod format;
mod process;
mod routines;
mod scan;
mod stdio;
mod strings;

pub(crate) use process::CLEAR_CACHE;

use super::int::Int;
use super::machine::{Machine, Stop};
use super::memory::Memory;
use super::operation::Fault;
use super::value::{Lane, Value};
use crate::ir::libcalls::{ROUTINES, Routine, RoutineType};
use crate::ir::value_type::ValueType;
use std::collections::HashMap;

/// A pointer.
const POINTER: RoutineType = RoutineType::Pointer;
/// `int`.
const INT: RoutineType = RoutineType::Value(ValueType::Int(32));
/// `long`, `size_t`.
const LONG: RoutineType = RoutineType::Long;
/// `long long`.
const LONG_LONG: RoutineType = RoutineType::Value(ValueType::Int(64));
/// `double`.
const DOUBLE: RoutineType = RoutineType::Value(ValueType::Double);

/// The result of a host function: a value if it returns one.
type Answer = Result<Option<Value>, Stop>;

/// A host function.
pub(crate) struct Host {
    /// Its names.
    names: &'static [&'static str],
    /// The type of its result.
    result: Option<RoutineType>,
    /// The types of its named arguments.
    args: &'static [RoutineType],
    /// Its implementation.
    run: fn(&mut HostCall<'_, '_>) -> Answer,
}

const fn host(
    names: &'static [&'static str],
    result: Option<RoutineType>,
    args: &'static [RoutineType],
    run: fn(&mut HostCall<'_, '_>) -> Answer,
) -> Host {
    Host { names, result, args, run }
}

/// The function with a given name.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    /// A function of the C library.
    Host(&'static Host),
    /// A runtime routine, which implements an opcode.
    Routine(&'static Routine),
}

/// Returns the function with this name.
pub(crate) fn find(name: &str) -> Option<Function> {
    let tables = [blocks::TABLE, strings::TABLE, stdio::TABLE, scan::TABLE, process::TABLE, routines::TABLE];
    let host = tables.into_iter().flatten().find(|h| h.names.contains(&name));
    let routine = || ROUTINES.iter().find(|r| r.name == name).map(Function::Routine);
    host.map(Function::Host).or_else(routine)
}

impl Function {
    /// Returns the types of its named arguments, where pointers have `pointer_bits` bits.
    pub(crate) fn args(self, pointer_bits: u32) -> impl Iterator<Item = ValueType> {
        let args = match self {
            Function::Host(host) => host.args,
            Function::Routine(routine) => routine.args,
        };
        args.iter().map(move |ty| ty.value_type(pointer_bits))
    }

    /// Returns the type of its result.
    pub(crate) fn result(self, pointer_bits: u32) -> Option<ValueType> {
        let result = match self {
            Function::Host(host) => host.result,
            Function::Routine(routine) => routine.result,
        };
        result.map(|ty| ty.value_type(pointer_bits))
    }

    /// Runs the function.
    pub fn run(self, call: &mut HostCall<'_, '_>) -> Answer {
        match self {
            Function::Host(host) => (host.run)(call),
            Function::Routine(routine) => routines::run(routine, call),
        }
    }
}

/// The state of the host functions.
#[derive(Default)]
pub(crate) struct HostState {
    /// The streams of `<stdio.h>`: the address of each and its file descriptor.
    streams: HashMap<u64, u64>,
    /// The position where `strtok` continues.
    token: u64,
    /// The functions that `exit` calls, last one first.
    at_exit: Vec<u64>,
    /// The saved contexts of `setjmp`: depth of the frame stack, operation, stack pointer.
    jumps: Vec<(usize, usize, u64)>,
    /// The address of `errno`; 0 before its first use.
    errno: u64,
    /// The tables of `<ctype.h>`, by name.
    tables: HashMap<&'static str, u64>,
}

impl HostState {
    /// Removes and returns the next function that `exit` calls.
    pub(crate) fn last_at_exit(&mut self) -> Option<u64> {
        self.at_exit.pop()
    }

    /// Returns the address of a variable of the C library, where pointers have `pointer_bytes`
    /// bytes.
    pub(crate) fn data(&mut self, name: &str, memory: &mut Memory, pointer_bytes: u32) -> Option<u64> {
        let descriptor = match name {
            "stdin" => 0,
            "stdout" => 1,
            "stderr" => 2,
            "environ" => return Some(memory.add_data(8, 8)),
            _ => return None,
        };
        let stream = memory.add_data(8, 8);
        self.streams.insert(stream, descriptor);
        let variable = memory.add_data(pointer_bytes.into(), pointer_bytes.into());
        // New memory is writable.
        let _ = memory.store_word(variable, pointer_bytes, stream);
        Some(variable)
    }
}

/// A call of a host function.
pub(crate) struct HostCall<'m, 'a> {
    /// The machine.
    pub machine: &'m mut Machine<'a>,
    /// The name under which it is called.
    pub name: &'m str,
    /// The values of its named arguments.
    pub args: Vec<Value>,
    /// Their types, after a pointer to the result if it does not fit into registers.
    pub fixed: Vec<ValueType>,
}

impl HostCall<'_, '_> {
    /// Returns argument `n`, which must not be poison.
    fn int(&self, n: usize) -> Result<&Int, Fault> {
        let lane = self.args.get(n).and_then(Value::lane);
        lane.and_then(Lane::known)
            .ok_or_else(|| Fault::undefined(format!("argument {n} of {} is poison", self.name)))
    }

    /// Returns argument `n` as an unsigned word.
    fn word(&self, n: usize) -> Result<u64, Fault> {
        Ok(self.int(n)?.low())
    }

    /// Returns argument `n` as a signed number.
    fn signed(&self, n: usize) -> Result<i64, Fault> {
        Ok(self.int(n)?.low_signed())
    }

    /// Returns the string that argument `n` points to.
    fn string(&mut self, n: usize) -> Result<Vec<u8>, Fault> {
        let address = self.word(n)?;
        Ok(self.machine.memory.string(address)?)
    }

    /// Reads arguments of these types after the named ones.
    fn variadic(&mut self, types: &[ValueType]) -> Result<Vec<Value>, Fault> {
        let all: Vec<ValueType> = self.fixed.iter().chain(types).copied().collect();
        Ok(self.machine.receive(&all, self.fixed.len())?.split_off(self.fixed.len()))
    }

    /// Reads arguments of these types from the `va_list` at argument `n`. A list of more than two
    /// words is passed by address.
    fn listed(&mut self, n: usize, types: &[ValueType]) -> Result<Vec<Value>, Fault> {
        let (convention, passed, pointer) =
            (self.machine.convention(), self.word(n)?, self.machine.pointer_bytes());
        let memory = &mut self.machine.memory;
        let mut list = vec![passed];
        if convention.va_list_bytes() > 16 {
            let bytes = memory.read(passed, convention.va_list_bytes() as u64)?;
            list = bytes
                .chunks_exact(8)
                .filter_map(|word| Some(u64::from_le_bytes(word.try_into().ok()?)))
                .collect();
        }
        let reference = ValueType::Pointer { address_space: 0, bits: 8 * pointer };
        let mut take = |&ty: &ValueType| {
            let is_reference = ty.bits() > 16 * pointer;
            let place = convention.take_variadic(&mut list, if is_reference { reference } else { ty });
            let mut address = place.ok_or(Fault::Unknown)?;
            if is_reference {
                let known = memory.load_word(address, pointer)?;
                address = known.ok_or_else(|| Fault::undefined("the address of an argument is poison"))?;
            }
            Ok(memory.load(address, ty.bits())?.into())
        };
        types.iter().map(&mut take).collect()
    }
}

/// Returns a word as a result.
fn word(value: u64) -> Answer {
    Ok(Some(Int::new(64, value).into()))
}

/// Returns a number of 32 bits as a result.
fn int(value: i64) -> Answer {
    Ok(Some(Int::signed(32, value).into()))
}

/// Returns no result.
fn nothing() -> Answer {
    Ok(None)
}
