//! What scheduling knows of CPUs. Sources: Arm Cortex-A55 and Cortex-A76 Software Optimization Guides, instruction tables.

use super::instructions::DESCS;
use gisel_codegen::target::schedule::Unit::{Float, Memory, Multiply};
use gisel_codegen::target::schedule::{SchedLine, SchedModel, line};
use std::sync::LazyLock;

const LINES: [SchedLine; 27] = [
    line("LD", [3, 4], Memory),
    line("SDIV", [12, 12], Multiply),
    line("UDIV", [12, 12], Multiply),
    line("MADD", [3, 2], Multiply),
    line("MSUB", [3, 2], Multiply),
    line("SMADD", [3, 2], Multiply),
    line("SMSUB", [3, 2], Multiply),
    line("UMADD", [3, 2], Multiply),
    line("UMSUB", [3, 2], Multiply),
    line("SMULH", [4, 4], Multiply),
    line("UMULH", [4, 4], Multiply),
    line("FDIVS", [10, 10], Float),
    line("FDIVD", [17, 10], Float),
    line("FDIV", [4, 10], Float),
    line("FSQRT", [17, 12], Float),
    line("FMOV", [2, 2], Float),
    line("FCSEL", [2, 3], Float),
    line("FABS", [2, 3], Float),
    line("FNEG", [2, 3], Float),
    line("F", [4, 3], Float),
    line("SCVTF", [4, 4], Float),
    line("UCVTF", [4, 4], Float),
    line("UMOV", [2, 2], Float),
    line("SMOV", [2, 2], Float),
    line("TBL", [2, 2], Float),
    line("MUL", [4, 4], Float),
    line("ML", [4, 4], Float),
];

/// As Cortex-A53, A55, A510.
static IN_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::in_order(DESCS, &LINES));

/// As Cortex-A76, Neoverse N1 and their like.
static OUT_OF_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::out_of_order(DESCS, &LINES));

/// The model of a CPU.
pub fn model(out_of_order: bool) -> &'static SchedModel {
    if out_of_order { &OUT_OF_ORDER } else { &IN_ORDER }
}
