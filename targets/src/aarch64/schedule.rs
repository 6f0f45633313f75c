//! What scheduling knows of CPUs; latencies and units are columns of `instructions.txt`.

use super::instructions::{DESCS, SCHED_CLASSES};
use gisel_codegen::target::desc::schedule::SchedModel;
use std::sync::LazyLock;

/// As Cortex-A53, A55, A510.
static IN_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::in_order(DESCS, SCHED_CLASSES));

/// As Cortex-A76, Neoverse N1 and their like.
static OUT_OF_ORDER: LazyLock<SchedModel> = LazyLock::new(|| SchedModel::out_of_order(DESCS, SCHED_CLASSES));

/// The model of a CPU.
pub fn model(out_of_order: bool) -> &'static SchedModel {
    if out_of_order { &OUT_OF_ORDER } else { &IN_ORDER }
}
