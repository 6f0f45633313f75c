//! Ending a program, nonlocal jumps, sorting and searching, and system queries.

use super::{Answer, Host, HostCall, INT, LONG, POINTER, host, int, nothing, word};
use crate::interpreter::int::Int;
use crate::interpreter::machine::Stop;
use crate::interpreter::operation::Fault;
use crate::interpreter::value::{Lane, Value};

/// The common name of the routine that flushes the instruction cache.
pub(crate) const CLEAR_CACHE: &str = "__clear_cache";

/// The functions.
pub(crate) const TABLE: &[Host] = &[
    host(&["exit"], None, &[INT], |c| {
        let code = c.signed(0)? as i32;
        c.machine.end()?;
        Err(Stop::Exit(code & 0xff))
    }),
    host(&["_exit", "_Exit"], None, &[INT], |c| Err(Stop::Exit(c.signed(0)? as i32 & 0xff))),
    host(&["abort"], None, &[], |_| Err(Fault::undefined("a call of abort").into())),
    host(&["atexit"], Some(INT), &[POINTER], |c| {
        let function = c.word(0)?;
        c.machine.host.at_exit.push(function);
        int(0)
    }),
    host(&["setjmp", "_setjmp", "__sigsetjmp"], Some(INT), &[POINTER], |c| {
        let buffer = c.word(0)?;
        let machine = &mut *c.machine;
        let at = machine.frames.last().map_or(0, |f| f.at);
        let number = machine.host.jumps.len() as u64;
        machine.host.jumps.push((machine.frames.len(), at, machine.sp()));
        machine.memory.store_word(buffer, 8, number)?;
        int(0)
    }),
    host(&["longjmp", "_longjmp", "siglongjmp"], Some(INT), &[POINTER, INT], long_jump),
    host(&["qsort"], None, &[POINTER, LONG, LONG, POINTER], sort),
    host(&["bsearch"], Some(POINTER), &[POINTER, POINTER, LONG, LONG, POINTER], search),
    host(&["getenv"], Some(POINTER), &[POINTER], |_| word(0)),
    host(&["signal"], Some(POINTER), &[INT, POINTER], |_| word(0)),
    host(&["sched_yield"], Some(INT), &[], |_| int(0)),
    host(&["__errno_location"], Some(POINTER), &[], |c| {
        if c.machine.host.errno == 0 {
            c.machine.host.errno = c.machine.memory.add_data(4, 4);
        }
        word(c.machine.host.errno)
    }),
    host(&[CLEAR_CACHE], None, &[POINTER, POINTER], |_| nothing()),
];

/// Continues after the `setjmp`, which returns again.
fn long_jump(c: &mut HostCall<'_, '_>) -> Answer {
    let (buffer, value) = (c.word(0)?, c.signed(1)?);
    let machine = &mut *c.machine;
    let number = machine.memory.load_word(buffer, 8)?.unwrap_or(u64::MAX);
    let jump = usize::try_from(number).ok().and_then(|n| machine.host.jumps.get(n)).copied();
    let Some((depth, at, sp)) = jump.filter(|&(depth, ..)| depth <= machine.frames.len()) else {
        return Err(Fault::undefined("longjmp to where no setjmp was").into());
    };
    while machine.frames.len() > depth {
        machine.leave(0)?;
    }
    machine.set_sp(sp)?;
    if let Some(frame) = machine.frames.last_mut() {
        frame.at = at;
    }
    int(if value == 0 { 1 } else { value })
}

/// Sorts by insertion, stably; a program may observe the order of comparisons.
fn sort(c: &mut HostCall<'_, '_>) -> Answer {
    let (base, count, size, compare) = (c.word(0)?, c.word(1)?, c.word(2)?, c.word(3)?);
    // Two elements at a time are in a block of scratch memory.
    let Some(scratch) = c.machine.memory.allocate(2 * size, 16) else { return nothing() };
    let mut sorted: Vec<Vec<u8>> = Vec::new();
    for n in 0..count {
        let element = c.machine.memory.read(base + n * size, size)?.to_vec();
        c.machine.memory.write(scratch, &element)?;
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = (low + high) / 2;
            c.machine.memory.write(scratch + size, &sorted[middle])?;
            if compare_at(c, compare, [scratch, scratch + size])? < 0 {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        sorted.insert(low, element);
    }
    c.machine.memory.write(base, &sorted.concat())?;
    c.machine.memory.release(scratch);
    nothing()
}

/// Returns the element of a sorted array that is equal to a key; null if there is none.
fn search(c: &mut HostCall<'_, '_>) -> Answer {
    let (key, base, count, size, compare) = (c.word(0)?, c.word(1)?, c.word(2)?, c.word(3)?, c.word(4)?);
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        let element = base.wrapping_add(middle.wrapping_mul(size));
        match compare_at(c, compare, [key, element])? {
            0 => return word(element),
            order if order < 0 => high = middle,
            _ => low = middle + 1,
        }
    }
    word(0)
}

fn compare_at(c: &mut HostCall<'_, '_>, function: u64, addresses: [u64; 2]) -> Result<i64, Stop> {
    let bits = c.machine.pointer_bits();
    let args = addresses.map(|address| (POINTER.value_type(bits), c.machine.pointer(address)));
    let result = c.machine.call_from_host(function, &args, Some(INT.value_type(bits)))?;
    let order = result.as_ref().and_then(Value::lane).and_then(Lane::known).map(Int::low_signed);
    order.ok_or_else(|| Fault::undefined("the result of a comparison is poison").into())
}
