//! What scheduling knows of CPUs. Source: SiFive U74-MC Core Complex Manual, "Instruction timing".

use super::instructions::DESCS;
use gisel_codegen::target::schedule::Unit::{Alu, Float, Memory, Multiply};
use gisel_codegen::target::schedule::{SchedModel, line};
use std::sync::LazyLock;

/// Two instructions a cycle in order, as the SiFive 7 series does.
static IN_ORDER: LazyLock<SchedModel> = LazyLock::new(|| {
    let lines = [
        line("LB", 3, Memory),
        line("LH", 3, Memory),
        line("LW", 3, Memory),
        line("LD", 3, Memory),
        line("FLW", 2, Memory),
        line("FLD", 2, Memory),
        line("PseudoLLA", 2, Alu),
        line("PseudoL", 3, Memory),
        line("MUL", 3, Multiply),
        line("DIV", 16, Multiply),
        line("REM", 16, Multiply),
        line("FDIV", 20, Float),
        line("FSQRT", 20, Float),
        line("FADD", 7, Float),
        line("FSUB", 7, Float),
        line("FMUL", 7, Float),
        line("FMADD", 7, Float),
        line("FMSUB", 7, Float),
        line("FNM", 7, Float),
        line("FMV", 3, Float),
        line("FSGNJ", 2, Float),
        line("FCVT", 4, Float),
        line("F", 3, Float),
    ];
    SchedModel::new(2, [2, 1, 1, 1], DESCS, &lines)
});

/// Four instructions a cycle, as soon as what they need is there, as the SiFive P400 and P600 series do.
static OUT_OF_ORDER: LazyLock<SchedModel> = LazyLock::new(|| {
    let lines = [
        line("LB", 4, Memory),
        line("LH", 4, Memory),
        line("LW", 4, Memory),
        line("LD", 4, Memory),
        line("FLW", 5, Memory),
        line("FLD", 5, Memory),
        line("PseudoLLA", 2, Alu),
        line("PseudoL", 4, Memory),
        line("MUL", 3, Multiply),
        line("DIV", 20, Multiply),
        line("REM", 20, Multiply),
        line("FDIV", 15, Float),
        line("FSQRT", 18, Float),
        line("FMV", 2, Float),
        line("FSGNJ", 2, Float),
        line("F", 4, Float),
    ];
    SchedModel::new(4, [3, 2, 1, 2], DESCS, &lines)
});

/// Beginnings of the names of CPUs that execute out of order.
const OUT_OF_ORDER_CPUS: [&str; 5] = ["sifive-p", "veyron", "xiangshan", "tt-ascalon", "spacemit-x100"];

/// The model of a CPU; one that is not known executes in order.
pub fn model(cpu: &str) -> &'static SchedModel {
    let out_of_order = OUT_OF_ORDER_CPUS.iter().any(|name| cpu.starts_with(name));
    if out_of_order { &OUT_OF_ORDER } else { &IN_ORDER }
}
