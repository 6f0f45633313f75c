//! One RISC-V subtarget: features, and the classes that the passes call.

use super::call_lowering::RiscvCallLowering;
use super::features::Features;

/// rv64gc with lp64d, and the extensions that the features name.
#[derive(Debug)]
pub struct RiscvTarget {
    /// What the subtarget has.
    pub features: Features,
    pub(super) calls: RiscvCallLowering,
}

impl RiscvTarget {
    /// The subtarget of a CPU with a list of features such as `+zbb,-relax`. An error names what is not supported.
    pub fn new(cpu: &str, features: &str) -> Result<RiscvTarget, String> {
        Ok(RiscvTarget { features: Features::parse(cpu, features)?, calls: RiscvCallLowering })
    }
}
