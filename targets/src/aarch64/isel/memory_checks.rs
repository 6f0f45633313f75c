//! The routines of HWASan's checks.
//!
//! The shadow memory's address is in x9, or in x20 for short granules; the routine clobbers x16 and
//! x17.

use crate::aarch64::registers::regs;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::memory_checks::{CheckCall, MemoryCheck, MemoryChecks};
use std::fmt::Write;

/// The suffix of names of routines for short granules.
const SHORT: &str = "_short_v2";

const CLOBBERS: &[PhysReg] = &[regs::X16, regs::X17, regs::LR, regs::NZCV];

/// A fixed address of the shadow memory is the third half-word of a register.
const SHADOW_MASK: u64 = 0xffff << 32;

/// HWASan's checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks;

impl MemoryChecks for Checks {
    fn call(&self, check: &MemoryCheck) -> Option<CheckCall> {
        if check.shadow.is_some_and(|at| at & !SHADOW_MASK != 0) {
            return None;
        }
        let shadow = match (check.shadow, check.short_granules) {
            (Some(_), _) => None,
            (None, true) => Some(regs::X20),
            (None, false) => Some(regs::X9),
        };
        let text = format!("bl {}", check.name("$0", SHORT));
        Some(CheckCall { text, shadow, clobbers: CLOBBERS })
    }

    fn routine(&self, name: &str) -> Option<String> {
        let (register, check) = MemoryCheck::of_name(name, SHORT)?;
        let mut body = String::new();
        write_routine(register, &check, &mut body).ok()?;
        Some(MemoryCheck::definition(name, &body))
    }
}

fn write_routine(register: u8, check: &MemoryCheck, out: &mut String) -> std::fmt::Result {
    let address = format!("x{register}");
    let tags = match (check.shadow, check.short_granules) {
        (Some(_), _) => "x17",
        (None, true) => "x20",
        (None, false) => "x9",
    };
    writeln!(out, "\tsbfx x16, {address}, #4, #52")?;
    if let Some(at) = check.shadow {
        writeln!(out, "\tmovz x17, #{}, lsl #32", at >> 32)?;
    }
    writeln!(out, "\tldrb w16, [{tags}, x16]\n\tcmp x16, {address}, lsr #56\n\tb.ne 2f\n1:\n\tret\n2:")?;
    if let Some(tag) = check.tag_of_all() {
        writeln!(out, "\tlsr x17, {address}, #56\n\tcmp x17, #{tag}\n\tb.eq 1b")?;
    }
    if check.short_granules {
        write_short_granule(&address, check, out)?;
    }
    let version = if check.short_granules { "_v2" } else { "" };
    writeln!(out, "3:\n\tstp x0, x1, [sp, #-256]!\n\tstp x29, x30, [sp, #232]")?;
    if register != 0 {
        writeln!(out, "\tmov x0, {address}")?;
    }
    writeln!(out, "\tmov x1, #{}", check.access_info())?;
    let mismatch = format!("__hwasan_tag_mismatch{version}");
    if check.is_kernel() {
        return writeln!(out, "\tb {mismatch}");
    }
    writeln!(out, "\tadrp x16, :got:{mismatch}\n\tldr x16, [x16, :got_lo12:{mismatch}]\n\tbr x16")
}

/// Writes the check of a short granule. A tag below 16 is the number of usable bytes of the
/// granule; the real tag is its last byte.
fn write_short_granule(address: &str, check: &MemoryCheck, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\tcmp w16, #15\n\tb.hi 3f\n\tand x17, {address}, #0xf")?;
    if check.size() != 1 {
        writeln!(out, "\tadd x17, x17, #{}", check.size() - 1)?;
    }
    writeln!(out, "\tcmp w16, w17\n\tb.ls 3f\n\torr x16, {address}, #0xf")?;
    writeln!(out, "\tldrb w16, [x16]\n\tcmp x16, {address}, lsr #56\n\tb.eq 1b")
}
