//! The routines of HWASan's checks, all for short granules.
//!
//! The shadow memory's address is in t0; the routine clobbers t1, t2 and t3.

use crate::riscv::registers::regs;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::memory_checks::{CheckCall, MemoryCheck, MemoryChecks};
use std::fmt::Write;

/// The suffix of routine names.
const SHORT: &str = "_short";

const CLOBBERS: &[PhysReg] = &[regs::X1, regs::X6, regs::X7, regs::X28];

/// HWASan's checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks;

impl MemoryChecks for Checks {
    fn call(&self, check: &MemoryCheck) -> Option<CheckCall> {
        if !check.short_granules || check.shadow.is_some() {
            return None;
        }
        let text = format!("call {}", check.name("x${0:N}", SHORT));
        Some(CheckCall { text, shadow: Some(regs::X5), clobbers: CLOBBERS })
    }

    fn routine(&self, name: &str) -> Option<String> {
        let (register, check) = MemoryCheck::of_name(name, SHORT)?;
        let mut body = String::new();
        write_routine(register, &check, &mut body).ok()?;
        Some(format!("\t.variant_cc\t__hwasan_tag_mismatch_v2\n{}", MemoryCheck::definition(name, &body)))
    }
}

fn write_routine(register: u8, check: &MemoryCheck, out: &mut String) -> std::fmt::Result {
    let address = format!("x{register}");
    writeln!(out, "\tslli t1, {address}, 8\n\tsrli t1, t1, 12\n\tadd t1, t1, t0\n\tlbu t1, 0(t1)")?;
    writeln!(out, "\tsrli t2, {address}, 56\n\tbne t2, t1, 2f\n1:\n\tret\n2:")?;
    if let Some(tag) = check.tag_of_all() {
        writeln!(out, "\tli t3, {tag}\n\tbeq t2, t3, 1b")?;
    }
    // A tag below 16 is the number of usable bytes of the granule; the real tag is its last byte.
    writeln!(out, "\tli t3, 16\n\tbgeu t1, t3, 3f\n\tandi t3, {address}, 15")?;
    if check.size() != 1 {
        writeln!(out, "\taddi t3, t3, {}", check.size() - 1)?;
    }
    writeln!(out, "\tbge t3, t1, 3f\n\tori t1, {address}, 15\n\tlbu t1, 0(t1)\n\tbeq t1, t2, 1b")?;
    writeln!(
        out,
        "3:\n\taddi sp, sp, -256\n\tsd a0, 80(sp)\n\tsd a1, 88(sp)\n\tsd s0, 64(sp)\n\tsd ra, 8(sp)"
    )?;
    if register != 10 {
        writeln!(out, "\tmv a0, {address}")?;
    }
    writeln!(out, "\tli a1, {}\n\tcall __hwasan_tag_mismatch_v2", check.access_info())
}
