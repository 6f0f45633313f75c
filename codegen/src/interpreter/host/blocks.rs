//! `malloc` and its relatives, and the block functions of `<string.h>`.

use super::{Answer, Host, HostCall, INT, LONG, POINTER, host, int, nothing, word};
use crate::interpreter::access::{fill, overlap};
use crate::interpreter::operation::Fault;

/// The functions.
pub(crate) const TABLE: &[Host] = &[
    host(&["malloc"], Some(POINTER), &[LONG], |c| {
        let size = c.word(0)?;
        word(c.machine.memory.allocate(size, 16).unwrap_or(0))
    }),
    host(&["calloc"], Some(POINTER), &[LONG, LONG], |c| {
        let size = c.word(0)?.saturating_mul(c.word(1)?);
        let Some(block) = c.machine.memory.allocate(size, 16) else { return word(0) };
        fill(&mut c.machine.memory, block, 0, size)?;
        word(block)
    }),
    host(&["aligned_alloc", "memalign"], Some(POINTER), &[LONG, LONG], |c| {
        let (align, size) = (c.word(0)?, c.word(1)?);
        word(c.machine.memory.allocate(size, align).unwrap_or(0))
    }),
    host(&["realloc"], Some(POINTER), &[POINTER, LONG], realloc),
    host(&["free"], None, &[POINTER], |c| {
        let block = c.word(0)?;
        match block == 0 || c.machine.memory.release(block) {
            true => nothing(),
            false => {
                Err(Fault::undefined(format!("free of {block:#x}, which is no block of the heap")).into())
            }
        }
    }),
    host(&["memcpy", "memmove"], Some(POINTER), &[POINTER, POINTER, LONG], |c| {
        let (to, from, size) = (c.word(0)?, c.word(1)?, c.word(2)?);
        // The compiler itself calls memcpy to copy a block to itself.
        if c.name == "memcpy" && to != from && overlap(to, from, size) {
            return Err(Fault::undefined("a copy between blocks that overlap").into());
        }
        c.machine.memory.copy(to, from, size)?;
        word(to)
    }),
    host(&["memset"], Some(POINTER), &[POINTER, INT, LONG], |c| {
        let (to, byte, size) = (c.word(0)?, c.word(1)? as u8, c.word(2)?);
        fill(&mut c.machine.memory, to, byte, size)?;
        word(to)
    }),
    host(&["memcmp", "bcmp"], Some(INT), &[POINTER, POINTER, LONG], |c| {
        let (a, b, size) = (c.word(0)?, c.word(1)?, c.word(2)?);
        let a = c.machine.memory.read(a, size)?.to_vec();
        let b = c.machine.memory.read(b, size)?;
        int(a[..].cmp(b) as i64)
    }),
    host(&["memchr"], Some(POINTER), &[POINTER, INT, LONG], |c| {
        let (start, byte, size) = (c.word(0)?, c.word(1)? as u8, c.word(2)?);
        for n in 0..size {
            if c.machine.memory.read(start + n, 1)? == [byte] {
                return word(start + n);
            }
        }
        word(0)
    }),
];

fn realloc(c: &mut HostCall<'_, '_>) -> Answer {
    let (old, size) = (c.word(0)?, c.word(1)?);
    let Some(new) = c.machine.memory.allocate(size, 16) else { return word(0) };
    if old != 0 {
        let Some(old_size) = c.machine.memory.block_size(old) else {
            return Err(
                Fault::undefined(format!("realloc of {old:#x}, which is no block of the heap")).into()
            );
        };
        c.machine.memory.copy(new, old, old_size.min(size))?;
        c.machine.memory.release(old);
    }
    word(new)
}
