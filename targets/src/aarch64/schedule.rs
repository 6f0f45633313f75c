//! What scheduling knows of CPUs. Sources: Arm Cortex-A55 and Cortex-A76 Software Optimization Guides, instruction tables.

use super::instructions::DESCS;
use gisel_codegen::target::schedule::Unit::{Alu, Float, Memory, Multiply};
use gisel_codegen::target::schedule::{SchedModel, line};
use std::sync::LazyLock;

/// Two instructions a cycle in order, as Cortex-A53, A55, A510 do.
static IN_ORDER: LazyLock<SchedModel> = LazyLock::new(|| {
    let lines = [
        line("LD", 3, Memory),
        line("SDIV", 12, Multiply),
        line("UDIV", 12, Multiply),
        line("MADD", 3, Multiply),
        line("MSUB", 3, Multiply),
        line("SMADD", 3, Multiply),
        line("SMSUB", 3, Multiply),
        line("UMADD", 3, Multiply),
        line("UMSUB", 3, Multiply),
        line("SMULH", 4, Multiply),
        line("UMULH", 4, Multiply),
        line("FDIVS", 10, Float),
        line("FDIVD", 17, Float),
        line("FSQRT", 17, Float),
        line("FMOV", 2, Float),
        line("FCSEL", 2, Float),
        line("FABS", 2, Float),
        line("FNEG", 2, Float),
        line("F", 4, Float),
        line("SCVTF", 4, Float),
        line("UCVTF", 4, Float),
        line("UMOV", 2, Float),
        line("SMOV", 2, Float),
        line("TBL", 2, Float),
        line("MUL", 4, Float),
        line("ML", 4, Float),
        line("BICWr", 1, Alu),
        line("BICXr", 1, Alu),
    ];
    SchedModel::new(2, [2, 1, 1, 1], DESCS, &lines)
});

/// Four instructions a cycle, as soon as what they need is there, as Cortex-A76, Neoverse N1 and their like do.
static OUT_OF_ORDER: LazyLock<SchedModel> = LazyLock::new(|| {
    let lines = [
        line("LD", 4, Memory),
        line("SDIV", 12, Multiply),
        line("UDIV", 12, Multiply),
        line("MADD", 2, Multiply),
        line("MSUB", 2, Multiply),
        line("SMADD", 2, Multiply),
        line("SMSUB", 2, Multiply),
        line("UMADD", 2, Multiply),
        line("UMSUB", 2, Multiply),
        line("SMULH", 4, Multiply),
        line("UMULH", 4, Multiply),
        line("FDIV", 10, Float),
        line("FSQRT", 12, Float),
        line("FMOV", 2, Float),
        line("F", 3, Float),
        line("SCVTF", 4, Float),
        line("UCVTF", 4, Float),
        line("UMOV", 2, Float),
        line("SMOV", 2, Float),
        line("TBL", 2, Float),
        line("MUL", 4, Float),
        line("ML", 4, Float),
    ];
    SchedModel::new(4, [3, 2, 1, 2], DESCS, &lines)
});

/// Beginnings of the names of CPUs that execute out of order.
const OUT_OF_ORDER_CPUS: [&str; 12] = [
    "cortex-a57",
    "cortex-a65",
    "cortex-a7",
    "cortex-x",
    "neoverse",
    "apple",
    "ampere",
    "exynos",
    "falkor",
    "kryo",
    "thunderx2",
    "a64fx",
];

/// The model of a CPU; one that is not known executes in order.
pub fn model(cpu: &str) -> &'static SchedModel {
    let out_of_order = OUT_OF_ORDER_CPUS.iter().any(|name| cpu.starts_with(name));
    if out_of_order { &OUT_OF_ORDER } else { &IN_ORDER }
}
