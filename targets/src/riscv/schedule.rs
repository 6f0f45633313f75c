//! What scheduling knows of CPUs. Source: SiFive U74-MC Core Complex Manual, "Instruction timing".

use super::instructions::DESCS;
use gisel_codegen::target::schedule::Unit::{Alu, Float, Memory, Multiply};
use gisel_codegen::target::schedule::{SchedLine, SchedModel, line};
use std::sync::LazyLock;

const LINES: [SchedLine; 23] = [
    line("LB", [3, 4], Memory),
    line("LH", [3, 4], Memory),
    line("LW", [3, 4], Memory),
    line("LD", [3, 4], Memory),
    line("FLW", [2, 5], Memory),
    line("FLD", [2, 5], Memory),
    line("PseudoLLA", [2, 2], Alu),
    line("PseudoL", [3, 4], Memory),
    line("MUL", [3, 3], Multiply),
    line("DIV", [16, 20], Multiply),
    line("REM", [16, 20], Multiply),
    line("FDIV", [20, 15], Float),
    line("FSQRT", [20, 18], Float),
    line("FADD", [7, 4], Float),
    line("FSUB", [7, 4], Float),
    line("FMUL", [7, 4], Float),
    line("FMADD", [7, 4], Float),
    line("FMSUB", [7, 4], Float),
    line("FNM", [7, 4], Float),
    line("FMV", [3, 2], Float),
    line("FSGNJ", [2, 2], Float),
    line("FCVT", [4, 4], Float),
    line("F", [3, 4], Float),
];

/// As the SiFive 7 series.
static IN_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::in_order(DESCS, &LINES));

/// As the SiFive P400 and P600 series.
static OUT_OF_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::out_of_order(DESCS, &LINES));

/// The model of a CPU.
pub fn model(out_of_order: bool) -> &'static SchedModel {
    if out_of_order { &OUT_OF_ORDER } else { &IN_ORDER }
}
